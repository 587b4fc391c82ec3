"""Sentences that wait to be fetched as sound, under names that tell nothing."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b

from voice_chess.session.games.chairs import Preferences
from voice_chess.session.voice_preferences import VoiceName

MOST_CLIPS = 5_000
_SECRET_BYTES = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """What will be spoken if somebody of this seat fetches it."""

    seat: str
    spoken: str
    language: str
    words_per_minute: int
    volume_percent: int
    voice: VoiceName


@dataclass(slots=True)
class Clips:
    """The newest of them; the same sentence to one seat spoken alike is one clip.

    Without the secret another seat could name what a player may have been told, a sealed move
    for one, and learn from the answer whether there is such a clip.
    """

    most: int = MOST_CLIPS
    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(_SECRET_BYTES))
    _by_name: OrderedDict[str, Clip] = field(default_factory=OrderedDict)

    def keep(self, spoken: str, seat: str, preferences: Preferences) -> str:
        """Its name."""
        clip = Clip(
            seat=seat,
            spoken=spoken,
            language=preferences.language,
            words_per_minute=preferences.words_per_minute,
            volume_percent=preferences.volume_percent,
            voice=preferences.voice,
        )
        name = blake2b(repr(clip).encode(), digest_size=12, key=self._secret).hexdigest()
        self._by_name[name] = clip
        self._by_name.move_to_end(name)
        while len(self._by_name) > self.most:
            self._by_name.popitem(last=False)
        return name

    def find(self, name: str, seat: str) -> Clip | None:
        """None for what this seat was never told."""
        found = self._by_name.get(name)
        return found if found is not None and found.seat == seat else None
