"""What an arbiter orders can be said at their own seat, and at the table, in every language."""

from dataclasses import replace

import pytest

from tests.session.dialogue.test_moves_in_words_at_a_seat import TABLE
from tests.stage.apart import Apart
from tests.stage.script import Utterance
from voice_chess.clock.time_control import MINUTE_MS
from voice_chess.decoding.grammar import Grammar
from voice_chess.game.clocks import TimeAdded
from voice_chess.game.game_end import EndGame
from voice_chess.game.phases import AwaitingRuling, InPlay
from voice_chess.game.quickplay import RuleOnQuickplay
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.game.table import Occasion, Role
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.arbiter_commands import arbiters_command
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.roles import with_role
from voice_chess.session.dialogue.typed_moves import as_words
from voice_chess.session.ledger import Happening
from voice_chess.session.outputs import Reply
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.channels import ORDERED, orders
from voice_chess.speech.commands import COMMAND_TABLE, MINUTES
from voice_chess.speech.counting import number_words, spoken_ways, written_ways
from voice_chess.speech.orders import ORDER_TABLE
from voice_chess.speech.understanding.interpret import CommandMeaning, said_by
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_words

WITH_ARBITER = replace(TABLE, occasion=Occasion(has_arbiter=True))
AT_START = Expectation(position=Position.start(), commands=frozenset())
ORDERED_BY = replace(AT_START, is_arbiters=True)
"""What may be said at an arbiter's seat."""
SPECIAL = (
    "add-time black rank:2",
    "deduct-time white rank:1 rank:5 minutes",
    "deduct-time white number:12 minutes",
    "clock black rank:4 rank:1 white number:10",
    "go-back rank:1",
    "ruling white",
    "ruling both-lose",
    "ruling no",
)
"""Besides one of each row of the table."""
ANSWERS = ("yes", "no", "open-envelope")
"""What is listened for only when it can be said."""
ONLY_ORDERED = {
    *("illegal-move", "two-hands", "next-period", "reconstruct", "expel"),
    *("wrong-position", "turned-board", "wrong-clock", "both-lose"),
}
NUMBERS = range(1, 100)
CHANNELS = ("spoken", "typed", "key")
GRAVE = {
    "clock white number:9 minutes black rank:8 minutes": "ClocksSet",
    "ruling offer-draw": "GameEnded",
    "ruling both-lose": "GameEnded",
    "annul": "GameEnded",
    "expel white": "PlayerExpelled",
    "wrong-position": "GameEnded",
}
"""What is asked about before it is done, and the event that it comes to."""
AT_ONCE = {
    "warn black": "PlayerWarned",
    "add-time white rank:1": "TimeAdded",
    "stop": "ClocksStopped",
    "turned-board": "FaultFound",
}
every_language = pytest.mark.parametrize(
    "language", [pytest.param(load_language(name), id=name) for name in known_languages()]
)


def spoken(order: str, language: Language) -> str:
    return " ".join(map(language.say, order.split())).lower()


def all_orders(language: Language) -> list[str]:
    rows = [row.spoken.lower() for row in orders(language) if row.command not in ANSWERS]
    return [*rows, *(spoken(order, language) for order in SPECIAL)]


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
    said = [f"{before} {words}".strip() for words in all_orders(language)]
    return [
        words
        for words in said
        if not is_sayable(words, grammar, (*grammar.phrases, *grammar.longer))
    ]


@every_language
def test_each_order_can_be_said_at_the_arbiters_seat_alone(language: Language) -> None:
    assert unsayable(ORDERED_BY, language) == []
    assert len(unsayable(AT_START, language)) == len(all_orders(language))


@every_language
def test_each_order_can_be_said_at_a_table_behind_the_arbiters_role(language: Language) -> None:
    around = replace(AT_START, has_roles=True, hears_roles=True)

    assert unsayable(around, language, language.say("arbiter").lower()) == []
    assert len(unsayable(around, language)) == len(all_orders(language))


@every_language
@pytest.mark.parametrize("channel", CHANNELS)
def test_every_order_is_understood_at_the_arbiters_seat(channel: str, language: Language) -> None:
    expected = ORDERED_BY

    assert misunderstood(channel, language, expected) == []


@every_language
@pytest.mark.parametrize("channel", CHANNELS)
def test_every_order_is_understood_at_a_table(channel: str, language: Language) -> None:
    expected = replace(AT_START, has_roles=True, hears_roles=True)

    assert misunderstood(channel, language, expected, by=Role.ARBITER) == []


