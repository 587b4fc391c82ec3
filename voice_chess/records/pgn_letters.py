"""The letters of a PGN file: Unicode, or an encoding of before it in which its words can be names.

PGN was defined for Western letters, and programs wrote those of their country. Which, a file does
not tell; but hardly a word read in the wrong one is made of letters that one language has. A word
that could be either, such as one with a single ř or ø, is Western unless others tell.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

_WIDE = (b"\xff\xfe", b"\xfe\xff")
_LAST = "latin-1"
"""In which every byte is a letter."""

_WESTERN = (
    "äöüß",
    "àâæçèéêëîïôœùûüÿ",
    "áéíñóúü",
    "àèéìíîòóùú",
    "àáâãçéêíóôõú",
    "æåøéóòôü",
    "åäöéü",
    "áðéíóúýþæö",
    "áéèëïóöü",
)
_CENTRAL = (
    "áčďéěíňóřšťúůýž",
    "áäčďéíĺľňóôŕšťúýž",
    "ąćęłńóśźż",
    "áéíóöőúüű",
    "čćđšž",
    "âăîşţ",
    "äöüß",
)
_CYRILLIC_ENCODING = "windows-1251"
_CYRILLIC = ("абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "абвгдђежзијклљмнњопрстћуфхцчџш")
ALPHABETS: Mapping[str, Sequence[str]] = {
    "windows-1252": _WESTERN,
    "windows-1250": _CENTRAL,
    "iso-8859-2": _CENTRAL,
    _CYRILLIC_ENCODING: _CYRILLIC,
}
"""Letters beyond ASCII of languages written in it. Browsers know encodings by these names, and the
page on which a file is chosen is given the table."""

_WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")


def decoded(data: bytes) -> str:
    """The text of a file, in whichever encoding its program wrote; raises `UnicodeDecodeError`."""
    if data.startswith(_WIDE):
        return data.decode("utf-16")
    with suppress(UnicodeDecodeError):
        return data.decode("utf-8-sig")
    words = set(_WORD.findall(data))
    likeliest = max(ALPHABETS, key=lambda encoding: sum(_fits(w, encoding) for w in words))
    with suppress(UnicodeDecodeError):
        return data.decode(likeliest)
    return data.decode(_LAST)


def _fits(word: bytes, encoding: str) -> bool:
    """One language has all of its letters."""
    with suppress(UnicodeDecodeError):
        letters = set(word.decode(encoding).lower())
        own = {letter for letter in letters if not letter.isascii()}
        is_mixed = encoding == _CYRILLIC_ENCODING and own != letters
        return not is_mixed and any(own <= {*each} for each in ALPHABETS[encoding])
    return False
