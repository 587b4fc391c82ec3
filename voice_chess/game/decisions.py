"""Tells which events are decisions that a player can appeal against."""

from voice_chess.game.clocks import ClocksSet, TimeAdded, TimeDeducted
from voice_chess.game.draws import ClaimRejected, ClaimUpheld
from voice_chess.game.events import Event
from voice_chess.game.game_end import GameEnded
from voice_chess.game.irregularities import (
    BoardCorrected,
    ClockPressedWrongly,
    FaultFound,
    IllegalMoveCompleted,
    PositionRestored,
)
from voice_chess.game.objections import ObjectionRejected, ObjectionUpheld
from voice_chess.game.penalties import PlayerExpelled, PlayerWarned
from voice_chess.game.quickplay import (
    IncrementIntroduced,
    IncrementRefused,
    QuickplayPostponed,
    QuickplayRejected,
)
from voice_chess.game.results import EndReason
from voice_chess.game.scoresheets import ResultSettled
from voice_chess.laws.edition import Citation

_DECISIONS = (
    TimeAdded
    | TimeDeducted
    | ClocksSet
    | ClaimUpheld
    | ClaimRejected
    | GameEnded
    | IllegalMoveCompleted
    | ClockPressedWrongly
    | FaultFound
    | BoardCorrected
    | PositionRestored
    | ObjectionUpheld
    | ObjectionRejected
    | PlayerWarned
    | PlayerExpelled
    | QuickplayPostponed
    | QuickplayRejected
    | IncrementIntroduced
    | IncrementRefused
    | ResultSettled
)
_BY_THE_PLAYERS = frozenset(
    {EndReason.CHECKMATE, EndReason.STALEMATE, EndReason.RESIGNATION, EndReason.AGREEMENT}
)


def decided_in(event: Event) -> Citation | None:
    """Return the article of a decision by the arbiter, or the program in their place, else None."""
    match event:
        case GameEnded(reason=reason) if reason in _BY_THE_PLAYERS:
            return None
        case ResultSettled(reason=None):
            return None
        case _ if isinstance(event, _DECISIONS):
            return event.because
        case _:
            return None
