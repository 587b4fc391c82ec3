"""Makes documents and reports of whole events in threads of its own, so that no move waits."""

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
    """Two threads, each of which does one job after the other: only the person who asks waits.

    Documents take seconds; reports take moments, so they have a thread of their own.
    """

    def __init__(self, tabled: Tabled) -> None:
        self._printer = ThreadPoolExecutor(1, "printer")
        self._teller = ThreadPoolExecutor(1, "teller")

        @lru_cache(_MOST_KEPT)
        def set_up(tables: PaperTables, language_id: str) -> bytes:
            return tabled(tables, load_language(language_id))

        self._set_up = set_up

    async def tables(self, tables: PaperTables, language_id: str) -> bytes:
        """Return the printed tables. The latest are cached, since they take seconds to make."""
        return await self.made(lambda: self._set_up(tables, language_id))

    async def made(self, make: Callable[[], bytes]) -> bytes:
        """Return the document that `make` returns in the printer's thread; raise what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._printer, make)

    async def told(self, make: Callable[[], Told]) -> Told:
        """Return what `make` returns in the thread for reports; raise what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._teller, make)

    def close(self) -> None:
        """Cancel the jobs that have not begun."""
        for thread in (self._printer, self._teller):
            thread.shutdown(cancel_futures=True)
