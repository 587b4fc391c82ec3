"""A whole game from what was said in it: the likeliest games are kept, utterance by utterance.

Every utterance is a move, a repetition, a correction, a command, or talk that is passed over at a
price. A game in which a later announcement makes no sense pays for it, and so a later move settles
an earlier doubt. Knows no sound: the readings of an utterance come from outside.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from voice_chess.laws.position import Position
from voice_chess.speech.interpret import interpret, moves_meant
from voice_chess.speech.meaning import CommandMeaning
from voice_chess.speech.misheard import nearly_meant
from voice_chess.speech.parse import Tokens
from voice_chess.speech.possible_game import Line
from voice_chess.speech.readings import Reading, Readings
from voice_chess.speech.repair import repaired

COMMANDS = frozenset(
    ("offer-draw", "accept", "decline", "resign", "press", "clock", "adjust", "correction", "no")
)
"""What may be said at a board besides moves; everything else is talk."""

_CORRECTION = frozenset(("correction",))
_TAKEN_BACK = frozenset(("no", "correction"))
_FEW = 5
_WORTH_GUESSING = 0.2
_SHORTEST_PAIR = 4
_DRAW = "1/2-1/2"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Natural-log prices, and how many games are kept."""

    nonsense: float = 7.0
    """Words of ours that mean nothing in this game."""
    aloud: float = 5.0
    """An announcement that can be made and is passed over: somebody thinks aloud."""
    around: float = 2.0
    """Unknown speech before or behind an announcement."""
    repeated: float = 0.7
    taken_back: float = 1.5
    misheard: float = 5.0
    """A piece, a file or a rank that was heard wrong."""
    unheard: float = 12.0
    """A move that nobody announced, or nobody could hear."""
    unexplained: float = 0.05
    """Where less than this of an utterance makes sense, what was misheard is tried."""
    lines: int = 32
    guessed: int = 4
    """For so many of the likeliest games it is tried: that takes time."""
    hopeless: float = 30.0
    """A game so much less likely than the best is given up."""


USUAL = Prices()


Step = tuple[Line, float]
"""What a game becomes, and the price of that."""


def extended(
    lines: Iterable[Line], heard: Readings, utterance: int, prices: Prices = USUAL
) -> tuple[Line, ...]:
    """The likeliest games after one more utterance, best first.

    What else can have been meant is tried in games likelier than any in which it makes sense.
    """
    merged: dict[tuple[tuple[str, ...], str | None], Line] = {}
    guesses = prices.guessed
    for line in lines:
        shares, talk = explained(line, heard, utterance, prices)
        if sum(shares.values()) >= prices.unexplained:
            guesses = 0
        shares[line] = shares.get(line, 0.0) + talk
        if guesses:
            guesses -= 1
            for after, share in _guessed(line, heard, utterance, prices):
                shares[after] = shares.get(after, 0.0) + share
        for after, share in shares.items():
            if share > 0.0:
                weighed = replace(after, log_weight=line.log_weight + math.log(share))
                key = (weighed.moves, weighed.result)
                merged[key] = _merged(merged.get(key), weighed)
    return _kept(merged.values(), prices)


def explained(
    line: Line, heard: Readings, utterance: int, prices: Prices = USUAL
) -> tuple[dict[Line, float], float]:
    """What the utterance makes of this game, and how surely; and how surely it was only talk.

    The game itself is there for what changes nothing: a repetition, most commands.
    """
    shares: defaultdict[Line, float] = defaultdict(float)
    talk = heard.stranger
    for way in heard.ways:
        steps = _steps(line, way, utterance, prices)
        for after, price in steps:
            shares[after] += way.weight * math.exp(-price) / len(steps)
        price = prices.aloud if steps else prices.nonsense * way.is_ours
        talk += way.weight * math.exp(-price)
    return dict(shares), talk


def _kept(lines: Iterable[Line], prices: Prices) -> tuple[Line, ...]:
    ordered = sorted(lines, key=lambda line: -line.log_weight)
    least = ordered[0].log_weight - prices.hopeless if ordered else 0.0
    return tuple(line for line in ordered[: prices.lines] if line.log_weight >= least)


def _merged(one: Line | None, other: Line) -> Line:
    """Two ways to the same game."""
    if one is None:
        return other
    likelier, lesser = (one, other) if one.log_weight >= other.log_weight else (other, one)
    added = math.log1p(math.exp(lesser.log_weight - likelier.log_weight))
    return replace(likelier, log_weight=likelier.log_weight + added)


