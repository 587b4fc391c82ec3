"""What is wrong with a command that a player has given, in the language in which they play.

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

_LANGUAGE, _TIME = "--language", "--time"


def told_to_players(error: PlainError, arguments: Sequence[str]) -> str | None:
    """Return the sentence; None if the command's language is unknown.

    What a missing device or file of sound means has been told by the command itself.
    """
    if isinstance(error, PortError):
        return None
    try:
        language = load_language(_value_of(_LANGUAGE, arguments) or STANDARD_LANGUAGE)
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
