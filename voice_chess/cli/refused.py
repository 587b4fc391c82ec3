"""What is wrong with a command, in the language in which a player plays or an organiser is told.

The sentence with the reason follows in English. It tells more; but a voice for another language
makes little of it.
"""

from collections.abc import Sequence

from voice_chess.arguments import UnknownArgument, WrongArgument
from voice_chess.clock.time_control import BadTimeControl
from voice_chess.languages.language import (
    STANDARD_LANGUAGE,
    Language,
    UnknownLanguage,
    load_language,
)
from voice_chess.plain_error import PlainError
from voice_chess.session.ports import PortError

_LANGUAGES, _TIME = ("--language", "--speak"), "--time"
"""The options that name a language; the second is that of a server's organiser."""


def told(error: PlainError, arguments: Sequence[str], *, to_players: bool) -> str | None:
    """Return the sentence; None if its language is unknown.

    Players who name no language are told it in the standard one; an organiser is told nothing. What
    a missing device or file of sound means has been told by the command itself, and a message in
    their language needs no other.
    """
    named = next(filter(None, (_value_of(option, arguments) for option in _LANGUAGES)), None)
    language_id = named or (STANDARD_LANGUAGE if to_players else None)
    if language_id is None or isinstance(error, PortError) or error.is_in_their_language:
        return None
    try:
        language = load_language(language_id)
    except UnknownLanguage:
        return None
    return _told(error, arguments, language)


def _told(error: PlainError, arguments: Sequence[str], language: Language) -> str:
    if isinstance(error, UnknownArgument):
        return language.screen["wrong-option"].format(option=error.option)
    option = error.option if isinstance(error, WrongArgument) else None
    option = _TIME if isinstance(error, BadTimeControl) else option
    value = None if option is None else _value_of(option, arguments)
    if value is None:
        return language.screen["wrong-command"]
    return language.screen["wrong-value"].format(option=option, value=value)


def _value_of(option: str, arguments: Sequence[str]) -> str | None:
    """Return the last value that was given for the option, behind it or joined to it."""
    found = None
    for word, following in zip(arguments, (*arguments[1:], None), strict=True):
        if word.startswith(f"{option}="):
            found = word.partition("=")[2]
        elif word == option and following is not None and not following.startswith("--"):
            found = following
    return found
