"""Writes and reads moves in algebraic notation, in any language's letters, and in UCI."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import chess

from voice_chess.laws.position import Position, piece_letter
from voice_chess.laws.reasons import (
    CannotMoveThatWay,
    LegalAfterAll,
    NoSuchPiece,
    Reason,
    why_castling_refused,
    why_illegal,
)
from voice_chess.laws.written_move import (
    FILES,
    Garbled,
    Script,
    Sign,
    WrittenMove,
    in_other_case,
    is_out_of_reach,
    written_moves,
)

SQUARE = re.compile(r"[a-h][1-8]")
UCI = re.compile(r"([a-h][1-8])(?!\1)[a-h][1-8][qrbn]?")
PAWN = "P"


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRead:
    """The text names exactly one legal move."""

    uci: str
    offers_draw: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AmbiguousNotation:
    """The text fits several legal moves."""

    ucis: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Impossible:
    """The text is well-formed, but no such move is legal."""

    reason: Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Untrue:
    """The move is legal, but this sign (of a capture or check, say) is not true of it."""

    sign: Sign
    uci: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileMissing:
    """Only a pawn's capture reaches `target`, and must be written with the file the pawn leaves."""

    target: str


Unread = Garbled | AmbiguousNotation | Impossible | Untrue | FileMissing


def is_square(text: str) -> bool:
    return SQUARE.fullmatch(text) is not None


def is_uci(text: str) -> bool:
    return UCI.fullmatch(text) is not None


def written(position: Position, uci: str, script: Script) -> str:
    """Return a legal move in short notation, in German for example Sbd2, exd6 e.p., d8D+, 0-0-0."""
    passing = position.board.is_en_passant(chess.Move.from_uci(uci))
    return in_script(position.san(uci), script, is_en_passant=passing)


def written_long(position: Position, uci: str, script: Script) -> str:
    """Return a legal move in long notation: Sb1-d2, e5xd6 e.p., d7-d8D+, 0-0-0."""
    facts = position.facts(uci)
    if facts.castling:
        return written(position, uci, script)
    piece = "" if facts.piece == PAWN else facts.piece
    takes = "x" if facts.captured else "-"
    moved = f"{piece}{facts.from_square}{takes}{facts.to_square}"
    san = f"{moved}{facts.promotion or ''}{facts.check_sign}"
    return in_script(san, script, is_en_passant=facts.is_en_passant)


def in_script(san: str, script: Script, *, is_en_passant: bool = False) -> str:
    """Convert a move from English notation to the letters and signs of a scoresheet."""
    passing = f" {script.passing}" if is_en_passant else ""
    return san.translate(_signs(script)) + passing


@cache
def _signs(script: Script) -> Mapping[int, str]:
    files = dict(zip(FILES, script.files, strict=True))
    return str.maketrans({**script.letters, **files, "O": "0", "=": ""})


def read_move(text: str, position: Position, script: Script) -> MoveRead | Unread:
    """Return the legal move that a text names, in short or long notation, or what is wrong with it.

    Signs of capture, en passant, check and mate are optional, but must be true where written.
    """
    return _read(written_moves(text, script), position)


def _read(forms: tuple[WrittenMove, ...] | Garbled, position: Position) -> MoveRead | Unread:
    if isinstance(forms, Garbled):
        return forms
    readings = [_meant(form, position) for form in forms]
    return next((move for move in readings if isinstance(move, MoveRead)), readings[0])


def read_typed(text: str, position: Position, script: Script) -> MoveRead | Unread:
    """Read a move like `read_move`, but accept typed text all in small letters or in capitals.

    The literal reading comes first: bxc3 is the bishop's move only if no pawn can capture there.
    It comes last where it names the file of a pawn that stays on it: cc6 is an Italian knight's.
    """
    line = text.strip()
    forms = written_moves(line, script)
    found = _read(forms, position)
    if isinstance(found, MoveRead) and not is_out_of_reach(forms):
        return found
    others = [read_move(spelled, position, script) for spelled in in_other_case(line, script)]
    moves = {other.uci: other for other in others if isinstance(other, MoveRead)}
    match tuple(moves.values()):
        case ():
            return others[0] if others and isinstance(found, Garbled) else found
        case (move,):
            return move
        case _:
            return AmbiguousNotation(ucis=tuple(moves))


