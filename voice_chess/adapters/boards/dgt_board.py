"""Decodes the DGT serial protocol: a dump of the whole board, then every change.

A message is one byte with its top bit set, two bytes of seven bits each for its whole length, and
its content, also in bytes of seven bits. Squares are counted from a8 to h1.
"""

import logging
from collections.abc import Iterator

from voice_chess.tactile.peg_board import NotPossible, PegBoard
from voice_chess.tactile.sensing import BoardScan, Felt, Lifted, Placed, felt

RATE = 9_600
"""The rate of the serial line, in bits per second."""
RESET, SEND_BOARD, SEND_CHANGES = b"\x40", b"\x42", b"\x44"
BOARD_DUMP, FIELD_UPDATE = 0x86, 0x8E
PIECES = (None, *"PRNBKQprnbkq")
SQUARES = tuple(file + rank for rank in "87654321" for file in "abcdefgh")
_HEADER = 3
_LONGEST = 256
_TOP = 0x80

_log = logging.getLogger(__name__)


class Messages:
    """Cuts a stream of bytes into messages and skips bytes that belong to none."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def taken(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """Yield the kind and the body of every message that is complete now."""
        self._rest += data
        while self._rest:
            length = self._length()
            if length is None:
                del self._rest[0]
            elif broken := self._next_head(length):
                del self._rest[:broken]
            elif len(self._rest) < max(length, _HEADER):
                return
            else:
                yield self._rest[0], bytes(self._rest[_HEADER:length])
                del self._rest[:length]

    def _next_head(self, length: int) -> int:
        """Return where another message begins inside this one, if bytes of it were lost, or 0."""
        body = enumerate(self._rest[_HEADER:length], start=_HEADER)
        return next((place for place, byte in body if byte & _TOP), 0)

    def _length(self) -> int | None:
        """Return the length of the message here; 0 if not known yet, None if none begins here."""
        head = self._rest[:_HEADER]
        if not head[0] & _TOP or any(byte & _TOP for byte in head[1:]):
            return None
        if len(head) < _HEADER:
            return 0
        length = head[1] << 7 | head[2]
        return length if _HEADER <= length <= _LONGEST else None


class DgtDecoder:
    """`BoardDecoder`; `is_turned` if Black sits at the board's lower edge."""

    opening = (RESET, SEND_BOARD, SEND_CHANGES)

    def __init__(self, *, is_turned: bool = False) -> None:
        self._squares = SQUARES[::-1] if is_turned else SQUARES
        self._messages = Messages()
        self._board: PegBoard | None = None
        self._is_unread = False
        """Whether something came that can't be understood without the whole board."""

    def taken(self, data: bytes) -> Iterator[Felt]:
        for kind, body in self._messages.taken(data):
            yield from self._told(kind, body)

    def asked_again(self) -> tuple[bytes, ...]:
        """Ask for the whole board if it is needed: the board doesn't send it unasked."""
        is_unread, self._is_unread = self._is_unread, False
        return (SEND_BOARD,) if is_unread else ()

    def _told(self, kind: int, body: bytes) -> tuple[Felt, ...]:
        if kind == BOARD_DUMP:
            return self._dumped(body)
        if kind == FIELD_UPDATE and self._board is not None:
            return self._changed(self._board, body)
        self._is_unread |= kind == FIELD_UPDATE
        return ()

    def _dumped(self, body: bytes) -> tuple[Felt, ...]:
        if len(body) != len(SQUARES) or max(body) >= len(PIECES):
            _log.warning("board dump damaged bytes=%d", len(body))
            self._is_unread |= self._board is None
            return ()
        board = PegBoard()
        for square, code in zip(self._squares, body, strict=True):
            board = board.with_piece(square, PIECES[code])
        self._board = board
        return (BoardScan(board=board),)

    def _changed(self, board: PegBoard, body: bytes) -> tuple[Felt, ...]:
        """Return what happened at one hole; two things if the sensor was slower than the hand."""
        try:
            place, code = body
            square, there = self._squares[place], PIECES[code]
            here = board.at(square)
        except (ValueError, IndexError, NotPossible):
            _log.warning("board change damaged bytes=%d", len(body))
            return ()
        if here == there:
            return ()
        found: list[Felt] = [Lifted(square=square, piece=here)] if here else []
        found += [Placed(square=square, piece=there)] if there else []
        for happening in found:
            board = felt(board, happening)
        self._board = board
        return tuple(found)
