"""Gets literary braille from another program, for what a scoresheet says in words."""

from voice_chess.adapters.documents import liblouis
from voice_chess.languages.language import Language
from voice_chess.plain_error import BadInput
from voice_chess.records.braille_sheet import Prose


def prose_by_liblouis(language: Language) -> Prose:
    """Return what turns text of this language into braille, by liblouis.

    Raises `BadInput` where liblouis is not installed.
    """
    try:
        return liblouis.prose_by_liblouis(language)
    except liblouis.NoLiblouis as error:
        raise BadInput(str(error)) from error
