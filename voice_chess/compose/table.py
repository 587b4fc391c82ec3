"""Puts concrete adapters behind the ports of whatever happens at one machine.

That is a game at a table, a review, or the enrolment of a voice. Devices can be replaced: the
microphone and the loudspeaker by files, the keyboard by a script. Recordings and scripts bring
simulated time with them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from voice_chess.adapters.audio_io.barge_in import BargeIn
from voice_chess.adapters.audio_io.echo_free_microphone import EchoFreeMicrophone
from voice_chess.adapters.audio_io.file_microphone import FileMicrophone, Recordings
from voice_chess.adapters.audio_io.keyboard import lines_of
from voice_chess.adapters.audio_io.live_inbox import LiveInbox, Recovery
from voice_chess.adapters.audio_io.microphone import LiveMicrophone
from voice_chess.adapters.audio_io.played_sound import PlayedSound
from voice_chess.adapters.audio_io.sound_sinks import Tee
from voice_chess.adapters.boards import board_kinds
from voice_chess.adapters.documents import record_files
from voice_chess.adapters.engines.engine_pool import EnginePool
from voice_chess.adapters.engines.uci_engine import OF_TABLE, UciEngine, engine_path
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer, MemorySpeaker
from voice_chess.adapters.simulation.simulated_room import SimulatedRoom
from voice_chess.adapters.simulation.simulated_time import (
    RecordedInbox,
    ScriptedInbox,
    SimulatedTime,
    TimedSpeaker,
)
from voice_chess.adapters.sound_record import sound_joining
from voice_chess.adapters.sound_record.audio_archive import AudioArchive
from voice_chess.adapters.storage.folder_lock import FolderLock
from voice_chess.adapters.storage.sealed_envelope import PassphraseEnvelopes
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.adapters.synthesis.live_voices import (
    files_in,
    found_again,
    lasting,
    speaker_into,
    speaking_into,
    told_otherwise,
    voice_on_devices,
)
from voice_chess.adapters.synthesis.speaker_per_player import SwappedChannels
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.by_color import ByColor, both
from voice_chess.compose.engine_opponent import EngineOpponent, keep_opponent
from voice_chess.compose.game_folders import Place, emptied
from voice_chess.compose.models import load_recognizer_model
from voice_chess.compose.table_hearing import TableEars, TableHearing
from voice_chess.decoding.voice_fit import SpokenExample
from voice_chess.game.envelope import Passphrases
from voice_chess.game.events import Event
from voice_chess.game.setup import GameArranged
from voice_chess.game.table import Table
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.own_command import own_command
from voice_chess.records.scoresheet import BadRecord, Header, Scoresheet
from voice_chess.review.evaluation import Evaluation
from voice_chess.review.reviewed_game import minuted_sheet
from voice_chess.review.walk import Walk
from voice_chess.session.dialogue.replies import BothPlayers, Voice
from voice_chess.session.games.game_session import GameSession, Ports, Watch
from voice_chess.session.listening.enrolment import Enrolment
from voice_chess.session.listening.inputs import DeviceBack, Inbox, LastingInbox
from voice_chess.session.listening.reading_aloud import Prompt
from voice_chess.session.listening.recognizer_model import RecognizerModel
from voice_chess.session.lobby.rematch import is_agreed, role_in_rematch
from voice_chess.session.ports import (
    BoardSensor,
    Decoder,
    Device,
    Engines,
    JournalDamaged,
    JournalLost,
    Microphone,
    MicrophoneLost,
    Opponent,
    Speaker,
    TimeSource,
)
from voice_chess.session.review.analysis import Analysis
from voice_chess.session.review.review_talk import ReviewEar, ReviewTalk
from voice_chess.session.table_settings import Room, TableSettings

_HEARTBEAT_MS = 1_000
ROOM_ECHO_MS = 200
"""How long a room still echoes after the loudspeaker has spoken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """The means by which a game is played: devices, or files and lines of text in their place.

    `hear` holds recordings instead of a microphone, `say` is a folder for the files in which the
    program speaks instead of a loudspeaker. `lines` are typed; None: nobody types.
    """

    hear: Path | None = None
    say: Path | None = None
    lines: Iterable[str] | None = None
    is_scripted: bool = False
    """Whether the lines come from a file or a pipe, and not from somebody at a keyboard."""
    listens: bool = True
    """Whether there is a microphone, or a substitute for it."""
    is_silent: bool = False
    outputs: tuple[Device, Device] | None = None
    """White's and Black's output devices; None where both listen to the same one."""
    model: str | None = None
    decoder: Decoder | None = None
    engine: EngineOpponent | None = None
    boards: ByColor[str | None] = field(default_factory=lambda: both(None))
    """Boards that feel their pieces, as `board_kinds` names them."""
    secrets: Passphrases | None = None
    """The passphrases for sealed moves; None: no move can be sealed."""
    progress: Callable[[str], None] = field(default=lambda _: None)
    """Called with each recording when it begins."""
    tell_voice: Callable[[str, str, int], None] = field(default=lambda *_: None)
    """Called with news of a player's own voice: a text's name, the player, how many examples."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game that was begun or continued; `wants_another`: both have agreed on a rematch."""

    table: Table
    sheet: Scoresheet
    wants_another: bool


