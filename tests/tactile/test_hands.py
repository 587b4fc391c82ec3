"""Hands follow a game movement by movement, and a set tells its colours as its owner says."""

import random

import chess
import pytest

from voice_chess.tactile.guide import Insert, LayAside, Lift, TakeUp
from voice_chess.tactile.hands import Hands
from voice_chess.tactile.peg_board import NotPossible, PegBoard
from voice_chess.tactile.peg_set import PegSet

START = PegBoard.from_fen(chess.STARTING_FEN)


def test_a_dictated_move_is_done_one_movement_at_a_time() -> None:
    hands = Hands(board=START).told("g1f3")

    assert hands.next == Lift(square="g1", piece="N")
    hands = hands.stepped()
    assert (hands.board.in_hand, hands.next) == ("N", Insert(square="f3", piece="N"))
    hands = hands.stepped()
    assert (hands.next, hands.board.at("f3")) == (None, "N")


def test_a_new_move_takes_what_waited_for_done() -> None:
    hands = Hands(board=START).told("e2e4").stepped().told("e7e5").caught_up()

    assert hands.board.at("e4") == "P"
    assert hands.board.at("e5") == "p"


def test_a_correction_is_dictated_like_a_move() -> None:
    wrong = START.lifted("b1").inserted("c3")
    hands = Hands(board=wrong).correcting(START)

    assert hands.waiting[:2] == (Lift(square="c3", piece="N"), LayAside(piece="N"))
    assert hands.caught_up().board == START


def test_a_board_that_feels_itself_takes_the_steps_of_its_hands() -> None:
    fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
    board = PegBoard.from_fen(fen)
    hands = Hands(board=board).told("a7b8q")

    hands = hands.felt(board.with_piece("b8", None))
    assert hands.next == Lift(square="a7", piece="P")
    hands = hands.felt(hands.board.with_piece("a7", None))
    assert hands.next == TakeUp(piece="Q")
    hands = hands.felt(hands.board.with_piece("b8", "Q"))
    assert hands.next is None


def test_what_was_done_otherwise_is_led_to_the_same_end() -> None:
    hands = Hands(board=START).told("g1f3").felt(START.with_piece("h2", None))

    assert hands.next == Lift(square="g1", piece="N")
    assert hands.caught_up().board == Hands(board=START).moved("g1f3").board


def test_a_move_that_the_board_cannot_make_is_refused() -> None:
    with pytest.raises(NotPossible):
        Hands(board=START).told("e4e5")


@pytest.mark.parametrize("seed", range(4))
def test_hands_that_follow_a_game_end_with_its_position(seed: int) -> None:
    chance = random.Random(seed)
    game, hands = chess.Board(), Hands(board=START)
    for _ in range(80):
        legal = list(game.legal_moves)
        if not legal:
            break
        move = chance.choice(legal)
        game.push(move)
        if chance.random() < 0.3:
            hands = hands.moved(move.uci())
            continue
        hands = hands.told(move.uci())
        for _ in range(chance.randrange(len(hands.waiting) + 1)):
            hands = hands.stepped()

    assert hands.caught_up().board == PegBoard.from_fen(game.fen())


def test_which_pieces_are_marked_is_as_the_owner_says() -> None:
    marks = {
        marked: (PegSet(marked=marked).is_marked("K"), PegSet(marked=marked).is_marked("k"))
        for marked in ("white", "black", "none", None)
    }

    assert marks == {
        "white": (True, False),
        "black": (False, True),
        "none": (None, None),
        None: (None, None),
    }


def test_which_squares_are_raised_is_as_the_owner_says() -> None:
    assert PegSet(raised="black").is_raised("a1") is True
    assert PegSet(raised="white").is_raised("a1") is False
    assert PegSet(raised="white").is_raised("h1") is True
    assert PegSet().is_raised("h1") is None


def test_a_set_is_known_when_both_questions_are_answered() -> None:
    assert not PegSet(marked="none").is_known
    assert PegSet(marked="none", raised="black").is_known
