"""Finds the pairs of the next round by the tables of its system, or prepares a Swiss round.

A Swiss round is paired by a program (`event.pairing.Pairer`), so it is returned unpaired. A round
robin follows the Berger tables, a match alternates the colours, and a knock-out follows a bracket
in which the first seed meets the last.
"""

from collections.abc import Sequence
from dataclasses import replace

from voice_chess.event.berger import berger_rounds
from voice_chess.event.boards import Board, coloured, in_order
from voice_chess.event.competition import Competition
from voice_chess.event.entrants import Round, round_to_pair
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.event.report_faults import BadEvent
from voice_chess.event.results import Colour
from voice_chess.event.terms import System

FEWEST = 2
_MATCH = 2


def to_pair(competition: Competition) -> Round | tuple[Board, ...] | Refusal:
    """Return a round for a pairer in a Swiss event, and the boards in any other system."""
    refusal = _objection(competition)
    if refusal is not None:
        return refusal
    match competition.terms.system:
        case System.SWISS:
            return _swiss(competition)
        case System.ROUND_ROBIN:
            return _round_robin(competition)
        case System.MATCH:
            return _match(competition)
        case System.KNOCK_OUT:
            return _knock_out(competition)


def _objection(competition: Competition) -> Refusal | None:
    number, system = competition.next_round, competition.terms.system
    if number > competition.terms.rounds:
        return Refusal.of(Reason.NO_MORE_ROUNDS, field="rounds", rounds=competition.terms.rounds)
    players = len(competition.competitors)
    if players < FEWEST or (system is System.MATCH and players != _MATCH):
        return Refusal.of(Reason.TOO_FEW_PLAYERS, field="players", players=players)
    for earlier, round_ in enumerate(competition.rounds, start=1):
        for board in round_.boards:
            if board.is_open:
                return Refusal.of(
                    Reason.RESULT_MISSING, field="result", round=earlier, board=board.number
                )
    return None


def _swiss(competition: Competition) -> Round | Refusal:
    try:
        found = round_to_pair(competition.report, competition.next_round)
    except BadEvent:
        return Refusal.of(Reason.TOO_FEW_PLAYERS, field="players", players=0)
    if len(found.entrants) < FEWEST:
        return Refusal.of(Reason.TOO_FEW_PLAYERS, field="players", players=len(found.entrants))
    return found


def _round_robin(competition: Competition) -> tuple[Board, ...] | Refusal:
    """Return the boards of a round robin, of one or more cycles; every second one swaps colours."""
    numbers = [each.number for each in competition.competitors]
    table = berger_rounds(len(numbers))
    if competition.terms.rounds % len(table):
        return Refusal.of(Reason.ROUNDS_DO_NOT_FIT, field="rounds", rounds=len(table))
    cycle, round_ = divmod(competition.next_round - 1, len(table))
    boards = (_with_numbers(board, numbers) for board in table[round_])
    return tuple(_swapped(board) if cycle % 2 else board for board in boards)


def _with_numbers(board: Board, numbers: Sequence[int]) -> Board:
    black = None if board.black is None else numbers[board.black - 1]
    return Board(white=numbers[board.white - 1], black=black)


def _swapped(board: Board) -> Board:
    return board if board.black is None else Board(white=board.black, black=board.white)


def _match(competition: Competition) -> tuple[Board, ...]:
    """Return the board of a match; White alternates."""
    one, other = (each.number for each in competition.competitors)
    board = Board(white=one, black=other)
    is_first = bool(competition.next_round % 2) is (competition.terms.initial is Colour.WHITE)
    return (board if is_first else _swapped(board),)


def _knock_out(competition: Competition) -> tuple[Board, ...] | Refusal:
    """Return the boards of a knock-out round.

    The first seed meets the last one; colours follow from the earlier games.
    """
    numbers = [each.number for each in competition.competitors]
    rounds = (len(numbers) - 1).bit_length()
    if competition.terms.rounds != rounds:
        return Refusal.of(Reason.ROUNDS_DO_NOT_FIT, field="rounds", rounds=rounds)
    left = _still_in(competition, _bracket(numbers, 2**rounds))
    if isinstance(left, Refusal):
        return left
    number = competition.next_round
    there = [
        one if one and number not in competition.by_number[one].absent else None for one in left
    ]
    pairs = tuple(
        Board(white=one or other or 0, black=other if one else None)
        for one, other in zip(there[::2], there[1::2], strict=True)
        if one or other
    )
    if not pairs:
        return Refusal.of(Reason.TOO_FEW_PLAYERS, field="players", players=0)
    return _in_colours(competition, pairs)


def _bracket(numbers: Sequence[int], size: int) -> list[int | None]:
    """Return the players in an order in which neighbours meet; None stands for nobody."""
    seeds = [1]
    while len(seeds) < size:
        full = 2 * len(seeds) + 1
        seeds = [seed for one in seeds for seed in (one, full - one)]
    return [numbers[seed - 1] if seed <= len(numbers) else None for seed in seeds]


def _still_in(competition: Competition, left: list[int | None]) -> list[int | None] | Refusal:
    """Return the players who are left: the winner of each pair of neighbours, round by round.

    None stands for a pair that was not on any board.
    """
    for number, round_ in enumerate(competition.rounds, start=1):
        winners: list[int | None] = []
        for pair in zip(left[::2], left[1::2], strict=True):
            board = next((b for b in round_.boards if set(b.players) & set(pair)), None)
            if board is not None and board.winner is None:
                return Refusal.of(
                    Reason.NOBODY_GOES_ON, field="result", round=number, board=board.number
                )
            winners.append(None if board is None else board.winner)
        left = winners
    return left


def _in_colours(competition: Competition, pairs: tuple[Board, ...]) -> tuple[Board, ...]:
    """Return the pairs with the colours of a Swiss event with these players."""
    left = {number for board in pairs for number in (board.white, board.black)}
    number = competition.next_round
    only = tuple(
        each if each.number in left else replace(each, absent=each.absent | {number})
        for each in competition.competitors
    )
    round_ = round_to_pair(replace(competition, competitors=only).report, number)
    return in_order(coloured(pairs, round_), round_)
