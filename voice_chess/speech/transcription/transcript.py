"""Reports a transcription: the likeliest game, how sure each move is, and what else it may be."""

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from voice_chess.laws.position import Position
from voice_chess.speech.transcription.possible_game import HeardLine

SURE = 0.9
"""A move less probable than this is doubtful."""

GUESSED = 0.5
"""The limit on the probability of a move that was guessed, because nobody was heard to name it."""

_WORTH_TELLING = 0.02
_LOST = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    """A move that may have been made instead, with the position before it."""

    uci: str
    before: Position
    probability: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcribed:
    """A move of the likeliest game, and the utterance in which it was heard.

    An unheard move has the number of the utterance after it.
    """

    uci: str
    utterance: int
    probability: float
    others: tuple[Other, ...]

    @property
    def is_doubtful(self) -> bool:
        """Whether the move is improbable, or the same words may have been another move.

        The second test is needed because recognition in noise is too sure of itself.
        """
        return self.probability < SURE or bool(self.others)


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """An utterance that the likeliest game takes for talk.

    `others` holds the moves for which other games take it; if empty, it only sounded like a move.
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
        """The utterance from which on the game can't be followed, or None."""
        return self.game.lost_in


def transcript(lines: Sequence[HeardLine]) -> Transcript:
    """Make a transcript of the games that are left, best first.

    A move's probability is the weight of the games that have it. It is the same move in another
    game only if it was heard in the same utterance.
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
    """Return the likeliest game that was followed to the end.

    If it is likelier that no game was, return the likeliest of those that lost track.
    """
    lost = [line for line in lines if line.lost_in is not None]
    weight = sum(math.exp(line.log_weight - lines[0].log_weight) for line in lost) / total
    return next(line for line in lines if (line.lost_in is not None) is (weight > _LOST))


def _votes(lines: Sequence[HeardLine], total: float) -> dict[int, dict[str, float]]:
    """Return the probability of each move by utterance."""
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
    """Return the rival moves, likeliest first; two moves in one utterance are no rivals."""
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
    """Return the position before that move in the likeliest game that has it.

    Raises LookupError if no game has it.
    """
    for line in lines:
        for index, move, world, heard in line.heard_moves():
            if (move, heard) == (uci, utterance):
                return world.rewound(index)
    message = f"{uci} was voted for by no line"
    raise LookupError(message)
