"""Proves that no mate is possible by playing kings and pawns only, with all other pieces anywhere.

Kings and pawns are followed move by move. Each other piece counts as standing on every square that
it could ever reach, or on none, whichever suits the mating side, and may move at any time. So every
game that can be played is among those followed. If none of them reaches a possible mate, there is
none. This settles positions in which kings are shut in and players run out of moves.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import chess

from voice_chess.laws.bitboards import SECOND_RANK, Bits, pawn_attacks, union
from voice_chess.laws.mating_nets import can_all_be_blocked
from voice_chess.laws.mobility import Reach, reaches

STATES = 3_000
"""The search gives up after this many states, and then a mate counts as possible."""
KINGS_PAWNS = (chess.KING, chess.PAWN)
LEAPING = (chess.KNIGHT,)
SLANTING, STRAIGHT = (chess.BISHOP, chess.QUEEN), (chess.ROOK, chess.QUEEN)
PASSING = (chess.BB_RANK_4, chess.BB_RANK_5)
"""The ranks from which a pawn captures en passant; of each pair the first is Black's."""


class State(NamedTuple):
    """The side to move, the kings and the pawns; of each pair the first is Black's."""

    white_to_move: bool
    kings: tuple[chess.Square, chess.Square]
    pawns: tuple[Bits, Bits]

    def taken(self, square: chess.Square, color: chess.Color) -> "State":
        """Return the state without a pawn of that colour on that square."""
        gone = ~chess.BB_SQUARES[square]
        black, white = self.pawns
        pawns = (black, white & gone) if color else (black & gone, white)
        return State(self.white_to_move, self.kings, pawns)

    def walked(self, square: chess.Square) -> "State":
        """Return the state with the mover's king on that square."""
        black, white = self.kings
        kings = (black, square) if self.white_to_move else (square, white)
        return State(self.white_to_move, kings, self.pawns)

    def stepped(self, start: chess.Square, square: chess.Square) -> "State":
        """Return the state with a pawn of the mover gone from `start` to `square`."""
        moved = chess.BB_SQUARES[start] | chess.BB_SQUARES[square]
        black, white = self.pawns
        pawns = (black, white ^ moved) if self.white_to_move else (black ^ moved, white)
        return State(self.white_to_move, self.kings, pawns)

    def passed(self) -> "State":
        return State(not self.white_to_move, self.kings, self.pawns)


Step = tuple[State, chess.Square | None]
"""The state after a move, and for a king's move the square it left, else None: a king gives check
only by leaving a line."""


class _Promoted(Exception):
    """A pawn promotes: from here on the proof no longer holds, and a mate counts as possible."""


def could_be_mated_in_play(board: chess.Board, *, white: bool) -> bool:
    """Return False only if no series of moves can mate that side's king."""
    if board.castling_rights or board.ep_square is not None:
        return True
    found, _ = reaches(board)
    sides = (chess.BLACK, chess.WHITE)
    start = State(
        white_to_move=board.turn,
        kings=(board.king(chess.BLACK) or 0, board.king(chess.WHITE) or 0),
        pawns=(_pawns(board, chess.BLACK), _pawns(board, chess.WHITE)),
    )
    others = tuple(
        tuple(r for r in found if r.piece.color == color and r.piece.piece_type not in KINGS_PAWNS)
        for color in sides
    )
    kings = tuple(_kings_reach(found, color) for color in sides)
    play = _Play(loser=white, others=others, kings=kings)
    try:
        return play.comes_to_mate(start)
    except _Promoted:
        return True


