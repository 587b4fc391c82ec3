"""What is wrong with an announcement that is well said and no legal move."""

from voice_chess.game.refusals import NotALegalMove
from voice_chess.game.state import Game
from voice_chess.laws.edition import Topic
from voice_chess.laws.position import Position
from voice_chess.laws.reasons import (
    LegalAfterAll,
    NothingToCapture,
    Reason,
    why_castling_refused,
    why_illegal,
)
from voice_chess.speech.announcement import Announcement, announcement
from voice_chess.speech.parse import Tokens

Objection = NotALegalMove | Reason
_FILES, _RANKS = "abcdefgh", "12345678"
_KING_GOES = {"short": "g", "long": "c"}


def objection(tokens: Tokens, game: Game) -> Objection | None:
    """The refusal where the move can be named, else the bare reason; None for no announcement."""
    said = announcement(tokens)
    if said is None:
        return None
    position = game.position
    if said.target is None:
        return _castling(said, game)
    reason = _reason(said, position, None)
    if isinstance(reason, LegalAfterAll):
        takes_nothing = "takes" in said.said and position.piece_at(said.target) is None
        return NothingToCapture(square=said.target) if takes_nothing else None
    start = _start(said, position, reason)
    return reason if start is None else _refusal(start + said.target, reason, game)


def _castling(said: Announcement, game: Game) -> Objection | None:
    for side in ("short", "long"):
        if side in said.castlings:
            reason = why_castling_refused(game.position, side)
            rank = "1" if game.white_to_move else "8"
            uci = f"e{rank}{_KING_GOES[side]}{rank}"
            return None if isinstance(reason, LegalAfterAll) else _refusal(uci, reason, game)
    return None


def _refusal(uci: str, reason: Reason, game: Game) -> NotALegalMove:
    return NotALegalMove(uci=uci, reason=reason, because=game.edition.cite(Topic.MOVEMENT))


def _reason(said: Announcement, position: Position, start: str | None) -> Reason:
    named = (said.from_file or "") + (said.from_rank or "")
    origin = start or (named if len(named) == len("e4") else None)
    piece = said.piece or (None if origin else "P")
    return why_illegal(position, piece, origin, said.target or "")


def _start(said: Announcement, position: Position, reason: Reason) -> str | None:
    """The square of the piece that the reason speaks of."""
    own = str.isupper if position.white_to_move else str.islower
    kind = said.piece or "P"
    for square in (file + rank for rank in _RANKS for file in _FILES):
        piece = position.piece_at(square)
        is_named = square[0] == (said.from_file or square[0]) and square[1] == (
            said.from_rank or square[1]
        )
        is_whole = said.from_file is not None and said.from_rank is not None
        is_kind = piece is not None and own(piece) and (is_whole or piece.upper() == kind)
        if is_kind and is_named and _reason(said, position, square) == reason:
            return square
    return None
