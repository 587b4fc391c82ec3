"""Whole texts as sound, by eSpeak NG: the synthetic voices that measure and try out the ear."""

from voice_chess.adapters.synthesis.espeak import Delivery, installed
from voice_chess.espeak.library import all_into
from voice_chess.sound.resampler import Samples, as_float, resampled
from voice_chess.sound.sampling import SAMPLE_RATE


def sound_of(text: str, delivery: Delivery) -> Samples:
    """Return what is said, 16 kHz between -1 and 1. Raises `SpeakerLost`."""
    made = bytearray()
    espeak = installed()
    espeak.speak(text, delivery, all_into(made))
    return resampled(as_float(bytes(made)), espeak.sample_rate, SAMPLE_RATE)
