"""Writes letters of any script as ASCII for paper that has no others: roughly, by their sound."""

from collections.abc import Callable

_UNKNOWN = "?"


def by_sound(letter: str) -> str:
    """Return one letter in ASCII; empty if it is silent or unknown.

    A Chinese character is written by its sound in Chinese, whatever the language of the name.
    """
    from anyascii import anyascii  # noqa: PLC0415 - needed for few names

    found: str = anyascii(letter)
    return found


def word_by_word(text: str, spelled: Callable[[str], str]) -> str:
    """Return each word as it is spelled; a word that becomes empty is a question mark."""
    return " ".join(word and (spelled(word) or _UNKNOWN) for word in text.split(" "))
