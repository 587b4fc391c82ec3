"""Writes a tournament report: of a whole competition, or of what was played before a round.

The columns are those of FIDE Handbook C.04.A, annex 2 (TRF16). Pairing programs read it; the codes
XXR and XXC are those of JaVaFo, which bbpPairings reads as well.
"""

from collections.abc import Iterator, Sequence

from voice_chess.event.acceleration import virtual_halves
from voice_chess.event.competition import Competition
from voice_chess.event.entrants import Round
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.event.tables import table
from voice_chess.event.terms import System
from voice_chess.event.tournament import Cell, Player

_AWAY = Cell(result=ReportedResult.ZERO_BYE)


def report_before(round_: Round) -> str:
    """The report that a program needs to pair this round."""
    return "".join(f"{line}\n" for line in _lines(round_))


def report_of(now: Competition, rounds: int) -> str:
    """So many rounds, as federations take them; a game that is not over has no result yet."""
    return "".join(f"{line}\n" for line in _lines_of_report(now, rounds))


def _lines_of_report(now: Competition, played: int) -> Iterator[str]:
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
    yield f"XXR {terms.rounds}"
    yield f"XXC {'white1' if terms.initial is Colour.WHITE else 'black1'}"
    yield from (f"XXP {one} {other}" for one, other in now.forbidden)
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
