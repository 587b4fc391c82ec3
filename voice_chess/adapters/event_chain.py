"""A chain of checksums over the events of a game: what was changed, or has gone, is noticed.

Each event's checksum covers the one before it, so it stands for everything up to there. It guards
against damage, not against somebody who takes the trouble to compute all of them anew.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

_NOTHING_YET = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenEvent:
    """A row of the journal; no `chain` where it was written before there were chains."""

    version: int
    name: str
    body: str
    chain: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """How far a game has been written, and what stands for all of it."""

    version: int = 0
    checksum: str = _NOTHING_YET

    def followed_by(self, name: str, body: str) -> Self:
        """The chain with one event more."""
        link = hashlib.sha256()
        for part in (self.checksum, str(self.version + 1), name, body):
            # Its length goes before each part: no two events can look like one another.
            encoded = part.encode()
            link.update(len(encoded).to_bytes(8, "big") + encoded)
        return type(self)(version=self.version + 1, checksum=link.hexdigest())


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What of a game is as it was written.

    So many events are `whole`, and the damage shows at number `broken_at`; None if there is none.
    """

    chain: Chain
    whole: int
    broken_at: int | None = None


def checked(rows: Sequence[WrittenEvent], end: Chain) -> Checked:
    """Follow the chain from its beginning to the `end` that was noted with the last event."""
    chain, whole = Chain(), 0
    for row in rows:
        following = chain.followed_by(row.name, row.body)
        noted = {row.chain, end.checksum if end.version == following.version else None} - {None}
        if row.version != following.version or not noted <= {following.checksum}:
            return Checked(chain=chain, whole=whole, broken_at=following.version)
        chain = following
        # Events of before there were chains are vouched for by the first that has one.
        whole = following.version if noted else whole
    if chain.version < end.version:
        return Checked(chain=chain, whole=whole, broken_at=chain.version + 1)
    return Checked(chain=chain, whole=chain.version)
