"""Runs a game at one table: a single writer takes sound, lines, boards and time from its inbox.

People around one table share a microphone, so they are one participant of the game, which knows who
speaks as far as the speakers say so.
If a port fails, the clocks stop and the players are told. If the program itself is wrong, they are
told as well, and the game is read again from its journal.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from queue import SimpleQueue
from typing import Self, TypeAlias, TypeVar

from voice_chess.by_color import SIDES
from voice_chess.game.commands import Command
from voice_chess.game.events import Event
from voice_chess.game.phases import Adjourned
from voice_chess.game.state import Game
from voice_chess.game.table import Role, Table
from voice_chess.languages.language import Language
from voice_chess.session.boards.board_talk import BoardTalk
from voice_chess.session.dialogue.clock_announcements import ClockWatch
from voice_chess.session.dialogue.conversation import Conversation
from voice_chess.session.dialogue.encore import Encore
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.replies import (
    EVERYBODY,
    BothPlayers,
    Listeners,
    Make,
    Replies,
    Voice,
    brevity,
)
from voice_chess.session.evidence import Evidence
from voice_chess.session.games.device_watch import DeviceWatch, tell_aloud
from voice_chess.session.games.engine_player import EnginePlayer, Thinking
from voice_chess.session.games.envelope_passphrases import Keyring
from voice_chess.session.games.live_game import LiveGame, Setting
from voice_chess.session.games.participants import GameFloor
from voice_chess.session.games.running import ReadAgain, RunningGame, SleepWatch, attend
from voice_chess.session.games.starting import ByWord, tell_where_it_stands
from voice_chess.session.games.timekeeper import PressCustoms
from voice_chess.session.ledger import Happening, Ledger
from voice_chess.session.listening.ear import Ear, TurnTaking
from voice_chess.session.listening.inputs import (
    AROUND_TABLE,
    DeviceBack,
    DeviceGone,
    EngineThought,
    Inbox,
    MicrophoneMute,
    RoomInput,
    Sound,
    Spoke,
    TimePassed,
    Typed,
)
from voice_chess.session.listening.other_language import OtherSpeaker
from voice_chess.session.listening.recording import TableRecording
from voice_chess.session.outputs import Output
from voice_chess.session.ports import (
    Attend,
    Conflict,
    Envelopes,
    HearAgain,
    Journal,
    JournalLost,
    MicrophoneLost,
    Opponent,
    OpponentLost,
    Recognizer,
    RecognizerLost,
    SoundRecord,
    Speaker,
    SpeakerLost,
    TimeSource,
)
from voice_chess.session.table_settings import ClockSpeech, TableSettings
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.commands import LEAVE
from voice_chess.speech.dialogue import PASSING, Cue, DialogueState
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.interpret import NO, CommandMeaning, Meaning

Watch = Callable[[Event | Evidence], None]
Came = TypeVar("Came")
MOST_ERRORS = 3
"""The program gives up when it was wrong itself at this many entries of the inbox in a row."""
_YES_NO = frozenset({"yes", "no"})
"""The answers to the question whether there is to be another game."""
_NO_MORE = (NO, CommandMeaning(name=LEAVE))
"""What is said after a game by those who want no other one."""

Voices: TypeAlias = tuple[Replies, Listeners]
"""The replies at the table, and the listeners who are addressed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """What a session needs from the world."""

    journal: Journal
    recognizer: Recognizer
    speaker: Speaker
    time: TimeSource
    record: SoundRecord
    attend: Attend | None = None
    again: HearAgain | None = None
    opponent: Opponent | None = None
    """The engine that plays the side `absent`; None where both sides are at the table."""
    absent: Role = Role.BLACK
    thinkers: Executor | None = None
    """The thread that waits for the engine; None: the game stands still while it thinks."""
    envelopes: Envelopes | None = None
    """What keeps sealed moves; None: no move can be sealed."""
    heartbeat_ms: int | None = 1_000
    """How often the journal notes that the clock runs; None where lost play can be repeated."""


