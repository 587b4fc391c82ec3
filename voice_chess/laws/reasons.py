"""Finds why a move is not legal: the one reason that helps the player most, as a value."""

from dataclasses import dataclass

import chess

from voice_chess.laws.castling import CastlingRefused, castling_meant, what_bars_castling
from voice_chess.laws.position import Castling, Position, piece_letter
from voice_chess.laws.topics import Topic


@dataclass(frozen=True, slots=True, kw_only=True)
class NoSuchPiece:
    """The mover has no such piece on the board."""

    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NotThere:
    """Another piece, or none, stands on the square from which the move is said to start."""

    square: str
    stands_there: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class NotYourPiece:
    square: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPieceThere:
    square: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocked:
    by_square: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinned:
    by_square: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StillInCheck:
    """The king is in check from `from_square` and would still be after the move."""

    from_square: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IntoCheck:
    """The king would step onto a square that the piece on `from_square` attacks."""

    from_square: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CannotMoveThatWay:
    piece: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NothingToCapture:
    """A pawn goes diagonally only to capture."""

    square: str


@dataclass(frozen=True, slots=True, kw_only=True)
class KingNotCaptured:
    """The opponent's king, whom an illegal move left in check, stands on `square`."""

    square: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NeedsPromotionPiece:
    square: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalAfterAll:
    """Nothing is wrong: the move may be played."""


Reason = (
    NoSuchPiece
    | NotThere
    | NotYourPiece
    | OwnPieceThere
    | Blocked
    | Pinned
    | StillInCheck
    | IntoCheck
    | CannotMoveThatWay
    | NothingToCapture
    | KingNotCaptured
    | NeedsPromotionPiece
    | CastlingRefused
    | LegalAfterAll
)

HELPFULNESS: tuple[type[Reason], ...] = (
    LegalAfterAll,
    KingNotCaptured,
    NeedsPromotionPiece,
    CastlingRefused,
    Pinned,
    IntoCheck,
    StillInCheck,
    Blocked,
    NothingToCapture,
    CannotMoveThatWay,
)


def why_illegal(
    position: Position, piece: str | None, from_square: str | None, to_square: str
) -> Reason:
    """Return why no such piece can go to `to_square`; with several pieces, the most helpful reason.

    `piece` is an upper-case letter; None means any piece. `from_square` None means from anywhere.
    """
    board = position.board
    target = chess.parse_square(to_square)
    if from_square is not None:
        wrong = _wrong_start(board, piece, chess.parse_square(from_square))
        if wrong is not None:
            return wrong
    starts = _starts(board, piece, from_square)
    if not starts:
        return NoSuchPiece(piece=piece or "")
    reasons = [_why_not(position, start, target) for start in starts]
    return min(reasons, key=lambda reason: HELPFULNESS.index(_rank(reason)))


def topic_of(reason: Reason) -> Topic:
    """Return the topic of the article that a move is against for this reason."""
    match reason:
        case CastlingRefused():
            return Topic.CASTLING
        case Pinned() | StillInCheck() | IntoCheck():
            return Topic.CHECK
        case _:
            return Topic.MOVEMENT


def why_not(position: Position, uci: str) -> Reason:
    """Return why this well-formed move in UCI is not legal here."""
    move = chess.Move.from_uci(uci)
    if position.is_legal(uci):
        return LegalAfterAll()
    start, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
    reason = why_illegal(position, None, start, target)
    if isinstance(reason, NeedsPromotionPiece | LegalAfterAll):
        # The squares fit a legal move, so the promotion is wrong: to a king, or none was due.
        piece = position.board.piece_type_at(move.from_square)
        return CannotMoveThatWay(piece=piece_letter(piece)) if move.promotion else reason
    return reason


def why_castling_refused(position: Position, side: Castling) -> Reason:
    """Return why the player to move may not castle on that side."""
    return what_bars_castling(position, side) or LegalAfterAll()


def _rank(reason: Reason) -> type[Reason]:
    return Blocked if isinstance(reason, OwnPieceThere) else type(reason)


