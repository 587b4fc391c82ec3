"""How much may come from one place: a bucket that fills with time."""

from collections import OrderedDict
from dataclasses import dataclass, field

MOST_PLACES = 4_096


@dataclass(slots=True, kw_only=True)
class Bucket:
    """So many at once, and so many a second; times in milliseconds."""

    most: float
    a_second: float
    _left: float = field(init=False)
    _at_ms: int | None = None

    def __post_init__(self) -> None:
        self._left = self.most

    def takes(self, now_ms: int, amount: float = 1.0) -> bool:
        """True while there is room; what is refused costs nothing."""
        if self._at_ms is not None:
            filled = self._left + (now_ms - self._at_ms) * self.a_second / 1_000
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
        """When it was last asked."""
        return self.most - self._left


@dataclass(slots=True)
class Buckets:
    """One for each place; of very many places, those that asked last are remembered."""

    most: float
    a_second: float
    _by_place: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    def takes(self, place: str, now_ms: int) -> bool:
        return self._of(place).takes(now_ms)

    def gives_back(self, place: str) -> None:
        """What was taken last has cost nothing after all."""
        self._of(place).gives_back()

    def taken(self, place: str) -> float:
        """How much of this place's is gone."""
        return self._of(place).taken

    def _of(self, place: str) -> Bucket:
        own = self._by_place.setdefault(place, Bucket(most=self.most, a_second=self.a_second))
        self._by_place.move_to_end(place)
        if len(self._by_place) > MOST_PLACES:
            self._by_place.popitem(last=False)
        return own
