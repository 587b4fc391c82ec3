"""What is put on paper, in a thread of its own: no move waits until a page is set."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from voice_chess.languages.language import load_language
from voice_chess.records.paper_tables import PaperTables
from voice_chess.web.ports import Tabled

_MOST_KEPT = 16


class PrintShop:
    """One thing after the other; whoever asks waits, and nobody else."""

    def __init__(self, tabled: Tabled) -> None:
        self._printer = ThreadPoolExecutor(1, "printer")

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

    def close(self) -> None:
        """What nobody has begun to make is left."""
        self._printer.shutdown(cancel_futures=True)
