"""Replies that name what they reply to, as a page's buttons do: typed in every language."""

from dataclasses import replace

import pytest

from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.usual import BLIND, PLAYERS
from voice_chess.game.agreements import (
    RematchAccepted,
    RematchDeclined,
    TakebackAccepted,
    TakebackDeclined,
)
from voice_chess.game.base import EventBase
from voice_chess.game.draws import DrawAccepted
from voice_chess.game.table import Customs, Occasion, Role
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.generation.sentence import phrase

WHITE, BLACK = PLAYERS
TABLE = replace(BLIND, customs=Customs(takebacks=True), occasion=Occasion(has_rematches=True))
every_language = pytest.mark.parametrize("language_id", known_languages())


def seated(language: Language, *, premoves: bool = False) -> Apart:
    settings = TableSettings(language=language, premoves=premoves)
    return Apart(TABLE, people=PLAYERS, settings=settings)


def after_one_move_each(language: Language) -> Apart:
    apart = seated(language)
    for line in ("e2e4", "", "e7e5", ""):
        apart.types(line, apart.mover)
    return apart


def words_for(reply: str, language: Language) -> set[str]:
    return {language.interface[f"do:{reply}"], *language.typed[reply]}


@every_language
@pytest.mark.parametrize(
    ("reply", "event"),
    [("accept-takeback", TakebackAccepted), ("decline-takeback", TakebackDeclined)],
)
def test_a_takeback_is_answered_in_the_words_of_the_button(
    language_id: str, reply: str, event: type[EventBase]
) -> None:
    language = load_language(language_id)
    for words in words_for(reply, language):
        apart = after_one_move_each(language)
        apart.types(language.say("propose-takeback"), WHITE)

        apart.types(words, BLACK)

        assert apart.of(event), words


@every_language
@pytest.mark.parametrize(
    ("reply", "event"),
    [("accept-rematch", RematchAccepted), ("decline-rematch", RematchDeclined)],
)
def test_a_rematch_is_answered_in_the_words_of_the_button(
    language_id: str, reply: str, event: type[EventBase]
) -> None:
    language = load_language(language_id)
    for words in words_for(reply, language):
        apart = after_one_move_each(language)
        apart.types(language.say("resign"), WHITE)
        apart.types(language.say("yes"), WHITE)
        apart.types(language.say("rematch"), WHITE)

        apart.types(words, BLACK)

        assert apart.of(event), words


@every_language
@pytest.mark.parametrize("reply", ["accept-rematch", "accept-takeback"])
def test_a_reply_to_another_proposal_never_accepts_the_draw(language_id: str, reply: str) -> None:
    language = load_language(language_id)
    apart = after_one_move_each(language)
    apart.types("g1f3", WHITE)
    apart.types(language.say("offer-draw"), WHITE)
    apart.types("", WHITE)
    apart.fetch()

    assert apart.types(language.interface[f"do:{reply}"], BLACK) == "refused"
    assert apart.told(BLACK) != [phrase("NotUnderstood", language).text]
    assert apart.types(language.say("yes"), BLACK) == "done"  # asks whether they accept the draw
    assert not apart.of(DrawAccepted)


@every_language
def test_a_waiting_move_is_given_up_in_the_words_of_the_button(language_id: str) -> None:
    language = load_language(language_id)
    for words in words_for("cancel-premove", language):
        apart = seated(language, premoves=True)
        apart.wait(3_000)
        apart.types("e7e5", BLACK)
        apart.fetch()

        apart.types(words, BLACK)

        assert apart.told(BLACK) == [phrase("NothingThen", language).text], words


def test_where_no_move_waits_giving_it_up_changes_nothing() -> None:
    english = load_language("en")
    apart = seated(english, premoves=True)
    apart.types("e2e4", WHITE)
    apart.fetch()

    apart.types(english.interface["do:cancel-premove"], WHITE)

    assert apart.told(WHITE) == [phrase("NothingThen", english).text]
    assert apart.game.position.moves == ("e2e4",)


def test_around_one_table_the_side_may_be_said_first() -> None:
    english = load_language("en")
    table = AroundTable(TABLE, settings=TableSettings(language=english, press="command"))
    back = f"{english.say('white')}: {english.say('propose-takeback')}"
    agreed = f"{english.say('black')}: {english.interface['do:accept-takeback']}"
    press = english.say("press")

    table.play("e2e4", press, back, agreed)

    assert [event.white for event in table.of(TakebackAccepted)] == [False]
    assert Role.WHITE is table.game.mover
