"""Pages have a place and words for every reason why a game needs its arbiter."""

import json
import re
from typing import get_args

import pytest

from voice_chess.game.phases import Question
from voice_chess.languages.language import known_languages, load_language
from voice_chess.web.pages.page_files import read_static

(_LISTED,) = re.findall(r"const RULINGS = (\[[^\]]*\]);", read_static()["needs.js"].decode())
RULINGS = frozenset(json.loads(_LISTED))
"""What pages know to wait for a ruling; other needs stand behind it."""


def test_whatever_a_game_asks_its_arbiter_stands_among_the_rulings_of_pages() -> None:
    assert {*get_args(Question), "objection", "called"} <= RULINGS


@pytest.mark.parametrize("language_id", known_languages())
def test_whatever_waits_for_a_ruling_has_its_words(language_id: str) -> None:
    texts = load_language(language_id).interface

    assert [need for need in RULINGS if f"waits:{need}" not in texts] == []
