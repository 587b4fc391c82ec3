"""Draw offers with their acceptance or refusal, and claims by repetition or fifty moves."""

from dataclasses import dataclass, replace
from typing import Literal, assert_never

from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.phases import Sealing
from voice_chess.game.state import Game, PendingMove
from voice_chess.laws.draws import ClaimKind
from voice_chess.laws.edition import Citation

DeclinedBy = Literal["word", "touch", "move"]


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
    """A player claims by the position on the board, or by the move `uci` that they wrote down.

    A claim whose `kind` is None names no ground and is right if it is so by any.
    """

    kind: ClaimKind | None
    uci: str | None = None


Commands = OfferDraw | AcceptDraw | DeclineDraw | ClaimDraw


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOffered(EventBase):
    """`is_timely`: after the offerer's own move and before their press; else valid, but noted."""

    white: bool
    is_timely: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeclined(EventBase):
    """The side `white` declines."""

    white: bool
    by: DeclinedBy


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawAccepted(EventBase):
    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOfferStands(EventBase):
    """As play is resumed, the offer that the side `white` made before that is still open."""

    white: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimUpheld(EventBase):
    white: bool
    kind: ClaimKind
    uci: str | None
    because: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRejected(EventBase):
    """`kind` is None if the claim named no ground and is right by none."""

    white: bool
    kind: ClaimKind | None
    uci: str | None
    because: Citation

    @property
    def told_with(self) -> str:
        """The variant of its phrase: by which grounds it was examined, and with which move."""
        if self.kind is None:
            return "neither-with-move" if self.uci else "neither"
        return "move" if self.uci else ""


Events = DrawOffered | DrawDeclined | DrawAccepted | DrawOfferStands | ClaimUpheld | ClaimRejected


def folded(game: Game, event: Events) -> Game:
    match event:
        case DrawOffered(white=white):
            return replace(game, turn=game.turn.offered(white=white))
        case DrawDeclined(white=white, by=by):
            passed_over_by = white if by == "move" else None
            turn = replace(game.turn.declined(white=white), passed_over_by=passed_over_by)
            return replace(game, turn=turn)
        case ClaimRejected(white=white, uci=uci, at_ms=at_ms):
            # A claim is also an offer, and the player must make the move on which it rests, or
            # seal it.
            turn = game.turn.offered(white=white)
            if uci is None or isinstance(game.phase, Sealing):
                return replace(game, turn=turn)
            meant = PendingMove(uci=uci, at_ms=at_ms, is_binding=True)
            return replace(game, turn=replace(turn, announcement=meant))
        case DrawAccepted() | DrawOfferStands() | ClaimUpheld():
            return game
        case _:
            assert_never(event)
