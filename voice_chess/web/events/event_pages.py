"""The open pages of events, which learn at once that they have something to fetch.

They are told no more than that: what is new, and who may see it, is up to the addresses they ask.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Literal

from pydantic_core import to_json

from voice_chess.web.live.connection import Connection
from voice_chess.web.messages.sound_messages import Message
from voice_chess.web.messages.wire import Goodbye

MOST_PAGES = 1_000
"""How many pages of one event have a socket; any more ask now and then, as without one."""


class News(Message):
    """The event has something new for this page."""

    type: Literal["news"] = "news"


_NEWS = to_json(News())


class EventPages:
    """The sockets of each event's pages; works in the games' event loop."""

    def __init__(self) -> None:
        self._open: dict[str, dict[Connection, bool]] = {}
        """By event, the sockets, and whether each is an arbiter's."""

    @contextmanager
    def waiting(self, event_id: str, connection: Connection, *, is_arbiter: bool) -> Iterator[None]:
        """Enclose all the time for which a page waits for news; one page too many is cut off."""
        its = self._open.setdefault(event_id, {})
        if len(its) >= MOST_PAGES:
            connection.cut(Goodbye(code="too-many"))
        its[connection] = is_arbiter
        try:
            yield
        finally:
            del its[connection]
            if not its:
                del self._open[event_id]

    def tell(self, event_id: str, *, is_public: bool) -> None:
        """Tell the event's arbiters that something is new; everybody only if `is_public`."""
        for connection, is_arbiter in self._open.get(event_id, {}).items():
            if is_public or is_arbiter:
                connection.send_text(_NEWS)

    def let_go(self, event_ids: Collection[str]) -> None:
        """Cut off the pages of these events, which another server has now."""
        for event_id in event_ids:
            for connection in self._open.get(event_id, ()):
                connection.cut(Goodbye(code="ending"))
