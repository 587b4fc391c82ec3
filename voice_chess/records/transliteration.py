"""Letters of any script in those of ASCII, where paper has no others: by their sound, roughly."""

from collections.abc import Callable

_UNKNOWN = "?"


def by_sound(letter: str) -> str:
    """How one letter is told in ASCII; nothing for a silent one, and where nobody knows.

    A Chinese character is told by its sound in Chinese, whatever the language of the name.
    """
    from anyascii import anyascii  # noqa: PLC0415 - needed for few names

    found: str = anyascii(letter)
    return found


def word_by_word(text: str, spelled: Callable[[str], str]) -> str:
    """Each word as it is spelled; one of which nothing is left is a question mark."""
    return " ".join(word and (spelled(word) or _UNKNOWN) for word in text.split(" "))
