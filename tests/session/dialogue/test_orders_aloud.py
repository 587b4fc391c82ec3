"""What an arbiter orders can be said at their own seat, and at the table, in every language."""

from dataclasses import replace

import pytest

from tests.session.dialogue.test_moves_in_words_at_a_seat import TABLE
from tests.stage.apart import Apart
from voice_chess.decoding.grammar import Grammar
from voice_chess.game.game_end import EndGame
from voice_chess.game.quickplay import RuleOnQuickplay
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import AwaitingRuling, Game, InPlay
from voice_chess.game.table import Occasion, Role
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.arbiter_commands import FORMS, arbiters_command
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.outputs import Happening, Reply
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.understanding.meaning import CommandMeaning

WITH_ARBITER = replace(TABLE, occasion=Occasion(has_arbiter=True))
AT_START = Expectation(position=Position.start(), commands=frozenset())
ORDERS = (
    "warn white",
    "add-time black rank:2 minutes",
    "add-time black rank:2",
    "deduct-time white rank:1 rank:5 minutes",
    "deduct-time white number:12 minutes",
    "clock white number:9 minutes black rank:8 minutes",
    "clock black rank:4 rank:1 white number:10",
    "go-back rank:1",
    "go-back rank:1 number:0 black",
    "ruling offer-draw",
    "ruling white",
    "ruling no",
    "see-score",
    "start",
    "stop",
    "continue",
    "adjourn",
    "resume",
    "swap-colours",
    "annul",
)
GRAVE = {
    "clock white number:9 minutes black rank:8 minutes": "ClocksSet",
    "ruling offer-draw": "GameEnded",
    "annul": "GameEnded",
}
"""What is asked about before it is done, and the event that it comes to."""
AT_ONCE = {
    "warn black": "PlayerWarned",
    "add-time white rank:1": "TimeAdded",
    "stop": "ClocksStopped",
}
every_language = pytest.mark.parametrize(
    "language", [pytest.param(load_language(name), id=name) for name in known_languages()]
)


def spoken(order: str, language: Language) -> str:
    return " ".join(map(language.say, order.split())).lower()


def is_sayable(words: str, grammar: Grammar, phrases: tuple[str, ...]) -> bool:
    """As an exact recogniser holds it: whole, or with a rule at its end."""
    for phrase in phrases:
        before, _, rule = phrase.rpartition(" ")
        if phrase.lower() == words:
            return True
        if rule in grammar.rules and words.startswith(f"{before} ".lower().lstrip()):
            rest = words[len(before) :].strip()
            if is_sayable(rest, grammar, grammar.rules[rule]):
                return True
    return False


def unsayable(expected: Expectation, language: Language, before: str = "") -> list[str]:
    grammar = expected.grammar(language)
    said = [f"{before} {spoken(order, language)}".strip() for order in ORDERS]
    return [
        words
        for words in said
        if not is_sayable(words, grammar, (*grammar.phrases, *grammar.longer))
    ]


def test_every_kind_of_order_is_tried() -> None:
    assert {order.split()[0] for order in ORDERS} == FORMS.keys() - {"yes", "no", "open-envelope"}


@every_language
def test_each_order_can_be_said_at_the_arbiters_seat_alone(language: Language) -> None:
    assert unsayable(replace(AT_START, is_arbiters=True), language) == []
    assert len(unsayable(AT_START, language)) == len(ORDERS)


@every_language
def test_each_order_can_be_said_at_a_table_behind_the_arbiters_role(language: Language) -> None:
    around = replace(AT_START, has_roles=True, hears_roles=True)

    assert unsayable(around, language, language.say("arbiter").lower()) == []
    assert len(unsayable(around, language)) == len(ORDERS)


def begun(language: Language) -> Apart:
    """The arbiter has a microphone of their own, and White has moved."""
    apart = Apart(WITH_ARBITER, settings=TableSettings(language=language))
    apart.types("e4")
    apart.fetch()
    return apart


def orders(apart: Apart, order: str, language: Language) -> tuple[list[str], list[str]]:
    """What happens when the arbiter says it, and what kind of answer they alone get."""
    apart.time.passed(1_000)
    apart.says(spoken(order, language), Role.ARBITER)
    outputs = apart.fetch()
    replies = [one for one in outputs if isinstance(one, Reply)]
    assert {reply.listener for reply in replies} <= {Role.ARBITER}
    happened = [type(one.event).__name__ for one in outputs if isinstance(one, Happening)]
    return happened, [reply.kind for reply in replies]


@every_language
@pytest.mark.parametrize("order", AT_ONCE)
def test_what_changes_no_result_and_no_clock_is_done_when_it_is_said(
    order: str, language: Language
) -> None:
    happened, _ = orders(begun(language), order, language)

    assert AT_ONCE[order] in happened


@every_language
@pytest.mark.parametrize("order", GRAVE)
def test_what_ends_the_game_or_sets_the_clocks_waits_for_a_yes(
    order: str, language: Language
) -> None:
    apart = begun(language)

    assert orders(apart, order, language) == ([], ["question"])
    happened, _ = orders(apart, "yes", language)
    assert GRAVE[order] in happened


@every_language
@pytest.mark.parametrize("order", GRAVE)
def test_what_is_answered_with_no_is_not_done(order: str, language: Language) -> None:
    apart = begun(language)
    orders(apart, order, language)

    for answer in ("no", "yes"):
        happened, _ = orders(apart, answer, language)
        assert happened == []


@pytest.mark.law("early-draw-ban")
@pytest.mark.parametrize(
    ("before_move", "is_offered", "reason"),
    [
        (30, True, EndReason.AGREEMENT),
        (30, False, EndReason.ARBITER),
        (None, True, EndReason.ARBITER),
    ],
)
def test_2009_9_1_a_to_rule_a_draw_consents_to_one_that_may_not_be_agreed_on_yet(
    before_move: int | None, is_offered: bool, reason: EndReason
) -> None:
    occasion = Occasion(has_arbiter=True, no_agreed_draw_before_move=before_move)
    game = replace(Game.at(replace(TABLE, occasion=occasion)), phase=InPlay())
    offered = replace(game, turn=game.turn.offered(white=True)) if is_offered else game

    command = arbiters_command(
        CommandMeaning(name="ruling", args=("offer-draw",)), offered, at_ms=1_000
    )

    assert isinstance(command, EndGame)
    assert (command.result, command.reason) == (Result.DRAW, reason)


@pytest.mark.law("no-arbiter-claim")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=lambda id_: f"{id_} D.1")
def test_a_claim_that_has_ended_play_is_decided_by_a_draw_or_by_a_win(edition_id: str) -> None:
    waiting = AwaitingRuling(question="quickplay", white=True, reason=EndReason.QUICKPLAY_FINISH)
    game = replace(Game.at(replace(TABLE, edition=edition_id)), phase=waiting)

    draw, win = (
        arbiters_command(CommandMeaning(name="ruling", args=(said,)), game, at_ms=1_000)
        for said in ("offer-draw", "black")
    )

    assert isinstance(draw, RuleOnQuickplay)
    assert isinstance(win, EndGame)
    assert win.result is Result.BLACK_WINS
