"""The letters of a list or report: UTF-8, or what all programs of before it read alike.

A file does not tell in which of the older encodings it was written, and most bytes stand for
another letter in each: what would be guessed wrongly is refused. `static/file-letters.js` does so
for the files that are chosen on a page.
"""

import re

from voice_chess.event.tournament import BadEvent

_WIDE = (b"\xff\xfe", b"\xfe\xff")
LINE_ENDS = re.compile(r"\r\n|\r|\n")
_SAME_EVERYWHERE = frozenset("ÄÉÖÜßäéöü".encode("latin-1"))
"""In the encodings of Windows for Western and Central Europe, Turkish and the Baltic languages, and
in those of ISO 8859 for them. In Cyrillic and Greek no name is made of these alone."""
_LAST_OF_ASCII = 0x7F


def decoded(data: bytes) -> str:
    """The text of a file. Raises `BadEvent`, naming the line."""
    encoding = "utf-16" if data.startswith(_WIDE) else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if all(byte <= _LAST_OF_ASCII or byte in _SAME_EVERYWHERE for byte in data):
            return data.decode("latin-1")
        before = error.object[: error.start].decode(encoding, "ignore")
        message = (
            f"Line {len(LINE_ENDS.findall(before)) + 1}: its letters are not in UTF-8, and a name "
            "might be read wrongly; save the file as UTF-8."
        )
        raise BadEvent(message) from error
