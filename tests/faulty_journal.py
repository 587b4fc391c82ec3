"""A journal in memory to which something happens before or behind what is appended."""

from collections.abc import Sequence

from voice_chess.adapters.simulation.memory_storage import MemoryJournal
from voice_chess.game.events import Event
from voice_chess.session.ports import RequestKey


class FaultyJournal(MemoryJournal):
    """Tests tell what happens."""

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),
    ) -> int:
        self.before(events, after)
        version = super().append(game_id, events, after=after, requests=requests)
        self.behind()
        return version

    def before(self, events: Sequence[Event], after: int) -> None:
        """Where this raises, nothing is kept."""

    def behind(self) -> None:
        """All of it is kept."""
