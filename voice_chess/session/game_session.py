"""A table's inbox, emptied by one writer: sound, lines, boards and time passing reach the game.

Where a port fails the clocks stop, and that is told. Where the program itself is wrong that is told
as well, and the game is read again from its journal.
"""

import logging
import traceback
from collections.abc import Callable
from functools import partial

from voice_chess.game.state import Game
from voice_chess.game.table import Role, Table
from voice_chess.session.brevity import brevity
from voice_chess.session.device_watch import tell_aloud
from voice_chess.session.ear import Ear
from voice_chess.session.evidence import Evidence
from voice_chess.session.house import House
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
from voice_chess.session.listeners import BothPlayers
from voice_chess.session.manner import Manner
from voice_chess.session.ports import (
    Conflict,
    JournalLost,
    MicrophoneLost,
    OpponentLost,
    PortError,
    RecognizerLost,
    SpeakerLost,
)
from voice_chess.session.recording import TableRecording
from voice_chess.session.replies import Replies
from voice_chess.session.sealing import is_secret
from voice_chess.session.session_ports import Ports
from voice_chess.session.table_game import Around, TableGame, Watch
from voice_chess.session.voice import Voice
from voice_chess.session.wakefulness import SleepWatch
from voice_chess.speech.dialogue import PASSING, Cue, DialogueState
from voice_chess.speech.hypothesis import Heard

MOST_ERRORS = 3
"""After so many entries of the inbox in a row the program gives up: it is wrong all the time."""
_log = logging.getLogger(__name__)


