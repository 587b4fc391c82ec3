"""Who can still mate by any possible series of legal moves: yes, no, or left to the arbiter."""

import random

import chess
import pytest

from voice_chess.laws.draws import is_dead
from voice_chess.laws.helpmate_search import (
    AFTER_A_RACE,
    AT_FIRST,
    BUDGET_TO_GOALS,
    RACE_TO_BE_FREED,
    WITH_MINORS_ONLY,
    WITH_PAWNS_OR_MAJORS,
    Attempt,
    finds_mate,
)
from voice_chess.laws.kings_and_pawns import could_be_mated_in_play
from voice_chess.laws.mating_chances import MatingChance, mating_chance
from voice_chess.laws.mating_goals import nearness_to_goals
from voice_chess.laws.mating_nets import could_be_mated
from voice_chess.laws.position import Position

# Each line: position, what White and what Black can do (+ can mate, - cannot), and why.
KNOWN = [
    # Material alone.
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "--", "bare kings"),
    ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "--", "one knight against a bare king"),
    ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "--", "one bishop against a bare king"),
    ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", "--", "bishops on squares of one colour"),
    ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "++", "bishops on both colours: one shuts its king in"),
    ("4k1n1/8/8/8/8/8/8/3QK3 w - - 0 1", "+-", "a lone knight, the queen can always capture in"),
    ("4k1n1/8/8/8/8/8/8/3RK3 w - - 0 1", "++", "a rook can shut its own king in"),
    ("4k1b1/8/8/8/8/8/8/3NK3 w - - 0 1", "++", "a knight beside its king on the corner"),
    ("4k1b1/8/8/8/8/8/8/3RK3 w - - 0 1", "+-", "a rook covers too much against a bishop"),
    ("4k1n1/8/8/8/8/8/8/3NK3 w - - 0 1", "++", "knight against knight"),
    ("4k2r/8/8/8/8/8/8/3QK3 w - - 0 1", "++", "a rook mates a king that its queen shuts in"),
    ("4k2q/8/8/8/8/8/8/3QK3 w - - 0 1", "++", "a queen always can"),
    ("4k1b1/8/8/8/8/8/8/3QK3 w - - 0 1", "+-", "nor can a bishop against a queen"),
    ("4k1b1/8/8/8/8/8/8/2BRK3 w - - 0 1", "++", "the other side's bishop is on the other colour"),
    ("4k3/8/8/8/8/8/8/3NK1N1 b - - 0 1", "+-", "two knights, the bare king to move"),
    ("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", "+-", "two knights mate a king that helps"),
    ("4k3/p7/8/8/8/8/8/3QK3 w - - 0 1", "++", "a pawn becomes a queen"),
    ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "+-", "queen against a bare king"),
    ("4k3/7p/8/8/8/8/8/4KN2 w - - 0 1", "++", "the pawn shuts its own king in, or promotes"),
    ("4k3/8/8/8/8/8/8/1BB1K3 w - - 0 1", "+-", "the pair of bishops"),
    ("4kb2/8/8/8/8/8/8/1N2K3 w - - 0 1", "++", "knight against bishop, far from any corner"),
    ("8/3b4/8/4k3/8/2K5/8/6N1 b - - 0 1", "++", "bishop against knight, kings in the middle"),
    # Mate and stalemate on the board.
    ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "+-", "Black is mated"),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "--", "stalemate: nothing can follow"),
    # Walls of pawns.
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", "--", "no king gets past the wall"),
    ("4k3/8/8/1p1p1p1p/1P1P1P1P/8/8/4K3 b - - 0 1", "--", "the same wall one file over"),
    ("2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1", "--", "bishops that attack nothing"),
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4KB2 w - - 0 1", "--", "a bishop of the wrong colour"),
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4KN2 w - - 0 1", "++", "a knight jumps over and captures"),
    ("4k3/8/8/p1p1p3/P1P1P1P1/8/8/4K3 w - - 0 1", "++", "one pawn is free to run"),
    ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K2R w - - 0 1", "++", "the rook breaks the wall"),
    ("3k4/1p1p1p1p/1P1P1P1P/3p4/8/8/3P3P/4K3 w - - 0 1", "--", "loose pawns that bar each other"),
    ("3k4/8/8/3p4/8/8/3P4/4K3 w - - 0 1", "++", "a king goes and takes the pawn that bars"),
    ("4k3/8/8/8/8/2p5/3P4/4K3 w - - 0 1", "++", "a capture takes the pawn round"),
    (
        "3k4/8/1b3b2/p1p1p1p1/P1P1P1P1/8/2B5/3K4 w - - 0 1",
        "--",
        "neither side's bishops get past a wall of their own colour",
    ),
    (
        "6k1/6P1/6PB/6Pp/7P/8/8/K7 w - - 0 1",
        "--",
        "a bishop that cannot move guards the pawn that shuts a king in",
    ),
    (
        "8/8/p6k/P1p5/2p5/KpP5/1P6/1b6 w - - 0 1",
        "--",
        "a king that never gets out, and has no move left when its guard is taken",
    ),
    # En passant keeps a wall from being one.
    ("4k3/8/8/p1p1p3/P1P1Pp1p/5P1P/8/4K3 b - e3 0 1", "++", "the pawn may be taken in passing"),
    # A boxed king: its side has only the moves of its pawns to wait with.
    (
        "8/p1p1p1k1/8/6p1/6P1/6PK/P1P1P1PP/8 w - - 0 1",
        "++",
        "a king takes a pawn, his own promotes and is given away beside the boxed king",
    ),
    ("8/p1p1p2k/8/6p1/6P1/6PK/P1P3PP/8 w - - 0 1", "++", "one pawn is free to run there"),
    ("6k1/p1p1p3/8/8/8/6p1/P1P1P1Pp/7K w - - 0 1", "++", "a knight is given away in time"),
    ("8/1k1p1p1p/8/1p6/1P6/KP6/PP1P1P1P/8 w - - 0 1", "++", "a king boxed in by his own pawns"),
    # Helped mates that only one of the orders of search comes upon soon.
    ("8/8/2B5/8/2r4k/5p2/4pK2/3r4 b - - 0 1", "++", "rooks and pawns shut their own king in"),
    ("8/1p6/8/4bK2/2k3p1/P7/1B6/8 b - - 0 1", "++", "bishops, and a pawn to promote"),
    ("1K6/8/7P/3r4/8/2k5/q7/4q3 w - - 0 1", "++", "a pawn promotes under two queens' eyes"),
    # Forced lines: the search runs dry, or finds the mate.
    ("k7/8/1K6/8/8/8/8/1Q6 b - - 0 1", "+-", "nothing to capture before the mate"),
    ("8/8/8/8/8/1k6/3q4/K7 w - - 0 1", "-+", "the bare king goes round, the queen mates"),
    ("8/8/8/8/8/k7/1q6/K7 w - - 0 1", "-+", "mate stands on the board"),
    ("k7/8/8/8/8/8/1q6/K7 w - - 0 1", "--", "the queen must be captured: no other move"),
    ("8/8/8/8/8/8/kr6/2K5 w - - 0 1", "-+", "the rook can be spared"),
    ("7k/7P/7K/8/8/8/8/8 b - - 0 1", "--", "stalemate, the pawn never moves"),
    ("7k/8/6KP/8/8/8/8/8 w - - 0 1", "+-", "the pawn promotes when Black helps"),
    ("4k3/4P3/4K3/8/8/8/8/8 w - - 0 1", "+-", "the pawn goes on once the king steps aside"),
    (chess.STARTING_FEN, "++", "all is possible at the start"),
    ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 2 3", "++", "mate next"),
]
SIGNS = {"+": MatingChance.YES, "-": MatingChance.NO}


