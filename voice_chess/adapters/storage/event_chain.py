"""A chain of checksums over the events of a game, which shows if any was changed or lost.

Each event's checksum covers the one before it, so it vouches for everything up to that event. The
chain guards against damage, but not against people who compute all the checksums anew.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

_NOTHING_YET = ""


class WrittenEvent(NamedTuple):
    """One row of the journal; rows from before there were chains have no `chain`."""

    version: int
    name: str
    body: str
    chain: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """The end of a game's chain: its last version, and the checksum that vouches for all events."""

    version: int = 0
    checksum: str = _NOTHING_YET

    @classmethod
    def of_row(cls, row: tuple[int, str] | None) -> Self:
        """Return the end as it was stored with the last event; None means no event at all."""
        return cls() if row is None else cls(version=row[0], checksum=row[1])

    def followed_by(self, name: str, body: str) -> Self:
        """Return the chain with one more event."""
        parts = [part.encode() for part in (self.checksum, str(self.version + 1), name, body)]
        # The length precedes each part, so that two different events never give the same bytes.
        link = b"".join([len(part).to_bytes(8, "big") + part for part in parts])
        checksum = hashlib.sha256(link).hexdigest()
        return type(self)(version=self.version + 1, checksum=checksum)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainCheck:
    """The result of checking a game's events.

    The first `whole` events are as they were written. The damage shows at event `broken_at`, which
    is None if there is none.
    """

    chain: Chain
    whole: int
    broken_at: int | None = None


def written(rows: Iterable[Sequence[Any]]) -> list[WrittenEvent]:
    """Convert rows of a database: version, name, body and chain of each."""
    return [WrittenEvent(*row) for row in rows]


def linked(end: Chain, encoded: Iterable[tuple[str, str]]) -> tuple[list[WrittenEvent], Chain]:
    """Return the rows that continue the chain from `end`, and the new end."""
    rows = []
    for name, body in encoded:
        end = end.followed_by(name, body)
        rows.append(WrittenEvent(end.version, name, body, end.checksum))
    return rows, end


def told_conflict(what: str, found: int, known: int) -> str:
    """Return the message of a conflict in `what`, such as "game 7".

    It is at version `found`, but the writer knew version `known`.
    """
    return (
        f"Somebody else has written to {what}: it is at version {found}, this program knew {known}."
    )


def checked(rows: Sequence[WrittenEvent], end: Chain) -> ChainCheck:
    """Follow the chain from its beginning to the `end` that was stored with the last event."""
    chain, whole = Chain(), 0
    for row in rows:
        following = chain.followed_by(row.name, row.body)
        noted = {row.chain, end.checksum if end.version == following.version else None} - {None}
        if row.version != following.version or not noted <= {following.checksum}:
            return ChainCheck(chain=chain, whole=whole, broken_at=following.version)
        chain = following
        # The first event with a checksum vouches for older ones from before there were chains.
        whole = following.version if noted else whole
    if chain.version < end.version:
        return ChainCheck(chain=chain, whole=whole, broken_at=chain.version + 1)
    return ChainCheck(chain=chain, whole=chain.version)
