"""What the program says in German, by the names of its phrases.

Tests of what happens ask for a sentence by its name: worded otherwise, it is still that sentence.
How each of them is worded is shown in `tests/speech`, and nowhere else.
"""

from typing import Literal

from voice_chess.languages.language import load_language
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.generation.wording import side_word

GERMAN = load_language("de")


def german(name: str, side: Literal["white", "black"] | None = None) -> str:
    """A sentence as it is shown; `side` fills the gap for whom it is about, or who is to move."""
    if side is None:
        return phrase(name, GERMAN).text
    word = side_word(GERMAN, white=side == "white")
    return phrase(name, GERMAN, side=word, mover=word).text
