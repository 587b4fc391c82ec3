"""A move said for the envelope is heard as it is: at a table nobody reads it back."""

import pytest

from tests.speech.understanding.test_game_wish import HEARD, ears, said_first
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import SEAL, Expectation
from voice_chess.session.dialogue.interpretation import Understood, interpret
from voice_chess.speech.commands import commands_when
from voice_chess.speech.understanding.interpret import CommandMeaning
from voice_chess.speech.understanding.scoring import NORMAL

SILENCE = bytes(32_000)
SEALING = Expectation(
    position=Position.start().played("e2e4").played("e7e5").played("g1f3").played("b8c6"),
    commands=commands_when("always", "sealing", "stopped") | {"press"},
    has_roles=True,
    hears_sides=True,
)
UNLIKE_LEGAL_ONES = ("R e5", "K d2", "N a4", "Q a4")
"""Moves that are not legal; a piece or a square that sounds like it would make them so."""

pytestmark = pytest.mark.model
every_language = pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)


def sealed(move: str, language: Language) -> tuple[str, ...] | None:
    """Return the arguments of the command to seal that was understood, or None."""
    piece, square = move.split()
    tokens = (SEAL, f"piece:{piece}", f"file:{square[0]}", f"rank:{square[1]}")
    words = " ".join(map(language.say, tokens))
    ear = ears().model(language.id).recognizer()
    ear.expect(SEALING.grammar(language))
    found = ear.hear(SILENCE + said_first(words, language.id) + SILENCE) or ear.flush()
    assert found is not None
    outcome = interpret(found, SEALING, language, NORMAL).outcome
    match outcome:
        case Understood(meaning=CommandMeaning(name=name, args=args)) if name == SEAL:
            return args
        case _:
            return None


@every_language
@pytest.mark.parametrize("move", UNLIKE_LEGAL_ONES)
def test_a_move_that_is_not_legal_is_not_sealed_as_another(move: str, language: Language) -> None:
    assert sealed(move, language) is None


@every_language
@pytest.mark.parametrize(("move", "uci"), [("N e5", "f3e5"), ("B b5", "f1b5"), ("K e2", "e1e2")])
def test_a_legal_move_is_sealed(move: str, uci: str, language: Language) -> None:
    assert sealed(move, language) == (uci,)
