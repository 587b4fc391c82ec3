"""The ports of a session: what a game needs from the world, and the ways the world can fail it."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, get_args

from voice_chess.by_color import ByColor
from voice_chess.decoding.grammar import Grammar
from voice_chess.game.events import Event
from voice_chess.laws.position import Position
from voice_chess.plain_error import PlainError
from voice_chess.review.evaluation import Evaluation
from voice_chess.session.engine_levels import Level
from voice_chess.session.evidence import Evidence
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.tactile.sensing import Felt

Signal: TypeAlias = Literal[
    "listening",
    "heard",
    "unclear",
    "unheeded",
    "accepted",
    "refused",
    "your-turn",
    "low-time",
    "mark",
    "two-marks",
]

BoardKind: TypeAlias = Literal["dgt", "chessnut"]
BOARDS: Mapping[BoardKind, str] = {"dgt": "DGT", "chessnut": "Chessnut"}
"""Boards that feel their pieces, with what their makers call them."""


class PortError(PlainError):
    """A port failed; the message is one clear sentence on what failed and what to do."""


class RecognizerLost(PortError):
    """The recogniser can't go on: model missing or damaged, library failed."""


class SpeakerLost(PortError):
    """Nothing can be spoken: no data, no device."""


class MicrophoneLost(PortError):
    """No sound comes in any more."""


class Conflict(PortError):
    """Another writer has appended to this game."""


class DoneBefore(PortError):
    """What came of this request is in the journal, or was told: a refusal, an answer, a question.

    `is_accepted` is false where it was refused.
    """

    def __init__(self, *, is_accepted: bool = True) -> None:
        super().__init__("This was requested before, and is not done again.")
        self.is_accepted = is_accepted


class JournalLost(PortError):
    """The journal can't be read or written: disk full, read-only, locked, damaged."""


class JournalDamaged(JournalLost):
    """What is read is not what was written; nothing goes on from there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WholePart:
    """The events of a game that are as they were written, oldest first, and what ended them.

    `damage` is None where nothing is wrong. For showing and saving only: no game goes on from it.
    """

    events: tuple[Event, ...]
    damage: JournalDamaged | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestKey:
    """Names one request of a seat: the same for its repetition, another one for every other."""

    seat: str
    key: str


MOST_REQUESTS = 256
"""So many of a game are looked for when they are repeated: a page repeats its latest."""


def told_emptied(game_id: str) -> str:
    """Whatever is registered was arranged."""
    return f"The journal holds nothing of the game {game_id}, which was arranged once."


class FolderTaken(PortError):
    """Another program plays in this data folder."""


class BoardLost(PortError):
    """A board that feels its pieces is unplugged or silent; play goes on by voice."""


class OpponentLost(PortError):
    """The player of the other side can't be asked, or has given up without a word."""


class EnvelopeShut(PortError):
    """It can't be closed or opened with these passphrases, or somebody has been at it."""


class BadSound(PlainError, ValueError):
    """A recording that can't be heard; the message is one sentence that names the file."""


Decoder: TypeAlias = Literal["vosk", "exact"]
DECODERS: tuple[Decoder, ...] = get_args(Decoder)
"""The searches that can hear by an acoustic model."""

Device: TypeAlias = int | str | None
"""A number or part of a name as `voice-chess devices` lists them; None is the system's choice."""


class Recognizer(Protocol):
    """One speaker's ear: sound in, utterances out. 16 kHz mono, signed 16-bit little-endian."""

    def expect(self, grammar: Grammar, is_complete: Callable[[Heard], bool] | None = None) -> None:
        """Set the grammar of the moment.

        Takes effect for the next utterance. `is_complete` tells which utterance may end after a
        short silence already. Raises `RecognizerLost`.
        """

    def hear(self, samples: bytes) -> Heard | None:
        """Take any number of samples; return an utterance once its end was found, else None."""

    def partial(self) -> Heard | None:
        """What the utterance still open sounds like so far, for showing only; None when silent."""

    def flush(self) -> Heard | None:
        """End of sound: return the utterance still open, if any, and start anew."""

    def reset(self) -> None:
        """Forget what was heard since the last utterance (the program itself was speaking)."""

    @property
    def is_hearing(self) -> bool:
        """True while somebody is speaking: a new grammar would come too late."""


Attend: TypeAlias = Callable[[bool | None], None]
"""Turns the ear to White (True) or to Black (False); to nobody's voice by None."""


class Speaker(Protocol):
    """One listener's voice."""

    def say(self, text: str) -> int:
        """Speak until done; return how long it lasted in ms. Raises `SpeakerLost`."""

    def signal(self, name: Signal) -> int:
        """A short sound that tells a state; return as for `say`. Raises `SpeakerLost`."""

    def stop(self) -> None:
        """Fall silent now; safe from another thread."""

    @property
    def was_cut(self) -> bool:
        """True when the last thing said was not said to its end."""

    def adopt(self, preferences: VoicePreferences, listener: str) -> None:
        """What follows is for "white", "black" or "both", and is said as they want it."""


class Microphone(Protocol):
    """Where sound comes from: 16 kHz mono, signed 16-bit little-endian, in blocks."""

    def blocks(self) -> Iterable[bytes]:
        """Blocks of sound as they come; ends when there is no more. Raises `MicrophoneLost`."""


