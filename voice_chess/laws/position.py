"""A position with the moves that led to it, as a value; python-chess makes the moves.

The list of legal moves, which every move of a game needs, is generated here, in python-chess's
order and a third of its time. In most positions there is no check, and most pieces are not pinned.
Such a piece can go wherever it attacks, so its moves need no test, and their texts come from a
cache.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Literal, Self
from weakref import ref

import chess

from voice_chess.laws.fen_placement import board_from_fen, castling_of, placement_of
from voice_chess.remembered import remembered

Square = str
Castling = Literal["short", "long"]
Key = tuple[object, ...]

_CASTLED: dict[Castling, str] = {"short": "O-O", "long": "O-O-O"}
ORDINARY_START = chess.STARTING_FEN


class NotLegal(ValueError):
    """A move was played that the position does not allow: ask `is_legal` first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveFacts:
    """The facts about one legal move; pieces are upper-case English letters."""

    uci: str
    piece: str
    from_square: Square
    to_square: Square
    captured: str | None
    is_en_passant: bool
    castling: Castling | None
    promotion: str | None
    gives_check: bool
    gives_mate: bool

    @property
    def check_sign(self) -> str:
        """The sign behind the written move: "+", "#" or nothing."""
        return "#" if self.gives_mate else "+" if self.gives_check else ""


