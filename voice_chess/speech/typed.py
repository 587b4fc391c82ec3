"""What a player types, as words of his language: scoresheet notation, squares, plain words."""

import re
from functools import cache

from voice_chess.languages.language import Language
from voice_chess.speech.parse import Tokens

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d")  # noqa: RUF001 - both apostrophes are typed
CASTLING = re.compile(r"(?P<castling>[0Oo]-[0Oo](?:-[0Oo])?)(?P<end>[+#]?)")
NO_PIECE = "P"


def typed_words(text: str, language: Language) -> tuple[str, ...]:
    """A typed line as it would have been said, in lower case.

    In a move written as on the scoresheet case decides: `b` is a file, `B` may be a piece.
    """
    words: list[str] = []
    for part in text.split():
        tokens = _move(part, language)
        said = " ".join(language.say(token) for token in tokens)
        words += said.split() if tokens else [word.lower() for word in WORD.findall(part)]
    return tuple(words)


def _move(text: str, language: Language) -> Tokens:
    """The tokens of one move on the scoresheet; none for anything else."""
    if castling := CASTLING.fullmatch(text):
        side = "long" if castling["castling"].count("-") > 1 else "short"
        return (f"castle:{side}", *_end(castling["end"]))
    found = _pattern(language).fullmatch(text)
    if found is None:
        return ()
    pieces = {letter: piece for piece, letter in language.orthography.letters.items() if letter}
    named = [f"piece:{pieces[found['piece']]}"] if found["piece"] else []
    takes = ["takes"] if found["takes"] else []
    promoted = [f"piece:{pieces[found['promotion']]}"] if found["promotion"] else []
    passing = ["en-passant"] if found["passing"] else []
    squares = [_squares(found["origin"]), _squares(found["target"])]
    return (*named, *squares[0], *takes, *squares[1], *promoted, *passing, *_end(found["end"]))


def _squares(text: str) -> list[str]:
    return [f"rank:{sign}" if sign.isdigit() else f"file:{sign}" for sign in text]


def _end(sign: str) -> Tokens:
    return {"+": ("check",), "#": ("mate",)}.get(sign, ())


@cache
def _pattern(language: Language) -> re.Pattern[str]:
    letters = language.orthography.letters
    piece = "|".join(re.escape(letter) for kind, letter in letters.items() if kind != NO_PIECE)
    return re.compile(
        rf"(?P<piece>{piece})?(?P<origin>[a-h]?[1-8]?)-?(?P<takes>[x:])?(?P<target>[a-h][1-8])"
        rf"(?:=?(?P<promotion>{piece}))?(?P<passing>e\.?p\.?)?(?P<end>[+#]?)"
    )
