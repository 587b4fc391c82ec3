"""The benchmark of pauses makes the announcements that it names, and reports their results."""

import re

import pytest

from tests.benchmarks import pauses
from tests.benchmarks.pauses import LONGEST_MS, SHORTEST_MS, cuts, spoken_by_voices
from tests.benchmarks.speech import MODEL
from voice_chess.languages.language import load_language

NEEDS_MODEL = pytest.mark.skipif(not MODEL.is_dir(), reason=f"no model in {MODEL}")


@pytest.mark.parametrize(
    ("words", "places"),
    [
        ("springer felix drei", {1: "piece", 2: "file"}),
        ("springer gustav eins felix drei", {1: "piece", 2: "file", 3: "square", 4: "file"}),
        ("e zwei e vier", {1: "file", 2: "square", 3: "file"}),
        ("kurze rochade", {}),
    ],
)
def test_a_pause_is_made_behind_the_piece_the_first_square_or_a_file(
    words: str, places: dict[int, str]
) -> None:
    assert cuts(words.split(), load_language("de")) == places


def test_pauses_are_as_long_as_they_should_be_and_drawn_the_same_again() -> None:
    one, other = list(spoken_by_voices(5, 3)), list(spoken_by_voices(5, 3))

    assert all(SHORTEST_MS <= each.pause_ms < LONGEST_MS for each in one)
    assert [each.name for each in one] == [each.name for each in other]
    assert len({each.name for each in one}) == 5


@pytest.mark.model
@NEEDS_MODEL
def test_what_came_of_each_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert pauses.main(["--count", "2"]) == 0

    lines = capsys.readouterr().out.splitlines()
    counts = [re.fullmatch(r"[a-z ]+: (\d+) of 2", line) for line in lines]
    assert sum(int(match[1]) for match in counts if match) == 2
