"""Every pair and every colour is that of gacrux, whose author writes FIDE's own checker."""

import pytest

from tests.event.whole_events import WholeEvent, rounds_of
from voice_chess.event.acceleration import virtual_halves
from voice_chess.event.boards import coloured, violations
from voice_chess.event.dutch_system import DutchPairer
from voice_chess.event.entrants import Round
from voice_chess.event.trf_lines import points
from voice_chess.event.trf_writing import report_before

pytest.importorskip("gacrux", reason="gacrux is not installed")
from gacrux.gacruxexeptions import GacruxNoLegalPairing
from gacrux.pairingdutch import pairing_dutch
from gacrux.trf2json import trf2json

_POINTS = slice(80, 84)


def report(round_: Round) -> str:
    """In the codes that it reads; points are told with those of the byes of this round."""
    event = round_.event
    lines = [
        *(f"152 {round_.initial.value.upper()}", f"142 {event.rounds}", "192 FIDE_DUTCH"),
        "162  W 1.0    D 0.5    L 0.0    P 1.0    A 0.0",
        *(
            _with_byes(line, round_)
            for line in report_before(round_).splitlines()
            if line[0] == "0"
        ),
    ]
    for pairs in event.forbidden:
        together = "".join(f" {number:4}" for number in sorted(pairs.numbers))
        lines.append(f"260   1 {event.rounds:3}{together}")
    for player in event.players:
        for number in range(1, round_.number + 1):
            halves = virtual_halves(event, player.number, number)
            if halves:
                who = f"{player.number:4} {player.number:4}"
                lines.append(f"250      {points(halves):>4} {number:3} {number:3} {who}")
    return "\n".join(lines) + "\n"


def _with_byes(line: str, round_: Round) -> str:
    if not line.startswith("001"):
        return line
    player = round_.event.by_number[int(line[4:8])]
    cell = player.cell(round_.number)
    halves = player.halves_before(round_.number)
    if cell is not None and cell.result.is_bye:
        halves += cell.result.halves
    return f"{line[: _POINTS.start]}{points(halves):>4}{line[_POINTS.stop :]}"


def paired_by_gacrux(round_: Round) -> set[tuple[int, int]] | None:
    """White and Black, 0 for a bye; None where it finds nothing that is allowed."""
    reader = trf2json()
    reader.parse_file(report(round_), 0)
    asked = {"experimental": [], "verbose": 0, "top_color": round_.initial.value}
    engine = pairing_dutch(reader.get_tournament(1), round_.number, asked)
    try:
        brackets = engine.compute_pairing(checkonly=False, reportlevel=0)
    except GacruxNoLegalPairing:
        return None
    return {(pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"]}


@pytest.mark.parametrize(
    ("most", "apart", "is_baku"), [(13, 0, False), (12, 5, False), (13, 0, True), (40, 8, True)]
)
def test_every_round_is_paired_as_by_gacrux(most: int, apart: int, is_baku: bool) -> None:
    for seed in range(700, 712 if most < 40 else 703):
        event = WholeEvent(seed, most, kept_apart=apart, is_baku=is_baku)
        for round_, boards in rounds_of(event, DutchPairer()):
            is_allowed = next(violations(boards, round_), None) is None
            ours = {(board.white, board.black or 0) for board in coloured(boards, round_)}

            assert paired_by_gacrux(round_) == (ours if is_allowed else None), seed


@pytest.mark.parametrize(("apart", "is_baku"), [(0, False), (5, False), (0, True)])
def test_players_who_had_the_same_colour_too_often_are_paired_as_by_gacrux(
    apart: int, is_baku: bool
) -> None:
    """The higher ranked player always has White here."""
    for seed in range(720, 726):
        event = WholeEvent(seed, 14, kept_apart=apart, is_baku=is_baku)
        for round_, boards in rounds_of(event, DutchPairer(), are_colours_allotted=False):
            is_allowed = next(violations(boards, round_), None) is None
            ours = {frozenset({board.white, board.black or 0}) for board in boards}
            found = paired_by_gacrux(round_)
            theirs = None if found is None else {frozenset(pair) for pair in found}

            assert theirs == (ours if is_allowed else None), seed
