"""What goes over plain HTTP: entering, arranging games, links; strict as the socket."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from voice_chess.languages.language import STANDARD_LANGUAGE
from voice_chess.laws.position import ORDINARY_START
from voice_chess.speech.understanding.game_wish import LEVEL_NAMES, MOST_CHOICES, LevelName
from voice_chess.web.messages.views import Colour, CustomsView, PlayerView, RoleName

Name: TypeAlias = Annotated[
    str, StringConstraints(max_length=60, strip_whitespace=True, pattern=r"^[^\x00-\x1f\x7f]*$")
]
Secret: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=120)]
LanguageId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z]{2}(-[a-z]{4})?$")]
GameId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{4,16}$")]
SeatId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{4,16}$")]
Fen: TypeAlias = Annotated[str, StringConstraints(max_length=100)]
Uci: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-h][1-8][a-h][1-8][qrbn]?$")]
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
    "no-engine",
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
]


class Body(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Entering(Body):
    """Exactly one of the two: the token of a link, or the six words of its code."""

    token: Secret | None = None
    code: Secret | None = None


EnteredAs: TypeAlias = RoleName | Literal["organiser", "place"]
"""A place is a player's at an event, or that of its arbiters."""


class Admitted(Body):
    """Where to go; the cookie that came along opens it."""

    role: EnteredAs
    path: str


class NewPlayer(Body):
    """One side. `language` is spoken and understood at this seat, `interface` is the page's."""

    name: Name = ""
    is_blind: bool = False
    has_assistant: bool = False
    is_hearing_impaired: bool = False
    language: LanguageId = STANDARD_LANGUAGE
    interface: LanguageId = STANDARD_LANGUAGE


class NewCustoms(Body):
    """What a table agrees on.

    `press`: the clock is pressed by the program after a pause, or by the mover's own word.
    `charge`: the mover pays until the end of their announcement, or until the press.
    `execution`: an announcement is the move, or the hands' work is reported apart.
    `boards`: both play on one, or each has their own.
    `takebacks`: moves may be taken back if both want it, unless there is an arbiter.
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


class Beginning(Body):
    """`together`: once both are there. `by-hand`: by the arbiter. `at`: at a time, on the dot.

    Only the last knows lateness; `at_ms` is in milliseconds since 1970.
    """

    starts: Literal["together", "by-hand", "at"] = "together"
    at_ms: Annotated[int, Field(ge=0)] | None = None
    lateness_minutes: Annotated[int, Field(ge=0, le=600)] | None = None


class Before(Body):
    """A game that is gone on with: the position it began from, and its moves since then in UCI."""

    fen: Fen = ORDINARY_START
    chess960: bool = False
    moves: Annotated[list[Uci], Field(max_length=1_000)] = []


class NewGame(Body):
    """`arbiter`: none, a new one, or the seat of one who has games already.

    `moves`, in UCI from `fen` on, were played before: the game goes on behind them.
    """

    white: NewPlayer = NewPlayer()
    black: NewPlayer = NewPlayer()
    edition: Annotated[str, StringConstraints(max_length=8)] = "2009"
    time: Annotated[str, StringConstraints(max_length=40)] = "15+10"
    fen: Fen = ORDINARY_START
    chess960: bool = False
    moves: Annotated[list[Uci], Field(max_length=1_000)] = []
    beginning: Beginning = Beginning()
    customs: NewCustoms = NewCustoms()
    no_agreed_draw_before_move: Annotated[int, Field(ge=1, le=200)] | None = None
    arbiter: Literal["none", "new"] | SeatId = "none"
    language: LanguageId = STANDARD_LANGUAGE
    """Of arbiter and spectators."""


class Link(Body):
    """A seat's way in, told once: `path` to be opened in a browser, `code` to be read aloud."""

    seat: SeatId
    role: RoleName
    path: str
    code: str


class NewGameLinks(Body):
    game: str
    links: list[Link]