def _wrong_start(
    board: chess.Board, piece: str | None, start: chess.Square
) -> NotThere | NotYourPiece | None:
    found = board.piece_at(start)
    name = chess.square_name(start)
    if found is None:
        return NotThere(square=name, stands_there=None)
    if found.color != board.turn:
        return NotYourPiece(square=name)
    if piece is not None and found.symbol().upper() != piece:
        return NotThere(square=name, stands_there=found.symbol().upper())
    return None


def _starts(board: chess.Board, piece: str | None, from_square: str | None) -> list[chess.Square]:
    if from_square is not None:
        return [chess.parse_square(from_square)]
    own = chess.SquareSet(board.occupied_co[board.turn])
    return [square for square in own if piece in (None, piece_letter(board.piece_type_at(square)))]


def _why_not(position: Position, start: chess.Square, target: chess.Square) -> Reason:
    board = position.board
    kind = board.piece_type_at(start)
    side = castling_meant(position, chess.square_name(start) + chess.square_name(target))
    if side is not None:
        return why_castling_refused(position, side)
    if _takes_king(board, start, target):
        return KingNotCaptured(square=chess.square_name(target))
    if kind == chess.PAWN and board.is_legal(chess.Move(start, target, chess.QUEEN)):
        return NeedsPromotionPiece(square=chess.square_name(target))
    move = chess.Move(start, target)
    if position.is_legal(move.uci()):
        return LegalAfterAll()
    if board.color_at(target) == board.turn:
        return _unreachable(board, start, target)
    if kind == chess.PAWN and board.is_pseudo_legal(chess.Move(start, target, chess.QUEEN)):
        move = chess.Move(start, target, chess.QUEEN)
    if board.is_pseudo_legal(move):
        return _exposes(board, move)
    return _unreachable(board, start, target)


def _takes_king(board: chess.Board, start: chess.Square, target: chess.Square) -> bool:
    return board.king(not board.turn) == target and target in board.attacks(start)


def _exposes(board: chess.Board, move: chess.Move) -> Reason:
    """Return why a move leaves the mover's own king attacked, although the piece can move so."""
    before = board.checkers()
    after = board.copy(stack=False)
    after.push(move)
    king = after.king(board.turn)
    attackers = after.attackers(not board.turn, king) if king is not None else chess.SquareSet()
    from_square = chess.square_name(min(attackers & before or attackers))
    if attackers & before:
        return StillInCheck(from_square=from_square)
    if board.piece_type_at(move.from_square) == chess.KING:
        return IntoCheck(from_square=from_square)
    return Pinned(by_square=from_square)


def _unreachable(board: chess.Board, start: chess.Square, target: chess.Square) -> Reason:
    kind = board.piece_type_at(start)
    in_reach = _pawn_reach(board, start) if kind == chess.PAWN else _reach(board, start)
    if target not in in_reach and board.color_at(target) == board.turn:
        # The player has another position in mind: that helps them more than how the piece moves.
        return OwnPieceThere(square=chess.square_name(target))
    if target not in in_reach:
        return CannotMoveThatWay(piece=piece_letter(kind))
    between = chess.SquareSet(chess.between(start, target)) & board.occupied
    if between:
        nearest = min(between, key=lambda square: chess.square_distance(start, square))
        return Blocked(by_square=chess.square_name(nearest))
    if board.color_at(target) == board.turn:
        return OwnPieceThere(square=chess.square_name(target))
    if kind == chess.PAWN and chess.square_file(start) != chess.square_file(target):
        return NothingToCapture(square=chess.square_name(target))
    return Blocked(by_square=chess.square_name(target))


def _reach(board: chess.Board, start: chess.Square) -> chess.SquareSet:
    """Return the squares that the piece would attack on an empty board."""
    empty = chess.Board.empty()
    empty.set_piece_at(start, board.piece_at(start))
    return empty.attacks(start)


def _pawn_reach(board: chess.Board, start: chess.Square) -> chess.SquareSet:
    step = 8 if board.turn else -8
    reach = board.attacks(start)
    if start + step not in chess.SQUARES:
        # A pawn that was left on the last rank, and stands there.
        return reach
    reach.add(start + step)
    if chess.square_rank(start) == (1 if board.turn else 6):
        reach.add(start + 2 * step)
    return reach
