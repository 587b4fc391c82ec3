"""Finds a whole game from what was said in it by keeping the likeliest games after each utterance.

Every utterance is a move, a repetition, a correction, a command, or talk that is skipped at a
price. A game in which a later announcement makes no sense pays for that, so a later move can settle
an earlier doubt.

Each game also has a twin that stands for the belief that we have lost track of it. In the twin, an
announcement may be of any move at all. That costs more than a legal move and less than an illegal
one. So where nothing fits any more, the twin wins, and no move after that place is reported as
known. The module handles no sound: it receives the readings of each utterance.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from voice_chess.laws.position import MoveFacts, Position
from voice_chess.speech.transcription.possible_game import HeardLine
from voice_chess.speech.understanding.announcement import Announcement, announcement
from voice_chess.speech.understanding.features import features_in
from voice_chess.speech.understanding.interpret import (
    CommandMeaning,
    interpret,
    legal_facts,
    moves_meant,
    repaired,
)
from voice_chess.speech.understanding.parse import Tokens
from voice_chess.speech.understanding.readings import Reading, Readings

COMMANDS = frozenset(
    ("offer-draw", "accept", "decline", "resign", "press", "clock", "adjust", "correction", "no")
)
"""Commands that people say at a board besides moves; everything else is talk."""

_CORRECTION = frozenset(("correction",))
_TAKEN_BACK = frozenset(("no", "correction"))
_FEW = 5
_WORTH_GUESSING = 0.2
_SHORTEST_PAIR = 2
_DRAW = "1/2-1/2"


@dataclass(frozen=True, slots=True, kw_only=True)
class TapePrices:
    """The prices of explanations in natural-log units, and limits on how many games are kept."""

    nonsense: float = 7.0
    """Words of the grammar that mean nothing in this game."""
    aloud: float = 5.0
    """An announcement that could be made but is skipped, since people think aloud."""
    around: float = 2.0
    """Unknown speech before or after an announcement."""
    among: float = 3.0
    """Words of the grammar without a meaning before or after it: talk that sounded like them."""
    repeated: float = 0.7
    taken_back: float = 1.5
    misheard: float = 5.0
    """A piece, a file or a rank that was misheard."""
    unheard: float = 12.0
    """A move that nobody announced or that could not be heard."""
    garbled: float = 7.0
    """An unheard move, if something since the last move was taken for talk."""
    unexplained: float = 0.05
    """If less than this share of an utterance makes sense, an unheard move is tried."""
    losing: float = 5.0
    """Losing track: the game goes on in a way that none of the kept games follows."""
    elsewhere: float = 3.0
    """An announcement of any move at all after losing track; few of these are legal in one game."""
    strange: float = 0.7
    """A bonus for talk after losing track: moves that are not listened for sound like talk."""
    lines: int = 96
    positions: int = 4_096
    """The limit on positions in which an utterance is read, the likeliest games' first."""
    lost: int = 32
    guessed: int = 4
    """The number of likeliest games in which guesses are tried, since trying them takes time."""
    worth_telling: float = 0.6
    """An utterance that is this probably a move but fits nowhere is reported."""
    hopeless: float = 25.0
    """A game that is so much less likely than the best is dropped."""


USUAL = TapePrices()


Step = tuple[HeardLine, float]
"""A game after an utterance, and the price of that explanation."""


def extended(
    lines: Iterable[HeardLine], heard: Readings, utterance: int, prices: TapePrices = USUAL
) -> tuple[HeardLine, ...]:
    """Return the likeliest games after one more utterance, best first.

    Misheard and unheard moves are tried only in games that are likelier than any in which the
    utterance makes sense as heard.
    """
    merged: dict[tuple[tuple[str, ...], str | None, int | None], HeardLine] = {}
    away = _elsewhere(heard, prices)
    trials = TriedGames(prices, sounds_like_a_move=sounds_like_a_move(heard, prices))
    for line in lines:
        shares = {line: away}
        if line.lost_in is None:
            shares = trials.shares(line, heard, utterance)
            shares[line.lost(utterance)] = away * math.exp(-prices.losing)
        for after, share in shares.items():
            if share > 0.0:
                weighed = replace(after, log_weight=line.log_weight + math.log(share))
                key = (weighed.moves, weighed.result, weighed.lost_in)
                merged[key] = _merged(merged.get(key), weighed)
    return _kept(merged.values(), prices)


