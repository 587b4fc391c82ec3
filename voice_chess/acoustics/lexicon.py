"""The acoustic lexicon: the phones of each word, and the ways in which people say it."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files

Way = tuple[str, ...]
"""The phones of one way to say a word; a stressed phone may have a mark before it."""

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
"""Groups of German words that our models confused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Words with their pronunciations, of which the first determines a word's states.

    Players say the `heard` words, and only the program says the `said` words. The `everyday` words
    are not in the model, but teach it plain phones.

    If the phones are not those of `lexicon.toml`, `common` maps each to the nearest of these, and
    `spelling` maps each way to the text for an engine that reads the language itself.
    """

    heard: Mapping[str, tuple[tuple[str, ...], ...]]
    said: Mapping[str, tuple[str, ...]]
    everyday: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    spelling: Mapping[Way, str] = field(default_factory=dict)
    common: Mapping[str, str] = field(default_factory=dict)
    long: frozenset[str] = LONG_PHONES
    alike: tuple[tuple[str, ...], ...] = ()
    """Groups of words that a model confuses if it has heard them no oftener than others."""

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
    """Return the phone without eSpeak NG's marks of stress."""
    return phone.lstrip("',%=")


def load_lexicon() -> Lexicon:
    """Read the lexicon beside this module, which is that of our first model's language."""
    table = tomllib.loads((files(__package__) / "lexicon.toml").read_text("utf-8"))
    return Lexicon(
        heard={w: tuple(tuple(way.split()) for way in ways) for w, ways in table["words"].items()},
        said={w: tuple(way.split()) for w, way in table["said"].items()},
        everyday={w: tuple(way.split()) for w, way in table["everyday"].items()},
        alike=ALIKE,
    )
