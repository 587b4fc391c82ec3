"""What the pages say about words, languages, editions and files is so."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from voice_chess.adapters.documents.record_files import read_pgn, write
from voice_chess.docs.topics import TOPICS, topic
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.edition import known_editions
from voice_chess.settings import shipped
from voice_chess.speech.understanding.parse import UNKNOWN, parse
from voice_chess.speech.understanding.typed import typed_words

GERMAN = load_language("de")
ANSWERS = {
    "Springer wohin?",
    "Wirklich aufgeben?",
    "Gustav oder Bella?",
    "Vierzehn Minuten.",
    "Schwarz fünfzehn Minuten.",
    "Fünf Minuten, Schwarz drei.",
}
"""What the program says; all else that is quoted can be said to it."""
PAGES = [name for name in TOPICS if "„" in topic(name).text]


@pytest.mark.parametrize("name", PAGES)
def test_whatever_is_quoted_in_german_is_understood(name: str) -> None:
    quoted = set(re.findall("„([^“]+)“", topic(name).text)) - ANSWERS
    unknown = [said for said in quoted if UNKNOWN in parse(typed_words(said, GERMAN), GERMAN)]

    assert unknown == []


def test_every_language_stands_in_the_table_of_languages() -> None:
    told = re.findall(
        r"^\| [^|]+ \| `--language ([\w-]+)` \|", topic("languages").text, re.MULTILINE
    )

    assert sorted(told) == sorted(known_languages())


@pytest.mark.parametrize("name", ["laws", "playing"])
def test_the_editions_that_are_named_are_those_there_are(name: str) -> None:
    (listed,) = re.findall(r"applies: ([\d, or]+)", topic(name).text)

    assert re.findall(r"\d+", listed) == list(known_editions())


@pytest.mark.parametrize("name", TOPICS)
def test_every_module_that_is_to_be_run_exists(name: str) -> None:
    for module in re.findall(r"python -m ([\w.]+)", topic(name).text):
        assert find_spec(module) is not None, module


def test_the_files_of_a_game_are_those_that_are_written(tmp_path: Path) -> None:
    sheet = read_pgn(next(shipped("audio").rglob("game.pgn")))
    table = re.findall(r"^\| `([\w.]+)` \| ", topic("records").text, re.MULTILINE)

    written = [path.name for path in write(sheet, GERMAN, tmp_path)]

    assert [name for name in table if "." in name] == written
