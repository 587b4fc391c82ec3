"""What people say who have not read how commands are called: half, more, or in other words."""

from dataclasses import replace

import pytest

from tests.english import english, in_words, says
from tests.stage.apart import Apart
from tests.stage.script import Utterance
from tests.stage.usual import BLIND, PLAYERS
from voice_chess.game.agreements import TakebackAccepted, TakebackDeclined
from voice_chess.game.base import EventBase
from voice_chess.game.draws import DrawAccepted, DrawDeclined
from voice_chess.game.table import Customs, Role
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.generation.sentence import phrase

WHITE, BLACK = PLAYERS
ENGLISH = load_language("en")
LONG = 60_000
every_language = pytest.mark.parametrize("language_id", known_languages())


def seats(language_id: str = "en") -> Apart:
    apart = Apart(
        BLIND, people=PLAYERS, settings=TableSettings(language=load_language(language_id))
    )
    apart.fetch()
    return apart


def told_after(apart: Apart, line: str, by: Role | None = None) -> list[str]:
    apart.wait(1_000)
    apart.fetch()
    apart.types(line, by)
    return apart.told()


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("whose turn would it be", english("whose-turn", "white")),
        ("so where is my queen by the way", in_words("d1")),
        ("help me", ENGLISH.written("clock")),
        ("why not", english("why:none")),
    ],
)
def test_a_question_typed_among_other_words_is_answered_at_once(line: str, answer: str) -> None:
    (told,) = told_after(seats(), line)

    assert answer.lower() in told.lower()


@pytest.mark.parametrize("line", ["resign maybe", "draw maybe", "stop the game"])
def test_what_changes_something_is_asked_about_then(line: str) -> None:
    (told,) = told_after(seats(), line)

    assert told.endswith("?")


@pytest.mark.parametrize("line", ["that was a lovely queen", "can we take a break"])
def test_a_single_word_of_a_sentence_begins_no_move(line: str) -> None:
    assert told_after(seats(), line) == [english("NotUnderstood")]


@pytest.mark.parametrize("line", ["knight", "the knight", "I play my knight"])
def test_a_move_can_still_be_begun_in_a_sentence(line: str) -> None:
    assert told_after(seats(), line) == [english("ask:where", start=in_words("N").capitalize())]


@every_language
def test_the_english_word_for_help_is_understood_too(language_id: str) -> None:
    (told,) = told_after(seats(language_id), "help")

    assert load_language(language_id).written("repeat") in told


@every_language
def test_a_no_with_more_words_denies_what_cannot_be_undone(language_id: str) -> None:
    language = load_language(language_id)
    no = language.say("no")
    for line in (*language.typed["no"], f"xyz {no}", f"{no} xyz xyz"):
        apart = seats(language_id)
        apart.types(language.say("resign"))

        assert told_after(apart, line) == [phrase("Cancelled:resign", language).text], line


@every_language
def test_a_yes_with_more_words_is_asked_for_again(language_id: str) -> None:
    language = load_language(language_id)
    apart = seats(language_id)
    apart.types(language.say("resign"))

    assert told_after(apart, f"{language.say('yes')} xyz xyz")[-1] == (
        phrase("confirm:resign", language).text
    )
    assert not apart.game.is_over


@every_language
def test_a_draw_called_in_reply_to_an_offer_accepts_it(language_id: str) -> None:
    language = load_language(language_id)
    apart = seats(language_id)
    apart.types(language.say("offer-draw"), WHITE)

    assert told_after(apart, language.say("offer-draw"), BLACK) == [
        phrase("confirm:accept", language).text
    ]
    apart.types(language.say("yes"), BLACK)
    assert apart.of(DrawAccepted)


def test_who_has_offered_a_draw_does_not_accept_it_by_repeating_the_offer() -> None:
    apart = seats()
    apart.types(says("offer-draw"), WHITE)

    assert told_after(apart, says("offer-draw"), WHITE) == [english("DrawAlreadyOffered")]


@every_language
def test_the_name_of_a_language_is_enough_to_hear_it(language_id: str) -> None:
    apart = seats(language_id)
    german = load_language(language_id).say("language:de")

    assert told_after(apart, german) == ["Deutsch."]


def test_a_late_yes_does_not_agree_to_a_command_that_was_hardly_heard() -> None:
    apart = seats()
    doubtful = {says("offer-draw"): 0.0, "[unk] [unk]": -0.4}
    apart.says(Utterance(doubtful), WHITE)
    apart.wait(LONG)
    told = [text for text in apart.told() if text]

    assert told == [
        *2 * [f"{ENGLISH.written('offer-draw').capitalize()}?"],
        english("NothingThen"),
    ]
    assert told_after(apart, says("yes"), WHITE) == [english("NothingAsked")]
    assert apart.game.turn.offer_by_white is None


def test_which_move_was_meant_can_be_told_as_late_as_one_likes() -> None:
    apart = seats()
    both = {in_words(move).lower(): likely for move, likely in (("Nc3", 0.0), ("Nf3", -0.2))}
    apart.says(Utterance(both), WHITE)
    apart.wait(LONG)

    apart.types(in_words("c"), WHITE)

    assert apart.game.position.moves == ("b1c3",)


@every_language
def test_a_spoken_yes_to_a_draw_offer_asks_whether_it_is_accepted(language_id: str) -> None:
    language = load_language(language_id)
    apart = seats(language_id)
    apart.types(language.say("offer-draw"), WHITE)
    apart.fetch()

    apart.says(language.say("yes"), BLACK)

    assert apart.told() == [phrase("confirm:accept", language).text]
    assert not apart.of(DrawAccepted)
    apart.says(language.say("yes"), BLACK)
    assert apart.of(DrawAccepted)


@every_language
def test_a_spoken_no_to_a_draw_offer_declines_it(language_id: str) -> None:
    language = load_language(language_id)
    apart = seats(language_id)
    apart.types(language.say("offer-draw"), WHITE)

    apart.says(language.say("no"), BLACK)

    assert apart.of(DrawDeclined)


def test_a_spoken_yes_of_who_has_offered_the_draw_accepts_nothing() -> None:
    apart = seats()
    apart.types(says("offer-draw"), WHITE)
    apart.fetch()

    apart.says(says("yes"), WHITE)

    assert apart.told() == [english("NothingAsked")]


@pytest.mark.parametrize(("word", "event"), [("yes", TakebackAccepted), ("no", TakebackDeclined)])
def test_a_takeback_is_answered_by_a_spoken_yes_or_no(word: str, event: type[EventBase]) -> None:
    table = replace(BLIND, customs=Customs(takebacks=True))
    apart = Apart(table, people=PLAYERS, settings=TableSettings(language=ENGLISH))
    for line in ("e4", "e5"):
        apart.types(line)
        apart.wait(5_000)
    apart.types(says("propose-takeback"), WHITE)

    apart.says(says(word), BLACK)

    assert apart.of(event)


def test_a_draw_offered_in_reply_to_a_takeback_accepts_neither() -> None:
    table = replace(BLIND, customs=Customs(takebacks=True))
    apart = Apart(table, people=PLAYERS, settings=TableSettings(language=ENGLISH))
    for line in ("e4", "e5", says("propose-takeback")):
        apart.types(line, None if line != says("propose-takeback") else WHITE)
        apart.wait(5_000)

    apart.says(says("offer-draw"), BLACK)

    assert not apart.of(TakebackAccepted)
    assert apart.game.turn.offer_by_white is False
