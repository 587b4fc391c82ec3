"""Checks that the players' rounds agree: both report the same game, and no pair plays twice."""

import re
from itertools import groupby
from typing import NoReturn

from voice_chess.event.results import WIN_HALVES, ReportedResult
from voice_chess.event.tournament import BadEvent, Cell, Player, Tournament

_DUTCH = "FIDE_DUTCH"
_CODED_DUTCH = re.compile(r"FIDE_DUTCH(?:_(?P<year>\d{4}))?(?:_BAKU)?")
_PAIRED_BY = "2026"
_SAME_RULES = ("2025", _PAIRED_BY)
"""The year in which these rules were approved, and the year from which they are in force."""


def crosscheck(event: Tournament) -> None:
    """Raise `BadEvent` at the first line that does not agree with the others."""
    for number in range(1, event.columns + 1):
        for player, cell, opponent in event.paired_cells(number):
            _check_opponent(event, number, player, cell, opponent)


def check_before(event: Tournament, number: int) -> None:
    """Raise `BadEvent` unless this round is the next one, or one that has been paired.

    In systems other than the Swiss one two players may meet again; there, nothing is paired here.
    """
    for player in event.players:
        _check_for_repetition(player)
    if number < 1:
        message = f"There is no round {number}: rounds count from 1."
        raise BadEvent(message)
    if event.rounds_told is not None and number > event.rounds_told:
        message = f"There is no round {number}: the last one is round {event.rounds_told}."
        raise BadEvent(message)
    _check_for_results(event, number - 1, f"round {number} can't be paired")
    if event.rounds < number:
        message = (
            f"There is no round {number} yet: the file ends with round {event.columns}, "
            "and no line XXR or 142 tells of more."
        )
        raise BadEvent(message)
    known = event.by_number
    absent = min(event.absent_next - known.keys(), default=None)
    if absent is not None:
        message = f"Line XXZ: there is no player {absent}."
        raise BadEvent(message)
    unknown = min(event.virtual.keys() - known.keys(), default=None)
    if unknown is not None:
        message = f"Virtual points: there is no player {unknown}."
        raise BadEvent(message)


def check_system(event: Tournament) -> None:
    """Raise `BadEvent` if the report names pairing rules that are not known here."""
    if event.system_told and not _CODED_DUTCH.fullmatch(event.system_told):
        message = (
            f"Line 192 names {event.system_told}: only the Dutch system, {_DUTCH}, can be paired."
        )
        raise BadEvent(message)


def earlier_rules(event: Tournament) -> str:
    """Return the year of the report's Dutch rules, or an empty text if they are those used here."""
    found = _CODED_DUTCH.fullmatch(event.system_told)
    year = found["year"] if found else None
    return "" if year is None or year in _SAME_RULES else year


def check_results(event: Tournament, rounds: int) -> None:
    """Raise `BadEvent` unless this many rounds have been played to the end."""
    if rounds < 1:
        message = f"There are no standings after round {rounds}: rounds count from 1."
        raise BadEvent(message)
    _check_for_results(event, rounds, f"there are no standings after round {rounds}")


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


def _check_for_results(event: Tournament, last: int, so: str) -> None:
    for number in range(1, last + 1):
        if not event.tells_of(number):
            message = f"The file tells nothing of games in round {number}, so {so}."
            raise BadEvent(message)
        for player, cell, _ in event.paired_cells(number):
            if cell.result is ReportedResult.PENDING:
                _refuse(player, f"round {number}, result", f"there is none yet, so {so}")


def _check_opponent(
    event: Tournament, number: int, player: Player, cell: Cell, opponent: int
) -> None:
    where = f"round {number}"
    other = event.by_number.get(opponent)
    if other is None:
        _refuse(player, f"{where}, opponent", f"there is no player {opponent}")
    answer = other.cell(number)
    if answer is None or answer.opponent != player.number:
        has = "nobody" if answer is None or answer.opponent is None else f"{answer.opponent}"
        why = (
            f"{player.number} has {other.number}, but {other.number} has {has} (line {other.line})"
        )
        _refuse(player, f"{where}, opponent", why)
    if cell.colour is not None and cell.colour is answer.colour:
        why = f"{player.number} and {other.number} (line {other.line}) have the same one"
        _refuse(player, f"{where}, colour", why)
    is_doubtful = _is_doubtful(event, player) or _is_doubtful(event, other)
    if not _fit(cell.result, answer.result, is_doubtful=is_doubtful):
        why = (
            f"{player.number} has {cell.result.value!r} and {other.number} (line {other.line}) "
            f"has {answer.result.value!r}, which don't fit"
        )
        _refuse(player, f"{where}, result", why)


def _fit(one: ReportedResult, other: ReportedResult, *, is_doubtful: bool) -> bool:
    """Whether two results are possible in one game.

    A game gives one point in all. If an arbiter gave less, both players' points agree with it.
    """
    if ReportedResult.PENDING in {one, other} or one.is_played is not other.is_played:
        return one is other
    given = one.halves + other.halves
    is_forfeit = not one.is_played
    return given == WIN_HALVES or (given < WIN_HALVES and (is_forfeit or not is_doubtful))


def _check_for_repetition(player: Player) -> None:
    """Raise `BadEvent` if the player has met somebody twice (C.04.1, 2).

    A game that nobody played doesn't count.
    """
    played = [
        (cell.opponent, number)
        for number, cell in enumerate(player.cells, start=1)
        if cell is not None and cell.opponent is not None and cell.result.is_played
    ]
    for opponent, games in groupby(sorted(played), key=lambda game: game[0]):
        first, *again = (number for _, number in games)
        if again:
            why = f"{player.number} and {opponent} met in round {first}, and may not meet again"
            _refuse(player, f"round {again[0]}, opponent", why)


def _refuse(player: Player, where: str, why: str) -> NoReturn:
    message = f"Line {player.line}, {where}: {why}."
    raise BadEvent(message)
