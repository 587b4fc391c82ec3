"""What somebody may ask of a game: each command says who and when."""

from dataclasses import dataclass
from typing import Literal

from voice_chess.game.agreement_commands import Agreeing
from voice_chess.game.base_command import CommandBase
from voice_chess.game.dispute_commands import Disputing
from voice_chess.game.increment_commands import Incrementing
from voice_chess.game.record_commands import Recording
from voice_chess.game.results import EndReason, Result
from voice_chess.game.table import Table

ClaimKind = Literal["repetition", "fifty"]
QuickplayGround = Literal["cannot-win", "no-effort"]
QuickplayOutcome = Literal["draw", "postpone", "reject"]
StopReason = Literal[
    "arbiter", "promotion-piece", "displaced-pieces", "irregularity", "claim", "recording"
]
TimeReason = Literal["penalty", "disturbance", "clock-helper", "scribe", "restored"]
ClockReason = Literal["faulty", "wrong-setting", "restored"]
BackReason = Literal["restored", "scores-differ"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrangeGame(CommandBase):
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrive(CommandBase):
    """A player comes to the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame(CommandBase):
    """White's clock is started."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceMove(CommandBase):
    """Said again before the press, it corrects a slip of the tongue."""

    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectSlip(CommandBase):
    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatMove(CommandBase):
    """The opponent says the move they heard."""

    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchPieces(CommandBase):
    """Pieces deliberately touched; a blind player touches by lifting out of the hole.

    In order, unless nobody can tell which was first.
    """

    squares: tuple[str, ...]
    is_in_order: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust(CommandBase):
    """J'adoube: what is touched next is only put straight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecuteMove(CommandBase):
    """The announced move stands on the mover's board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressClock(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferDraw(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptDraw(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineDraw(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimDraw(CommandBase):
    """By the position on the board, or by the move written down and meant to be made."""

    kind: ClaimKind
    uci: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimQuickplay(CommandBase):
    """Drawn, because the opponent can't win by normal means or makes no effort to."""

    ground: QuickplayGround


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimFlag(CommandBase):
    """The opponent's time is up; the arbiter's word is that somebody's is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimIllegalMove(CommandBase):
    """The opponent's last move was not legal; said by a player or seen by the arbiter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class PassTime(CommandBase):
    """Nobody did anything; see what the clock says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StopClocks(CommandBase):
    why: StopReason = "arbiter"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartClocks(CommandBase):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class AskToSeal(CommandBase):
    """The session is over: the arbiter asks the player on move to seal.

    `resumption` is when and where the game goes on.
    """

    resumption: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjournEarly(CommandBase):
    """The player on move adjourns before the session ends, and pays for the rest of it."""

    resumption: str
    session_ends_at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SealMove(CommandBase):
    """The move as written for the envelope; it may be changed until the clock is stopped."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Resume(CommandBase):
    """The arbiter opens the resumption with whoever is there."""

    white_here: bool = True
    black_here: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenEnvelope(CommandBase):
    """The sealed move as the arbiter reads it; None when nobody can.

    Of a lost envelope it is the move its writer says they sealed.
    """

    uci: str | None
    was_lost: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTime(CommandBase):
    """The arbiter adds time, or takes it away below nothing."""

    white: bool
    ms: int
    why: TimeReason = "penalty"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetClocks(CommandBase):
    """`moves`: White's and Black's move counter, where they are to be put right too."""

    white_ms: int
    black_ms: int
    why: ClockReason = "faulty"
    moves: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Warn(CommandBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Expel(CommandBase):
    """A player is out of the event: the one penalty of the arbiter's list that is not of a game.

    The list lets several penalties be given together and has the lost game as another of them: so
    this one leaves the game, its clocks and its points as they are.
    """

    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GoBack(CommandBase):
    """The arbiter puts back the position after the first `moves_kept` moves."""

    moves_kept: int
    why: BackReason = "restored"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnMatingChance(CommandBase):
    """The arbiter's answer where the program could find none."""

    can_mate: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnQuickplay(CommandBase):
    """`gives_time`: where the ruling is put off, the opponent may be given time."""

    outcome: QuickplayOutcome
    gives_time: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class EndGame(CommandBase):
    """The arbiter declares the result, and other points than it gives where they penalise so.

    `half_points` are White's and Black's, none above what a won game gives.
    """

    result: Result
    reason: EndReason
    half_points: tuple[int, int] | None = None


Adjourning = AskToSeal | AdjournEarly | SealMove | Resume | OpenEnvelope

ArbiterDecision = (
    AddTime | SetClocks | Warn | Expel | GoBack | RuleOnMatingChance | RuleOnQuickplay | EndGame
)

Command = (
    ArrangeGame
    | Arrive
    | StartGame
    | AnnounceMove
    | CorrectSlip
    | RepeatMove
    | TouchPieces
    | Adjust
    | ExecuteMove
    | PressClock
    | OfferDraw
    | AcceptDraw
    | DeclineDraw
    | ClaimDraw
    | ClaimQuickplay
    | ClaimFlag
    | ClaimIllegalMove
    | Resign
    | PassTime
    | StopClocks
    | StartClocks
    | Adjourning
    | ArbiterDecision
    | Disputing
    | Recording
    | Incrementing
    | Agreeing
)
