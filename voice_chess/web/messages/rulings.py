"""Messages with the decisions of an arbiter, and the commands of the game that they become."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from voice_chess.game.adjournment import AskToSeal, OpenEnvelope, Resume
from voice_chess.game.clocks import (
    AddTime,
    BeginNextPeriod,
    ClaimFlag,
    ClockReason,
    SetClocks,
    StartClocks,
    StopClocks,
    TimeReason,
)
from voice_chess.game.commands import Command
from voice_chess.game.game_end import EndGame, RuleOnMatingChance
from voice_chess.game.irregularities import (
    BackReason,
    ClaimIllegalMove,
    GoBack,
    ReportFault,
    ReportTwoHands,
)
from voice_chess.game.objections import RuleOnObjection
from voice_chess.game.penalties import Expel, RuleOnAppeal, Warn
from voice_chess.game.quickplay import RuleOnIncrement, RuleOnQuickplay
from voice_chess.game.results import EndReason, Result
from voice_chess.game.scoresheets import ReconstructGame, RuleOnResult
from voice_chess.game.setup import StartGame
from voice_chess.game.table import Role
from voice_chess.laws.irregularities import Fault
from voice_chess.web.messages.views import Colour, Uci

LONGEST_MS = 24 * 3_600_000
Time: TypeAlias = Annotated[int, Field(ge=0, le=LONGEST_MS)]
HalfPoints: TypeAlias = Annotated[int, Field(ge=0, le=2)]
Number: TypeAlias = Annotated[int, Field(ge=0, le=2_000)]
"""A number of moves or half-moves."""

ResultName: TypeAlias = Literal["1-0", "0-1", "1/2-1/2", "0-0", "*"]


class Decision(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Plain(Decision):
    """A decision that needs only its name."""

    ruling: Literal[
        "start-game",
        "start-clocks",
        "stop-clocks",
        "flag-fall",
        "illegal-move",
        "two-hands",
        "reconstruct-game",
        "begin-next-period",
    ]


class ClockAdded(Decision):
    """Time added to a clock, in ms; a negative time is taken away."""

    ruling: Literal["add-time"]
    colour: Colour
    ms: Annotated[int, Field(ge=-LONGEST_MS, le=LONGEST_MS)]
    why: TimeReason = "penalty"


class ClocksPut(Decision):
    """Both clocks set to new times; `moves` are both move counters, White's first."""

    ruling: Literal["set-clocks"]
    white_ms: Time
    black_ms: Time
    why: ClockReason = "faulty"
    moves: tuple[Number, Number] | None = None


class Warned(Decision):
    ruling: Literal["warn"]
    colour: Colour


class Expelled(Decision):
    """A player expelled from the event; their game is ended by another ruling."""

    ruling: Literal["expel"]
    colour: Colour


class PutBack(Decision):
    """The position put back to the one after the first `moves_kept` half-moves."""

    ruling: Literal["go-back"]
    moves_kept: Number
    why: BackReason = "restored"


class RuledMatingChance(Decision):
    ruling: Literal["mating-chance"]
    can_mate: bool


class Quickplay(Decision):
    ruling: Literal["quickplay"]
    outcome: Literal["draw", "postpone", "reject"]
    gives_time: bool = True


class Objection(Decision):
    """The ruling whether the opponent's hands did what a player objected to."""

    ruling: Literal["objection"]
    is_upheld: bool


class DecidedAppeal(Decision):
    """What was decided on the earliest open appeal."""

    ruling: Literal["appeal"]
    is_upheld: bool


class Increment(Decision):
    """The ruling whether both players get an increment, which one of them has asked for."""

    ruling: Literal["increment"]
    is_granted: bool


class SettledResult(Decision):
    """A result other than the one the players signed, or a penalty for a game that is over."""

    ruling: Literal["settle-result"]
    result: ResultName
    reason: Literal["arbiter", "penalty"] = "arbiter"
    half_points: tuple[HalfPoints, HalfPoints] | None = None


class FoundFault(Decision):
    """The arbiter found that the game was begun wrongly."""

    ruling: Literal["fault"]
    fault: Fault


