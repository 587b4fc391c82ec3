"""Which languages the models in a folder hear, for tests that go through all of them."""

from pathlib import Path

from voice_chess.adapters.recognition.recognizer_pool import RecognizerPool
from voice_chess.languages.language import spoken_languages


def heard_languages(folder: Path) -> tuple[str, ...]:
    """Return the ids of the spoken languages in which a seat with these models would be heard."""
    return tuple(filter(RecognizerPool(folder).hears, spoken_languages()))