class TriedGames:
    """Explains one utterance in one game after the other, the likeliest first."""

    def __init__(self, prices: TapePrices, *, sounds_like_a_move: bool) -> None:
        self._prices = prices
        self._sounds_like_a_move = sounds_like_a_move
        self._misheard = prices.guessed
        self._unheard = prices.guessed

    def shares(self, line: HeardLine, heard: Readings, utterance: int) -> dict[HeardLine, float]:
        """Return each game that the utterance may lead to, with its share of the weight."""
        prices = self._prices
        shares, talk = explained(line, heard, utterance, prices)
        if sum(shares.values()) >= prices.unexplained:
            self._unheard = 0
        kept = shares.pop(line, 0.0)
        shares[self._passed(line, utterance) if talk > kept else line] = kept + talk
        for after, share in self._guessed(line, heard, utterance):
            shares[after] = shares.get(after, 0.0) + share
        return shares

    def _passed(self, line: HeardLine, utterance: int) -> HeardLine:
        told = (utterance,) if self._sounds_like_a_move else ()
        return replace(line, has_passed_over=True, passed=(*line.passed, *told))

    def _guessed(self, line: HeardLine, heard: Readings, utterance: int) -> Iterator[Step]:
        if self._misheard:
            self._misheard -= 1
            yield from _misheard(line, heard, utterance, self._prices)
        if self._unheard:
            self._unheard -= 1
            yield from _unheard(line, heard, utterance, self._prices)


def explained(
    line: HeardLine, heard: Readings, utterance: int, prices: TapePrices = USUAL
) -> tuple[dict[HeardLine, float], float]:
    """Return the games that the utterance may lead to with their weights, and the weight of talk.

    The game itself is among them for an utterance that changes nothing: a repetition, most
    commands.
    """
    shares: defaultdict[HeardLine, float] = defaultdict(float)
    talk = heard.stranger
    for way in heard.ways:
        steps = _steps(line, way, utterance, prices)
        for after, price in steps:
            shares[after] += way.weight * math.exp(-price) / len(steps)
        price = prices.aloud if steps else prices.nonsense * way.is_ours
        talk += way.weight * math.exp(-price)
    return dict(shares), talk


def sounds_like_a_move(heard: Readings, prices: TapePrices = USUAL) -> bool:
    """Whether somebody announced a whole move of any kind, perhaps in the middle of talk."""
    likeness = sum(
        way.weight
        for way in heard.ways
        if announcement(way.inner) is not None or any(embedded(way.inner))
    )
    return likeness >= prices.worth_telling


def _elsewhere(heard: Readings, prices: TapePrices) -> float:
    """Return the weight of the utterance in a game that we have lost track of."""
    return heard.stranger * math.exp(prices.strange) + sum(
        way.weight * math.exp(-_price_elsewhere(way, prices)) for way in heard.ways
    )


def _price_elsewhere(way: Reading, prices: TapePrices) -> float:
    if announcement(way.inner) is not None:
        return prices.elsewhere if way.is_ours else 0.0
    if not way.is_ours:
        return -prices.strange
    if interpret(way.tokens, None, COMMANDS):
        return 0.0
    if any(embedded(way.tokens)):
        return min(prices.nonsense, prices.among + prices.elsewhere)
    return prices.nonsense