class Sitting:
    """People at one machine who play one game or several, with devices that are opened once."""

    def __init__(
        self, first: Place, settings: TableSettings, means: Means, opened: ExitStack
    ) -> None:
        """`opened` closes everything at its end. Raises the `PortError` of what is missing."""
        self._data, self._means, self._settings, self._opened = first.data, means, settings, opened
        opened.enter_context(FolderLock(first.data, "play"))
        self._journal = opened.enter_context(closing(SqliteJournal(first.journal)))
        events = self._journal.read(first.game_id)
        if first.is_begun and not events:
            raise JournalDamaged(emptied(first))
        last_ms = max((event.at_ms for event in events), default=0)
        last_ms = max(last_ms, self._journal.last_beat_ms(first.game_id) or 0)
        around = _live if self._is_live else _recorded
        self._around = around(means, settings, first, last_ms, opened)
        self._inbox = LastingInbox(self._around.inbox)
        self._listeners: BothPlayers | None = None
        self._session: GameSession | None = None

    def play(self, place: Place, table: Table, watch: Watch) -> Played:
        """Play a game, and write its records even if it breaks off.

        Raises the `PortError` that stopped it, or `BadSound`. If something is missing at the
        beginning, no game is left behind.
        """
        journal, language = self._journal, self._settings.language
        with ExitStack() as opened:
            hearing = self._hearing(_table_of(journal.read(place.game_id), table))
            ports = self._ports(place, hearing, opened)
            keep_opponent(place, self._means.engine)
            session = GameSession(place.game_id, ports, self._settings, watch, self._listeners)
            self._session = session
            try:
                game = session.run(table, self._inbox)
            finally:
                events = journal.read(place.game_id)
                sheet = minuted_sheet(events, language, _header(place, events))
                _write_records(sheet, language, place)
        self._listeners = session.listeners
        wants_another = is_agreed(game)
        finish = partial(_end_of_sound, place.folder / "sound", partial(hearing.learn, events))
        if wants_another:
            # That takes a while, and the players want to play.
            self._opened.callback(finish)
        else:
            finish()
        return Played(table=game.table, sheet=sheet, wants_another=wants_another)

    def swap_colours(self) -> None:
        """Let the same people play again, each with the other's pieces and their own devices."""
        means = self._means
        if self._listeners is not None:
            self._listeners = self._listeners.with_colours_swapped()
        self._settings = self._settings.with_colours_swapped()
        if means.outputs is not None:
            speaker = SwappedChannels(self._around.speaker)
            self._around = replace(self._around, speaker=speaker)
        engine = means.engine and replace(means.engine, plays=role_in_rematch(means.engine.plays))
        secrets = means.secrets and means.secrets.swapped
        self._means = replace(means, engine=engine, secrets=secrets)

    @property
    def is_over(self) -> bool:
        """Whether the current game is over; False before there is one."""
        return self._session is not None and self._session.game.is_over

    @property
    def _is_live(self) -> bool:
        return self._means.hear is None and not self._means.is_scripted

    def _hearing(self, table: Table) -> TableHearing:
        means = self._means
        if means.hear is None and not means.listens:
            return TableHearing(recognizer=MemoryRecognizer(()))
        ears = TableEars(means.model, means.decoder, self._data, table, means.tell_voice)
        return ears.hearing(self._settings)

    def _ports(self, place: Place, hearing: TableHearing, opened: ExitStack) -> Ports:
        means, engine = self._means, self._means.engine or EngineOpponent()
        return Ports(
            journal=self._journal,
            thinkers=self._thinkers(opened),
            opponent=_opponent(means.engine, opened),
            absent=engine.plays,
            envelopes=PassphraseEnvelopes(means.secrets) if means.secrets else None,
            recognizer=hearing.recognizer,
            attend=hearing.attend,
            speaker=self._around.speaker,
            time=self._around.time,
            record=opened.enter_context(closing(AudioArchive(place.folder / "sound"))),
            heartbeat_ms=_HEARTBEAT_MS if self._is_live else None,
        )

    def _thinkers(self, opened: ExitStack) -> Executor | None:
        """Return a thread for the engine; None where time is simulated, and stands meanwhile."""
        return opened.enter_context(ThreadPoolExecutor(1, "engine")) if self._is_live else None


