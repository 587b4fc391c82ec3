"""Keeps the public state of each event as text while nothing of it is new."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable

_MOST_KEPT = 32


class StatesKept:
    """A cache: the pages of spectators ask again and again, mostly while nothing is new."""

    def __init__(self) -> None:
        self._written: OrderedDict[str, tuple[object, str]] = OrderedDict()

    async def text(self, event_id: str, mark: object, make: Callable[[], Awaitable[str]]) -> str:
        """Return the event's state; `make` it unless the last one was made with an equal `mark`."""
        known, text = self._written.get(event_id, (None, ""))
        if known != mark:
            text = await make()
            self._written[event_id] = mark, text
        self._written.move_to_end(event_id)
        while len(self._written) > _MOST_KEPT:
            self._written.popitem(last=False)
        return text
