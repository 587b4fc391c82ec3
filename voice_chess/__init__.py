"""An accessible chess play server: announced moves are heard, judged, repeated and recorded.

The names in `__all__` are for other programs; `voice-chess help library` explains them. Each name
is imported on first use, so that the program's own modules cost no more than they need.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from voice_chess.languages.language import known_languages
    from voice_chess.laws.edition import known_editions
    from voice_chess.library.errors import (
        ArgumentError,
        JournalError,
        NotationError,
        UnavailableError,
        VoiceChessError,
    )
    from voice_chess.library.games import Game, Ruling
    from voice_chess.library.hearing import Choice, Ear, Heard
    from voice_chess.library.moves import move_in_words, read_move, write_move
    from voice_chess.library.speaking import Sound, speak

__all__ = [
    "ArgumentError",
    "Choice",
    "Ear",
    "Game",
    "Heard",
    "JournalError",
    "NotationError",
    "Ruling",
    "Sound",
    "UnavailableError",
    "VoiceChessError",
    "known_editions",
    "known_languages",
    "move_in_words",
    "read_move",
    "speak",
    "write_move",
]

_MODULES = {
    "ArgumentError": "library.errors",
    "Choice": "library.hearing",
    "Ear": "library.hearing",
    "Game": "library.games",
    "Heard": "library.hearing",
    "JournalError": "library.errors",
    "NotationError": "library.errors",
    "Ruling": "library.games",
    "Sound": "library.speaking",
    "UnavailableError": "library.errors",
    "VoiceChessError": "library.errors",
    "known_editions": "laws.edition",
    "known_languages": "languages.language",
    "move_in_words": "library.moves",
    "read_move": "library.moves",
    "speak": "library.speaking",
    "write_move": "library.moves",
}

# Hidden from type checkers: to them it would make any misspelt name a valid one.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _MODULES:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message)
        found = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
        globals()[name] = found
        return found

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
