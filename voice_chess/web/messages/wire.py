"""The messages on a seat's socket, typed and strict in both directions, and their schema.

A text message is a JSON object, and its `type` says which message it is. A binary message is a
frame of sound, see `web.live.microphone`. Squares, moves and pieces are written as in UCI and FEN;
times are integer milliseconds.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, Field, StringConstraints, TypeAdapter, ValidationError

from voice_chess.session.ports import BoardKind
from voice_chess.session.table_settings import Dictation
from voice_chess.session.voice_preferences import FASTEST, MOST_MARGIN_MS, SLOWEST, VOLUMES
from voice_chess.speech.generation.styles import OwnStyle, Style
from voice_chess.web.messages.declarations import Declaration
from voice_chess.web.messages.rest import LanguageId
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
MOST_DESKS = 8
"""How many arbiters can each have a desk of their own at one seat."""
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


class Hello(Message):
    """The first message on every socket: what the page has already seen.

    `since` gives for each game the `seq` of the last event seen. `heard` gives for each count of
    replies the `n` of the last one; each server begins a new count whenever it starts. `desk` and
    `holder` are those of the last welcome to this page: arbiters at one seat each have their own
    questions, and another page may have had the desk since.
    """

    type: Literal["hello"]
    protocol: int
    since: dict[GameId, Annotated[int, Field(ge=0)]] = Field(default_factory=dict)
    heard: dict[Count, Annotated[int, Field(ge=0)]] = Field(
        default_factory=dict, max_length=MOST_COUNTS
    )
    desk: Annotated[int, Field(ge=1, le=MOST_DESKS)] | None = None
    holder: Annotated[str, StringConstraints(pattern=r"^[0-9]{0,16}$")] | None = None
    said: Annotated[int, Field(ge=0)] = 0
    """Sent by old pages that know only one count; the server ignores it."""


class GameRequest(Message):
    """A request to a game. Each request has a new `key`; a repetition has the same one.

    A request that was already done gets its response again, and is not done twice. `game` can be
    left out if the seat has only one game.

    What waited for a connection may be meant for an earlier position. Where the page finds another
    one, it says with `seen_ply` how many half-moves, made or announced, it had seen when this was
    asked for; unless there are as many again, or it was done already, it is stale.
    """

    key: Key
    game: GameId | None = None
    seen_ply: Annotated[int, Field(ge=0, le=2_001)] | None = None


class TypedLine(GameRequest):
    """A line as typed: a move in any notation, or a command in the words of the language."""

    type: Literal["line"]
    text: Line


class BoardMove(GameRequest):
    """A move made on the picture of the board, including the press of the clock.

    `ply` is how many half-moves the page had seen; with another number the move is stale.
    """

    type: Literal["move"]
    uci: Uci
    ply: Annotated[int, Field(ge=0, le=2_000)]


class NamedCommand(GameRequest):
    """A command by its name, as a button sends it; names and arguments as in speech/commands.py.

    In addition, `repetition` stands for repeating the opponent's last move aloud.
    """

    type: Literal["ask"]
    name: Word
    args: Annotated[list[Word], Field(max_length=3)] = Field(default_factory=list)


class HandReport(GameRequest):
    """What a player or their assistant reports about hands and pieces on the peg board."""

    type: Literal["hands"]
    did: Literal["touched", "executed"]
    squares: Annotated[list[Square], Field(max_length=MOST_SQUARES)] = Field(default_factory=list)


class ArbitersRuling(GameRequest):
    """The arbiter's decision, with the reason in their own words."""

    type: Literal["rule"]
    ruling: Ruling
    reason: Annotated[str, StringConstraints(max_length=LONGEST_LINE)] = ""


class Declared(GameRequest):
    """Whatever else a player, their assistant, the arbiter or a spectator reports or claims."""

    type: Literal["declare"]
    declaration: Declaration


class Passphrase(GameRequest):
    """A player's or the arbiter's passphrase for closing or opening the envelope of this game.

    The server keeps it only in memory, until the envelope is closed or open or the game is over.
    `for_all`: it is meant for all games of this seat that are not over.
    """

    type: Literal["passphrase"]
    text: Annotated[str, StringConstraints(min_length=1, max_length=100)]
    for_all: bool = False


class BoardJoined(Message):
    """An electronic board is joined to this page, or has left it (`kind` is null).

    `is_turned`: Black sits at its lower edge. `is_lost`: it left by itself.
    """

    type: Literal["own-board"]
    game: GameId | None = None
    kind: BoardKind | None
    is_turned: bool = False
    is_lost: bool = False


class BoardBytes(Message):
    """Bytes that the joined board has sent to the page, in base64."""

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
    """The move that the engine in this page's browser has found, after `ply` half-moves.

    `score` is the engine's evaluation of its own position in centipawns; null if it gave none.
    """

    type: Literal["engine-move"]
    game: GameId | None = None
    uci: Uci
    ply: Annotated[int, Field(ge=0, le=2_000)]
    score: Annotated[int, Field(ge=-100_000, le=100_000)] | None = None


