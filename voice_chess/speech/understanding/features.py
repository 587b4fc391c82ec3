"""Names the features that tell one move from others in speech: piece, squares, promotion, side."""

from collections.abc import Mapping

from voice_chess.laws.position import MoveFacts, Position
from voice_chess.speech.understanding.announcement import Announcement
from voice_chess.speech.understanding.parse import Tokens

Features = Mapping[str, tuple[str, ...]]
"""What can be said about a move: the tokens that say it, by the name of the feature."""

TELLING = (
    "piece",
    "promotion",
    "castling",
    "to file",
    "to rank",
    "to square",
    "from file",
    "from rank",
    "from square",
)
"""The features that tell candidates apart, in the order in which people think of them."""

SPOKEN_ORDER = ("piece", "from square", "to square", "promotion", "castling")


def telling_feature(moves: tuple[MoveFacts, ...]) -> str | None:
    """Return the first feature that all of these moves have and no two share, or None."""
    features = [features_of(move) for move in moves]
    for name in TELLING:
        if len({found[name] for found in features if name in found}) == len(moves):
            return name
    return None


def features_of(move: MoveFacts) -> Features:
    """Return every feature that may tell this move from others, as tokens."""
    if move.castling:
        return {"castling": (move.castling,)}
    return {
        "piece": (f"piece:{move.piece}",),
        **_of_square("from", move.from_square),
        **_of_square("to", move.to_square),
        **_of_promotion(move.promotion),
    }


def _of_square(way: str, square: str) -> Features:
    file, rank = f"file:{square[0]}", f"rank:{square[1]}"
    return {f"{way} file": (file,), f"{way} rank": (rank,), f"{way} square": (file, rank)}


def _of_promotion(piece: str | None) -> Features:
    return {"promotion": (f"piece:{piece}",)} if piece else {}


def features_in(position: Position, uci: str) -> Features:
    """Return every feature of this move; none if it is not legal in the position."""
    return features_of(position.facts(uci)) if position.is_legal(uci) else {}


def features_said(said: Announcement, position: Position) -> Features:
    """Return the features that an announcement names, legal or not; none for castling.

    A piece that is not named is the one on the square that was, or a pawn.
    """
    if said.target is None:
        return {}
    start, target = f"{said.from_file or ''}{said.from_rank or ''}", said.target
    on_start = position.piece_at(start) if len(start) == len(target) else None
    piece = said.piece or (on_start or "P").upper()
    return {
        "piece": (f"piece:{piece}",),
        **_of_square("to", target),
        **_of_promotion(said.promotion),
    }


def telling_features(move: MoveFacts, moves: tuple[MoveFacts, ...]) -> Features:
    """Return the features of a move that not all of the moves have in common."""
    others = [features_of(other) for other in moves]
    return {
        name: tokens
        for name, tokens in features_of(move).items()
        if len(moves) == 1 or any(other.get(name) != tokens for other in others)
    }


def words_in_order(features: Features) -> Tokens:
    """Return the tokens of these features in the order of an announcement."""
    return tuple(token for name in SPOKEN_ORDER for token in features.get(name, ()))
