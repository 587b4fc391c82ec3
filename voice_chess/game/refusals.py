"""Why the game says no: a closed union, each with the article it rests on. Nothing changes."""

from dataclasses import dataclass

from voice_chess.game.table import Role
from voice_chess.laws.edition import Citation
from voice_chess.laws.reasons import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class NotYourRole(Refused):
    role: Role


@dataclass(frozen=True, slots=True, kw_only=True)
class BadField(Refused):
    """Something in the command can't be: `field` names it, `problem` is a key for the phrase."""

    field: str
    problem: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameNotStarted(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAlreadyStarted(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class GameIsOver(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NotYourMove(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NotALegalMove(Refused):
    uci: str
    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionPieceMissing(Refused):
    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchedPieceMustMove(Refused):
    """The move must be one of these, because of what was touched."""

    touched: tuple[str, ...]
    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasedPieceStays(Refused):
    """The move must be one of these, because a piece was let go where `uci` tells."""

    uci: str
    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionLost(Refused):
    """They have touched a piece themselves since."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToObjectTo(Refused):
    """Even if it was so, what the opponent did after it was right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotYetRecorded(Refused):
    """Their scoresheet lacks moves that must be on it before the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotInAdvance(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToRecord(Refused):
    """The scoresheet is kept by the program, or complete, or signed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameNotOver(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NobodyAsked(Refused):
    """Times and numbers are told on request only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoLookAtScore(Refused):
    """No arbiter keeps a score that they may see, or they have seen it as often as they may."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingAnnounced(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class TooLateToCorrect(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NotYetExecuted(Refused):
    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotYetRepeated(Refused):
    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToRepeat(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAlreadyOffered(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NoDrawOffered(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnDrawOffer(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawNotYetAllowed(Refused):
    """Not before this move is completed by both."""

    move: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimLost(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NoQuickplayFinish(Refused):
    """Not the last period, too much time left, or a kind of game without this claim."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundMissing(Refused):
    """Where no arbiter is present, the claim is sent to one with what it rests on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagHasNotFallen(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NoIllegalMove(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksAreStopped(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClocksAreRunning(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingSealed(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeStaysShut(Refused):
    """It is opened only before the player who must answer the sealed move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameIsAdjourned(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAdjourned(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToRuleOn(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAwaited(Refused):
    """Nothing goes on until the arbiter has answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAtThisTable(Refused):
    """The Laws know nothing of it, and this table has not settled it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingProposed(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnProposal(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class AlreadyProposed(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToTakeBack(Refused):
    pass


Refusal = (
    NotYourRole
    | BadField
    | GameNotStarted
    | GameAlreadyStarted
    | GameIsOver
    | NotYourMove
    | NotALegalMove
    | PromotionPieceMissing
    | TouchedPieceMustMove
    | NothingAnnounced
    | TooLateToCorrect
    | NotYetExecuted
    | NotYetRepeated
    | NothingToRepeat
    | DrawAlreadyOffered
    | NoDrawOffered
    | OwnDrawOffer
    | DrawNotYetAllowed
    | ClaimLost
    | NoQuickplayFinish
    | GroundMissing
    | FlagHasNotFallen
    | NoIllegalMove
    | ClocksAreStopped
    | ClocksAreRunning
    | NothingSealed
    | EnvelopeStaysShut
    | GameIsAdjourned
    | NotAdjourned
    | NothingToRuleOn
    | RulingAwaited
    | ReleasedPieceStays
    | ObjectionLost
    | NothingToObjectTo
    | NotYetRecorded
    | NotInAdvance
    | NothingToRecord
    | GameNotOver
    | NobodyAsked
    | NoLookAtScore
    | NotAtThisTable
    | NothingProposed
    | OwnProposal
    | AlreadyProposed
    | NothingToTakeBack
)
