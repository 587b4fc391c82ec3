"""Random events of every system: whatever happens, seats, sums and reports are right."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest

from tests.event.events_by_chance import EventByChance
from tests.thoroughness import enough
from voice_chess.event.commands import UndoLast
from voice_chess.event.competition import BoardResult, Competition
from voice_chess.event.crosscheck import crosscheck
from voice_chess.event.decide import decide
from voice_chess.event.evolve import History, evolve, replayed
from voice_chess.event.standings import Standing, standings
from voice_chess.event.tables import table
from voice_chess.event.terms import System
from voice_chess.event.tournament import Tournament
from voice_chess.event.trf import read_trf
from voice_chess.event.trf_lines import written_16, written_26
from voice_chess.event.trf_writing import report_26_of, report_of

EVERY_SYSTEM = pytest.mark.parametrize("system", System)
SEEDS = pytest.mark.parametrize("seed", range(enough(3)))
HALVES: Mapping[BoardResult, tuple[int, int]] = {
    BoardResult.WHITE_WINS: (2, 0),
    BoardResult.BLACK_WINS: (0, 2),
    BoardResult.DRAW: (1, 1),
    BoardResult.BOTH_LOSE: (0, 0),
    BoardResult.WHITE_BY_FORFEIT: (2, 0),
    BoardResult.BLACK_BY_FORFEIT: (0, 2),
    BoardResult.BOTH_FORFEIT: (0, 0),
}


@EVERY_SYSTEM
@SEEDS
def test_a_round_seats_everybody_who_is_there_once(seed: int, system: System) -> None:
    for before, event in EventByChance(seed, system).steps():
        now = event.now
        if before is None or len(now.rounds) <= len(before.competition.rounds):
            continue
        number, (*earlier, current) = len(now.rounds), now.rounds
        seated = Counter(player for board in current.boards for player in board.players)
        assert set(seated.values()) == {1}
        assert [board.number for board in current.boards] == [*range(1, len(current.boards) + 1)]
        if system.pairs_absent:
            assert set(seated) == set(now.by_number)
        if system is System.SWISS:
            assert set(seated) == {c.number for c in now.competitors if number not in c.away}
            played = {b.players for r in earlier for b in r.boards if b.is_played or not b.black}
            assert not {frozenset(b.players) for b in current.boards} & set(map(frozenset, played))
            forbidden = set(map(frozenset, now.forbidden))
            assert not {frozenset(board.players) for board in current.boards} & forbidden


def halves_by_hand(now: Competition, rounds: int) -> Counter[int]:
    """The points of all players after this many rounds, in half-points, from the boards."""
    sums: Counter[int] = Counter(dict.fromkeys(now.by_number, 0))
    for number, round_ in enumerate(now.rounds[:rounds], start=1):
        sums.update(
            each.number
            for each in now.competitors
            if number in each.byes - each.absent and round_.board_of(each.number) is None
        )
        for board in round_.boards:
            if board.black is None:
                sums[board.white] += 0 if now.terms.system is System.ROUND_ROBIN else 2
            elif board.result is not None:
                white, black = HALVES[board.result]
                sums[board.white] += white
                sums[board.black] += black
    return sums


@EVERY_SYSTEM
@SEEDS
def test_the_points_are_those_of_the_boards_and_byes(seed: int, system: System) -> None:
    for _, event in EventByChance(seed, system).steps():
        rounds = event.now.rounds_over
        by_hand = halves_by_hand(event.now, rounds)
        rows = table(event.now, rounds)

        assert {row.number for row in rows} == set(by_hand)
        if not event.now.uncounted:
            assert {row.number: 2 * float(row.points) for row in rows} == dict(by_hand)
            assert [row.place for row in rows] == sorted(row.place or 0 for row in rows)


@EVERY_SYSTEM
@SEEDS
def test_either_report_and_each_made_from_the_other_tell_the_same(
    seed: int, system: System
) -> None:
    for _, event in EventByChance(seed, system).steps():
        now, rounds = event.now, event.now.rounds_over
        if not rounds:
            continue
        wanted = told(standings(now.report, rounds, now.tie_breaks, now.uncounted))
        by_hand = halves_by_hand(now, rounds)
        for report in map(read_trf, (report_of(now, rounds), report_26_of(now, rounds))):
            for read in (report, read_trf(written_16(report)), read_trf(written_26(report))):
                crosscheck(read)
                found = standings(read, rounds, now.tie_breaks, now.uncounted)
                assert told(found) == wanted
                assert {p.number: p.told_halves for p in read.players} == dict(by_hand)
                assert told_rounds(read, rounds) == told_rounds(report, rounds)


def told(found: tuple[Standing, ...]) -> list[tuple[object, ...]]:
    return [(each.place, each.player.number, each.quarters, each.values) for each in found]


def told_rounds(read: Tournament, rounds: int) -> list[tuple[object, ...]]:
    return [
        (player.number, *(player.cell(number) for number in range(1, rounds + 1)))
        for player in read.players
    ]


@EVERY_SYSTEM
@SEEDS
def test_every_change_is_kept_and_can_be_undone(seed: int, system: System) -> None:
    for before, event in EventByChance(seed, system).steps():
        assert before is not None
        assert event.history is not None
        again = replayed(event.written)
        assert again is not None
        assert again.competition == event.now
        is_new = len(event.history.changes) == len(before.changes) + 1
        if is_new and event.history.last_of_arbiter is event.history.changes[-1]:
            assert without_news(undone(event.history)) == without_news(before.competition)


def undone(history: History) -> Competition:
    ruling = decide(history, UndoLast(at_ms=2))
    assert isinstance(ruling, tuple)
    (change,) = ruling
    return evolve(history, change).competition


def without_news(now: Competition) -> Competition:
    return replace(now, corrected=frozenset())
