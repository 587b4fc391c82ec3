"""How sure words are of themselves: what tells right from wrong, by a model's fitted numbers."""

import math
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
"""What is no whole phrase pays a price of its own."""

TINY = 1e-6
"""Nothing is surer than this far from certain."""

LENGTHS: tuple[Length, ...] = get_args(Length)
SHORT = 2
"""Words: a command, a square, castling."""

CONSTANT = "constant"
"""The feature that is always there."""

UNFITTED = Confidence(
    scale=0.1,
    prices=dict.fromkeys(PRICED, 2.0),
    sureness={each: {"margin": 1.0} for each in LENGTHS},
)
"""Where fitting begins: words are as sure as their odds against all others."""

ALIKE, LETTERS_ALIKE, LETTERS_ALIKE_IN_QUIET = 12.0, 16.0, 9.0
"""Nats: words this close to those of another meaning share their probability with these.

Letters rhyme, and in noise little else is left of them; in a quiet room what tells them apart is
heard.
"""

OUTWEIGHED = 4.5
"""Natural-log odds: none of the words that were right when this was chosen stood worse."""

USUAL = 10
"""Frames of 30 ms that a word takes."""

UNIT = 30.0
"""Nats of score that margins are told in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """The best words of the likeliest meaning."""

    hypothesis: Hypothesis
    margin: float
    """Natural-log odds against all that means something else, or nothing."""
    next_score: float | None
    """Of the best words with another meaning, if there are any."""


def features(exact: Exact, best: Best) -> Mapping[str, float]:
    """What tells right from wrong."""
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
        "letters": sum(len(word) == 1 for word in words) / max(1, len(words)),
        "whole": float(hypothesis.kind in WHOLE),
    }


def probability(exact: Exact, best: Best) -> float:
    """How probable it is that the best words were meant, by what was fitted.

    Where something that means nothing here outweighs them by far, that counts in full: a knight to
    a square that it may not go to is no beginning of another move.
    """
    weights = exact.confidence.sureness[length(best.hypothesis)]
    found = features(exact, best)
    fitted = sum(weight * found[name] for name, weight in weights.items())
    return 1 / (1 + math.exp(-fitted - min(0.0, best.margin + OUTWEIGHED)))


def share_beside_the_next(exact: Exact, best: Best) -> float:
    """What the best words keep of their probability where others explain the sound as well.

    How well words explain a sound tells little of whether it was 'd' or 'g' in noise: of letters
    in a hall, most that were accepted wrongly had the right ones this close behind them.
    """
    if best.next_score is None:
        return 1.0
    ahead = best.hypothesis.log_likelihood - best.next_score
    if ahead >= _alike(best.hypothesis.words, exact.above_room_db):
        return 1.0
    return 1 / (1 + math.exp(-exact.confidence.scale * ahead))


def _alike(words: Sequence[str], above_room_db: float) -> float:
    if not any(len(word) == 1 for word in words):
        return ALIKE
    return LETTERS_ALIKE_IN_QUIET if above_room_db >= QUIET_DB else LETTERS_ALIKE


def length(hypothesis: Hypothesis) -> Length:
    """Words that are short or only begun are mistaken for other sounds in ways of their own."""
    if hypothesis.kind == "beginning":
        return "begun"
    return "short" if len(hypothesis.words) <= SHORT else "long"


def log_odds(share: float) -> float:
    """Natural-log odds of a share, never quite certain."""
    kept = min(max(share, TINY), 1 - TINY)
    return math.log(kept / (1 - kept))


def _within(least: float, value: float, most: float) -> float:
    return min(max(value, least), most)


def of_text(text: str) -> Confidence:
    """The numbers as a model keeps them. Raises ValueError, KeyError and TypeError."""
    numbers = tomllib.loads(text)
    return Confidence(
        scale=float(numbers["scale"]),
        prices={kind: float(numbers["prices"][kind]) for kind in PRICED},
        sureness={each: _floats(numbers["sureness"][each]) for each in LENGTHS},
    )


def _floats(table: Mapping[str, Any]) -> dict[str, float]:
    return {name: float(number) for name, number in table.items()}


def as_text(numbers: Confidence) -> str:
    """The numbers as `of_text` reads them."""
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
