"""What is asked about where it is not clear what was meant, and what is objected to."""

from dataclasses import replace

import pytest

from tests.german import GERMAN, by_ear
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.usual import BLIND, IN_GERMAN, OPENING
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import REPETITION, Expectation
from voice_chess.session.dialogue.interpretation import illegal_announcement, worth_asking
from voice_chess.session.dialogue.open_question import BEGINNING, question_about
from voice_chess.speech.commands import UNASKED
from voice_chess.speech.understanding.confidence import UNFITTED
from voice_chess.speech.understanding.grammar import forms
from voice_chess.speech.understanding.hypothesis import Exact, Heard, Hypothesis
from voice_chess.speech.understanding.interpret import (
    CommandMeaning,
    Meaning,
    MoveMeaning,
    said_by,
)
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.scoring import Belief

START = Position.start()
NOT_LEGAL = by_ear("Qf3")
EXACT = Exact(
    confidence=UNFITTED,
    beginning=-200.0,
    elsewhere=-200.0,
    words=-200.0,
    sounds=-200.0,
    frames=60,
    above_room_db=10.0,
)
Believed = tuple[Meaning, float, float]
"""A meaning, its probability, and the score of its best words."""


def move(uci: str) -> MoveMeaning:
    return MoveMeaning(uci=uci)


def heard(*believed: Believed, exact: bool = True) -> tuple[tuple[Belief, ...], Heard]:
    beliefs = tuple(
        Belief(meaning=meaning, probability=share, words=(str(number),))
        for number, (meaning, share, _) in enumerate(believed)
    )
    hypotheses = tuple(
        Hypothesis(words=(str(number),), log_likelihood=score)
        for number, (_, _, score) in enumerate(believed)
    )
    utterance = Heard(hypotheses=hypotheses, started_ms=0, ended_ms=1_000)
    return beliefs, replace(utterance, exact=EXACT if exact else None)


def test_what_sounds_alike_is_asked_about_however_improbable_it_has_become() -> None:
    alike = (move("e2e4"), 0.4, -10.0), (move("a2a4"), 0.003, -24.0)

    assert worth_asking(*heard(*alike)) == (move("e2e4"), move("a2a4"))
    assert worth_asking(*heard(*alike, exact=False)) == (move("e2e4"),)


def test_what_neither_sounds_alike_nor_is_probable_is_not_asked_about() -> None:
    found = heard((move("e2e4"), 0.4, -10.0), (move("a2a4"), 0.003, -40.0))

    assert worth_asking(*found) == (move("e2e4"),)


def test_no_more_than_three_are_named() -> None:
    found = heard(*((move(f"{file}2{file}4"), 0.2, -10.0) for file in "abcde"))

    assert worth_asking(*found) == tuple(move(f"{file}2{file}4") for file in "abc")


def test_all_four_pieces_that_a_pawn_may_become_are_named() -> None:
    beliefs, utterance = heard(*((move(f"a7a8{piece}"), 0.2, -10.0) for piece in "qrbn"))
    same = tuple(replace(belief, words=beliefs[0].words) for belief in beliefs)

    assert len(worth_asking(same, utterance)) == 4
    assert len(worth_asking(beliefs, utterance)) == 3


@pytest.mark.parametrize("name", [BEGINNING, REPETITION])
def test_nobody_is_asked_whether_they_began_or_repeated_a_move(name: str) -> None:
    aside: Believed = (CommandMeaning(name=name, args=("N",)), 0.3, -10.0)

    assert worth_asking(*heard(aside, (move("e2e4"), 0.2, -11.0))) == ()
    assert worth_asking(*heard((move("e2e4"), 0.4, -10.0), aside)) == (move("e2e4"),)


@pytest.mark.parametrize(
    ("believed", "is_objected_to"),
    [
        ([(move("d2d3"), 0.3, -10.0)], False),
        ([(move("d2d3"), 0.2, -10.0), (move("f2f3"), 0.1, -12.0)], True),
        ([(move("d2d3"), 0.24, -10.0), (move("f2f3"), 0.3, -12.0)], False),
        ([(CommandMeaning(name=BEGINNING, args=("Q",)), 0.4, -10.0)], True),
        ([], True),
    ],
)
def test_an_illegal_move_is_objected_to_where_no_legal_one_is_worth_a_question(
    believed: list[Believed], is_objected_to: bool
) -> None:
    tokens = parse(tuple(NOT_LEGAL.split()), GERMAN)

    found = illegal_announcement(*heard(*believed), tokens, START)

    assert (found is not None) is is_objected_to


def test_a_command_is_seldom_said_until_it_is_asked_about() -> None:
    expected = Expectation(position=START, commands=UNASKED)
    choices = (CommandMeaning(name="resign"), CommandMeaning(name="offer-draw"))

    asked = replace(expected, asked=question_about(choices, expected.position, expected.before))

    (resign, *_), (offer, *_) = (forms(GERMAN, choice.name) for choice in choices)
    (stop, *_) = forms(GERMAN, "stop")
    said = {" ".join(words) for words in (resign, offer, stop)}
    assert said <= set(expected.grammar(GERMAN).seldom)
    assert said & set(asked.grammar(GERMAN).seldom) == {" ".join(stop)}
    assert said <= set(asked.grammar(GERMAN).phrases)


@pytest.mark.parametrize("rival", ["clock", "repeat"])
def test_a_side_and_a_piece_that_may_have_been_heard_is_no_choice_and_no_error(rival: str) -> None:
    table = AroundTable(BLIND, settings=IN_GERMAN)
    begun = by_ear("white N")

    table.play(Utterance({begun: 0.0, by_ear(rival): -0.3}), 3_000)

    assert table.said[OPENING:] == []
    assert worth_asking(*heard((said_by(Role.WHITE, begins("N")), 0.4, -10.0))) == ()


def test_who_may_have_spoken_is_no_choice_since_the_question_would_name_one_move_twice() -> None:
    found = heard((move("e2e4"), 0.7, -10.0), (said_by(Role.WHITE, move("e2e4")), 0.2, -11.0))

    assert worth_asking(*found) == (move("e2e4"),)


def begins(piece: str) -> CommandMeaning:
    return CommandMeaning(name=BEGINNING, args=(piece,))
