"""Says what is wrong with a written move, in a sentence for people who keep records."""

from collections.abc import Mapping
from typing import assert_never

from voice_chess.languages.language import Language, phrase_name
from voice_chess.laws.castling import CastlingRefused
from voice_chess.laws.notation import (
    AmbiguousNotation,
    FileMissing,
    Impossible,
    Unread,
    Untrue,
    in_script,
)
from voice_chess.laws.position import Position
from voice_chess.laws.reasons import (
    Blocked,
    CannotMoveThatWay,
    IntoCheck,
    KingNotCaptured,
    LegalAfterAll,
    NeedsPromotionPiece,
    NoSuchPiece,
    NothingToCapture,
    NotThere,
    NotYourPiece,
    OwnPieceThere,
    Pinned,
    Reason,
    StillInCheck,
)
from voice_chess.laws.written_move import Garbled, Script
from voice_chess.records.scoresheet import quoted

PIECES = {
    "K": "king",
    "Q": "queen",
    "R": "rook",
    "B": "bishop",
    "N": "knight",
    "P": "pawn",
    "": "piece",
    None: "nothing",
}
CASTLING = {
    "king-moved": "the king is not on its square or has moved",
    "rook-moved": "the rook is not on its square or has moved",
    "no-right": "the right to castle is lost",
    "blocked": "a piece on {square} stands in the way",
    "in-check": "the king is in check from {square}",
    "through-check": "the king would pass a square attacked from {square}",
    "into-check": "the king would be in check from {square}",
}
REASONS: Mapping[type[Reason], str] = {
    NoSuchPiece: "the player to move has no such {piece}",
    NotThere: "on {square} stands {stands_there}",
    NotYourPiece: "on {square} stands a piece of the opponent",
    OwnPieceThere: "on {square} stands a piece of the same side",
    Blocked: "a piece on {by_square} stands in the way",
    Pinned: "the king would be in check from {by_square}",
    StillInCheck: "the king stays in check from {from_square}",
    IntoCheck: "the king would be in check from {from_square}",
    CannotMoveThatWay: "a {piece} does not move that way",
    KingNotCaptured: "the king on {square} is not captured",
    NothingToCapture: "there is nothing to capture on {square}",
    NeedsPromotionPiece: "the piece the pawn on {square} becomes is missing",
    LegalAfterAll: "it is legal after all",
}


def why_unread(problem: Unread, position: Position, script: Script) -> str:
    """Return the reason as part of a sentence, without capital and full stop."""
    match problem:
        case Garbled(rest=rest):
            return f"{quoted(rest)!r} has no place in a move" if rest else "nothing is written"
        case AmbiguousNotation(ucis=ucis):
            moves = sorted(in_script(position.san(uci), script) for uci in ucis)
            return f"it could be {' or '.join(moves)}"
        case Untrue(sign=sign):
            return f"it is no {sign}" if sign != "check" else "it gives no check"
        case FileMissing():
            return "a pawn's capture needs the file it comes from"
        case Impossible(reason=reason):
            return _told(reason)
        case _:
            assert_never(problem)


def told_unread(
    problem: Unread, written: str, position: Position, script: Script, language: Language
) -> str:
    """Return the reason in the reader's language, as the end of a sentence."""
    words = language.interface
    match problem:
        case Garbled(rest=rest):
            garbled = words["unread-garbled"].format(rest=quoted(rest))
            return garbled if rest else words["unread-empty"]
        case AmbiguousNotation(ucis=ucis):
            moves = sorted(in_script(position.san(uci), script) for uci in ucis)
            return words["unread-ambiguous"].format(moves=words["unread-or"].join(moves))
        case Untrue(sign=sign):
            return language.phrase(f"writing:{sign.name.lower()}", move=quoted(written))
        case FileMissing(target=target):
            return language.phrase("writing:file", square=target)
        case Impossible(reason=reason):
            return language.phrase(phrase_name(reason), **_gaps(reason, position, language))
        case _:
            assert_never(problem)


def _gaps(reason: Reason, position: Position, language: Language) -> dict[str, str]:
    """Return the square and the piece that the reason is about."""
    values = {name: getattr(reason, name) for name in reason.__dataclass_fields__}
    square = next((value for name, value in values.items() if name.endswith("square")), None)
    standing = position.piece_at(square) if square else None
    piece = values.get("piece") or values.get("stands_there") or standing
    gaps = {"square": square} if square else {}
    return gaps | ({"piece": language.written(f"piece:{piece.upper()}")} if piece else {})


def _told(reason: Reason) -> str:
    if isinstance(reason, CastlingRefused):
        return CASTLING[reason.why].format(square=reason.square)
    found = {name: getattr(reason, name) for name in reason.__dataclass_fields__}
    for name in ("piece", "stands_there"):
        if name in found:
            found[name] = PIECES[found[name]]
    return REASONS[type(reason)].format(**found)
