"""One live game: an inbox, an ear and the only writer; the clocks stop when a port fails."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from voice_chess.arbiter.decide import Ruling
from voice_chess.game.commands import ArrangeGame, Command, Resume, StartGame, StopClocks
from voice_chess.game.events import Event, MoveAnnounced, SlipCorrected
from voice_chess.game.state import Adjourned, Arranged, Game, InPlay, NotArranged
from voice_chess.game.table import Role, Table
from voice_chess.languages.language import Language
from voice_chess.session.absent_player import AbsentPlayer
from voice_chess.session.board_talk import BoardTalk
from voice_chess.session.brevity import brevity
from voice_chess.session.clock_watch import ClockWatch
from voice_chess.session.conversation import Conversation
from voice_chess.session.device_watch import DeviceWatch, tell_aloud
from voice_chess.session.ear import Ear
from voice_chess.session.evidence import Evidence, discreet
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
from voice_chess.session.ledger import Ledger
from voice_chess.session.listeners import Listeners
from voice_chess.session.manner import Manner
from voice_chess.session.participants import AroundOneTable
from voice_chess.session.ports import (
    Conflict,
    Envelopes,
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
from voice_chess.session.telling import Happening
from voice_chess.session.timekeeper import Timekeeper
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
        self._voice = Voice(ports.speaker, ports.time, self.note, house.room)
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
        self._boards = BoardTalk(self._ledger, self._replies, self._do, house.hands)
        participants = AroundOneTable(house, sits=_who_sits_alone(ports))
        self._talk = Conversation(participants, self, self._replies, self._listeners, self._boards)
        self._absent = (
            AbsentPlayer(ports.opponent, self._ledger, self._talk, ports.absent)
            if ports.opponent is not None
            else None
        )
        watch_over = ClockWatch(self._replies, house)
        self._timekeeper = Timekeeper(self._talk, self._voice, house, watch_over)
        self._wakefulness = Wakefulness(ports.time, self._talk, self._replies)
        self._devices = DeviceWatch(self._talk, self._replies, self._stop_the_clocks_now)
        self._ear = Ear(ports.recognizer, house, ports.attend)
        self._is_reading = False
        """What happens now was typed."""

    @property
    def ledger(self) -> Ledger:
        return self._ledger

    @property
    def game(self) -> Game:
        return self._ledger.game

    @property
    def envelopes(self) -> Envelopes | None:
        return self._ports.envelopes

    def ask(self, command: Command) -> Ruling:
        """Decide, write, and tell everybody at the table. Raises `JournalLost`, `Conflict`."""
        ruling = self._ledger.ask(command)
        if isinstance(ruling, tuple):
            history = self._ledger.history
            for happening in history[len(history) - len(ruling) :]:
                self._happened(happening)
        return ruling

    def end_turn(self, at_ms: int) -> None:
        """Replying to an announced move implies that it was pressed."""
        self._timekeeper.press(self.game, at_ms)

    def note(self, evidence: Evidence) -> None:
        """Of what is said and typed for an envelope, only that something was."""
        if is_secret(self.game):
            evidence = discreet(evidence)
        self._ledger.note(evidence)
        self._watch(evidence)

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
        self._talk.begin()
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
                self._boards.felt(entry)
            case BoardGone():
                self._boards.gone(entry)
            case DeviceGone() | DeviceBack():
                self._devices.changed(entry)
            case Quiet():
                pass
        if not self._ear.is_hearing:
            self._timekeeper.look(self.game, self._now_ms)
            self._boards.remind(self._now_ms - self._house.correction_ms)
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
        expected = self._ear.expected or self._talk.expected
        self._talk.understand(heard, expected, self._recording.utterance(heard))
        self._recording.utterance(None)

    def _read(self, text: str, at_ms: int) -> None:
        self._talk.heed(Cue.BARGE_IN)
        self._talk.read(text, at_ms)

    def _enter(self, at_ms: int) -> None:
        """Enter alone presses the clock behind an announced move, and means nothing else."""
        if self.game.turn.announcement is not None and self._talk.turn not in PENDING:
            self._talk.take(CommandMeaning(name="press"), began_ms=at_ms, at_ms=at_ms)

    def _listen_anew(self) -> None:
        """Tell the recogniser what may be said now, unless somebody is already speaking."""
        if not self._ear.is_hearing and not self._is_at_rest:
            self._ear.expect(self._talk.expected)

    def _do(self, command: Command) -> None:
        """What follows from a board that feels itself."""
        self._talk.do(command)

    def _happened(self, happening: Happening) -> None:
        """It is written by now."""
        match happening.event:
            case MoveAnnounced(uci=uci) | SlipCorrected(to_uci=uci):
                self._recording.keep(uci, self.game)
                self._timekeeper.is_typed = self._is_reading
            case _:
                pass
        self._watch(happening.event)
        self._replies.happened(happening.event, happening.before)

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


def _who_sits_alone(ports: Ports) -> Role | None:
    """Against an opponent from elsewhere everything said at the table is the other player's."""
    if ports.opponent is None:
        return None
    return Role.WHITE if ports.absent is Role.BLACK else Role.BLACK


def _to_each(make: Callable[[Language], Sentence]) -> Make:
    return lambda manner: make(manner.language)