class SeatRow(Body):
    """`is_open`: the seat's link has not been revoked."""

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
    """Nobody can go on with it; what came before the damage is had at `whole.pgn`.

    `white`, `black` and `time` are null where not even these could be read. `moves`: so many could
    be. `lost_from`: the number of the first entry of its journal that is not sure.
    """

    game: str
    white: str | None = None
    black: str | None = None
    time: str | None = None
    moves: int = 0
    lost_from: int
    is_deletable: bool


class LanguageRow(Body):
    """`hears`: there is a recogniser for it."""

    language: LanguageId
    name: str
    hears: bool


class Choices(Body):
    """What an organiser can choose from."""

    editions: list[str]
    languages: list[LanguageRow]
    arbiters: list[SeatId]


class GuestsGame(Body):
    """What a visitor chooses for a game of their own; `lot`: the colour, or the start, is drawn.

    `start`: the ordinary position, or that of Chess960 with this number, 0 to 959; `goes_on`: a
    game to go on with, in place of it.
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
    """A game between two people, one of whom is here."""

    friends_name: Name = ""
    friends_language: LanguageId = STANDARD_LANGUAGE


class ComputersGame(GuestsGame):
    """A game against the engine of the server."""

    level: LevelName = "easy"


class TypedWish(Body):
    """One sentence that begins a game against the computer, in this language."""

    text: Annotated[str, StringConstraints(max_length=200)]
    language: LanguageId = STANDARD_LANGUAGE


class MeantWish(Body):
    """A wish that is asked about before its game begins; see `WishedGame`."""

    time: Annotated[str, StringConstraints(pattern=r"^\d{1,3}\+\d{1,3}$")] | None = None
    colour: Colour | None = None
    level: LevelName | None = None


_WISH = rf"^(\d{{1,3}}\+\d{{1,3}})?,(white|black)?,({'|'.join(LEVEL_NAMES)})?$"


class AskedWish(MeantWish):
    """The same to be read aloud; `also` are others of which one is to be chosen.

    Each of these is its time, colour and level with commas between, empty where it was left open.
    """

    language: LanguageId = STANDARD_LANGUAGE
    also: Annotated[
        list[Annotated[str, StringConstraints(pattern=_WISH)]], Field(max_length=MOST_CHOICES - 1)
    ] = []


class ChosenWish(TypedWish):
    """A line that is typed while one of several is to be chosen."""

    among: Annotated[list[MeantWish], Field(min_length=2, max_length=MOST_CHOICES)]


class BegunGame(Body):
    """The way to the visitor's own seat, opened by the cookie that came along, and all links."""

    role: RoleName
    path: str
    links: list[Link]


class PublicGame(Body):
    """A game that everybody may watch, or look at again once it is over and has a result."""

    game: GameId
    white: str
    black: str
    time: str
    moves: int
    result: str | None


class Watching(Body):
    game: GameId


class BroughtGame(Body):
    """A game that was played elsewhere; the first of a text in PGN counts."""

    pgn: Annotated[str, StringConstraints(max_length=15_000)]


class Imported(Body):
    """Where it is reviewed. `left_out` tells, with the line, what could not be read behind it.

    `others_follow`: more stood behind it, which was not read.
    """

    path: str
    moves: int
    left_out: str
    others_follow: bool


class MoveTimeView(Body):
    """`spent_ms` was charged for the move; `left_ms` was on the display behind it."""

    ply: int
    colour: Colour
    san: str
    spent_ms: int
    left_ms: int


class BoardCompared(Body):
    """Where a player's own board differs from the game, hole by hole, and how to put it right."""

    differences: list[str]
    steps: list[str]


class Health(Body):
    """`games` are in memory; `damaged` ones could not be read and are told of in the log."""

    games: int
    damaged: int


class Complaint(Body):
    """Why a request was not done: `code` for the page to word, `detail` in English.

    `field`: what was asked for wrongly, where it is one thing.
    """

    code: ComplaintCode
    detail: str = ""
    field: str = ""
