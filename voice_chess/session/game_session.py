"""One live game: an inbox, an ear and the only writer; the clocks stop when a port fails."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from voice_chess.game.commands import ArrangeGame, StartClocks, StartGame, StopClocks
from voice_chess.game.events import Event, MoveAnnounced, SlipCorrected
from voice_chess.game.state import Arranged, Game, InPlay, NotArranged
from voice_chess.game.table import Role, Table
from voice_chess.session.conversation import Conversation
from voice_chess.session.ear import Ear
from voice_chess.session.evidence import CommandRefused, Evidence, LineTyped
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
from voice_chess.session.recording import Recording
from voice_chess.session.timekeeper import Timekeeper
from voice_chess.session.typed import as_heard, as_move
from voice_chess.session.voice import Voice
from voice_chess.speech.hypothesis import Heard
from voice_chess.speech.sentence import phrase

Watch = Callable[[Event | Evidence], None]


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
        self._ports = ports
        self._house = house
        self._watch = watch
        self._ledger = Ledger(ports.journal, game_id)
        self._recording = Recording(ports.record, ports.time)
        self._voice = Voice(ports.speaker, ports.time, self._note)
        self._talk = Conversation(self._ledger, self._voice, house, self._happened)
        self._timekeeper = Timekeeper(self._talk, self._voice, house)
        self._ear = Ear(ports.recognizer, house)
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
            while (heard := self._ear.flush()) is not None and not self.game.is_over:
                self._understand(heard)
            self._timekeeper.finish(self.game, self._now_ms)
        except (RecognizerLost, SpeakerLost, MicrophoneLost) as error:
            self._stop_the_clocks()
            self._tell(error)
            raise
        except (JournalLost, Conflict) as error:
            self._tell(error)
            raise
        return self.game

    @property
    def _now_ms(self) -> int:
        return self._ports.time.now_ms()

    def _begin(self, table: Table) -> None:
        """A new game is arranged and started; a broken-off one goes on, its clocks put right."""
        by = Role.ARBITER
        if isinstance(self.game.phase, NotArranged):
            self._talk.do(ArrangeGame(by=by, at_ms=self._now_ms, table=table))
        if isinstance(self.game.phase, Arranged):
            self._talk.do(StartGame(by=by, at_ms=self._now_ms))
        elif isinstance(self.game.phase, InPlay):
            if self.game.clock.is_running:
                # Nobody could play since the last thing that was written.
                last_ms = self._ledger.last_at_ms
                self._talk.do(StopClocks(by=by, at_ms=last_ms, why="irregularity"))
            self._talk.do(StartClocks(by=by, at_ms=self._now_ms))
        self._listen_anew()

    def _take(self, entry: Input) -> None:
        spoke_until_ms = self._voice.silent_since_ms
        match entry:
            case Sound(samples=samples, ended_ms=ended_ms):
                self._recording.hear(samples)
                if ended_ms > spoke_until_ms + self._house.echo_ms:
                    heard = self._ear.hear(entry)
                    if heard is not None:
                        self._understand(heard)
            case Typed(text=text, at_ms=at_ms):
                self._read(text, at_ms)
            case Quiet():
                pass
        if not self._ear.is_hearing:
            self._timekeeper.look(self.game, self._now_ms)
        if self._voice.silent_since_ms != spoke_until_ms:
            self._ear.forget()
        self._listen_anew()

    def _understand(self, heard: Heard) -> None:
        self._hearing.understand(heard, self._recording.utterance(heard))
        self._recording.utterance(None)

    def _read(self, text: str, at_ms: int) -> None:
        self._note(LineTyped(at_ms=at_ms, text=text))
        move = as_move(text, self._talk.expected.position, self._house.language)
        if move is None:
            self._hearing.understand(as_heard(text, at_ms))
        else:
            self._talk.take(move, began_ms=at_ms, at_ms=at_ms)

    def _listen_anew(self) -> None:
        """Tell the recogniser what may be said now, unless somebody is already speaking."""
        if not self._ear.is_hearing and not self.game.is_over:
            self._ear.expect(self._talk.expected)

    def _happened(self, happened: Event | CommandRefused) -> None:
        """Events are written by now; refusals are evidence."""
        if isinstance(happened, CommandRefused):
            self._note(happened)
            return
        match happened:
            case MoveAnnounced(uci=uci) | SlipCorrected(to_uci=uci):
                self._recording.keep(uci, self.game)
            case _:
                pass
        self._watch(happened)

    def _note(self, evidence: Evidence) -> None:
        self._ledger.note(evidence)
        self._watch(evidence)

    def _stop_the_clocks(self) -> None:
        if not self.game.clock.is_running:
            return
        stop = StopClocks(by=Role.ARBITER, at_ms=self._now_ms, why="irregularity")
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