class GameSession:
    """Both players announce at one machine; what they say comes through one inbox."""

    def __init__(self, game_id: str, ports: Ports, house: House, watch: Watch) -> None:
        """Go on with a game of the journal, or be ready for a new one. Raises `JournalLost`."""
        self._game_id = game_id
        self._ports = ports
        self._house = house
        self._recording = TableRecording(ports.record, ports.time)
        self._voice = Voice(ports.speaker, ports.time, self._note, house.room)
        listeners = _listeners(house)
        self._replies = Replies(self._voice, listeners, lambda: brevity(self.game, self._now_ms))
        self._around = Around(
            ports=ports,
            house=house,
            voice=self._voice,
            listeners=listeners,
            replies=self._replies,
            recording=self._recording,
            watch=watch,
        )
        self._table = TableGame(game_id, self._around)
        self._ear = Ear(ports.recognizer, house, ports.attend)
        self._sleep = SleepWatch(ports.time)
        self._errors = 0
        """Of the program's own, without a break."""

    @property
    def game(self) -> Game:
        return self._table.game

    @property
    def turn(self) -> DialogueState:
        """Where the talk stands."""
        return self._table.talk.state.turn

    def run(self, table: Table, inbox: Inbox) -> Game:
        """Play until the game or the inbox ends. Raises the `PortError` that stopped it."""
        try:
            self._begin(table)
            for entry in inbox.entries():
                self._take(entry)
                if self._table.is_at_rest:
                    return self.game
            while (heard := self._ear.flush()) is not None and not self.game.is_over:
                self._safely(partial(self._understand, heard))
            self._table.finish()
        except (RecognizerLost, SpeakerLost, MicrophoneLost, OpponentLost) as error:
            self._table.talk.state.heed(Cue.DEVICE_LOST)
            self._table.fail()
            tell_aloud(error, self._ports.speaker, self._house.language)
            raise
        except (JournalLost, Conflict) as error:
            tell_aloud(error, self._ports.speaker, self._house.language)
            raise
        return self.game

    @property
    def _now_ms(self) -> int:
        return self._ports.time.now_ms()

    def _begin(self, table: Table) -> None:
        """Tell whether one may interrupt, then where the game stands."""
        if self._house.room.tells_duplex:
            is_half = self._house.room.hears_itself
            self._replies.phrase("duplex:half" if is_half else "duplex:full")
            self._replies.begin()
        self._table.begin(table)
        self._replies.signal("listening")
        self._settle()
        self._listen_anew()

    def _take(self, entry: Input) -> None:
        """What can't be written has not happened; then the clocks stand until there is room."""
        spoke_until_ms = self._voice.silent_since_ms
        self._table.talk.begin()
        try:
            self._safely(lambda: self._attend(entry))
            self._table.write()
        except JournalLost:
            self._table.halt()
        except SpeakerLost as error:
            self._table.devices.lost(error)
        has_spoken = self._voice.silent_since_ms != spoke_until_ms
        if has_spoken and self._house.room.hears_itself:
            self._ear.forget()
        self._settle()
        self._listen_anew()

    def _safely(self, work: Callable[[], None]) -> None:
        """Do it; where we are wrong, go on from what the journal has. Raises `PortError`."""
        try:
            work()
        except PortError:
            raise
        except Exception as error:
            # Not its message: that may hold what a player said.
            where = traceback.extract_tb(error.__traceback__)[-1]
            kind = type(error).__name__
            _log.error("error=%s at=%s:%d", kind, where.filename, where.lineno or 0)
            self._errors += 1
            if self._errors >= MOST_ERRORS:
                self._table.fail()
                raise
            self._go_on_from_the_journal()
        else:
            self._errors = 0

    def _go_on_from_the_journal(self) -> None:
        """Questions are forgotten; both are told where the game stands. Raises `JournalLost`."""
        before, self._table = self._table, TableGame(self._game_id, self._around)
        self._table.boards.go_on_from(before.boards.felt_so_far)
        self._replies.begin()
        self._replies.phrase("ProgramError")
        self._table.tell_where_it_stands()

    def _attend(self, entry: Input) -> None:
        """Do what came, and what time brings about while nobody speaks. Raises `JournalLost`."""
        table = self._table
        if self._sleep.has_slept():
            table.wake()
        match entry:
            case Sound():
                self._hear(entry)
            case Typed(text=text, at_ms=at_ms):
                table.read(text, at_ms)
            case BoardFelt():
                table.boards.felt((entry.happening,), entry.at_ms, white=entry.white)
            case BoardGone():
                table.boards.felt_board(white=entry.white).lost()
            case DeviceGone() | DeviceBack():
                table.devices.changed(entry)
            case Quiet():
                pass
        if not self._ear.is_hearing:
            table.look()

    def _hear(self, sound: Sound) -> None:
        """What a room still echoes is the program's own; with headphones nothing is."""
        kept = bytes(len(sound.samples)) if is_secret(self.game) else sound.samples
        self._recording.sound.hear(kept)
        room = self._house.room
        if room.hears_itself and sound.ended_ms <= self._voice.silent_since_ms + room.echo_ms:
            return
        heard = self._ear.hear(sound)
        if self._ear.is_hearing or heard is not None:
            self._table.talk.state.heed(Cue.BARGE_IN)
        if heard is not None:
            self._understand(heard)

    def _understand(self, heard: Heard) -> None:
        talk = self._table.talk
        expected = self._ear.expected or talk.expected
        with self._recording.sounding(heard) as span:
            talk.understand(heard, expected, span)

    def _settle(self) -> None:
        """When nobody speaks any more, the program listens, or waits for the clocks to run."""
        talk = self._table.talk
        if talk.state.turn in PASSING and not self._ear.is_hearing:
            talk.state.heed(Cue.HALTED if self._table.game.is_halted else Cue.SILENCE)

    def _listen_anew(self) -> None:
        """Tell the recogniser what may be said now, unless somebody is already speaking."""
        if not self._ear.is_hearing and not self._table.is_at_rest:
            self._ear.expect(self._table.talk.expected)

    def _note(self, evidence: Evidence) -> None:
        self._table.note(evidence)


def _listeners(house: House) -> BothPlayers:
    """White and Black, each as they wish."""
    manner = Manner(language=house.language)
    listeners = BothPlayers(manner, have_own_channels=house.room.have_own_channels)
    sides = (Role.WHITE, Role.BLACK)
    spoken = zip(house.voices, house.styles, house.rates, strict=True)
    for role, (voice, style, rate), behind_ms in zip(sides, spoken, house.behind_ms, strict=True):
        own = Manner(
            language=house.language,
            voice=voice,
            style=style,
            words_per_minute=rate,
            behind_ms=behind_ms,
        )
        listeners.change(role, own)
    return listeners