def _steps(line: Line, way: Reading, utterance: int, prices: Prices) -> tuple[Step, ...]:
    if line.result is not None:
        return ()
    steps = tuple(_steps_by(line, way.tokens, utterance, prices))
    if steps or way.inner == way.tokens or not way.inner:
        return steps
    around = prices.around
    return tuple((after, p + around) for after, p in _steps_by(line, way.inner, utterance, prices))


def _steps_by(line: Line, tokens: Tokens, utterance: int, prices: Prices) -> Iterator[Step]:
    moves = _moves(tokens, line.worlds)
    for uci, able in moves.items():
        yield line.played(uci, utterance), math.log(len(line.worlds) / len(able))
    is_understood = bool(moves)
    for step in _about_the_last_move(line, tokens, utterance, prices):
        is_understood = True
        yield step
    for command in interpret(tokens, None, COMMANDS):
        is_understood = True
        if isinstance(command, CommandMeaning):
            yield from _commanded(line, command.name, prices)
    if not is_understood:
        yield from ((after, 0.0) for after in _pairs(line, tokens, utterance))


def _moves(tokens: Tokens, worlds: Iterable[Position]) -> dict[str, list[Position]]:
    """What is announced, and in which of the positions it can be."""
    found: defaultdict[str, list[Position]] = defaultdict(list)
    for world in worlds:
        for move in moves_meant(tokens, world):
            found[move.uci].append(world)
    return dict(found)


def _about_the_last_move(
    line: Line, tokens: Tokens, utterance: int, prices: Prices
) -> Iterator[Step]:
    """It is said again by the opponent, or corrected by the mover."""
    if line.before is None:
        return
    last = line.moves[-1]
    if any(move.uci == last for move in moves_meant(tokens, line.before)):
        yield line, prices.repeated
    if line.rivals:
        return
    corrections = interpret(tokens, line.before, _CORRECTION) or repaired(tokens, last, line.before)
    for correction in corrections:
        match correction:
            case CommandMeaning(name="correction", args=(uci,)):
                yield line.taken_back().played(uci, utterance), 0.0


def _commanded(line: Line, name: str, prices: Prices) -> Iterator[Step]:
    last = len(line.moves) - 1
    match name:
        case "offer-draw" if line.moves:
            yield replace(line, offers=line.offers | {last}), 0.0
        case "accept" if line.offers & {last, last - 1}:
            yield replace(line, result=_DRAW), 0.0
        case "resign":
            yield replace(line, result="0-1" if line.position.white_to_move else "1-0"), 0.0
        case name if name in _TAKEN_BACK and line.before is not None:
            yield line, 0.0
            yield line.taken_back(), prices.taken_back
        case _:
            yield line, 0.0


def _pairs(line: Line, tokens: Tokens, utterance: int) -> Iterator[Line]:
    """A move and its answer without a pause between them."""
    if len(tokens) < _SHORTEST_PAIR or line.rivals:
        return
    for cut in range(1, len(tokens)):
        for first in moves_meant(tokens[:cut], line.position):
            between = line.played(first.uci, utterance)
            for second in moves_meant(tokens[cut:], between.position):
                yield between.played(second.uci, utterance)


def _guessed(line: Line, heard: Readings, utterance: int, prices: Prices) -> Iterator[Step]:
    """What was meant where it makes no sense as it was heard; each with its share."""
    if line.result is not None:
        return
    for way in heard.ways[:_FEW]:
        near = nearly_meant(way.inner, line.position)
        share = way.weight * math.exp(-prices.misheard)
        for uci in near:
            yield line.played(uci, utterance), share / len(near)
        share = way.weight * math.exp(-prices.unheard)
        for uci, able, chance in _behind_an_unheard_move(way, line):
            yield line.missed(uci, able, utterance), share * chance


def _behind_an_unheard_move(
    way: Reading, line: Line
) -> Iterator[tuple[str, list[Position], float]]:
    """A move that another one makes possible, and how likely any such is; one gap at a time."""
    if line.rivals or way.weight < _WORTH_GUESSING:
        return
    worlds = [line.position.played(uci) for uci in line.position.legal_moves]
    for uci, able in _moves(way.inner, worlds).items():
        yield uci, able, len(able) / len(worlds)
