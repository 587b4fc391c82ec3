"""What is listened for in a turn, by rules: whatever is meant to be said can be said."""

from dataclasses import replace

import pytest

from voice_chess.decoding.grammar import ANYTHING
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.chess960 import starting_position
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.speech.commands import COMMANDS, UNASKED, WITH_NUMBER, commands_when
from voice_chess.speech.counting import spoken_number
from voice_chess.speech.understanding.interpret import CommandMeaning
from voice_chess.speech.understanding.parse import parse

EXPECTED = Expectation(position=Position.start(), commands=COMMANDS)
AT_A_SEAT = UNASKED - commands_when("comparing")


@pytest.fixture(params=known_languages())
def language(request: pytest.FixtureRequest) -> Language:
    return load_language(request.param)


def test_a_rule_stands_nowhere_but_at_the_end_of_a_phrase(language: Language) -> None:
    """Anywhere else it would be a word that nobody says, and the phrase never heard."""
    grammar = EXPECTED.grammar(language)
    phrases = (*grammar.phrases, *grammar.longer, *grammar.seldom, *grammar.elsewhere)
    whole = (*phrases, *(phrase for each in grammar.rules.values() for phrase in each))

    assert [phrase for phrase in whole if "<" in phrase.rpartition(" ")[0]] == []


@pytest.mark.parametrize("start", range(0, 960, 8))
def test_every_rule_that_a_phrase_ends_in_is_there_from_every_start(start: int) -> None:
    """An exact recogniser can't listen for a grammar in which one is missing."""
    expected = replace(EXPECTED, position=starting_position(start), own_side="white")
    grammar = replace(expected, commands=AT_A_SEAT).grammar(load_language("de"))
    inner = [phrase for each in grammar.rules.values() for phrase in each]
    ends = {
        phrase.rpartition(" ")[2]
        for phrase in (*grammar.phrases, *grammar.longer, *grammar.elsewhere, *inner)
    }

    assert {end for end in ends if "<" in end} <= {ANYTHING, *grammar.rules}


@pytest.mark.parametrize("name", sorted(WITH_NUMBER - {"behind"}))
@pytest.mark.parametrize("number", [1, 2, 12])
@pytest.mark.parametrize("side", ["", "white", "black"])
def test_the_number_of_a_move_can_be_said_with_whose_it_is(
    language: Language, name: str, number: int, side: str
) -> None:
    grammar, head = EXPECTED.grammar(language), language.say(name)
    rules = [each.rpartition(" ")[2] for each in grammar.longer if each.startswith(f"{head} <")]
    behind = {words for rule in rules for words in grammar.rules[rule]}
    words = (*spoken_number(number, language), *((language.say(side),) if side else ()))

    assert " ".join(words) in behind
    assert EXPECTED.meanings(parse((*head.split(), *words), language)) == (
        CommandMeaning(name=name, args=(str(number), *((side,) if side else ()))),
    )
