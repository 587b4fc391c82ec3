"""An electronic board at one page: the page passes its bytes on, and the server decodes them."""

import asyncio
from contextlib import suppress
from typing import TypedDict

from voice_chess.session.boards.felt_board import STANDS_LONG_MS
from voice_chess.session.listening.inputs import BoardLeft, BoardStands, BoardTells, GameInput
from voice_chess.session.ports import BoardDecoder, BoardKind, Conflict, JournalLost
from voice_chess.web.live.desks import Desk
from voice_chess.web.live.hall import Hall
from voice_chess.web.protection.rate_limits import Bucket

STANDS_S = 0.5
"""Seconds without a change until the position counts; a piece passing over a square stays less."""

STANDS_LONG_S = STANDS_LONG_MS / 1_000
"""Further seconds for the next step in setting up, or in making the opponent's move."""

_BYTES = 8_192
_BYTES_PER_SECOND = 4_096
"""Four times what a board that reports all its holes ten times a second needs."""


class _FromSeat(TypedDict):
    listener: str
    at_ms: int


class JoinedBoard:
    """The board of a page, which has one at most; it does nothing until a board is joined."""

    def __init__(self, hall: Hall, desk: Desk) -> None:
        self._hall = hall
        self._desk = desk
        self._decoder: BoardDecoder | None = None
        self._game = ""
        self._bytes = Bucket(most=_BYTES, per_second=_BYTES_PER_SECOND)
        self._standing: asyncio.Task[None] | None = None

    @property
    def is_joined(self) -> bool:
        return self._decoder is not None

    async def join(self, kind: BoardKind, game_id: str, *, is_turned: bool) -> tuple[bytes, ...]:
        """Decode a board of this kind from now on; return the messages it must be sent first."""
        await self.leave(is_lost=False)
        self._game = game_id
        self._decoder = self._hall.outfit.boards[kind](is_turned=is_turned)
        return self._decoder.opening

    async def takes(self, data: bytes, now_ms: int) -> bool:
        """Decode bytes of the board. Return False for more than boards send; then join it anew."""
        if self._decoder is None or not self._bytes.takes(now_ms, len(data)):
            return False
        happenings = tuple(self._decoder.taken(data))
        if happenings:
            self._stop()
            await self._tell(BoardTells(happenings=happenings, **self._now))
            self._standing = asyncio.create_task(self._wait(), name="board stands")
        return True

    def asked_again(self) -> tuple[bytes, ...]:
        """Return messages to send to the board because its report came incomplete."""
        return () if self._decoder is None else self._decoder.asked_again()

    async def leave(self, *, is_lost: bool) -> None:
        """Stop decoding the board, and report it to the game. Do nothing if none is joined."""
        if self._decoder is None:
            return
        self._decoder = None
        self._stop()
        await self._tell(BoardLeft(is_lost=is_lost, **self._now))

    async def _wait(self) -> None:
        await asyncio.sleep(STANDS_S)
        await self._tell(BoardStands(is_long=False, **self._now))
        await asyncio.sleep(STANDS_LONG_S)
        await self._tell(BoardStands(is_long=True, **self._now))

    @property
    def _now(self) -> _FromSeat:
        return {"listener": self._desk.listener, "at_ms": self._hall.time.now_ms()}

    async def _tell(self, entry: GameInput) -> None:
        """Pass an input to the game. If it can't be written, the game itself reports that.

        A game that another server has now, or that is deleted, need not know.
        """
        with suppress(JournalLost, Conflict, KeyError):
            task = await self._hall.lobby.game(self._game)
            await task.attend(entry)

    def _stop(self) -> None:
        if self._standing is not None:
            self._standing.cancel()
            self._standing = None
