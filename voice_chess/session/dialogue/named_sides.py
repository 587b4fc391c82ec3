"""Moves that are said with a side: before the move, or behind its piece, as in "cavallo bianco".

The other side's name is heard, too, so that it is not taken for a cough in the own side's move.
"""

from collections.abc import Iterator, Sequence

from voice_chess.by_color import SIDES
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.speech.understanding.grammar import Phrase, forms, phrases_for
from voice_chess.speech.understanding.interpret import legal_facts
from voice_chess.speech.understanding.parse import Tokens


def without_side(tokens: Tokens, own: str) -> Tokens:
    """Return the words of a move without the own side behind its piece; else all of them."""
    match tokens:
        case (piece, str() as side, _, *_) if piece.startswith("piece:") and side in SIDES:
            return (piece, *tokens[2:]) if side == own else tokens
        case _:
            return tokens


def moves_of_sides(
    sides: Sequence[Phrase], position: Position, language: Language, moves: str
) -> Iterator[Phrase]:
    """Yield the sides before a move, or behind its piece; `moves` is the rule for all moves."""
    for side in sides:
        yield (*side, moves)
        yield from ((*piece, *side, rule) for piece, rule in _pieces(position, language))


def behind_pieces(position: Position, language: Language) -> dict[str, tuple[str, ...]]:
    """Return the rules for what follows the words for the pieces that can move."""
    rules = dict(_pieces(position, language))
    found: dict[str, dict[Phrase, None]] = {}
    for move in phrases_for(position, language):
        if move[:1] in rules and move[1:]:
            found.setdefault(rules[move[:1]], {})[move[1:]] = None
    return {rule: tuple(map(" ".join, rests)) for rule, rests in found.items()}


def _pieces(position: Position, language: Language) -> Iterator[tuple[Phrase, str]]:
    """Yield each word for a piece that can move, and the rule for what follows it.

    Castling names no piece; in Chess960 it can be all that a king may do.
    """
    moves = [move for move in legal_facts(position) if not move.castling]
    for piece in dict.fromkeys(move.piece for move in moves):
        yield from ((form, f"<of-{piece}>") for form in forms(language, f"piece:{piece}"))
