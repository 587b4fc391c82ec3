"""Nothing can be written for a while: the clocks stand, what needs no disk goes on as before."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

import pytest

from tests.faulty_journal import FaultyJournal
from tests.german import CLOCK, CONTINUE, GERMAN, PRESS, YES, german, minutes, says
from tests.session.stage import OPENING, Stage
from tests.session.table_stage import GAME
from voice_chess.adapters.simulation.memory import MemoryRecord
from voice_chess.adapters.simulation.simulated_time import ScriptedInbox
from voice_chess.game.clocks import ClocksStarted, ClocksStopped
from voice_chess.game.events import Event
from voice_chess.game.evolve import replay
from voice_chess.game.state import Game
from voice_chess.game.table import Occasion
from voice_chess.session.evidence import AnswerSpoken, Evidence
from voice_chess.session.games.game_session import GameSession
from voice_chess.session.listening.inputs import RoomInput, Sound, TimePassed, Typed
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


class Table:
    """A game by keyboard; between two lines something happens to the disk."""

    def __init__(self) -> None:
        self.disk, self.tape = Disk(), Tape()
        self.stage = Stage({"turn": [], "press": "command"}, journal=self.disk, record=self.tape)

    def play(self, *script: str | Callable[[], None] | int) -> GameSession:
        """Lines, things that happen, and pauses in ms."""
        session = self.stage.session()
        session.run(self.stage.table, _Script(self, script))
        return session

    @property
    def game(self) -> Game:
        """As the journal has it."""
        return replay(self.disk.read(GAME))

    @property
    def said(self) -> list[str]:
        return self.stage.speaker.said

    def fills(self) -> None:
        self.disk.is_full = True

    def we_are_wrong(self) -> None:
        self.disk.are_we_wrong = True

    def is_cleared(self) -> None:
        self.disk.is_full = self.tape.is_full = False


class _Script(ScriptedInbox):
    def __init__(self, table: Table, script: Sequence[str | Callable[[], None] | int]) -> None:
        super().__init__((), table.stage.time)
        self._table = table
        self._script = script

    def entries(self) -> Iterator[RoomInput]:
        time = self._table.stage.time
        for step in self._script:
            if callable(step):
                step()
            elif isinstance(step, str):
                yield Typed(text=step, at_ms=time.now_ms())
            else:
                for _ in range(step // 100):
                    time.passed(100)
                    yield TimePassed()


def left_ms(session: GameSession, table: Table) -> tuple[int, int]:
    clock, now_ms = session.game.clock, table.stage.time.now_ms()
    return clock.left_ms(white=True, at_ms=now_ms), clock.left_ms(white=False, at_ms=now_ms)


def test_the_heartbeat_notices_it_while_nobody_does_anything_and_the_clock_stands() -> None:
    table = Table()
    session = table.play(5_000, table.fills, 10 * MINUTE, table.is_cleared, 3_000)

    assert table.said[OPENING:] == [LOST, *BACK]
    assert 15 * MINUTE - left_ms(session, table)[0] < 15_000
    assert not session.game.clock.is_running


def test_an_error_of_ours_meanwhile_lets_no_clock_run() -> None:
    table = Table()
    session = table.play(
        *("e4", PRESS, table.fills, 2_000, table.is_cleared, table.we_are_wrong),
        *(10 * MINUTE, CONTINUE, 100),
    )
    *_, stopped, started = table.disk.read(GAME)

    assert isinstance(stopped, ClocksStopped)
    assert isinstance(started, ClocksStarted)
    assert 15 * MINUTE - left_ms(session, table)[1] < 15_000


def test_what_needs_no_disk_still_answers() -> None:
    table = Table()
    table.play("e4", PRESS, table.fills, 2_000, CLOCK, says("whose-turn"), table.is_cleared, 3_000)

    assert GERMAN.phrase("time", time=minutes(14)) in table.said[table.said.index(LOST) :]
    assert german("whose-turn", "black") in table.said
    assert table.said[-2:] == BACK


def test_a_move_is_not_made_and_the_game_goes_on_once_there_is_room() -> None:
    table = Table()
    session = table.play(
        *("e4", PRESS, table.fills, "e5", PRESS, 6_000, "e5"),
        *(table.is_cleared, 3_000, CONTINUE, "e5", PRESS),
    )
    events = table.disk.read(GAME)

    assert table.said.count(LOST) >= 2
    assert session.game.position.moves == ("e2e4", "e7e5")
    assert session.game == replay(events)
    assert [type(event) for event in events].count(ClocksStopped) == 1


def test_the_time_at_which_the_clocks_stopped_is_written_afterwards() -> None:
    table = Table()
    table.play("e4", PRESS, table.fills, 2_000, 5 * MINUTE, table.is_cleared, 3_000)
    *_, stopped = table.disk.read(GAME)
    lost_at = next(
        seen.at_ms
        for seen in table.stage.seen
        if isinstance(seen, AnswerSpoken) and seen.text == LOST
    )

    assert isinstance(stopped, ClocksStopped)
    assert stopped.at_ms == lost_at


def test_what_was_said_meanwhile_is_evidence_afterwards() -> None:
    table = Table()
    table.play(table.fills, CLOCK, table.is_cleared, 3_000)
    said = [item.text for item in table.disk.evidence(GAME) if isinstance(item, AnswerSpoken)]

    # As it is read a sentence begins with a capital, as it is spoken it needs none.
    assert [text.lower() for text in said] == [text.lower() for text in table.said]


def test_a_game_that_ends_while_nothing_can_be_written_says_so() -> None:
    table = Table()
    with pytest.raises(JournalLost, match="disk is full"):
        table.play("e4", PRESS, table.fills, "e5")

    assert table.said[-1] == LOST
    assert replay(table.disk.read(GAME)).position.moves == ("e2e4",)


def test_sound_that_cannot_be_kept_stops_the_clocks_too() -> None:
    table = Table()
    session = table.stage.session()

    def entries() -> Iterator[RoomInput]:
        for number in range(100):
            table.tape.is_full = 10 <= number < 70
            table.stage.time.passed(100)
            yield Sound(samples=bytes(3_200), ended_ms=table.stage.time.now_ms())

    class Room:
        def entries(self) -> Iterator[RoomInput]:
            return entries()

    session.run(table.stage.table, Room())

    assert table.said[OPENING:] == [LOST, *BACK]
    assert 0 < table.tape.heard_bytes < 100 * 3_200
    assert not session.game.clock.is_running


def test_once_the_game_is_over_no_clock_is_said_to_run_when_there_is_room_again() -> None:
    table = Table()
    among_friends = replace(table.stage.table, occasion=Occasion(has_rematches=True))
    lines = (
        says("resign"),
        YES,
        table.fills,
        says("rematch"),
        3_000,
        table.is_cleared,
        10_000,
        says("rematch"),
    )
    table.stage.session().run(among_friends, _Script(table, lines))

    assert BACK[0] in table.said
    assert BACK[1] not in table.said
    assert table.said[-1] == german("RematchProposed", "white")
