"""The composition root: the only place that puts concrete adapters behind the ports."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from itertools import chain, count
from pathlib import Path

from voice_chess.adapters import board_kinds, loudspeaker, record_files, sound_joining
from voice_chess.adapters.audio_archive import AudioArchive
from voice_chess.adapters.barge_in import BargeIn
from voice_chess.adapters.file_microphone import FileMicrophone, Recordings
from voice_chess.adapters.keyboard import lines_of
from voice_chess.adapters.lasting_speaker import LastingSpeaker, Way, ring_bell
from voice_chess.adapters.live_inbox import LiveInbox
from voice_chess.adapters.loudspeaker import Loudspeaker
from voice_chess.adapters.memory import MemoryRecognizer, MemorySpeaker
from voice_chess.adapters.microphone import LiveMicrophone
from voice_chess.adapters.model_shelf import check_language, model_of
from voice_chess.adapters.own_channels import OwnChannels
from voice_chess.adapters.portaudio import Device
from voice_chess.adapters.pyttsx3_speaker import Pyttsx3Speaker, delivery_in
from voice_chess.adapters.sealed_envelope import PassphraseEnvelopes, Passphrases
from voice_chess.adapters.signalling_speaker import SignallingSpeaker
from voice_chess.adapters.simulated_room import SimulatedRoom
from voice_chess.adapters.simulated_time import (
    RecordedInbox,
    ScriptedInbox,
    SimulatedTime,
    TimedSpeaker,
)
from voice_chess.adapters.sound_sinks import Sink, Tee, WavFolder, WavSink
from voice_chess.adapters.sqlite_journal import SqliteJournal
from voice_chess.adapters.system_time import SystemTime
from voice_chess.adapters.uci_engine import Strength, UciEngine, engine_path
from voice_chess.adapters.vosk_recognizer import VoskModel, VoskRecognizer, load_model
from voice_chess.adapters.wav_file_sink import WavFileSink
from voice_chess.game.table import Role, Table
from voice_chess.languages.language import Language
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.records.scoresheet import Header, Scoresheet
from voice_chess.session.game_session import GameSession, Ports, Watch
from voice_chess.session.house import House
from voice_chess.session.inbox import Inbox
from voice_chess.session.ports import Microphone, Opponent, Recognizer, Speaker, TimeSource
from voice_chess.settings import Settings

ROOM_ECHO_MS = 200
"""How long a room is still heard after the loudspeaker has spoken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Engine:
    """The engine that plays one side: by its path or name, Stockfish when None."""

    path: str | None = None
    strength: Strength = field(default_factory=Strength)
    plays: Role = Role.BLACK


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """With what a game is played: files and lines of text in place of devices."""

    hear: Path | None = None
    say: Path | None = None
    lines: Iterable[str] | None = None
    is_scripted: bool = False
    """The lines come from a file or a pipe, not from somebody at a keyboard."""
    listens: bool = True
    """There is a microphone, or what stands for it."""
    is_silent: bool = False
    outputs: tuple[Device, Device] | None = None
    """Where White and where Black listens, if not both to the same device."""
    model: str | None = None
    engine: Engine | None = None
    boards: Mapping[bool, str] = field(default_factory=dict)
    """Boards that feel their pieces, White's under True, as `board_kinds` names them."""
    secrets: Passphrases | None = None
    """What sealed moves are kept with; without them none is sealed."""
    progress: Callable[[str], None] = field(default=lambda _: None)
    """Told of each recording when it begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a game lies: in the journal under its id, and in a folder of its own."""

    data: Path
    game_id: str

    @property
    def folder(self) -> Path:
        return self.data / "games" / self.game_id

    @property
    def journal(self) -> Path:
        return self.data / "journal.sqlite"


def load_recognizer_model(language: Language, model: str | None = None) -> VoskModel:
    """The model of that name or in that folder, or the language's own. Raises `RecognizerLost`."""
    shelf = Settings.from_environment().models
    if model is None:
        return load_model(model_of(language, shelf))
    folder = Path(model) if Path(model).is_dir() else shelf / model
    loaded = load_model(folder)
    check_language(loaded, language, folder)
    return loaded


def speaker_into(folder: Path, language: Language) -> Speaker:
    """A voice that speaks into numbered files. Raises `SpeakerLost`."""
    return _speaking_into(WavSink(WavFolder(folder)), language)


def speaker_into_file(path: Path, language: Language) -> Speaker:
    """A voice that speaks into one file. Raises `SpeakerLost`."""
    return _speaking_into(WavFileSink(path), language)


def live_speaker(language: Language) -> Speaker:
    """A voice on the loudspeaker. Raises `SpeakerLost`."""
    return _voice_on(None, language)


def speaker_on_channels(white: Sink, black: Sink, language: Language) -> Speaker:
    """White's voice and Black's voice apart, and one that both hear at once."""
    sinks: dict[str, Sink] = {"white": white, "black": black, "both": Tee((white, black))}
    return OwnChannels({name: _speaking_into(sink, language) for name, sink in sinks.items()})


def _speaking_into(sink: Sink, language: Language) -> Speaker:
    return SignallingSpeaker(Pyttsx3Speaker(sink, delivery_in(language.id)))


