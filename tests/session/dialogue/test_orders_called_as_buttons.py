"""An arbiter can type each ruling as its button and its choices are called, in every language."""

from dataclasses import replace

import pytest

from tests.session.dialogue.test_orders_aloud import (
    AT_START,
    ORDERED_BY,
    WITH_ARBITER,
    every_language,
)
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.table import Occasion, Role
from voice_chess.languages.language import Language
from voice_chess.session.dialogue.typed_moves import as_words
from voice_chess.session.outputs import Reply
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.understanding.interpret import CommandMeaning, said_by
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import WORD, typed_words

GRANTED = {"decision:yes": "accept", "decision:no": "decline"}
RESULTS = {
    "result:1-0": "white",
    "result:0-1": "black",
    "result:1/2-1/2": "offer-draw",
    "result:0-0": "both-lose",
}
ANSWERS = {
    "rule:mating-chance": {"do:yes": "yes", "do:no": "no"},
    "rule:objection": GRANTED,
    "rule:increment": GRANTED,
    "rule:appeal": GRANTED,
    "rule:quickplay": {
        "quickplay:draw": "offer-draw",
        "quickplay:postpone": "continue",
        "quickplay:reject": "decline",
    },
    "rule:end-game": RESULTS,
    "rule:settle-result": RESULTS,
}
"""The rulings on what waits for one, or on the result, with the choices of each."""
MEANT = {
    "rule:start-game": "start",
    "rule:start-clocks": "start",
    "rule:stop-clocks": "stop",
    "rule:flag-fall": "claim:time",
    "rule:illegal-move": "illegal-move",
    "rule:two-hands": "two-hands",
    "rule:begin-next-period": "next-period",
    "rule:reconstruct-game": "reconstruct",
    "rule:set-clocks side:white 5 side:black 3": "clock white 5 black 3",
    "rule:warn side:white": "warn white",
    "rule:expel side:black": "expel black",
    "rule:go-back 12": "go-back 12",
    "rule:reconcile decision:yes": "yes",
    "rule:reconcile decision:no": "no",
    "rule:fault fault:wrong-position": "wrong-position",
    "rule:fault fault:turned-board": "turned-board",
    "rule:fault fault:reversed-colours": "swap-colours",
    "rule:fault fault:wrong-clock": "wrong-clock",
    "rule:end-game result:*": "annul",
    "result:1-0": "ruling white",
    "rule:ask-to-seal": "adjourn",
    "rule:resume": "resume",
    "rule:open-envelope": "open-envelope",
    **{
        f"{button} {choice}": f"ruling {said}"
        for button, choices in ANSWERS.items()
        for choice, said in choices.items()
    },
}
"""The button and its choices, as names of the page's texts, and the order that they give."""
IN_TWO = {"rule:add-time": ("add-time", "deduct-time")}
"""A button for two orders: each is typed in some of its words."""
MORE_FOLLOWS = {"rule:go-back", "rule:set-clocks", "rule:warn", *ANSWERS}
"""The buttons whose choices, or whose number, must follow."""


def called(names: str, language: Language) -> str:
    texts = language.interface
    return " ".join(texts.get(name, name) for name in names.split()).replace("?", "?:")


def order(words: str) -> CommandMeaning:
    name, *args = words.split()
    return CommandMeaning(name=name, args=tuple(args))


def rulings(language: Language) -> set[str]:
    return {name for name in language.interface if name.startswith("rule:")}


@every_language
def test_every_ruling_of_the_page_is_tried_here(language: Language) -> None:
    tried = {name for line in MEANT for name in line.split() if name.startswith("rule:")}

    assert tried | IN_TWO.keys() == rulings(language)


@every_language
@pytest.mark.parametrize("line", MEANT)
def test_a_ruling_is_typed_as_its_button_is_called(line: str, language: Language) -> None:
    typed, meant = called(line, language), order(MEANT[line])
    around = replace(AT_START, has_roles=True, hears_roles=True)
    tokens = parse(typed_words(as_words(typed, language), language), language)
    at_table = parse(typed_words(f"{language.say('arbiter')} {typed}", language), language)

    assert ORDERED_BY.meanings(tokens)[:1] == (meant,)
    assert around.meanings(at_table)[:1] == (said_by(Role.ARBITER, meant),)


@every_language
@pytest.mark.parametrize("button", IN_TWO)
def test_a_button_for_two_orders_has_the_words_of_both(button: str, language: Language) -> None:
    words = WORD.findall(language.interface[button].lower())

    for name in IN_TWO[button]:
        forms = (*language.words[name], *language.typed.get(name, ()))
        assert any(is_among(form, words) for form in forms)


def is_among(form: str, words: list[str]) -> bool:
    """Whether the words of the form stand among these, in their order."""
    rest = iter(words)
    return all(word in rest for word in form.split())


@every_language
@pytest.mark.parametrize("button", sorted(MORE_FOLLOWS))
def test_whoever_types_a_button_alone_is_asked_for_its_choice(
    button: str, language: Language
) -> None:
    apart = arbitrated(language)

    apart.types(language.interface[button], by=Role.ARBITER)

    (question,) = apart.replies()
    start = " ".join(WORD.findall(language.interface[button].lower()))
    asked = phrase("ask:rest", language, start=language.displayed(start)).text
    assert (question.kind, question.text.lower()) == ("question", asked.lower())


def arbitrated(language: Language) -> Apart:
    apart = Apart(WITH_ARBITER, settings=TableSettings(language=language))
    apart.types("e4")
    apart.fetch()
    return apart


@every_language
def test_an_arbiter_stops_the_clocks_in_the_words_of_the_button(language: Language) -> None:
    apart = arbitrated(language)
    stop = language.interface["rule:stop-clocks"]
    arbiter = language.displayed(language.say("arbiter"))

    apart.types(stop, by=Role.ARBITER)
    around = AroundTable(
        replace(WITH_ARBITER, occasion=Occasion(has_arbiter=True)),
        settings=TableSettings(language=language),
    )
    around.play(language.say("start"), "e4", f"{arbiter}: {stop}")

    assert len(apart.of(ClocksStopped)) == 1
    assert len(around.of(ClocksStopped)) == 1


@every_language
def test_a_player_does_not_stop_the_clocks_with_an_arbiters_words(language: Language) -> None:
    apart = arbitrated(language)

    apart.types(language.interface["rule:stop-clocks"], by=Role.WHITE)

    assert apart.of(ClocksStopped) == []
    assert [reply for reply in apart.fetch() if isinstance(reply, Reply)] != []