def _kept(lines: Iterable[HeardLine], prices: TapePrices) -> tuple[HeardLine, ...]:
    ordered = sorted(lines, key=lambda line: -line.log_weight)
    least = ordered[0].log_weight - prices.hopeless if ordered else 0.0
    room = {True: prices.lost, False: prices.lines}
    positions = prices.positions
    kept: list[HeardLine] = []
    for line in ordered:
        is_lost = line.lost_in is not None
        asked = 0 if is_lost else len(line.worlds)
        if room[is_lost] and asked <= positions and line.log_weight >= least:
            room[is_lost] -= 1
            positions -= asked
            kept.append(line)
    return tuple(kept)


def _merged(one: HeardLine | None, other: HeardLine) -> HeardLine:
    """Merge two ways to the same game: the likelier one with the weight of both."""
    if one is None:
        return other
    likelier, lesser = (one, other) if one.log_weight >= other.log_weight else (other, one)
    added = math.log1p(math.exp(lesser.log_weight - likelier.log_weight))
    return replace(likelier, log_weight=likelier.log_weight + added)


def _steps(line: HeardLine, way: Reading, utterance: int, prices: TapePrices) -> tuple[Step, ...]:
    if line.result is not None:
        return ()
    steps = tuple(_steps_by(line, way.tokens, utterance, prices))
    if steps or not way.inner:
        return steps
    if way.inner != way.tokens:
        steps = tuple(_steps_by(line, way.inner, utterance, prices))
    price = prices.around
    if not steps:
        price = prices.among
        steps = tuple(_steps_among(line, way.inner, utterance))
    return tuple((after, more + price) for after, more in steps)


def _steps_among(line: HeardLine, tokens: Tokens, utterance: int) -> Iterator[Step]:
    """Yield moves that stand at one end of an utterance whose rest is talk."""
    for part in embedded(tokens):
        for uci, able in _moves(part, line.worlds).items():
            yield line.played(uci, utterance, able), math.log(len(line.worlds) / len(able))
    ends = (tokens[cut:] for cut in range(1, len(tokens)))
    pairs = (pair for end in ends if (pair := tuple(_pairs(line, end, utterance))))
    yield from ((after, 0.0) for after in next(pairs, ()))


def embedded(tokens: Tokens) -> Iterator[Tokens]:
    """Yield the longest whole announcement at the end, and the longest one at the beginning.

    A part of a whole announcement is none: "bishop foxtrot five" doesn't mean the pawn's move after
    talk of a bishop.
    """
    if announcement(tokens) is not None:
        return
    cuts = range(1, len(tokens))
    ends = (tokens[cut:] for cut in cuts)
    beginnings = (tokens[:-cut] for cut in cuts)
    for parts in (ends, beginnings):
        yield from islice((part for part in parts if announcement(part) is not None), 1)


def _steps_by(
    line: HeardLine, tokens: Tokens, utterance: int, prices: TapePrices
) -> Iterator[Step]:
    moves = _moves(tokens, line.worlds)
    for uci, able in moves.items():
        yield line.played(uci, utterance, able), math.log(len(line.worlds) / len(able))
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
    """Return each announced move with the positions in which it is legal."""
    found: defaultdict[str, list[Position]] = defaultdict(list)
    for world in worlds:
        for move in moves_meant(tokens, world):
            found[move.uci].append(world)
    return dict(found)


def _about_the_last_move(
    line: HeardLine, tokens: Tokens, utterance: int, prices: TapePrices
) -> Iterator[Step]:
    """Yield the game after the opponent repeats its last move, and after the mover corrects it."""
    if not line.befores:
        return
    last = line.moves[-1]
    if any(move.uci == last for world in line.befores for move in moves_meant(tokens, world)):
        yield line, prices.repeated
    corrected = dict.fromkeys(
        uci for world in line.befores for uci in _corrected(tokens, last, world)
    )
    for uci in corrected:
        after = line.taken_back().played(uci, utterance)
        yield after, math.log(len(line.worlds) / len(after.worlds))


def _corrected(tokens: Tokens, last: str, before: Position) -> Iterator[str]:
    """Yield the moves to which a whole or a half correction may change the last one."""
    wrong = features_in(before, last)
    corrections = interpret(tokens, before, _CORRECTION) or repaired(tokens, wrong, before)
    for correction in corrections:
        match correction:
            case CommandMeaning(name="correction", args=(uci,)):
                yield uci


