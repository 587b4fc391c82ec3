"""What an arbiter can decide, as messages, and the commands of the game that they become."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from voice_chess.game.commands import (
    AddTime,
    AskToSeal,
    ClaimFlag,
    ClaimIllegalMove,
    Command,
    EndGame,
    GoBack,
    OpenEnvelope,
    Resume,
    RuleOnMatingChance,
    RuleOnQuickplay,
    SetClocks,
    StartClocks,
    StartGame,
    StopClocks,
    Warn,
)
from voice_chess.game.dispute_commands import ReportTwoHands, RuleOnObjection
from voice_chess.game.endings import EndReason, Result
from voice_chess.game.table import Role

LONGEST_MS = 24 * 3_600_000
Time: TypeAlias = Annotated[int, Field(ge=0, le=LONGEST_MS)]
HalfPoints: TypeAlias = Annotated[int, Field(ge=0, le=2)]


class Decision(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Plain(Decision):
    """Decisions that need no more than their name."""

    ruling: Literal[
        "start-game", "start-clocks", "stop-clocks", "flag-fall", "illegal-move", "two-hands"
    ]


class ClockAdded(Decision):
    """Time given, or taken away where it is negative."""

    ruling: Literal["add-time"]
    colour: Literal["white", "black"]
    ms: Annotated[int, Field(ge=-LONGEST_MS, le=LONGEST_MS)]


class ClocksPut(Decision):
    ruling: Literal["set-clocks"]
    white_ms: Time
    black_ms: Time


class Warned(Decision):
    ruling: Literal["warn"]
    colour: Literal["white", "black"]


class PutBack(Decision):
    """The position after the first so many half-moves."""

    ruling: Literal["go-back"]
    moves_kept: Annotated[int, Field(ge=0, le=2_000)]


class MatingChance(Decision):
    ruling: Literal["mating-chance"]
    can_mate: bool


class Quickplay(Decision):
    ruling: Literal["quickplay"]
    outcome: Literal["draw", "postpone", "reject"]
    gives_time: bool = True


class Objection(Decision):
    """Whether the opponent's hands did what a player objects to."""

    ruling: Literal["objection"]
    is_upheld: bool


class Ended(Decision):
    """`half_points` are White's and Black's, where they differ from what the result gives."""

    ruling: Literal["end-game"]
    result: Literal["1-0", "0-1", "1/2-1/2", "0-0", "*"]
    reason: Literal[
        "arbiter", "penalty", "disobedience", "device", "lateness", "wrong-start", "position-lost"
    ]
    half_points: tuple[HalfPoints, HalfPoints] | None = None


class Sealing(Decision):
    """The session ends: the player on move seals; `resumption` tells when and where it goes on."""

    ruling: Literal["ask-to-seal"]
    resumption: Annotated[str, Field(max_length=100)]


class Resumption(Decision):
    ruling: Literal["resume"]
    white_here: bool = True
    black_here: bool = True


class Envelope(Decision):
    """The envelope is opened: the program reads the move, unless the arbiter says what it is."""

    ruling: Literal["open-envelope"]
    uci: Annotated[str, Field(pattern=r"^[a-h][1-8][a-h][1-8][qrbn]?$")] | None = None
    was_lost: bool = False


Ruling: TypeAlias = Annotated[
    Plain
    | ClockAdded
    | ClocksPut
    | Warned
    | PutBack
    | MatingChance
    | Quickplay
    | Objection
    | Ended
    | Sealing
    | Resumption
    | Envelope,
    Field(discriminator="ruling"),
]

_PLAIN: Mapping[str, Callable[..., Command]] = {
    "start-game": StartGame,
    "start-clocks": StartClocks,
    "stop-clocks": StopClocks,
    "flag-fall": ClaimFlag,
    "illegal-move": ClaimIllegalMove,
    "two-hands": ReportTwoHands,
}
_WITH_FIELDS: Mapping[type[Decision], Callable[..., Command]] = {
    ClocksPut: SetClocks,
    PutBack: GoBack,
    MatingChance: RuleOnMatingChance,
    Quickplay: RuleOnQuickplay,
    Objection: RuleOnObjection,
    Sealing: AskToSeal,
    Resumption: Resume,
    Envelope: OpenEnvelope,
}


def command_of(ruling: Ruling, by: Role, at_ms: int) -> Command:
    """The command; whether this role may give it is for the game to say."""
    asked: dict[str, Any] = {"by": by, "at_ms": at_ms}
    match ruling:
        case Plain(ruling=name):
            return _PLAIN[name](**asked)
        case ClockAdded(colour=colour, ms=ms):
            return AddTime(white=colour == "white", ms=ms, **asked)
        case Warned(colour=colour):
            return Warn(white=colour == "white", **asked)
        case Ended(result=result, reason=reason, half_points=points):
            return EndGame(
                result=Result(result), reason=EndReason(reason), half_points=points, **asked
            )
        case _:
            fields = ruling.model_dump(exclude={"ruling"})
            return _WITH_FIELDS[type(ruling)](**fields, **asked)
