"""What a player hears when nothing comes of a question: denied, or lapsed without an answer."""

from dataclasses import replace

import pytest

from tests.german import YES, german, says
from tests.session.dialogue.test_every_channel import Place, apart, around_table
from tests.stage.apart import Apart
from tests.stage.usual import IN_GERMAN, PLAYERS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.table import Customs, Role, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.dialogue.dialogues import confirmation_of
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.understanding.interpret import CommandMeaning

CONFIRMED = sorted(name for name in COMMANDS if confirmation_of(CommandMeaning(name=name)))
CUSTOMARY = {"resign": "resign", "claim": "claim", "arbiter": "pause"}
"""Commands that are confirmed at any table; a call for an arbiter who isn't there is a pause."""


@pytest.mark.parametrize("place", [around_table, apart])
@pytest.mark.parametrize("name", CUSTOMARY)
@pytest.mark.parametrize("language_id", known_languages())
def test_a_question_that_lapses_tells_what_is_not_done(
    language_id: str, name: str, place: Place
) -> None:
    language = load_language(language_id)
    stage = place(replace(IN_GERMAN, language=language))
    stage.play(language.say(name), 20_000)

    asked, lapsed = stage.answer_to(language.say(name))
    assert asked.endswith("?")
    assert lapsed == phrase(f"Cancelled:{CUSTOMARY[name]}", language).text


@pytest.mark.parametrize("place", [around_table, apart])
def test_so_does_a_question_that_is_denied(place: Place) -> None:
    german = IN_GERMAN.language
    stage = place(IN_GERMAN)
    stage.play(german.say("resign"), german.say("no"))

    assert stage.answer_to(german.say("no")) == [phrase("Cancelled:resign", german).text]


@pytest.mark.parametrize("name", CONFIRMED)
@pytest.mark.parametrize("language_id", known_languages())
def test_every_question_has_its_own_words_for_that(language_id: str, name: str) -> None:
    language = load_language(language_id)

    assert phrase(f"Cancelled:{name}", language) != phrase("Cancelled", language)


@pytest.mark.parametrize("place", [around_table, apart])
@pytest.mark.parametrize("move", ["O-O", "Sf3"], ids=["illegal", "legal"])
def test_whoever_announces_a_move_instead_of_a_yes_does_not_resign_later(
    move: str, place: Place
) -> None:
    """At a table the yes may be the opponent's, or mean that the refusal was understood."""
    stage = place(IN_GERMAN)
    stage.play("d4", "d5", says("resign"), move, YES)

    assert not stage.game.is_over


@pytest.mark.parametrize("place", [around_table, apart])
def test_what_is_not_done_is_told_behind_the_reason_why_the_move_is_not_legal(place: Place) -> None:
    stage = place(IN_GERMAN)
    stage.play(says("resign"), "O-O")

    reason, not_done = stage.answer_to("O-O")
    assert says("castle:short").lower() in reason.lower()
    assert not_done == german("Cancelled:resign")


def playing() -> Apart:
    """White and Black at seats, after a move each, so that White is to move."""
    customs = Customs(takebacks=True)
    stage = Apart(Table(control=TimeControl.parsed("15"), customs=customs), people=PLAYERS)
    for move in ("e4", "e5"):
        stage.types(move)
    stage.fetch()
    return stage


@pytest.mark.parametrize("offer", ["offer-draw", "propose-takeback"])
def test_a_yes_after_an_offer_does_not_resign(offer: str) -> None:
    """It may have been meant for the offer, which came after the question."""
    stage = playing()
    stage.types(says("resign"), Role.WHITE)
    stage.fetch()
    stage.types(says(offer), Role.BLACK)

    assert stage.told(Role.WHITE) == [german("Cancelled:resign")]
    stage.types(YES, Role.WHITE)
    assert not stage.game.is_over


def test_what_others_do_leaves_a_question_open_and_it_is_asked_again() -> None:
    stage = playing()
    stage.types(says("resign"), Role.BLACK)
    stage.fetch()
    stage.types("Sf3", Role.WHITE)

    (asked,) = stage.replies()
    assert (asked.kind, asked.text) == ("question", german("confirm:resign"))
    stage.types(YES, Role.BLACK)
    assert stage.game.is_over


def test_no_question_outlives_the_game() -> None:
    stage = playing()
    stage.types(says("offer-draw"), Role.BLACK)
    stage.types(says("accept"), Role.WHITE)
    stage.fetch()
    stage.types(says("resign"), Role.BLACK)
    stage.types(YES, Role.BLACK)
    stage.wait(20_000)

    assert german("Cancelled:accept") not in stage.told(Role.WHITE)


def test_an_own_command_takes_the_place_of_the_question() -> None:
    stage = playing()
    stage.types(says("resign"), Role.WHITE)
    stage.types(says("offer-draw"), Role.WHITE)
    stage.types(YES, Role.WHITE)

    assert not stage.game.is_over
