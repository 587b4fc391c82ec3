"""Draws that need no agreement, as questions about a position to an edition."""

from typing import Literal

from voice_chess.laws.edition import Edition
from voice_chess.laws.position import Position

ClaimKind = Literal["repetition", "fifty"]


def may_claim(position: Position, edition: Edition, kind: ClaimKind) -> bool:
    """True when the player to move can claim on the position standing on the board."""
    rules = edition.rules.draws
    if kind == "repetition":
        return position.occurrences >= rules.repetitions_to_claim
    return position.halfmove_clock >= 2 * rules.moves_to_claim


def may_claim_with(position: Position, edition: Edition, kind: ClaimKind, uci: str) -> bool:
    """True when the move the player to move has written down would allow the claim."""
    return position.is_legal(uci) and may_claim(position.played(uci), edition, kind)


def is_fivefold(position: Position, edition: Edition) -> bool:
    """True once the position has appeared as often as ends the game by itself."""
    limit = edition.rules.draws.repetitions_drawn
    return limit is not None and position.occurrences >= limit


def is_seventy_five_move_draw(position: Position, edition: Edition) -> bool:
    """True once the edition's limit is reached, unless the last move gave checkmate."""
    limit = edition.rules.draws.moves_drawn
    return limit is not None and position.halfmove_clock >= 2 * limit and not position.is_checkmate


def wrong_claim_deduction_ms(left_ms: int, edition: Edition) -> int:
    """What an incorrect claim costs the claimant of their own time.

    Where an edition halves it: half, at most three minutes, and never below one minute; a
    minute or less stays untouched.
    """
    if not edition.rules.claims.halves_claimants_time or left_ms <= FLOOR_MS:
        return 0
    return min(left_ms // 2, MOST_MS, left_ms - FLOOR_MS)


FLOOR_MS = 60_000
MOST_MS = 180_000
