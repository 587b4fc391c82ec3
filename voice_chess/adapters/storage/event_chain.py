"""A chain of checksums over the events of a game: what was changed, or has gone, is noticed.

Each event's checksum covers the one before it, so it stands for everything up to there. It guards
against damage, not against somebody who takes the trouble to compute all of them anew.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

_NOTHING_YET = ""


class WrittenEvent(NamedTuple):
    """A row of the journal in its order; no `chain` in those of before there were chains."""

    version: int
    name: str
    body: str
    chain: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """How far a game has been written, and what stands for all of it."""

    version: int = 0
    checksum: str = _NOTHING_YET

    @classmethod
    def of_row(cls, row: tuple[int, str] | None) -> Self:
        """As it was noted with the last event; None where nothing has been written."""
        return cls() if row is None else cls(version=row[0], checksum=row[1])

    def followed_by(self, name: str, body: str) -> Self:
        """The chain with one event more."""
        parts = [part.encode() for part in (self.checksum, str(self.version + 1), name, body)]
        # Its length goes before each part: no two events can look like one another.
        link = b"".join([len(part).to_bytes(8, "big") + part for part in parts])
        checksum = hashlib.sha256(link).hexdigest()
        return type(self)(version=self.version + 1, checksum=checksum)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainCheck:
    """What of a game is as it was written.

    So many events are `whole`, and the damage shows at number `broken_at`; None if there is none.
    """

    chain: Chain
    whole: int
    broken_at: int | None = None


def written(rows: Iterable[Sequence[Any]]) -> list[WrittenEvent]:
    """What a database returns: version, name, body and chain of each."""
    return [WrittenEvent(*row) for row in rows]


def linked(end: Chain, encoded: Iterable[tuple[str, str]]) -> tuple[list[WrittenEvent], Chain]:
    """The rows for names and bodies that go on from this end, and the end after them."""
    rows = []
    for name, body in encoded:
        end = end.followed_by(name, body)
        rows.append(WrittenEvent(end.version, name, body, end.checksum))
    return rows, end


def told_conflict(what: str, found: int, known: int) -> str:
    """Two have written to `what`, "game 7": it is at version `found`, the writer knew `known`."""
    return (
        f"Somebody else has written to {what}: it is at version {found}, this program knew {known}."
    )


def checked(rows: Sequence[WrittenEvent], end: Chain) -> ChainCheck:
    """Follow the chain from its beginning to the `end` that was noted with the last event."""
    chain, whole = Chain(), 0
    for row in rows:
        following = chain.followed_by(row.name, row.body)
        noted = {row.chain, end.checksum if end.version == following.version else None} - {None}
        if row.version != following.version or not noted <= {following.checksum}:
            return ChainCheck(chain=chain, whole=whole, broken_at=following.version)
        chain = following
        # Events of before there were chains are vouched for by the first that has one.
        whole = following.version if noted else whole
    if chain.version < end.version:
        return ChainCheck(chain=chain, whole=whole, broken_at=chain.version + 1)
    return ChainCheck(chain=chain, whole=chain.version)
