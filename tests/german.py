"""German by its names: what the program says and shows, and what is said and typed to it.

Tests of what happens ask for words by their name in the language's data: worded otherwise, they
still mean the same. How sentences are worded is shown in `tests/speech`, and nowhere else.

Only samples stand in German where they are used: names, passphrases, what arbiters and neighbours
say freely, text for a voice, and sounds that an ear is tried with.
"""

from typing import Literal

from voice_chess.languages.language import load_language
from voice_chess.speech.generation.sentence import phrase

GERMAN = load_language("de")
NUMBERS = GERMAN.sound.numbers.simple
"""From 0 to 19."""
PAGE = GERMAN.interface
"""What stands on pages."""
REVIEW = {name: forms[0] for name, forms in GERMAN.review_words.items()}
"""What is said and typed to a review."""

_CODE = {
    **{file: f"file:{file}" for file in "abcdefgh"},
    **{rank: f"rank:{rank}" for rank in "12345678"},
    **{piece: f"piece:{piece}" for piece in "KQRBNP"},
    "x": "takes",
}


def german(name: str, side: Literal["white", "black"] | None = None, /, **gaps: str | int) -> str:
    """A sentence as it is shown; `side` fills the gap for whom it is about, or who is to move."""
    sides = {} if side is None else dict.fromkeys(("side", "mover"), GERMAN.written(side))
    return phrase(name, GERMAN, **sides, **gaps).text


def minutes(count: int) -> str:
    """As the program tells a time: so many up to 19, or a round number of them."""
    return GERMAN.phrase("minutes", count=count, number=_number(count))


def seconds(count: int) -> str:
    """Likewise."""
    return GERMAN.phrase("seconds", count=count, number=_number(count))


def either(one: str, other: str) -> str:
    """Two choices, as a question names them."""
    return f"{one} {GERMAN.phrase('or')} {other}"


def gone_to(number: int, side: Literal["white", "black"], move: str) -> str:
    """What a review tells of a move when it comes to it."""
    told = GERMAN.review["move"]
    return told.format(number=number, side=GERMAN.written(side), move=in_words(move))


def in_words(move: str) -> str:
    """A square, a piece or a move as it is announced: "Nf3" is a knight and two words more."""
    parts = [[GERMAN.written(_CODE[letter]) for letter in part] for part in move.split(", ")]
    return ", ".join(" ".join(words) for words in parts)


def differs(square: str, *, here: str = "", there: str = "") -> str:
    """Two boards are not alike: on this square stands a piece, by its letter, or none."""
    return german(
        "compare:differs", square=in_words(square), here=_stands(here), there=_stands(there)
    )


def says(line: str) -> str:
    """What a player says or types: "arbiter: warn white", "seal Sf3", "add-time white 9 minutes".

    Names of the language's words become these words; numbers and moves stay as they are.
    """
    return " ".join(_said(part) for part in line.split())


def by_ear(line: str) -> str:
    """Likewise as it is heard, which is without capitals; moves are in words: "what-is-on e5"."""
    words = (GERMAN.say(part) if part in GERMAN.words else in_words(part) for part in line.split())
    return " ".join(words).lower()


def _number(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else GERMAN.sound.numbers.tens[count // 10 - 2]


def _stands(piece: str) -> str:
    return german("piece:plain", piece=in_words(piece)) if piece else says("empty")


def _said(part: str) -> str:
    name = part.removesuffix(":")
    if name not in GERMAN.words and any(letter.isdigit() for letter in name):
        return part
    return GERMAN.written(name) + part[len(name) :]


YES, NO = says("yes"), says("no")
PRESS, CONTINUE, CLOCK = says("press"), says("continue"), says("clock")
MINUTES = minutes(10).removeprefix(NUMBERS[10]).strip()
"""Of a time whose number is not known."""