MOST_WARNINGS = 12
LEAST_WARNING_MS, LONGEST_WARNING_MS = 1_000, 6 * 3_600_000
"""The least and the most time left of which a player can be warned."""
TimeLeft: TypeAlias = Annotated[int, Field(ge=LEAST_WARNING_MS, le=LONGEST_WARNING_MS)]


class ChangePreferences(Message):
    """New preferences of this seat; those left out stay as they are."""

    type: Literal["prefer"]
    language: LanguageId | None = None
    interface: LanguageId | None = None
    speech: Literal["server", "reader"] | None = None
    words_per_minute: Annotated[int, Field(ge=SLOWEST, le=FASTEST)] | None = None
    volume_percent: Annotated[int, Field(ge=VOLUMES[0], le=VOLUMES[-1])] | None = None
    voice: VoiceId | None = None
    style: Style | None = None
    reader_style: OwnStyle | None = None
    braille_style: OwnStyle | None = None
    correction_ms: Annotated[int, Field(ge=0, le=10_000)] | None = None
    premoves: bool | None = None
    warned_at_ms: Annotated[list[TimeLeft], Field(max_length=MOST_WARNINGS)] | None = None
    counts_seconds: bool | None = None
    clicks: bool | None = None
    behind_ms: Annotated[int, Field(ge=0, le=MOST_MARGIN_MS)] | None = None
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
    """The response to hello; the `happened` and `said` messages that the page has missed follow it.

    `n` is the number of the last reply of `count` that is not sent again: this page has heard it,
    or another page of this seat did before this one was opened. An open question is always sent.
    `holder` names this page at an arbiters' desk, and is empty at all others.
    """

    type: Literal["welcome"] = "welcome"
    protocol: int = PROTOCOL
    seat: SeatView
    games: list[GameView]
    desk: int
    holder: str
    count: str
    n: int
    now_ms: int


class AboutGame(Message):
    """A message about a game: `now_ms` is the server's time when it was sent.

    A page can't rely on its own clock, which stands still while its computer sleeps.
    """

    now_ms: int


class GameNow(AboutGame):
    """A game as it stands now; it follows the `happened` messages that changed it."""

    type: Literal["game"] = "game"
    game: GameView


class Happened(AboutGame):
    """One event of a game; `seq` counts the events from 1 without a gap.

    `text` words it for this seat, in its language and its style for reading; null if it is not
    announced. `clip` is the address of the same as sound, in the style for listening. `is_past`:
    the page missed it, and it is sent again.
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
    is_past: bool


class Said(AboutGame):
    """A reply to this seat alone; `n` numbers the replies of its `count` from 1 without a gap.

    `beside`: an answer to something else while a question waits, which stays open. `unheeded`:
    words from the seat's microphone that led to nothing; they are shown, not spoken. `language` is
    the language of the words; the seat's own may have changed since.
    """

    type: Literal["said"] = "said"
    count: str
    n: int
    game: str
    kind: Literal["answer", "question", "beside", "refusal", "notice", "unheeded"]
    text: str
    language: str
    clip: str | None
    is_urgent: bool


class Signalled(AboutGame):
    """A short sound instead of words, to be played from /sounds/NAME.wav."""

    type: Literal["signal"] = "signal"
    game: str
    name: str


class Hush(AboutGame):
    """The player asked for quiet: the page stops speaking at once."""

    type: Literal["hush"] = "hush"
    game: str


class ShowMove(AboutGame):
    """The player asked for the position after `ply` half-moves on the page's board."""

    type: Literal["show-move"] = "show-move"
    game: str
    ply: int


class Done(Message):
    """A request was done, and its events are in the journal; or it was refused with a `said`."""

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
    """A sign of life, sent without any news; a page that gets not even this has lost its line."""

    type: Literal["beat"] = "beat"


class BoardAsked(Message):
    """Messages that the page must send to its joined board, one by one, in base64."""

    type: Literal["board-asked"] = "board-asked"
    pieces: list[str]


class SeatNow(Message):
    """The seat's settings after any of its pages has changed them."""

    type: Literal["seat"] = "seat"
    seat: SeatView


class Problem(Message):
    """A message was refused, and nothing was done; `key` is its key, if it had one."""

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
    """The key alone, to be read from a message that is otherwise malformed."""

    key: Key


CLIENT: TypeAdapter[ClientMessage] = TypeAdapter(ClientMessage)
SERVER: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)


def key_in(text: str) -> str | None:
    """Return the key of a malformed request, to be named in the response; None without one."""
    try:
        return _Keyed.model_validate_json(text).key
    except ValidationError:
        return None


def schema() -> dict[str, Any]:
    """Return the JSON Schema of all messages on the socket, as the server publishes it."""
    return {
        "protocol": PROTOCOL,
        "client": CLIENT.json_schema(mode="validation"),
        "server": SERVER.json_schema(mode="serialization"),
    }
