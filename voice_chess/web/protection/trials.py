"""How often ways in may be tried, and whose code is looked at first.

A code is six words of 256: 48 random bits. It names no seat before it is found right, so wrong
ones are counted by the place that they come from, and by nothing that an honest player shares
with a guesser elsewhere: five at once, then one in ten seconds. Codes are looked at one after
the other, and a wrong one keeps its turn for a while: twenty a second at most, from however many
places they come. With 1,000 open seats somebody who keeps all of that busy finds one of them with
a probability of 6 in a million a day: about once in 450 years. What opens a seat costs its place
nothing, for behind one address there may be a school; it is counted by the seat and place.
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
    """Too many others wait who have failed less often."""


class Trials:
    """Buckets for links, for codes, and for the entries got by either."""

    def __init__(self) -> None:
        self.links = Buckets(20, 1.0)
        self.codes = Buckets(5, 0.1)
        self.entries = Buckets(20, 0.1)
        self.turns = Turns()


class Turns:
    """One at a time: first who has failed least often, then who came first."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._most = most
        self._numbers = itertools.count()
        self._is_taken = False
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def turn(self, failures: float) -> AsyncIterator[None]:
        """Raises `Crowded`."""
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
