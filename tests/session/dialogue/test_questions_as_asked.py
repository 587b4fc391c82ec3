"""Frequent questions are understood in writing as people ask them, with and without the marks.

`questions.toml` lists ways to ask each question, by language; after the command's name it gives the
side, the piece or the square that they name.
"""

import tomllib
from pathlib import Path

import pytest

from tests.speech.understanding.test_spelling import without_marks
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.interpretation import Understood, interpret
from voice_chess.session.dialogue.typed_moves import as_heard
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.understanding.interpret import CommandMeaning, Meaning
from voice_chess.speech.understanding.scoring import CAREFUL

ASKED = tomllib.loads(Path(__file__).with_name("questions.toml").read_text(encoding="utf-8"))
AFTER_TWO_MOVES = Position.start().played("e2e4").played("e7e5").played("g1f3")
EXPECTED = Expectation(position=AFTER_TWO_MOVES, commands=COMMANDS)


def understood(line: str, language: Language) -> Meaning | None:
    heard = as_heard(line, 0, language)
    outcome = interpret(heard, EXPECTED, language, CAREFUL, is_typed=True).outcome
    return outcome.meaning if isinstance(outcome, Understood) else None


@pytest.mark.parametrize(
    ("language_id", "asked"), [(each, asked) for each in ASKED for asked in ASKED[each]]
)
def test_a_question_is_understood_in_every_way(language_id: str, asked: str) -> None:
    language = load_language(language_id)
    name, *args = asked.split()
    lines = [way for each in ASKED[language_id][asked] for way in (each, f"{each}?")]
    lines += [without_marks(line) for line in lines]

    assert len(ASKED[language_id][asked]) >= (5 if args and args[0] == "white" else 10)
    assert {line: understood(line, language) for line in lines} == dict.fromkeys(
        lines, CommandMeaning(name=name, args=tuple(args))
    )


def test_every_language_is_asked_the_same() -> None:
    assert len({tuple(sorted(ways)) for ways in ASKED.values()}) == 1
    assert {"de", "en", "cs", "pl", "sr", "it"} == ASKED.keys()
