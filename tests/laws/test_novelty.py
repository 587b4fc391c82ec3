"""How much a position shows that a search has not seen yet."""

import chess

from voice_chess.laws.novelty import NEW_PAIR, NEW_SQUARE, NOTHING_NEW, Novelty


def news(novelty: Novelty, fen: str, moved_to: chess.Square) -> int:
    return novelty.of(chess.Board(fen), moved_to)


def test_a_piece_on_a_square_of_its_own_is_new_once() -> None:
    novelty = Novelty()

    first = news(novelty, "4k3/8/8/8/8/8/4K3/8 b - - 0 1", chess.E2)
    again = news(novelty, "4k3/8/8/8/8/8/4K3/8 b - - 0 1", chess.E2)

    assert (first, again) == (NEW_SQUARE, NOTHING_NEW)


def test_two_pieces_seen_apart_are_news_together() -> None:
    novelty = Novelty()
    news(novelty, "4k3/8/8/8/8/8/4K3/8 b - - 0 1", chess.E2)
    news(novelty, "3k4/8/8/8/8/8/3K4/8 b - - 0 1", chess.D2)

    assert news(novelty, "3k4/8/8/8/8/8/4K3/8 b - - 0 1", chess.E2) == NEW_PAIR


def test_a_pawns_step_makes_everything_new() -> None:
    novelty = Novelty()
    news(novelty, "4k3/8/8/8/8/4P3/4K3/8 b - - 0 1", chess.E2)

    assert news(novelty, "4k3/8/8/8/4P3/8/4K3/8 b - - 0 1", chess.E4) == NEW_SQUARE


def test_pieces_of_another_kind_or_side_are_new_on_the_same_square() -> None:
    novelty = Novelty()
    news(novelty, "4k3/8/8/8/8/8/4K3/R5n1 b - - 0 1", chess.A1)

    assert news(novelty, "4k3/8/8/8/8/8/4K3/Q5n1 b - - 0 1", chess.A1) == NEW_SQUARE
    assert news(novelty, "4k3/8/8/8/8/8/4K3/n5Q1 b - - 0 1", chess.G1) == NEW_SQUARE