def _meant(form: WrittenMove, position: Position) -> MoveRead | Unread:
    near = position.legal_moves
    if form.castling is None:
        near = tuple(uci for uci in near if uci[2:4] == form.target)
    named = [uci for uci in near if _is_named(form, uci, position.board)]
    if not named:
        return _why_unnamed(form, position)
    untrue = {uci: _first_untrue(form, uci, position.board) for uci in named}
    true = tuple(uci for uci, sign in untrue.items() if sign is None)
    match true:
        case (uci,):
            return MoveRead(uci=uci, offers_draw=form.offers_draw)
        case ():
            uci, sign = next((uci, sign) for uci, sign in untrue.items() if sign is not None)
            return Untrue(sign=sign, uci=uci)
        case _:
            return AmbiguousNotation(ucis=true)


def _is_named(form: WrittenMove, uci: str, board: chess.Board) -> bool:
    """Return whether the text names this move; the caller has compared the target square."""
    start, target = uci[:2], uci[2:4]
    move = chess.Move.from_uci(uci)
    if board.is_castling(move):
        side = "short" if board.is_kingside_castling(move) else "long"
        steps = not board.chess960 and form.origin == start and form.piece in {None, "K"}
        return steps or form.castling == side
    if form.castling is not None or not _is_promoted(form, uci):
        return False
    piece = piece_letter(board.piece_type_at(move.from_square))
    if form.origin == start:
        return form.piece is None or piece in form.piece
    is_bare_capture = piece == PAWN and not form.origin and start[0] != target[0]
    return piece in (form.piece or PAWN) and form.origin in start and not is_bare_capture


def _is_promoted(form: WrittenMove, uci: str) -> bool:
    """Return whether the move promotes to a written piece, or to none if none is written."""
    promoted = uci[4:].upper()
    return (
        promoted in form.promotion
        if form.promotion and promoted
        else not (form.promotion or promoted)
    )


def _first_untrue(form: WrittenMove, uci: str, board: chess.Board) -> Sign | None:
    move = chess.Move.from_uci(uci)
    return next((sign for sign in form.signs if not _is_true(sign, move, board)), None)


def _is_true(sign: Sign, move: chess.Move, board: chess.Board) -> bool:
    match sign:
        case Sign.CAPTURE:
            return board.is_capture(move)
        case Sign.PASSING:
            return board.is_en_passant(move)
        case Sign.CHECK:
            return board.gives_check(move)
        case Sign.MATE:
            after = board.copy(stack=False)
            after.push(move)
            return after.is_checkmate()


def _why_unnamed(form: WrittenMove, position: Position) -> Impossible | FileMissing:
    if form.castling is not None:
        return Impossible(reason=why_castling_refused(position, form.castling))
    starts = _starts(form, position.board)
    if form.origin and not starts and not is_square(form.origin):
        return Impossible(reason=NoSuchPiece(piece=_likeliest(form) or PAWN))
    piece = _likeliest(form) if is_square(form.origin) else _likeliest(form) or PAWN
    start = form.origin if is_square(form.origin) else starts[0] if len(starts) == 1 else None
    reason = why_illegal(position, piece, start, form.target)
    if not isinstance(reason, LegalAfterAll):
        return Impossible(reason=reason)
    if piece == PAWN and not form.promotion:
        return FileMissing(target=form.target)
    # The squares fit a legal move, but the rest does not: it was castling, or no promotion was due.
    return Impossible(reason=CannotMoveThatWay(piece=piece or _piece_on(start, position)))


def _starts(form: WrittenMove, board: chess.Board) -> list[str]:
    own = chess.SquareSet(board.occupied_co[board.turn])
    found = [chess.square_name(square) for square in own if _is_meant(form, board, square)]
    return [square for square in found if form.origin in square]


def _is_meant(form: WrittenMove, board: chess.Board, square: chess.Square) -> bool:
    return piece_letter(board.piece_type_at(square)) == (_likeliest(form) or PAWN)


def _likeliest(form: WrittenMove) -> str | None:
    return form.piece[0] if form.piece else None


def _piece_on(square: str | None, position: Position) -> str:
    return (position.piece_at(square) or "").upper() if square else ""


def read_standing(squares: str, position: Position) -> MoveRead | None:
    """Return the illegal move of a piece of the side to move; None for any other text.

    Legal moves are written in short notation, so squares alone show that this one was illegal.
    """
    if not is_uci(squares) or position.is_legal(squares):
        return None
    piece = position.piece_at(squares[:2])
    is_own = piece is not None and piece.isupper() == position.white_to_move
    return MoveRead(uci=squares) if is_own else None
