"""What an event refuses, as one sentence in the language of the page."""

from fastapi import Request

from voice_chess.event.refusals import Refusal
from voice_chess.languages.language import Language, load_language
from voice_chess.web.errors import Complained
from voice_chess.web.pages.rendering import wanted_language


def refused_words(refusal: Refusal, language: Language) -> str:
    """With the line and the field first, where there are any."""
    words = language.interface
    why = words[f"event-refused:{refusal.reason}"].format_map(dict(refusal.gaps))
    if refusal.line is None:
        return why
    field = words.get(f"event-field:{refusal.field}", refusal.field)
    return words["event-refused-line"].format(line=refusal.line, field=field, why=why)


def complaint_of(refusal: Refusal, request: Request) -> Complained:
    """Nothing was changed; told in the language of the page."""
    words = refused_words(refusal, load_language(wanted_language(request)))
    return Complained(422, "event-refused", words, field=refusal.field)
