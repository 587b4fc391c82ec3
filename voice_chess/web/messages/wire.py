"""What goes over a seat's socket: typed messages, strict in both directions, and their schema.

Text messages are JSON objects told apart by `type`; binary ones are sound, see `sound_frames`.
Squares, moves and pieces are written as in UCI and FEN; times are integer milliseconds.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, Field, StringConstraints, TypeAdapter, ValidationError

from voice_chess.session.ports import BoardKind
from voice_chess.session.table_settings import Dictation
from voice_chess.session.voice_preferences import FASTEST, SLOWEST
from voice_chess.speech.generation.styles import OwnStyle, Style
from voice_chess.web.messages.declarations import Declaration
from voice_chess.web.messages.rulings import Ruling
from voice_chess.web.messages.sound_messages import (
    FramesDropped,
    GameId,
    Hearing,
    Message,
    MicrophoneSwitch,
    OwnVoice,
    OwnVoiceNow,
    ReadingNow,
    ReadingStep,
)
from voice_chess.web.messages.views import Colour, GameView, MoveView, SeatView, Square, Uci

PROTOCOL = 1
LONGEST_LINE = 200
MOST_SQUARES = 8
MOST_COUNTS = 16
LONGEST_BYTES = 2_048

Key: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9-]{8,40}$")]
Count: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,16}$")]
Line: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_LINE)]
Word: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9:-]{1,32}$")]
ProblemCode: TypeAlias = Literal[
    "malformed",
    "no-such-game",
    "stale",
    "too-fast",
    "too-long",
    "bad-frame",
    "microphone-closed",
    "no-board",
    "unknown-language",
    "unknown-voice",
    "storage",
]
VoiceId: TypeAlias = Annotated[
    str, StringConstraints(pattern=r"^[^\x00-\x20]([^\x00-\x1f]{0,78}[^\x00-\x20])?$")
]
LanguageId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z]{2}(-[a-z]{4})?$")]


class Hello(Message):
    """The first message on every socket: what the page has seen already.

    `since` gives for each game the `seq` of the last event seen, `heard` for each count of replies
    the `n` of the last one: each server, and each life of one, has a count of its own.
    """

    type: Literal["hello"]
    protocol: int
    since: dict[GameId, Annotated[int, Field(ge=0)]] = Field(default_factory=dict)
    heard: dict[Count, Annotated[int, Field(ge=0)]] = Field(
        default_factory=dict, max_length=MOST_COUNTS
    )
    said: Annotated[int, Field(ge=0)] = 0
    """Of pages that know of one count only; it means nothing any more."""


class GameRequest(Message):
    """Whatever is asked of a game: `key` is new for each request and the same for its repetition.

    A key that was already answered is answered again and done only once. `game` may be left out
    where the seat has one game.
    """

    key: Key
    game: GameId | None = None


class TypedLine(GameRequest):
    """A line as typed: a move in any notation, or a command in the words of the language."""

    type: Literal["line"]
    text: Line


class BoardMove(GameRequest):
    """A move made on the picture of the board, complete with the press of the clock.

    `ply` is how many half-moves the page had seen; with another number the move is stale.
    """

    type: Literal["move"]
    uci: Uci
    ply: Annotated[int, Field(ge=0, le=2_000)]


class NamedCommand(GameRequest):
    """A command by its name, as a button gives it; names and arguments as in speech/commands.py.

    Besides: `repetition`, the opponent's last move said after them.
    """

    type: Literal["ask"]
    name: Word
    args: Annotated[list[Word], Field(max_length=3)] = Field(default_factory=list)


class HandReport(GameRequest):
    """What a player, or their assistant, reports from the peg board."""

    type: Literal["hands"]
    did: Literal["touched", "executed"]
    squares: Annotated[list[Square], Field(max_length=MOST_SQUARES)] = Field(default_factory=list)


class ArbitersRuling(GameRequest):
    """What the arbiter decides, and why in their own words."""

    type: Literal["rule"]
    ruling: Ruling
    reason: Annotated[str, StringConstraints(max_length=LONGEST_LINE)] = ""


class Declared(GameRequest):
    """What a player, their assistant or the arbiter reports, claims or wants besides."""

    type: Literal["declare"]
    declaration: Declaration


class Passphrase(GameRequest):
    """A player's or the arbiter's, for closing or opening the envelope of this game.

    It stays in the server's memory alone, until the envelope is closed or open.
    """

    type: Literal["passphrase"]
    text: Annotated[str, StringConstraints(min_length=1, max_length=100)]


class BoardJoined(Message):
    """A board that feels its pieces is joined to this page, or is joined no more (`kind` None).

    `is_turned`: Black sits at its lower edge. `is_lost`: it has left by itself.
    """

    type: Literal["own-board"]
    game: GameId | None = None
    kind: BoardKind | None
    is_turned: bool = False
    is_lost: bool = False


class BoardBytes(Message):
    """What that board has sent to the page, in base64."""

    type: Literal["board-bytes"]
    data: Annotated[
        str,
        StringConstraints(
            min_length=1,
            max_length=LONGEST_BYTES,
            pattern=r"^([A-Za-z0-9+/]{4})*[A-Za-z0-9+/=]{4}$",
        ),
    ]


class EngineMove(Message):
    """What the engine in this page's browser has found for its side behind `ply` half-moves.

    `score` is how it judges its position, in hundredths of a pawn; None if it has told nothing.
    """

    type: Literal["engine-move"]
    game: GameId | None = None
    uci: Uci
    ply: Annotated[int, Field(ge=0, le=2_000)]
    score: Annotated[int, Field(ge=-100_000, le=100_000)] | None = None


MOST_WARNINGS = 12
LONGEST_WARNING_MS = 6 * 3_600_000
TimeLeft: TypeAlias = Annotated[int, Field(ge=1_000, le=LONGEST_WARNING_MS)]


class ChangePreferences(Message):
    """How this seat wants to be spoken to; what is left out stays as it is."""

    type: Literal["prefer"]
    language: LanguageId | None = None
    interface: LanguageId | None = None
    speech: Literal["server", "reader"] | None = None
    words_per_minute: Annotated[int, Field(ge=SLOWEST, le=FASTEST)] | None = None
    volume_percent: Annotated[int, Field(ge=25, le=200)] | None = None
    voice: VoiceId | None = None
    style: Style | None = None
    reader_style: OwnStyle | None = None
    braille_style: OwnStyle | None = None
    correction_ms: Annotated[int, Field(ge=0, le=10_000)] | None = None
    premoves: bool | None = None
    warned_at_ms: Annotated[list[TimeLeft], Field(max_length=MOST_WARNINGS)] | None = None
    counts_seconds: bool | None = None
    clicks: bool | None = None
    behind_ms: Annotated[int, Field(ge=0, le=LONGEST_WARNING_MS)] | None = None
    dictation: Dictation | None = None


ClientMessage: TypeAlias = Annotated[
    Hello
    | TypedLine
    | BoardMove
    | NamedCommand
    | HandReport
    | ArbitersRuling
    | Declared
    | Passphrase
    | MicrophoneSwitch
    | FramesDropped
    | ReadingStep
    | OwnVoice
    | BoardJoined
    | BoardBytes
    | EngineMove
    | ChangePreferences,
    Field(discriminator="type"),
]


class Welcome(Message):
    """The answer to hello; `happened` and `said` that were missed follow it.

    `n` is the last reply of `count` that does not follow: one that this page has heard, or another
    of this seat before it was opened. A question that waits is sent all the same.
    """

    type: Literal["welcome"] = "welcome"
    protocol: int = PROTOCOL
    seat: SeatView
    games: list[GameView]
    count: str
    n: int
    now_ms: int


class AboutGame(Message):
    """Something about a game: `now_ms` is the server's time when it was sent.

    A page's own clock may have stood still meanwhile, as in a computer's sleep.
    """

    now_ms: int


class GameNow(AboutGame):
    """A game after something happened; it comes behind the `happened` that made it so."""

    type: Literal["game"] = "game"
    game: GameView


class Happened(AboutGame):
    """One event of a game; `seq` counts them from 1 without a gap.

    `text` is what is to be told of it at this seat, in its language and its style for reading, or
    None; `clip` the same as sound, in the style for the ear. `is_past`: it was missed and is sent
    again.
    """

    type: Literal["happened"] = "happened"
    game: str
    seq: int
    at_ms: int
    name: str
    colour: Colour | None
    move: MoveView | None
    text: str | None
    clip: str | None
    is_urgent: bool
    is_past: bool


class Said(AboutGame):
    """Something for this seat alone; `n` numbers them from 1 without a gap, within its `count`.

    What is `unheeded` came from its microphone and led to nothing: it is shown, and not spoken.
    `language` is that of the words, also where the seat has had another since.
    """

    type: Literal["said"] = "said"
    count: str
    n: int
    game: str
    kind: Literal["answer", "question", "refusal", "notice", "unheeded"]
    text: str
    language: str
    clip: str | None
    is_urgent: bool


class Signalled(AboutGame):
    """A short sound in place of words: /sounds/NAME.wav."""

    type: Literal["signal"] = "signal"
    game: str
    name: str


class Hush(AboutGame):
    """The player has said or typed that they want it quiet: what the page is speaking is cut."""

    type: Literal["hush"] = "hush"
    game: str


class ShowMove(AboutGame):
    """The player wants to look at the position behind `ply` half-moves, on their own board."""

    type: Literal["show-move"] = "show-move"
    game: str
    ply: int


class Done(Message):
    """A request was taken up: the journal has what came of it, or it was refused with a `said`."""

    type: Literal["done"] = "done"
    key: str
    is_accepted: bool
    is_repetition: bool
    seq: int


class People(AboutGame):
    """How many sockets each role of a game has open."""

    type: Literal["people"] = "people"
    game: str
    here: dict[str, int]


class Beat(Message):
    """Nothing has to have happened; a page that hears not even this has lost its line."""

    type: Literal["beat"] = "beat"


class BoardAsked(Message):
    """What the page has to send to the board that it has joined, piece by piece, in base64."""

    type: Literal["board-asked"] = "board-asked"
    pieces: list[str]


class SeatNow(Message):
    """The seat's settings after they were changed, at whichever of its pages."""

    type: Literal["seat"] = "seat"
    seat: SeatView


