"""Opens what the games of a server need, without its pages."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from voice_chess.compose.server import means_of
from voice_chess.compose.storage import Sharing, opened_storage
from voice_chess.session.lobby.lobby import LobbyPorts


@contextmanager
def opened_means(data: Path, sharing: Sharing | None = None) -> Iterator[LobbyPorts]:
    """Open journal, register, time and threads on this folder, or in a database that servers share.

    Raises `JournalLost`.
    """
    with opened_storage(data, sharing) as storage, means_of(storage) as means:
        yield means
