"""Scores phrases that differ from others in a letter or a single word.

Of all announcements of a kind, the main search keeps only the best. In noise that often is a silly
one, with a word too many, and tells nothing about how near the right one came.
"""

from collections.abc import Sequence
from itertools import product

from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.graph import Compiler
from voice_chess.decoding.network import Matrix
from voice_chess.decoding.search import Search

MOST_PHRASES = 12

Groups = Sequence[Sequence[str]]


def exchanged(words: Sequence[str], groups: Groups) -> tuple[str, ...]:
    """Return the phrases that differ from these words in letters alone, or in one word.

    A word gives way to another of its group; one that belongs to no group stays.
    """
    others = [_others(word, groups) for word in words]
    letters = [_letters(word, found) for word, found in zip(words, others, strict=True)]
    phrases = [*product(*letters)]
    for place, found in enumerate(others):
        phrases += [(*words[:place], other, *words[place + 1 :]) for other in found]
    return tuple(dict.fromkeys(" ".join(each) for each in phrases if each != tuple(words)))


def best_exchanged(
    compiler: Compiler, outputs: Matrix, words: Sequence[str], groups: Groups
) -> list[tuple[tuple[str, ...], float]]:
    """Return the best of these phrases with their scores, best first.

    `outputs` are the network's log likelihoods (frames, pdfs). The scores are natural logarithms
    that compare with those of any other search of the same outputs.
    """
    phrases = exchanged(words, groups)
    if not phrases:
        return []
    search = Search(compiler.graph(Grammar(phrases=phrases)))
    beam = search.advanced(search.begun(), outputs)
    reached = search.reached(beam)
    return [
        (tuple(each.word for each in search.way_to(beam, end)), float(reached[end]))
        for end in search.likeliest(search.graph.finals, reached, MOST_PHRASES)
    ]


def _others(word: str, groups: Groups) -> tuple[str, ...]:
    return tuple(other for group in groups if word in group for other in group if other != word)


def _letters(word: str, others: Sequence[str]) -> tuple[str, ...]:
    return (word, *(other for other in others if len(other) == len(word) == 1))