def misunderstood(
    channel: str, language: Language, expected: Expectation, by: Role | None = None
) -> list[str]:
    lost = []
    for row in orders(language):
        line = as_words(getattr(row, channel), language)
        tokens = parse(typed_words(with_role(by, line, language), language), language)
        meaning = meant(row.command)
        if expected.meanings(tokens)[:1] != (said_by(by, meaning) if by else meaning,):
            lost.append(getattr(row, channel))
    return lost


def meant(name: str) -> CommandMeaning:
    """Minutes are understood, and of a number its figures count."""
    form = next(order.form for order in ORDER_TABLE if order.name == name)
    args = (said.removeprefix("number:") for said in ORDERED[form] if said != MINUTES)
    return CommandMeaning(name=name, args=tuple(args))


@every_language
@pytest.mark.parametrize("order", ["add-time white", "go-back"])
def test_every_number_is_heard_and_typed_as_people_say_it(order: str, language: Language) -> None:
    expected = ORDERED_BY
    grammar, head = expected.grammar(language), spoken(order, language)
    lost = []
    for number in NUMBERS:
        said = [" ".join(way) for way in spoken_ways(number, language)]
        written = [" ".join(way) for way in written_ways(number, language)]
        for words in (*said, *written, str(number)):
            line = f"{head} {words}"
            (found, *_) = expected.meanings(parse(typed_words(line, language), language)) or (None,)
            is_meant = isinstance(found, CommandMeaning) and found.args[-1] == str(number)
            phrases = (*grammar.phrases, *grammar.longer)
            if not is_meant or (words in said and not is_sayable(line, grammar, phrases)):
                lost.append(line)

    assert lost == []


def test_some_numbers_are_said_in_more_ways_than_one() -> None:
    ways = {name: spoken_ways(21, load_language(name)) for name in ("cs", "de", "sr")}

    assert ways["cs"] == (("dvacet", "jedna"), ("jedena", "dvacet"), ("dvacet", "jeden"))
    assert ways["de"] == (("ein", "und", "zwanzig"),)
    assert ways["sr"][:3:2] == (("dvadeset", "jedan"), ("dvadeset", "i", "jedan"))
    assert written_ways(21, load_language("cs"))[1] == ("jedenadvacet",)


@every_language
def test_no_order_is_called_as_anything_else_is(language: Language) -> None:
    others = {
        form for forms in (*language.words.values(), *language.typed.values()) for form in forms
    }
    forms = [form for forms in language.orders.values() for form in forms]

    assert len(forms) == len(set(forms))
    assert others.isdisjoint(forms)
    assert language.orders.keys() == ONLY_ORDERED


def test_every_order_has_a_key_of_its_own() -> None:
    keys = [order.key for order in ORDER_TABLE if order.key]
    others = {command.name for command in COMMAND_TABLE}

    assert len(set(keys)) == len(keys)
    assert {order.name for order in ORDER_TABLE if not order.key} <= others


def begun(language: Language) -> Apart:
    """The arbiter has a microphone of their own, and White has moved."""
    apart = Apart(WITH_ARBITER, settings=TableSettings(language=language))
    apart.types("e4")
    apart.fetch()
    return apart


def answer(apart: Apart, order: str, language: Language) -> tuple[list[str], list[str]]:
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
    happened, _ = answer(begun(language), order, language)

    assert AT_ONCE[order] in happened


@every_language
@pytest.mark.parametrize("order", GRAVE)
def test_what_ends_the_game_or_sets_the_clocks_waits_for_a_yes(
    order: str, language: Language
) -> None:
    apart = begun(language)

    assert answer(apart, order, language) == ([], ["question"])
    happened, _ = answer(apart, "yes", language)
    assert GRAVE[order] in happened


@every_language
def test_a_number_that_is_not_sure_is_read_back_and_waits_for_a_yes(language: Language) -> None:
    apart = begun(language)
    five, six = (spoken(f"add-time white rank:{number} minutes", language) for number in "56")

    apart.says(Utterance({five: 0.0, six: 0.0}, lasts_ms=0), Role.ARBITER)

    (question,) = (one for one in apart.fetch() if isinstance(one, Reply))
    assert (question.listener, question.kind) == (Role.ARBITER, "question")
    assert number_words(5, language) in question.text
    apart.time.passed(1_000)
    apart.says(spoken("yes", language), Role.ARBITER)
    happened = [one.event for one in apart.fetch() if isinstance(one, Happening)]
    (added,) = (event for event in happened if isinstance(event, TimeAdded))
    assert added.ms == 5 * MINUTE_MS


@every_language
@pytest.mark.parametrize("order", GRAVE)
def test_what_is_answered_with_no_is_not_done(order: str, language: Language) -> None:
    apart = begun(language)
    answer(apart, order, language)

    for word in ("no", "yes"):
        happened, _ = answer(apart, word, language)
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
