"""How much may come from one place: a bucket that fills with time."""

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


@dataclass(slots=True)
class Buckets:
    """One for each place, forgotten once there are too many; `whole` is for all together."""

    most: float
    a_second: float
    whole: Bucket
    _by_place: dict[str, Bucket] = field(default_factory=dict)

    def takes(self, place: str, now_ms: int) -> bool:
        if len(self._by_place) > MOST_PLACES:
            self._by_place.clear()
        own = self._by_place.setdefault(place, Bucket(most=self.most, a_second=self.a_second))
        return own.takes(now_ms) and self.whole.takes(now_ms)
