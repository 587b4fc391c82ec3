"""Makes tournament reports from short rows: a row holds a player's cells, round by round."""

from collections.abc import Sequence

from voice_chess.event.crosscheck import crosscheck
from voice_chess.event.tournament import Tournament
from voice_chess.event.trf import read_trf

_HALVES = {"1": 2, "=": 1, "+": 2, "U": 2, "F": 2, "H": 1, "W": 2, "D": 1}


def line(number: int, *cells: str) -> str:
    """Return a player's line. `3w1`: a win with White against 3; `H`: half-point bye; "": none."""
    halves = sum(_HALVES.get(cell[-1:], 0) for cell in cells)
    head = f"001 {number:4}      {f'Player {number}':33} {2_000 - number:4}"
    written = "".join(f"  {_written(cell)}" for cell in cells)
    return f"{head:80}{halves / 2:4.1f} {number:4}{written}".rstrip()


def _written(cell: str) -> str:
    if not cell:
        return " " * 8
    if len(cell) == 1:
        return f"0000 - {cell}"
    return f"{cell[:-2]:>4} {cell[-2]} {cell[-1]}"


def report(rows: Sequence[Sequence[str]], *more: str) -> str:
    """Return a report: other lines, then the players in the order of their starting numbers."""
    lines = [*more, *(line(number, *row) for number, row in enumerate(rows, start=1))]
    return "".join(f"{each}\n" for each in lines)


def event(rows: Sequence[Sequence[str]], *more: str) -> Tournament:
    """Return the tournament of a report, which must be consistent."""
    read = read_trf(report(rows, *more))
    crosscheck(read)
    return read


FOUR: tuple[tuple[str, ...], ...] = (("3w1", "2b="), ("4b1", "1w="), ("1b0", "4w1"), ("2w0", "3b0"))
"""Two rounds of four players."""
