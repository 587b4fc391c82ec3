"""The bodies of plain HTTP requests and responses: entering, arranging games, links.

They are as strict as the messages of the socket.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from voice_chess.event.terms import is_visible
from voice_chess.game.table import ScoreMedium
from voice_chess.languages.language import STANDARD_LANGUAGE
from voice_chess.laws.edition import STANDARD_EDITION
from voice_chess.laws.position import ORDINARY_START
from voice_chess.speech.understanding.game_wish import LEVEL_NAMES, MOST_CHOICES, LevelName
from voice_chess.web.messages.views import Colour, CustomsView, PlayerView, RoleName, Uci

LATEST_MS = 253_402_300_799_999
"""The end of the year 9999, in milliseconds since 1970; a page fails to show far later times."""
LONGEST_GAME = 48_000
"""Characters of a game that was played elsewhere; its page counts the bytes that it sends."""
Name: TypeAlias = Annotated[
    str,
    StringConstraints(max_length=60, strip_whitespace=True, pattern=r"^[^\x00-\x1f\x7f]*$"),
    AfterValidator(lambda name: name if is_visible(name) else ""),
]
"""A name that nobody could see counts as left out, as a name of spaces does."""
Secret: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=120)]
LanguageId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z]{2}(-[a-z]{4})?$")]
GameId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{4,16}$")]
SeatId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{4,16}$")]
Fen: TypeAlias = Annotated[str, StringConstraints(max_length=100)]
MoveNumber: TypeAlias = Annotated[int, Field(ge=1, le=200)]
ComplaintCode: TypeAlias = Literal[
    "not-entered",
    "closed",
    "in-play",
    "rated-round",
    "still-on",
    "of-event",
    "event-begun",
    "full",
    "bad-time",
    "no-time",
    "not-ahead",
    "bad-position",
    "bad-record",
    "bad-start",
    "no-chess960",
    "no-ban",
    "no-sheet",
    "no-engine",
    "engine-busy",
    "no-wish",
    "no-answer",
    "no-choice",
    "bad-link",
    "too-fast",
    "foreign-origin",
    "foreign-host",
    "not-found",
    "not-your-part",
    "no-consent",
    "no-sound",
    "bad-game",
    "event-refused",
    "malformed",
    "too-large",
    "storage",
    "no-voice",
    "no-server",
]


class Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Entering(Body):
    """A request to enter, with exactly one of a link's token and the six words of its code."""

    token: Secret | None = None
    code: Secret | None = None


EnteredAs: TypeAlias = RoleName | Literal["organiser", "place"]
"""Roles to enter in. `place` is a player's or the arbiters' place at an event."""


class Admitted(Body):
    """The path to go to; the cookie of the same response opens it."""

    role: EnteredAs
    path: str


class NewPlayer(Body):
    """One side's player. The seat speaks and understands `language`; its page is in `interface`.

    `score`: how they keep their score themselves, if the program does not do it for them.
    """

    name: Name = ""
    is_blind: bool = False
    has_assistant: bool = False
    is_hearing_impaired: bool = False
    score: ScoreMedium = "program"
    language: LanguageId = STANDARD_LANGUAGE
    interface: LanguageId = STANDARD_LANGUAGE


class NewCustoms(Body):
    """The customs that a table agrees on.

    `press`: the clock is pressed by the program after a pause, or by the mover's own word.
    `charge`: the mover's time runs until the end of their announcement, or until the press.
    `execution`: an announcement is the move, or the work of the hands is reported separately.
    `boards`: both play on one, or each has their own.
    `takebacks`: moves can be taken back if both players want it, unless there is an arbiter.
    `recording`: the program keeps the scores, or players who write by hand report each move.
    """

    press: Literal["auto", "command"] = "auto"
    must_repeat: bool = False
    illegal_moves: Literal["refuse", "count"] = "refuse"
    flags: Literal["automatic", "claim"] = "automatic"
    charge: Literal["announcement", "press"] = "announcement"
    execution: Literal["assumed", "reported"] = "assumed"
    caution: Literal["careful", "normal", "fast"] = "normal"
    boards: Literal[1, 2] = 2
    keeps_sound: bool = False
    takebacks: bool = False
    recording: Literal["program", "reported"] = "program"


class Beginning(Body):
    """When a game begins: `together`, once both players are there; `by-hand`, by the arbiter; `at`.

    `at` begins exactly at `at_ms`, in milliseconds since 1970; only then players can be late.
    """

    starts: Literal["together", "by-hand", "at"] = "together"
    at_ms: Annotated[int, Field(ge=0, le=LATEST_MS)] | None = None
    lateness_minutes: Annotated[int, Field(ge=0, le=600)] | None = None


class Before(Body):
    """An earlier game to go on with: its starting position, and its moves since then in UCI."""

    fen: Fen = ORDINARY_START
    chess960: bool = False
    moves: Annotated[list[Uci], Field(max_length=1_000)] = []


class NewGame(Body):
    """A game to arrange. `arbiter`: none, a new one, or the seat of one who already has games.

    `moves`, in UCI from `fen` on, were played before; the game goes on after them.
    """

    white: NewPlayer = NewPlayer()
    black: NewPlayer = NewPlayer()
    edition: Annotated[str, StringConstraints(max_length=8)] = STANDARD_EDITION
    time: Annotated[str, StringConstraints(max_length=40)] = "15+10"
    fen: Fen = ORDINARY_START
    chess960: bool = False
    moves: Annotated[list[Uci], Field(max_length=1_000)] = []
    beginning: Beginning = Beginning()
    customs: NewCustoms = NewCustoms()
    no_agreed_draw_before_move: MoveNumber | None = None
    agreed_draws: bool = True
    arbiter: Literal["none", "new"] | SeatId = "none"
    language: LanguageId = STANDARD_LANGUAGE
    """The language of the arbiter and the spectators."""


