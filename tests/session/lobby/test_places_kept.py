"""A place is found by the event that gave it, whichever server has that."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from tests.event.organised import organised
from voice_chess.adapters.simulation.memory_storage import MemoryEventJournal
from voice_chess.event.changes import Change
from voice_chess.session.lobby.places_kept import PlacesKept
from voice_chess.session.ports import JournalDamaged

Answer = TypeVar("Answer")


async def at_once(work: Callable[[], Answer]) -> Answer:
    return work()


class CountingJournal(MemoryEventJournal):
    """How often each event was read; one may be damaged."""

    def __init__(self) -> None:
        super().__init__()
        self.reads: list[str] = []
        self.damaged = ""

    def read(self, event_id: str) -> tuple[Change, ...]:
        self.reads.append(event_id)
        if event_id == self.damaged:
            raise JournalDamaged(event_id)
        return super().read(event_id)


def looked_up(kept: PlacesKept, *places: str) -> list[str | None]:
    async def look() -> list[str | None]:
        return [await kept.event_of(place) for place in places]

    return asyncio.run(look())


def test_players_their_assistants_and_arbiters_are_found_and_nobody_else() -> None:
    journal, event = CountingJournal(), organised(2)
    journal.append("spring", event.written, after=0)
    first = event.now.competitors[0].place
    kept = PlacesKept(journal, at_once)

    found = looked_up(kept, first, first + "0", event.now.arbiter, "nobody", "")

    assert found == ["spring", "spring", "spring", None, None]
    assert journal.reads == ["spring"], "nothing new is looked through twice"


def test_who_was_entered_since_is_found() -> None:
    journal, event = CountingJournal(), organised(2)
    entered = list(event.written)
    journal.append("spring", entered[:1], after=0)
    kept, first = PlacesKept(journal, at_once), event.now.competitors[0].place
    before = looked_up(kept, first)
    journal.append("spring", entered[1:], after=1)

    assert (before, looked_up(kept, first)) == ([None], ["spring"])


def test_a_damaged_event_keeps_nobody_from_the_others() -> None:
    journal, event = CountingJournal(), organised(2)
    journal.append("broken", event.written[:1], after=0)
    journal.append("spring", event.written, after=0)
    journal.damaged = "broken"

    assert looked_up(PlacesKept(journal, at_once), event.now.arbiter) == ["spring"]
