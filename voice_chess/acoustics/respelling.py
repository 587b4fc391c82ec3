"""Turns lexicon phones into those of a foreign engine, which then speaks German with an accent."""

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

_LONG = ("aI", "aU", "OY")
_WEAK = ("@", "3")


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneSystem:
    """The phones of one engine, and the ways in which they stand for lexicon phones."""

    phones: frozenset[str]
    ways: Mapping[str, tuple[str, ...]]
    stress: str


def respelled(
    pronunciation: str, system: str, chance: random.Random | None = None
) -> tuple[tuple[str, ...], ...]:
    """Return, for each lexicon phone, the phones that stand for it: one, several, or none."""
    phones = pronunciation.split()
    last = len(phones) - 1
    groups: list[tuple[str, ...]] = []
    for index, phone in enumerate(phones):
        place = ("^" if index == 0 else "") + phone + ("$" if index == last else "")
        ways = ways_of(system, place)
        if last == 1 and "" in ways:  # without its h the German letter H would be the letter A
            ways = tuple(filter(None, ways)) or ways_of(system, place.replace(phone, "x"))
        groups.append(tuple((chance.choice(ways) if chance else ways[0]).split()))
    return tuple(groups)


def ways_of(system: str, place: str) -> tuple[str, ...]:
    """Return the ways to say a phone at a place; `^` is a word's beginning, `$` its end.

    The most special place counts. Raises `KeyError` if the system has no way to say the phone.
    """
    phone = place.removeprefix("^").removesuffix("$")
    known = the_system(system)
    special = [f"^{phone}"] if place[0] == "^" else []
    special += [f"{phone}$"] if place[-1] == "$" else []
    for key in (*special, phone):
        if key in known.ways:
            return known.ways[key]
    if phone in known.phones:
        return (phone,)
    alike = _alike().get(phone)
    if alike is None:
        message = f"{system} has no way to say {phone}"
        raise KeyError(message)
    return ways_of(system, place.replace(phone, alike))


def stressed_phone(pronunciation: str) -> int:
    """Return the index of the phone that carries the stress."""
    phones = pronunciation.split()
    named: int | None = _table()["stress"].get(pronunciation)
    if named is not None:
        return named
    vowels = [index for index, phone in enumerate(phones) if phone in VOWELS]
    long = [index for index in vowels if phones[index].endswith(":") or phones[index] in _LONG]
    full = [index for index in vowels if phones[index] not in _WEAK]
    return [*long, *full, *vowels, 0][0]


@cache
def the_system(name: str) -> PhoneSystem:
    raw = dict(_table()["systems"][name])
    base = the_system(raw.pop("like")) if "like" in raw else None
    phones = frozenset(raw.pop("phones", "").split()) | (base.phones if base else frozenset())
    stress = raw.pop("stress", "")
    own = {key: tuple(ways) for key, ways in raw.items()}
    return PhoneSystem(phones=phones, ways={**(base.ways if base else {}), **own}, stress=stress)


@cache
def _alike() -> dict[str, str]:
    return dict(_table()["alike"])


@cache
def _table() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("respelling.toml").read_text("utf-8")
    return tomllib.loads(text)


VOWELS: frozenset[str] = frozenset(_table()["vowels"])
CONSONANTS: frozenset[str] = frozenset(_table()["consonants"])
