"""A move in two steps, typed: the square that follows belongs to the piece that was named."""

from dataclasses import replace

import pytest

from tests.german import NO, PRESS, YES, by_ear, either, german, in_words, says
from tests.session.dialogue.test_corrected_refusals import PLACES, Place
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.scripted_game import GAME
from tests.stage.usual import BLIND, BY_COMMAND, IN_GERMAN
from voice_chess.game.table import Setup
from voice_chess.languages.language import load_language
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.open_question import question_about, question_after
from voice_chess.speech.commands import UNASKED
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.interpret import MoveMeaning
from voice_chess.speech.understanding.parse import parse


def played(*lines: str, fen: str = ORDINARY_START) -> tuple[tuple[str, ...], list[str]]:
    table = AroundTable(replace(BLIND, setup=Setup(fen=fen)), settings=IN_GERMAN)
    table.play(*lines)
    (_, *answers) = table.answers
    return scoresheet_of(table.journal.read(GAME)).moves, [
        text for _, said in answers for text in said
    ]


@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        ((in_words("N"), "f3"), ("g1f3",)),
        ((in_words("N"), "Sc3"), ("b1c3",)),
        ((in_words("N"), "g1f3"), ("g1f3",)),
        (("g1", "f3"), ("g1f3",)),
        (("e2", "e4"), ("e2e4",)),
        ((in_words("N"), says("piece:N c3")), ("b1c3",)),
        ((in_words("N"), says("piece:P e4")), ("e2e4",)),
        ((in_words("N"), NO, "e4"), ("e2e4",)),
        ((in_words("N"), "e4", "f3"), ("g1f3",)),
        ((in_words("N"), f"{NO} {in_words('P')}", "e4"), ("e2e4",)),
        ((in_words("N"), says("correction piece:P"), "e4"), ("e2e4",)),
        ((in_words("N"), says("correction piece:P e4")), ("e2e4",)),
        ((says("piece:N file:f"), "3"), ("g1f3",)),
        ((says("piece:P file:e"), in_words("4")), ("e2e4",)),
        (("e", in_words("4")), ("e2e4",)),
        ((says("g1 file:f"), in_words("3")), ("g1f3",)),
        ((says("piece:N to"), "f3"), ("g1f3",)),
    ],
)
def test_the_second_step_completes_the_first(
    lines: tuple[str, ...], moves: tuple[str, ...]
) -> None:
    assert played(*lines)[0] == moves


@pytest.mark.parametrize(
    ("line", "uci"), [("hxg4", "h3g4"), ("hg4", "h3g4"), ("h3g4", "h3g4"), ("e8=D", "e7e8q")]
)
def test_a_whole_move_that_is_none_of_the_named_piece_is_taken_by_itself(
    line: str, uci: str
) -> None:
    assert played(in_words("N"), line, fen="2k5/4P3/8/8/6b1/7P/8/K5N1 w - - 0 1")[0] == (uci,)


@pytest.mark.parametrize("begun", [says("piece:N file:c"), "a3"])
def test_a_yes_does_not_say_where_to_even_if_only_one_move_begins_so(begun: str) -> None:
    moves, told = played(begun, YES, fen="4k3/8/8/8/8/P7/8/1N2K3 w - - 0 1")

    assert moves == ()
    assert len(told) > 1
    assert told[0] == told[1]


def test_a_second_step_that_leaves_two_moves_is_asked_about() -> None:
    moves, told = played(in_words("R"), "d1", "a", fen="4k3/8/8/8/8/8/4K3/R6R w - - 0 1")

    assert told[:2] == [
        german("ask:where", start=in_words("R")),
        german("ask:which", start=in_words("R"), choices=either(in_words("h"), in_words("a"))),
    ]
    assert moves == ("a1d1",)


@pytest.mark.parametrize(
    ("asked_by", "rest"), [(says("piece:R e1"), ("h",)), (in_words("R"), ("e1", "h"))]
)
def test_a_yes_chooses_none_of_several_and_they_are_asked_again(
    asked_by: str, rest: tuple[str, ...]
) -> None:
    moves, told = played(asked_by, YES, *rest, fen="4k3/8/8/8/8/8/4K3/R6R w - - 0 1")

    assert told[1] == told[0]
    assert moves == ("h1e1",)


