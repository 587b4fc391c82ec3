"""Finds the event of a place in the journal that all servers share, whichever leads the event."""

import logging
from collections.abc import Iterator
from functools import partial

from voice_chess.event.evolve import replayed
from voice_chess.session.lobby.competitions import ASSISTANT
from voice_chess.session.lobby.event_ports import EventJournal
from voice_chess.session.lobby.homes import InWorker
from voice_chess.session.ports import JournalDamaged

_log = logging.getLogger(__name__)


class PlacesKept:
    """The events of all places that were found so far. Every method raises `JournalLost`."""

    def __init__(self, journal: EventJournal, do: InWorker) -> None:
        self._journal = journal
        self._do = do
        self._event_of: dict[str, str] = {}
        self._read: dict[str, int] = {}
        """The version up to which each event was looked through."""

    async def event_of(self, place: str) -> str | None:
        """Return the event of a player's, assistant's or arbiter's place; None if there is none."""
        own = place.removesuffix(ASSISTANT)
        if own not in self._event_of:
            await self._look()
        return self._event_of.get(own)

    async def _look(self) -> None:
        """Look through the events that have changed; no place moves to another event."""
        versions = await self._do(self._journal.versions)
        for event_id, version in versions.items():
            if self._read.get(event_id) != version:
                found = await self._do(partial(self._places, event_id))
                self._event_of.update(dict.fromkeys(found, event_id))
                self._read[event_id] = version

    def _places(self, event_id: str) -> list[str]:
        try:
            return [*self._places_of(event_id)]
        except JournalDamaged as error:
            _log.error("event=%s places not read: %s", event_id, error)
            return []

    def _places_of(self, event_id: str) -> Iterator[str]:
        history = replayed(self._journal.read(event_id))
        if history is not None:
            yield history.competition.arbiter
            yield from history.competition.by_place
