"""Sentences that pages can fetch as sound, under names that reveal nothing about them."""

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
    """A sentence, how it is to be spoken, and the seat that may fetch it."""

    seat: str
    spoken: str
    language: str
    words_per_minute: int
    volume_percent: int
    voice: VoiceName


@dataclass(slots=True)
class Clips:
    """The newest clips; the same sentence, spoken alike for the same seat, is one clip.

    A name is a hash with a secret key. Without the secret, another seat could compute the name of
    a sentence that a player may have heard, such as a sealed move, and learn from the response
    whether there is such a clip.
    """

    most: int = MOST_CLIPS
    _secret: bytes = field(default_factory=lambda: secrets.token_bytes(_SECRET_BYTES))
    _by_name: OrderedDict[str, Clip] = field(default_factory=OrderedDict)

    def keep(self, spoken: str, seat: str, preferences: Preferences) -> str:
        """Keep a sentence as the newest clip, and return its name."""
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
        """Return the clip; None if it is gone, or is not for this seat."""
        found = self._by_name.get(name)
        return found if found is not None and found.seat == seat else None
