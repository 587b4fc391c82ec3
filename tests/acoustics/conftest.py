"""A lexicon small enough to look through, with all its numbers."""

import pytest

from voice_chess.acoustics.lexicon import Lexicon
from voice_chess.acoustics.phones import Inventory


@pytest.fixture
def lexicon() -> Lexicon:
    return Lexicon(
        heard={
            "ja": (("j", "a:"),),
            "drei": (("d", "r", "aI"), ("t", "r", "aI")),
            "a": (("a:",),),
            "acht": (("a", "x", "t"),),
        },
        said={"reihe": ("r", "aI", "@")},
    )


@pytest.fixture
def inventory(lexicon: Lexicon) -> Inventory:
    return Inventory(lexicon)
