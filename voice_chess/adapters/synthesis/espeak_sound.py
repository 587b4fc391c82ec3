"""Whole texts as sound, by eSpeak NG: synthetic voices that measure and try out the recogniser."""

from voice_chess.adapters.synthesis.espeak import Delivery, installed
from voice_chess.espeak.library import all_into
from voice_chess.sound.resampler import Samples, as_float, resampled
from voice_chess.sound.sampling import SAMPLE_RATE


def sound_of(text: str, delivery: Delivery) -> Samples:
    """Return the spoken text, 16 kHz, from -1 to 1. Raises `SpeakerLost`."""
    made = bytearray()
    espeak = installed()
    espeak.speak(text, delivery, all_into(made))
    return resampled(as_float(bytes(made)), espeak.sample_rate, SAMPLE_RATE)
