"""Models a board that is felt by hand: its holes, the piece in the hand, and differences."""

from dataclasses import dataclass, replace
from typing import Self

FILES = "abcdefgh"
RANKS = "12345678"
SQUARES = tuple(file + rank for rank in RANKS for file in FILES)
PIECES = frozenset("KQRBNPkqrbnp")


class NotPossible(ValueError):
    """A hand can't do this: the hole is empty or taken, or the hand is full or empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoleDifference:
    """One hole in which two boards differ; None is an empty hole."""

    square: str
    here: str | None
    there: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PegBoard:
    """Sixty-four holes from a1 to h8; pieces as in FEN, upper case for White, None for empty."""

    holes: tuple[str | None, ...] = (None,) * len(SQUARES)
    in_hand: str | None = None

    @classmethod
    def from_fen(cls, fen: str) -> Self:
        """Return the board of a FEN; only its first field is read. Raises `NotPossible`."""
        rows = fen.split(" ", maxsplit=1)[0].split("/")
        ranks = [_row(row) for row in reversed(rows)]
        if len(ranks) != len(RANKS) or any(len(rank) != len(FILES) for rank in ranks):
            message = f"No board of eight by eight: {fen!r}"
            raise NotPossible(message)
        return cls(holes=tuple(piece for rank in ranks for piece in rank))

    def at(self, square: str) -> str | None:
        return self.holes[_index(square)]

    def lifted(self, square: str) -> Self:
        """Return the board after a piece is lifted from its hole; this is what touching means.

        Raises `NotPossible` if the hole is empty or the hand is not.
        """
        piece = self.at(square)
        if piece is None or self.in_hand is not None:
            message = f"Nothing can be lifted from {square}."
            raise NotPossible(message)
        return replace(self._with(square, None), in_hand=piece)

    def inserted(self, square: str) -> Self:
        """Return the board after the piece in the hand goes into an empty hole.

        Raises `NotPossible`.
        """
        if self.in_hand is None or self.at(square) is not None:
            message = f"Nothing can be put into {square}."
            raise NotPossible(message)
        return replace(self._with(square, self.in_hand), in_hand=None)

    def laid_aside(self) -> Self:
        """Return the board after the piece in the hand is put beside it. Raises `NotPossible`."""
        if self.in_hand is None:
            message = "The hand is empty."
            raise NotPossible(message)
        return replace(self, in_hand=None)

    def taken_up(self, piece: str) -> Self:
        """Return the board after the hand takes a piece from beside it. Raises `NotPossible`."""
        if self.in_hand is not None or piece not in PIECES:
            message = f"No {piece!r} can be taken up."
            raise NotPossible(message)
        return replace(self, in_hand=piece)

    def with_piece(self, square: str, piece: str | None) -> Self:
        """Return the board with this piece in the hole, whatever was there.

        For boards that sense pieces. Raises `NotPossible` if the letter is no piece's.
        """
        if piece is not None and piece not in PIECES:
            message = f"No piece is written {piece!r}."
            raise NotPossible(message)
        return self._with(square, piece)

    def turned(self) -> Self:
        """Return the board turned round: a1 becomes h8."""
        return replace(self, holes=self.holes[::-1])

    def differences(self, other: Self) -> tuple[HoleDifference, ...]:
        """Return every hole in which the boards differ, from a1 to h8."""
        pairs = zip(SQUARES, self.holes, other.holes, strict=True)
        return tuple(
            HoleDifference(square=square, here=here, there=there)
            for square, here, there in pairs
            if here != there
        )

    def _with(self, square: str, piece: str | None) -> Self:
        index = _index(square)
        return replace(self, holes=(*self.holes[:index], piece, *self.holes[index + 1 :]))


def _index(square: str) -> int:
    if square not in SQUARES:
        message = f"No such square: {square!r}"
        raise NotPossible(message)
    return RANKS.index(square[1]) * len(FILES) + FILES.index(square[0])


def _row(row: str) -> list[str | None]:
    cells: list[str | None] = []
    for sign in row:
        if sign in RANKS:
            cells += [None] * int(sign)
        elif sign in PIECES:
            cells.append(sign)
        else:
            message = f"No piece is written {sign!r}."
            raise NotPossible(message)
    return cells
