"""A typed line: a move as it is written on a scoresheet or in UCI, else words as if heard."""

import re

from voice_chess.languages.language import Language
from voice_chess.laws.notation import is_uci
from voice_chess.laws.position import Position
from voice_chess.speech.hypothesis import Heard, Hypothesis
from voice_chess.speech.meaning import MoveMeaning

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*|\d")
_UNNEEDED = re.compile(r"[x:+#=\-\u2013\s]|e\.p\.$")


def as_heard(text: str, at_ms: int) -> Heard:
    """Words and single digits, so that "Springer f3" and "e2-e4" are understood."""
    words = tuple(word.lower() for word in _WORD.findall(text))
    certain = Hypothesis(words=words, log_likelihood=0.0)
    return Heard(hypotheses=(certain,), started_ms=at_ms, ended_ms=at_ms)


def as_move(text: str, position: Position, language: Language) -> MoveMeaning | None:
    """The move of a line in UCI, legal or not, or in the language's letters: Sf3, exd6, 0-0."""
    line = text.strip()
    if is_uci(line.lower()):
        return MoveMeaning(uci=line.lower())
    wanted = _bare(line)
    for uci in position.legal_moves:
        if wanted and _bare(_national(position.san(uci), language)) == wanted:
            return MoveMeaning(uci=uci)
    return None


def _national(san: str, language: Language) -> str:
    letters: dict[str, str | int | None] = dict(language.orthography.letters)
    return san.translate(str.maketrans(letters))


def _bare(notation: str) -> str:
    """Without the signs that need not be written; castling with noughts or with letters."""
    return _UNNEEDED.sub("", notation).replace("O", "0")
