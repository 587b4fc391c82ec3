"""Decodes a PGN file: Unicode, or the older encoding in which its words are made of known letters.

PGN was defined for Western letters, and programs wrote those of their own country. A file does not
say which. But a word that is decoded wrongly hardly ever consists of letters that one single
language has. A word that could be either, such as one with a single ř or ø, counts as Western
unless other words decide.
"""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

WIDE = (b"\xff\xfe", b"\xfe\xff")
"""How text in UTF-16 begins."""
_LAST = "latin-1"
"""The encoding in which every byte is a character."""

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
"""Letters beyond ASCII of the languages that are written in each encoding.

Browsers know the encodings by these names, and the page on which a file is chosen gets the table.
"""

_WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")


def decoded(data: bytes) -> str:
    """Return the text of a file in the encoding that its program probably used.

    Raises `UnicodeDecodeError`.
    """
    if data.startswith(WIDE):
        return data.decode("utf-16")
    with suppress(UnicodeDecodeError):
        return data.decode("utf-8-sig")
    words = set(_WORD.findall(data))
    likeliest = max(ALPHABETS, key=lambda encoding: sum(_fits(w, encoding) for w in words))
    with suppress(UnicodeDecodeError):
        return data.decode(likeliest)
    return data.decode(_LAST)


def _fits(word: bytes, encoding: str) -> bool:
    """Whether one language has all letters of this word in this encoding."""
    with suppress(UnicodeDecodeError):
        letters = set(word.decode(encoding).lower())
        own = {letter for letter in letters if not letter.isascii()}
        is_mixed = encoding == _CYRILLIC_ENCODING and own != letters
        return not is_mixed and any(own <= {*each} for each in ALPHABETS[encoding])
    return False
