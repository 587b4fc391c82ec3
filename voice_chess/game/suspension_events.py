"""What happens while play is suspended: the quickplay finish before the arbiter, adjournment."""

from dataclasses import dataclass

from voice_chess.game.base_event import EventBase
from voice_chess.game.commands import QuickplayGround
from voice_chess.game.envelope import Envelope
from voice_chess.game.results import Result
from voice_chess.laws.edition import Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayClaimed(EventBase):
    """The clocks stand and the arbiter is asked; it is an offer of a draw too."""

    white: bool
    ground: QuickplayGround
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayPostponed(EventBase):
    """Play goes on; the arbiter may still give the draw, even after the flag."""

    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayRejected(EventBase):
    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickplayReopened(EventBase):
    """The claimant's flag has fallen: now the arbiter must decide what they put off."""

    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class IncrementRequested(EventBase):
    """So much more for both with every move; it is an offer of a draw too."""

    white: bool
    ms: int
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class IncrementIntroduced(EventBase):
    white: bool
    ms: int
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class IncrementRefused(EventBase):
    white: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class SealingAsked(EventBase):
    """`charged_until_ms`: a player who adjourns early pays until the session ends."""

    white: bool
    resumption: str
    charged_until_ms: int | None
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSealed(EventBase):
    """Written for the envelope; what was made on the board can't be changed any more."""

    white: bool
    text: str
    is_made: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAdjourned(EventBase):
    envelope: Envelope
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResumed(EventBase):
    white_here: bool
    black_here: bool
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class SealerTooLate(EventBase):
    """The game has this `result`, unless the move in the envelope has ended it."""

    result: Result
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeOpened(EventBase):
    """`uci` is how the sealed move was read, None when it could not be."""

    uci: str | None
    was_lost: bool
    because: Citation


Suspended = (
    QuickplayClaimed
    | QuickplayPostponed
    | QuickplayRejected
    | QuickplayReopened
    | IncrementRequested
    | IncrementIntroduced
    | IncrementRefused
    | SealingAsked
    | MoveSealed
    | GameAdjourned
    | GameResumed
    | SealerTooLate
    | EnvelopeOpened
)
