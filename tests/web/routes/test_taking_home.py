"""What a seat can take home: documents, times, sounds with consent, sentences as sound."""

import io
import zipfile
from pathlib import Path

import pytest

from tests.adapters.sound_record.test_sound_joining import noise, spoken
from tests.records.drawn_board import drawn_board
from tests.stage.play import play
from tests.web.stage import Stage, staged
from voice_chess.adapters.documents.pdf_reader import text_of
from voice_chess.game.table import Role
from voice_chess.languages.language import load_language
from voice_chess.records import longhand, pgn
from voice_chess.session.ports import RecordedMove
from voice_chess.web.routes.records import DOCUMENTS, LOST

MOVES = ("e2e4", "e7e5", "g1f3")


def test_the_records_read_back_to_the_game_that_was_played(stage: Stage) -> None:
    links = stage.arrange()
    path, headers = stage.seat(links["spectator"])
    records = f"{path}/games/{links['game']['id']}/records"

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        play(white, black, *MOVES)
    found = {
        name: stage.client.get(f"{records}/{name}", headers=headers)
        for name in ("game.pgn", "scoresheet.txt", "scoresheet.brf")
    }

    assert {answer.status_code for answer in found.values()} == {200}
    assert "attachment" in found["game.pgn"].headers["content-disposition"]
    assert pgn.read(found["game.pgn"].text).moves == MOVES
    assert longhand.read(found["scoresheet.txt"].text, load_language("de")).moves == MOVES


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_record_is_empty(stage: Stage, name: str) -> None:
    links = stage.arrange()
    path, headers = stage.seat(links["white"])
    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        play(white, black, *MOVES)
    answer = stage.client.get(f"{path}/games/{links['game']['id']}/records/{name}", headers=headers)

    assert answer.status_code == 200
    assert len(answer.content) > 100
    assert answer.headers["content-type"] == DOCUMENTS[name]


def test_the_printed_sheet_and_the_diagram_hold_the_game(stage: Stage) -> None:
    links = stage.arrange()
    path, headers = stage.seat(links["white"])
    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        play(white, black, *MOVES)
    records = f"{path}/games/{links['game']['id']}/records"
    printed = stage.client.get(f"{records}/scoresheet.pdf", headers=headers).content
    drawn = stage.client.get(f"{records}/diagram.brf", headers=headers).text

    assert longhand.read(text_of(printed), load_language("de")).moves == MOVES
    assert drawn_board(drawn) == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"


def test_where_nothing_was_spoken_no_empty_archive_is_given(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange(customs={"keeps_sound": True})
        path, headers = stage.seat(links["black"])
        answer = stage.client.get(
            f"{path}/games/{links['game']['id']}/records/sound.zip", headers=headers
        )

    assert (answer.status_code, answer.json()["code"]) == (404, "no-sound")


def test_there_is_no_other_record(stage: Stage) -> None:
    links = stage.arrange()
    path, headers = stage.seat(links["white"])

    answer = stage.client.get(
        f"{path}/games/{links['game']['id']}/records/journal.sqlite", headers=headers
    )

    assert answer.status_code == 404


def test_the_times_of_the_moves_are_what_was_charged(stage: Stage) -> None:
    links = stage.arrange(time="10+5")
    path, headers = stage.seat(links["white"])

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        play(white, black, *MOVES)
    times = stage.client.get(f"{path}/games/{links['game']['id']}/times", headers=headers).json()

    assert [time["san"] for time in times] == ["e4", "e5", "Nf3"]
    assert [time["ply"] for time in times] == [1, 2, 3]
    assert all(time["left_ms"] == 605_000 - time["spent_ms"] for time in times[:2])


def test_sound_is_given_only_where_the_players_have_agreed(stage: Stage) -> None:
    links = stage.arrange()
    path, headers = stage.seat(links["white"])

    answer = stage.client.get(
        f"{path}/games/{links['game']['id']}/records/sound.zip", headers=headers
    )

    assert answer.status_code == 403
    assert answer.json()["code"] == "no-consent"


def test_the_sound_of_each_announcement_is_found_by_its_move(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange(customs={"keeps_sound": True})
        path, headers = stage.seat(links["black"])
        game = links["game"]["id"]
        record = stage.hall.outfit.sounds.record(game, Role.WHITE)
        record.hear(b"\1\0" * 16_000)
        record.keep(
            RecordedMove(ply=1, uci="e2e4", san="e4", started_ms=100, ended_ms=600, wall_ms=0)
        )

        answer = stage.client.get(f"{path}/games/{game}/records/sound.zip", headers=headers)
        one = stage.client.get(f"{path}/games/{game}/records/sound/1.wav", headers=headers)
        none = stage.client.get(f"{path}/games/{game}/records/sound/2.wav", headers=headers)

    assert zipfile.ZipFile(io.BytesIO(answer.content)).namelist() == ["001w-e4.wav"]
    assert one.content[:4] == b"RIFF"
    assert none.status_code == 404


def test_of_damaged_sound_what_can_be_read_is_given_and_the_rest_is_named(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        links = stage.arrange(customs={"keeps_sound": True})
        path, headers = stage.seat(links["black"])
        game, sounds = links["game"]["id"], stage.hall.outfit.sounds
        record = sounds.record(game, Role.WHITE)
        for number, ply in enumerate((1, 3, 5)):
            record.hear(noise(ply, 1_000))
            record.keep(spoken(ply, 1_000 * number + 400, 1_000 * number + 600))
        sounds.put_away(game)
        (recording,) = tmp_path.glob(f"**/{game}/sound*/*.flac")
        recording.write_bytes(recording.read_bytes()[:-40_000])
        answer = stage.client.get(f"{path}/games/{game}/records/sound.zip?lang=en", headers=headers)

    packed = zipfile.ZipFile(io.BytesIO(answer.content))
    named, *lost = packed.read(LOST).decode().splitlines()
    assert packed.namelist() == ["001w-e4.wav", LOST]
    assert named == load_language("de").interface["sound-lost"]
    assert lost == ["002w-e4.wav", "003w-e4.wav"]


def test_what_is_said_can_be_fetched_as_sound_where_the_server_speaks(stage: Stage) -> None:
    links = stage.arrange(white={"is_blind": True})
    _, headers = stage.seat(links["white"])

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.ask(type="ask", name="whose-turn")
        said = next(m for m in white.came if m["type"] == "said")
        black.ask(type="ask", name="whose-turn")
        read = next(m for m in black.came if m["type"] == "said")
    sound = stage.client.get(said["clip"], headers=headers)

    assert sound.content[44:].decode("utf-16-le") == said["text"]
    assert read["clip"] is None


def test_the_position_is_a_picture(stage: Stage) -> None:
    links = stage.arrange()
    path, headers = stage.seat(links["white"])

    answer = stage.client.get(f"{path}/games/{links['game']['id']}/position.svg", headers=headers)

    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text.startswith("<svg")
