"""Finds moves that sound nearly like what was heard: one part of the announcement may be wrong."""

from voice_chess.laws.position import MoveFacts, Position
from voice_chess.speech.understanding.announcement import Announcement, announcement
from voice_chess.speech.understanding.interpret import legal_facts
from voice_chess.speech.understanding.parse import Tokens


def nearly_meant(tokens: Tokens, position: Position) -> tuple[str, ...]:
    """Return the legal moves that differ from these words in exactly one part.

    A part is a piece, a file, a rank or a promotion.
    """
    said = announcement(tokens)
    if said is None or said.target is None:
        return ()
    return tuple(move.uci for move in legal_facts(position) if _faults(move, said) == 1)


def _faults(move: MoveFacts, said: Announcement) -> int:
    """Return how many parts of the announcement were misheard if this move was meant."""
    target = said.target or ""
    parts = [
        (target[:1], move.to_square[0]),
        (target[1:], move.to_square[1]),
        (said.piece or _unsaid_piece(move, said), move.piece),
        (said.from_file or move.from_square[0], move.from_square[0]),
        (said.from_rank or move.from_square[1], move.from_square[1]),
        (said.promotion or move.promotion, move.promotion),
    ]
    return sum(heard != meant for heard, meant in parts)


def _unsaid_piece(move: MoveFacts, said: Announcement) -> str:
    """Return the piece that is meant if none was said.

    Two squares stand for any piece; a target alone is a pawn's.
    """
    return move.piece if said.from_file and said.from_rank else "P"
