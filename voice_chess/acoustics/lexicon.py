"""The acoustic lexicon: which phones a word is made of, and in which ways people say it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files

"""The word that stands for everything that is no word of ours."""

Way = tuple[str, ...]
"""The phones of one way to say a word; a stressed one may have a mark before it."""

LONG_PHONES = frozenset({"aI", "aU", "OY", "a:", "i:", "e:", "E:", "o:", "u:", "y:", "Y:"})
"""Phones long enough for two states in a row."""


ALIKE = (
    ("zwei", "drei", "eins", "zwei", "drei"),
    ("cesar", "eva", "hektor", "bella"),
    ("felix", "hektor", "eva", "bella"),
    ("b", "c", "d", "e", "g"),
    ("a", "h", "acht"),
    ("vier", "sieben", "fünf", "bella"),
    ("dame", "turm", "bauer", "springer", "läufer"),
    ("b", "d", "g", "e"),
    ("b", "d"),
    ("g", "e"),
    ("d", "g"),
    ("zwei", "drei"),
    ("zwei", "eins", "drei"),
    ("g", "f", "c"),
)
"""German words that our models took for each other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Words with their pronunciations; the first one gives a word its states.

    `heard` words are what players say, `said` words what only the program says. Words of
    `everyday` speech are no words of the model: they teach it what plain phones sound like.

    Where phones are not those of `lexicon.toml`, `common` tells which of these are nearest, and
    `spelling` what an engine is given that reads the language itself.
    """

    heard: Mapping[str, tuple[tuple[str, ...], ...]]
    said: Mapping[str, tuple[str, ...]]
    everyday: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    spelling: Mapping[Way, str] = field(default_factory=dict)
    common: Mapping[str, str] = field(default_factory=dict)
    long: frozenset[str] = LONG_PHONES
    alike: tuple[tuple[str, ...], ...] = ()
    """Words taken for each other by a model that had heard them no oftener than others."""

    @property
    def words(self) -> tuple[str, ...]:
        """Every word, heard ones first, in the order of the model's word table."""
        return (*self.heard, *self.said)

    @property
    def phones(self) -> tuple[str, ...]:
        """Every phone that occurs, sorted."""
        heard = {p for ways in self.heard.values() for way in ways for p in way}
        others = (*self.said.values(), *self.everyday.values())
        spoken = heard | {p for way in others for p in way}
        return tuple(sorted(set(map(unstressed, spoken))))


def unstressed(phone: str) -> str:
    """The phone without eSpeak NG's marks of stress."""
    return phone.lstrip("',%=")


def load_lexicon() -> Lexicon:
    """The lexicon beside this module, of the language of our first model."""
    table = tomllib.loads((files(__package__) / "lexicon.toml").read_text("utf-8"))
    return Lexicon(
        heard={w: tuple(tuple(way.split()) for way in ways) for w, ways in table["words"].items()},
        said={w: tuple(way.split()) for w, way in table["said"].items()},
        everyday={w: tuple(way.split()) for w, way in table["everyday"].items()},
        alike=ALIKE,
    )
