"""Appends to many games in one statement, if each is as this program has left it.

The statement is a transaction by itself. It checks the lease, the end and the request of each game
before it writes. A game that fails a check is left out, and the others are written.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Self

from voice_chess.adapters.storage.event_chain import Chain, linked
from voice_chess.adapters.storage.event_codec import EVENTS, EVIDENCE
from voice_chess.adapters.storage.postgres.columns import NOTHING, Integers, Texts, integer, text
from voice_chess.adapters.storage.postgres.database import PatientConnection
from voice_chess.game.events import Event
from voice_chess.session.evidence import Evidence
from voice_chess.session.lease import Lease
from voice_chess.session.ports import RequestKey

# Locked leases are skipped: only the games of a hall that is just being taken must wait. OFFSET 0
# makes the planner look up requests by key, even while it believes that the table is empty.
_APPEND = b"""
WITH ours AS (
    SELECT claimed.number
    FROM lease JOIN unnest(%s::text[], %s::bigint[]) WITH ORDINALITY
        AS claimed (hall, epoch, number) USING (hall, epoch)
    FOR KEY SHARE OF lease SKIP LOCKED
),
ended AS (
    UPDATE game_end
    SET version = asked.to_version, checksum = asked.to_checksum,
        latest_ms = greatest(game_end.latest_ms, asked.latest_ms)
    FROM unnest(
        %s::text[], %s::bigint[], %s::text[], %s::bigint[], %s::text[], %s::bigint[],
        %s::text[], %s::text[], %s::bigint[]
    ) WITH ORDINALITY AS asked (
        game, version, checksum, to_version, to_checksum, latest_ms, seat, key, lease, number
    )
    WHERE game_end.game = asked.game AND game_end.version = asked.version
        AND game_end.checksum = asked.checksum
        AND (asked.lease IS NULL OR asked.lease IN (SELECT number FROM ours))
        AND NOT EXISTS (
            SELECT 1 FROM request
            WHERE request.game = asked.game AND request.seat = asked.seat
                AND request.key = asked.key
            OFFSET 0
        )
    RETURNING asked.number, game_end.game, game_end.version, asked.seat, asked.key
),
kept AS (
    INSERT INTO request (seat, key, game, version)
    SELECT seat, key, game, version FROM ended WHERE key IS NOT NULL
),
written AS (
    INSERT INTO game_event (game, version, name, body, chain)
    SELECT ended.game, event.version, event.name, event.body, event.chain
    FROM unnest(%s::bigint[], %s::bigint[], %s::text[], %s::text[], %s::text[])
        AS event (number, version, name, body, chain)
    JOIN ended USING (number)
),
noted AS (
    INSERT INTO evidence (game, name, body)
    SELECT ended.game, noted.name, noted.body
    FROM unnest(%s::bigint[], %s::text[], %s::text[]) WITH ORDINALITY
        AS noted (number, name, body, place)
    JOIN ended USING (number) ORDER BY noted.place
)
SELECT number FROM ended
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameAppend:
    """The rows to append to one game, and the game's end after them."""

    end: Chain
    lease: Lease | None
    """The lease for writing; None if the database is not shared."""
    row: tuple[bytes, ...]
    """The values for `asked` except the lease: the game, its ends, and the request."""
    events: tuple[tuple[bytes, ...], ...]
    """The values for each `event` except the number of its game."""
    evidence: tuple[tuple[bytes, ...], ...]
    """The values for each piece of evidence that is `noted`, except the number of its game."""

    @classmethod
    def of(  # noqa: PLR0913 - those of the port, `Journal.append`
        cls,
        game_id: str,
        events: Sequence[Event],
        known: Chain,
        lease: Lease | None,
        *,
        request: RequestKey | None = None,
        evidence: Sequence[Evidence] = (),
    ) -> Self:
        """Pack the events that follow the `known` end of the game."""
        rows, end = linked(known, map(EVENTS.encode, events))
        asked = (NOTHING, NOTHING) if request is None else (text(request.seat), text(request.key))
        return cls(
            end=end,
            lease=lease,
            row=(
                *(text(game_id), integer(known.version), text(known.checksum)),
                *(integer(end.version), text(end.checksum)),
                *(integer(max(event.at_ms for event in events)), *asked),
            ),
            events=tuple(
                (integer(row.version), text(row.name), text(row.body), text(row.chain or ""))
                for row in rows
            ),
            evidence=tuple(
                (text(name), text(body)) for name, body in map(EVIDENCE.encode, evidence)
            ),
        )


def append_all(connection: PatientConnection, games: Sequence[GameAppend]) -> Collection[int]:
    """Write the games that pass the checks; return the indices of those written."""
    leases = dict.fromkeys(game.lease for game in games if game.lease is not None)
    claimed = {lease: integer(number) for number, lease in enumerate(leases, start=1)}
    numbers = [integer(number) for number, game in enumerate(games, start=1) for _ in game.events]
    game, version, checksum, to_version, to_checksum, latest_ms, seat, key = zip(
        *(game.row for game in games), strict=True
    )
    versions, names, bodies, chains = zip(
        *chain.from_iterable(game.events for game in games), strict=True
    )
    noted = [
        (integer(number), *values)
        for number, game in enumerate(games, start=1)
        for values in game.evidence
    ]
    written = connection.execute(
        _APPEND,
        (
            *(
                Texts(text(lease.hall) for lease in leases),
                Integers(integer(lease.epoch) for lease in leases),
            ),
            *(Texts(game), Integers(version), Texts(checksum)),
            *(Integers(to_version), Texts(to_checksum), Integers(latest_ms)),
            *(Texts(seat), Texts(key)),
            Integers(NOTHING if game.lease is None else claimed[game.lease] for game in games),
            *(Integers(numbers), Integers(versions)),
            *(Texts(names), Texts(bodies), Texts(chains)),
            Integers(number for number, _, _ in noted),
            *(Texts(name for _, name, _ in noted), Texts(body for _, _, body in noted)),
        ),
    )
    return {number - 1 for (number,) in written.fetchall()}