class RuledReconciliation(Decision):
    """The ruling on boards or scores that differ: do what was found, or leave everything."""

    ruling: Literal["reconcile"]
    accepts: bool


class Ended(Decision):
    """The game's end. `half_points` are White's and Black's, if not those of the result."""

    ruling: Literal["end-game"]
    result: ResultName
    reason: Literal[
        "arbiter",
        "agreement",
        "penalty",
        "disobedience",
        "device",
        "lateness",
        "dead-position",
        "quickplay-finish",
        "sealed-move",
        "wrong-start",
        "position-lost",
    ]
    half_points: tuple[HalfPoints, HalfPoints] | None = None


class AskedToSeal(Decision):
    """The session ends, and the player on move seals; `resumption`: when and where play goes on."""

    ruling: Literal["ask-to-seal"]
    resumption: Annotated[str, Field(max_length=100)]


class Resumption(Decision):
    ruling: Literal["resume"]
    white_here: bool = True
    black_here: bool = True


class OpenedEnvelope(Decision):
    """The envelope is opened: the program reads the move, unless the arbiter gives it as `uci`."""

    ruling: Literal["open-envelope"]
    uci: Uci | None = None
    was_lost: bool = False


Ruling: TypeAlias = Annotated[
    Plain
    | ClockAdded
    | ClocksPut
    | Warned
    | Expelled
    | PutBack
    | RuledMatingChance
    | Quickplay
    | Objection
    | Increment
    | DecidedAppeal
    | SettledResult
    | FoundFault
    | RuledReconciliation
    | Ended
    | AskedToSeal
    | Resumption
    | OpenedEnvelope,
    Field(discriminator="ruling"),
]

_PLAIN: Mapping[str, Callable[..., Command]] = {
    "start-game": StartGame,
    "start-clocks": StartClocks,
    "stop-clocks": StopClocks,
    "flag-fall": ClaimFlag,
    "illegal-move": ClaimIllegalMove,
    "two-hands": ReportTwoHands,
    "reconstruct-game": ReconstructGame,
    "begin-next-period": BeginNextPeriod,
}
_WITH_FIELDS: Mapping[type[Decision], Callable[..., Command]] = {
    ClockAdded: AddTime,
    ClocksPut: SetClocks,
    Warned: Warn,
    Expelled: Expel,
    Ended: EndGame,
    SettledResult: RuleOnResult,
    PutBack: GoBack,
    RuledMatingChance: RuleOnMatingChance,
    Quickplay: RuleOnQuickplay,
    Objection: RuleOnObjection,
    Increment: RuleOnIncrement,
    DecidedAppeal: RuleOnAppeal,
    FoundFault: ReportFault,
    AskedToSeal: AskToSeal,
    Resumption: Resume,
    OpenedEnvelope: OpenEnvelope,
}


def command_of(
    ruling: Ruling, by: Role, at_ms: int, in_words: str = ""
) -> Command | RuledReconciliation:
    """Return the ruling's command; the game decides whether this role may give it.

    A reconciliation is returned as it is, since its command depends on the players' boards.
    """
    match ruling:
        case RuledReconciliation():
            return ruling
        case Plain(ruling=name):
            return _PLAIN[name](by=by, at_ms=at_ms, in_words=in_words)
        case _:
            make = _WITH_FIELDS[type(ruling)]
            return make(by=by, at_ms=at_ms, in_words=in_words, **values_of(ruling))


def values_of(decision: Decision) -> dict[str, Any]:
    """Return the fields of a decision with the names and values that the game's commands take."""
    found = decision.model_dump(exclude={"ruling", "declaration"})
    return dict(_AS_IN_THE_GAME.get(name, _same)(name, value) for name, value in found.items())


def _same(name: str, value: object) -> tuple[str, object]:
    return name, value


_AS_IN_THE_GAME: Mapping[str, Callable[[str, Any], tuple[str, object]]] = {
    "colour": lambda _, colour: ("white", colour == "white"),
    "result": lambda name, result: (name, Result(result)),
    "reason": lambda name, reason: (name, EndReason(reason)),
}
