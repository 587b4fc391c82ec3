"""What is asked about hands: pieces let go, objections to what the opponent's hands have done."""

from dataclasses import dataclass

from voice_chess.game.base_command import CommandBase
from voice_chess.laws.irregularities import Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPieceDown(CommandBase):
    """A piece touches its new square, and is let go there or not yet.

    `uci` tells from where to where; a pawn on the last rank is set down without a fifth letter,
    the new piece with it. A king going two squares is the first half of castling.
    """

    uci: str
    is_let_go: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectToTouch(CommandBase):
    """The opponent is said to have touched these first, in this order."""

    squares: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectToRelease(CommandBase):
    """The opponent is said to have let a piece go before, where `uci` tells."""

    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnObjection(CommandBase):
    """The arbiter has found out what the hands did."""

    is_upheld: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTwoHands(CommandBase):
    """The arbiter has seen the last move made with both hands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackTogether(CommandBase):
    """A player wants an illegal move that stands taken back; done when their opponent does too.

    `moves_kept` is how many moves there were before it.
    """

    moves_kept: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFault(CommandBase):
    """The game was begun wrongly."""

    fault: Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectBoard(CommandBase):
    """Both scores agree, so this player's board is brought to what they wrote."""

    white: bool


Disputing = (
    SetPieceDown
    | ObjectToTouch
    | ObjectToRelease
    | RuleOnObjection
    | ReportTwoHands
    | TakeBackTogether
    | ReportFault
    | CorrectBoard
)
