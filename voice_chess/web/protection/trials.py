"""Limits on trying links and codes, and the order in which codes are checked.

A code is six words of 256: 48 random bits. A wrong code names no seat, so wrong ones are counted
by the place that they come from: five at once, then one in ten seconds. An honest player shares
no limit with a guesser elsewhere. Codes are checked one after the other, and a wrong one holds its
turn for a while: at most twenty a second, from however many places. With 1,000 open seats, a
guesser who uses all of that finds one of them with a probability of 6 in a million a day: about
once in 450 years. A right code costs its place nothing, since a whole school can share an address;
entries are counted by seat and place.
"""

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from voice_chess.web.protection.rate_limits import Buckets

MOST_WAITING = 1_000
WRONG_KEEPS_S = 0.05


class Crowded(Exception):
    """Too many others wait from places that have failed less often."""


class Trials:
    """The limits on wrong links, on wrong codes, and on entries with right ones."""

    def __init__(self) -> None:
        self.links = Buckets(20, 1.0)
        self.codes = Buckets(5, 0.1)
        self.entries = Buckets(20, 0.1)
        self.turns = Turns()


class Turns:
    """Lets one caller in at a time: the one with the fewest failures, among equals the first."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._most = most
        self._numbers = itertools.count()
        self._is_taken = False
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def turn(self, failures: float) -> AsyncIterator[None]:
        """Wait for a turn and hold it until the block ends. Raises `Crowded`."""
        await self._wait(failures)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, failures: float) -> None:
        if not self._is_taken:
            self._is_taken = True
            return
        told: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (failures, next(self._numbers), told))
        if len(self._waiting) > self._most:
            self._send_away(max(self._waiting))
        try:
            await told
        except asyncio.CancelledError:
            if told.done() and not told.cancelled():
                self._next()
            raise

    def _send_away(self, last: tuple[float, int, asyncio.Future[None]]) -> None:
        self._waiting.remove(last)
        heapq.heapify(self._waiting)
        if not last[2].done():
            last[2].set_exception(Crowded())

    def _next(self) -> None:
        while self._waiting:
            *_, told = heapq.heappop(self._waiting)
            if not told.done():
                told.set_result(None)
                return
        self._is_taken = False
