"""A table's inbox, emptied by one writer: sound, lines, boards and time passing reach the game.

Where a port fails the clocks stop, and that is told. Where the program itself is wrong that is told
as well, and the game is read again from its journal.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TypeVar

from voice_chess.game.events import Event
from voice_chess.game.state import Adjourned, Game
from voice_chess.game.table import Role, Table
from voice_chess.session.dialogue.audience import BothPlayers
from voice_chess.session.dialogue.conversation import Conversation
from voice_chess.session.dialogue.replies import Replies
from voice_chess.session.dialogue.resumption import tell_where_it_stands
from voice_chess.session.dialogue.sealing import is_secret
from voice_chess.session.dialogue.verbosity import brevity
from voice_chess.session.dialogue.voice import Voice
from voice_chess.session.evidence import Evidence
from voice_chess.session.games.attending import attend
from voice_chess.session.games.device_watch import DeviceWatch, tell_aloud
from voice_chess.session.games.engine_player import EnginePlayer, Thinking
from voice_chess.session.games.envelope_passphrases import Keyring
from voice_chess.session.games.live_game import LiveGame, Setting
from voice_chess.session.games.own_errors import described
from voice_chess.session.games.participants import AroundOneTable
from voice_chess.session.games.pressing import PressCustoms
from voice_chess.session.games.session_ports import Ports
from voice_chess.session.games.starting import ByWord
from voice_chess.session.games.suspend_detector import SleepWatch
from voice_chess.session.ledger import Ledger
from voice_chess.session.listening.ear import Ear
from voice_chess.session.listening.inputs import (
    AROUND_TABLE,
    DeviceBack,
    DeviceGone,
    EngineThought,
    Inbox,
    RoomInput,
    Sound,
    Spoke,
    TimePassed,
    Typed,
)
from voice_chess.session.listening.recording import TableRecording
from voice_chess.session.outputs import Happening, Output
from voice_chess.session.ports import (
    Conflict,
    JournalLost,
    MicrophoneLost,
    OpponentLost,
    PortError,
    RecognizerLost,
    SpeakerLost,
)
from voice_chess.session.table_settings import TableSettings
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.dialogue import PASSING, Cue, DialogueState
from voice_chess.speech.understanding.hypothesis import Heard

Watch = Callable[[Event | Evidence], None]
Came = TypeVar("Came")
MOST_ERRORS = 3
"""After so many entries of the inbox in a row the program gives up: it is wrong all the time."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """The game as it was read from the journal, and what is made anew with it."""

    live: LiveGame[AroundOneTable]
    people: AroundOneTable
    talk: Conversation
    devices: DeviceWatch

    @property
    def is_at_rest(self) -> bool:
        """Adjourned to another day, or over and nobody asked any more whether they play on."""
        game = self.live.ledger.game
        is_over = game.is_over and not self.people.encore.is_awaited
        return is_over or isinstance(game.phase, Adjourned)


class GameSession:
    """Both players announce at one machine; what they say comes through one inbox."""

    def __init__(
        self,
        game_id: str,
        ports: Ports,
        settings: TableSettings,
        watch: Watch,
        listeners: BothPlayers | None = None,
    ) -> None:
        """Go on with a game of the journal, or be ready for a new one. Raises `JournalLost`.

        `watch` sees everything that happens, is heard and is said. `listeners` have said in the
        game before how they want to be spoken to.
        """
        self._game_id = game_id
        self._ports = ports
        self._time = ports.time
        self._settings = settings
        self._watch = watch
        self._recording = TableRecording(ports.record, ports.time)
        self._voice = Voice(ports.speaker, ports.time, self._note, settings.room)
        self.listeners = listeners or _listeners(settings)
        self._replies = Replies(
            self._voice,
            self.listeners,
            lambda: brevity(self._table.live.ledger.game, self._time.now_ms()),
        )
        self._start = ByWord(self._replies)
        self._thoughts: SimpleQueue[EngineThought] = SimpleQueue()
        self._engine = _engine(ports, self._thoughts.put)
        self._table = self._read()
        self._ear = Ear(ports.recognizer, settings, ports.attend)
        self._sleep = SleepWatch(ports.time)
        self._beaten_ms = 0
        self._errors = 0
        """Of the program's own, without a break."""

    @property
    def game(self) -> Game:
        return self._table.live.ledger.game

    @property
    def turn(self) -> DialogueState:
        """Where the talk stands."""
        return self._table.talk.state.turn

    def run(self, table: Table, inbox: Inbox) -> Game:
        """Play until the game or the inbox ends. Raises the `PortError` that stopped it."""
        try:
            self._begin(table)
            for entry in self._entries(inbox):
                self._take(entry)
                if self._table.is_at_rest:
                    return self.game
            while (heard := self._ear.flush()) is not None and not self._table.is_at_rest:
                self._safely(self._understand, heard)
            self._table.live.finish()
        except (RecognizerLost, SpeakerLost, MicrophoneLost, OpponentLost) as error:
            self._table.talk.state.heed(Cue.DEVICE_LOST)
            self._table.live.fail()
            tell_aloud(error, self._ports.speaker, self._settings.language)
            raise
        except (JournalLost, Conflict) as error:
            tell_aloud(error, self._ports.speaker, self._settings.language)
            raise
        return self.game

    def _entries(self, inbox: Inbox) -> Iterator[RoomInput]:
        """What comes to the room, and behind it what its engine has found meanwhile."""
        for entry in inbox.entries():
            yield entry
            while not self._thoughts.empty():
                yield self._thoughts.get()

    def _read(self) -> _Table:
        """The game as the journal has it. Raises `JournalLost`."""
        ports, settings, replies = self._ports, self._settings, self._replies
        setting = Setting(
            customs=PressCustoms(by_program=settings.press == "auto", by_reply=True),
            start=self._start,
            keyring=Keyring(None, kept=ports.envelopes),
            noted=self._watch,
        )
        ledger = Ledger(ports.journal, self._game_id)
        outputs = (self._recording.take, self._show, replies.take)
        live: LiveGame[AroundOneTable] = LiveGame(ledger, ports.time, setting, *outputs)
        people = AroundOneTable(
            settings, live, (replies, self.listeners), sits=_who_sits_alone(ports)
        )
        live.join(AROUND_TABLE, people)
        if self._engine is not None:
            live.seat_engine(self._engine)
        devices = DeviceWatch(people.talk, ledger, replies, live.fail)
        return _Table(live=live, people=people, talk=people.talk, devices=devices)

    def _begin(self, table: Table) -> None:
        """Tell whether one may interrupt, then where the game stands."""
        if self._settings.room.tells_duplex:
            is_half = self._settings.room.hears_itself
            self._replies.phrase("duplex:half" if is_half else "duplex:full")
            self._replies.begin()
        self._start.begin(self._table.live, self._table.talk, table)
        self._replies.signal("listening")
        self._listen()

    def _take(self, entry: RoomInput) -> None:
        """What can't be written has not happened; then the clocks stand until there is room."""
        spoke_until_ms = self._voice.silent_since_ms
        try:
            self._safely(self._attend, entry)
            self._write()
        except JournalLost:
            self._table.live.halt(self._recording.sound)
            self._table.live.tell_arrears_again()
        except SpeakerLost as error:
            self._table.devices.lost(error)
        has_spoken = self._voice.silent_since_ms != spoke_until_ms
        if has_spoken and self._settings.room.hears_itself:
            self._ear.forget()
        self._listen()

    def _safely(self, work: Callable[[Came], None], came: Came) -> None:
        """Do it; where we are wrong, go on from what the journal has. Raises `PortError`."""
        try:
            work(came)
        except PortError:
            raise
        except Exception as error:
            _log.error("%s", described(error))
            self._errors += 1
            if self._errors >= MOST_ERRORS:
                self._table.live.fail()
                raise
            self._go_on_from_the_journal()
        else:
            self._errors = 0

    def _go_on_from_the_journal(self) -> None:
        """Questions are forgotten; both are told where the game stands. Raises `JournalLost`."""
        before, self._table = self._table, self._read()
        self._table.people.boards.go_on_from(before.people.boards.felt_so_far)
        self._replies.begin()
        self._replies.phrase("ProgramError")
        tell_where_it_stands(self.game, self._replies, self._time.now_ms())

    def _attend(self, entry: RoomInput) -> None:
        """Do what came, and what time brings about while nobody speaks. Raises `PortError`."""
        table = self._table
        if self._sleep.has_slept():
            table.talk.begin()
            table.live.wake()
        match entry:
            case Sound():
                self._hear(entry)
            case DeviceGone() | DeviceBack():
                table.talk.begin()
                table.devices.changed(entry)
            case TimePassed():
                table.talk.begin()
            case EngineThought(lost=OpponentLost() as error):
                raise error
            case Typed(text="") if self.game.is_over:
                table.people.encore.close()
            case _:
                attend(table.live, entry)
        if not self._ear.is_hearing:
            self._look()

    def _look(self) -> None:
        """What time brings about while nobody speaks. Raises `JournalLost`."""
        table = self._table
        table.live.look()
        table.people.boards.remind(self._time.now_ms() - self._settings.correction_ms)
        if table.live.ledger.game.is_over:
            table.people.encore.look(self._time.now_ms())

    def _write(self) -> None:
        """What is owed, or a heartbeat. Raises `JournalLost` where there is no room any more."""
        live, sound, now_ms = self._table.live, self._recording.sound, self._time.now_ms()
        if live.is_in_arrears:
            live.try_again(now_ms)
        elif live.ledger.is_behind or sound.is_behind:
            live.halt(sound)
        elif self._is_beat_due(now_ms):
            self._beaten_ms = now_ms
            live.ledger.beat(now_ms)

    def _is_beat_due(self, now_ms: int) -> bool:
        every_ms = self._ports.heartbeat_ms
        is_wanted = every_ms is not None and self._table.live.ledger.game.clock.is_running
        return is_wanted and now_ms >= self._beaten_ms + (every_ms or 0)

    def _hear(self, sound: Sound) -> None:
        """Where no utterance ends with it, whatever is told next is something new all the same."""
        heard = self._heard(sound)
        if heard is None:
            self._table.talk.begin()
        else:
            self._understand(heard)

    def _heard(self, sound: Sound) -> Heard | None:
        """What a room still echoes is the program's own; with headphones nothing is."""
        kept = (
            bytes(len(sound.samples)) if is_secret(self._table.live.ledger.game) else sound.samples
        )
        self._recording.sound.hear(kept)
        room = self._settings.room
        if room.hears_itself and sound.ended_ms <= self._voice.silent_since_ms + room.echo_ms:
            return None
        heard = self._ear.hear(sound)
        if self._ear.is_hearing or heard is not None:
            self._table.talk.state.heed(Cue.BARGE_IN)
        return heard

    def _understand(self, heard: Heard) -> None:
        table = self._table
        expected = self._ear.expected or table.talk.expected
        with self._recording.sounding(heard) as span:
            spoke = Spoke(at_ms=heard.ended_ms, heard=heard, expected=expected, span=span)
            attend(table.live, spoke)

    def _listen(self) -> None:
        """When nobody speaks any more: the recogniser is told what may be said now.

        The talk waits for the clocks to run, if they stand.
        """
        if self._ear.is_hearing:
            return
        live, talk = self._table.live, self._table.talk
        if talk.state.turn in PASSING:
            talk.state.heed(Cue.HALTED if live.ledger.game.is_halted else Cue.SILENCE)
        if not self._table.is_at_rest:
            self._ear.expect(talk.expected)

    def _show(self, output: Output) -> None:
        if isinstance(output, Happening):
            self._watch(output.event)

    def _note(self, evidence: Evidence) -> None:
        self._table.live.note(evidence)


def _who_sits_alone(ports: Ports) -> Role | None:
    """Against an opponent from elsewhere everything said at the table is the other player's."""
    if ports.opponent is None:
        return None
    return Role.player(white=ports.absent is Role.BLACK)


def _engine(ports: Ports, found: Callable[[EngineThought], None]) -> EnginePlayer | None:
    """Who plays the side of `absent`, if nobody sits there."""
    if ports.opponent is None:
        return None
    return EnginePlayer(ports.absent, Thinking(ports.opponent.move, ports.thinkers, found))


def _listeners(settings: TableSettings) -> BothPlayers:
    """White and Black, each as they wish."""
    preferences = VoicePreferences(language=settings.language)
    listeners = BothPlayers(preferences, have_own_channels=settings.room.have_own_channels)
    sides = (Role.WHITE, Role.BLACK)
    spoken = zip(settings.voices, settings.styles, settings.rates, strict=True)
    for role, (voice, style, rate), behind_ms in zip(
        sides, spoken, settings.behind_ms, strict=True
    ):
        own = VoicePreferences(
            language=settings.language,
            voice=voice,
            style=style,
            words_per_minute=rate,
            behind_ms=behind_ms,
        )
        listeners.change(role, own)
    return listeners
