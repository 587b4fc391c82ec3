"""The benchmark of spoken answers measures what it reports."""

import re

import pytest

from tests.benchmarks import answers
from tests.benchmarks.answers import LEFT, Voice, clocks, told
from voice_chess.languages.language import known_languages, load_language
from voice_chess.speech.generation.sentence import phrase


def test_a_longer_sentence_lasts_longer() -> None:
    german = load_language("de")
    voice = Voice(german)

    assert (
        0
        < voice.lasts_ms(phrase("Cancelled", german))
        < voice.lasts_ms(phrase("TooLateToCorrect", german))
    )


@pytest.mark.parametrize("language_id", known_languages())
def test_every_kind_of_answer_is_measured_in_every_language(language_id: str) -> None:
    language = load_language(language_id)

    assert all(sentence.words for _, sentences in told(language) for sentence in sentences)
    assert all(len(list(clocks(language, kind))) == len(left) ** 2 for kind, left in LEFT.items())


@pytest.mark.slow
def test_every_figure_is_told_on_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert answers.main(["--language", "en"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(list(told(load_language("en"))))
    assert all(re.fullmatch(r"en, .+: median \d+ ms, longest \d+ ms", line) for line in lines)
