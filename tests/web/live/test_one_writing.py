"""A move on the board is announced and pressed in one writing, and both are told only then."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.faulty_journal import FaultyJournal
from tests.web.stage import Stage, staged_on
from voice_chess.game.draws import DrawOffered
from voice_chess.game.events import Event
from voice_chess.game.moves import MoveAnnounced, MoveCompleted, MoveExecuted
from voice_chess.session.games import arrears
from voice_chess.session.ports import JournalLost


@dataclass
class CountingJournal(FaultyJournal):
    """Knows what was written together; while it `is_full`, nothing is."""

    writings: list[list[type[Event]]] = field(default_factory=list)
    is_full: bool = False

    def before(self, events: Sequence[Event], after: int) -> None:
        if self.is_full:
            raise JournalLost
        self.writings.append([type(event) for event in events])


@pytest.fixture
def journal() -> CountingJournal:
    return CountingJournal()


@pytest.fixture
def stage(journal: CountingJournal, tmp_path: Path) -> Iterator[Stage]:
    with staged_on(journal, tmp_path) as stage:
        yield stage


def test_a_move_on_the_board_is_written_once(stage: Stage, journal: CountingJournal) -> None:
    links = stage.arrange(arbiter="new")
    with stage.seats(links) as (white, black, _):
        white.event("game-started")
        journal.writings.clear()
        assert white.move("e2e4", 0)["is_accepted"]
        assert black.move("e7e5", 1)["is_accepted"]
        told = [m["name"] for m in white.came if m["type"] == "happened"]

    assert journal.writings[:2] == [[MoveAnnounced, MoveCompleted]] * 2
    assert told.index("move-announced") < told.index("move-completed")


def test_a_move_that_waits_to_be_corrected_is_pressed_by_itself(
    stage: Stage, journal: CountingJournal
) -> None:
    links = stage.arrange(arbiter="new")
    with stage.seats(links) as (white, black, _):
        white.event("game-started")
        white.tell("prefer", correction_ms=200)
        white.next("seat")
        journal.writings.clear()
        assert white.move("e2e4", 0)["is_accepted"]
        black.event("move-completed")

    assert journal.writings[:2] == [[MoveAnnounced], [MoveCompleted]]


def test_hands_that_are_reported_come_between(stage: Stage, journal: CountingJournal) -> None:
    links = stage.arrange(arbiter="new", customs={"execution": "reported"})
    with stage.seats(links) as (white, _, _arbiter):
        white.event("game-started")
        journal.writings.clear()
        assert white.move("e2e4", 0)["is_accepted"]

    assert journal.writings[:3] == [[MoveAnnounced], [MoveExecuted], [MoveCompleted]]


def test_a_written_line_may_offer_a_draw_between(stage: Stage, journal: CountingJournal) -> None:
    links = stage.arrange(arbiter="new")
    with stage.seats(links) as (white, black, _):
        white.event("game-started")
        journal.writings.clear()
        assert white.ask(type="line", text="e4 (=)")["is_accepted"]
        offered = black.until(lambda m: m["type"] == "game" and m["game"]["state"]["offer_by"])

    assert offered["game"]["state"]["offer_by"] == "white"
    assert journal.writings[0] == [MoveAnnounced, DrawOffered]


def test_neither_has_happened_where_they_cannot_be_written(
    stage: Stage, journal: CountingJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrears, "RETRY_MS", 200)
    links = stage.arrange(arbiter="new")
    with stage.seats(links) as (white, black, _):
        white.event("game-started")
        journal.is_full = True
        refused = white.move("e2e4", 0)
        journal.is_full = False
        black.event("clocks-started")
        told = [m.get("name") for m in black.came]
        made = white.move("e2e4", 0)

    assert (refused["type"], refused["code"]) == ("problem", "storage")
    assert "move-announced" not in told
    assert made["is_accepted"]
