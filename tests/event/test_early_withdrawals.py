"""Who withdraws from a round robin before half of their games were played counts for nobody.

FIDE Handbook, General Regulations for Competitions, 6.6.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.event.organised import Organised, organised
from voice_chess.cli.command_line import main
from voice_chess.event.commands import ChangeTerms, ReadmitPlayer, RuleResult, WithdrawPlayer
from voice_chess.event.competition import BoardResult
from voice_chess.event.standings import standings
from voice_chess.event.tables import TableRow, table
from voice_chess.event.terms import System
from voice_chess.event.trf import read_trf
from voice_chess.event.trf_writing import report_26_of, report_of

DRAW, WHITE_WINS = BoardResult.DRAW, BoardResult.WHITE_WINS


def robin(players: int, played: int, *, gone: int = 4, cycles: int = 1) -> Organised:
    """Return a round robin of draws, but `gone` loses, and withdraws after this many rounds.

    The remaining rounds are paired and drawn, too.
    """
    rounds = cycles * (players - 1 + players % 2)
    event = organised(players, System.ROUND_ROBIN, rounds=rounds)
    for number in range(1, rounds + 1):
        if number == played + 1:
            event.done(WithdrawPlayer(at_ms=1, player=gone))
        event.play_round(DRAW)
        for board in event.now.rounds[-1].boards:
            if gone in board.players and board.is_played:
                lost = BoardResult.BLACK_WINS if board.white == gone else WHITE_WINS
                event.rule(board.number, lost)
    if played == rounds:
        event.done(WithdrawPlayer(at_ms=1, player=gone))
    return event


def rows(event: Organised) -> dict[int, TableRow]:
    return {row.number: row for row in table(event.now, event.now.rounds_over)}


def points(event: Organised) -> dict[int, str]:
    return {number: row.points for number, row in rows(event).items()}


@pytest.mark.parametrize(
    ("players", "cycles", "played", "counts"),
    [
        (6, 1, 2, False),
        (6, 1, 3, True),
        (5, 1, 1, False),
        (5, 2, 5, True),
        (5, 2, 4, False),
        (7, 1, 7, True),
    ],
    ids=["2 of 5", "3 of 5", "1 of 4", "4 of 8, free once", "3 of 8, free once", "all"],
)
def test_games_count_from_half_of_the_own_games_on(
    players: int, cycles: int, played: int, *, counts: bool
) -> None:
    event = robin(players, played, gone=4 if players % 2 == 0 else 1, cycles=cycles)

    assert bool(event.now.uncounted) is not counts


def test_who_beat_or_missed_a_player_who_withdrew_early_has_no_point_for_it() -> None:
    event = robin(6, 2)

    left = {number: told for number, told in points(event).items() if number != 4}

    assert set(left.values()) == {"2"}, "four draws among the five who stayed"


def test_who_withdrew_early_comes_last_without_a_place_and_keeps_the_games_in_the_crosstable() -> (
    None
):
    event = robin(6, 2)

    *placed, last = table(event.now, event.now.rounds_over)

    assert all(row.place for row in placed)
    assert (last.number, last.place, last.points, set(last.values)) == (4, None, "0", {""})
    signs = [cell.result.value for cell in last.cells if cell]
    assert signs == ["0", "0", "-", "-", "-"]
    met = [cell for row in placed for cell in row.cells if cell and cell.opponent == 4]
    assert sorted(cell.result.value for cell in met) == ["+", "+", "+", "1", "1"]


def test_a_tie_break_counts_no_game_with_who_withdrew_early() -> None:
    """Sonneborn-Berger would add the points of whoever withdrew, and wins against them count."""
    event = robin(6, 2)

    won = {row.values[3] for number, row in rows(event).items() if number != 4}

    assert won == {"0"}


def test_where_the_terms_want_it_all_games_count() -> None:
    event = robin(6, 2)
    before = points(event)

    event.done(ChangeTerms(at_ms=2, terms=replace(event.now.terms, are_all_games_counted=True)))

    assert not event.now.uncounted
    assert {number: told for number, told in points(event).items() if number != 4} == dict.fromkeys(
        (1, 2, 3, 5, 6), "3"
    )
    assert before != points(event)


def test_who_comes_back_counts_again() -> None:
    event = organised(6, System.ROUND_ROBIN, rounds=5)
    event.play_round(DRAW)
    event.done(WithdrawPlayer(at_ms=1, player=4))
    assert event.now.uncounted == {4}

    event.done(ReadmitPlayer(at_ms=1, player=4))

    assert not event.now.uncounted


def test_a_win_without_a_game_is_no_game_of_those_that_were_played() -> None:
    event = robin(6, 3)
    assert not event.now.uncounted
    round_ = event.now.rounds[2]
    board = next(each for each in round_.boards if 4 in each.players)
    won = BoardResult.WHITE_BY_FORFEIT if board.white == 4 else BoardResult.BLACK_BY_FORFEIT

    event.done(RuleResult(at_ms=2, round=3, board=board.number, result=won, reason="no show"))

    assert event.now.uncounted == {4}


@pytest.mark.parametrize(
    ("system", "players", "rounds"), [(System.SWISS, 6, 5), (System.MATCH, 2, 5)]
)
def test_in_another_system_all_games_count_however_early_somebody_withdraws(
    system: System, players: int, rounds: int
) -> None:
    event = organised(players, system, rounds=rounds)
    event.play_round()

    event.done(WithdrawPlayer(at_ms=1, player=1))

    assert not event.now.uncounted


def test_a_report_keeps_all_games_and_points_and_tells_who_does_not_count() -> None:
    event = robin(6, 2)

    written = {of: each(event.now, 5) for of, each in ((16, report_of), (26, report_26_of))}

    for told in written.values():
        read = read_trf(told)
        gone = read.by_number[4]
        assert [cell.result.value for cell in gone.cells if cell] == ["0", "0", "-", "-", "-"]
        assert {player.told_halves for player in read.players if player.number != 4} == {6}
        assert (gone.told_halves, gone.told_rank) == (0, 6)
    (comment,) = (line for line in written[26].splitlines() if line.startswith("###"))
    assert "in the standings: 4." in comment


def standings_written(report: Path, capsys: pytest.CaptureFixture[str], *more: str) -> list[str]:
    """Return the places, with the numbers, that `event standings` writes of a report."""
    assert main(["event", "standings", str(report), *more]) == 0
    _, *rows = capsys.readouterr().out.splitlines()
    return [" ".join(row.split()[:2]) for row in rows]


def test_the_command_leaves_out_whom_our_own_report_tells_and_names_them_for_the_older_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    event = robin(6, 2)
    newer, older = tmp_path / "newer.trf", tmp_path / "older.trf"
    newer.write_text(report_26_of(event.now, 5))
    expected = [f"{row.place or '-'} {row.number}" for row in table(event.now, 5)]

    assert main(["event", "convert", "--trf", "16", str(newer)]) == 0
    converted = capsys.readouterr()
    older.write_text(converted.out)

    assert "--without 4" in converted.err
    assert standings_written(newer, capsys) == expected
    assert standings_written(older, capsys) != expected
    assert standings_written(older, capsys, "--without", "4") == expected


def test_where_all_games_count_nobody_is_named_for_the_older_format(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "report.trf"
    path.write_text(report_26_of(robin(6, 3).now, 5))

    assert main(["event", "convert", "--trf", "16", str(path)]) == 0
    assert "--without" not in capsys.readouterr().err


def test_the_standings_of_that_report_are_those_of_the_event_once_the_player_is_left_out() -> None:
    event = robin(6, 2)
    read = read_trf(report_26_of(event.now, 5))

    left_out = standings(read, 5, uncounted={4})

    assert [(each.place, each.player.number) for each in left_out] == [
        (row.place, row.number) for row in table(event.now, 5)
    ]
