"""One game whose people sit apart: each seat has its own talk, and all of them one writer."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from voice_chess.arbiter.decide import Ruling
from voice_chess.game.commands import (
    Arrive,
    Command,
    PassTime,
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
from voice_chess.session.arrears import Arrears
from voice_chess.session.chairs import Settled
from voice_chess.session.evidence import AnswerSpoken, Evidence, hushed
from voice_chess.session.house_rules import house_rules
from voice_chess.session.keyring import Keyring
from voice_chess.session.ledger import Ledger
from voice_chess.session.own_board import MOVES_PIECES
from voice_chess.session.patient_record import PatientRecord
from voice_chess.session.ports import Envelopes, Journal, TimeSource
from voice_chess.session.sealing import is_secret
from voice_chess.session.seat import Seat
from voice_chess.session.seat_voice import MS_A_LETTER, Sitter
from voice_chess.session.settling import Settling
from voice_chess.session.telling import Happening, Noticed, Output, is_paused
from voice_chess.session.timekeeper import Timekeeper
from voice_chess.speech.dialogue import Cue
from voice_chess.speech.sentence import phrase
from voice_chess.tactile.peg_board import PegBoard

_PRESSED_AGAIN_MS = 5_000


class SeatedGame:
    """`SeatsFloor` of those who sit there, and `Timed`.

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
        self.ledger = Ledger(journal, game_id)
        self.settled = settled
        self.time = time
        self.keyring = keyring
        self.settling = Settling(self)
        self.speaking: set[str] = set()
        """Listeners who are saying something at this moment."""
        self._outputs: list[Output] = []
        self._seats: dict[str, Seat] = {}
        self.correctable_until_ms = 0
        self._presses_at_once = False
        self._opened_ms = time.now_ms()
        self._here: frozenset[Role] = frozenset()
        self._arrears = Arrears(self.ledger, self._notice)
        self._timekeeper = Timekeeper(self)

    @property
    def game(self) -> Game:
        return self.ledger.game

    @property
    def seq(self) -> int:
        return len(self.ledger.history)

    def happenings(self, *, after: int) -> tuple[Happening, ...]:
        return tuple(self.ledger.history[after:])

    def last_told(self, *, after: int) -> Happening | None:
        return next(
            (found for found in reversed(self.ledger.history[after:]) if found.is_told), None
        )

    def fetch(self) -> tuple[Output, ...]:
        """What has come out since the last time."""
        outputs, self._outputs = tuple(self._outputs), []
        return outputs

    def tell(self, output: Output) -> None:
        self._outputs.append(output)

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
        known = self._seats.get(sitter.listener)
        if known is None:
            self._seats[sitter.listener] = Seat(sitter, self)
        else:
            known.sit(sitter)

    def unseat(self, listener: str) -> None:
        self._seats.pop(listener, None)
        self.speaking.discard(listener)

    def seat_of(self, listener: str) -> Seat:
        return self._seats[listener]

    def seats_of(self, role: Role) -> tuple[Seat, ...]:
        return tuple(seat for seat in self._seats.values() if seat.by is role)

    leads_step_by_step = False
    is_leading = False
    """Whoever sits apart is told all the steps to put a board right, and does them alone."""

    def correct(self, board: PegBoard, *, white: bool) -> None:
        """Wherever that player listens."""
        for seat in self.seats_of(Role.player(white=white)):
            seat.boards.correct(board)

    @property
    def envelopes(self) -> Envelopes | None:
        return self.keyring.envelopes

    def ask(self, command: Command) -> Ruling:
        """Decide, write, and tell everybody what happened. Raises `JournalLost`, `Conflict`."""
        self._arrears.check()
        first = self.seq
        ruling = self.ledger.ask(command, self._pressed_with_it)
        if isinstance(ruling, tuple):
            happened = self.happenings(after=first)
            for happening in happened:
                self._tell(happening)
            moved = [one for one in happened if isinstance(one.event, MOVES_PIECES)]
            for seat in self._seats.values() if moved else ():
                seat.boards.follow(moved, command.by)
            self._play_ahead(ruling)
        return ruling

    def _tell(self, happening: Happening) -> None:
        """It is written by now; the rules of the house go before the game."""
        for make in house_rules(self.game) if isinstance(happening.event, GameStarted) else ():
            self.tell(Noticed(make=make))
        self.tell(happening)
        match happening.event:
            case MoveAnnounced() | SlipCorrected():
                self._wait_to_press(happening)
            case MoveExecuted():
                self._wait_to_press(None)
            case GameAdjourned() | EnvelopeOpened():
                self.keyring.forget()
            case PositionRestored() | GameEnded():
                for seat in self._seats.values():
                    seat.premove.forget()
            case _:
                pass

    def _play_ahead(self, events: tuple[Event, ...]) -> None:
        """The move that was given ahead, the moment the opponent's is complete."""
        pressed_ms = [event.at_ms for event in events if isinstance(event, MoveCompleted)]
        game = self.game
        if not pressed_ms or not game.clock.is_running or game.turn.announcement is not None:
            return
        for seat in self.seats_of(game.mover):
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

    def _pressed_with_it(self, after: Game) -> PressClock | None:
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
            self.correctable_until_ms = at_ms + after_ms
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
        self._notice("MachineSlept")

    def recover(self, here: Iterable[Role]) -> None:
        """The game was read again, because more was written than anybody had been told of.

        The clocks have stood since they were last seen running.
        """
        self.go_on()
        self._notice("JournalBack")
        self.came(here)

    @property
    def here(self) -> frozenset[Role]:
        """Who is at the table, as it was last told."""
        return self._here

    def halt(self, sound: PatientRecord | None = None) -> None:
        """The journal or this sound can't be written: the clocks stand; all are told, once."""
        self._arrears.begin(self.time.now_ms(), sound)

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
        self._notice("JournalBack")
        self.came(self._here)

    def _wait_to_press(self, told: Happening | None) -> None:
        """An announcement can be corrected until a while after it was read back."""
        self.correctable_until_ms = self.time.now_ms()
        for seat in self.movers[:1]:
            self.correctable_until_ms += seat.house.grace_ms
            if told is not None:
                spoken = told.told(seat.manner.language, seat.manner.style).text
                self.correctable_until_ms += MS_A_LETTER * len(spoken)

    @property
    def waiting(self) -> Sequence[Seat]:
        return [seat for name, seat in self._seats.items() if name not in self.speaking]

    @property
    def movers(self) -> Sequence[Seat]:
        return self.seats_of(self.game.mover)

    @property
    def is_mover_speaking(self) -> bool:
        return any(seat.sitter.listener in self.speaking for seat in self.movers)

    @property
    def presses(self) -> bool:
        return self.settled.press == "auto"

    def press(self, at_ms: int) -> None:
        """For the mover; what may not be pressed yet is tried again later."""
        self.correctable_until_ms = self.time.now_ms() + _PRESSED_AGAIN_MS
        movers = self.movers
        if isinstance(self.ask(PressClock(by=self.game.mover, at_ms=at_ms)), tuple):
            # A correction that was announced and never said is none.
            for seat in movers:
                if seat.talk.state.is_repairing:
                    seat.talk.state.heed(Cue.UNDERSTOOD)

    def pass_time(self, at_ms: int) -> None:
        self.ask(PassTime(by=Role.ARBITER, at_ms=at_ms))

    def _notice(self, name: str) -> None:
        """Tell everybody this phrase."""
        self.tell(Noticed(make=lambda language: phrase(name, language)))

    @property
    def _starts_at_ms(self) -> int | None:
        """Agreed by the clock on the wall, of which our own time knows nothing."""
        start_ms = self.settled.start_at_ms if self.settled.starts == "at" else None
        if start_ms is None or not isinstance(self.game.phase, Arranged):
            return None
        return start_ms - self.time.wall_ms() + self.time.now_ms()
