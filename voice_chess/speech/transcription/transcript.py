"""What a transcription came to: the likeliest game, how sure each move is, what else it may be."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from voice_chess.laws.position import Position
from voice_chess.speech.transcription.possible_game import HeardLine

SURE = 0.9
"""A move less probable than this is doubtful."""

GUESSED = 0.5
"""A move that nobody was heard to name is no more probable than this, whatever comes of it."""

_WORTH_TELLING = 0.02
_LOST = 0.5


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
        """Improbable, or another move was heard in the same words: noise makes ears too sure."""
        return self.probability < SURE or bool(self.others)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """An utterance that the likeliest game takes for talk.

    Another game takes it for a move; or none does, and it sounded like one all the same.
    """

    utterance: int
    others: tuple[Other, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """The likeliest game, and every doubt about it."""

    game: HeardLine
    moves: tuple[Transcribed, ...]
    passed: tuple[Passed, ...]

    @property
    def broke_in(self) -> int | None:
        """The utterance from which on the game can't be followed; None where it goes to its end."""
        return self.game.lost_in


def transcript(lines: Sequence[HeardLine]) -> Transcript:
    """Made of the games that are left, best first: each move by the weight of those that have it.

    A move is the same in another game only where it was heard in the same utterance.
    """
    total = sum(math.exp(line.log_weight - lines[0].log_weight) for line in lines)
    best = _best(lines, total)
    votes = _votes(lines, total)
    moves = tuple(
        Transcribed(
            uci=uci,
            utterance=max(utterance, ~utterance),
            probability=min(
                GUESSED if ply in best.guessed else 1.0, votes[utterance].get(uci, 0.0)
            ),
            others=_others(lines, best, votes, (utterance, uci)),
        )
        for ply, (uci, utterance) in enumerate(zip(best.moves, best.heard_in, strict=True))
    )
    counted = {max(utterance, ~utterance) for utterance in best.heard_in}
    unplaced = set(best.passed) - counted
    passed = (
        Passed(utterance=utterance, others=_others(lines, best, votes, (utterance, None)))
        for utterance in sorted((votes.keys() | unplaced) - counted)
        if utterance >= 0
    )
    told = tuple(one for one in passed if one.others or one.utterance in unplaced)
    return Transcript(game=best, moves=moves, passed=told)


def _best(lines: Sequence[HeardLine], total: float) -> HeardLine:
    """The likeliest that goes to the end; where it is likelier that none does, what is known."""
    lost = [line for line in lines if line.lost_in is not None]
    weight = sum(math.exp(line.log_weight - lines[0].log_weight) for line in lost) / total
    return next(line for line in lines if (line.lost_in is not None) is (weight > _LOST))


def _votes(lines: Sequence[HeardLine], total: float) -> dict[int, dict[str, float]]:
    """How probable each move is in each utterance."""
    votes: defaultdict[int, defaultdict[str, float]] = defaultdict(lambda: defaultdict(float))
    for line in lines:
        weight = math.exp(line.log_weight - lines[0].log_weight) / total / len(line.worlds)
        for _, uci, _, utterance in line.heard_moves():
            votes[utterance][uci] += weight
    return {utterance: dict(found) for utterance, found in votes.items()}


def _others(
    lines: Sequence[HeardLine],
    best: HeardLine,
    votes: dict[int, dict[str, float]],
    stated: tuple[int, str | None],
) -> tuple[Other, ...]:
    """Likeliest first; two moves in one utterance are no doubt about each other."""
    utterance, uci = stated
    own = {
        move for move, heard in zip(best.moves, best.heard_in, strict=True) if heard == utterance
    }
    found = [
        Other(uci=other, before=before, probability=probability)
        for other, probability in votes.get(utterance, {}).items()
        if other != uci and other not in own and probability >= _WORTH_TELLING
        for before in [_before(lines, utterance, other)]
    ]
    return tuple(sorted(found, key=lambda other: -other.probability))


def _before(lines: Sequence[HeardLine], utterance: int, uci: str) -> Position:
    """The position before that move in the likeliest game that has it."""
    for line in lines:
        for index, move, world, heard in line.heard_moves():
            if (move, heard) == (uci, utterance):
                return world.rewound(index)
    message = f"{uci} was voted for by no line"
    raise LookupError(message)
