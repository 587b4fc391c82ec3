"""Tournaments that bbpPairings has paired, beside what is found here, board by board."""

from collections.abc import Iterator
from pathlib import Path

from voice_chess.event.boards import Board
from voice_chess.event.crosscheck import check_before, crosscheck
from voice_chess.event.dutch_system import DutchPairer
from voice_chess.event.entrants import round_to_pair
from voice_chess.event.letters import decoded
from voice_chess.event.pairing import paired
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.event.tournament import Tournament
from voice_chess.event.trf import read_trf

VECTORS = Path(__file__).resolve().parents[3] / "shared" / "pairing_vectors"
ABSENT = f"NOT CHECKED against bbpPairings: its tournaments are not at {VECTORS}"
QUICK_SIZE = 16
"""This many players are paired in a moment."""


def vectors() -> list[Path]:
    return sorted(VECTORS.glob("*.trf"))


def size_of(path: Path) -> int:
    """How many players; the name of a file tells it, as in `swiss_02_9x5.trf`."""
    return int(path.stem.rsplit("_", 1)[1].partition("x")[0])


def differences(path: Path) -> list[tuple[int, list[Board], list[Board]]]:
    """The rounds paired otherwise: what only the file has, and what is only found here."""
    event = read_trf(decoded(path.read_bytes()))
    crosscheck(event)
    return [
        (number, sorted(theirs - ours, key=str), sorted(ours - theirs, key=str))
        for number, theirs, ours in _rounds(event)
        if theirs != ours
    ]


def _rounds(event: Tournament) -> Iterator[tuple[int, set[Board], set[Board]]]:
    for number in range(1, event.columns + 1):
        check_before(event, number)
        ours = set(paired(round_to_pair(event, number), DutchPairer()))
        yield number, told(event, number), ours


def told(event: Tournament, number: int) -> set[Board]:
    """The boards that stand in the file."""
    games = {
        Board(white=player.number, black=opponent)
        for player, cell, opponent in event.paired_cells(number)
        if cell.colour is Colour.WHITE
    }
    cells = ((player.number, player.cell(number)) for player in event.players)
    byes = {
        Board(white=player, black=None)
        for player, cell in cells
        if cell is not None and cell.result is ReportedResult.ALLOCATED_BYE
    }
    return games | byes