def _commanded(line: HeardLine, name: str, prices: TapePrices) -> Iterator[Step]:
    last = len(line.moves) - 1
    match name:
        case "offer-draw" if line.moves:
            yield replace(line, offers=line.offers | {last}), 0.0
        case "accept" if line.offers & {last, last - 1}:
            yield replace(line, result=_DRAW), 0.0
        case "resign":
            yield replace(line, result="0-1" if line.position.white_to_move else "1-0"), 0.0
        case name if name in _TAKEN_BACK and line.befores:
            yield line, 0.0
            yield line.taken_back(), prices.taken_back
        case _:
            yield line, 0.0


def _pairs(line: HeardLine, tokens: Tokens, utterance: int) -> Iterator[HeardLine]:
    """Yield the game after a move and its reply that were said without a pause between them."""
    if len(tokens) < _SHORTEST_PAIR or line.rivals:
        return
    for cut in range(1, len(tokens)):
        for first in moves_meant(tokens[:cut], line.position):
            between = line.played(first.uci, utterance)
            for second in moves_meant(tokens[cut:], between.position):
                yield between.played(second.uci, utterance)


def _misheard(
    line: HeardLine, heard: Readings, utterance: int, prices: TapePrices
) -> Iterator[Step]:
    """Yield the game after each move that sounds nearly like the utterance, with its share."""
    if line.result is not None:
        return
    for way in heard.ways[:_FEW]:
        near = dict.fromkeys(uci for world in line.worlds for uci in nearly_meant(way.inner, world))
        share = way.weight * math.exp(-prices.misheard)
        for uci in near:
            yield line.guessed_at(uci, utterance), share / len(near)


def _unheard(
    line: HeardLine, heard: Readings, utterance: int, prices: TapePrices
) -> Iterator[Step]:
    """Yield the game after an unheard move and the utterance's own, with its share."""
    if line.result is not None:
        return
    price = prices.garbled if line.has_passed_over else prices.unheard
    for way in heard.ways[:_FEW]:
        share = way.weight * math.exp(-price)
        for uci, able, chance in _behind_an_unheard_move(way, line):
            yield line.missed(uci, able, utterance), share * chance


def _behind_an_unheard_move(
    way: Reading, line: HeardLine
) -> Iterator[tuple[str, list[Position], float]]:
    """Yield a move that becomes legal after any other, the positions, and their share of all.

    Only one unheard move is tried at a time.
    """
    if line.rivals or way.weight < _WORTH_GUESSING:
        return
    worlds = [line.position.played(uci) for uci in line.position.legal_moves]
    for uci, able in _moves(way.inner, worlds).items():
        yield uci, able, len(able) / len(worlds)


def nearly_meant(tokens: Tokens, position: Position) -> tuple[str, ...]:
    """Return the legal moves that differ from these words in exactly one part.

    A part is a piece, a file, a rank or a promotion.
    """
    said = announcement(tokens)
    if said is None or said.target is None:
        return ()
    return tuple(move.uci for move in legal_facts(position) if _faults(move, said) == 1)


def _faults(move: MoveFacts, said: Announcement) -> int:
    """Return how many parts of the announcement were misheard if this move was meant."""
    target = said.target or ""
    parts = [
        (target[:1], move.to_square[0]),
        (target[1:], move.to_square[1]),
        (said.piece or _unsaid_piece(move, said), move.piece),
        (said.from_file or move.from_square[0], move.from_square[0]),
        (said.from_rank or move.from_square[1], move.from_square[1]),
        (said.promotion or move.promotion, move.promotion),
    ]
    return sum(heard != meant for heard, meant in parts)


def _unsaid_piece(move: MoveFacts, said: Announcement) -> str:
    """Return the piece that is meant if none was said.

    Two squares stand for any piece; a target alone is a pawn's.
    """
    return move.piece if said.from_file and said.from_rank else "P"
