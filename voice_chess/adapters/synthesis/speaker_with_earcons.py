"""A voice that also has sounds beside its words."""

from voice_chess.adapters.audio_io.earcons import samples_of
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker, delivery_as
from voice_chess.session.ports import Signal
from voice_chess.session.voice_preferences import VoicePreferences


class SignallingSpeaker:
    """`Speaker` on one channel: words by pyttsx3, signals as earcons."""

    def __init__(self, voice: Pyttsx3Speaker) -> None:
        self._voice = voice

    def say(self, text: str) -> int:
        return self._voice.say(text)

    def signal(self, name: Signal) -> int:
        return self._voice.play(name, samples_of(name))

    def stop(self) -> None:
        self._voice.stop()

    @property
    def was_cut(self) -> bool:
        return self._voice.was_cut

    def adopt(self, preferences: VoicePreferences, listener: str) -> None:  # all hear one channel
        self._voice.delivery = delivery_as(preferences)
