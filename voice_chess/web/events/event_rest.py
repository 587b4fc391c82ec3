"""What the pages of an event send and get."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints

from voice_chess.event.competition import BoardResult
from voice_chess.languages.language import STANDARD_LANGUAGE
from voice_chess.session.lobby.event_ports import Untaken
from voice_chess.web.messages.rest import Beginning, Body, GameId, LanguageId
from voice_chess.web.messages.views import Colour
from voice_chess.web.messages.wire import Key

EventId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{4,16}$")]
Number: TypeAlias = Annotated[int, Field(ge=0, le=9_999)]
Short: TypeAlias = Annotated[str, StringConstraints(max_length=80)]
Address: TypeAlias = Annotated[str, StringConstraints(max_length=300)]
ResultName: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "0-0", "+/-", "-/+", "-/-"]
SystemName: TypeAlias = Literal["swiss-dutch", "round-robin", "match", "knock-out"]


class EventTerms(Body):
    """Days as in 2026-11-23. `baku`: accelerated. `rated`: sound is kept, nobody is advised.

    `initial`: drawn where it is not told.

    `broadcast`: for each round its own at Lichess, by name or address, or a dash for none.
    """

    name: Short
    first_day: Short
    last_day: Short
    edition: Short
    time: Short
    system: SystemName = "swiss-dutch"
    rounds: Number
    tie_breaks: Annotated[list[Short], Field(max_length=20, default_factory=list)]
    baku: bool = False
    initial: Literal["white", "black", "lot"] = "lot"
    delay_minutes: Number = 0
    rated: bool = False
    broadcast: Annotated[list[Address], Field(max_length=99, default_factory=list)]
    city: Short = ""
    federation: Short = ""
    chief_arbiter: Short = ""
    deputies: Annotated[list[Short], Field(max_length=20, default_factory=list)]
    round_days: Annotated[list[Short], Field(max_length=99, default_factory=list)]


class NewEvent(EventTerms):
    """`key` is new for each event and the same for its repetition, which makes no other one."""

    key: Key | None = None


class NewEntry(Body):
    """One player; without a number they get the next one.

    What a federation asks, from `sex` on, may be empty. `birth`: as 1990/05/31, or the year.
    """

    name: Short
    rating: Number = 0
    number: Number | None = None
    language: LanguageId = STANDARD_LANGUAGE
    is_blind: bool = False
    has_assistant: bool = False
    sex: Short = ""
    title: Short = ""
    federation: Short = ""
    fide_number: Short = ""
    birth: Short = ""


class EntryAsked(NewEntry):
    """`key` as of a new event: a repetition enters nobody else, and tells new codes."""

    key: Key | None = None


class EntryList(Body):
    """CSV with column names in its first line, or TRF; `key` as of one entry."""

    text: Annotated[str, StringConstraints(max_length=200_000)]
    language: LanguageId = STANDARD_LANGUAGE
    key: Key | None = None


class Undoing(Body):
    """`made_at_ms`: of the change that is meant, as the state tells it; else it is the last one."""

    made_at_ms: int | None = None


class PlaceLink(Body):
    """A way in for the whole event, told once; `number` is none for arbiters."""

    name: str
    number: int | None
    is_assistant: bool
    path: str
    code: str


class EventMade(Body):
    event: EventId
    path: str
    links: list[PlaceLink]


class Bye(Body):
    round: Number


class Pair(Body):
    one: Number
    other: Number


class EventRuling(Body):
    round: Number
    board: Number
    result: ResultName
    reason: Annotated[str, StringConstraints(max_length=400)]


class RoundStart(Body):
    beginning: Beginning = Beginning()


class CellView(Body):
    """One round of one player: an opponent and a colour, or a bye; `result` as in a report."""

    opponent: int | None
    colour: Colour | None
    result: str


class PlayerRow(Body):
    """`away`: not in the next round. `told`: all that was entered, for arbiters."""

    number: int
    name: str
    rating: int
    is_away: bool
    byes: list[int]
    told: NewEntry | None


class BoardRow(Body):
    """`needs`: what keeps the arbiter from looking elsewhere, nothing where all goes well."""

    board: int
    white: int
    black: int | None
    game: GameId | None
    result: BoardResult | None
    reason: str
    phase: str
    needs: str


class RoundRow(Body):
    round: int
    is_started: bool
    boards: list[BoardRow]


class StandingRow(Body):
    """Points and tie-breaks as they are written."""

    place: int
    number: int
    name: str
    points: str
    values: list[str]
    rounds: list[CellView | None]
    """The crosstable."""


class BroadcastTrouble(Body):
    """Why a round is not at Lichess as it stands, and what they say there; it is tried again."""

    round: int
    why: Untaken
    detail: str


class EventState(Body):
    """An event as everybody sees it.

    For arbiters alone: `undo`, the kind of change that can be undone, and when it was made;
    `broadcast`; and `is_deletable`: no game of it has begun, here or elsewhere.
    """

    event: EventId
    terms: EventTerms
    players: list[PlayerRow]
    rounds: list[RoundRow]
    tie_breaks: list[str]
    standings: list[StandingRow]
    undo: str
    undo_made_at_ms: int | None
    paired_for_s: int | None
    broadcast: BroadcastTrouble | None
    is_deletable: bool
    is_public: bool


class EventRow(Body):
    event: EventId
    name: str
    first_day: str
    last_day: str
    players: int
    round: int
    rounds: int


class PlaceNow(Body):
    """Where this one plays. `text` is the pairing in words, `clip` its sound where they want it.

    `is_ready`: the way to the board is open.
    """

    event: EventId
    round: int
    text: str
    clip: str | None
    is_ready: bool
    is_over: bool