class _Play:
    """The squares that other pieces may reach, and the games of kings and pawns among them."""

    def __init__(
        self,
        *,
        loser: chess.Color,
        others: Sequence[Sequence[Reach]],
        kings: Sequence[Bits],
    ) -> None:
        """Take the reach of Black's and White's other pieces and kings, in that order."""
        self.loser, self.kings = loser, kings
        self.visited = [union(r.squares for r in mine) for mine in others]
        self.leaping, self.slanting, self.straight = (
            union(r.squares for r in others[not loser] if r.piece.piece_type in kinds)
            for kinds in (LEAPING, SLANTING, STRAIGHT)
        )
        self.blockers = [r.squares for r in others[loser]]

    def comes_to_mate(self, start: State) -> bool:
        """Return whether one of the games may end in mate, or there are too many to follow."""
        seen, waiting = {start}, [start]
        while waiting:
            for after, king_from in self._steps(waiting.pop()):
                if self._may_be_mate(after, king_from):
                    return True
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
            if len(seen) > STATES:
                return True
        return False

    def _steps(self, state: State) -> Iterator[Step]:
        """Yield every possible move that leaves the mover's king unattacked by pawns."""
        mover = state.white_to_move
        for after, king_from in (
            *self._kings_steps(state),
            *((after, None) for after in self._pawns_steps(state)),
            *((after, None) for after in self._others_steps(state)),
        ):
            attacked = pawn_attacks(after.pawns[not mover], white=not mover)
            if not attacked >> after.kings[mover] & 1:
                yield after.passed(), king_from

    def _kings_steps(self, state: State) -> Iterator[Step]:
        mover = state.white_to_move
        start, other = state.kings[mover], state.kings[not mover]
        free = ~state.pawns[mover] & ~chess.BB_KING_ATTACKS[other] & self.kings[mover]
        for square in chess.scan_forward(chess.BB_KING_ATTACKS[start] & free):
            yield state.walked(square).taken(square, not mover), start

    def _pawns_steps(self, state: State) -> Iterator[State]:
        mover = state.white_to_move
        for start in chess.scan_forward(state.pawns[mover]):
            yield from self._steps_ahead(state, start)
            for square in chess.scan_forward(chess.BB_PAWN_ATTACKS[mover][start]):
                here = chess.BB_SQUARES[square]
                if here & (state.pawns[not mover] | self.visited[not mover]):
                    yield _stepped(state, start, square).taken(square, not mover)
                beside = square - 8 if mover else square + 8
                is_passing = chess.BB_SQUARES[beside] & state.pawns[not mover]
                if is_passing and chess.BB_SQUARES[start] & PASSING[mover]:
                    yield _stepped(state, start, square).taken(beside, not mover)

    def _steps_ahead(self, state: State, start: chess.Square) -> Iterator[State]:
        mover = state.white_to_move
        standing = state.pawns[0] | state.pawns[1]
        standing |= chess.BB_SQUARES[state.kings[0]] | chess.BB_SQUARES[state.kings[1]]
        ahead = start + (8 if mover else -8)
        if standing >> ahead & 1:
            return
        yield _stepped(state, start, ahead)
        further = ahead + (8 if mover else -8)
        if chess.BB_SQUARES[start] & SECOND_RANK[mover] and not standing >> further & 1:
            yield _stepped(state, start, further)

    def _others_steps(self, state: State) -> Iterator[State]:
        """Yield the states after another piece moves, with or without capturing a pawn."""
        mover = state.white_to_move
        if not self.visited[mover]:
            return
        yield state
        for square in chess.scan_forward(self.visited[mover] & state.pawns[not mover]):
            yield state.taken(square, not mover)

    def _may_be_mate(self, state: State, king_from: chess.Square | None) -> bool:
        """Return whether the loser, to move, may be in check with no flight left."""
        loser, king = self.loser, state.kings[self.loser]
        if state.white_to_move != loser:
            return False
        by_pawns = pawn_attacks(state.pawns[not loser], white=not loser)
        standing = state.pawns[0] | state.pawns[1]
        if king_from is not None:
            is_check = self._is_opened(king, king_from, standing)
        else:
            is_check = bool(by_pawns >> king & 1) or self._is_attacked(king, standing)
        if not is_check:
            return False
        taken = by_pawns | chess.BB_KING_ATTACKS[state.kings[not loser]] | state.pawns[loser]
        flights = union(
            chess.BB_SQUARES[square]
            for square in chess.scan_forward(chess.BB_KING_ATTACKS[king] & ~taken)
            if not self._is_attacked(square, standing)
        )
        return can_all_be_blocked(flights, self.blockers)

    def _is_attacked(self, square: chess.Square, standing: Bits) -> bool:
        """Return whether one of the other pieces may attack the square past the present pawns."""
        diagonals = chess.BB_DIAG_ATTACKS[square][chess.BB_DIAG_MASKS[square] & standing]
        return bool(
            diagonals & self.slanting
            or _straight_from(square, standing) & self.straight
            or chess.BB_KNIGHT_ATTACKS[square] & self.leaping
        )

    def _is_opened(self, king: chess.Square, king_from: chess.Square, standing: Bits) -> bool:
        """Return whether the other king, leaving `king_from`, may have opened a line."""
        line = chess.ray(king, king_from)
        if not line or chess.between(king, king_from) & standing:
            return False
        is_straight = _straight_from(king, 0) >> king_from & 1
        return bool(line & (self.straight if is_straight else self.slanting))


def _straight_from(square: chess.Square, standing: Bits) -> Bits:
    ranks = chess.BB_RANK_ATTACKS[square][chess.BB_RANK_MASKS[square] & standing]
    return ranks | chess.BB_FILE_ATTACKS[square][chess.BB_FILE_MASKS[square] & standing]


def _stepped(state: State, start: chess.Square, square: chess.Square) -> State:
    if chess.BB_SQUARES[square] & chess.BB_BACKRANKS:
        raise _Promoted
    return state.stepped(start, square)


def _pawns(board: chess.Board, color: chess.Color) -> Bits:
    return board.pieces_mask(chess.PAWN, color)


def _kings_reach(found: Sequence[Reach], color: chess.Color) -> Bits:
    return next(r.squares for r in found if r.piece == chess.Piece(chess.KING, color))
