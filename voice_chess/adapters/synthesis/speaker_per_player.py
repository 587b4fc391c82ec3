"""Two players with two earphones: White's speech and Black's go to different devices."""

from collections.abc import Mapping

from voice_chess.session.ports import Signal, Speaker
from voice_chess.session.voice_preferences import VoicePreferences

_OTHER = {"white": "black", "black": "white"}


class SwappedChannels:
    """`Speaker` for players who have swapped colours but kept their devices."""

    def __init__(self, speaker: Speaker) -> None:
        self._speaker = speaker

    def say(self, text: str) -> int:
        return self._speaker.say(text)

    def signal(self, name: Signal) -> int:
        return self._speaker.signal(name)

    def stop(self) -> None:
        self._speaker.stop()

    @property
    def was_cut(self) -> bool:
        return self._speaker.was_cut

    def adopt(self, preferences: VoicePreferences, listener: str) -> None:
        self._speaker.adopt(preferences, _OTHER.get(listener, listener))


class OwnChannels:
    """`Speaker` for "white", "black" and "both", with a separate voice for each."""

    def __init__(self, voices: Mapping[str, Speaker]) -> None:
        self._voices = voices
        self._voice = voices["both"]

    def say(self, text: str) -> int:
        return self._voice.say(text)

    def signal(self, name: Signal) -> int:
        return self._voice.signal(name)

    def stop(self) -> None:
        for voice in self._voices.values():
            voice.stop()

    @property
    def was_cut(self) -> bool:
        return self._voice.was_cut

    def adopt(self, preferences: VoicePreferences, listener: str) -> None:
        self._voice = self._voices[listener]
        self._voice.adopt(preferences, listener)
