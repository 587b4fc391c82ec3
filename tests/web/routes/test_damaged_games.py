"""Of a game whose journal is damaged, the organiser is told and given what could be read."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.stage.page import Message
from tests.web.spoiling import MOVES, numbers, played, spoil, spoilt
from tests.web.stage import Stage, staged
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.setup import GameArranged
from voice_chess.languages.language import known_languages, load_language
from voice_chess.records import pgn


def rows(stage: Stage) -> list[Message]:
    found: list[Message] = stage.organise("GET", "/games/damaged").json()
    return found


def test_names_time_moves_and_the_place_of_the_damage_are_told(tmp_path: Path) -> None:
    game, number = spoilt(tmp_path, MoveCompleted, 2)
    with staged(tmp_path) as stage:
        assert rows(stage) == [
            {
                "game": game,
                "white": "Anna",
                "black": "Viktor",
                "time": "300+3",
                "moves": 1,
                "lost_from": number,
                "is_deletable": True,
            }
        ]


def test_of_a_game_whose_first_event_is_damaged_only_its_name_in_the_log_is_told(
    tmp_path: Path,
) -> None:
    game, number = spoilt(tmp_path, GameArranged)
    with staged(tmp_path) as stage:
        (row,) = rows(stage)
        answer = stage.organise("GET", f"/games/{game}/whole.pgn")

    assert number == row["lost_from"] == 1
    assert (row["white"], row["black"], row["time"], row["moves"]) == (None, None, None, 0)
    assert answer.status_code == 404


@pytest.mark.parametrize("language_id", known_languages())
def test_what_could_be_read_is_taken_home_and_marked_as_incomplete(
    language_id: str, tmp_path: Path
) -> None:
    game, number = spoilt(tmp_path, MoveCompleted, 2)
    with staged(tmp_path) as stage:
        answer = stage.organise("GET", f"/games/{game}/whole.pgn?lang={language_id}")

    sheet = pgn.read(answer.text)
    words = load_language(language_id).interface
    told = f"{words['damaged-incomplete']} {words['damaged-position']}"
    expected = told.format(number=number, fen=sheet.final_position.fen)
    assert sheet.moves == MOVES[:2]
    assert (sheet.header.white, sheet.header.black) == ("Anna", "Viktor")
    assert sheet.header.date
    assert sheet.result == "*"
    assert expected in " ".join(answer.text.split())
    assert f"{game}-whole.pgn" in answer.headers["content-disposition"]


def test_a_result_before_the_damage_is_not_sure_and_the_moves_are_all_there(
    tmp_path: Path,
) -> None:
    game = played(tmp_path)
    with staged(tmp_path) as stage:
        ended = numbers(stage, game, GameEnded)[-1]
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as journal, journal:
        # As if something written behind the end had gone.
        journal.execute("UPDATE chain_end SET version = ? WHERE game = ?", (ended + 9, game))
    with staged(tmp_path) as stage:
        answer = stage.organise("GET", f"/games/{game}/whole.pgn?lang=en")

    sheet = pgn.read(answer.text)
    assert sheet.moves == MOVES
    assert sheet.result == "*"


def test_a_whole_game_has_no_part_that_could_be_read(tmp_path: Path) -> None:
    game = played(tmp_path)
    with staged(tmp_path) as stage:
        assert rows(stage) == []
        for asked in (game, "nothere"):
            assert stage.organise("GET", f"/games/{asked}/whole.pgn").status_code == 404


def test_reading_a_damaged_game_opens_it_for_nobody(tmp_path: Path) -> None:
    game, _ = spoilt(tmp_path, MoveCompleted)
    with staged(tmp_path) as stage:
        rows(stage)
        stage.organise("GET", f"/games/{game}/whole.pgn")

        assert game not in stage.hall.lobby.running
        assert game in stage.hall.lobby.damaged


def test_only_the_organiser_gets_what_could_be_read(tmp_path: Path) -> None:
    game, _ = spoilt(tmp_path, MoveCompleted)
    with staged(tmp_path) as stage:
        links = stage.arrange()
        _, white = stage.seat(links["white"])
        for path in ("damaged", f"{game}/whole.pgn"):
            answer = stage.client.get(f"/organiser/games/{path}", headers=white)
            assert (answer.status_code, answer.json()["code"]) == (403, "not-entered")


def test_a_damaged_game_of_an_arranged_table_alone_has_names_and_no_moves(tmp_path: Path) -> None:
    game, number = spoilt(tmp_path, MoveCompleted)
    with staged(tmp_path) as stage:
        (row,) = rows(stage)

        assert (row["white"], row["moves"], row["lost_from"]) == ("Anna", 0, number)
        assert stage.organise("DELETE", f"/games/{game}").status_code == 204
        assert rows(stage) == []


def test_an_arbiter_of_a_damaged_game_still_has_all_their_others(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        first = stage.arrange(arbiter="new")
        second = stage.arrange(arbiter=first["arbiter"]["seat"])
        damaged, whole = first["game"]["id"], second["game"]["id"]
        (number,) = numbers(stage, damaged, GameArranged)
    spoil(tmp_path, damaged, number)
    with staged(tmp_path) as stage, stage.page(first["arbiter"]) as arbiter:
        games = [game["game"] for game in arbiter.came[-1]["games"]]

    assert games == [whole]