@pytest.mark.parametrize(
    ("lines", "move"),
    [((in_words("K"), "f1"), "e1f1"), (("e1", "f1"), "e1f1"), (("e1", "g1"), "e1g1")],
)
def test_a_king_that_may_castle_goes_where_it_is_told_to(lines: tuple[str, ...], move: str) -> None:
    moves, _ = played(*lines, fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")

    assert moves == (move,)


def test_what_was_begun_is_asked_about_in_its_own_words() -> None:
    assert played(says("piece:P file:e"), says("piece:P file:d"))[1][:2] == [
        german("ask:where", start=in_words("Pe")),
        german("ask:where", start=in_words("Pd")),
    ]


@PLACES
@pytest.mark.parametrize("begun", [in_words("N"), in_words("Nf3")])
@pytest.mark.parametrize("strange", ["Banane", "Banane oder Birne"])
def test_unknown_words_are_no_second_step_and_it_is_asked_for_again(
    place: Place, begun: str, strange: str
) -> None:
    stage = place(BLIND, BY_COMMAND)

    stage.play("Sf3", PRESS, "e5", PRESS, begun, strange)

    question = german("ask:where", start=begun)
    assert stage.answers[-2][1] == [question]
    assert stage.answers[-1][1] == [german("NotUnderstood"), question]


def test_talk_between_the_two_steps_is_left_alone() -> None:
    table = AroundTable(BLIND, settings=BY_COMMAND)
    said = [Utterance(words) for words in (by_ear("Nf3"), "banane", by_ear("g5"))]

    table.play("Sf3", PRESS, "e5", PRESS, *said)

    assert table.answer_to("banane") == []
    assert table.game.turn.announcement is not None
    assert table.game.turn.announcement.uci == "f3g5"


def test_where_to_without_what_was_said_before_is_no_announcement() -> None:
    moves, told = played(says("to e4"))

    assert moves == ()
    assert told == [german("NotUnderstood")]


@pytest.mark.parametrize("repair", [NO, says("correction"), says("take-back")])
def test_a_correction_takes_two_steps_as_well(repair: str) -> None:
    table = AroundTable(settings=IN_GERMAN)
    steps = (in_words("e4"), repair, in_words("N"), in_words("h4"), in_words("f3"))
    table.play(*(Utterance(words.lower(), after_ms=900) for words in steps))

    assert scoresheet_of(table.journal.read(GAME)).moves == ("g1f3",)
    assert table.answer_to(in_words("N").lower()) == [german("ask:where", start=in_words("N"))]


@pytest.mark.parametrize(
    ("words", "is_understood"),
    [(in_words("N"), True), (in_words("e2"), True), (says("piece:P file:e rank:2 to"), False)],
)
def test_words_put_together_by_pairs_begin_a_move_by_one_step_alone(
    words: str, is_understood: bool
) -> None:
    expectation = Expectation(position=Position.start(), commands=frozenset())
    said = Heard(hypotheses=(), started_ms=0, ended_ms=0)
    by_pairs = expectation.understanding_of(replace(said, is_by_pairs=True))
    tokens = parse(tuple(words.split()), load_language("de"))

    assert expectation.understanding_of(said)(tokens)
    assert bool(by_pairs(tokens)) == is_understood


def test_a_piece_that_cannot_move_is_not_begun_with() -> None:
    _, told = played(in_words("R"))

    assert told == [german("NotUnderstood")]


def test_what_was_begun_goes_on_in_the_grammar_only_where_its_rest_is_asked_for() -> None:
    start, language = Position.start(), load_language("de")
    knights = tuple(MoveMeaning(uci=uci) for uci in ("b1c3", "g1f3"))
    asked = (None, question_about(knights, start, None), question_after(("N",), start, None))

    goes_on = [
        Expectation(position=start, commands=UNASKED, asked=each).grammar(language).goes_on
        for each in asked
    ]

    assert goes_on == [False, False, True]
