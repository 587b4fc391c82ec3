"""Returns texts of a language by their names, for tests.

Tests of behaviour look texts up by their names in the language's data, so that they still pass when
a text is worded differently. `tests.german` and `tests.english` are for one language each.
"""

from dataclasses import dataclass
from typing import Literal

from voice_chess.languages.language import Language, load_language
from voice_chess.remembered import remembered
from voice_chess.speech.generation.sentence import phrase

Side = Literal["white", "black"]
_CODE = {
    **{file: f"file:{file}" for file in "abcdefgh"},
    **{rank: f"rank:{rank}" for rank in "12345678"},
    **{piece: f"piece:{piece}" for piece in "KQRBNP"},
    "x": "takes",
}


@dataclass(frozen=True)
class Wording:
    """The texts of one language."""

    language_id: str

    @remembered
    def language(self) -> Language:
        return load_language(self.language_id)

    def sentence(self, name: str, side: Side | None = None, /, **gaps: str | int) -> str:
        """Return a sentence as it is shown; `side` fills the gaps `side` and `mover`."""
        sides = {} if side is None else dict.fromkeys(("side", "mover"), self._written(side))
        return phrase(name, self.language, **sides, **gaps).text

    def minutes(self, count: int) -> str:
        """Return a time in minutes as the program says it: up to 19, or a multiple of ten."""
        return self.language.phrase("minutes", count=count, number=self._number(count))

    def seconds(self, count: int) -> str:
        """Return a time in seconds, likewise."""
        return self.language.phrase("seconds", count=count, number=self._number(count))

    def either(self, one: str, other: str) -> str:
        """Return two choices as a question names them."""
        return f"{one} {self.language.phrase('or')} {other}"

    def gone_to(self, number: int, side: Side, move: str) -> str:
        """Return what a review says when the user goes to a move."""
        told = self.language.review["move"]
        return told.format(number=number, side=self._written(side), move=self.in_words(move))

    def in_words(self, move: str) -> str:
        """Return a square, piece or move as announced: "Nf3" is a knight and two more words."""
        parts = [[self._written(_CODE[letter]) for letter in part] for part in move.split(", ")]
        return ", ".join(" ".join(words) for words in parts)

    def differs(self, square: str, *, here: str = "", there: str = "") -> str:
        """Return how a square differs on two boards; pieces are letters, "" is an empty square."""
        return self.sentence(
            "compare:differs",
            square=self.in_words(square),
            here=self._stands(here),
            there=self._stands(there),
        )

    def says(self, line: str) -> str:
        """Return what a player says or types for "arbiter: warn white", "add-time white 9 minutes".

        Names of the language's words are replaced by the words; numbers and moves stay as they are.
        """
        return " ".join(self._said(part) for part in line.split())

    def by_ear(self, line: str) -> str:
        """Return a line such as "what-is-on e5" as it is heard: in lower case, moves in words."""
        known, say = self.language.words, self.language.say
        words = (say(part) if part in known else self.in_words(part) for part in line.split())
        return " ".join(words).lower()

    def text(self, name: str, /, **gaps: str | int) -> str:
        """Return a text of the pages with its gaps filled."""
        return self.language.interface[name].format(**gaps)

    def opening(self, name: str, /, **gaps: str | int) -> str:
        """Return a text of the pages up to the first gap that is not filled."""
        text = self.language.interface[name]
        for gap, value in gaps.items():
            text = text.replace(f"{{{gap}}}", str(value))
        return text.partition("{")[0].strip()

    def stands(self, square: str, piece: str) -> str:
        """Return the sentence about a square; a black queen, for example, is "Q:black"."""
        named = self.language.phrase(piece)
        return self.sentence("what-is-on", square=self.in_words(square), piece=named)

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers from 0 to 19 in words."""
        return self.language.sound.numbers.simple

    def _written(self, name: str) -> str:
        return self.language.written(name)

    def _number(self, count: int) -> str:
        numbers = self.language.sound.numbers
        return (
            numbers.simple[count] if count < len(numbers.simple) else numbers.tens[count // 10 - 2]
        )

    def _stands(self, piece: str) -> str:
        if not piece:
            return self.says("empty")
        return self.sentence("piece:plain", piece=self.in_words(piece))

    def _said(self, part: str) -> str:
        name = part.removesuffix(":")
        if name not in self.language.words and any(letter.isdigit() for letter in name):
            return part
        return self._written(name) + part[len(name) :]
