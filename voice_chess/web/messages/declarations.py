"""Messages by which seats report, claim or ask for something, and the commands they become.

Moves, typed lines and named commands are other messages; see `web.messages.wire`.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import Field, StringConstraints

from voice_chess.arbiter.rules import RULES
from voice_chess.game.adjournment import AdjournEarly
from voice_chess.game.commands import Command
from voice_chess.game.information import AskInformation, Inform, InformArbiter
from voice_chess.game.irregularities import TakeBackTogether
from voice_chess.game.objections import ObjectToRelease, ObjectToTouch
from voice_chess.game.scoresheets import CompleteScore, SignScore, Source
from voice_chess.game.state import About
from voice_chess.game.table import Role
from voice_chess.game.touch import SetPieceDown
from voice_chess.web.messages.rulings import Decision, Number, ResultName, Time, values_of
from voice_chess.web.messages.views import Square, Uci

Squares: TypeAlias = Annotated[tuple[Square, ...], Field(min_length=1, max_length=8)]
Placement: TypeAlias = Annotated[
    str, StringConstraints(max_length=90, pattern=r"^[KQRBNPkqrbnp1-8/]+$")
]
Words: TypeAlias = Annotated[
    str,
    StringConstraints(
        min_length=1, max_length=200, strip_whitespace=True, pattern=r"^[^\x00-\x1f\x7f]*$"
    ),
]


class PieceDown(Decision):
    """A piece was set down, and let go or not yet; a promoting pawn without the new piece."""

    declaration: Literal["piece-down"]
    uci: Uci
    is_let_go: bool = True


class TouchSeen(Decision):
    """The player objects that the opponent touched the pieces on these squares first, in order."""

    declaration: Literal["object-to-touch"]
    squares: Squares


class ReleaseSeen(Decision):
    """The player objects that the opponent had already let a piece go, as `uci` says."""

    declaration: Literal["object-to-release"]
    uci: Uci


class TakenBack(Decision):
    """A player asks to take back an illegal move that stands; the opponent must ask for it too."""

    declaration: Literal["take-back-together"]
    moves_kept: Number


class EarlyEnd(Decision):
    """The player adjourns before the session ends, and pays with the `left_ms` that it lasts."""

    declaration: Literal["adjourn-early"]
    resumption: Annotated[str, StringConstraints(max_length=100)]
    left_ms: Time


class Completed(Decision):
    """A player completed their own scoresheet from another one."""

    declaration: Literal["score-completed"]
    source: Source


class Signed(Decision):
    declaration: Literal["score-signed"]
    result: ResultName


class InformationRequest(Decision):
    declaration: Literal["ask-information"]
    about: About


class Answer(Decision):
    """Information from an assistant for their player, or from the arbiter's scoresheet."""

    declaration: Literal["inform"]
    about: About


class Observation(Decision):
    """Something that a spectator has noticed, sent only to the arbiter."""

    declaration: Literal["tell-arbiter"]
    text: Words


class BoardDiffers(Decision):
    """A player's own board differs; `placement` is the first field of its FEN.

    `agreed`: if their score differs too, how many half-moves at its beginning agree with the game.
    """

    declaration: Literal["board-differs"]
    placement: Placement
    agreed: Number | None = None


Declaration: TypeAlias = Annotated[
    PieceDown
    | TouchSeen
    | ReleaseSeen
    | TakenBack
    | EarlyEnd
    | Completed
    | Signed
    | InformationRequest
    | Answer
    | Observation
    | BoardDiffers,
    Field(discriminator="declaration"),
]

_COMMANDS: Mapping[type[Decision], type[Command]] = {
    PieceDown: SetPieceDown,
    TouchSeen: ObjectToTouch,
    ReleaseSeen: ObjectToRelease,
    TakenBack: TakeBackTogether,
    EarlyEnd: AdjournEarly,
    Completed: CompleteScore,
    Signed: SignScore,
    InformationRequest: AskInformation,
    Answer: Inform,
    Observation: InformArbiter,
}


def declarable(role: Role) -> frozenset[str]:
    """Return the names of all declarations open to this role.

    Only players and assistants have a board that can differ.
    """
    asked = {name_of(kind): RULES[command].roles for kind, command in _COMMANDS.items()}
    own = {name_of(BoardDiffers)} if role.acts_for_white is not None else set()
    return frozenset({name for name, roles in asked.items() if role in roles} | own)


def name_of(kind: type[Decision]) -> str:
    """Return the name of this kind of declaration on the wire."""
    (name,) = get_args(kind.model_fields["declaration"].annotation)
    return str(name)


def declared(declaration: Declaration, by: Role, at_ms: int) -> Command | BoardDiffers:
    """Return the declaration's command; the game decides whether this role may give it.

    A board that differs is no command and is returned as it is.
    """
    match declaration:
        case BoardDiffers():
            return declaration
        case EarlyEnd(resumption=resumption, left_ms=left_ms):
            return AdjournEarly(
                by=by,
                at_ms=at_ms,
                resumption=resumption,
                session_ends_at_ms=at_ms + left_ms,
            )
        case _:
            make: Callable[..., Command] = _COMMANDS[type(declaration)]
            return make(by=by, at_ms=at_ms, **values_of(declaration))
