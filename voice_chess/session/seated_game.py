"""One game whose people sit apart: each seat has its own talk, and all of them one writer."""

from collections.abc import Iterable

from voice_chess.arbiter.decide import Ruling
from voice_chess.game.commands import (
    Arrive,
    Command,
    StartClocks,
    StartGame,
)
from voice_chess.game.events import (
    Event,
    GameEnded,
    GameStarted,
    MoveCompleted,
    PositionRestored,
)
from voice_chess.game.state import Arranged
from voice_chess.game.suspense_events import EnvelopeOpened, GameAdjourned
from voice_chess.game.table import Role
from voice_chess.session.chairs import Settled
from voice_chess.session.evidence import AnswerSpoken, Evidence, hushed
from voice_chess.session.keyring import Keyring
from voice_chess.session.ledger import Ledger
from voice_chess.session.live_game import LiveGame
from voice_chess.session.ports import Envelopes, Journal, TimeSource
from voice_chess.session.pressing import PressCustoms
from voice_chess.session.sealing import is_secret
from voice_chess.session.seat import Seat
from voice_chess.session.seat_voice import Sitter
from voice_chess.session.telling import Happening, Output, is_paused


class SeatedGame(LiveGame[Seat]):
    """`SeatsFloor` of those who sit there.

    Used by one thread at a time, which waits while the journal writes. What there is to tell waits
    in order until it is fetched.
    """

    def __init__(
        self,
        game_id: str,
        settled: Settled,
        keyring: Keyring,
        journal: Journal,
        time: TimeSource,
    ) -> None:
        """Go on with a game of the journal, or be ready for a new one. Raises `JournalLost`."""
        self._outputs: list[Output] = []
        customs = PressCustoms(by_program=settled.press == "auto", by_reply=False)
        super().__init__(Ledger(journal, game_id), time, customs, self._outputs.append)
        self.settled = settled
        self.keyring = keyring
        self._opened_ms = time.now_ms()
        self.here: frozenset[Role] = frozenset()
        """Who is at the table, as it was last told."""

    def fetch(self) -> tuple[Output, ...]:
        """What has come out since the last time."""
        outputs = tuple(self._outputs)
        self._outputs.clear()
        return outputs

    def note(self, evidence: Evidence) -> None:
        """Of what is said by and to who writes for an envelope, only that something was."""
        who = evidence.to if isinstance(evidence, AnswerSpoken) else evidence.by
        hides = who is not None and self.is_hiding(Role(who))
        self.ledger.note(hushed(evidence) if hides else evidence)

    def is_hiding(self, role: Role) -> bool:
        """True for who writes for the envelope now."""
        return is_secret(self.game) and role.acts_for_white == self.game.white_to_move

    def seat(self, sitter: Sitter) -> None:
        """Somebody listens from now on; who did already goes on in their new manner."""
        known = self._participants.get(sitter.listener)
        if known is None:
            self._participants[sitter.listener] = Seat(sitter, self)
        else:
            known.sit(sitter)

    def unseat(self, listener: str) -> None:
        self._participants.pop(listener, None)
        self.speaking.discard(listener)

    def seat_of(self, listener: str) -> Seat:
        return self._participants[listener]

    @property
    def envelopes(self) -> Envelopes | None:
        return self.keyring.envelopes

    def ask(self, command: Command) -> Ruling:
        ruling = super().ask(command)
        if isinstance(ruling, tuple):
            self._play_ahead(ruling)
        return ruling

    def _happened(self, happening: Happening) -> None:
        if isinstance(happening.event, GameStarted):
            self.tell_house_rules()
        super()._happened(happening)
        match happening.event:
            case GameAdjourned() | EnvelopeOpened():
                self.keyring.forget()
            case PositionRestored() | GameEnded():
                for seat in self._participants.values():
                    seat.premove.forget()
            case _:
                pass

    def _play_ahead(self, events: tuple[Event, ...]) -> None:
        """The move that was given ahead, the moment the opponent's is complete."""
        pressed_ms = [event.at_ms for event in events if isinstance(event, MoveCompleted)]
        game = self.game
        if not pressed_ms or not game.clock.is_running or game.turn.announcement is not None:
            return
        for seat in self.movers:
            with self.pressing.given_ahead(pressed_ms[-1]):
                seat.premove.play(pressed_ms[-1])

    def recover(self, here: Iterable[Role]) -> None:
        """The game was read again, because more was written than anybody had been told of.

        The clocks have stood since they were last seen running.
        """
        self.go_on()
        self.notice("JournalBack")
        self.came(here)

    def came(self, here: Iterable[Role]) -> None:
        """These are at the table now; a game that waits for its players begins or goes on."""
        now_ms, self.here = self.time.now_ms(), frozenset(here)
        if self._arrears.due_ms is not None:
            return
        for role in (Role.WHITE, Role.BLACK):
            is_known = self.game.attendance.of(white=role is Role.WHITE)
            if role in self.here and not is_known and not self.game.is_over:
                self.ask(Arrive(by=role, at_ms=now_ms))
        if not self.here >= {Role.WHITE, Role.BLACK}:
            return
        phase = self.game.phase
        if isinstance(phase, Arranged) and self.settled.starts == "together":
            self.ask(StartGame(by=Role.ARBITER, at_ms=now_ms))
        elif is_paused(self.game, self.ledger.history):
            self.ask(StartClocks(by=Role.ARBITER, at_ms=now_ms))

    def look(self) -> None:
        """Do what the time brings about: start, press, flag fall, lateness, silence."""
        now_ms = self.time.now_ms()
        if self._arrears.due_ms is not None:
            self.try_again(now_ms)
            return
        start_ms = self._starts_at_ms
        if start_ms is not None and now_ms >= start_ms:
            # Nobody pays for a time in which no program ran.
            self.ask(StartGame(by=Role.ARBITER, at_ms=max(start_ms, self._opened_ms)))
        self._timekeeper.look(now_ms)

    @property
    def next_look_ms(self) -> int | None:
        """When `look` may have something to do; None while time brings about nothing."""
        if self._arrears.due_ms is not None:
            return self._arrears.due_ms
        times = (self._starts_at_ms, self._timekeeper.next_look_ms(self.time.now_ms()))
        return min((time for time in times if time is not None), default=None)

    def _go_on_writing(self) -> None:
        """A game whose players are there goes on."""
        self.came(self.here)

    @property
    def _starts_at_ms(self) -> int | None:
        """Agreed by the clock on the wall, of which our own time knows nothing."""
        start_ms = self.settled.start_at_ms if self.settled.starts == "at" else None
        if start_ms is None or not isinstance(self.game.phase, Arranged):
            return None
        return start_ms - self.time.wall_ms() + self.time.now_ms()
