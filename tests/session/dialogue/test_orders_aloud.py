"""What an arbiter orders can be said at their own seat, and at the table, in every language."""

from dataclasses import replace

import pytest

from tests.session.dialogue.test_moves_in_words_at_a_seat import TABLE, Floor
from voice_chess.decoding.grammar import Grammar
from voice_chess.game.events import Event
from voice_chess.game.table import Occasion, Role
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.arbiter_commands import FORMS
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.seat_voice import Sitter
from voice_chess.session.games.attending import attend
from voice_chess.session.listening.inputs import Spoke
from voice_chess.session.outputs import Happening, Reply
from voice_chess.session.table_settings import TableSettings
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis

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


class ArbitersSeat:
    """Speaks into a microphone of their own."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.floor = Floor(WITH_ARBITER)
        settings = TableSettings(language=language)
        preferences = VoicePreferences(language=language)
        self.floor.seat(
            Sitter(
                listener=Role.ARBITER,
                role=Role.ARBITER,
                settings=settings,
                preferences=preferences,
            )
        )
        self.floor.types("e4")
        self.floor.fetch()

    def says(self, order: str) -> list[Event]:
        """What has happened then."""
        self.floor.time.passed(1_000)
        at_ms = self.floor.time.now_ms()
        words = tuple(spoken(order, self.language).split())
        heard = Heard(
            hypotheses=(Hypothesis(words=words, log_likelihood=0.0),),
            started_ms=at_ms,
            ended_ms=at_ms,
        )
        expected = self.floor.game.participant(Role.ARBITER).talk.expected
        spoke = Spoke(listener=Role.ARBITER, at_ms=at_ms, heard=heard, expected=expected)
        attend(self.floor.game, spoke)
        self.told = self.floor.fetch()
        return [one.event for one in self.told if isinstance(one, Happening)]

    def is_asked(self) -> bool:
        replies = [one for one in self.told if isinstance(one, Reply)]
        return [(one.listener, one.kind) for one in replies] == [(Role.ARBITER, "question")]


@every_language
@pytest.mark.parametrize("order", AT_ONCE)
def test_what_changes_no_result_and_no_clock_is_done_when_it_is_said(
    order: str, language: Language
) -> None:
    assert AT_ONCE[order] in [type(event).__name__ for event in ArbitersSeat(language).says(order)]


@every_language
@pytest.mark.parametrize("order", GRAVE)
def test_what_ends_the_game_or_sets_the_clocks_waits_for_a_yes(
    order: str, language: Language
) -> None:
    seat = ArbitersSeat(language)

    assert seat.says(order) == []
    assert seat.is_asked()
    assert GRAVE[order] in [type(event).__name__ for event in seat.says("yes")]


@every_language
@pytest.mark.parametrize("order", GRAVE)
def test_what_is_answered_with_no_is_not_done(order: str, language: Language) -> None:
    seat = ArbitersSeat(language)
    seat.says(order)

    assert seat.says("no") == []
    assert seat.says("yes") == []