class Problem(Message):
    """A message that could not be taken; nothing happened. `key` where it had one."""

    type: Literal["problem"] = "problem"
    code: ProblemCode
    key: str | None = None


class Goodbye(Message):
    """The last message of a socket that the server closes."""

    type: Literal["bye"] = "bye"
    code: Literal["revoked", "too-slow", "too-many", "no-hello", "too-bad", "ending"]


ServerMessage: TypeAlias = Annotated[
    Welcome
    | GameNow
    | Happened
    | Said
    | Signalled
    | Hush
    | ShowMove
    | Done
    | Hearing
    | ReadingNow
    | OwnVoiceNow
    | People
    | Beat
    | BoardAsked
    | SeatNow
    | Problem
    | Goodbye,
    Field(discriminator="type"),
]


class _Keyed(BaseModel):
    """Of a message of which all else is wrong."""

    key: Key


CLIENT: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
SERVER: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)


def key_in(text: str) -> str | None:
    """The key of a request that is not one; None where it has none that could be answered."""
    try:
        return _Keyed.model_validate_json(text).key
    except ValidationError:
        return None


def schema() -> dict[str, Any]:
    """The JSON Schema of everything on the socket, as the server publishes it."""
    return {
        "protocol": PROTOCOL,
        "client": CLIENT.json_schema(mode="validation"),
        "server": SERVER.json_schema(mode="serialization"),
    }
