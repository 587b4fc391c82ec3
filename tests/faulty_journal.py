"""A journal in memory that can fail before or after an append."""

from collections.abc import Sequence

from voice_chess.adapters.simulation.memory_storage import MemoryJournal
from voice_chess.game.events import Event
from voice_chess.session.evidence import Evidence
from voice_chess.session.ports import RequestKey


class FaultyJournal(MemoryJournal):
    """Tests override `before` or `behind`."""

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),
        evidence: Sequence[Evidence] = (),
    ) -> int:
        self.before(events, after)
        version = super().append(game_id, events, after=after, requests=requests, evidence=evidence)
        self.behind()
        return version

    def before(self, events: Sequence[Event], after: int) -> None:
        """Called before the events are stored; if it raises, none is."""

    def behind(self) -> None:
        """Called when all events are stored."""
