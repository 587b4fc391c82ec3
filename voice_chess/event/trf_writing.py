"""Writes a tournament report: of a whole competition, or of what was played before a round.

The columns are those of FIDE Handbook C.04.A, annex 2 (TRF16). Pairing programs read it; the codes
XXR and XXC are those of JaVaFo, which bbpPairings reads as well. TRF26 has codes of its own.
"""

import re
from collections.abc import Iterator, Sequence

from voice_chess.clock.time_control import TimeControl
from voice_chess.event.acceleration import virtual_halves
from voice_chess.event.competition import Competition
from voice_chess.event.entrants import Round
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.event.standings import written_tie_break
from voice_chess.event.tables import table
from voice_chess.event.terms import System
from voice_chess.event.tournament import Cell, Player

_AWAY = Cell(result=ReportedResult.ZERO_BYE)


def report_before(round_: Round) -> str:
    """The report that a program needs to pair this round."""
    return "".join(f"{line}\n" for line in _lines(round_))


def report_of(now: Competition, rounds: int) -> str:
    """So many rounds, as federations take them; a game that is not over has no result yet."""
    lines = (*_head(now), *_pairing_16(now), *_players(now, rounds))
    return "".join(f"{line}\n" for line in lines)


def report_26_of(now: Competition, rounds: int) -> str:
    """The same as TRF26, the format of FIDE since September 2025.

    Its text (handbook.fide.com/files/handbook/TRF26.pdf, approved on 12 May 2025) was read in the
    copies that other programs keep of it, and so were the codes of line 192 (ETT26.pdf there). Of
    these the plain FIDE_DUTCH is written: copies differ in the year behind it.
    """
    lines = (*_head(now), *_pairing_26(now, rounds), *_players(now, rounds))
    return "".join(f"{line}\r\n" for line in lines)


def _head(now: Competition) -> Iterator[str]:
    terms = now.terms
    first, last = (day.replace("-", "/") for day in (terms.first_day, terms.last_day))
    rated = sum(1 for each in now.competitors if each.person.rating)
    yield f"012 {terms.name}"
    yield f"042 {first}"
    yield f"052 {last}"
    yield f"062 {len(now.competitors)}"
    yield f"072 {rated}"
    yield f"092 {_SYSTEMS[terms.system]}"
    yield f"122 {terms.play.time}"


def _pairing_16(now: Competition) -> Iterator[str]:
    """What JaVaFo and bbpPairings want besides."""
    terms = now.terms
    yield f"XXR {terms.rounds}"
    yield f"XXC {'white1' if terms.initial is Colour.WHITE else 'black1'}"
    yield from (f"XXP {one} {other}" for one, other in now.forbidden)


def _pairing_26(now: Competition, played: int) -> Iterator[str]:
    terms = now.terms
    yield f"142 {terms.rounds}"
    yield f"152 {terms.initial.value.upper()}"
    yield "182 voice-chess"
    yield f"192 {_coded_type(now)}"
    yield f"202 {','.join(written_tie_break(code) for code in terms.tie_breaks)}"
    control = TimeControl.parsed(terms.play.time).to_pgn()
    if _CODED_TIME.fullmatch(control):
        yield f"222 {control}"
    yield from _byes_to_come(now, played)
    for pair in now.forbidden:
        together = "".join(f"{each:5}" for each in sorted(pair))
        yield f"260 001 {terms.rounds:03}{together}"


def _coded_type(now: Competition) -> str:
    """Of the table of types of tournaments."""
    terms = now.terms
    if terms.system is System.SWISS:
        return f"FIDE_DUTCH{'_BAKU' if terms.is_baku else ''}"
    if terms.system is System.ROUND_ROBIN:
        # With an odd number of players somebody is free in each round.
        once = max(len(now.competitors) - 1 + len(now.competitors) % 2, 1)
        return f"BERGER_ROUNDROBIN_G{max(terms.rounds // once, 1)}"
    return _CUSTOM[terms.system]


_CUSTOM = {System.MATCH: "CUSTOM_ROUNDROBIN", System.KNOCK_OUT: "CUSTOM_KNOCKOUT"}
_CODED_TIME = re.compile(r"(\d+/)?\d+(\+\d+)?(:(\d+/)?\d+(\+\d+)?)*")
"""Line 222 has no code for a delay."""


def _byes_to_come(now: Competition, played: int) -> Iterator[str]:
    """In the rounds behind those that the players' lines tell of."""
    for round_ in range(played + 1, now.terms.rounds + 1):
        half = [each.number for each in now.competitors if round_ in each.byes - each.absent]
        gone = [each.number for each in now.competitors if round_ in each.absent]
        for sign, numbers in (("H", half), ("Z", gone)):
            if numbers:
                yield f"240 {sign} {round_:03}" + "".join(f"{each:5}" for each in numbers)


def _players(now: Competition, played: int) -> Iterator[str]:
    over = min(played, now.rounds_over)
    places = {row.player.number: row.place for row in table(now, over)}
    for player in now.report.players:
        cells = [player.cell(number) for number in range(1, played + 1)]
        yield _player_line(player, cells, played, places[player.number])


_SYSTEMS = {
    System.SWISS: "Individual: Swiss-System (Dutch)",
    System.ROUND_ROBIN: "Individual: Round-Robin",
    System.MATCH: "Match",
    System.KNOCK_OUT: "Individual: Knock-out",
}


def _lines(round_: Round) -> Iterator[str]:
    event = round_.event
    yield f"012 {event.name or 'Event'}"
    yield f"XXR {event.rounds}"
    yield f"XXC {'white1' if round_.initial is Colour.WHITE else 'black1'}"
    for pairs in event.forbidden:
        if pairs.holds(round_.number):
            yield f"XXP {' '.join(map(str, sorted(pairs.numbers)))}"
    for player in event.players:
        virtual = [virtual_halves(event, player.number, n) for n in range(1, round_.number + 1)]
        if any(virtual):
            told = " ".join(f"{_points(halves):>4}" for halves in virtual)
            yield f"XXA {player.number:4} {told}"
    present = {entrant.number for entrant in round_.entrants}
    places = _places(round_)
    for player in event.players:
        cells = [player.cell(number) for number in range(1, round_.number)]
        if player.number not in present:
            cells.append(_absence(player, round_.number))
        yield _player_line(player, cells, round_.number - 1, places[player.number])


def _player_line(player: Player, cells: Sequence[Cell | None], rounds: int, place: int) -> str:
    """With the points of so many rounds, and whatever cells there are."""
    points = _points(player.halves_before(rounds + 1))
    head = f"001 {player.number:4} {'':4} {player.name[:33]:33} {player.rating or '':>4}"
    return f"{head:80}{points:>4} {place:4}" + "".join(map(_written, cells))


def _points(halves: int) -> str:
    return f"{halves // 2}.{5 * (halves % 2)}"


def _places(round_: Round) -> dict[int, int]:
    """The rank of each player by points, then by starting number."""
    ranked = sorted(
        round_.event.players,
        key=lambda player: (-player.halves_before(round_.number), player.number),
    )
    return {player.number: place for place, player in enumerate(ranked, start=1)}


def _absence(player: Player, number: int) -> Cell:
    """The bye they asked for; nothing written means none."""
    cell = player.cell(number)
    return cell if cell is not None and cell.result.is_bye else _AWAY


def _written(cell: Cell | None) -> str:
    cell = cell or _AWAY
    opponent = "0000" if cell.opponent is None else f"{cell.opponent:4}"
    colour = "-" if cell.colour is None else cell.colour.value
    return f"  {opponent} {colour} {cell.result.value}"
