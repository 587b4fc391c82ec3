"""Checks that the players' rounds agree: both report the same game, and whether pairs met twice."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import NoReturn

from voice_chess.event.report_faults import BadEvent, Fault, FaultInReport, ReportPlace
from voice_chess.event.results import WIN_HALVES, ReportedResult
from voice_chess.event.tournament import Cell, Player, Tournament

_DUTCH = "FIDE_DUTCH"
_CODED_DUTCH = re.compile(r"FIDE_DUTCH(?:_(?P<year>\d{4}))?(?:_BAKU)?")
_PAIRED_BY = "2026"
_SAME_RULES = ("2025", _PAIRED_BY)
"""The year in which these rules were approved, and the year from which they are in force."""
_TO_PAIR = (Fault.NO_GAMES_TO_PAIR, Fault.PENDING_TO_PAIR)
_TO_COUNT = (Fault.NO_GAMES_TO_COUNT, Fault.PENDING_TO_COUNT)


def crosscheck(event: Tournament) -> None:
    """Raise `BadEvent` at the first line that does not agree with the others."""
    for number in range(1, event.columns + 1):
        for player, cell, opponent in event.paired_cells(number):
            _check_opponent(event, number, player, cell, opponent)


def check_before(event: Tournament, number: int) -> None:
    """Raise `BadEvent` unless this round is the next one, or one that has been paired."""
    if number < 1:
        raise BadEvent.of(Fault.ROUNDS_FROM_ONE, round=number)
    if event.rounds_told is not None and number > event.rounds_told:
        raise BadEvent.of(Fault.ROUNDS_END, round=number, last=event.rounds_told)
    _check_for_results(event, number - 1, _TO_PAIR, number)
    if event.rounds < number:
        raise BadEvent.of(Fault.NO_ROUND_YET, round=number, last=event.columns)
    unknown = min(event.virtual.keys() - event.by_number.keys(), default=None)
    if unknown is not None:
        raise BadEvent.of(Fault.NO_VIRTUAL_PLAYER, player=unknown)


def check_system(event: Tournament) -> None:
    """Raise `BadEvent` if the report names pairing rules that are not known here."""
    if event.system_told and not _CODED_DUTCH.fullmatch(event.system_told):
        raise BadEvent.of(Fault.SYSTEM_UNKNOWN, value=event.system_told, known=_DUTCH)


def earlier_rules(event: Tournament) -> FaultInReport | None:
    """Return what to notice if the report names Dutch rules of other years than those used here."""
    found = _CODED_DUTCH.fullmatch(event.system_told)
    year = found["year"] if found else None
    if year is None or year in _SAME_RULES:
        return None
    return FaultInReport.of(Fault.RULES_EARLIER, year=year, now=_PAIRED_BY)


def met_twice(event: Tournament, number: int) -> Iterator[FaultInReport]:
    """Yield what to notice if two players have met more than once before this round (C.04.1, 2).

    A game that nobody played doesn't count, until an arbiter corrects it: by then the two may have
    been paired again. So it can be true, and the round can be paired all the same.
    """
    return (fault for player in event.players for fault in _met_twice(player, number - 1))


def check_results(event: Tournament, rounds: int) -> None:
    """Raise `BadEvent` unless this many rounds have been played to the end."""
    if rounds < 1:
        raise BadEvent.of(Fault.ROUNDS_FROM_ONE, round=rounds)
    _check_for_results(event, rounds, _TO_COUNT, rounds)


def last_round_over(event: Tournament) -> int:
    """Return the number of rounds that have been played to the end."""
    for number in range(1, event.columns + 1):
        cells = [cell for _, cell, _ in event.paired_cells(number)]
        if not event.tells_of(number) or any(
            cell.result is ReportedResult.PENDING for cell in cells
        ):
            return number - 1
    return event.columns


def doubtful_points(event: Tournament) -> tuple[Player, ...]:
    """Return players whose points are not the sum of their first rounds, however many are counted.

    That may be a slip.
    """
    return tuple(player for player in event.players if _is_doubtful(event, player))


def _is_doubtful(event: Tournament, player: Player) -> bool:
    sums = {player.halves_before(number) for number in range(1, event.columns + 2)}
    return player.told_halves not in sums


def _check_for_results(
    event: Tournament, rounds: int, faults: tuple[Fault, Fault], wanted: int
) -> None:
    """Raise one of these faults, which name the round that is wanted, unless these rounds are over.

    The first is for a round without games, the second for a game without a result.
    """
    untold, pending = faults
    for number in range(1, rounds + 1):
        if not event.tells_of(number):
            raise BadEvent.of(untold, round=number, last=wanted)
        for player, cell, _ in event.paired_cells(number):
            if cell.result is ReportedResult.PENDING:
                _refuse(player.line, ReportPlace(name="result", of=number), pending, last=wanted)


def _check_opponent(
    event: Tournament, number: int, player: Player, cell: Cell, opponent: int
) -> None:
    at_opponent = ReportPlace(name="opponent", of=number)
    other = event.by_number.get(opponent)
    if other is None:
        _refuse(player.line, at_opponent, Fault.NO_PLAYER, player=opponent)
    both = {"player": player.number, "opponent": other.number, "there": other.line}
    answer = other.cell(number)
    if answer is None or answer.opponent != player.number:
        if answer is None or answer.opponent is None:
            _refuse(player.line, at_opponent, Fault.OPPONENT_HAS_NOBODY, **both)
        _refuse(player.line, at_opponent, Fault.OPPONENTS_DIFFER, **both, other=answer.opponent)
    if cell.colour is not None and cell.colour is answer.colour:
        _refuse(player.line, ReportPlace(name="colour", of=number), Fault.SAME_COLOUR, **both)
    is_doubtful = _is_doubtful(event, player) or _is_doubtful(event, other)
    if not _fit(cell.result, answer.result, is_doubtful=is_doubtful):
        signs = {"value": cell.result.value, "other": answer.result.value}
        _refuse(
            player.line,
            ReportPlace(name="result", of=number),
            Fault.RESULTS_DIFFER,
            **both,
            **signs,
        )


def _fit(one: ReportedResult, other: ReportedResult, *, is_doubtful: bool) -> bool:
    """Whether two results are possible in one game.

    A game gives one point in all. If an arbiter gave less, both players' points agree with it.
    """
    if ReportedResult.PENDING in {one, other} or one.is_played is not other.is_played:
        return one is other
    given = one.halves + other.halves
    is_forfeit = not one.is_played
    return given == WIN_HALVES or (given < WIN_HALVES and (is_forfeit or not is_doubtful))


def _met_twice(player: Player, rounds: int) -> Iterator[FaultInReport]:
    """Yield each game with an opponent whom the player had met before, once for both of them."""
    played = [
        (cell.opponent, number)
        for number, cell in enumerate(player.cells[:rounds], start=1)
        if cell is not None and cell.opponent is not None and cell.result.is_played
    ]
    for opponent, games in groupby(sorted(played), key=lambda game: game[0]):
        first, *again = (number for _, number in games)
        if again and player.number < opponent:
            place = ReportPlace(name="opponent", of=again[0])
            gaps = {"player": player.number, "opponent": opponent, "round": first}
            yield FaultInReport.of(Fault.MET_BEFORE, player.line, place, **gaps)


def _refuse(line: int, place: ReportPlace, fault: Fault, **gaps: str | int) -> NoReturn:
    raise BadEvent.of(fault, line, place, **gaps)