@pytest.mark.law("no-mate-possible")
@pytest.mark.parametrize(
    ("fen", "signs"), [case[:2] for case in KNOWN], ids=[case[2] for case in KNOWN]
)
def test_knows_who_can_still_mate(fen: str, signs: str) -> None:
    position = Position.from_fen(fen)

    answers = [mating_chance(position, white=white) for white in (True, False)]

    assert answers == [SIGNS[sign] for sign in signs]


@pytest.mark.parametrize(
    ("fen", "signs"), [case[:2] for case in KNOWN], ids=[case[2] for case in KNOWN]
)
def test_never_calls_a_living_position_dead(fen: str, signs: str) -> None:
    assert not (is_dead(Position.from_fen(fen)) and "+" in signs)


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1",
        "2b1k3/8/8/1p1p1p1p/1P1P1P1P/8/8/2B1K3 w - - 0 1",
        "Rk6/8/2K5/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/1k6/8/Kq6 w - - 0 1",
    ],
)
def test_a_dead_position_is_seen_at_once(fen: str) -> None:
    assert is_dead(Position.from_fen(fen))


@pytest.mark.law("dead-position")
@pytest.mark.parametrize(
    "fen",
    [
        "Rk6/8/3K4/8/8/8/8/8 b - - 0 1",
        "k7/2K5/8/R7/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/1k6/1q6/K7 w - - 0 1",
    ],
    ids=["a king may step aside", "nothing can be taken", "mate"],
)
def test_a_position_is_not_dead_while_the_last_piece_may_stay(fen: str) -> None:
    assert not is_dead(Position.from_fen(fen))


