"""Literary braille for what stands in words on a scoresheet, by another program."""

from voice_chess.adapters.documents import liblouis
from voice_chess.compose.bad_input import BadInput
from voice_chess.languages.language import Language
from voice_chess.records.braille_sheet import Prose


def prose_by_liblouis(language: Language) -> Prose:
    """As liblouis writes this language. Raises `BadInput` where it is not installed."""
    try:
        return liblouis.prose_by_liblouis(language)
    except liblouis.NoLiblouis as error:
        raise BadInput(str(error)) from error
