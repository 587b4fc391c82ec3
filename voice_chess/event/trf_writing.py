"""Writes a tournament report of a whole competition, or of what was played before a round."""

import re
from collections.abc import Iterator
from dataclasses import replace

from voice_chess.clock.time_control import TimeControl
from voice_chess.event.acceleration import virtual_halves
from voice_chess.event.competition import Competition, away
from voice_chess.event.entrants import Round
from voice_chess.event.results import Colour
from voice_chess.event.tables import table
from voice_chess.event.terms import System
from voice_chess.event.tournament import AWAY, Cell, Fact, Player, Tournament
from voice_chess.event.trf import COMMENT
from voice_chess.event.trf_lines import player_line, points, uncounted_line, written_16, written_26


def report_before(round_: Round) -> str:
    """Return the report that a program needs to pair this round."""
    return "".join(f"{line}\n" for line in _lines(round_))


def report_of(now: Competition, rounds: int) -> str:
    """Return a federation's report of this many rounds; a game that is not over has no result.

    Of the round after them it tells who is away, as programs need to know that are to pair it;
    they read nothing of later rounds.
    """
    return written_16(_with_byes_to_come(now, _reported(now, rounds), rounds + 1))


def report_26_of(now: Competition, rounds: int) -> str:
    """Return the same report as TRF26, the format of FIDE since September 2025.

    Its text (handbook.fide.com/files/handbook/TRF26.pdf, approved on 12 May 2025) was read in the
    copies that other programs keep of it, and so were the codes of line 192 (ETT26.pdf there). Of
    these the plain FIDE_DUTCH is written, since copies differ in the year after it.
    """
    return written_26(_with_byes_to_come(now, _reported(now, rounds), now.terms.rounds))


def without_births(now: Competition) -> Competition:
    """Return the competition without birthdays, for a report that everybody may have."""
    return replace(
        now,
        competitors=tuple(
            replace(
                each,
                person=replace(each.person, identity=replace(each.person.identity, birth="")),
            )
            for each in now.competitors
        ),
    )


def _reported(now: Competition, rounds: int) -> Tournament:
    """Return the tournament for a report.

    It has this many rounds with their points, and all that is known of the event.
    """
    report = now.report
    rows = table(now, min(rounds, now.rounds_over))
    # Whoever has no place comes last; other programs expect one in each line.
    places = {row.number: row.place or last for last, row in enumerate(rows, start=1)}
    return replace(
        report,
        players=tuple(
            replace(
                player,
                cells=tuple(player.cell(number) or AWAY for number in range(1, rounds + 1)),
                told_halves=player.halves_before(rounds + 1),
                told_rank=places[player.number],
            )
            for player in report.players
        ),
        system_told=_coded_type(now),
        tie_breaks_told=now.tie_breaks,
        facts=tuple(
            Fact(code=code, text=f" {text}")
            for code, text in (*_told(now), *_uncounted(now))
            if text
        ),
    )


def _with_byes_to_come(now: Competition, report: Tournament, last: int) -> Tournament:
    """Return the report with the byes in the rounds after those played, until the round `last`."""
    players = (
        replace(player, cells=(*player.cells, *_to_come(now, player, last)))
        for player in report.players
    )
    return replace(report, players=tuple(players))


def _to_come(now: Competition, player: Player, last: int) -> Iterator[Cell | None]:
    """Yield the rounds to come; where the absent are paired, these will be forfeits, not byes."""
    if now.terms.system.pairs_absent:
        return
    who = now.by_number[player.number]
    for round_ in range(len(player.cells) + 1, min(last, now.terms.rounds) + 1):
        yield away(who, round_) if round_ in who.away else None


def _told(now: Competition) -> Iterator[tuple[str, str]]:
    """Yield the lines that no pairing needs, by code."""
    terms, official = now.terms, now.terms.official
    yield "022", official.city
    yield "032", official.federation
    yield "042", _day(terms.first_day)
    yield "052", _day(terms.last_day)
    yield "062", str(len(now.competitors))
    yield "072", str(sum(1 for each in now.competitors if each.person.rating))
    yield "092", _SYSTEMS[terms.system]
    yield "102", official.chief_arbiter
    yield from (("112", name) for name in official.deputies)
    yield "122", terms.play.time
    if any(official.round_days):
        days = "".join(f"{_day(day)[_OF_CENTURY:]:10}" for day in official.round_days)
        yield "132", f"{'':{_BEFORE_ROUNDS}}{days}".rstrip()
    yield "182", "voice-chess"
    control = TimeControl.parsed(terms.play.time).to_pgn()
    if _CODED_TIME.fullmatch(control):
        yield "222", control


def _uncounted(now: Competition) -> Iterator[tuple[str, str]]:
    """Yield a comment that tells readers why the places do not follow from the points."""
    if now.uncounted:
        yield COMMENT, uncounted_line(now.uncounted)


def _day(iso: str) -> str:
    return iso.replace("-", "/")


_OF_CENTURY, _BEFORE_ROUNDS = 2, 87
"""Line 132 has YY/MM/DD from column 92 on."""


def _coded_type(now: Competition) -> str:
    """Return the code of the type of tournament for line 192."""
    terms = now.terms
    if terms.system is System.SWISS:
        return f"FIDE_DUTCH{'_BAKU' if terms.is_baku else ''}"
    if terms.system is System.ROUND_ROBIN:
        # With an odd number of players one is free in each round.
        once = max(len(now.competitors) - 1 + len(now.competitors) % 2, 1)
        return f"BERGER_ROUNDROBIN_G{max(terms.rounds // once, 1)}"
    return _CUSTOM[terms.system]


_CUSTOM = {System.MATCH: "CUSTOM_ROUNDROBIN", System.KNOCK_OUT: "CUSTOM_KNOCKOUT"}
_CODED_TIME = re.compile(r"(\d+/)?\d+(\+\d+)?(:(\d+/)?\d+(\+\d+)?)*")
"""Line 222 has no code for a delay."""


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
            told = " ".join(f"{points(halves):>4}" for halves in virtual)
            yield f"XXA {player.number:4} {told}"
    present = {entrant.number for entrant in round_.entrants}
    places = _places(round_)
    for player in event.players:
        cells = [player.cell(number) for number in range(1, round_.number)]
        if player.number not in present:
            cells.append(_absence(player, round_.number))
        before = replace(player, told_halves=player.halves_before(round_.number))
        yield player_line(before, [cell or AWAY for cell in cells], places[player.number])


def _places(round_: Round) -> dict[int, int]:
    """Return the rank of each player by points, then by starting number."""
    ranked = sorted(
        round_.event.players,
        key=lambda player: (-player.halves_before(round_.number), player.number),
    )
    return {player.number: place for place, player in enumerate(ranked, start=1)}


def _absence(player: Player, number: int) -> Cell:
    """Return the bye that a player requested; an empty cell means none."""
    cell = player.cell(number)
    return cell if cell is not None and cell.result.is_bye else AWAY
