"""Every engine can be asked for every phone of the lexicon."""

import random
import tomllib
from importlib.resources import files

import pytest

from voice_chess.acoustics.respelling import CONSONANTS, VOWELS, respelled, stressed_phone, ways_of

TABLE = tomllib.loads(files("voice_chess.acoustics").joinpath("respelling.toml").read_text("utf-8"))
SYSTEMS = tuple(TABLE["systems"])


def respell(pronunciation: str, system: str, chance: random.Random | None = None) -> str:
    """A word in the phones of a system; without `chance`, in the first way of each phone."""
    return " ".join(phone for group in respelled(pronunciation, system, chance) for phone in group)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_vowel_is_said_in_every_system(system: str) -> None:
    for vowel in VOWELS:
        for place in (vowel, f"^{vowel}", f"{vowel}$", f"^{vowel}$"):
            assert all(ways_of(system, place)), (system, place)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_consonant_has_a_way_in_every_system(system: str) -> None:
    droppable = {"h", "?", "r"}
    for consonant in CONSONANTS:
        for place in (consonant, f"^{consonant}", f"{consonant}$", f"^{consonant}$"):
            ways = ways_of(system, place)
            assert consonant in droppable or all(ways), (system, place)


@pytest.mark.parametrize(
    ("system", "zwei"),
    [("us", "t s v ay"), ("it", "ts v a i"), ("cs", "c v a j"), ("pico-de", "t_s v a_I")],
)
def test_zwei_is_written_in_the_phones_of_the_engine(system: str, zwei: str) -> None:
    assert respell("ts v aI", system) == zwei


def test_the_same_chance_makes_the_same_accent() -> None:
    def accent(seed: int) -> str:
        return respell("k Y: n I C", "us", random.Random(seed))

    assert len({accent(seed) for seed in range(40)}) > 3
    assert len({accent(7) for _ in range(5)}) == 1


def test_a_dropped_phone_leaves_an_empty_group() -> None:
    assert respelled("h I l f @", "it")[0] == ()


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_letter_h_is_never_mistaken_for_the_letter_a(system: str) -> None:
    letters_a = {respell("a:", system, random.Random(seed)) for seed in range(30)}
    letters_h = {respell("h a:", system, random.Random(seed)) for seed in range(30)}
    assert not letters_a & letters_h


def test_a_word_begins_and_ends_in_its_own_way() -> None:
    assert ways_of("us", "^z") != ways_of("us", "z")
    assert ways_of("espeak-pl", "g$") == ("k",)


@pytest.mark.parametrize(
    ("word", "stressed"),
    [
        ("d a: m @", 1),
        ("r O x a: d @", 3),
        ("h E k t o r", 1),
        ("ts u r Y k", 3),
        ("S p r I N 3", 3),
    ],
)
def test_stress_falls_where_german_has_it(word: str, stressed: int) -> None:
    assert stressed_phone(word) == stressed


def test_every_stress_of_its_own_falls_on_a_vowel_of_the_word() -> None:
    for word in TABLE["stress"]:
        assert word.split()[stressed_phone(word)] in VOWELS, word