@dataclass(frozen=True, kw_only=True)
class Position:
    """A starting position and the moves made since; two are equal if both parts are equal."""

    start_fen: str
    moves: tuple[str, ...] = ()
    chess960: bool = False
    illegal: frozenset[int] = frozenset()
    """Indexes, from 0, of the moves that were made although they were not legal."""
    board: chess.Board = field(compare=False, repr=False)
    keys: tuple[Key, ...] = field(compare=False, repr=False)
    """Repetition keys since the last irreversible move; the last one is this position's."""
    _before: "ref[Self] | None" = field(default=None, compare=False, repr=False)
    """A weak reference: the code that keeps a game's events also keeps its positions alive."""
    _read: dict[str, chess.Move | None] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """A cache from UCI to the library's move, or to None if the move is not legal.

    The program asks about a move some twenty times while it announces, reports and shows it.
    """
    _facts: dict[str, MoveFacts] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    _followed: dict[str, Self] = field(default_factory=dict, init=False, compare=False, repr=False)
    """A cache of the last position played from here: a move is often tried before it is made."""
    _listed: tuple[str, ...] | None = field(default=None, init=False, compare=False, repr=False)
    """The legal moves once they are known; to ask `vars` for them would cost memory and time."""

    @classmethod
    def start(cls) -> Self:
        return cls.from_fen(ORDINARY_START)

    @classmethod
    def from_fen(cls, fen: str, *, chess960: bool = False) -> Self:
        """Return the position that a FEN describes. Raises `BadPosition` with what is wrong."""
        board = board_from_fen(fen, chess960=chess960)
        return cls(start_fen=board.fen(), chess960=chess960, board=board, keys=(_key(board),))

    @classmethod
    def after(cls, moves: Iterable[str], *, start_fen: str, chess960: bool = False) -> Self:
        """Return the position after these moves. Raises `NotLegal` at the first illegal move."""
        position = cls.from_fen(start_fen, chess960=chess960)
        for uci in moves:
            position = position.played(uci)
        return position

    @remembered
    def fen(self) -> str:
        board = self.board
        passing = board.ep_square if board.has_legal_en_passant() else None
        return " ".join(
            (
                placement_of(board),
                "w" if board.turn else "b",
                castling_of(board),
                "-" if passing is None else chess.square_name(passing),
                str(board.halfmove_clock),
                str(board.fullmove_number),
            )
        )

    @property
    def epd(self) -> str:
        """The FEN without its two move counters: placement, mover, castling rights, en passant.

        It is the same for a position, whatever moves led to it.
        """
        return self.board.epd()

    @remembered
    def white_to_move(self) -> bool:
        return self.board.turn

    @property
    def fullmove_number(self) -> int:
        return self.board.fullmove_number

    @property
    def halfmove_clock(self) -> int:
        return self.board.halfmove_clock

    @property
    def ply(self) -> int:
        return self.board.ply()

    @property
    def occurrences(self) -> int:
        """How often this position has occurred since the start, including this time."""
        return self.keys.count(self.keys[-1])

    @remembered
    def legal_moves(self) -> tuple[str, ...]:
        legal = legal_moves(self.board, is_check=self.is_check)
        if self.illegal:
            legal = tuple(uci for uci in legal if self.is_legal(uci))
        object.__setattr__(self, "_listed", legal)
        return legal

    @remembered
    def is_check(self) -> bool:
        return self.board.is_check()

    @remembered
    def is_checkmate(self) -> bool:
        return self.is_check and not self.legal_moves

    @remembered
    def is_stalemate(self) -> bool:
        return not self.is_check and not self.legal_moves

    def is_legal(self, uci: str) -> bool:
        return self._legal_move(uci) is not None

    def played(self, uci: str) -> Self:
        """Return the position after a legal move. Raises `NotLegal` for any other move."""
        after = self._followed.get(uci)
        if after is None:
            after = self._pushed(self._required(uci))
            self._followed.clear()
            self._followed[uci] = after
        return after

    def made(self, uci: str) -> Self:
        """Return the position after a move that nobody stopped, whether it is legal or not."""
        if self.is_legal(uci):
            return self.played(uci)
        after = self._pushed(chess.Move.from_uci(uci))
        return replace(after, illegal=self.illegal | {len(self.moves)})

    def rewound(self, moves_kept: int) -> Self:
        """Return the position after only the first `moves_kept` moves."""
        kept = self._kept(moves_kept)
        if kept is not None:
            return kept
        position = self.from_fen(self.start_fen, chess960=self.chess960)
        for index, uci in enumerate(self.moves[:moves_kept]):
            position = position.made(uci) if index in self.illegal else position.played(uci)
        return position

    @property
    def before(self) -> Self | None:
        """The position before the last move; None at the start or if it is no longer in memory."""
        return None if self._before is None else self._before()

    def _kept(self, moves_kept: int) -> Self | None:
        """Return the position after `moves_kept` moves if the chain to it is still in memory."""
        position: Self | None = self
        while position is not None and len(position.moves) > moves_kept:
            position = position.before
        return position

    @property
    def was_last_move_illegal(self) -> bool:
        return len(self.moves) - 1 in self.illegal

    @remembered
    def is_beyond_play(self) -> bool:
        """Whether no play is possible: a king is gone, both in check, or a pawn not promoted."""
        if not self.has_both_kings or self.board.pawns & chess.BB_BACKRANKS:
            return True
        return self.is_check and self.board.was_into_check()

    @property
    def has_both_kings(self) -> bool:
        black, white = self.board.occupied_co
        return bool(self.board.kings & white and self.board.kings & black)

    def piece_at(self, square: Square) -> str | None:
        """Return the piece on a square as in FEN, or None: upper case White, lower case Black."""
        piece = self.board.piece_at(chess.parse_square(square))
        return piece.symbol() if piece else None

    def attackers(self, square: Square, *, white: bool) -> tuple[Square, ...]:
        """Return the squares of that side's pieces that attack or defend this square."""
        found = self.board.attackers(white, chess.parse_square(square))
        return tuple(chess.square_name(attacker) for attacker in found)

    def san(self, uci: str) -> str:
        """Return a move in short notation: O-O, exd6, R1e5, d8=Q+. Raises `NotLegal`."""
        move = self.facts(uci)
        if move.castling:
            return _CASTLED[move.castling] + move.check_sign
        takes = "x" if move.captured else ""
        promotion = f"={move.promotion}" if move.promotion else ""
        return f"{self._start(move)}{takes}{move.to_square}{promotion}{move.check_sign}"

    def _start(self, move: MoveFacts) -> str:
        """Return the piece letter and as much of its square as distinguishes it from rivals."""
        file, rank = move.from_square[0], move.from_square[1]
        if move.piece == "P":
            return file if move.captured else ""
        rivals = self.rivals(move)
        if not rivals:
            return move.piece
        if all(file != rival[0] for rival in rivals):
            return move.piece + file
        is_told_by_rank = all(rank != rival[1] for rival in rivals)
        return move.piece + (rank if is_told_by_rank else move.from_square)

    def rivals(self, move: MoveFacts) -> tuple[Square, ...]:
        """Return the squares of other such pieces that can legally go to the same square."""
        kind, board = chess.PIECE_SYMBOLS.index(move.piece.lower()), self.board
        start, goal = chess.parse_square(move.from_square), chess.parse_square(move.to_square)
        others = board.pieces_mask(kind, board.turn) & ~chess.BB_SQUARES[start]
        if kind != chess.PAWN:
            others &= board.attackers_mask(board.turn, goal)
        legal = board.generate_legal_moves(others, chess.BB_SQUARES[goal]) if others else ()
        return tuple(chess.square_name(other.from_square) for other in legal)

    def facts(self, uci: str) -> MoveFacts:
        """Return the facts about a legal move. Raises `NotLegal` for any other move."""
        if uci not in self._facts:
            self._facts[uci] = self._facts_of(uci, self._required(uci))
        return self._facts[uci]

    def _facts_of(self, uci: str, move: chess.Move) -> MoveFacts:
        board, (gives_check, gives_mate) = self.board, self._check_and_mate(uci, move)
        castling: Castling | None = None
        if board.is_castling(move):
            castling = "short" if board.is_kingside_castling(move) else "long"
        is_en_passant = board.is_en_passant(move)
        taken = board.piece_type_at(move.to_square) if board.is_capture(move) else None
        return MoveFacts(
            uci=uci,
            piece=piece_letter(board.piece_type_at(move.from_square)),
            from_square=uci[:2],
            to_square=uci[2:4],
            captured="P" if is_en_passant else piece_letter(taken) or None,
            is_en_passant=is_en_passant,
            castling=castling,
            promotion=piece_letter(move.promotion) or None,
            gives_check=gives_check,
            gives_mate=gives_mate,
        )

    def _check_and_mate(self, uci: str, move: chess.Move) -> tuple[bool, bool]:
        """Return whether the move gives check, and mate; a cached next position saves the work."""
        followed = self._followed.get(uci)
        if followed is not None:
            return followed.is_check, followed.is_checkmate
        board = self.board.copy(stack=False)
        board.push(move)
        return board.is_check(), board.is_checkmate()

    def _required(self, uci: str) -> chess.Move:
        move = self._legal_move(uci)
        if move is None:
            message = f"{uci!r} is not a legal move in {self.fen}"
            raise NotLegal(message)
        return move

    def _legal_move(self, uci: str) -> chess.Move | None:
        if uci not in self._read:
            self._read[uci] = self._read_move(uci)
        return self._read[uci]

    def _read_move(self, uci: str) -> chess.Move | None:
        if self._listed is not None:
            # In play the list is usually there already, because the mover's page shows it.
            return _move(uci) if uci in self._listed else None
        try:
            move = _move(uci)
        except chess.InvalidMoveError:
            return None
        # Outside Chess960 the library also accepts king-takes-rook as castling; the Laws do not.
        is_written_so = bool(move) and self.board.is_legal(move) and self.board.uci(move) == uci
        takes_king = self.illegal and self.board.piece_type_at(move.to_square) == chess.KING
        return move if is_written_so and not takes_king else None

    def _pushed(self, move: chess.Move) -> Self:
        board = self.board.copy(stack=False)
        reversible = not self.board.is_irreversible(move)
        board.push(move)
        board.clear_stack()
        return type(self)(
            start_fen=self.start_fen,
            moves=(*self.moves, move.uci()),
            chess960=self.chess960,
            illegal=self.illegal,
            board=board,
            keys=(*self.keys, _key(board)) if reversible else (_key(board),),
            _before=ref(self),
        )


