"""The ports of a session: what a game needs from outside, and the errors when a part fails."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol, TypeAlias, get_args

from voice_chess.by_color import ByColor
from voice_chess.decoding.grammar import Grammar
from voice_chess.game.events import Event
from voice_chess.languages.language import Language
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
"""The kinds of boards that sense their pieces, and their names as the makers write them."""


class PortError(PlainError):
    """A port failed; the message says in one clear sentence what failed and what to do."""


class RecognizerLost(PortError):
    """The recogniser can't go on: the model is missing or damaged, or the library failed."""


class SpeakerLost(PortError):
    """Nothing can be spoken: the device is missing or takes no sound, or speech itself fails."""


class SpeechLost(SpeakerLost):
    """No words can be made, whatever the device: the engine or its data is missing or silent."""


class MicrophoneLost(PortError):
    """No sound comes in any more."""


class Conflict(PortError):
    """Another writer has appended to this game."""


class DoneBefore(PortError):
    """A request was dealt with before, so it is not done again.

    Its result is in the journal, or was told: a refusal, an answer or a question. `is_accepted` is
    False if the request was refused.
    """

    def __init__(self, *, is_accepted: bool = True) -> None:
        super().__init__("This was requested before, and is not done again.")
        self.is_accepted = is_accepted


class JournalLost(PortError):
    """The journal can't be read or written: the disk is full, read-only, locked or damaged."""


class JournalDamaged(JournalLost):
    """What the journal holds is not what was written; no game can go on from it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WholePart:
    """The undamaged events of a game, oldest first, up to the first damage.

    `damage` is None where nothing is wrong. It is for showing and saving; no game goes on from it.
    """

    events: tuple[Event, ...]
    damage: JournalDamaged | None = None


class RequestKey(NamedTuple):
    """The name of one request of a seat: a repetition has the same key, every other request not."""

    seat: str
    key: str


MOST_REQUESTS = 256
"""How many requests of a game are remembered, to find repetitions: a page repeats its latest."""


def told_emptied(game_id: str) -> str:
    """Return the message for a game that was arranged, but whose journal holds no events."""
    return f"The journal holds nothing of the game {game_id}, which was arranged once."


class FolderTaken(PortError):
    """Another program is using this data folder."""


class BoardLost(PortError):
    """A board that senses its pieces is unplugged or silent; play goes on by voice."""


class OpponentLost(PortError):
    """The engine on the other side can't be reached, or gave no move."""


class EnvelopeShut(PortError):
    """The envelope can't be closed or opened with these passphrases, or was tampered with."""


class BadSound(PlainError, ValueError):
    """A recording can't be read as sound; the message is one sentence that names the file."""


Decoder: TypeAlias = Literal["vosk", "exact"]
DECODERS: tuple[Decoder, ...] = get_args(Decoder)
"""The decoders that can recognise speech with an acoustic model."""

Device: TypeAlias = int | str | None
"""A number, or part of a name, as `voice-chess devices` lists them; None is the system default."""


class Recognizer(Protocol):
    """Turns sound into utterances. Sound is 16 kHz mono, signed 16-bit little-endian."""

    def expect(self, grammar: Grammar, is_complete: Callable[[Heard], bool] | None = None) -> None:
        """Set the grammar for the utterances from the next one on.

        `is_complete` returns whether an utterance may end already after a short silence. Raises
        `RecognizerLost`.
        """

    def hear(self, samples: bytes) -> Heard | None:
        """Take any number of samples; return an utterance if they hold its end, else None."""

    def partial(self) -> Heard | None:
        """Return the open utterance as understood so far, for showing only; None in silence."""

    def flush(self) -> Heard | None:
        """End the sound here: return the open utterance, None if there is none, and start anew."""

    def reset(self, *, is_cut_off: bool = True) -> None:
        """Forget the sound since the last utterance: it was the program's own speech.

        `is_cut_off`: an utterance that is going on when the next sound comes has lost its
        beginning.
        """

    @property
    def is_hearing(self) -> bool:
        """Whether somebody is speaking now, so that a new grammar would come too late."""

    @property
    def may_be_hearing(self) -> bool:
        """Whether somebody is speaking now, or may have begun a moment ago."""


Attend: TypeAlias = Callable[[bool | None, Language], Language]
"""Adapts recognition to the voice of White (True) or Black (False), or to no voice (None), and to
the language they speak. Returns the language that will be heard. Raises `RecognizerLost`."""

HearAgain: TypeAlias = Callable[[bool, Language, Grammar], Heard | None]
"""Hears the last utterance again, as if White (True) or Black (False) had said something of the
grammar in this language; None if its sound is not kept. Raises `RecognizerLost`."""


class Speaker(Protocol):
    """The voice that speaks to a listener."""

    def say(self, text: str) -> int:
        """Speak to the end; return how long the speech lasted, in ms. Raises `SpeakerLost`."""

    def signal(self, name: Signal) -> int:
        """Play a short sound; return how long it lasted, in ms. Raises `SpeakerLost`."""

    def stop(self) -> None:
        """Stop speaking now; this can be called from another thread."""

    @property
    def was_cut(self) -> bool:
        """Whether the last speech or sound was stopped before its end."""

    def adopt(self, preferences: VoicePreferences, listener: str) -> None:
        """Speak to this listener from now on ("white", "black" or "both"), as they prefer."""


class Microphone(Protocol):
    """A source of sound: blocks of 16 kHz mono, signed 16-bit little-endian samples."""

    def blocks(self) -> Iterable[bytes]:
        """Yield blocks as they come, to the end of the sound. Raises `MicrophoneLost`."""


