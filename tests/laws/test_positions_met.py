"""What searches share: each position once, and nothing that changes what any of them finds."""

import chess
import pytest

from voice_chess.laws.helpmate_search import (
    AT_FIRST,
    RACE,
    WITH_PAWNS_OR_MAJORS,
    Attempt,
    HelpmateSearch,
)
from voice_chess.laws.positions_met import PositionsMet

RACE_OF_PAWNS = "8/p1p1p2k/8/6p1/6P1/6PK/P1P3PP/8 w - - 0 1"


def test_a_position_reached_in_two_ways_is_met_once() -> None:
    known = PositionsMet(white=True)
    lines = (
        ["h1h2", "e8d8", "h2h3"],
        ["h1g1", "e8d8", "g1g3"],
        ["h1h3", "e8e7", "h3h1", "e7d8", "h1h3"],
    )

    straight, beside, round_about = (known.of(after(line)) for line in lines)

    assert straight is round_about
    assert straight is not beside


def after(line: list[str]) -> chess.Board:
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    for uci in line:
        board.push_uci(uci)
    return board


def test_behind_a_position_are_its_legal_moves() -> None:
    known = PositionsMet(white=True)
    board = chess.Board(RACE_OF_PAWNS)

    behind = list(known.behind(known.of(board)))

    assert sorted(goal for _, goal in behind) == sorted(m.to_square for m in board.legal_moves)
    assert all(met.board.turn == chess.BLACK for met, _ in behind)
    assert list(known.behind(known.of(board))) == behind


def test_a_mate_is_one_only_for_the_side_that_mates() -> None:
    mated = chess.Board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")

    assert PositionsMet(white=True).of(mated).is_mate
    assert not PositionsMet(white=False).of(mated).is_mate
    assert PositionsMet(white=False).of(chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")).is_hopeless


@pytest.mark.parametrize("attempt", [RACE, WITH_PAWNS_OR_MAJORS[1], WITH_PAWNS_OR_MAJORS[3]])
def test_a_search_finds_the_same_whatever_others_have_looked_at_before(attempt: Attempt) -> None:
    board = chess.Board(RACE_OF_PAWNS)
    alone, shared = PositionsMet(white=False), PositionsMet(white=False)
    HelpmateSearch(known=shared, attempt=AT_FIRST).run(shared.of(board))

    searches = [HelpmateSearch(known=known, attempt=attempt) for known in (alone, shared)]
    answers = [search.run(search.known.of(board)) for search in searches]

    assert answers[0] == answers[1]
    assert searches[0].effort == searches[1].effort


def test_what_is_forgotten_leads_nowhere_and_is_met_anew() -> None:
    known = PositionsMet(white=True)
    board = chess.Board(RACE_OF_PAWNS)
    met = known.of(board)
    assert list(known.behind(met))

    known.forget()

    assert not met.behind
    assert known.of(board) is not met