@cache
def _move(uci: str) -> chess.Move:
    """Parse a move in UCI, each text only once. Raises `chess.InvalidMoveError`."""
    return chess.Move.from_uci(uci)


def piece_letter(kind: chess.PieceType | None) -> str:
    """Return the English letter of a piece in upper case; empty for no piece."""
    return chess.piece_symbol(kind).upper() if kind else ""


def _key(board: chess.Board) -> Key:
    """Return what identifies a position: mover, placement, rights, a possible en passant."""
    return (
        board.turn,
        board.pawns,
        board.knights,
        board.bishops,
        board.rooks,
        board.queens,
        board.kings,
        board.occupied_co[chess.WHITE],
        board.clean_castling_rights(),
        board.ep_square if board.has_legal_en_passant() else None,
    )


_MOST_KNOWN = 16_384
"""Size of each cache from a square and its goals to texts of moves; a game needs some hundreds."""
_FROM_TO = [[start + goal for goal in chess.SQUARE_NAMES] for start in chess.SQUARE_NAMES]
"""Texts of moves in UCI, indexed by start and goal; all positions share these strings."""
_LAST_RANKS = chess.BB_RANK_1 | chess.BB_RANK_8
_BETWEEN = {
    chess.WHITE: (
        (chess.BB_H1, chess.between(chess.E1, chess.H1)),
        (chess.BB_A1, chess.between(chess.E1, chess.A1)),
    ),
    chess.BLACK: (
        (chess.BB_H8, chess.between(chess.E8, chess.H8)),
        (chess.BB_A8, chess.between(chess.E8, chess.A8)),
    ),
}
"""Each side's rooks that may castle, and the squares between king and rook, except in Chess960."""


