"""Whatever is typed means the same at a table and at a seat: one conversation understands it."""

from dataclasses import replace

import pytest

from tests.german import CLOCK, NUMBERS, PRESS, YES, german, in_words, says, seconds
from tests.session.dialogue.test_moves_in_words_at_a_seat import TABLE
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.usual import BY_COMMAND
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Table

REPEATED = replace(TABLE, customs=Customs(must_repeat=True))


def at_a_table(lines: tuple[str, ...], table: Table) -> tuple[Game, str]:
    """The game, and what was said to the last line."""
    played = AroundTable(table)
    session = played.play(*lines)
    return session.game, " ".join(played.answer_to(lines[-1]))


def at_two_seats(lines: tuple[str, ...], table: Table) -> tuple[Game, str]:
    """The same, each line from the seat of who is on move."""
    apart = Apart(table, settings=BY_COMMAND)
    for line in lines:
        apart.fetch()
        apart.time.passed(1_000)
        apart.types(line)
    return apart.game, " ".join(apart.told())


PLACES = pytest.mark.parametrize("played", [at_a_table, at_two_seats])


@PLACES
@pytest.mark.parametrize(
    ("lines", "uci"),
    [
        (("Sf3",), "g1f3"),
        ((says("piece:N f3"),), "g1f3"),
        ((in_words("N"), "f3"), "g1f3"),
        (("g1", "f3"), "g1f3"),
        (("e4", ",c d4"), "d2d4"),
        (("e4", says("correction d4")), "d2d4"),
    ],
)
def test_a_typed_move_is_announced(played: type, lines: tuple[str, ...], uci: str) -> None:
    game, _ = played(lines, TABLE)

    assert game.turn.announcement is not None
    assert game.turn.announcement.uci == uci


@PLACES
@pytest.mark.parametrize(
    ("line", "told"),
    [
        (",t", seconds(50)),
        (CLOCK, seconds(50)),
        ("clock", seconds(50)),
        ("p N", in_words("g1")),
        (",s e1", german("K:white")),
        ("Sf", german("NotUnderstood")),
        ("Sf9", f"S f {NUMBERS[9]}"),
    ],
)
def test_a_line_that_is_no_move_gets_its_reply(played: type, line: str, told: str) -> None:
    _, said = played((line,), TABLE)

    assert told in said


@PLACES
def test_resigning_in_lichess_word_is_confirmed_first(played: type) -> None:
    game, _ = played(("resign",), TABLE)
    resigned, _ = played(("resign", YES), TABLE)

    assert not game.is_over
    assert resigned.is_over


@PLACES
def test_a_draw_offer_written_beside_a_move_goes_with_it(played: type) -> None:
    game, _ = played(("e4 (=)",), TABLE)

    assert game.turn.offer_by_white is True


@PLACES
def test_a_move_that_must_be_repeated_may_be_written_after_the_other_player(played: type) -> None:
    game, _ = played(("e4", PRESS, "e4", "e5"), REPEATED)

    assert game.turn.announcement is not None
    assert game.turn.announcement.uci == "e7e5"


@PLACES
def test_a_reply_that_answers_no_question_about_a_board_brings_it_again(played: type) -> None:
    _, asked = played((says("board-differs"),), TABLE)
    _, again = played((says("board-differs"), "xyz"), TABLE)

    assert asked.endswith("?")
    assert again.endswith(asked)
