"""Estimates the probability that the best words are right, by numbers fitted for each model.

Exact scores say how well words explain a sound, but not how often such words are right. A logistic
regression turns features of the scores into that probability: the margin over rivals, the distance
to the next meaning, the score of a frame, the loudness above the room, and others. Its weights are
fitted on recordings by `voice-chess evaluate --fit`, separately for begun, short and long words,
and are stored with the model.
"""

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, get_args

from voice_chess.sound.endpointer import QUIET_DB
from voice_chess.speech.understanding.hypothesis import (
    WHOLE,
    Confidence,
    Exact,
    Hypothesis,
    Kind,
    Length,
)

PRICED: tuple[Kind, ...] = ("seldom", "beginning", "elsewhere", "around", "stranger", "sound")
"""The kinds of hypothesis that pay a price of their own: all but the usual whole phrases."""

TINY = 1e-6
"""No probability comes closer than this to 0 or 1."""

LENGTHS: tuple[Length, ...] = get_args(Length)
SHORT = 2
"""The most words that count as short, as in a command, a square or castling."""

CONSTANT = "constant"
"""The name of the feature that is always 1."""

UNFITTED = Confidence(
    scale=0.1,
    prices=dict.fromkeys(PRICED, 2.0),
    sureness={each: {"margin": 1.0} for each in LENGTHS},
)
"""Where fitting starts: the probability follows from the odds against all rivals alone."""

ALIKE, LETTERS_ALIKE, LETTERS_ALIKE_IN_QUIET = 12.0, 16.0, 9.0
"""Log-likelihoods in nats: words this close to words of another meaning share their probability.

Letters rhyme, and noise hides the little that tells them apart; in a quiet room it can be heard.
"""

NUMBERS_ALIKE, _SQUARES_OF_A_MOVE = 25.0, 2
"""The same for the letters of two squares beside numbers alone."""

NUMBERS_BETTER = -10.0
"""The same for a move by a single letter. It may be so faint that its number explains the sound as
well: "e vier" of a synthetic voice led "vier" by 3 nats, and "d šest" of another was behind "šest".
The mere beginning of a move shares with any number that is better: "acht" led "a acht" by 19.
"""

LONG_LETTER, LONG_LETTER_ALIKE = 45.0, 35.0
"""What numbers gain in a quiet room, and how near they must come, where a letter lasts at least as
long as its number.

The hiss before a long "sechs" passed for a "c" that was 11 to 31 nats ahead, and lasted 600 ms of
1,050. Of 1,239 moves by letter and number in synthetic voices, four had such a letter and were less
than 35 ahead. Among other voices lengths tell less.
"""

STILL_DB = 40.0
"""Decibels above the room from which nothing hides the sound: pink noise at 10 dB leaves 30."""

LETTERS_AHEAD_IN_STILLNESS, WORD_AHEAD_IN_STILLNESS = 3.0, 12.0
LETTERS_AHEAD, WORD_AHEAD = 16.0, 20.0
"""The nats by which an illegal announcement must be ahead of the best words so that they are
doubted: one with other letters or another word in a still room, and each of these in others.

People sometimes announce what is not possible, and then a letter that rhymes was taken for theirs:
"h fünf" for "a fünf", 27 behind.
"""

ILLEGAL_FAR_AHEAD = 35.0
"""The same in a still room for any other illegal announcement."""

HARDLY_SAID = 20.0
"""Nats: words that gain less by what tells their meaning from others may as well lack it.

"Castle" alone, with a long end, gained 16 as "castle long"; the whole words gained 70 and more.
"""

OUTWEIGHED = 4.5
"""Natural-log odds: when this was chosen, no words that were right had odds below minus this."""

USUAL = 10
"""The usual length of a word, in frames of 30 ms."""