@pytest.mark.parametrize(("fen", "signs"), [case[:2] for case in KNOWN])
def test_the_wall_proof_never_contradicts_a_mate_that_is_possible(fen: str, signs: str) -> None:
    board = chess.Board(fen)

    for white, sign in zip((True, False), signs, strict=True):
        if sign == "+" and not board.is_checkmate():
            assert could_be_mated(board, white=not white)
            assert could_be_mated_in_play(board, white=not white)


def test_kings_shut_in_are_proved_safe_where_the_wall_alone_proves_nothing() -> None:
    board = chess.Board("8/8/p6k/P1p5/2p5/KpP5/1P6/1b6 w - - 0 1")

    for white in (True, False):
        assert could_be_mated(board, white=white)
        assert not could_be_mated_in_play(board, white=white)


@pytest.mark.parametrize(
    "attempts",
    [WITH_PAWNS_OR_MAJORS, WITH_MINORS_ONLY, (RACE_TO_BE_FREED, AFTER_A_RACE)],
    ids=["pawns or majors", "minors", "race"],
)
def test_all_orders_together_make_no_more_effort_than_is_bounded(
    attempts: tuple[Attempt, ...],
) -> None:
    before = AT_FIRST.budget + BUDGET_TO_GOALS

    assert before + sum(attempt.budget for attempt in attempts) <= 127_000


def test_what_is_too_hard_is_left_open() -> None:
    # A fortress of bishops and blocked pawns nobody can break, but too wide to look through.
    board = chess.Board("2nk1bn1/p3p3/Pp1pPp1p/1PpP1PpP/2P3P1/3K1B2/8/8 w - - 0 1")

    assert finds_mate(board, white=True) is None


def test_a_position_beyond_play_is_left_to_the_arbiter() -> None:
    position = Position.from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").made("a1e8")

    assert mating_chance(position, white=True) is MatingChance.UNDETERMINED


WALLS = [fen for fen, signs, _ in KNOWN if "p" in fen.lower().split()[0]]


@pytest.mark.parametrize("fen", WALLS)
def test_whom_nobody_can_mate_is_mated_in_no_game_that_chance_plays(fen: str) -> None:
    chance = random.Random(fen)
    board = chess.Board(fen)
    walled = [white for white in (True, False) if not could_be_mated(board, white=white)]
    safe = [w for w in (True, False) if w in walled or not could_be_mated_in_play(board, white=w)]
    for _ in range(60):
        if board.is_game_over():
            break
        board.push(chance.choice(list(board.legal_moves)))
        assert not (board.is_checkmate() and board.turn in safe)
        assert not any(could_be_mated(board, white=white) for white in walled)


def test_the_goals_are_near_one_move_before_a_mate_and_far_at_first() -> None:
    far = chess.Board("4k3/3b4/8/8/8/8/3KN3/8 w - - 0 1")
    one_move_before = chess.Board("8/8/8/8/8/4N3/b7/k1K5 w - - 0 1")

    nearness = nearness_to_goals(far, white=True)

    assert nearness is not None
    assert nearness(one_move_before, chess.WHITE) == 1
    assert nearness(far, chess.WHITE) > 5


def test_where_all_is_open_no_time_is_spent_on_goals() -> None:
    assert nearness_to_goals(chess.Board(), white=True) is None


def test_where_no_mate_can_stand_there_is_no_goal() -> None:
    assert nearness_to_goals(chess.Board("4k3/8/8/8/8/8/8/4KB2 w - - 0 1"), white=False) is None
