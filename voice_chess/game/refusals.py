"""Refusals: a closed union of reasons why a command changes nothing, each with its article."""

from dataclasses import dataclass
from typing import Literal, Self, TypeAlias

from voice_chess.game.table import Role
from voice_chess.laws.edition import Citation, Edition
from voice_chess.laws.reasons import Reason, topic_of

RoleHint: TypeAlias = Literal["", "arbiter", "rulings", "noticed"]
"""It is for the arbiter alone to do; how arbiters undo what they have ruled; or that spectators may
tell the arbiter what they have noticed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class NotYourRole(Refused):
    role: Role
    hint: RoleHint = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BadField(Refused):
    """A value in the command is impossible: `field` names it, `problem` is the phrase's key."""

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

    @classmethod
    def under(cls, laws: Edition, uci: str, reason: Reason) -> Self:
        """Return the refusal with the article that the move is against for this reason."""
        return cls(uci=uci, reason=reason, because=laws.cite(topic_of(reason)))


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionPieceMissing(Refused):
    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchedPieceMustMove(Refused):
    """The move must be one of `allowed`, because these pieces were touched."""

    touched: tuple[str, ...]
    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleasedPieceStays(Refused):
    """The move must be one of `allowed`, because a piece was let go as `uci` describes."""

    uci: str
    allowed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectionLost(Refused):
    """The objecting player has since touched a piece themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToObjectTo(Refused):
    """Even if the hands did so, the opponent's later move agrees with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotYetRecorded(Refused):
    """Before their next move, a player must record their last one or complete their score.

    `what`: the last move, the score, or for the arbiter, before the clocks run again, both scores.
    """

    what: Literal["move", "score", "scores"] = "move"


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
    """Nobody asked: times and numbers of moves are given on request only."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoLookAtScore(Refused):
    """No arbiter keeps a score for them to see, or they have seen it as often as allowed."""


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
    """The players may not agree on a draw before both have completed `move` moves.

    `may_arbiter_consent`: an arbiter is in charge, who can still agree to it.
    """

    move: int
    may_arbiter_consent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAgreedDraws(Refused):
    """In the whole game the players don't agree on a draw without the arbiter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoAppeals(Refused):
    """The edition has no article on appeals; or `lacks_arbiter`: nobody has decided anything."""

    lacks_arbiter: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingDecided(Refused):
    """There is no decision that this player may still appeal against."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionIsFinal(Refused):
    """No appeal is heard against what was decided last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimLost(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NoQuickplayFinish(Refused):
    """It is not the last period, or this kind of game has no such claim.

    `ms`: it is one in which it can be made, with less time than this on the clock, but not with
    none (then it is 0); else None.
    """

    ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundMissing(Refused):
    """No arbiter is present, so the claim goes to one later and must name its ground."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagHasNotFallen(Refused):
    """`white`: whose flag was claimed; None if the arbiter finds that neither has fallen."""

    white: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BothFlagsDown(Refused):
    """Both flags have fallen, nobody knows which first, and a further period follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoIllegalMove(Refused):
    """The last move was legal; or, if it is not about the last one, no such illegal move stands."""

    is_about_last: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsNotCounted(Refused):
    """A move with two hands is no illegal move in this edition; other penalties are possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsOutOfTime(Refused):
    """No move waits for its answer with the clock pressed, so two hands cannot be counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsRuledOn(Refused):
    """The two hands of the last move were counted before."""


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
class EnvelopeStillOpen(Refused):
    """A move is sealed, and its player has not stopped the clock yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionLastsLonger(Refused):
    """A player who adjourns early is charged until the session ends, and has less time left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeStaysShut(Refused):
    """The envelope is opened only in the presence of the player who must reply to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameIsAdjourned(Refused):
    """`first`: what comes before: the word of an arbiter or a player, or the opened envelope."""

    first: Literal["", "resume", "continue", "envelope"] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAdjourned(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToRuleOn(Refused):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingAwaited(Refused):
    """The game waits for the arbiter's ruling.

    `may_be_withdrawn`: there is no arbiter, but whoever objected can take the objection back.
    """

    may_be_withdrawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NotAtThisTable(Refused):
    """The Laws do not provide for it, and neither do this table's customs."""


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
    | NoAgreedDraws
    | NoAppeals
    | NothingDecided
    | DecisionIsFinal
    | ClaimLost
    | NoQuickplayFinish
    | GroundMissing
    | FlagHasNotFallen
    | BothFlagsDown
    | NoIllegalMove
    | HandsNotCounted
    | HandsOutOfTime
    | HandsRuledOn
    | ClocksAreStopped
    | ClocksAreRunning
    | NothingSealed
    | EnvelopeStillOpen
    | SessionLastsLonger
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
