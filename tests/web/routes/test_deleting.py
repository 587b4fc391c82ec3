"""The organiser deletes a game that is over or was never begun, and nothing is left of it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.german import says
from tests.stage.page import Message, Page
from tests.web.events.event_stage import made
from tests.web.stage import Stage, staged
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.game.table import Role
from voice_chess.session.listening.inputs import Present
from voice_chess.session.lobby.lobby import Lobby
from voice_chess.session.ports import JournalLost

Links = dict[str, dict[str, str]]


def asked_to_delete(stage: Stage, game: str) -> tuple[int, str]:
    answer = stage.organise("DELETE", f"/games/{game}")
    return answer.status_code, "" if answer.status_code == 204 else answer.json()["code"]


def row(stage: Stage, game: str) -> Message:
    rows: list[Message] = stage.organise("GET", "/games").json()
    return next(found for found in rows if found["game"] == game)


@contextmanager
def in_play(stage: Stage, links: Links) -> Iterator[tuple[Page, Page]]:
    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.event("game-started")
        yield white, black


def resigned(white: Page) -> None:
    assert white.resign()["is_accepted"]


def played_out(stage: Stage, **wanted: object) -> Links:
    """A game that is over."""
    links = stage.arrange(**wanted)
    with in_play(stage, links) as (white, _):
        assert white.move("e2e4", 0)["is_accepted"]
        assert white.ask(type="line", text=says("whose-turn"))["is_accepted"]
        resigned(white)
    return links


def with_sound(stage: Stage, game: str) -> Path:
    """The folder of a game whose sound was kept."""
    sound = stage.data / "games" / game / "sound-white"
    sound.mkdir(parents=True)
    (sound / "0001.flac").write_bytes(b"fLaC")
    return sound.parent


def test_nothing_is_left_of_a_game_that_is_over(stage: Stage) -> None:
    links = played_out(stage, customs={"keeps_sound": True})
    game, means = links["game"]["id"], stage.hall.lobby.means
    sound = with_sound(stage, game)
    path, headers = stage.seat(links["white"])
    assert means.journal.evidence(game)
    assert row(stage, game)["is_deletable"]

    assert asked_to_delete(stage, game) == (204, "")

    assert means.journal.read(game) == ()
    assert means.journal.evidence(game) == ()
    assert means.journal.last_beat_ms(game) is None
    assert means.register.games() == {}
    assert means.register.chair(links["white"]["seat"]) is None
    assert not sound.exists()
    assert stage.organise("GET", "/games").json() == []
    assert stage.client.get(path, headers=headers).status_code == 403
    token = links["white"]["path"].partition("#")[2]
    assert stage.client.post("/entries", json={"token": token}).status_code == 403


def test_nothing_of_it_comes_back_after_a_restart(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        game = played_out(stage)["game"]["id"]
        kept = played_out(stage)["game"]["id"]
        asked_to_delete(stage, game)

    with staged(tmp_path) as again:
        assert [each["game"] for each in again.organise("GET", "/games").json()] == [kept]
        assert again.hall.lobby.means.journal.game_ids() == (kept,)


def test_no_file_holds_what_was_said_in_it(tmp_path: Path) -> None:
    said = says("whose-turn").encode()
    with staged(tmp_path) as stage:
        game = played_out(stage)["game"]["id"]
        assert holding(tmp_path, said)
        asked_to_delete(stage, game)

    assert holding(tmp_path, said) == []


def holding(folder: Path, said: bytes) -> list[str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return [path.name for path in files if said in path.read_bytes()]


def test_a_game_that_was_never_begun_is_deleted_and_its_page_is_told(stage: Stage) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white:
        assert asked_to_delete(stage, links["game"]["id"]) == (204, "")
        assert white.next("bye")["code"] == "revoked"
        with pytest.raises(WebSocketDisconnect):
            white.next("game")


def test_a_game_in_play_is_not_deleted(stage: Stage) -> None:
    links = stage.arrange()
    game = links["game"]["id"]
    with in_play(stage, links) as (white, _):
        assert asked_to_delete(stage, game) == (409, "still-on")
        assert not row(stage, game)["is_deletable"]
        assert white.move("e2e4", 0)["is_accepted"]


def test_an_arbiter_of_two_games_keeps_the_other(stage: Stage) -> None:
    first = stage.arrange(arbiter="new")
    arbiter = first["arbiter"]["seat"]
    second = stage.arrange(arbiter=arbiter)
    with stage.page(first["arbiter"]) as page:
        assert asked_to_delete(stage, first["game"]["id"]) == (204, "")
        assert page.next("bye")["code"] == "ending"

    assert stage.hall.lobby.means.register.games_of(arbiter) == (second["game"]["id"],)
    with stage.page(first["arbiter"]) as page:
        assert [game["game"] for game in page.came[-1]["games"]] == [second["game"]["id"]]


def test_the_games_of_an_event_stay_with_it(stage: Stage) -> None:
    event = made(stage, "Alma", "Bela")
    event.done("/pairing")
    event.done("/start")
    (game,) = (each["game"] for each in stage.organise("GET", "/games").json())

    assert asked_to_delete(stage, game) == (409, "of-event")
    assert not row(stage, game)["is_deletable"]


def test_a_damaged_game_is_listed_apart_and_can_be_deleted(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        links = played_out(stage)
        game, other = links["game"]["id"], played_out(stage)["game"]["id"]
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as journal, journal:
        journal.execute(
            "UPDATE event SET body = replace(body, 'e2e4', 'e2e3') WHERE game = ?", (game,)
        )

    with staged(tmp_path) as stage:
        assert [each["game"] for each in stage.organise("GET", "/games").json()] == [other]
        damaged = stage.organise("GET", "/games/damaged").json()
        assert [(each["game"], each["is_deletable"]) for each in damaged] == [(game, True)]

        assert asked_to_delete(stage, game) == (204, "")

        assert stage.organise("GET", "/games/damaged").json() == []
        assert stage.hall.lobby.damaged == set()
        assert stage.journal.game_ids() == (other,)
        assert stage.hall.lobby.means.register.chair(links["white"]["seat"]) is None


def test_a_game_that_there_is_not_can_not_be_deleted(stage: Stage) -> None:
    assert asked_to_delete(stage, "nothere") == (404, "not-found")


def test_only_the_organiser_deletes(stage: Stage) -> None:
    links = stage.arrange()
    _, white = stage.seat(links["white"])

    answer = stage.client.delete(f"/organiser/games/{links['game']['id']}", headers=white)

    assert (answer.status_code, answer.json()["code"]) == (403, "not-entered")


def test_what_a_failing_disk_left_behind_goes_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with staged(tmp_path) as stage:
        game = played_out(stage)["game"]["id"]
        sound = with_sound(stage, game)
        with monkeypatch.context() as patch:
            patch.setattr(stage.hall.lobby, "_erase_beside", failing)
            assert asked_to_delete(stage, game) == (503, "storage")
        assert stage.organise("GET", "/games").json() == []
        assert sound.exists()

    with staged(tmp_path):
        assert not sound.exists()


def failing(_: str) -> None:
    message = "The disk is read-only."
    raise JournalLost(message)


def test_a_game_that_begins_while_it_is_deleted_goes_on_and_so_do_its_seats(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = stage.arrange()
    game, delete = links["game"]["id"], Lobby.delete

    async def begun_first(lobby: Lobby, game_id: str) -> None:
        task = await lobby.game(game_id)
        await task.attend(Present(here=frozenset({Role.WHITE, Role.BLACK})))
        await delete(lobby, game_id)

    monkeypatch.setattr(Lobby, "delete", begun_first)
    white = stage.seat(links["white"])
    with stage.at(white) as (page,):
        assert asked_to_delete(stage, game) == (409, "still-on")
        assert page.next("bye")["code"] == "ending"

    with stage.at(white) as (page,):
        assert page.move("e2e4", 0)["is_accepted"]
    with stage.page(links["black"]) as black:
        assert black.move("e7e5", 1)["is_accepted"]


def test_a_game_that_a_failing_disk_does_not_delete_keeps_its_seats_and_the_log_tells_why(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    links = stage.arrange()
    game = links["game"]["id"]
    with monkeypatch.context() as patch:
        patch.setattr(SqliteRegister, "delete", lambda _, game: failing(game))
        assert asked_to_delete(stage, game) == (503, "storage")

    assert "The disk is read-only." in caplog.text
    with in_play(stage, links) as (white, _):
        assert white.move("e2e4", 0)["is_accepted"]
