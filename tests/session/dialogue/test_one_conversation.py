"""Whatever is typed means the same at a table and at a seat: one conversation understands it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from tests.english import ENGLISH, english
from tests.german import CLOCK, GERMAN, NUMBERS, PRESS, YES, german, in_words, says, seconds
from tests.session.dialogue.test_moves_in_words_at_a_seat import TABLE
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.scripted_game import ScriptedGame
from tests.stage.usual import BY_COMMAND
from voice_chess.game.moves import MoveRepeated
from voice_chess.game.table import Customs, Table
from voice_chess.languages.language import load_language
from voice_chess.speech.generation.wording import alternatives

REPEATED = replace(TABLE, customs=Customs(must_repeat=True))
QUESTION = "Was hast du gesagt?"


Place = Callable[[Table], ScriptedGame]
PLACES = pytest.mark.parametrize(
    "place", [AroundTable, partial(Apart, settings=BY_COMMAND)], ids=["table", "seats"]
)


def played(place: Place, *lines: str, table: Table = TABLE) -> ScriptedGame:
    """Each line by who is on move."""
    stage = place(table)
    stage.play(*lines)
    return stage


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
        (("e4", says("correction rank:3")), "e2e3"),
        (("e4", says("correction file:d")), "d2d4"),
        ((says("piece:N f3"), says("correction file:h")), "g1h3"),
        ((says("piece:N f3"), says("correction piece:P")), "f2f3"),
    ],
)
def test_a_typed_move_is_announced(place: Place, lines: tuple[str, ...], uci: str) -> None:
    game = played(place, *lines).game

    assert game.turn.announcement is not None
    assert game.turn.announcement.uci == uci


@PLACES
def test_a_square_that_corrects_a_piece_may_be_its_target_or_a_pawns(place: Place) -> None:
    lines = (says("piece:N f3"), says("correction h3"))
    pieces = alternatives([in_words("P"), in_words("N")], GERMAN)

    asked = played(place, *lines)
    answered = played(place, *lines, in_words("N"))

    assert asked.answer_to(lines[1]) == [german("ask:which", start="", choices=pieces)]
    assert answered.game.turn.announcement is not None
    assert answered.game.turn.announcement.uci == "g1h3"


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
def test_a_line_that_is_no_move_gets_its_reply(place: Place, line: str, told: str) -> None:
    said = played(place, line).answer_to(line)

    assert told in " ".join(said)


@PLACES
def test_resigning_in_lichess_word_is_confirmed_first(place: Place) -> None:
    assert not played(place, "resign").game.is_over
    assert played(place, "resign", YES).game.is_over


@PLACES
def test_a_draw_offer_written_beside_a_move_goes_with_it(place: Place) -> None:
    game = played(place, "e4 (=)").game

    assert game.turn.offer_by_white is True


@PLACES
def test_a_move_that_must_be_repeated_may_be_written_after_the_other_player(place: Place) -> None:
    game = played(place, "e4", PRESS, "e4", "e5", table=REPEATED).game

    assert game.turn.announcement is not None
    assert game.turn.announcement.uci == "e7e5"


@PLACES
@pytest.mark.parametrize(
    ("lines", "are_right"),
    [
        (("d4",), [False]),
        (("d4", "e4"), [False, True]),
        (("e4", "d4"), [True]),
        (("e4", "e4"), [True]),
    ],
)
def test_another_move_is_a_wrong_repetition_until_the_right_one_was_said(
    place: Place, lines: tuple[str, ...], are_right: list[bool]
) -> None:
    stage = played(place, "e4", PRESS, *lines, table=REPEATED)

    assert [repeated.is_right for repeated in stage.of(MoveRepeated)] == are_right
    assert stage.game.turn.announcement is None


@PLACES
def test_a_reply_that_answers_no_question_about_a_board_brings_it_again(place: Place) -> None:
    asked = played(place, says("board-differs")).answer_to(says("board-differs"))
    again = played(place, says("board-differs"), "xyz").answer_to("xyz")

    assert asked[-1].endswith("?")
    assert again[-1].endswith(asked[-1])


@PLACES
def test_a_question_is_asked_again_in_the_language_that_was_changed_to(place: Place) -> None:
    opening = [each for move in ("e4", "e5", "Sf3", "Sf6", "d3", "d6") for each in (move, PRESS)]
    asked = played(place, *opening, in_words("Nd2"), says("language language:en"), "xyz")

    choices = alternatives([ENGLISH.written("file:f"), ENGLISH.written("file:b")], ENGLISH)
    question = english("ask:which", start=ENGLISH.written("piece:N"), choices=choices)
    assert asked.answer_to("xyz") == [english("NotUnderstood"), question]


@PLACES
@pytest.mark.parametrize("line", [says("no"), ",n", YES])
def test_a_reply_where_nothing_is_open_is_told_so_whichever_it_is(place: Place, line: str) -> None:
    assert played(place, line).answer_to(line) == [german("NothingAsked")]


@PLACES
def test_who_asks_what_was_said_is_told_it_again(place: Place) -> None:
    asked = played(place, ",m", QUESTION)

    assert asked.answer_to(QUESTION) == asked.answer_to(",m")


@pytest.mark.parametrize(
    ("language_id", "question"),
    [
        ("cs", "Co jsi říkal?"),
        ("cs", "co jste rikala"),
        ("de", "Wie bitte?"),
        ("en", "What did you say?"),
        ("it", "Che hai detto?"),
        ("pl", "Co powiedziałeś?"),
        ("pl", "co powiedzialas"),
        ("sr", "Šta si rekao?"),
        ("sr", "sta ste rekli"),
        ("sr-cyrl", "Шта си рекла?"),
    ],
)
def test_the_question_is_asked_in_any_language(language_id: str, question: str) -> None:
    language = load_language(language_id)
    table = AroundTable(TABLE, settings=replace(BY_COMMAND, language=language))
    table.play(",m", question)

    assert table.answer_to(question) == table.answer_to(",m")
