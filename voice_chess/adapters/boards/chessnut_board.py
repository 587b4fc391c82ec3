"""Decodes boards that report all their holes several times a second, as Chessnut's boards do.

A report is the byte 1, the length of the rest, then 32 bytes with two holes each, the lower four
bits first, counted from h8 to a1; the bytes after them are the board's own clock.
"""

from collections.abc import Iterator

from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import BoardScan, Felt, between

REPORT = 0x01
START_REPORTS = b"\x21\x01\x00"
PIECES = (None, *"qkbpnRPrBNQK")
SQUARES = tuple(file + rank for rank in "87654321" for file in "hgfedcba")
_HEADER = 2
_HOLES = 32
_STEADY = 2
"""Equal reports in a row before they are believed: until then a hand is moving a piece."""


class Reports:
    """Cuts a stream of bytes into reports and reads the boards in them."""

    def __init__(self, squares: tuple[str, ...] = SQUARES) -> None:
        self._squares = squares
        self._rest = bytearray()

    def taken(self, data: bytes) -> Iterator[PegBoard]:
        """Yield the board of every report that is complete now; skip what can't be a report."""
        self._rest += data
        while len(self._rest) >= _HEADER:
            length = self._rest[1]
            if self._rest[0] != REPORT or length < _HOLES:
                del self._rest[0]
            elif len(self._rest) < _HEADER + length:
                return
            else:
                board = self._board(bytes(self._rest[_HEADER : _HEADER + _HOLES]))
                del self._rest[: 1 if board is None else _HEADER + length]
                if board is not None:
                    yield board

    def _board(self, holes: bytes) -> PegBoard | None:
        codes = [half for byte in holes for half in (byte & 0x0F, byte >> 4)]
        if max(codes) >= len(PIECES):
            return None
        board = PegBoard()
        for square, code in zip(self._squares, codes, strict=True):
            if code:
                board = board.with_piece(square, PIECES[code])
        return board


class ChessnutDecoder:
    """`BoardDecoder`; `is_turned` if Black sits at the board's lower edge.

    It reports the whole board once, then the changes from one steady reading to the next.
    """

    opening = (START_REPORTS,)

    def __init__(self, *, is_turned: bool = False) -> None:
        self._reports = Reports(SQUARES[::-1] if is_turned else SQUARES)
        self._believed: PegBoard | None = None
        self._last = PegBoard()
        self._times = 0

    def asked_again(self) -> tuple[bytes, ...]:
        """Ask for nothing: the board reports all its holes again and again."""
        return ()

    def taken(self, data: bytes) -> Iterator[Felt]:
        for board in self._reports.taken(data):
            self._times = self._times + 1 if board == self._last else 1
            self._last = board
            if self._times < _STEADY or board == self._believed:
                continue
            if self._believed is None:
                yield BoardScan(board=board)
            else:
                yield from between(self._believed, board)
            self._believed = board
