"""Rated events and their signed record: nobody is advised, and what was said and when is kept."""

import csv
import errno
import io
import json
import os
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from httpx2 import Response

from tests.review.games import SCHOLARS_MATE
from tests.stage.play import FOOLS_MATE
from tests.web.events.event_stage import EventStage, made
from tests.web.stage import Stage, staged
from voice_chess.cli.command_line import main
from voice_chess.game.table import Role
from voice_chess.records import pgn
from voice_chess.session.ports import RecordedMove

pytestmark = pytest.mark.usefixtures("engines")

COMPUTER = {"language": "en", "colour": "white"}


def begun(stage: Stage, **terms: object) -> EventStage:
    event = made(stage, "Anna", "Bert", **{"system": "match", "rated": True} | terms)
    start(event)
    return event


def start(event: EventStage) -> None:
    event.done("/pairing")
    event.done("/start")


def game_of(event: EventStage) -> str:
    return str(event.state()["rounds"][-1]["boards"][0]["game"])


def asked_for_advice(stage: Stage) -> dict[str, Response]:
    """By somebody who came along with a game, and by somebody who wants to play the computer."""
    brought = stage.client.post("/import", json={"pgn": SCHOLARS_MATE}).json()["path"]
    return {
        "page": stage.client.get(f"{brought}/game"),
        "analysis": stage.client.post(f"{brought}/analysis"),
        "computer": stage.client.post("/computer", json=COMPUTER),
    }


@pytest.mark.parametrize("is_rated", [True, False])
def test_while_a_rated_round_is_on_nobody_is_advised(stage: Stage, *, is_rated: bool) -> None:
    event = begun(stage, rated=is_rated)
    with event.board(1, 2) as (one, _):
        one.event("game-started")
        found = asked_for_advice(stage)

    codes = {name: answer.json().get("code") for name, answer in found.items()}
    assert codes == dict.fromkeys(found, "rated-round" if is_rated else None)


def test_before_and_after_the_round_the_engine_is_there_again(stage: Stage) -> None:
    event = begun(stage)
    before = asked_for_advice(stage)
    event.play(1, 2, white_wins=False)
    after = asked_for_advice(stage)

    for answer in (*before.values(), *after.values()):
        assert answer.status_code < 300, answer.text


def test_nobody_looks_at_their_last_round_while_they_play_the_next(stage: Stage) -> None:
    """In any event: each round has seats of its own, so seats alone don't tell who plays."""
    event = begun(stage, rated=False)
    game = game_of(event)
    path, headers = event.place(event.links[1])
    entered = stage.client.post(f"{path}/board", headers=headers)
    stage.client.cookies.clear()
    seat = entered.json()["path"], {"cookie": entered.headers["set-cookie"].partition(";")[0]}
    event.play(1, 2, white_wins=False)

    def looked() -> Response:
        return stage.client.get(f"{seat[0]}/games/{game}/review/game", headers=seat[1])

    assert looked().status_code == 200
    start(event)
    with event.board(2, 1) as (one, _):
        one.event("game-started")
        assert looked().json()["code"] == "in-play"


def test_rated_games_have_no_takebacks_and_keep_their_sound(stage: Stage) -> None:
    event = begun(stage)
    with event.at_board(event.links[1]) as page:
        (game,) = page.came[-1]["games"]

    assert game["customs"]["keeps_sound"] is True
    assert game["customs"]["takebacks"] is False


def test_players_are_told_that_their_sound_is_kept(stage: Stage) -> None:
    event = begun(stage)
    path, headers = event.place(event.links[1])

    page = stage.client.get(path, headers=headers)

    assert "the sound of every announcement is stored for the arbiter" in page.text


def test_an_event_stays_rated_once_it_has_begun(stage: Stage) -> None:
    event = begun(stage)
    terms = event.state()["terms"]

    told = event.refused("/terms", {**terms, "rated": False})

    assert told == "The event has begun, so this can no longer be changed."
    assert event.done("/terms", {**terms, "name": "Autumn Open"})["terms"]["rated"] is True


def recorded(stage: Stage, event: EventStage) -> Path:
    """The file that the organiser takes home, of one game with one announcement."""
    sound = stage.hall.outfit.sounds.record(game_of(event), Role.WHITE)
    sound.hear(b"\1\0" * 16_000)
    sound.keep(RecordedMove(ply=1, uci="f2f3", san="f3", started_ms=100, ended_ms=600, wall_ms=0))
    event.play(1, 2, white_wins=False)
    answer = stage.organise("GET", f"/events/{event.event}/record.zip")
    assert answer.headers["content-type"] == "application/zip"
    path = stage.data / "record.zip"
    path.write_bytes(answer.content)
    return path


