"""Limits on how much may come from one place, by buckets that refill with time."""

from collections import OrderedDict
from dataclasses import dataclass, field

MOST_PLACES = 4_096


@dataclass(slots=True)
class Bucket:
    """A limit: `most` at once, and `per_second` more each second. Times are in milliseconds."""

    most: float
    per_second: float
    _left: float = field(init=False)
    _at_ms: int | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._left = self.most

    def takes(self, now_ms: int, amount: float = 1.0) -> bool:
        """Take an amount and return True; if too little is left, take nothing and return False."""
        if self._at_ms is not None:
            filled = self._left + (now_ms - self._at_ms) * self.per_second / 1_000
            self._left = min(self.most, filled)
        self._at_ms = now_ms
        if amount > self._left:
            return False
        self._left -= amount
        return True

    def gives_back(self, amount: float = 1.0) -> None:
        self._left = min(self.most, self._left + amount)

    @property
    def taken(self) -> float:
        """How much was used up when the bucket was last asked."""
        return self.most - self._left


@dataclass(slots=True)
class Buckets:
    """A bucket for each place; of more than `MOST_PLACES`, those that asked last are kept."""

    most: float
    per_second: float
    _by_place: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def takes(self, place: str, now_ms: int) -> bool:
        return self._of(place).takes(now_ms)

    def gives_back(self, place: str) -> None:
        """Return what this place took last: it was not to be counted after all."""
        self._of(place).gives_back()

    def taken(self, place: str) -> float:
        """Return how much of this place's limit was used up when it last asked."""
        return self._of(place).taken

    def _of(self, place: str) -> Bucket:
        own = self._by_place.setdefault(place, Bucket(self.most, self.per_second))
        self._by_place.move_to_end(place)
        if len(self._by_place) > MOST_PLACES:
            self._by_place.popitem(last=False)
        return own
