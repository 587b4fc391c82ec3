"""Arguments of a wrong kind: a FEN for a board, a text for a move, a fraction for milliseconds.

Not every program that uses the library is checked for its types.
"""

import json
from collections.abc import Callable
from typing import Any

import chess
import numpy as np
import pytest

from tests.german import german
from voice_chess import (
    ArgumentError,
    Ear,
    Game,
    NotationError,
    move_in_words,
    read_move,
    speak,
    write_move,
)

BOARD = chess.Board()
MOVE = chess.Move.from_uci("e2e4")
FEN: Any = BOARD.fen()
UCI: Any = "e2e4"
NOTHING: Any = None
LONG = "e4 " * 10_000


def started() -> Game:
    return Game.started("2023", "5")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: move_in_words(MOVE, FEN, "de"), "The board must be of the kind chess.Board"),
        (lambda: write_move(UCI, BOARD, "de"), "The move must be of the kind chess.Move"),
        (lambda: write_move(MOVE, BOARD, NOTHING), "The language must be of the kind str"),
        (lambda: read_move(NOTHING, BOARD, "de"), "The text must be of the kind str"),
        (lambda: read_move("e4", FEN, "de"), "The board must be of the kind chess.Board"),
        (lambda: speak(NOTHING, "de"), "The text must be of the kind str, and None is not."),
        (lambda: speak("Dame", "de", words_per_minute=UCI), "a minute must be of the kind int"),
        (lambda: Game.started(2023, "5"), "The edition must be of the kind str"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: Game.started("2023", 5), "The time control must be of the kind str"),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: Game.started("2023", "5", board=FEN), "The board must be of the kind"),
        (lambda: started().play(UCI, at_ms=0), "The move must be of the kind chess.Move"),
        (lambda: started().play(MOVE, at_ms=UCI), "at_ms must be a whole number of milliseconds"),
        (lambda: started().left_ms("green", 0), "There is no player 'green'"),  # type: ignore[arg-type]  # wrong on purpose
    ],
)
def test_an_argument_of_a_wrong_kind_is_told_in_one_sentence(
    wrong: Callable[[], object], told: str
) -> None:
    with pytest.raises(ArgumentError, match=told) as raised:
        wrong()

    assert str(raised.value).endswith(".")


def test_a_fraction_of_a_millisecond_never_stands_in_a_journal() -> None:
    with pytest.raises(ArgumentError, match=r"milliseconds, and 1\.5 is not"):
        started().decide("offer-draw", by="white", at_ms=1.5)  # type: ignore[arg-type]  # wrong on purpose


def test_a_whole_number_of_numpy_stands_in_a_journal_like_any_other() -> None:
    at_ms: Any = np.int64(4_000)
    game = started().play(MOVE, at_ms=at_ms).game

    assert json.loads(game.journal[-1])["at_ms"] == 4_000
    assert Game.replayed(game.journal) == game


@pytest.mark.model
@pytest.mark.parametrize("sound", [None, 5, [0, 1, 0]])
def test_what_is_neither_path_nor_samples_is_told(sound: Any) -> None:
    with pytest.raises(ArgumentError, match="must be a path, bytes or a numpy array, and "):
        Ear("de").hear(sound, BOARD)


def test_a_long_text_that_is_no_move_gets_a_short_sentence() -> None:
    with pytest.raises(NotationError) as raised:
        read_move(LONG, BOARD, "de")

    assert len(str(raised.value)) < 200
    assert raised.value.answer == german("NotUnderstood")
