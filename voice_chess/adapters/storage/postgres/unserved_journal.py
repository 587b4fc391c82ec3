"""The journal in a shared database for writers while no server has its games."""

from collections.abc import Sequence

from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.journal import PostgresJournal
from voice_chess.adapters.storage.postgres.leases import keep_all_away
from voice_chess.game.events import Event
from voice_chess.session.lease import LeaseLost
from voice_chess.session.ports import RequestKey


class UnservedJournal(PostgresJournal):
    """`Journal` without a lease: a taker of one waits until what is just written is there.

    So nobody waits while this program waits for somebody to type. A game that went on meanwhile is
    known by its version.
    """

    def __init__(self, database: Database) -> None:
        """Raises `LeaseLost` where a server has games, before anybody is asked for anything."""
        super().__init__(database)
        with database.changing() as connection:
            _check(is_free=keep_all_away(connection))

    def append(
        self,
        game_id: str,
        events: Sequence[Event],
        *,
        after: int,
        requests: Sequence[RequestKey] = (),
    ) -> int:
        """As the port says; raises `LeaseLost` where a server has games by now."""
        with self._database.all_or_nothing() as connection:
            _check(is_free=keep_all_away(connection))
            return super().append(game_id, events, after=after, requests=requests)


def _check(*, is_free: bool) -> None:
    if not is_free:
        message = "A server has this database; end it first. Nothing was changed."
        raise LeaseLost(message)
