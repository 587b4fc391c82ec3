"""Sentences that wait to be fetched as sound, under names that tell nothing."""

import hashlib
from collections import OrderedDict
from dataclasses import dataclass, field

from voice_chess.session.chairs import Preferences

MOST_CLIPS = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """What will be spoken if somebody fetches it."""

    spoken: str
    language: str
    words_per_minute: int
    volume_percent: int


@dataclass(slots=True)
class Clips:
    """The newest of them; the same sentence in the same manner is one clip."""

    most: int = MOST_CLIPS
    _by_name: OrderedDict[str, Clip] = field(default_factory=OrderedDict)

    def keep(self, spoken: str, preferences: Preferences) -> str:
        """Its name."""
        clip = Clip(
            spoken=spoken,
            language=preferences.language,
            words_per_minute=preferences.words_per_minute,
            volume_percent=preferences.volume_percent,
        )
        name = hashlib.sha256(repr(clip).encode()).hexdigest()[:24]
        self._by_name[name] = clip
        self._by_name.move_to_end(name)
        while len(self._by_name) > self.most:
            self._by_name.popitem(last=False)
        return name

    def find(self, name: str) -> Clip | None:
        return self._by_name.get(name)
