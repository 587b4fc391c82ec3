"""Decodes a list or report: UTF-8, letters that older encodings share, or a named encoding.

A file does not say in which of the older encodings it was written, and most bytes stand for another
letter in each. A guess might misread a name, so such a file is refused, and its owner can name the
encoding. `static/file-letters.js` does so for files that are chosen on a page.
"""

import re
from collections.abc import Mapping

from voice_chess.event.report_faults import BadEvent, Fault

ENCODINGS: Mapping[str, str] = {
    "windows-1250": "central",
    "iso-8859-2": "central",
    "windows-1251": "cyrillic",
    "windows-1252": "western",
    "windows-1253": "greek",
    "windows-1254": "turkish",
    "windows-1257": "baltic",
    "utf-16le": "",
}
"""Encodings that can be named, by the browsers' names for them, and whose letters they have.

UTF-16 has all letters.
"""
_WIDE = (b"\xff\xfe", b"\xfe\xff")
LINE_ENDS = re.compile(r"\r\n|\r|\n")
_SAME_EVERYWHERE = frozenset("ÄÉÖÜßäéöü".encode("latin-1"))
"""Bytes that mean the same letter in several encodings.

These are the encodings of Windows for Western and Central Europe, Turkish and the Baltic languages,
and those of ISO 8859 for the same. In Cyrillic and Greek no name consists of these letters alone.
"""
_LAST_OF_ASCII = 0x7F
_NUL = "\0"
"""No list contains this character; in UTF-16 that is read as UTF-8, every other one is this."""


def decoded(data: bytes, encoding: str | None = None) -> str:
    """Return the text of a file, in the named encoding if there is one.

    Raises `BadEvent`, with the line.
    """
    tried = encoding or ("utf-16" if data.startswith(_WIDE) else "utf-8-sig")
    try:
        text = data.decode(tried)
    except UnicodeDecodeError as error:
        if encoding is None and _is_the_same_everywhere(data):
            return data.decode("latin-1")
        before = error.object[: error.start].decode(tried, "ignore")
        raise _misread(before, encoding) from error
    before, is_torn, _ = text.partition(_NUL)
    if is_torn:
        raise _misread(before, encoding)
    return text


def _is_the_same_everywhere(data: bytes) -> bool:
    return all(byte <= _LAST_OF_ASCII or byte in _SAME_EVERYWHERE for byte in data)


def _misread(before: str, encoding: str | None) -> BadEvent:
    line = len(LINE_ENDS.findall(before)) + 1
    if encoding is not None:
        return BadEvent.of(Fault.LETTERS_OTHERS, line, value=encoding)
    return BadEvent.of(Fault.LETTERS_UNKNOWN, line)