class AroundOneTable:
    """`Participants` of the talk at a table: players, assistants and an arbiter, told together.

    Words without a role are taken for the mover's. Against an engine a single player is there, with
    the role `sits`, and all words are theirs.
    """

    role: Role | None = None
    premove = None
    share = True
    known_as: str | None = None
    are_told_their_words = False

    def __init__(
        self,
        settings: TableSettings,
        floor: GameFloor,
        voices: Voices,
        *,
        sits: Role | None = None,
    ) -> None:
        self.settings = settings
        self._floor = floor
        self._sits = sits
        self.by = sits
        replies, listeners = voices
        self._replies, self._listeners = replies, listeners
        self.encore = Encore(floor.ledger, replies)
        self.boards = BoardTalk(self, floor, replies)
        self.talk = Conversation(self, floor, replies, listeners, self.boards)
        # Counting on a loudspeaker would drown the very move that the player hurries to announce.
        self.clock_watch = ClockWatch(replies, may_count=not settings.room.drowns_players)

    def anew(self, game: GameFloor, /) -> Self:
        voices = (self._replies, self._listeners)
        return type(self)(self.settings, game, voices, sits=self._sits)

    def clock_speech(self, player: Role, /) -> ClockSpeech:
        """Return what is settled for both players, with this player's own `behind_ms`."""
        own = self._listeners.preferences_of(player)
        return replace(self.settings.clock_speech, behind_ms=own.behind_ms)

    @contextmanager
    def named(self, role: Role | None) -> Iterator[None]:
        self.by = role or self._sits
        try:
            yield
        finally:
            self.by = self._sits

    def in_their_name(self, command: Command) -> Command:
        return command

    def widened(self, expected: Expectation, game: Game) -> Expectation:
        table = game.table
        hears_roles = table.has_assistants or table.occasion.has_arbiter
        commands = expected.commands | (_YES_NO if game.may_be_followed else frozenset())
        return replace(
            expected,
            commands=commands,
            has_roles=True,
            hears_roles=hears_roles,
            hears_sides=self._sits is None,
            own_side=self._sits,
        )

    def takes_ahead(self, meaning: Meaning, /) -> bool:
        """Take a no after the game: nobody wants another one. Return False for anything else.

        At a shared microphone words belong to the turn, so no move is given ahead.
        """
        game = self._floor.ledger.game
        if meaning not in _NO_MORE or not game.is_over or game.proposed is not None:
            return False
        self.encore.close()
        return True

    def news(self) -> Make | None:
        """Return None: everything was told aloud."""
        return None

    def heard_until_ms(self, _told: Happening | None, _since_ms: int, /) -> int:
        """Return when the last sentence said aloud was over, in ms of the session."""
        return self._replies.silent_since_ms

    def hush(self) -> None:
        """Do nothing: the spoken command itself has cut what was being said."""

    def mention(self, make: Make, to: str, /) -> None:
        """Tell this player; around one table everybody hears it, unless they have own channels."""
        self._replies.mention(make, to if to in SIDES else EVERYBODY)

    def confide(self, _make: Make, /) -> None:
        """Do nothing: around one table everybody would hear it."""

    def show(self) -> None:
        """Do nothing: everybody sees the boards themselves."""

    def look_at(self, ply: int) -> None:
        """Do nothing: the move is told, and the only boards here are the players' own."""

    def overheard(self, words: str) -> None:
        """Do nothing: the sound for unheeded words is enough."""


