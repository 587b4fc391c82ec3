"""One live game: an inbox, an ear and the only writer; the clocks stop when a port fails."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from voice_chess.game.commands import ArrangeGame, Resume, StartGame, StopClocks
from voice_chess.game.events import Event, MoveAnnounced, SlipCorrected
from voice_chess.game.state import Adjourned, Arranged, Game, InPlay, NotArranged
from voice_chess.game.table import Role, Table
from voice_chess.languages.language import Language
from voice_chess.session.absent_player import AbsentPlayer
from voice_chess.session.brevity import brevity
from voice_chess.session.clock_watch import ClockWatch
from voice_chess.session.device_watch import DeviceWatch, tell_aloud
from voice_chess.session.ear import Ear
from voice_chess.session.evidence import CommandRefused, Evidence, LineTyped, discreet
from voice_chess.session.house import House
from voice_chess.session.house_rules import house_rules
from voice_chess.session.inbox import (
    BoardFelt,
    BoardGone,
    DeviceBack,
    DeviceGone,
    Inbox,
    Input,
    Quiet,
    Sound,
    Typed,
)
from voice_chess.session.interpretation import interpret
from voice_chess.session.ledger import Ledger
from voice_chess.session.listeners import Listeners
from voice_chess.session.manner import Manner
from voice_chess.session.ports import (
    Conflict,
    JournalLost,
    MicrophoneLost,
    OpponentLost,
    RecognizerLost,
    SpeakerLost,
)
from voice_chess.session.recording import TableRecording
from voice_chess.session.replies import Make, Replies
from voice_chess.session.resumption import tell_how_to_go_on, tell_where_it_stands
from voice_chess.session.sealing import is_secret
from voice_chess.session.session_ports import Ports
from voice_chess.session.storage_watch import StorageWatch
from voice_chess.session.table_talk import TableTalk
from voice_chess.session.timekeeper import Timekeeper
from voice_chess.session.typed_lines import TypedLines
from voice_chess.session.voice import Voice
from voice_chess.session.wakefulness import Wakefulness
from voice_chess.speech.dialogue import PASSING, PENDING, Cue, DialogueState
from voice_chess.speech.hypothesis import Heard
from voice_chess.speech.meaning import CommandMeaning
from voice_chess.speech.sentence import Sentence

Watch = Callable[[Event | Evidence], None]


class GameSession:
    """Both players announce at one machine; what they say comes through one inbox."""

    def __init__(self, game_id: str, ports: Ports, house: House, watch: Watch) -> None:
        """Go on with a game of the journal, or be ready for a new one. Raises `JournalLost`."""
        self._ports = ports
        self._house = house
        self._watch = watch
        self._ledger = Ledger(ports.journal, game_id)
        self._recording = TableRecording(ports.record, ports.time)
        self._voice = Voice(ports.speaker, ports.time, self._note, house.room)
        manner = Manner(language=house.language)
        self._listeners = Listeners(manner, have_own_channels=house.room.have_own_channels)
        sides = (Role.WHITE, Role.BLACK)
        wishes = zip(sides, house.voices, house.styles, house.rates, strict=True)
        for role, voice, style, rate in wishes:
            own = replace(manner, voice=voice, style=style, words_per_minute=rate)
            self._listeners.change(role, own)
        self._replies = Replies(
            self._voice, self._listeners, lambda: brevity(self.game, self._now_ms)
        )
        self._storage = StorageWatch(
            self._ledger, self._recording.sound, self._replies, heartbeat_ms=ports.heartbeat_ms
        )
        self._talk = TableTalk(
            self._ledger, self._replies, self._listeners, self._happened, house.hands
        )
        self._talk.envelopes = ports.envelopes
        self._talk.resumption = house.resumption
        self._absent = self._seated(ports)
        watch_over = ClockWatch(self._replies, house)
        self._timekeeper = Timekeeper(self._talk, self._voice, house, watch_over)
        self._wakefulness = Wakefulness(ports.time, self._talk, self._replies)
        self._devices = DeviceWatch(self._talk, self._replies, self._stop_the_clocks_now)
        self._ear = Ear(ports.recognizer, house, ports.attend)
        self._typed_lines = TypedLines(self._talk, self._listeners, self._note, house)
        self._is_reading = False
        """What happens now was typed."""

    @property
    def game(self) -> Game:
        return self._ledger.game

    @property
    def turn(self) -> DialogueState:
        """Where the talk stands."""
        return self._talk.turn

    def run(self, table: Table, inbox: Inbox) -> Game:
        """Play until the game or the inbox ends. Raises the `PortError` that stopped it."""
        try:
            self._begin(table)
            for entry in inbox.entries():
                self._take(entry)
                if self._is_at_rest:
                    return self.game
            while (heard := self._ear.flush()) is not None and not self.game.is_over:
                self._understand(heard)
            self._timekeeper.finish(self.game, self._now_ms)
            self._storage.catch_up()
        except (RecognizerLost, SpeakerLost, MicrophoneLost, OpponentLost) as error:
            self._talk.heed(Cue.DEVICE_LOST)
            self._stop_the_clocks_now()
            tell_aloud(error, self._ports.speaker, self._house.language)
            raise
        except (JournalLost, Conflict) as error:
            tell_aloud(error, self._ports.speaker, self._house.language)
            raise
        return self.game

    @property
    def _now_ms(self) -> int:
        return self._ports.time.now_ms()

    @property
    def _is_at_rest(self) -> bool:
        """Over, or adjourned to another day."""
        return self.game.is_over or isinstance(self.game.phase, Adjourned)

    def _seated(self, ports: Ports) -> AbsentPlayer | None:
        """Who plays from elsewhere; then everything said at the table is the other's."""
        if ports.opponent is None:
            return None
        self._talk.sitter = Role.WHITE if ports.absent is Role.BLACK else Role.BLACK
        return AbsentPlayer(ports.opponent, self._ledger, self._talk, ports.absent)

    def _begin(self, table: Table) -> None:
        """A new game is arranged and started; a broken-off one goes on, its clocks put right."""
        by = Role.ARBITER
        if self._house.room.tells_duplex:
            is_half = self._house.room.hears_itself
            self._replies.phrase("duplex:half" if is_half else "duplex:full")
            self._replies.begin()
        if isinstance(self.game.phase, NotArranged):
            self._talk.do(ArrangeGame(by=by, at_ms=self._now_ms, table=table))
            for make in house_rules(self.game):
                self._replies.tell(_to_each(make))
        if isinstance(self.game.phase, Arranged):
            self._talk.do(StartGame(by=by, at_ms=self._now_ms))
        elif isinstance(self.game.phase, Adjourned):
            self._talk.do(Resume(by=by, at_ms=self._now_ms))
        elif isinstance(self.game.phase, InPlay):
            # Nobody could play since the clock was last seen running.
            self._stop_the_clocks(self._ledger.last_seen_ms)
            tell_where_it_stands(self.game, self._replies, self._now_ms)
            tell_how_to_go_on(self._replies)
        self._replies.signal("listening")
        self._settle()
        self._listen_anew()

    def _take(self, entry: Input) -> None:
        """What can't be written has not happened; then the clocks stand until there is room."""
        spoke_until_ms = self._voice.silent_since_ms
        self._replies.begin()
        try:
            self._attend(entry)
            self._storage.look(self._now_ms)
        except JournalLost:
            self._storage.failed(self._now_ms)
        except SpeakerLost as error:
            self._devices.lost(error)
        has_spoken = self._voice.silent_since_ms != spoke_until_ms
        if has_spoken and self._house.room.hears_itself:
            self._ear.forget()
        self._settle()
        self._listen_anew()

    def _attend(self, entry: Input) -> None:
        """Do what came, and what time brings about while nobody speaks. Raises `JournalLost`."""
        self._wakefulness.look(self.game)
        self._is_reading = isinstance(entry, Typed)
        match entry:
            case Sound():
                self._hear(entry)
            case Typed(text="", at_ms=at_ms):
                self._enter(at_ms)
            case Typed(text=text, at_ms=at_ms):
                self._read(text, at_ms)
            case BoardFelt():
                self._talk.board_talk.felt(entry)
            case BoardGone():
                self._talk.board_talk.boards.gone(entry)
            case DeviceGone() | DeviceBack():
                self._devices.changed(entry)
            case Quiet():
                pass
        if not self._ear.is_hearing:
            self._timekeeper.look(self.game, self._now_ms)
            self._talk.remind(self._now_ms - self._house.correction_ms)
            if self._absent is not None:
                self._absent.look(self._now_ms)

    def _hear(self, sound: Sound) -> None:
        """What a room still echoes is the program's own; with headphones nothing is."""
        kept = bytes(len(sound.samples)) if is_secret(self.game) else sound.samples
        self._recording.sound.hear(kept)
        room = self._house.room
        if room.hears_itself and sound.ended_ms <= self._voice.silent_since_ms + room.echo_ms:
            return
        heard = self._ear.hear(sound)
        if self._ear.is_hearing or heard is not None:
            self._talk.heed(Cue.BARGE_IN)
        if heard is not None:
            self._understand(heard)

    def _settle(self) -> None:
        """When nobody speaks any more, the program listens, or waits for the clocks to run."""
        if self._talk.turn in PASSING and not self._ear.is_hearing:
            self._talk.heed(Cue.HALTED if self._talk.is_halted else Cue.SILENCE)

    def _understand(self, heard: Heard) -> None:
        house = self._house
        expected = self._ear.expected or self._talk.expected
        found = interpret(heard, expected, house.language, house.caution)
        self._note(found.evidence(self._recording.utterance(heard)))
        self._talk.respond(found)
        self._recording.utterance(None)

    def _read(self, text: str, at_ms: int) -> None:
        self._note(LineTyped(at_ms=at_ms, text=text))
        self._talk.heed(Cue.BARGE_IN)
        self._typed_lines.read(text, self.game, at_ms)

    def _enter(self, at_ms: int) -> None:
        """Enter alone presses the clock behind an announced move, and means nothing else."""
        if self.game.turn.announcement is not None and self._talk.turn not in PENDING:
            self._talk.take(CommandMeaning(name="press"), began_ms=at_ms, at_ms=at_ms)

    def _listen_anew(self) -> None:
        """Tell the recogniser what may be said now, unless somebody is already speaking."""
        if not self._ear.is_hearing and not self._is_at_rest:
            self._ear.expect(self._talk.expected)

    def _happened(self, happened: Event | CommandRefused) -> None:
        """Events are written by now; refusals are evidence."""
        if isinstance(happened, CommandRefused):
            self._note(happened)
            return
        match happened:
            case MoveAnnounced(uci=uci) | SlipCorrected(to_uci=uci):
                self._recording.keep(uci, self.game)
                self._timekeeper.is_typed = self._is_reading
            case _:
                pass
        self._watch(happened)

    def _note(self, evidence: Evidence) -> None:
        """Of what is said and typed for an envelope, only that something was."""
        if is_secret(self.game):
            evidence = discreet(evidence)
        self._ledger.note(evidence)
        self._watch(evidence)

    def _stop_the_clocks_now(self) -> None:
        self._stop_the_clocks(self._now_ms)

    def _stop_the_clocks(self, at_ms: int) -> None:
        if not self.game.clock.is_running:
            return
        stop = StopClocks(by=Role.ARBITER, at_ms=at_ms, why="irregularity")
        with suppress(JournalLost, Conflict):  # the first failure is the one to tell
            stopped = self._ledger.ask(stop)
            for event in stopped if isinstance(stopped, tuple) else ():
                self._watch(event)


def _to_each(make: Callable[[Language], Sentence]) -> Make:
    return lambda manner: make(manner.language)
