"""Finds out what is wrong with a well-formed announcement that is no legal move."""

from dataclasses import dataclass

from voice_chess.laws.castling import steps_of_castling
from voice_chess.laws.position import Castling, Position
from voice_chess.laws.reasons import (
    LegalAfterAll,
    NotThere,
    Reason,
    why_castling_refused,
    why_illegal,
)
from voice_chess.laws.written_move import ALL_SQUARES
from voice_chess.speech.understanding.announcement import Announcement, announcement
from voice_chess.speech.understanding.parse import Tokens

_SIDES: tuple[Castling, ...] = ("short", "long")


@dataclass(frozen=True, slots=True, kw_only=True)
class IllegalAnnouncement:
    """The reason; `uci` is the move if the announcement tells which piece was meant, else None."""

    said: Announcement
    reason: Reason
    uci: str | None


def objection(tokens: Tokens, position: Position) -> IllegalAnnouncement | None:
    """Explain why the announced move is illegal.

    None if the tokens are no announcement, or if some piece can make the move after all.
    """
    said = announcement(tokens)
    if said is None:
        return None
    if said.target is None:
        return _castling(said, position)
    misnamed = _misnamed_victim(said, position)
    if misnamed is not None:
        return IllegalAnnouncement(said=said, reason=misnamed, uci=None)
    starts = _starts(said, position)
    reasons = {start: _why(said, position, start) for start in starts}
    reason = next(iter(reasons.values())) if len(starts) == 1 else _why(said, position, None)
    if isinstance(reason, LegalAfterAll):
        return None
    ahead = _pawn_ahead(said, position, starts)
    reason = reason if ahead is None else reasons[ahead]
    blamed = [
        start
        for start, its_reason in reasons.items()
        if its_reason == reason and start != said.target
    ]
    if said.piece is None and said.from_file is None:
        blamed = [start for start in blamed if start[0] == said.target[0]] or blamed
    uci = blamed[0] + said.target if len(blamed) == 1 else None
    return IllegalAnnouncement(said=said, reason=reason, uci=uci)


def _misnamed_victim(said: Announcement, position: Position) -> NotThere | None:
    """Return what stands on the target in place of the piece that is said to be captured, if so."""
    if said.victim is None or said.target is None:
        return None
    there = position.piece_at(said.target)
    if there is None:
        # A pawn that captures in passing names a victim that stands elsewhere.
        is_pawns = said.victim == "P" and said.piece in (None, "P")
        return None if is_pawns else NotThere(square=said.target, stands_there=None)
    if there.upper() == said.victim or there.isupper() is position.white_to_move:
        return None
    return NotThere(square=said.target, stands_there=there.upper())


def _castling(said: Announcement, position: Position) -> IllegalAnnouncement | None:
    reasons = {
        side: why_castling_refused(position, side) for side in _SIDES if side in said.castlings
    }
    if any(isinstance(reason, LegalAfterAll) for reason in reasons.values()):
        return None
    side, reason = next(iter(reasons.items()))
    return IllegalAnnouncement(said=said, reason=reason, uci=steps_of_castling(position, side))


def _starts(said: Announcement, position: Position) -> tuple[str, ...]:
    """Return the squares of the pieces that may have been meant."""
    own = str.isupper if position.white_to_move else str.islower
    kind = said.piece or (None if _names_origin(said) else "P")
    return tuple(
        square
        for square in ALL_SQUARES
        if (piece := position.piece_at(square)) is not None
        and own(piece)
        and kind in (None, piece.upper())
        and said.from_file in (None, square[0])
        and said.from_rank in (None, square[1])
    )


def _pawn_ahead(said: Announcement, position: Position, starts: tuple[str, ...]) -> str | None:
    """Return the only own pawn on the file of an empty target square, or None.

    On such a square, players don't think of pawns that would have to capture.
    """
    target = said.target or ""
    is_plain = said.piece in (None, "P") and said.from_file is None and not said.said
    if not is_plain or position.piece_at(target) is not None:
        return None
    ahead = [start for start in starts if start[0] == target[0]]
    return ahead[0] if len(ahead) == 1 else None


def _why(said: Announcement, position: Position, start: str | None) -> Reason:
    """Return the reason for the piece on `start`; without it, for all pieces that may be meant."""
    origin = start
    if start is None and _names_origin(said):
        origin = f"{said.from_file}{said.from_rank}"
    piece = said.piece or (None if _names_origin(said) else "P")
    return why_illegal(position, piece, origin, said.target or "")


def _names_origin(said: Announcement) -> bool:
    return said.from_file is not None and said.from_rank is not None
