"""A game that is live, at a table as at seats apart, and its only writer.

Whatever is asked of it is decided, written, and then put out: everybody who subscribes gets it at
once, in order. Those who take part follow with their boards. What time brings about is looked at
here, and while the journal can't be written the clocks stand.

Around one table there is one participant, with whom everybody there is talked with; apart, each
seat is one.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, Protocol, TypeAlias, TypeVar

from voice_chess.arbiter.decide import Ruling
from voice_chess.game.commands import Command, PassTime, StopClocks
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.arrears import Arrears
from voice_chess.session.house_rules import house_rules
from voice_chess.session.ledger import Ledger
from voice_chess.session.patient_record import PatientRecord
from voice_chess.session.ports import TimeSource
from voice_chess.session.pressing import PressCustoms, Pressing
from voice_chess.session.settling import Settling
from voice_chess.session.telling import Happening, Noticed, Output
from voice_chess.session.timekeeper import Timekeeper, Told
from voice_chess.speech.sentence import phrase
from voice_chess.tactile.peg_board import PegBoard

Subscriber: TypeAlias = Callable[[Output], None]


class Boards(Protocol):
    """The boards before a participant: they follow the game, and are put right."""

    def before(self, command: Command) -> None:
        """What the game is about to be asked for."""

    def follow(self, happened: Sequence[Happening], command: Command) -> None:
        """What came of this command."""

    @property
    def leads_step_by_step(self) -> bool: ...

    @property
    def is_leading(self) -> bool: ...

    def correct(self, board: PegBoard, *, white: bool) -> None: ...

    def leads(self, *, white: bool) -> bool: ...


class Participant(Told, Protocol):
    """Whom the game talks with, and whose boards follow it."""

    @property
    def boards(self) -> Boards: ...

    @property
    def role(self) -> Role | None:
        """What is for that role alone is told here; None where nobody is told anything apart."""

    def heard_until_ms(self, told: Happening | None, since_ms: int, /) -> int:
        """When they have heard this to its end, which has been told since then."""


SomeParticipant = TypeVar("SomeParticipant", bound=Participant)


class LiveGame(ABC, Generic[SomeParticipant]):
    """`Floor` of every talk at it, `Timed`, and `Place` where boards are settled."""

    def __init__(
        self, ledger: Ledger, time: TimeSource, customs: PressCustoms, *subscribers: Subscriber
    ) -> None:
        self.ledger = ledger
        self.time = time
        self.settling = Settling(self)
        self.speaking: set[str] = set()
        """Participants who are saying something at this moment."""
        self._subscribers = subscribers
        self._participants: dict[str, SomeParticipant] = {}
        self._arrears = Arrears(ledger, self.notice)
        self.pressing = Pressing(self, customs)
        self._timekeeper = Timekeeper(self)

    @property
    def game(self) -> Game:
        return self.ledger.game

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.ledger.history)

    def happenings(self, *, after: int) -> tuple[Happening, ...]:
        return tuple(self.ledger.history[after:])

    def last_told(self, *, after: int) -> Happening | None:
        """The last event with a number above that, of those that are told."""
        return next(
            (found for found in reversed(self.ledger.history[after:]) if found.is_told), None
        )

    def tell(self, output: Output) -> None:
        for subscriber in self._subscribers:
            subscriber(output)

    def notice(self, name: str) -> None:
        """Tell everybody this phrase."""
        self.tell(Noticed(make=lambda language: phrase(name, language)))

    def ask(self, command: Command) -> Ruling:
        """Decide, write, and tell everybody what happened. Raises `JournalLost`, `Conflict`."""
        self._arrears.check()
        first = self.seq
        ruling = self.ledger.ask(command, self.pressing.behind)
        if isinstance(ruling, tuple):
            happened = self.happenings(after=first)
            for happening in happened:
                self._happened(happening)
            for participant in tuple(self._participants.values()):
                participant.boards.follow(happened, command)
        return ruling

    def _happened(self, happening: Happening) -> None:
        """It is written by now."""
        self.pressing.happened(happening)
        self.tell(happening)

    def end_turn(self, at_ms: int) -> None:
        """Replying to an announced move implies its press, where that is the custom."""
        self.pressing.replied(at_ms)

    def tell_house_rules(self) -> None:
        """They go before the game."""
        for make in house_rules(self.game):
            self.tell(Noticed(make=make))

    def go_on(self) -> None:
        """After the program was gone: the clocks have stood since it was last seen running.

        Raises `JournalLost`, `Conflict`.
        """
        self.stop_the_clocks(self.ledger.last_seen_ms)

    def wake(self) -> None:
        """The same after the machine has slept, which is told; a word lets the clocks run again."""
        self.go_on()
        self.notice("MachineSlept")

    def stop_the_clocks(self, at_ms: int) -> None:
        """Whoever calls tells why. Raises `JournalLost`, `Conflict`."""
        if self.game.is_in_play and self.game.clock.is_running:
            first = self.seq
            self.ledger.ask(StopClocks(by=Role.ARBITER, at_ms=at_ms, why="irregularity"))
            self._tell_silently(after=first)

    def try_again(self, now_ms: int) -> None:
        """Write what is owed, where that is due; once there is room, that is told."""
        first = self.seq
        if self._arrears.are_settled(now_ms):
            self._tell_silently(after=first)
            self.notice("JournalBack")
            self._go_on_writing()

    def _tell_silently(self, *, after: int) -> None:
        for happening in self.happenings(after=after):
            self.tell(replace(happening, is_silent=True))

    @abstractmethod
    def _go_on_writing(self) -> None:
        """Nothing is owed any more; the clocks still stand."""

    def present(self, role: Role) -> Sequence[SomeParticipant]:
        """Those who are there for that role."""
        return [one for one in self._participants.values() if one.role in (None, role)]

    @property
    def waiting(self) -> Sequence[SomeParticipant]:
        """Who may be waited for: nobody who speaks at this moment."""
        return [one for name, one in self._participants.items() if name not in self.speaking]

    @property
    def movers(self) -> Sequence[SomeParticipant]:
        """Those on move who listen."""
        return self.present(self.ledger.game.mover)

    @property
    def is_mover_speaking(self) -> bool:
        if not self.speaking:
            return False
        movers = self.movers
        return any(self._participants.get(name) in movers for name in self.speaking)

    def pass_time(self, at_ms: int) -> None:
        """Let the game see how late it is. Raises `JournalLost`, `Conflict`."""
        self.ask(PassTime(by=Role.ARBITER, at_ms=at_ms))

    def halt(self, sound: PatientRecord | None = None) -> None:
        """The journal or this sound can't be written: the clocks stand; all are told, once."""
        self._arrears.begin(self.time.now_ms(), sound)

    def correct(self, board: PegBoard, *, white: bool) -> None:
        """Lead the hands of that player from this board to that of the game."""
        for participant in self.present(Role.player(white=white)):
            participant.boards.correct(board, white=white)

    def leads(self, *, white: bool) -> bool:
        """The hands of that player are being led at this moment."""
        return any(one.boards.leads(white=white) for one in self.present(Role.player(white=white)))

    @property
    def leads_step_by_step(self) -> bool:
        """The program knows when a board has been put right."""
        return any(one.boards.leads_step_by_step for one in self._participants.values())

    @property
    def is_leading(self) -> bool:
        """Hands are being led at this moment."""
        return any(one.boards.is_leading for one in self._participants.values())
