"""Defines the ports of a competition: its journal, the pairer of its rounds, its broadcaster."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from voice_chess.event.changes import Change
from voice_chess.event.entrants import Round
from voice_chess.event.pairing import Pairer


class EventJournal(Protocol):
    """Competitions as they happened; any thread may use it.

    A competition is appended to, or deleted as a whole, never changed. Every method raises
    `JournalLost` when the storage fails.
    """

    def append(self, event_id: str, changes: Sequence[Change], *, after: int) -> int:
        """Append all or none, safe on disk on return; return the new version.

        A version is the number of changes. Raises `Conflict` when `after` is not the last one.
        """

    def read(self, event_id: str) -> tuple[Change, ...]:
        """Return all changes, oldest first; none for an unknown competition."""

    def delete(self, event_id: str) -> None:
        """Delete all of a competition; do nothing for an unknown one."""

    def event_ids(self) -> tuple[str, ...]:
        """Return all competitions, in the order in which they were made."""

    def versions(self) -> Mapping[str, int]:
        """Return the last version of each competition, in the same order."""


PairerFor = Callable[[Round, Callable[[int], None]], Pairer]
"""Returns a round's pairer; a slow one calls the function each second with the seconds so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPorts:
    """What competitions need from the world."""

    journal: EventJournal
    pairer_for: PairerFor


class Untaken(StrEnum):
    """Why a round is not shown elsewhere; the languages' data word it."""

    NOT_EQUIPPED = "no-token"
    PAST = "past"
    """The last day of the event is over, though a round of it is still in play."""
    FORBIDDEN = "forbidden"
    UNKNOWN = "unknown"
    PGN = "pgn"
    BUSY = "busy"
    AWAY = "away"


class BroadcastLost(Exception):
    """A site did not take a round; `detail` is its own message.

    It is worth trying again, after `wait_s` seconds at least.
    """

    def __init__(self, why: Untaken, detail: str = "", wait_s: float = 0.0) -> None:
        super().__init__(why)
        self.why = why
        self.detail = detail
        self.wait_s = wait_s


class Broadcaster(Protocol):
    """Shows the games of events at another site."""

    most_games: int
    """The most games in one round."""

    def push(self, round_id: str, games: str) -> None:
        """Show these games, in PGN, as that round. Blocks; raises `BroadcastLost`."""