def test_the_record_holds_games_times_and_sounds(stage: Stage) -> None:
    event = begun(stage)
    with zipfile.ZipFile(recorded(stage, event)) as archive:
        folder = "round-01/board-001"
        sheet = pgn.read(archive.read(f"{folder}/game.pgn").decode())
        times = list(csv.DictReader(io.StringIO(archive.read(f"{folder}/times.csv").decode())))
        sound = archive.read(f"{folder}/sounds/001w-f3.wav")
        state = json.loads(archive.read("event.json"))
        report = archive.read("report.trf").decode()

    assert sheet.moves == FOOLS_MATE
    assert [time["move"] for time in times] == ["f3", "e5", "g4", "Qh4#"]
    assert all(int(time["left_ms"]) > 900_000 for time in times)
    assert sound.startswith(b"RIFF")
    assert state["rounds"][0]["boards"][0]["result"] == "0-1"
    assert report.startswith("012 Spring Open")


def test_the_record_is_checked_with_the_key_of_the_server(
    stage: Stage, capsys: pytest.CaptureFixture[str]
) -> None:
    path = recorded(stage, begun(stage))
    key = stage.data / "key.pem"
    key.write_bytes(stage.client.get("/events/key.pem").content)

    assert main(["event", "check", str(path), "--key", str(key)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("record.zip is as it was signed: Spring Open, made 20")
    assert told[0].endswith("; games: 1, sounds: 1.")

    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("round-01/board-001/sounds/002b-e5.wav", b"RIFF")
    assert main(["event", "check", str(path), "--key", str(key)]) == 2
    assert capsys.readouterr().err == (
        "voice-chess: record.zip: round-01/board-001/sounds/002b-e5.wav was added: "
        "it is not in the manifest.\n"
    )


def test_a_key_that_is_none_is_told(stage: Stage, capsys: pytest.CaptureFixture[str]) -> None:
    path = recorded(stage, begun(stage))

    assert main(["event", "check", str(path), "--key", str(path)]) == 2
    assert "holds no public key" in capsys.readouterr().err


def test_the_key_stays_the_same_after_a_restart(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        with staged(tmp_path) as stage:
            keys.append(stage.client.get("/events/key.pem").content)

    assert keys[0] == keys[1]
    assert b"PRIVATE" not in keys[0]


def test_arbiters_have_the_record_and_players_do_not(stage: Stage) -> None:
    event = begun(stage)
    answers = []
    for link in (event.arbiter, event.links[1]):
        path, headers = event.place(link)
        answers.append(stage.client.get(f"{path}/event/record.zip", headers=headers).status_code)

    assert answers == [200, 403]


def test_no_copy_of_the_record_stays_on_the_server(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "temporary"
    kept.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(kept))
    recorded(stage, begun(stage))

    assert list(kept.iterdir()) == []


@pytest.mark.parametrize("part", ["bytes=0-99", "bytes=99999999-", "bytes=one-two", "lines=1-2"])
def test_who_asks_for_a_part_gets_the_whole_record_and_no_copy_stays(
    part: str, stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is made anew each time, so a part of another one would not fit."""
    kept = tmp_path / "temporary"
    kept.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(kept))
    path, headers = (event := begun(stage)).place(event.arbiter)
    answer = stage.client.get(f"{path}/event/record.zip", headers={**headers, "range": part})

    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert "event.json" in archive.namelist()
    assert answer.status_code == 200
    assert list(kept.iterdir()) == []


def test_a_full_disk_is_told_and_leaves_nothing(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = begun(stage)
    kept = tmp_path / "temporary"
    kept.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(kept))

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(stage.hall.outfit.seal, "write", full)
    answer = stage.organise("GET", f"/events/{event.event}/record.zip")

    assert (answer.status_code, answer.json()["code"]) == (503, "storage")
    assert list(kept.iterdir()) == []


def test_a_game_that_is_damaged_keeps_no_other_from_the_record(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        event = made(stage, "Anna", "Bert", "Cleo", "Dora")
        start(event)
        boards = event.state()["rounds"][0]["boards"]
        for board in boards:
            event.play(board["white"], board["black"], white_wins=False)
        assert stage.client.portal is not None
        for _ in range(3):
            stage.client.portal.call(stage.hall.games_over.look)
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as journal, journal:
        journal.execute(
            "UPDATE event SET body = replace(body, 'e7e5', 'e7e6') WHERE game = ?",
            (boards[0]["game"],),
        )

    with staged(tmp_path) as stage:
        answer = stage.organise("GET", f"/events/{event.event}/record.zip")

    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = set(archive.namelist())
    assert "round-01/board-001/damaged.txt" in names
    assert "round-01/board-001/game.pgn" not in names
    assert "round-01/board-002/game.pgn" in names
