"""A typed line as if it had been heard: the same words, certain, said in no time."""

import re

from voice_chess.laws.notation import is_uci
from voice_chess.speech.hypothesis import Heard, Hypothesis
from voice_chess.speech.meaning import MoveMeaning

_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*|\d")


def as_heard(text: str, at_ms: int) -> Heard:
    """Words and single digits, so that "Springer f3" and "e2-e4" are understood."""
    words = tuple(word.lower() for word in _WORD.findall(text))
    certain = Hypothesis(words=words, log_likelihood=0.0)
    return Heard(hypotheses=(certain,), started_ms=at_ms, ended_ms=at_ms)


def as_uci(text: str) -> MoveMeaning | None:
    """The move of a line in UCI, which is the same in every language."""
    line = text.strip().lower()
    return MoveMeaning(uci=line) if is_uci(line) else None