class GameSession:
    """A game at one machine: both players announce there, and all input comes by one inbox."""

    def __init__(
        self,
        game_id: str,
        ports: Ports,
        settings: TableSettings,
        watch: Watch,
        listeners: BothPlayers | None = None,
    ) -> None:
        """Open a game of the journal, or get ready for a new one. Raises `JournalLost`.

        `watch` gets everything that happens, is heard and is said. `listeners` brings the
        preferences from the game before; None takes those of the settings.
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
            lambda: brevity(self.game, self._time.now_ms()),
        )
        self._start = ByWord(self._replies)
        self._thoughts: SimpleQueue[EngineThought] = SimpleQueue()
        self._running = RunningGame(
            self._read, self._missed, outlives_conflicts=False, sound=self._recording.sound
        )
        self._sit_down()
        self._devices = DeviceWatch(lambda: self._running.live, self._replies)
        self._ear = Ear(ports.recognizer, settings, ports.attend, ports.again)
        self._turns = TurnTaking(self._voice, self._ear, ports.time, settings.room)
        self._sleep = SleepWatch(ports.time)
        self._beaten_ms = 0
        self._errors = 0
        """How many entries in a row have failed by an error of the program itself."""

    @property
    def game(self) -> Game:
        return self._running.live.ledger.game

    @property
    def _people(self) -> AroundOneTable:
        return self._running.live.participant(AROUND_TABLE)

    @property
    def _is_at_rest(self) -> bool:
        """Whether the game is adjourned, or is over and nobody is awaited to want another one."""
        game = self.game
        is_over = game.is_over and not self._people.encore.is_awaited
        return is_over or isinstance(game.phase, Adjourned)

    @property
    def turn(self) -> DialogueState:
        """The state of the dialogue."""
        return self._people.talk.state.turn

    def run(self, table: Table, inbox: Inbox) -> Game:
        """Play until the game or the inbox ends. Raises the `PortError` that stopped it."""
        try:
            self._begin(table)
            for entry in self._entries(inbox):
                self._take(entry)
                if self._is_at_rest:
                    return self.game
            self._voice.release()
            while (heard := self._ear.flush()) is not None and not self._is_at_rest:
                self._safely(self._understand, heard)
            self._running.live.finish()
        except (RecognizerLost, SpeakerLost, MicrophoneLost, OpponentLost) as error:
            self._people.talk.state.heed(Cue.DEVICE_LOST)
            self._running.live.fail()
            tell_aloud(error, self._ports.speaker, self._settings.language)
            raise
        except (JournalLost, Conflict) as error:
            tell_aloud(error, self._ports.speaker, self._settings.language)
            raise
        return self.game

    def _entries(self, inbox: Inbox) -> Iterator[RoomInput]:
        """Yield each entry of the inbox, and after it what the engine has found meanwhile."""
        for entry in inbox.entries():
            yield entry
            while not self._thoughts.empty():
                yield self._thoughts.get()

    def _read(self) -> LiveGame[AroundOneTable]:
        """Return the game as the journal has it. Raises `JournalLost`."""
        ports = self._ports
        setting = Setting(
            customs=PressCustoms(by_program=self._settings.press == "auto", by_reply=True),
            start=self._start,
            keyring=Keyring(None, kept=ports.envelopes),
            noted=self._watch,
        )
        outputs = (self._recording.take, self._show, self._replies.take)
        return LiveGame(Ledger(ports.journal, self._game_id), ports.time, setting, *outputs)

    def _sit_down(self) -> None:
        ports, voices = self._ports, (self._replies, self.listeners)
        sits = None if ports.opponent is None else Role.player(white=ports.absent is Role.BLACK)
        # Against an engine, everything said at the table is the other player's.
        people = AroundOneTable(self._settings, self._running.live, voices, sits=sits)
        self._running.live.join(AROUND_TABLE, people)
        if ports.opponent is not None:
            mind = Thinking(ports.opponent.move, ports.thinkers, self._thoughts.put)
            self._running.live.seat_engine(EnginePlayer(ports.absent, mind))

    def _begin(self, table: Table) -> None:
        """Say whether players may interrupt the program, then begin the game or continue it."""
        if self._settings.room.tells_duplex:
            self._replies.phrase(f"duplex:{self._settings.room.duplex}")
            self._replies.begin()
        self._start.begin(self._running.live, self._people.talk, table)
        self._replies.signal("listening")
        self._turns.spoke()
        self._listen()

    def _take(self, entry: RoomInput) -> None:
        """Deal with an entry. If it can't be written, the clocks stand until there is room."""
        spoke_until_ms = self._voice.silent_since_ms
        self._turns.take(entry)
        try:
            self._safely(self._attend, entry)
        except JournalLost:
            self._running.live.tell_arrears_again()
        except SpeakerLost as error:
            self._devices.lost(error)
        if self._is_at_rest or not self._turns.must_wait(entry):
            self._speak()
        if self._voice.silent_since_ms != spoke_until_ms:
            self._turns.spoke()
        self._listen()

    def _speak(self) -> None:
        """Say what has waited until nobody speaks."""
        try:
            self._voice.release()
        except SpeakerLost as error:
            self._devices.lost(error)

    def _safely(self, work: Callable[[Came], None], came: Came) -> None:
        """Do the work; after an error of our own, tell both where the game stands.

        Raises `PortError`, and after `MOST_ERRORS` in a row our own error.
        """
        try:
            self._running.step(work, came)
        except ReadAgain as wrong:
            self._errors += 1
            if self._errors >= MOST_ERRORS:
                self._running.live.fail()
                raise wrong.__cause__ or wrong from None
            self._replies.begin()
            self._replies.phrase("ProgramError")
            tell_where_it_stands(self.game, self._replies, self._time.now_ms())
        else:
            self._errors = 0

    def _attend(self, entry: RoomInput) -> None:
        """Do what the entry asks for, and what is due while nobody speaks. Raises `PortError`."""
        people = self._people
        if self._sleep.has_slept():
            people.talk.begin()
            self._running.live.wake()
        match entry:
            case Sound():
                self._hear(entry, people)
            case DeviceGone() | DeviceBack() | MicrophoneMute():
                people.talk.begin()
                self._devices.changed(entry)
            case TimePassed():
                people.talk.begin()
            case EngineThought(lost=OpponentLost() as error):
                raise error
            case Typed(text="") if self.game.is_over:
                people.encore.close()
            case _:
                attend(self._running.live, entry)
        if not self._ear.is_hearing and not self._voice.waiting:
            self._look(people)
        self._beat()

    def _look(self, people: AroundOneTable) -> None:
        """Do what is due while nobody speaks. Raises `JournalLost`."""
        self._running.live.look()
        people.boards.remind(self._time.now_ms() - self._settings.correction_ms)
        people.boards.object(self._time.now_ms())
        if self.game.is_over:
            people.encore.look(self._time.now_ms())

    def _beat(self) -> None:
        """Note in the journal that the clock runs. Raises `JournalLost` where there is no room."""
        every_ms, live = self._ports.heartbeat_ms, self._running.live
        if every_ms is None or live.is_in_arrears or not live.ledger.game.clock.is_running:
            return
        now_ms = self._time.now_ms()
        if now_ms >= self._beaten_ms + every_ms:
            self._beaten_ms = now_ms
            live.ledger.beat(now_ms)

    def _hear(self, sound: Sound, people: AroundOneTable) -> None:
        """Take some sound. Even where no utterance ends with it, the next reply starts anew."""
        heard = self._heard(sound, people)
        if heard is None:
            people.talk.begin()
        else:
            self._understand(heard)

    def _heard(self, sound: Sound, people: AroundOneTable) -> Heard | None:
        """Return the utterance that ends with this sound, or None."""
        kept = bytes(len(sound.samples)) if self.game.is_secret else sound.samples
        self._recording.hear(kept, sound.ended_ms)
        by_players = self._turns.heard(sound)
        if by_players is None:
            return None
        heard = self._ear.hear(by_players)
        if heard is not None or self._ear.is_hearing:
            people.talk.state.heed(Cue.BARGE_IN)
        return heard

    def _understand(self, heard: Heard) -> None:
        expected = self._ear.expected or self._people.talk.expected
        found = self._ear.interpreted(heard, expected)
        with self._recording.sounding(heard) as span:
            spoke = Spoke(
                at_ms=heard.ended_ms, heard=heard, expected=expected, span=span, found=found
            )
            attend(self._running.live, spoke)

    def _listen(self) -> None:
        """Give the recogniser what may be said now, unless somebody is speaking.

        If the clocks stand, the talk waits for them to run.
        """
        if self._ear.is_hearing:
            return
        talk = self._people.talk
        if talk.state.turn in PASSING:
            talk.state.heed(Cue.HALTED if self.game.is_halted else Cue.SILENCE)
        if not self._is_at_rest:
            expected = talk.expected
            spoken = self._spoken(expected, talk.state.addressee)
            self._ear.expect(expected, spoken, self._other_than(spoken))

    def _spoken(self, expected: Expectation, addressee: str) -> Language:
        """Return the language of whoever speaks next: of an arbiter it is the table's."""
        if expected.is_arbiters:
            return self._settings.language
        return self.listeners.preferences_of(addressee).language

    def _other_than(self, spoken: Language) -> OtherSpeaker | None:
        """Return the player not on move, if they may reply, in another language; else None.

        None also where nothing can be heard again.
        """
        role = self._people.talk.state.other_speaker if self._ear.hears_again else None
        if role is None:
            return None
        language = self.listeners.preferences_of(role).language
        return None if language is spoken else OtherSpeaker(role=role, language=language)

    def _missed(self, happenings: Sequence[Happening]) -> None:
        """Show `watch` the events that nobody was told; the game's state is told aloud instead."""
        for happening in happenings:
            self._watch(happening.event)

    def _show(self, output: Output) -> None:
        if isinstance(output, Happening):
            self._watch(output.event)

    def _note(self, evidence: Evidence) -> None:
        self._running.live.note(evidence)


def _listeners(settings: TableSettings) -> BothPlayers:
    """Return White and Black, each with their own preferences from the settings."""
    preferences = VoicePreferences(language=settings.language)
    listeners = BothPlayers(preferences, have_own_channels=settings.room.have_own_channels)
    for role, spoken_to in zip((Role.WHITE, Role.BLACK), settings.spoken_to, strict=True):
        own = VoicePreferences(
            language=spoken_to.language or settings.language,
            voice=spoken_to.voice,
            style=spoken_to.style,
            words_per_minute=spoken_to.words_per_minute,
            behind_ms=spoken_to.behind_ms,
        )
        listeners.change(role, own)
    return listeners