def legal_moves(board: chess.Board, *, is_check: bool) -> tuple[str, ...]:
    """Return the same moves as `chess.Board.legal_moves`; `is_check`: the mover is in check."""
    own = board.occupied_co[board.turn]
    kings = board.kings & own
    if kings.bit_count() != 1 or is_check:
        return tuple([_written(move) for move in board.legal_moves])
    lines = _lines_of_pinned(board, kings.bit_length() - 1)
    found: list[str] = []
    remaining = own & ~board.pawns
    while remaining:
        start = remaining.bit_length() - 1
        remaining ^= chess.BB_SQUARES[start]
        goals = _goals_of_piece(board, start) & ~own
        found += _moves(start, goals & lines[start] if start in lines else goals)
    if _is_castling_open(board):
        found += [_written(move) for move in board.generate_castling_moves()]
    found += _moves_of_pawns(board, lines)
    if board.ep_square:
        found += [_written(move) for move in board.generate_legal_ep()]
    return tuple(found)


def _is_castling_open(board: chess.Board) -> bool:
    """Return whether no piece stands between the king and a rook; the library tests the rest."""
    if board.chess960:
        return bool(board.castling_rights)
    return any(
        board.castling_rights & rook and not board.occupied & between
        for rook, between in _BETWEEN[board.turn]
    )


def _goals_of_piece(board: chess.Board, start: chess.Square) -> int:
    """Return the squares that a piece other than a pawn can reach, ignoring pins and own pieces."""
    square = chess.BB_SQUARES[start]
    if square & board.knights:
        return chess.BB_KNIGHT_ATTACKS[start]
    if square & board.kings:
        return _safe(board, chess.BB_KING_ATTACKS[start] & ~board.occupied_co[board.turn])
    goals, occupied = 0, board.occupied
    if square & (board.bishops | board.queens):
        goals = chess.BB_DIAG_ATTACKS[start][chess.BB_DIAG_MASKS[start] & occupied]
    if square & (board.rooks | board.queens):
        goals |= chess.BB_RANK_ATTACKS[start][chess.BB_RANK_MASKS[start] & occupied]
        goals |= chess.BB_FILE_ATTACKS[start][chess.BB_FILE_MASKS[start] & occupied]
    return goals


