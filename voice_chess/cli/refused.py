"""What is wrong with a command, or missing, in the language in which people use it.

The sentence with the reason follows in English. It tells more; but a voice for another language
makes little of it.
"""

from collections.abc import Mapping, Sequence

from voice_chess.arguments import UnknownArgument, WrongArgument, value_of
from voice_chess.clock.time_control import BadTimeControl
from voice_chess.languages.language import (
    STANDARD_LANGUAGE,
    BrokenLanguage,
    Language,
    UnknownLanguage,
    load_language,
)
from voice_chess.plain_error import PlainError
from voice_chess.session.ports import MicrophoneLost, PortError, SpeakerLost, SpeechLost

_TIME = "--time"
_WITHOUT: Mapping[type[PortError], Mapping[str, tuple[str, str]]] = {
    SpeechLost: {
        "play": ("without-speech", "--silent"),
        "review": ("without-speech", "--silent"),
        "enrol": ("without-speech-words", "--silent"),
    },
    SpeakerLost: {
        "play": ("without-speaker", "--silent"),
        "review": ("without-speaker", "--silent"),
        "enrol": ("without-speaker-words", "--silent"),
        "record": ("without-speaker-file", "--out"),
        "say": ("without-speaker-file", "--out"),
        "envelope": ("without-speaker-file", "--out"),
    },
    MicrophoneLost: {
        "play": ("without-microphone", "--typed"),
        "review": ("without-microphone", "--typed"),
        "enrol": ("without-microphone-recordings", "--hear"),
    },
}
"""By what is missing, and by command: the text that tells it, and the option that does without.

The first kind that fits counts: where speech itself fails, another loudspeaker is of no use.
"""


def told(
    error: PlainError | OSError, command: str, arguments: Sequence[str], named: str | None
) -> str | None:
    """Return the sentence in the language that was named, or in the standard one.

    None if there is no such language, its file can't be used, or the error's message is in it.
    """
    if isinstance(error, PlainError) and error.is_in_their_language:
        return None
    try:
        language = load_language(named or STANDARD_LANGUAGE)
    except (UnknownLanguage, BrokenLanguage):
        return None
    if isinstance(error, PortError | OSError):
        return _broken_off(error, command, language)
    return _told(error, arguments, language)


def _broken_off(error: PortError | OSError, command: str, language: Language) -> str:
    """Return what is missing, and how the command does without it; else only that it ended."""
    instead = next((each for kind, each in _WITHOUT.items() if isinstance(error, kind)), {})
    if command not in instead:
        return language.screen["broken-off"]
    text, option = instead[command]
    return language.screen[text].format(option=option)


def _told(error: PlainError, arguments: Sequence[str], language: Language) -> str:
    if isinstance(error, UnknownArgument):
        return language.screen["wrong-option"].format(option=error.option)
    option = error.option if isinstance(error, WrongArgument) else None
    option = _TIME if isinstance(error, BadTimeControl) else option
    value = None if option is None else value_of(option, arguments)
    if value is None:
        return language.screen["wrong-command"]
    return language.screen["wrong-value"].format(option=option, value=value)
