"""Whoever says letters over a line like a telephone's is told, once, to say names instead."""

from dataclasses import dataclass, replace

import pytest

from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.understanding.hypothesis import Heard


@dataclass
class NarrowEar(MemoryRecognizer):
    """Hears everything as by telephone."""

    def flush(self) -> Heard | None:
        heard = super().flush()
        return heard and replace(heard, is_narrow=True)


def pawn_to(square: str, language: Language, *, by_letter: bool) -> Utterance:
    name, letter, *_ = language.words[f"file:{square[0]}"]
    words = [letter if by_letter else name, language.words[f"rank:{square[1]}"][0]]
    return Utterance(" ".join(words))


def advised(table: AroundTable) -> list[bool]:
    """Whether the advice came with each reply after the game's beginning."""
    advice = phrase("NamesNotLetters", table.settings.language).text
    return [advice in told for _, told in table.answers[1:]]


@pytest.mark.parametrize("language_id", known_languages())
def test_the_first_letter_brings_the_advice_and_the_next_does_not(language_id: str) -> None:
    language = load_language(language_id)
    table = AroundTable(settings=TableSettings(language=language), ear=NarrowEar)

    table.play(
        pawn_to("e4", language, by_letter=False),
        pawn_to("e5", language, by_letter=True),
        pawn_to("d4", language, by_letter=True),
    )

    assert advised(table) == [False, True, False]


def test_letters_by_a_good_microphone_bring_none() -> None:
    language = load_language("de")
    table = AroundTable(settings=TableSettings(language=language))

    table.play(pawn_to("e4", language, by_letter=True), pawn_to("e5", language, by_letter=True))

    assert advised(table) == [False, False]