class TimeSource(Protocol):
    """The only clock a session reads."""

    def now_ms(self) -> int:
        """Milliseconds that never go backwards, from an arbitrary start."""

    def wall_ms(self) -> int:
        """Milliseconds since 1970 (UTC), for records only."""

    def slept_ms(self) -> int:
        """How long the machine has slept since the start; `now_ms` stood still meanwhile."""


class Journal(Protocol):
    """Games as they happened, and beside each what was heard and said.

    A game is appended to, or deleted as a whole, never changed. Every method raises `JournalLost`
    when the storage fails.
    """

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),
    ) -> int:
        """Append all or none, safe on disk, and return the new version.

        A version is the number of events. `requests`, which brought them about, are kept with
        them. Raises `DoneBefore` for one that is kept already, `Conflict` when `after` is not the
        last version; then nothing is appended.
        """

    def requests(self, game_id: str) -> tuple[RequestKey, ...]:
        """The last `MOST_REQUESTS` that are kept of a game, oldest first."""

    def read(self, game_id: str) -> tuple[Event, ...]:
        """All events of a game, oldest first; none for an unknown game.

        Raises `JournalDamaged` where they are not as they were written.
        """

    def read_whole(self, game_id: str) -> WholePart:
        """What can be read of a game, damaged or not: never to go on playing from."""

    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        """Keep what was heard and said; no replay reads it, a dispute does."""

    def evidence(self, game_id: str) -> tuple[Evidence, ...]:
        """Everything noted of a game, oldest first."""

    def game_ids(self) -> tuple[str, ...]:
        """All games that have an event, in the order in which they began."""

    def beat(self, game_ids: Collection[str], at_ms: int) -> None:
        """The clocks of these games are seen running at this time."""

    def last_beat_ms(self, game_id: str) -> int | None:
        """When the clocks of a game were last seen running."""

    def delete(self, game_id: str) -> None:
        """Keep nothing of this game; nothing happens where there is none."""

    def latest_ms(self) -> int:
        """The latest time in all of it; 0 while it is empty.

        No time of a program that starts later comes before it, whatever the clock on the wall says.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedMove:
    """A move as it was announced; times on the axis of what was heard, its first sample at 0.

    Half-moves are counted as on a scoresheet: White's first is 1.
    """

    ply: int
    uci: str
    san: str
    started_ms: int
    ended_ms: int
    wall_ms: int


class SoundRecord(Protocol):
    """The game as it sounded. Both methods raise `JournalLost`."""

    def hear(self, samples: bytes) -> None:
        """Keep sound, 16 kHz mono 16-bit, in the order in which it came."""

    def keep(self, spoken: RecordedMove) -> object:
        """Enter an announcement, so that its sound is found by the number of its move."""


class BoardSensor(Protocol):
    """One player's board that feels its pieces."""

    def happenings(self) -> Iterable[Felt]:
        """First everything that stands there, then every lift and insertion as it comes.

        Raises `BoardLost`; asked again, it tries to find the board again.
        """


class BoardDecoder(Protocol):
    """Reads what one board sends, from the moment at which its line was opened."""

    @property
    def opening(self) -> tuple[bytes, ...]:
        """What is sent to the board first, so that it tells everything and every change."""

    def taken(self, data: bytes) -> Iterable[Felt]:
        """What these bytes tell together with those before; what can't be read is skipped."""

    def asked_again(self) -> tuple[bytes, ...]:
        """What is to be sent to the board now, since it did not come whole; told once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLeft:
    """What both sides have left, and what each gets for a move."""

    left_ms: ByColor[int]
    increment_ms: ByColor[int]

    def of(self, *, white: bool) -> tuple[int, int]:
        """What one side has left, and what it gets for a move."""
        return self.left_ms.of(white=white), self.increment_ms.of(white=white)


class Envelopes(Protocol):
    """What keeps a sealed move from everybody's eyes. Both methods raise `EnvelopeShut`."""

    def close(self, text: str, face: bytes) -> str:
        """The move in a closed envelope; `face` is what stands on it."""

    def open(self, envelope: str, face: bytes) -> str:
        """The move as it was written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """How strongly and long an engine plays; None: as well as it can, by the clocks of the game.

    `skill` is Stockfish's own handicap, from 0 to 20; engines that have none play without it.
    """

    elo: int | None = None
    move_ms: int | None = None
    skill: int | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """An engine's move in UCI, and whether a draw would do for it."""

    uci: str
    wants_draw: bool


class Opponent(Protocol):
    """An engine that plays one side of one game after the other."""

    def move(self, position: Position, left: TimeLeft) -> Chosen:
        """A move in this position. Blocks; raises `OpponentLost`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserEngine:
    """An engine in WebAssembly, for browsers: its name, its worker, its program, its licence."""

    name: str
    script: bytes
    program: bytes
    licence: bytes


class Engines(Protocol):
    """Engines for any number of games. The last three block, and raise `OpponentLost`."""

    def are_there(self) -> bool:
        """Whether an engine is installed; asks the disk only."""

    def name(self) -> str:
        """As the engine calls itself."""

    def move(self, position: Position, left: TimeLeft, level: Level) -> Chosen:
        """A move in this position; after a failure the next one is asked of a new process."""

    def evaluate(self, position: Position) -> Evaluation:
        """What it thinks of a position in which play goes on, as well as it can in a moment."""
