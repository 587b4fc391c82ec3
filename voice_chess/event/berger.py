"""Pairs a round robin: everybody meets everybody, in the order of the Berger tables.

FIDE Handbook C.05, annex 1. With an odd number of players, the opponent of the last number is free.
"""

from voice_chess.event.boards import Board


def berger_rounds(players: int) -> tuple[tuple[Board, ...], ...]:
    """Return the boards of each round.

    On a board without Black the player is free; that board comes last.
    """
    last = players + players % 2
    return tuple(_round(number, last, is_odd=players < last) for number in range(1, last))


def _round(number: int, last: int, *, is_odd: bool) -> tuple[Board, ...]:
    """Return the boards of one round.

    The last number keeps its seat, and all others move on by half of them from round to round.
    """
    circle, half = last - 1, last // 2
    fixed = (number - 1) * half % circle + 1
    others = tuple(
        Board(white=(fixed - 1 + step) % circle + 1, black=(fixed - 1 - step) % circle + 1)
        for step in range(1, half)
    )
    if is_odd:
        return (*others, Board(white=fixed, black=None))
    white, black = (fixed, last) if number % 2 else (last, fixed)
    return (Board(white=white, black=black), *others)