def _write_records(sheet: Scoresheet, language: Language, place: Place) -> None:
    """Write all records of the game. Raises `JournalLost`, and says then where the game is."""
    try:
        record_files.write(sheet, language, place.folder)
    except JournalLost as error:
        message = (
            f"{error} The game itself is kept in the journal; write its records elsewhere with: "
            f"{own_command()} record {place.game_id} --data {place.data} --write FOLDER"
        )
        raise JournalLost(message) from error


def _header(place: Place, events: Sequence[Event]) -> Header:
    """Return the head of the records, with the day on which the game began.

    If neither its events nor earlier records tell the day, the game has begun now.
    """
    header = Header.of_first_event(events[0].at_ms) if events else Header()
    if not header.date:
        with suppress(BadRecord):
            header = record_files.read_pgn(place.folder / record_files.PGN).header
    return header if header.date else Header.of_day(SystemTime().wall_ms())


def _end_of_sound(sound: Path, learn: Callable[[Path], None]) -> None:
    """Join all that was heard into one file; then learn the voices of players who have agreed."""
    sound_joining.try_to_join(sound)
    learn(sound)


def read_aloud(
    means: Means,
    language: Language,
    model: RecognizerModel,
    wanted: Sequence[Prompt],
    tell: Callable[[str], None],
) -> tuple[Speaker, tuple[SpokenExample, ...]]:
    """Ask somebody to read aloud; return the speaker that asked, and what was read.

    `tell` gets each sentence that is said, for the screen. Raises the `PortError` that stopped it,
    or `BadSound`.
    """
    with ExitStack() as opened:
        around = _alone(means, language, opened)
        voice = Voice(around.speaker, around.time, lambda said: tell(said.text), Room())
        enrolment = Enrolment(language, wanted, model.recognizer(), voice, around.time)
        enrolment.run(around.inbox, around.echo_ms)
    return around.speaker, tuple(enrolment.readings)


@contextmanager
def opened_engines(named: str | None = None) -> Iterator[Engines]:
    """Open engines to evaluate with: that of this name or path, else Stockfish; close them after.

    Raises `OpponentLost` where the one that was named is missing, or is no engine.
    """
    with closing(EnginePool(named)) as engines:
        if named is not None:
            engines.name()
        yield engines


def review(
    means: Means,
    walk: Walk,
    analysis: Analysis | None,
    tell: Callable[[str], None],
    judges: Callable[[Position], Evaluation] | None = None,
) -> None:
    """Talk about a game until the listener has finished.

    `tell` gets each sentence that is said, for the screen. `judges` evaluates moves that are tried.
    Raises the `PortError` that stopped it, or `BadSound`.
    """
    with ExitStack() as opened:
        around = _alone(means, walk.language, opened)
        ear = _ear(means, walk.language)
        voice = Voice(around.speaker, around.time, lambda said: tell(said.text), Room())
        talk = ReviewTalk(walk, analysis, ear, voice, judges)
        talk.run(around.inbox, around.echo_ms)


def _alone(means: Means, language: Language, opened: ExitStack) -> "_Surroundings":
    """Return the surroundings of one person who talks with the program without a game."""
    speaker: Speaker = MemorySpeaker(ms_a_letter=0)
    is_live = means.hear is None and not means.is_scripted
    if means.say is not None:
        speaker = speaker_into(means.say, language)
    elif is_live and not means.is_silent:
        speaker = voice_on_devices(means.outputs, language)
    if not is_live:
        return _from_files(means, speaker, SimulatedTime())

    def microphone() -> Microphone:
        live = LiveMicrophone()
        opened.callback(live.close)
        return live

    lines = means.lines and lines_of(means.lines, BargeIn(speaker.stop))
    time = SystemTime()
    recovery = Recovery(microphone=partial(found_again, microphone, MicrophoneLost))
    inbox = LiveInbox(time, microphone() if means.listens else None, lines, recovery=recovery)
    return _Surroundings(time=time, inbox=inbox, speaker=speaker, echo_ms=ROOM_ECHO_MS)


def _from_files(means: Means, speaker: Speaker, time: SimulatedTime) -> "_Surroundings":
    """Return surroundings in simulated time, with recordings or the lines of a script as input."""
    inbox: Inbox = ScriptedInbox(means.lines or (), time)
    if means.hear is not None:
        inbox = RecordedInbox(Recordings(FileMicrophone(means.hear), means.progress), time)
    return _Surroundings(time=time, inbox=inbox, speaker=TimedSpeaker(speaker, time))


