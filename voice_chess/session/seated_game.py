"""One game whose people sit apart: each seat has its own talk, and all of them one writer."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from voice_chess.arbiter.decide import Ruling
from voice_chess.game.commands import (
    Arrive,
    Command,
    PressClock,
    StartClocks,
    StartGame,
    StopClocks,
)
from voice_chess.game.events import (
    Event,
    GameEnded,
    GameStarted,
    MoveAnnounced,
    MoveCompleted,
    MoveExecuted,
    PositionRestored,
    SlipCorrected,
)
from voice_chess.game.state import Arranged, Game, InPlay
from voice_chess.game.suspense_events import EnvelopeOpened, GameAdjourned
from voice_chess.game.table import Role
from voice_chess.session.chairs import Settled
from voice_chess.session.evidence import AnswerSpoken, Evidence, hushed
from voice_chess.session.keyring import Keyring
from voice_chess.session.ledger import Ledger
from voice_chess.session.live_game import LiveGame
from voice_chess.session.ports import Envelopes, Journal, TimeSource
from voice_chess.session.sealing import is_secret
from voice_chess.session.seat import Seat
from voice_chess.session.seat_voice import MS_A_LETTER, Sitter
from voice_chess.session.telling import Happening, Output, is_paused
from voice_chess.speech.dialogue import Cue

_PRESSED_AGAIN_MS = 5_000


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
        super().__init__(Ledger(journal, game_id), time, self._outputs.append)
        self.settled = settled
        self.keyring = keyring
        self._correctable_until_ms = 0
        self._presses_at_once = False
        self._opened_ms = time.now_ms()
        self._here: frozenset[Role] = frozenset()

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
            case MoveAnnounced() | SlipCorrected():
                self._wait_to_press(happening)
            case MoveExecuted():
                self._wait_to_press(None)
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
            with self.pressing_at_once():
                seat.premove.play(pressed_ms[-1])
            if self.game.turn.announcement is not None:
                self.press_soon(0, pressed_ms[-1])

    @contextmanager
    def pressing_at_once(self) -> Iterator[None]:
        """What is announced meanwhile is pressed in the same breath, where the program presses.

        Both are written together; whatever must be done between the two takes two writings.
        """
        before, self._presses_at_once = self._presses_at_once, True
        try:
            yield
        finally:
            self._presses_at_once = before

    def _behind(self, after: Game, /) -> PressClock | None:
        """The press behind an announcement of the mover's own, in the game as that leaves it."""
        said, known = after.turn.announcement, self.game.turn.announcement
        is_new = said is not None and said != known and said.told_by is None
        is_whole = after.table.customs.execution == "assumed"
        if said is None or not (is_new and is_whole and self.presses and self._presses_at_once):
            return None
        return PressClock(by=after.mover, at_ms=said.at_ms)

    def press_soon(self, after_ms: int, at_ms: int) -> None:
        """A move that nobody can have misheard is pressed after this, where the program presses."""
        if not self.presses:
            return
        if after_ms:
            self._correctable_until_ms = at_ms + after_ms
        else:
            self.press(at_ms)

    def end_turn(self, at_ms: int) -> None:
        """Who answers a move has let its clock be pressed, where the program presses."""
        if self.presses and self.game.turn.announcement is not None:
            self.press(at_ms)

    def go_on(self) -> None:
        """After the program was gone: the clocks have stood since it was last seen running."""
        if isinstance(self.game.phase, InPlay) and self.game.clock.is_running:
            at_ms = self.ledger.last_seen_ms
            self.ask(StopClocks(by=Role.ARBITER, at_ms=at_ms, why="irregularity"))

    def wake(self) -> None:
        """The same after the machine has slept, which is told; a word lets the clocks run again."""
        self.go_on()
        self.notice("MachineSlept")

    def recover(self, here: Iterable[Role]) -> None:
        """The game was read again, because more was written than anybody had been told of.

        The clocks have stood since they were last seen running.
        """
        self.go_on()
        self.notice("JournalBack")
        self.came(here)

    @property
    def here(self) -> frozenset[Role]:
        """Who is at the table, as it was last told."""
        return self._here

    def came(self, here: Iterable[Role]) -> None:
        """These are at the table now; a game that waits for its players begins or goes on."""
        now_ms, self._here = self.time.now_ms(), frozenset(here)
        if self._arrears.due_ms is not None:
            return
        for role in (Role.WHITE, Role.BLACK):
            is_known = self.game.attendance.of(white=role is Role.WHITE)
            if role in self._here and not is_known and not self.game.is_over:
                self.ask(Arrive(by=role, at_ms=now_ms))
        if not self._here >= {Role.WHITE, Role.BLACK}:
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
            self._try_again(now_ms)
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

    def _try_again(self, now_ms: int) -> None:
        """Once there is room, a game whose players are there goes on."""
        first = self.seq
        if not self._arrears.are_settled(now_ms):
            return
        for happening in self.happenings(after=first):
            self.tell(happening)
        self.notice("JournalBack")
        self.came(self._here)

    def _wait_to_press(self, told: Happening | None) -> None:
        """An announcement can be corrected until a while after it was read back."""
        self._correctable_until_ms = self.time.now_ms()
        for seat in self.movers[:1]:
            self._correctable_until_ms += seat.house.grace_ms
            if told is not None:
                spoken = told.told(seat.manner.language, seat.manner.style).text
                self._correctable_until_ms += MS_A_LETTER * len(spoken)

    @property
    def correctable_until_ms(self) -> int:
        return self._correctable_until_ms

    @property
    def presses(self) -> bool:
        return self.settled.press == "auto"

    def press(self, at_ms: int) -> None:
        """For the mover; what may not be pressed yet is tried again later."""
        self._correctable_until_ms = self.time.now_ms() + _PRESSED_AGAIN_MS
        movers = self.movers
        if isinstance(self.ask(PressClock(by=self.game.mover, at_ms=at_ms)), tuple):
            # A correction that was announced and never said is none.
            for seat in movers:
                if seat.talk.state.is_repairing:
                    seat.talk.state.heed(Cue.UNDERSTOOD)

    @property
    def _starts_at_ms(self) -> int | None:
        """Agreed by the clock on the wall, of which our own time knows nothing."""
        start_ms = self.settled.start_at_ms if self.settled.starts == "at" else None
        if start_ms is None or not isinstance(self.game.phase, Arranged):
            return None
        return start_ms - self.time.wall_ms() + self.time.now_ms()
