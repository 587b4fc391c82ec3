"""What a transcription came to: the likeliest game, how sure each move is, what else it may be."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from voice_chess.laws.position import Position
from voice_chess.speech.possible_game import Line

SURE = 0.9
"""A move less probable than this is doubtful."""

_WORTH_TELLING = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """A move that may have been made instead, in the position it would have been made in."""

    uci: str
    before: Position
    probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcribed:
    """A move of the likeliest game, and the utterance it was heard in.

    A move that nobody heard has the utterance behind it.
    """

    uci: str
    utterance: int
    probability: float
    others: tuple[Other, ...]

    @property
    def is_doubtful(self) -> bool:
        return self.probability < SURE


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """An utterance that the likeliest game takes for talk, and another one for a move."""

    utterance: int
    others: tuple[Other, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """The likeliest game, and every doubt about it."""

    game: Line
    moves: tuple[Transcribed, ...]
    passed: tuple[Passed, ...]


def transcript(lines: Sequence[Line]) -> Transcript:
    """Made of the games that are left, best first: each move by the weight of those that have it.

    A move is the same in another game only where it was heard in the same utterance.
    """
    best = lines[0]
    total = sum(math.exp(line.log_weight - best.log_weight) for line in lines)
    votes = _votes(lines, total)
    moves = tuple(
        Transcribed(
            uci=uci,
            utterance=max(utterance, ~utterance),
            probability=min(1.0, votes[utterance].get(uci, 0.0)),
            others=_others(lines, votes, utterance, uci),
        )
        for uci, utterance in zip(best.moves, best.heard_in, strict=True)
    )
    counted = set(best.heard_in)
    passed = (
        Passed(utterance=utterance, others=_others(lines, votes, utterance, None))
        for utterance in sorted(utterance for utterance in votes.keys() - counted if utterance >= 0)
    )
    return Transcript(game=best, moves=moves, passed=tuple(p for p in passed if p.others))


def _votes(lines: Sequence[Line], total: float) -> dict[int, dict[str, float]]:
    """How probable each move is in each utterance."""
    votes: defaultdict[int, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for line in lines:
        weight = math.exp(line.log_weight - lines[0].log_weight) / total / len(line.worlds)
        for _, uci, _, utterance in line.heard_moves():
            votes[utterance][uci] += weight
    return {utterance: dict(found) for utterance, found in votes.items()}


def _others(
    lines: Sequence[Line], votes: dict[int, dict[str, float]], utterance: int, uci: str | None
) -> tuple[Other, ...]:
    """Likeliest first; two moves in one utterance are no doubt about each other."""
    own = {
        move
        for move, heard in zip(lines[0].moves, lines[0].heard_in, strict=True)
        if heard == utterance
    }
    found = [
        Other(uci=other, before=before, probability=probability)
        for other, probability in votes[utterance].items()
        if other != uci and other not in own and probability >= _WORTH_TELLING
        for before in [_before(lines, utterance, other)]
    ]
    return tuple(sorted(found, key=lambda other: -other.probability))


def _before(lines: Sequence[Line], utterance: int, uci: str) -> Position:
    """The position before that move in the likeliest game that has it."""
    for line in lines:
        for index, move, world, heard in line.heard_moves():
            if (move, heard) == (uci, utterance):
                return world.rewound(index)
    message = f"{uci} was voted for by no line"
    raise LookupError(message)