UNIT = 30.0
"""The unit of differences between scores, in nats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """The best words of the likeliest meaning."""

    hypothesis: Hypothesis
    margin: float
    """Natural-log odds against all hypotheses that mean something else, or nothing."""
    next_score: float | None
    """The log-likelihood of the best words with another meaning, or None if there are none."""
    vaguer_score: float | None = None
    """The same of the best words that mean this and other things as well."""
    numbers_score: float | None = None
    """The same of numbers alone."""
    illegal_score: float | None = None
    """The same of an announcement that is not legal here; None unless the best words are a move."""


def features(exact: Exact, best: Best) -> Mapping[str, float]:
    """Return the features by which right words are told from wrong ones."""
    hypothesis = best.hypothesis
    frames, score, words = max(1, exact.frames), hypothesis.log_likelihood, hypothesis.words
    next_score = score - 4 * UNIT if best.next_score is None else best.next_score
    return {
        CONSTANT: 1.0,
        "margin": _within(-8, best.margin, 8),
        "next": _within(-1, (score - next_score) / UNIT, 4),
        "elsewhere": _within(-4, (score - exact.elsewhere) / UNIT, 0),
        "beginning": _within(-2, (score - exact.beginning) / UNIT, 4),
        "words": _within(-4, (score - exact.words) / UNIT, 4),
        "words a frame": _within(-1, (score - exact.words) / frames, 1),
        "sounds a frame": (score - exact.sounds) / frames,
        "score a frame": score / frames,
        "frames a word": math.log(frames / max(1, len(words)) / USUAL),
        "above the room": _within(0, exact.above_room_db / 10, 5),
        "letters": hypothesis.letters / max(1, len(words)),
        "whole": float(hypothesis.kind in WHOLE),
    }


def probability(exact: Exact, best: Best) -> float:
    """Return the fitted probability that the best words were meant.

    If words that mean nothing here outweigh them by far, these odds count in full: a knight's move
    to a square that it can't reach is not the beginning of another move.
    """
    weights = exact.confidence.sureness[length(best.hypothesis)]
    found = features(exact, best)
    fitted = sum(weight * found[name] for name, weight in weights.items())
    return 1 / (1 + math.exp(-fitted - min(0.0, best.margin + OUTWEIGHED)))


def share_beside_the_next(exact: Exact, best: Best) -> float:
    """Return the share of their probability that the best words keep beside close rivals.

    How well words explain a sound does not decide between 'd' and 'g' in noise: of the letters that
    were wrongly accepted in a hall, most had the right ones this close behind them.

    Words that leave open what is meant, and explain the sound nearly as well, take half. Numbers
    alone that explain it nearly as well as two letters with their numbers share, too: a talker's
    "sechs" may begin like a "c". A letter as long as its number is doubted even more. So is a move
    behind an illegal announcement: that people seldom announce one outweighs too much of what was
    heard. Beside other moves that are close, too, it is asked about, as it would be without.
    """
    rivals = min(_share_beside_illegal(exact, best), _share_beside_others(exact, best))
    return _share_beside_vaguer(best) * _share_beside_numbers(exact, best) * rivals


def _share_beside_numbers(exact: Exact, best: Best) -> float:
    letters = best.hypothesis.letters
    if best.numbers_score is None or not letters:
        return 1.0
    ahead = best.hypothesis.log_likelihood - best.numbers_score
    if exact.above_room_db >= QUIET_DB and _is_a_letter_long(best.hypothesis):
        return 1.0 if ahead >= LONG_LETTER_ALIKE else _share(exact, ahead - LONG_LETTER)
    if letters >= _SQUARES_OF_A_MOVE:
        enough = NUMBERS_ALIKE
    else:
        enough = 0.0 if best.hypothesis.kind == "beginning" else NUMBERS_BETTER
    return 1.0 if ahead >= enough else _share(exact, ahead)


def _is_a_letter_long(hypothesis: Hypothesis) -> bool:
    """Whether a letter lasts at least as long as the word behind it, if their lengths are known."""
    words, lasted = hypothesis.words, hypothesis.lasted_ms
    return any(
        len(word) == 1 and letter_ms >= next_ms
        for word, (letter_ms, next_ms) in zip(words, pairwise(lasted), strict=False)
    )


def _share_beside_illegal(exact: Exact, best: Best) -> float:
    is_still, score = exact.above_room_db >= STILL_DB, best.hypothesis.log_likelihood
    over = [
        each.log_likelihood - score - _least(each, best.hypothesis, is_still=is_still)
        for each in exact.exchanged
    ]
    if is_still and best.illegal_score is not None:
        over.append(best.illegal_score - score - ILLEGAL_FAR_AHEAD)
    most = max(over, default=-math.inf)
    return 1.0 if most < 0 else _share(exact, -most)


def _least(illegal: Hypothesis, best: Hypothesis, *, is_still: bool) -> float:
    """Return how far an illegal announcement must be ahead of the best words that it resembles."""
    if len(illegal.words) != len(best.words):
        return math.inf
    differing = [pair for pair in zip(illegal.words, best.words, strict=True) if len({*pair}) > 1]
    if all(len(one) == len(other) == 1 for one, other in differing):
        return LETTERS_AHEAD_IN_STILLNESS if is_still else LETTERS_AHEAD
    if len(differing) > 1:
        return math.inf
    return WORD_AHEAD_IN_STILLNESS if is_still else WORD_AHEAD


def _share_beside_vaguer(best: Best) -> float:
    if best.vaguer_score is None:
        return 1.0
    gain = best.hypothesis.log_likelihood - best.vaguer_score
    return 0.5 if gain < HARDLY_SAID else 1.0


def _share_beside_others(exact: Exact, best: Best) -> float:
    if best.next_score is None:
        return 1.0
    ahead = best.hypothesis.log_likelihood - best.next_score
    if ahead >= _alike(best.hypothesis, exact.above_room_db):
        return 1.0
    return _share(exact, ahead)


def _share(exact: Exact, ahead: float) -> float:
    return 1 / (1 + math.exp(-exact.confidence.scale * ahead))


def _alike(hypothesis: Hypothesis, above_room_db: float) -> float:
    if not hypothesis.letters:
        return ALIKE
    return LETTERS_ALIKE_IN_QUIET if above_room_db >= QUIET_DB else LETTERS_ALIKE


def length(hypothesis: Hypothesis) -> Length:
    """Return the class of the words' length.

    Words that are short or only begun are mistaken for other sounds in ways of their own.
    """
    if hypothesis.kind == "beginning":
        return "begun"
    return "short" if len(hypothesis.words) <= SHORT else "long"


def log_odds(share: float) -> float:
    """Return the natural-log odds of a share, limited so that they stay finite."""
    kept = min(max(share, TINY), 1 - TINY)
    return math.log(kept / (1 - kept))


def _within(least: float, value: float, most: float) -> float:
    return min(max(value, least), most)


def of_text(text: str) -> Confidence:
    """Read the numbers as a model stores them. Raises ValueError, KeyError and TypeError."""
    numbers = tomllib.loads(text)
    return Confidence(
        scale=float(numbers["scale"]),
        prices={kind: float(numbers["prices"][kind]) for kind in PRICED},
        sureness={each: _floats(numbers["sureness"][each]) for each in LENGTHS},
    )


def _floats(table: Mapping[str, Any]) -> dict[str, float]:
    return {name: float(number) for name, number in table.items()}


def as_text(numbers: Confidence) -> str:
    """Return the numbers in the form that `of_text` reads."""
    lines = [
        "# What the exact scores of this model are worth; fitted by `voice-chess evaluate --fit`.",
        f"scale = {numbers.scale:.4f}",
        "",
        "[prices]",
        *(f"{kind} = {numbers.prices[kind]:.3f}" for kind in PRICED),
    ]
    for each in LENGTHS:
        lines += ["", f"[sureness.{each}]"]
        weights = numbers.sureness[each]
        lines += [f'"{name}" = {weight:.4f}' for name, weight in weights.items()]
    return "".join(f"{line}\n" for line in lines)
