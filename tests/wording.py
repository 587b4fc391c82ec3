"""The words of a language by their names, as tests ask for them.

Tests of what happens ask for words by their name in the language's data: worded otherwise, they
still mean the same. `tests.german` and `tests.english` have those of one language each.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from voice_chess.languages.language import Language, load_language
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
    """Of one language."""

    language_id: str

    @cached_property
    def language(self) -> Language:
        return load_language(self.language_id)

    def sentence(self, name: str, side: Side | None = None, /, **gaps: str | int) -> str:
        """As it is shown; `side` fills the gap for whom it is about, or who is to move."""
        sides = {} if side is None else dict.fromkeys(("side", "mover"), self._written(side))
        return phrase(name, self.language, **sides, **gaps).text

    def minutes(self, count: int) -> str:
        """As the program tells a time: so many up to 19, or a round number of them."""
        return self.language.phrase("minutes", count=count, number=self._number(count))

    def seconds(self, count: int) -> str:
        """Likewise."""
        return self.language.phrase("seconds", count=count, number=self._number(count))

    def either(self, one: str, other: str) -> str:
        """Two choices, as a question names them."""
        return f"{one} {self.language.phrase('or')} {other}"

    def gone_to(self, number: int, side: Side, move: str) -> str:
        """What a review tells of a move when it comes to it."""
        told = self.language.review["move"]
        return told.format(number=number, side=self._written(side), move=self.in_words(move))

    def in_words(self, move: str) -> str:
        """A square, a piece or a move as it is announced: "Nf3" is a knight and two words more."""
        parts = [[self._written(_CODE[letter]) for letter in part] for part in move.split(", ")]
        return ", ".join(" ".join(words) for words in parts)

    def differs(self, square: str, *, here: str = "", there: str = "") -> str:
        """Two boards are not alike: on this square stands a piece, by its letter, or none."""
        return self.sentence(
            "compare:differs",
            square=self.in_words(square),
            here=self._stands(here),
            there=self._stands(there),
        )

    def says(self, line: str) -> str:
        """What a player says or types: "arbiter: warn white", "add-time white 9 minutes".

        Names of the language's words become these words; numbers and moves stay as they are.
        """
        return " ".join(self._said(part) for part in line.split())

    def by_ear(self, line: str) -> str:
        """Likewise as it is heard, without capitals; moves are in words: "what-is-on e5"."""
        known, say = self.language.words, self.language.say
        words = (say(part) if part in known else self.in_words(part) for part in line.split())
        return " ".join(words).lower()

    def text(self, name: str, /, **gaps: str | int) -> str:
        """What stands on pages, its gaps filled."""
        return self.language.interface[name].format(**gaps)

    def opening(self, name: str, /, **gaps: str | int) -> str:
        """The same up to the first gap that is not filled."""
        text = self.language.interface[name]
        for gap, value in gaps.items():
            text = text.replace(f"{{{gap}}}", str(value))
        return text.partition("{")[0].strip()

    def stands(self, square: str, piece: str) -> str:
        """What is told of a square; a piece is called "Q:black"."""
        named = self.language.phrase(piece)
        return self.sentence("what-is-on", square=self.in_words(square), piece=named)

    @property
    def numbers(self) -> tuple[str, ...]:
        """From 0 to 19."""
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