class Link(Body):
    """A seat's way in, shown only once: `path` to open in a browser, `code` to read aloud."""

    seat: SeatId
    role: RoleName
    path: str
    code: str


class NewGameLinks(Body):
    game: str
    links: list[Link]


class SeatRow(Body):
    """A seat of a game. `is_open`: its link has not been revoked. `sockets`: how many are open."""

    seat: SeatId
    role: RoleName
    is_open: bool
    sockets: int


class GameRow(Body):
    game: str
    white: PlayerView
    black: PlayerView
    customs: CustomsView
    phase: str
    result: str | None
    is_deletable: bool
    seats: list[SeatRow]


class DamagedGame(Body):
    """A damaged game: nobody can go on with it, but `whole.pgn` has what came before the damage.

    `white`, `black` and `time` are null if not even these could be read. `moves`: how many could
    be read. `lost_from`: the number of the first entry in its journal that is not sure.
    """

    game: str
    white: str | None = None
    black: str | None = None
    time: str | None = None
    moves: int = 0
    lost_from: int
    is_deletable: bool


class LanguageRow(Body):
    """A language. `hears`: the server has a recogniser for it."""

    language: LanguageId
    name: str
    hears: bool


class Choices(Body):
    """The choices that an organiser has for a new game."""

    editions: list[str]
    languages: list[LanguageRow]
    arbiters: list[SeatId]


class GuestsGame(Body):
    """The game that a visitor wants to begin; `lot`: the colour, or the start, is drawn.

    `start`: the ordinary position, or the one of Chess960 with this number, 0 to 959. `goes_on`:
    an earlier game to go on with, instead of a start.
    """

    name: Name = ""
    colour: Colour | Literal["lot"] = "lot"
    time: Annotated[str, StringConstraints(max_length=40)] = "15+10"
    is_blind: bool = False
    language: LanguageId = STANDARD_LANGUAGE
    is_public: bool = False
    takebacks: bool = True
    start: Literal["ordinary", "lot"] | int = "ordinary"
    goes_on: Before | None = None


class FriendsGame(GuestsGame):
    """A game between two people: the visitor and a friend."""

    friends_name: Name = ""
    friends_language: LanguageId = STANDARD_LANGUAGE


class ComputersGame(GuestsGame):
    """A game against the engine of the server."""

    level: LevelName = "easy"


class TypedWish(Body):
    """One sentence, in this language, that asks for a game against the computer."""

    text: Annotated[str, StringConstraints(max_length=200)]
    language: LanguageId = STANDARD_LANGUAGE


class MeantWish(Body):
    """A wish that is to be confirmed before its game begins; see `WishedGame`."""

    time: Annotated[str, StringConstraints(pattern=r"^\d{1,3}\+\d{1,3}$")] | None = None
    colour: Colour | None = None
    level: LevelName | None = None


_WISH = rf"^(\d{{1,3}}\+\d{{1,3}})?,(white|black)?,({'|'.join(LEVEL_NAMES)})?$"


class AskedWish(MeantWish):
    """A wish whose question is to be read aloud; `also` are other wishes to choose from.

    Each of these is its time, colour and level with commas between; a part left open is empty.
    """

    language: LanguageId = STANDARD_LANGUAGE
    also: Annotated[
        list[Annotated[str, StringConstraints(pattern=_WISH)]], Field(max_length=MOST_CHOICES - 1)
    ] = []


class ChosenWish(TypedWish):
    """A line that is typed to choose one of several wishes."""

    among: Annotated[list[MeantWish], Field(min_length=2, max_length=MOST_CHOICES)]


class BegunGame(Body):
    """The way to the visitor's own seat, opened by the response's cookie, and all links."""

    role: RoleName
    path: str
    links: list[Link]


class PublicGame(Body):
    """A game that everybody may watch, or review once it is over with a result."""

    game: GameId
    white: str
    black: str
    time: str
    moves: int
    result: str | None


class Watching(Body):
    game: GameId


class BroughtGame(Body):
    """A game that was played elsewhere, as PGN; only the first game of the text is read."""

    pgn: Annotated[str, StringConstraints(max_length=LONGEST_GAME)]


class Imported(Body):
    """An imported game: `path` is where it is reviewed.

    `left_out` says what could not be read after its `moves` moves, with the line; else it is empty.
    `others_follow`: the text goes on with other games, which were not read.
    """

    path: str
    moves: int
    left_out: str
    others_follow: bool


class MoveTimeView(Body):
    """The time of a move: `spent_ms` was charged for it; `left_ms` was on the display after it."""

    ply: int
    colour: Colour
    san: str
    spent_ms: int
    left_ms: int


class BoardCompared(Body):
    """How a player's own board differs from the game, hole by hole, and the steps to correct it."""

    differences: list[str]
    steps: list[str]


class Health(Body):
    """How many games are in memory, and how many are damaged; the log names the damaged ones."""

    games: int
    damaged: int


class Complaint(Body):
    """Why a request was refused: the page puts `code` into words, and `detail` is in English.

    `field`: the field that is wrong, if it is a single one.
    """

    code: ComplaintCode
    detail: str = ""
    field: str = ""
