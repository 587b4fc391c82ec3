"""Nothing can be written for a while: the clocks stand, what needs no disk goes on as before."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import pytest

from tests.faulty_journal import FaultyJournal
from tests.german import CLOCK, CONTINUE, GERMAN, PRESS, YES, german, minutes, says
from tests.stage.around_table import AroundTable
from tests.stage.scripted_game import GAME
from tests.stage.usual import BLIND, OPENING
from voice_chess.adapters.simulation.memory_sound import MemoryRecord
from voice_chess.game.clocks import ClocksStarted, ClocksStopped
from voice_chess.game.events import Event
from voice_chess.game.evolve import replay
from voice_chess.game.table import Occasion
from voice_chess.session.evidence import AnswerSpoken, Evidence
from voice_chess.session.games.game_session import GameSession
from voice_chess.session.listening.inputs import Sound
from voice_chess.session.ports import JournalLost

LOST = german("JournalLost")
BACK = [german("JournalBack"), german("resumed:wait", command=CONTINUE)]
MINUTE = 60_000


@dataclass
class Disk(FaultyJournal):
    """A journal on a disk that may be full."""

    is_full: bool = False
    are_we_wrong: bool = False

    def before(self, events: Sequence[Event], after: int) -> None:
        self._need_room()

    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        self._need_room()
        super().note(game_id, evidence)

    def beat(self, game_ids: Collection[str], at_ms: int) -> None:
        self._need_room()
        super().beat(game_ids, at_ms)

    def _need_room(self) -> None:
        if self.are_we_wrong:
            self.are_we_wrong = False
            raise ZeroDivisionError
        if self.is_full:
            message = "The journal can't be used (disk is full)."
            raise JournalLost(message)


@dataclass
class Tape(MemoryRecord):
    """A sound record on such a disk."""

    is_full: bool = False

    def hear(self, samples: bytes) -> None:
        if self.is_full:
            raise JournalLost
        super().hear(samples)


@dataclass
class OnDisk(AroundTable):
    """A table whose records lie on one; pauses are told."""

    journal: Disk = field(default_factory=Disk)
    record: Tape = field(default_factory=Tape)
    pause_ms: int = 0

    def fills(self) -> None:
        self.journal.is_full = True

    def we_are_wrong(self) -> None:
        self.journal.are_we_wrong = True

    def is_cleared(self) -> None:
        self.journal.is_full = self.record.is_full = False


def left_ms(session: GameSession, table: OnDisk) -> tuple[int, int]:
    clock, now_ms = session.game.clock, table.time.now_ms()
    return clock.left_ms(white=True, at_ms=now_ms), clock.left_ms(white=False, at_ms=now_ms)


def test_the_heartbeat_notices_it_while_nobody_does_anything_and_the_clock_stands() -> None:
    table = OnDisk()
    session = table.play(5_000, table.fills, 10 * MINUTE, table.is_cleared, 3_000)

    assert table.said[OPENING:] == [LOST, *BACK]
    assert 15 * MINUTE - left_ms(session, table)[0] < 15_000
    assert not session.game.clock.is_running


def test_an_error_of_ours_meanwhile_lets_no_clock_run() -> None:
    table = OnDisk()
    session = table.play(
        *("e4", PRESS, table.fills, 2_000, table.is_cleared, table.we_are_wrong),
        *(10 * MINUTE, CONTINUE, 100),
    )
    *_, stopped, started = table.journal.read(GAME)

    assert isinstance(stopped, ClocksStopped)
    assert isinstance(started, ClocksStarted)
    assert 15 * MINUTE - left_ms(session, table)[1] < 15_000


def test_what_needs_no_disk_still_answers() -> None:
    table = OnDisk()
    table.play("e4", PRESS, table.fills, 2_000, CLOCK, says("whose-turn"), table.is_cleared, 3_000)

    said = table.speaker.said
    assert GERMAN.phrase("time", time=minutes(14)) in said[said.index(LOST) :]
    assert german("whose-turn", "black") in said
    assert said[-2:] == BACK


def test_a_move_is_not_made_and_the_game_goes_on_once_there_is_room() -> None:
    table = OnDisk()
    session = table.play(
        *("e4", PRESS, table.fills, "e5", PRESS, 6_000, "e5"),
        *(table.is_cleared, 3_000, CONTINUE, "e5", PRESS),
    )
    events = table.journal.read(GAME)

    assert table.said.count(LOST) >= 2
    assert session.game.position.moves == ("e2e4", "e7e5")
    assert session.game == replay(events)
    assert [type(event) for event in events].count(ClocksStopped) == 1


def test_the_time_at_which_the_clocks_stopped_is_written_afterwards() -> None:
    table = OnDisk()
    table.play("e4", PRESS, table.fills, 2_000, 5 * MINUTE, table.is_cleared, 3_000)
    *_, stopped = table.journal.read(GAME)
    lost_at = next(
        seen.at_ms for seen in table.seen if isinstance(seen, AnswerSpoken) and seen.text == LOST
    )

    assert isinstance(stopped, ClocksStopped)
    assert stopped.at_ms == lost_at


def test_what_was_said_meanwhile_is_evidence_afterwards() -> None:
    table = OnDisk()
    table.play(table.fills, CLOCK, table.is_cleared, 3_000)
    said = [item.text for item in table.journal.evidence(GAME) if isinstance(item, AnswerSpoken)]

    # As it is read a sentence begins with a capital, as it is spoken it needs none.
    assert [text.lower() for text in said] == [text.lower() for text in table.speaker.said]


def test_a_game_that_ends_while_nothing_can_be_written_says_so() -> None:
    table = OnDisk()
    with pytest.raises(JournalLost, match="disk is full"):
        table.play("e4", PRESS, table.fills, "e5")

    assert table.said[-1] == LOST
    assert table.game.position.moves == ("e2e4",)


def test_sound_that_cannot_be_kept_stops_the_clocks_too() -> None:
    table = OnDisk()
    silence = Sound(samples=bytes(3_200), ended_ms=0)

    def is_full() -> None:
        table.record.is_full = True

    table.play(*[silence] * 10, is_full, *[silence] * 60, table.is_cleared, *[silence] * 30)

    assert table.said[OPENING:] == [LOST, *BACK]
    assert 0 < table.record.heard_bytes < 100 * 3_200
    assert not table.game.clock.is_running


def test_once_the_game_is_over_no_clock_is_said_to_run_when_there_is_room_again() -> None:
    table = OnDisk(replace(BLIND, occasion=Occasion(has_rematches=True)))
    table.play(
        *(says("resign"), YES, table.fills, says("rematch"), 3_000),
        *(table.is_cleared, 10_000, says("rematch")),
    )

    assert BACK[0] in table.said
    assert BACK[1] not in table.said
    assert table.said[-1] == german("RematchProposed", "white")
