"""The bodies that the pages of an event send and receive over HTTP."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StringConstraints

from voice_chess.event.competition import BoardResult
from voice_chess.languages.language import STANDARD_LANGUAGE
from voice_chess.session.lobby.event_ports import Untaken
from voice_chess.web.messages.rest import Beginning, Body, GameId, LanguageId, MoveNumber
from voice_chess.web.messages.views import Colour
from voice_chess.web.messages.wire import Key

EventId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{4,16}$")]
Number: TypeAlias = Annotated[int, Field(ge=0, le=9_999)]
Short: TypeAlias = Annotated[str, StringConstraints(max_length=80)]
Address: TypeAlias = Annotated[str, StringConstraints(max_length=300)]
ResultName: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "0-0", "+/-", "-/+", "-/-"]
SystemName: TypeAlias = Literal["swiss-dutch", "round-robin", "match", "knock-out"]


class EventTerms(Body):
    """The terms of an event. Days are written as 2026-11-23.

    `reports`: sighted players write by hand and report each move.
    `charge`: the mover's time runs until the end of their announcement, or until the press.
    `baku`: pairings are accelerated.
    `count_all`: in a round robin even games with players who withdraw early count.
    `rated`: sound is kept, and nobody is advised.
    `initial`: the initial colour; `lot` draws it.
    `broadcast`: for each round the round at Lichess, by name or address, or a dash for none.
    """

    name: Short
    first_day: Short
    last_day: Short
    edition: Short
    time: Short
    no_agreed_draw_before_move: MoveNumber | None = None
    agreed_draws: bool = True
    reports: bool = False
    charge: Literal["announcement", "press"] = "announcement"
    system: SystemName = "swiss-dutch"
    rounds: Number
    tie_breaks: Annotated[list[Short], Field(max_length=20, default_factory=list)]
    baku: bool = False
    count_all: bool = False
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
    """A request for a new event. A repetition has the same `key`, and makes no second event."""

    key: Key | None = None


class NewEntry(Body):
    """One player; without a `number` they get the next one.

    The fields that a federation asks for, from `sex` on, can be empty. `birth` is written as
    1990/05/31, or as the year alone.
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
    """One player to enter. A repetition with the same `key` enters nobody and gets new codes."""

    key: Key | None = None


class EntryList(Body):
    """A list of players to enter: CSV with column names in its first line, or TRF.

    `key` works as in `EntryAsked`.
    """

    text: Annotated[str, StringConstraints(max_length=200_000)]
    language: LanguageId = STANDARD_LANGUAGE
    key: Key | None = None


class Undoing(Body):
    """What to undo: the change made at `made_at_ms` of the event's state; None for the last."""

    made_at_ms: int | None = None


class PlaceLink(Body):
    """A way in for the whole event, shown only once; `number` is null for arbiters."""

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
    """A player.

    `is_away`: not in the next round. `is_counted`: games with them count in the standings. `told`:
    their whole entry, for arbiters only.
    """

    number: int
    name: str
    rating: int
    is_away: bool
    is_counted: bool
    byes: list[int]
    told: NewEntry | None


class BoardRow(Body):
    """A board. `needs`: why the arbiter should look at it; empty if all goes well."""

    board: int
    white: int
    black: int | None
    game: GameId | None
    result: BoardResult | None
    reason: str
    phase: str
    needs: str


class RoundRow(Body):
    """A round. `starts_at_ms`: when its games begin by themselves, as long as they wait for it."""

    round: int
    is_started: bool
    starts_at_ms: int | None
    boards: list[BoardRow]


class StandingRow(Body):
    """A player in the standings; points and tie-breaks are written as text.

    `place`: null if no game with them counts; then the points do not, and tie-breaks are empty.
    """

    place: int | None
    number: int
    name: str
    points: str
    values: list[str]
    rounds: list[CellView | None]
    """The player's row of the crosstable."""


class BroadcastTrouble(Body):
    """Why a round is not up to date at Lichess, with the site's own words; sending is repeated."""

    round: int
    why: Untaken
    detail: str


class MatchEndView(Body):
    """How a match or a knock-out has ended: the winner's name, or null if it ended level."""

    winner: str | None


class EventState(Body):
    """The state of an event.

    Only arbiters see these: `undo`, the kind of change that can be undone, and when it was made;
    `broadcast`, its trouble; and `is_deletable`: no game of it has begun, here or elsewhere.
    """

    event: EventId
    terms: EventTerms
    players: list[PlayerRow]
    rounds: list[RoundRow]
    tie_breaks: list[str]
    standings: list[StandingRow]
    match_end: MatchEndView | None
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
    """Where the person of a place plays: `text` is the pairing in words.

    `clip` is the address of its sound, if the server speaks to them. `is_ready`: the way to the
    board is open.
    """

    event: EventId
    round: int
    text: str
    clip: str | None
    is_ready: bool
    is_over: bool
