"""The acoustic lexicon: which phones a word is made of, and in which ways people say it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files

UNKNOWN = "[unk]"
"""The word that stands for everything that is no word of ours."""

LONG_PHONES = frozenset({"aI", "aU", "OY", "a:", "i:", "e:", "E:", "o:", "u:", "y:", "Y:"})
"""Phones long enough for two states in a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Words with their pronunciations; the first one gives a word its states.

    `heard` words are what players say, `said` words what only the program says. Words of
    `everyday` speech are no words of the model: they teach it what plain phones sound like.
    """

    heard: Mapping[str, tuple[tuple[str, ...], ...]]
    said: Mapping[str, tuple[str, ...]]
    everyday: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def words(self) -> tuple[str, ...]:
        """Every word, heard ones first, in the order of the model's word table."""
        return (*self.heard, *self.said)

    @property
    def phones(self) -> tuple[str, ...]:
        """Every phone that occurs, sorted."""
        heard = {p for ways in self.heard.values() for way in ways for p in way}
        others = (*self.said.values(), *self.everyday.values())
        return tuple(sorted(heard | {p for way in others for p in way}))


def load_lexicon() -> Lexicon:
    """The lexicon beside this module."""
    table = tomllib.loads((files(__package__) / "lexicon.toml").read_text("utf-8"))
    return Lexicon(
        heard={w: tuple(tuple(way.split()) for way in ways) for w, ways in table["words"].items()},
        said={w: tuple(way.split()) for w, way in table["said"].items()},
        everyday={w: tuple(way.split()) for w, way in table["everyday"].items()},
    )
