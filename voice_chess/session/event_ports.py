"""The ports of a competition: where it is kept, and who pairs its rounds."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from voice_chess.event.changes import Change
from voice_chess.event.entrants import Round
from voice_chess.event.ports import Pairer


class EventJournal(Protocol):
    """Competitions as they happened. Append-only; any thread may use it.

    Every method raises `JournalLost` when the storage fails.
    """

    def append(self, event_id: str, changes: Sequence[Change], *, after: int) -> int:
        """Append all or none, safe on disk on return; return the new version.

        A version is the number of changes. Raises `Conflict` when `after` is not the last one.
        """

    def read(self, event_id: str) -> tuple[Change, ...]:
        """All changes, oldest first; none for an unknown competition."""

    def event_ids(self) -> tuple[str, ...]:
        """All competitions, in the order in which they were made."""


PairerFor = Callable[[Round, Callable[[int], None]], Pairer]
"""Who pairs this round; the second is told each second how many have passed, if it takes long."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPorts:
    """What competitions need from the world."""

    journal: EventJournal
    pairer_for: PairerFor