class TimeSource(Protocol):
    """The only clock that a session reads."""

    def now_ms(self) -> int:
        """Return a time in ms that never goes backwards, counted from an arbitrary start."""

    def wall_ms(self) -> int:
        """Return the milliseconds since 1970 (UTC), for records only."""

    def slept_ms(self) -> int:
        """Return how long the machine has slept since the start; `now_ms` stood still then."""


class Journal(Protocol):
    """The events of all games, and beside each game the evidence of what was heard and said.

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
        evidence: Sequence[Evidence] = (),
    ) -> int:
        """Append all events or none, safe on disk, and return the new version.

        A version is the number of events. `requests` are those that caused the events; they are
        kept with them, as is the `evidence` (see `note`). Raises `DoneBefore` if one of the
        requests is kept already, and `Conflict` if `after` is not the last version; then nothing
        is appended or kept.
        """

    def requests(self, game_id: str, *, up_to: int | None = None) -> tuple[RequestKey, ...]:
        """Return the last `MOST_REQUESTS` requests that are kept of a game, oldest first.

        With a version `up_to`, return only those whose events belong to it, and not those whose
        events have been appended since.
        """

    def read(self, game_id: str) -> tuple[Event, ...]:
        """Return all events of a game, oldest first; none for an unknown game.

        Raises `JournalDamaged` if they are not as they were written.
        """

    def read_whole(self, game_id: str) -> WholePart:
        """Return what can be read of a game, damaged or not; no play may go on from it."""

    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        """Keep evidence of what was heard and said: for a dispute, never for a replay."""

    def evidence(self, game_id: str) -> tuple[Evidence, ...]:
        """Return all evidence of a game, oldest first."""

    def game_ids(self) -> tuple[str, ...]:
        """Return the names of all games that have an event, in the order in which they began."""

    def beat(self, game_ids: Collection[str], at_ms: int) -> None:
        """Keep that the clocks of these games were seen running at this time (a heartbeat)."""

    def last_beat_ms(self, game_id: str) -> int | None:
        """Return when the clocks of a game were last seen running; None if never."""

    def delete(self, game_id: str) -> None:
        """Delete everything about this game; an unknown game is no error."""

    def latest_ms(self) -> int:
        """Return the latest time in the whole journal, in ms; 0 while it is empty.

        The clock of a program that starts later begins no earlier, whatever the system clock says.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedMove:
    """An announced move and its place in the sound record.

    `started_ms` and `ended_ms` count from the first sample of the record. `ply` counts half-moves
    as on a scoresheet: White's first is 1.
    """

    ply: int
    uci: str
    san: str
    started_ms: int
    ended_ms: int
    wall_ms: int


class SoundRecord(Protocol):
    """The sound record of a game. Both methods raise `JournalLost`."""

    def hear(self, samples: bytes) -> None:
        """Append sound to the record: 16 kHz mono, 16-bit."""

    def keep(self, spoken: RecordedMove) -> object:
        """Enter an announcement, so that its sound is found by the number of its move."""


class BoardSensor(Protocol):
    """One player's board that senses its pieces."""

    def happenings(self) -> Iterable[Felt]:
        """Yield first all pieces on the board, then every lift and insertion as it comes.

        Raises `BoardLost`; the next call tries to find the board again.
        """


class BoardDecoder(Protocol):
    """Decodes the bytes that one board sends, from the opening of its connection on."""

    @property
    def opening(self) -> tuple[bytes, ...]:
        """The messages to send to the board first, so that it reports its pieces and changes."""

    def taken(self, data: bytes) -> Iterable[Felt]:
        """Return what these bytes, together with earlier ones, report; skip unreadable bytes."""

    def asked_again(self) -> tuple[bytes, ...]:
        """Return the messages to send now because a report came incomplete; each only once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLeft:
    """The time that both sides have left, and the increment of each for a move."""

    left_ms: ByColor[int]
    increment_ms: ByColor[int]

    def of(self, *, white: bool) -> tuple[int, int]:
        """Return the time left and the increment of one side, in ms."""
        return self.left_ms.of(white=white), self.increment_ms.of(white=white)


class Envelopes(Protocol):
    """Encrypts and decrypts sealed moves. Both methods raise `EnvelopeShut`."""

    def close(self, text: str, face: bytes) -> str:
        """Return the move in a closed envelope; `face` is the data written on the envelope."""

    def open(self, envelope: str, face: bytes) -> str:
        """Return the move as it was written; `face` must be as it was at closing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """The limits on an engine's play; each is None where there is no limit.

    Without `move_ms`, the time for each move, it plays by the clocks of the game. `skill` is
    Stockfish's own handicap, from 0 to 20; other engines ignore it. `depth` is in half-moves.
    """

    elo: int | None = None
    move_ms: int | None = None
    skill: int | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """An engine's move in UCI, and whether the engine would accept a draw."""

    uci: str
    wants_draw: bool


class Opponent(Protocol):
    """An engine that plays one side of one game after the other."""

    def move(self, position: Position, left: TimeLeft) -> Chosen:
        """Return a move in this position. Blocks. Raises `OpponentLost`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserEngine:
    """An engine in WebAssembly for browsers: its name, worker script, program and licence."""

    name: str
    script: bytes
    program: bytes
    licence: bytes


class Engines(Protocol):
    """Engines for any number of games.

    `name`, `move` and `evaluate` block, and raise `OpponentLost`.
    """

    def are_there(self) -> bool:
        """Return whether an engine is installed; this looks at the disk only."""

    def name(self) -> str:
        """Return the name that the engine gives itself."""

    def move(self, position: Position, left: TimeLeft, level: Level) -> Chosen:
        """Return a move in this position; after a failure the next call starts a new process."""

    def evaluate(self, position: Position) -> Evaluation:
        """Return the engine's evaluation, after a moment, of a position in which play goes on."""