def play(place: Place, table: Table, house: House, means: Means, watch: Watch) -> Scoresheet:
    """Play or go on with one game, write its records even if it breaks off; answer its sheet.

    Raises the `PortError` that stopped it, or `BadSound`; what is missing at the beginning leaves
    no game behind.
    """
    with ExitStack() as opened:
        journal = opened.enter_context(closing(SqliteJournal(place.journal)))
        last_ms = max((event.at_ms for event in journal.read(place.game_id)), default=0)
        is_live = means.hear is None and not means.is_scripted
        surround = _live if is_live else _recorded
        around = surround(means, house, place, last_ms, opened)
        engine = means.engine or Engine()
        ports = Ports(
            journal=journal,
            opponent=_opponent(means, opened, waits=not is_live),
            absent=engine.plays,
            envelopes=PassphraseEnvelopes(means.secrets) if means.secrets else None,
            recognizer=_recognizer(means, house.language),
            speaker=around.speaker,
            time=around.time,
            record=opened.enter_context(closing(AudioArchive(place.folder / "sound"))),
        )
        session = GameSession(place.game_id, ports, house, watch)
        try:
            session.run(table, around.inbox)
        finally:
            header = Header(date=_date(SystemTime().wall_ms()))
            sheet = scoresheet_of(journal.read(place.game_id), header)
            record_files.write(sheet, house.language, place.folder)
    sound_joining.try_to_join(place.folder / "sound")
    return sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class _Surroundings:
    """What a session hears, says, and reads the time from."""

    time: TimeSource
    inbox: Inbox
    speaker: Speaker


def _live(
    means: Means,
    house: House,
    place: Place,
    last_ms: int,  # noqa: ARG001 - the time of the machine goes on by itself
    opened: ExitStack,
) -> _Surroundings:
    """A microphone and a keyboard; whoever uses them may silence the program."""
    time = SystemTime()
    speaker = _lasting(_speaker(means, house.language, place), means, house.language)
    barge_in = BargeIn(speaker.stop)
    microphone: Microphone | None = None
    if means.listens:
        live = LiveMicrophone()
        opened.callback(live.close)
        microphone = live if house.room.hears_itself else barge_in.listening_to(live)
    lines = None if means.lines is None else lines_of(means.lines, barge_in)
    boards = {white: board_kinds.sensor(named) for white, named in means.boards.items()}
    inbox = LiveInbox(time, microphone, lines, boards)
    return _Surroundings(time=time, inbox=inbox, speaker=speaker)


def _recorded(
    means: Means,
    house: House,
    place: Place,
    last_ms: int,
    opened: ExitStack,  # noqa: ARG001 - files close themselves
) -> _Surroundings:
    """Recordings and lines from a file bring their own time."""
    time = SimulatedTime(now_ms=last_ms, wall_ms=SystemTime().wall_ms() - last_ms)
    if means.hear is not None and not house.room.hears_itself and not means.is_silent:
        return _overheard(means.hear, means, house, place, time)
    inbox: Inbox = ScriptedInbox(means.lines or (), time)
    if means.hear is not None:
        inbox = RecordedInbox(Recordings(FileMicrophone(means.hear), means.progress), time)
    speaker = TimedSpeaker(_speaker(means, house.language, place), time)
    return _Surroundings(time=time, inbox=inbox, speaker=speaker)


def _overheard(
    hear: Path, means: Means, house: House, place: Place, time: SimulatedTime
) -> _Surroundings:
    """Recordings that go on while the program speaks, and interrupt it."""
    room = SimulatedRoom(Recordings(FileMicrophone(hear), means.progress), time)
    files = WavSink(WavFolder(means.say or place.folder / "spoken"))
    speaker = _speaking_into(Tee((files, room)), house.language)
    room.barge_in = BargeIn(speaker.stop)
    return _Surroundings(time=time, inbox=room, speaker=speaker)


def _opponent(means: Means, opened: ExitStack, *, waits: bool) -> Opponent | None:
    """An engine in a process of its own; `waits`: time that is simulated stands while it thinks."""
    if means.engine is None:
        return None
    path = engine_path(means.engine.path)
    return opened.enter_context(
        closing(UciEngine.started(path, means.engine.strength, waits=waits))
    )


def _speaker(means: Means, language: Language, place: Place) -> Speaker:
    if means.is_silent:
        return MemorySpeaker(ms_a_letter=0)
    if means.say is None and means.hear is None:
        if means.outputs is None:
            return live_speaker(language)
        white, black = means.outputs
        return speaker_on_channels(Loudspeaker(white), Loudspeaker(black), language)
    return speaker_into(means.say or place.folder / "spoken", language)


def _lasting(voice: Speaker, means: Means, language: Language) -> Speaker:
    """The same voice; once it is lost, the players are told by whatever else can be heard."""
    if means.is_silent:
        return voice
    return LastingSpeaker(voice, _other_ways(means, language), ring_bell)


def _other_ways(means: Means, language: Language) -> Iterator[Way]:
    """Each player's own device, of which one still works, then the others of the machine."""
    own = means.outputs or ()
    used: tuple[Device, ...] = own or ((None,) if means.say is None else ())
    for device in (*own, *loudspeaker.others(used)):
        yield partial(_voice_on, device, language)


def _voice_on(device: Device, language: Language) -> Speaker:
    return _speaking_into(Loudspeaker(device), language)


def _recognizer(means: Means, language: Language) -> Recognizer:
    """Where nothing will be heard, no model is needed."""
    if means.hear is None and not means.listens:
        return MemoryRecognizer(())
    return VoskRecognizer(load_recognizer_model(language, means.model))


def _date(wall_ms: int) -> str:
    return datetime.fromtimestamp(wall_ms / 1_000, tz=UTC).strftime("%Y.%m.%d")


def new_game_id(data: Path) -> str:
    """Told by the time at which the game begins; never one that there is."""
    began = datetime.fromtimestamp(SystemTime().wall_ms() / 1_000, tz=UTC)
    stem = began.strftime("%Y%m%d-%H%M%S")
    names = chain((stem,), (f"{stem}-{number}" for number in count(2)))
    return next(name for name in names if not Place(data=data, game_id=name).folder.exists())
