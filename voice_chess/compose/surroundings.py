"""Puts together the surroundings of people at one machine: their time, their input, a speaker.

Devices can be replaced: the microphone and the loudspeaker by files, the keyboard by a script.
Recordings and scripts bring simulated time with them.
"""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass, field
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
from voice_chess.adapters.simulation.memory_sound import MemorySpeaker
from voice_chess.adapters.simulation.simulated_room import SimulatedRoom
from voice_chess.adapters.simulation.simulated_time import (
    RecordedInbox,
    ScriptedInbox,
    SimulatedTime,
    TimedSpeaker,
)
from voice_chess.adapters.synthesis.live_voices import (
    files_in,
    found_again,
    lasting,
    speaker_into,
    speaking_into,
    told_otherwise,
    voice_on_devices,
)
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.by_color import ByColor, both
from voice_chess.compose.engine_opponent import EngineOpponent
from voice_chess.compose.game_folders import Place
from voice_chess.game.envelope import Passphrases
from voice_chess.languages.language import Language
from voice_chess.session.listening.inputs import DeviceBack, Inbox
from voice_chess.session.ports import (
    BoardSensor,
    Decoder,
    Device,
    Microphone,
    MicrophoneLost,
    Speaker,
    TimeSource,
)
from voice_chess.session.table_settings import TableSettings

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

    @property
    def is_live(self) -> bool:
        """Whether people are heard or type while it happens; else time is simulated."""
        return self.hear is None and not self.is_scripted


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSurroundings:
    """The time of a session, its input, and its speaker."""

    time: TimeSource
    inbox: Inbox
    speaker: Speaker
    echo_ms: int = 0
    """How long the room still echoes after the speaker has spoken."""


def surroundings_of_one(means: Means, language: Language, opened: ExitStack) -> SessionSurroundings:
    """Return the surroundings of one person who talks with the program without a game."""
    speaker: Speaker = MemorySpeaker(ms_a_letter=0)
    if means.say is not None:
        speaker = speaker_into(means.say, language)
    elif means.is_live and not means.is_silent:
        speaker = voice_on_devices(means.outputs, language)
    if not means.is_live:
        return _from_files(means, speaker, SimulatedTime())

    def microphone() -> Microphone:
        live = LiveMicrophone()
        opened.callback(live.close)
        return live

    lines = means.lines and lines_of(means.lines, BargeIn(speaker.stop))
    time = SystemTime()
    look = partial(found_again, microphone, MicrophoneLost)
    recovery = Recovery(microphone=look, hush=speaker.stop)
    inbox = LiveInbox(time, microphone() if means.listens else None, lines, recovery=recovery)
    return SessionSurroundings(time=time, inbox=inbox, speaker=speaker, echo_ms=ROOM_ECHO_MS)


def live_surroundings(
    means: Means,
    settings: TableSettings,
    place: Place,
    last_ms: int,
    opened: ExitStack,
) -> SessionSurroundings:
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
    look = partial(found_again, microphone, MicrophoneLost)
    recovery = Recovery(microphone=look, hush=speaker.stop)
    inbox = LiveInbox(time, listens, lines, boards, recovery)
    return SessionSurroundings(time=time, inbox=inbox, speaker=speaker)


def recorded_surroundings(
    means: Means,
    settings: TableSettings,
    place: Place,
    last_ms: int,
    _opened: ExitStack,  # files close themselves
) -> SessionSurroundings:
    """Return recordings or lines from a file, which bring their own time."""
    time = SimulatedTime(now_ms=last_ms, wall_ms=SystemTime().wall_ms() - last_ms)
    if means.hear is not None and not settings.room.hears_itself and not means.is_silent:
        return _overheard(means.hear, means, settings, place, time)
    return _from_files(means, _speaker(means, settings.language, place), time)


def _from_files(means: Means, speaker: Speaker, time: SimulatedTime) -> SessionSurroundings:
    """Return surroundings in simulated time, with recordings or the lines of a script as input."""
    inbox: Inbox = ScriptedInbox(means.lines or (), time)
    if means.hear is not None:
        inbox = RecordedInbox(Recordings(FileMicrophone(means.hear), means.progress), time)
    return SessionSurroundings(time=time, inbox=inbox, speaker=TimedSpeaker(speaker, time))


def _overheard(
    hear: Path, means: Means, settings: TableSettings, place: Place, time: SimulatedTime
) -> SessionSurroundings:
    """Return recordings that go on while the program speaks, and can interrupt it."""
    barge_in = BargeIn(lambda: speaker.stop())  # noqa: PLW0108 - the speaker is made below
    room = SimulatedRoom(Recordings(FileMicrophone(hear), means.progress), time, barge_in)
    files = files_in(means.say or place.folder / "spoken", settings.language)
    speaker = speaking_into(Tee((files, room)), settings.language)
    return SessionSurroundings(time=time, inbox=room, speaker=speaker)


def _sensor(named: str | None) -> BoardSensor | None:
    """Return the board of this name, if one is named. Raises `BoardLost` if none is there."""
    if named is None:
        return None
    board = board_kinds.sensor(named)
    board.find()
    return board


def _speaker(means: Means, language: Language, place: Place) -> Speaker:
    if means.is_silent:
        return MemorySpeaker(ms_a_letter=0)
    if means.say is None and means.hear is None:
        return voice_on_devices(means.outputs, language)
    return speaker_into(means.say or place.folder / "spoken", language)
