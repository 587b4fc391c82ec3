"""The journal in a shared database for programs that write while no server has the games."""

from collections.abc import Sequence

from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.journal import PostgresJournal
from voice_chess.adapters.storage.postgres.leases import keep_all_away
from voice_chess.game.events import Event
from voice_chess.session.evidence import Evidence
from voice_chess.session.lease import LeaseLost
from voice_chess.session.ports import RequestKey


class UnservedJournal(PostgresJournal):
    """`Journal` without a lease: a server that takes one only waits for the write under way.

    So no server waits while this program waits for its user to type. If a game went on meanwhile,
    its version shows that.
    """

    def __init__(self, database: Database) -> None:
        """Raise `LeaseLost` if a server has games, before the user is asked for anything."""
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
        evidence: Sequence[Evidence] = (),
    ) -> int:
        """Append as the port says. Raises `LeaseLost` if a server has games by now."""
        with self._database.all_or_nothing() as connection:
            _check(is_free=keep_all_away(connection))
            return super().append(
                game_id, events, after=after, requests=requests, evidence=evidence
            )


def _check(*, is_free: bool) -> None:
    if not is_free:
        message = "A server has this database; end it first. Nothing was changed."
        raise LeaseLost(message)