def _safe(board: chess.Board, goals: int) -> int:
    """Return those of these squares that the other side does not attack."""
    safe = goals
    while goals:
        goal = goals.bit_length() - 1
        goals ^= chess.BB_SQUARES[goal]
        if board.attackers_mask(not board.turn, goal):
            safe ^= chess.BB_SQUARES[goal]
    return safe


def _moves_of_pawns(board: chess.Board, lines: dict[chess.Square, int]) -> list[str]:
    """Return the pawns' moves in the library's order: captures, single steps, double steps."""
    pawns, free = board.pawns & board.occupied_co[board.turn], chess.BB_ALL & ~board.occupied
    attacks, others = chess.BB_PAWN_ATTACKS[board.turn], board.occupied_co[not board.turn]
    found: list[str] = []
    remaining = pawns
    while remaining:
        start = remaining.bit_length() - 1
        remaining ^= chess.BB_SQUARES[start]
        taken = attacks[start] & others
        if taken:
            found += _moves_of_pawn(start, taken & lines.get(start, chess.BB_ALL))
    if board.turn == chess.WHITE:
        step, single = 8, pawns << 8 & free
        double = single << 8 & free & (chess.BB_RANK_3 | chess.BB_RANK_4)
    else:
        step, single = -8, pawns >> 8 & free
        double = single >> 8 & free & (chess.BB_RANK_6 | chess.BB_RANK_5)
    return found + _steps(single, step, lines) + _steps(double, 2 * step, lines)


def _steps(goals: int, length: int, lines: dict[chess.Square, int]) -> list[str]:
    """Return the pawns' steps to these goals; `length` is the step in square numbers, signed."""
    found: list[str] = []
    while goals:
        goal = goals.bit_length() - 1
        start, square = goal - length, chess.BB_SQUARES[goal]
        goals ^= square
        if start in lines and not lines[start] & square:
            continue
        if square & _LAST_RANKS:
            found += _moves_of_pawn(start, square)
        else:
            found.append(_FROM_TO[start][goal])
    return found


def _lines_of_pinned(board: chess.Board, king: chess.Square) -> dict[chess.Square, int]:
    """Map the square of each pinned piece to the line through king and attacker it must keep to."""
    straight = chess.BB_RANK_ATTACKS[king][0] | chess.BB_FILE_ATTACKS[king][0]
    pinning = straight & (board.rooks | board.queens)
    pinning |= chess.BB_DIAG_ATTACKS[king][0] & (board.bishops | board.queens)
    lines: dict[chess.Square, int] = {}
    for attacker in chess.scan_reversed(pinning & board.occupied_co[not board.turn]):
        between = chess.between(king, attacker) & board.occupied
        if between & board.occupied_co[board.turn] and not between & (between - 1):
            lines[chess.msb(between)] = chess.ray(king, attacker)
    return lines


@lru_cache(_MOST_KNOWN)
def _moves(start: chess.Square, goals: int) -> tuple[str, ...]:
    """Return the texts of the moves from a square to each of these goals."""
    return tuple(_FROM_TO[start][goal] for goal in chess.scan_reversed(goals))


@lru_cache(_MOST_KNOWN)
def _moves_of_pawn(start: chess.Square, goals: int) -> tuple[str, ...]:
    """Return the texts of a pawn's moves, each promotion with every piece."""
    moves = _moves(start, goals)
    return tuple(move + kind for move in moves for kind in "qrbn") if goals & _LAST_RANKS else moves


def _written(move: chess.Move) -> str:
    return move.uci() if move.promotion else _FROM_TO[move.from_square][move.to_square]
