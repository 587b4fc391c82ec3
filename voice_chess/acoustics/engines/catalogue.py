"""The list of all speech engines that training may use."""

from voice_chess.acoustics.engines.engine import Engine
from voice_chess.acoustics.engines.espeak import EspeakEngine
from voice_chess.acoustics.engines.festival import FestivalProcess
from voice_chess.acoustics.engines.flite import FliteProcess
from voice_chess.acoustics.engines.pico import Pico
from voice_chess.acoustics.engines.rhvoice import Rhvoice


def engines() -> list[Engine]:
    """Return the engines of the corpus, whether or not this machine has them."""
    return [EspeakEngine(), FestivalProcess(), FliteProcess(), Pico(), Rhvoice()]
