"""Whoever speaks into a microphone that is set too loud is told, once, to turn it down."""

from dataclasses import dataclass, replace

import pytest

from tests.german import german, in_words, says
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.understanding.hypothesis import Heard


@dataclass
class LoudEar(MemoryRecognizer):
    """Hears everything cut off."""

    def flush(self) -> Heard | None:
        heard = super().flush()
        return heard and replace(heard, is_clipped=True)


NOTHING = Utterance(in_words("N") + f" {in_words('N')} {says('rank:3')} {says('rank:3')}")
CLOCK = Utterance(says("clock").lower())


def advised(table: AroundTable, of: str) -> list[bool]:
    """Whether the advice came with each reply after the game's beginning."""
    advice = phrase(of, table.settings.language).text
    return [advice in told for _, told in table.answers[1:]]


@pytest.mark.parametrize("language_id", known_languages())
def test_the_second_utterance_brings_the_advice_and_the_next_does_not(language_id: str) -> None:
    language = load_language(language_id)
    table = AroundTable(settings=TableSettings(language=language), ear=LoudEar)
    clock = Utterance(language.say("clock").lower())

    table.play(clock, clock, clock)

    assert advised(table, "MicrophoneTooLoud") == [False, True, False]


def test_nobody_is_sent_closer_to_a_microphone_that_is_too_loud() -> None:
    table = AroundTable(ear=LoudEar)

    table.play(NOTHING, NOTHING, NOTHING)

    assert advised(table, "MicrophoneTooLoud") == [False, True, False]
    assert german("HardToHear") not in table.said


def test_a_good_microphone_brings_no_advice() -> None:
    table = AroundTable()

    table.play(CLOCK, CLOCK, CLOCK)

    assert advised(table, "MicrophoneTooLoud") == [False, False, False]
