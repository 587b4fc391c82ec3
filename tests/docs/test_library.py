"""The page about the library: its examples print what it says, and it names whatever there is."""

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, get_args

import pytest

import voice_chess
from voice_chess.docs.topics import topic
from voice_chess.library.games import Act
from voice_chess.speech.generation.styles import STYLES

TEXT = topic("library").text
BLOCKS = re.findall(r"```python\n(.*?)```(?:\n\nThis prints:\n\n```\n(.*?)```)?", TEXT, re.DOTALL)


@pytest.mark.model
def test_every_example_prints_what_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other, as a reader would type them."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    printed = []
    for code, _ in BLOCKS:
        shown = StringIO()
        with redirect_stdout(shown):
            exec(code, names)  # noqa: S102 - our own page
        printed.append(shown.getvalue())

    assert printed == [output for _, output in BLOCKS]


def test_what_is_exported_is_what_is_documented() -> None:
    table = TEXT.partition("| Name |")[2].partition("\n\n")[0]

    assert sorted(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == voice_chess.__all__


def test_every_language_and_every_style_is_named() -> None:
    (languages,) = re.findall(r"named by its code: (.*)\.$", TEXT, re.MULTILINE)
    (styles,) = re.findall(r"in one of the styles (.*?);", TEXT)

    assert re.findall(r"`([\w-]+)`", languages) == list(voice_chess.known_languages())
    assert re.findall(r"`(\w+)`", styles) == list(STYLES)


def test_every_act_is_documented() -> None:
    table = TEXT.partition("| Act |")[2].partition("\n\n")[0]

    assert set(re.findall(r"`([\w-]+)`", table)) >= set(get_args(Act))
    assert len(get_args(Act)) == len(re.findall(r"`([\w-]+)`", table.partition("`Game.")[0]))
