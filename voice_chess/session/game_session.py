"""One live game: an inbox, an ear and the only writer; the clocks stop when a port fails."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from voice_chess.game.commands import (
    ArrangeGame,
    PassTime,
    PressClock,
    StartClocks,
    StartGame,
    StopClocks,
)
from voice_chess.game.events import Event, MoveAnnounced, SlipCorrected
from voice_chess.game.state import Arranged, Game, InPlay, NotArranged
from voice_chess.game.table import Role, Table
from voice_chess.session.conversation import Conversation
from voice_chess.session.ear import Ear
from voice_chess.session.evidence import CommandRefused, Evidence, LineTyped, SoundSpan
from voice_chess.session.hearing import Hearing
from voice_chess.session.house import House
from voice_chess.session.inbox import Inbox, Input, Quiet, Sound, Typed
from voice_chess.session.ledger import Ledger
from voice_chess.session.ports import (
    Conflict,
    Journal,
    JournalLost,
    MicrophoneLost,
    PortError,
    Recognizer,
    RecognizerLost,
    SoundRecord,
    Speaker,
    SpeakerLost,
    TimeSource,
)
from voice_chess.session.requests import mover
from voice_chess.session.spoken import Spoken
from voice_chess.session.typed import as_heard, as_uci
from voice_chess.session.voice import Voice
from voice_chess.speech.hypothesis import Heard
from voice_chess.speech.sentence import phrase

Watch = Callable[[Event | Evidence], None]
_BYTES_A_MS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """What a session needs from the world."""

    journal: Journal
    recognizer: Recognizer
    speaker: Speaker
    time: TimeSource
    record: SoundRecord


class GameSession:
    """Both players announce at one machine; what they say comes through one inbox."""

    def __init__(self, game_id: str, ports: Ports, house: House, watch: Watch) -> None:
        """Go on with a game of the journal, or be ready for a new one. Raises `JournalLost`."""
        self._ledger = Ledger(ports.journal, game_id)
        self._ports = ports
        self._house = house
        self._watch = watch
        self._voice = Voice(ports.speaker, ports.time, self._note)
        self._talk = Conversation(self._ledger, self._voice, house, self._record)
        self._ear = Ear(ports.recognizer, house)
        self._recorded_ms = 0
        self._sounding: SoundSpan | None = None
        self._hearing = Hearing(self._ear, self._talk, self._note, house)

    @property
    def game(self) -> Game:
        return self._ledger.game

    def run(self, table: Table, inbox: Inbox) -> Game:
        """Play until the game or the inbox ends. Raises the `PortError` that stopped it."""
        try:
            self._begin(table)
            for entry in inbox.entries():
                self._take(entry)
                if self.game.is_over:
                    return self.game
            self._finish()
        except (RecognizerLost, SpeakerLost, MicrophoneLost) as error:
            self._stop_the_clocks()
            self._tell(error)
            raise
        except (JournalLost, Conflict) as error:
            self._tell(error)
            raise
        return self.game

    def _begin(self, table: Table) -> None:
        """A new game is arranged and started; a broken-off one goes on, its clocks put right."""
        now_ms = self._ports.time.now_ms()
        if isinstance(self.game.phase, NotArranged):
            self._talk.do(ArrangeGame(by=Role.ARBITER, at_ms=now_ms, table=table))
        if isinstance(self.game.phase, Arranged):
            self._talk.do(StartGame(by=Role.ARBITER, at_ms=now_ms))
        elif isinstance(self.game.phase, InPlay):
            # Nobody could play since the last thing that was written.
            if self.game.clock.is_running:
                last_ms = self._ledger.last_at_ms
                self._talk.do(StopClocks(by=Role.ARBITER, at_ms=last_ms, why="irregularity"))
            self._talk.do(StartClocks(by=Role.ARBITER, at_ms=now_ms))
        self._listen_anew()

    def _take(self, entry: Input) -> None:
        spoken_until_ms = self._voice.silent_since_ms
        match entry:
            case Sound(samples=samples, ended_ms=ended_ms):
                self._ports.record.hear(samples)
                self._recorded_ms += len(samples) // _BYTES_A_MS
                if ended_ms > self._voice.silent_since_ms + self._house.echo_ms:
                    self._understand(self._ear.hear(entry))
            case Typed(text=text, at_ms=at_ms):
                self._read(text, at_ms)
            case Quiet():
                pass
        self._pass_time()
        if self._voice.silent_since_ms != spoken_until_ms:
            self._ear.forget()
        self._listen_anew()

    def _finish(self) -> None:
        """No more can come: what was being said counts, and what was announced is pressed."""
        self._understand(self._ear.flush())
        if self.game.turn.announcement is not None and self._house.press == "auto":
            self._press()

    def _understand(self, heard: Heard | None) -> None:
        if heard is None:
            return
        later_ms = self._ports.time.now_ms() - self._recorded_ms
        self._sounding = SoundSpan(
            began_ms=heard.started_ms - later_ms, ended_ms=heard.ended_ms - later_ms
        )
        self._hearing.understand(heard, self.game, self._sounding)
        self._sounding = None

    def _read(self, text: str, at_ms: int) -> None:
        self._note(LineTyped(at_ms=at_ms, text=text))
        move = as_uci(text)
        if move is None:
            self._hearing.understand(as_heard(text, at_ms), self.game)
        else:
            self._talk.take(move, began_ms=at_ms, at_ms=at_ms)

    def _pass_time(self) -> None:
        """Press for the mover when the time for corrections is over; see whether a flag fell."""
        if self.game.is_over or self._ear.is_hearing:
            return
        now_ms = self._ports.time.now_ms()
        if self.game.turn.announcement is not None and self._house.press == "auto":
            asked_at_ms = self._talk.asked_at_ms
            due_ms = self._voice.silent_since_ms + self._house.grace_ms
            if asked_at_ms is not None:
                due_ms = max(due_ms, asked_at_ms + self._house.correction_ms)
            if now_ms >= due_ms:
                self._press()
        falls_at_ms = self.game.flag_falls_at_ms
        if falls_at_ms is not None and now_ms >= falls_at_ms:
            self._talk.do(PassTime(by=Role.ARBITER, at_ms=now_ms))

    def _press(self) -> None:
        self._talk.do(PressClock(by=mover(self.game), at_ms=self._ports.time.now_ms()))

    def _listen_anew(self) -> None:
        """Tell the recogniser what may be said now, unless somebody is already speaking."""
        if not self._ear.is_hearing and not self.game.is_over:
            self._ear.expect(self._talk.expected)

    def _record(self, happened: Event | CommandRefused) -> None:
        """Events are written by now; refusals are evidence."""
        match happened:
            case CommandRefused():
                self._note(happened)
                return
            case MoveAnnounced(uci=uci) | SlipCorrected(to_uci=uci):
                self._keep_sound(uci)
            case _:
                pass
        self._watch(happened)

    def _keep_sound(self, uci: str) -> None:
        """Let the sound of this announcement be found by the number of its move."""
        if self._sounding is None:
            return
        position = self.game.position
        before = position if position.is_legal(uci) else position.rewound(len(position.moves) - 1)
        self._ports.record.keep(
            Spoken(
                ply=before.ply + 1,
                uci=uci,
                san=before.san(uci),
                started_ms=self._sounding.began_ms,
                ended_ms=self._sounding.ended_ms,
                wall_ms=self._ports.time.wall_ms(),
            )
        )

    def _note(self, evidence: Evidence) -> None:
        self._ledger.note(evidence)
        self._watch(evidence)

    def _stop_the_clocks(self) -> None:
        if self.game.clock.is_running:
            now_ms = self._ports.time.now_ms()
            stop = StopClocks(by=Role.ARBITER, at_ms=now_ms, why="irregularity")
            with suppress(JournalLost, Conflict):  # the first failure is the one to tell
                stopped = self._ledger.ask(stop)
                for event in stopped if isinstance(stopped, tuple) else ():
                    self._watch(event)

    def _tell(self, error: PortError) -> None:
        """Say aloud what failed; the screen says it too, in more words."""
        name = type(error).__name__
        spoken = phrase("JournalLost" if name == "Conflict" else name, self._house.language)
        with suppress(PortError):
            self._ports.speaker.say(spoken.spoken)