def _ear(means: Means, language: Language) -> ReviewEar:
    """Return the ear of a review; where nothing will be heard, no model is needed."""
    if means.hear is None and not means.listens:
        return ReviewEar(recognizer=MemoryRecognizer(()), knows=None)
    known = load_recognizer_model(language, means.model, means.decoder)
    model = known.with_words(language.phones)
    return ReviewEar(recognizer=model.recognizer(), knows=model.knows)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Surroundings:
    """The time of a session, its input, and its speaker."""

    time: TimeSource
    inbox: Inbox
    speaker: Speaker
    echo_ms: int = 0
    """How long the room still echoes after the speaker has spoken."""


def _live(
    means: Means,
    settings: TableSettings,
    place: Place,
    last_ms: int,
    opened: ExitStack,
) -> _Surroundings:
    """Return a microphone and a keyboard; speech or a key silences the program."""
    boards = means.boards.map(_sensor)
    time = SystemTime(not_before_ms=last_ms)
    opened.enter_context(time.watched())
    inbox: LiveInbox | None = None
    played = PlayedSound() if settings.room.takes_itself_away else None

    def is_back() -> None:
        if inbox is not None:
            inbox.tell(DeviceBack(kind="Speaker", at_ms=time.now_ms()))

    if means.say is None and not means.is_silent:
        speaker = lasting(means.outputs, settings.language, is_back, played)
    else:
        speaker = _speaker(means, settings.language, place)
    if means.say is not None:
        speaker = told_otherwise(speaker, settings.language)
    barge_in = BargeIn(speaker.stop)

    def microphone() -> Microphone:
        live = LiveMicrophone()
        opened.callback(live.close)
        if not settings.room.hears_itself:
            return barge_in.listening_to(live)
        return live if played is None else EchoFreeMicrophone(live, played, barge_in.hear)

    lines = None if means.lines is None else lines_of(means.lines, barge_in)
    listens = microphone() if means.listens else None
    recovery = Recovery(microphone=partial(found_again, microphone, MicrophoneLost))
    inbox = LiveInbox(time, listens, lines, boards, recovery)
    return _Surroundings(time=time, inbox=inbox, speaker=speaker)


def _sensor(named: str | None) -> BoardSensor | None:
    """Return the board of this name, if one is named. Raises `BoardLost` if none is there."""
    if named is None:
        return None
    board = board_kinds.sensor(named)
    board.find()
    return board


def _recorded(
    means: Means,
    settings: TableSettings,
    place: Place,
    last_ms: int,
    _opened: ExitStack,  # files close themselves
) -> _Surroundings:
    """Return recordings or lines from a file, which bring their own time."""
    time = SimulatedTime(now_ms=last_ms, wall_ms=SystemTime().wall_ms() - last_ms)
    if means.hear is not None and not settings.room.hears_itself and not means.is_silent:
        return _overheard(means.hear, means, settings, place, time)
    return _from_files(means, _speaker(means, settings.language, place), time)


def _overheard(
    hear: Path, means: Means, settings: TableSettings, place: Place, time: SimulatedTime
) -> _Surroundings:
    """Return recordings that go on while the program speaks, and can interrupt it."""
    barge_in = BargeIn(lambda: speaker.stop())  # noqa: PLW0108 - the speaker is made below
    room = SimulatedRoom(Recordings(FileMicrophone(hear), means.progress), time, barge_in)
    files = files_in(means.say or place.folder / "spoken", settings.language)
    speaker = speaking_into(Tee((files, room)), settings.language)
    return _Surroundings(time=time, inbox=room, speaker=speaker)


def _opponent(engine: EngineOpponent | None, opened: ExitStack) -> Opponent | None:
    """Start the engine in a process of its own; None without one."""
    if engine is None:
        return None
    path = engine_path(engine.path, OF_TABLE)
    return opened.enter_context(closing(UciEngine.started(path, engine.strength, OF_TABLE)))


def _speaker(means: Means, language: Language, place: Place) -> Speaker:
    if means.is_silent:
        return MemorySpeaker(ms_a_letter=0)
    if means.say is None and means.hear is None:
        return voice_on_devices(means.outputs, language)
    return speaker_into(means.say or place.folder / "spoken", language)


def _table_of(events: Sequence[Event], table: Table) -> Table:
    """Return the table that was arranged, if the game has begun; else `table`."""
    arranged = (event.table for event in events if isinstance(event, GameArranged))
    return next(arranged, table)
