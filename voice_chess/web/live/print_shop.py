"""What is put on paper or told of a whole event, in threads of its own: no move waits for it."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import TypeVar

from voice_chess.languages.language import load_language
from voice_chess.records.paper_tables import PaperTables
from voice_chess.web.ports import Tabled

_MOST_KEPT = 16


Told = TypeVar("Told")


class PrintShop:
    """One thing after the other; whoever asks waits, and nobody else.

    What is told takes moments, and does not wait for pages that take seconds.
    """

    def __init__(self, tabled: Tabled) -> None:
        self._printer = ThreadPoolExecutor(1, "printer")
        self._teller = ThreadPoolExecutor(1, "teller")

        @lru_cache(_MOST_KEPT)
        def set_up(tables: PaperTables, language_id: str) -> bytes:
            return tabled(tables, load_language(language_id))

        self._set_up = set_up

    async def tables(self, tables: PaperTables, language_id: str) -> bytes:
        """Made once, however many want them: anybody may ask, and they take seconds."""
        return await self.made(lambda: self._set_up(tables, language_id))

    async def made(self, make: Callable[[], bytes]) -> bytes:
        """Raises what `make` raises."""
        return await asyncio.get_running_loop().run_in_executor(self._printer, make)

    async def told(self, make: Callable[[], Told]) -> Told:
        """Raises what `make` raises."""
        return await asyncio.get_running_loop().run_in_executor(self._teller, make)

    def close(self) -> None:
        """What nobody has begun to make is left."""
        for thread in (self._printer, self._teller):
            thread.shutdown(cancel_futures=True)
