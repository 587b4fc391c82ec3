"""The server's disk is full: the clocks stand, every seat is told, and play goes on with room."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.german import MINUTES, by_ear, german
from tests.small_disk import filled, made_read_only, small_disk
from tests.stage.page import UTTERANCE, Page
from tests.stage.ports import ScriptedEars
from tests.web.stage import Stage, staged
from voice_chess.session.games import arrears

LOST = german("JournalLost")
BACK = german("JournalBack")


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """A server whose data lies on a disk of two megabytes."""
    monkeypatch.setattr(arrears, "RETRY_MS", 200)
    with small_disk(tmp_path / "disk", megabytes=2) as disk, staged(disk) as stage:
        yield stage


@pytest.fixture
def deaf_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """A server whose journal has all the room it needs, and whose games' folders have little."""
    monkeypatch.setattr(arrears, "RETRY_MS", 200)
    (tmp_path / "data").mkdir()
    ears = ScriptedEars([by_ear("e4")] * 2)
    with small_disk(tmp_path / "data" / "games"), staged(tmp_path / "data", ears) as stage:
        yield stage


def told(page: Page, text: str) -> None:
    page.until(lambda message: message.get("text") == text)


def shown_standing(page: Page) -> int:
    """White's time, as the page shows it once no clock runs."""
    found = page.until(lambda m: m["type"] == "game" and m["game"]["clock"]["runs"] is None)
    return int(found["game"]["clock"]["white_ms"])


def test_every_seat_is_told_and_sees_the_clocks_stand_though_nobody_does_anything(
    stage: Stage,
) -> None:
    links = stage.arrange(arbiter="new", customs={"press": "command"})
    with stage.seats(links) as seats:
        seats[0].event("game-started")
        filled(stage.data)
        for page in seats:
            told(page, LOST)
            assert shown_standing(page) > 890_000


def test_a_clock_is_told_a_move_is_not_made_and_all_goes_on_when_there_is_room(
    stage: Stage,
) -> None:
    links = stage.arrange(arbiter="new", customs={"press": "command"})
    with stage.seats(links) as (white, black, arbiter):
        assert white.press_after("e2e4", 0)["is_accepted"]
        ballast = filled(stage.data)
        told(black, LOST)
        refused = black.press_after("e7e5", 1)
        clock = black.ask(type="ask", name="clock")
        unwell = stage.client.get("/health")
        ballast.unlink()
        for page in (white, black, arbiter):
            told(page, BACK)
            page.event("clocks-started")
        made = black.press_after("e7e5", 1)
        well = stage.client.get("/health")
        numbers = [m["seq"] for m in black.came if m["type"] == "happened"]

    assert (refused["type"], refused["code"]) == ("problem", "storage")
    assert (unwell.status_code, unwell.json()["code"]) == (503, "storage")
    assert unwell.json()["detail"] == "games of which nothing can be written: 1"
    assert well.status_code == 200
    assert clock["is_accepted"]
    assert any(MINUTES in text for text in black.texts())
    assert made["is_accepted"]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_server_without_games_is_unwell_while_its_disk_is_full(stage: Stage) -> None:
    """Nothing is written to find that out, which would be at every probe."""
    ballast = filled(stage.data)
    full = stage.client.get("/health")
    ballast.unlink()
    before = written(stage.data)
    roomy = stage.client.get("/health")

    assert (full.status_code, full.json()["code"]) == (503, "storage")
    assert roomy.json() == {"games": 0, "damaged": 0}
    assert written(stage.data) == before


def test_a_server_without_games_is_unwell_while_its_disk_can_only_be_read(stage: Stage) -> None:
    made_read_only(stage.data)

    unwell = stage.client.get("/health")

    assert (unwell.status_code, unwell.json()["code"]) == (503, "storage")


def written(folder: Path) -> dict[Path, int]:
    """Return when each file was written last."""
    return {file: file.stat().st_mtime_ns for file in folder.rglob("*")}


@pytest.mark.parametrize("is_open", [True, False], ids=["while it is open", "before it is opened"])
def test_sound_that_finds_no_room_halts_the_clocks_and_the_microphone_goes_on(
    deaf_disk: Stage, *, is_open: bool
) -> None:
    links = deaf_disk.arrange(arbiter="new", customs={"keeps_sound": True})
    with deaf_disk.seats(links) as (white, black, arbiter):
        white.event("game-started")
        if is_open:
            white.open_microphone()
            white.speak(UTTERANCE[-1:])
            white.ask(type="ask", name="whose-turn")
        ballast = filled(deaf_disk.data / "games")
        if not is_open:
            white.open_microphone()
        white.speak()
        for page in (white, black, arbiter):
            told(page, LOST)
            assert shown_standing(page) > 890_000
        problem = white.until(lambda m: m["type"] == "problem")
        ballast.unlink()
        for page in (white, black, arbiter):
            told(page, BACK)
            page.event("clocks-started")
        white.speak()
        made = black.event("move-announced")
        states = {m["state"] for m in white.came if m["type"] == "hearing"}
        path, headers = deaf_disk.seat(links["white"])
        sound = deaf_disk.client.get(
            f"{path}/games/{links['game']['id']}/records/sound/1.wav", headers=headers
        )

    assert problem["code"] == "storage"
    assert made["move"]["uci"] == "e2e4"
    assert not states & {"deaf", "off"}
    assert len(sound.content) > len(UTTERANCE[0])
