"""Puts an event's refusals into words, one sentence in the language of the page."""

from fastapi import Request

from voice_chess.event.refusals import Refusal
from voice_chess.languages.language import Language, load_language
from voice_chess.web.errors import Complained
from voice_chess.web.pages.rendering import wanted_language


def refused_words(refusal: Refusal, language: Language) -> str:
    """Return the reason in words, after the line and the field that it concerns, if any."""
    words = language.interface
    why = words[f"event-refused:{refusal.reason}"].format_map(dict(refusal.gaps))
    if refusal.line is None:
        return why
    field = words.get(f"event-field:{refusal.field}", refusal.field)
    return words["event-refused-line"].format(line=refusal.line, field=field, why=why)


def complaint_of(refusal: Refusal, request: Request) -> Complained:
    """Return the complaint for a refusal, in the language of the page."""
    words = refused_words(refusal, load_language(wanted_language(request)))
    return Complained(422, "event-refused", words, field=refusal.field)
