"""What people at the table read: the program's replies in their language, and whose turn it is."""

from collections.abc import Callable
from typing import TextIO

from voice_chess.cli.console import CELLS, fitted, write_line
from voice_chess.game.events import Event
from voice_chess.game.moves import MoveCompleted
from voice_chess.languages.language import Language
from voice_chess.session.evidence import AnswerSpoken, Evidence
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.generation.wording import side_word


class Screen:
    """Writes lines that fit a display; what nobody at the table needs is left to a transcript."""

    def __init__(self, out: TextIO, language: Language, cells: int = CELLS) -> None:
        self._out = out
        self.language = language
        self._cells = cells
        self._is_over: Callable[[], bool] = lambda: False

    def follow(self, is_over: Callable[[], bool]) -> None:
        """Stop telling whose turn it is once `is_over` returns True."""
        self._is_over = is_over

    def add(self, happened: Event | Evidence) -> None:
        match happened:
            case AnswerSpoken(text=text):
                self.write(text)
            case MoveCompleted(white=white) if not self._is_over():
                side = side_word(self.language, white=not white)
                self.write(phrase("whose-turn", self.language, side=side).text)
            case _:
                pass

    def progress(self, text: str) -> None:
        """Write nothing: players need not know how far a recording has been heard."""

    def label(self, name: str, /, **values: str) -> None:
        """Write one of the language's texts for the screen, with these values."""
        self.write(self.language.screen[name].format(**values))

    def write(self, text: str) -> None:
        """Write and flush the text, broken into lines that fit."""
        write_line(self._out, fitted(text, self._cells))
