"""Writes prose and pages in BRF and in Unicode braille: lines that fit the paper, form feeds."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from voice_chess.languages.language import Language
from voice_chess.languages.script import without_marks
from voice_chess.records.braille_code import brf, cells, normal
from voice_chess.records.transliteration import by_sound, word_by_word

LINE_END = "\r\n"
PAGE_END = "\f"
_BREAKS = frozenset("\r\n\f")
_FIRST_PATTERN = "\u2800"
_INDENT = "  "
REST_OF_ROW = "    "
"""The beginning of the second line of a row that is too long for one."""
_ACCENT = "@"
"""Dot 4, before a letter with an accent if the language has no cell of its own for the letter."""
_BASE = {"ł": "l", "đ": "d", "ø": "o", "\u0131": "i", "ð": "d", "ħ": "h", "ŧ": "t", "ŋ": "n"}
_WRITTEN_OUT = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th"})
# A letter of another alphabet has the cell of the Latin letter with the same sound.
_OF_ONE_SOUND = {
    "абвгдежзијклмнопрстћуфхцчш": "abvgdežzijklmnoprstćufhcčš",
    "йыэіґўѐѝ": "jyeigwei",
    "αάβγδεέζηήιίϊΐκλμνξοόπρσςτυύϋΰφωώ": "aavgdeeziiiiiiklmnxooprsstyyyyfoo",
}
_LATIN = str.maketrans(
    {
        letter: cell
        for letters, cells in _OF_ONE_SOUND.items()
        for letter, cell in zip(letters, cells, strict=True)
    }
    | {"ђ": "dj", "љ": "lj", "њ": "nj", "џ": "dž", "ѓ": "gj", "ќ": "kj", "\u0455": "dz"}
    | {"щ": "šč", "ю": "ju", "я": "ja", "ё": "jo", "є": "je", "ї": "ji", "ъ": "", "ь": ""}
    | {"θ": "th", "χ": "ch", "ψ": "ps"}
)
_PLAIN_SIGNS = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u2032", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u2033\u00ab\u00bb", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | {"\u2026": "...", "\u2044": "/", "\u00b7": "."}
)
"""Typographic signs of print, each as it is typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """The size of a page: cells in a line, and lines on a page."""

    cells: int = 40
    lines: int = 25


def prose(text: str, language: Language) -> str:
    """Return ordinary text as computer braille, with the language's cells for its own letters."""
    return word_by_word(text, lambda word: _prose(word, language))


def _prose(text: str, language: Language) -> str:
    own = _own_letters(language)
    letters = unicodedata.normalize("NFC", text.lower())
    for letter in own:
        # A letter of two signs, such as the Serbian lj, is one sign in Unicode, which nobody types.
        letters = letters.replace(unicodedata.normalize("NFKC", letter), letter)
    latin = "".join(letter if letter in own else letter.translate(_LATIN) for letter in letters)
    known = "".join(own.get(letter, letter) for letter in latin).translate(_WRITTEN_OUT)
    return normal("".join(map(_in_ascii, known.translate(_PLAIN_SIGNS))))


def unaccented(text: str) -> str:
    """Return the text without accents.

    Sheets were written so before letters had cells of their own, and people type so.
    """
    return without_marks(unicodedata.normalize("NFKD", text))


def _in_ascii(letter: str) -> str:
    """Return a letter as ASCII: of another language by its base, of another script by its sound."""
    if letter.isascii():
        return letter
    base = _BASE.get(letter) or unaccented(letter).translate(_PLAIN_SIGNS)
    if not base.isascii():
        return by_sound(letter)
    return _ACCENT + base if base.isalpha() else base


@cache
def _own_letters(language: Language) -> dict[str, str]:
    """Return the cells of letters that English lacks; the language's data list them in pairs."""
    pairs = language.sheet["braille_letters"]
    return dict(zip(pairs[::2], pairs[1::2], strict=True))


def wrapped(tokens: Sequence[str], cells: int, indent: str = _INDENT) -> list[str]:
    """Return the tokens in as few lines as possible, broken between tokens; a long token is cut."""
    lines: list[str] = []
    line = ""
    for token in tokens:
        rest = token
        if line and len(line) + 1 + len(rest) > cells:
            lines.append(line)
            line = ""
        line = f"{line} {rest}" if line else (indent if lines else "") + rest
        while len(line) > cells:
            lines.append(line[:cells])
            line = indent + line[cells:]
    return [*lines, line]


def pages(lines: Sequence[str], running_head: str, paper: Paper) -> str:
    """Return the lines on pages; every page but the first begins with the head and its number.

    The number stands at the right margin, where braille readers look for it. No page begins with a
    blank line or with the rest of a row, and none ends with a label.
    """
    rest = list(lines)
    text = ""
    number = 1
    while rest:
        head = [] if number == 1 else [_numbered(running_head, number, paper.cells)]
        room = _room(rest, paper.lines - len(head))
        page, rest = [*head, *rest[:room]], rest[room:]
        text += "".join(line.rstrip() + LINE_END for line in page) + PAGE_END
        number += 1
        while rest and not rest[0]:
            del rest[0]
    return text


def _numbered(running_head: str, number: int, cells: int) -> str:
    room = cells - len(str(number))
    return f"{running_head[: room - 2].rstrip():{room}}{number}"


def _room(lines: Sequence[str], most: int) -> int:
    """Return how many of these lines are put on a page that has room for `most`."""
    if len(lines) <= most:
        return most
    fits = (
        room
        for room in range(most, 0, -1)
        if not (lines[room].startswith(REST_OF_ROW) or lines[room - 1].endswith(":"))
    )
    return next(fits, most)


def lines_of(brf: str) -> list[str]:
    """Return all lines of a file that `pages` wrote, without the running heads."""
    lines: list[str] = []
    for number, page in enumerate(brf.split(PAGE_END)):
        lines += page.splitlines()[0 if number == 0 else 1 :]
    return lines


def as_unicode(brf: str) -> str:
    """Return a whole BRF file as Unicode braille patterns, blank cells included."""
    return "".join(sign if sign in _BREAKS else cells(sign) for sign in brf).replace("\r", "")


def as_brf(text: str) -> str:
    """Return a whole file, in BRF or in Unicode braille, as BRF.

    Raises `ValueError` for cells of eight dots.
    """
    return "".join(sign if sign < _FIRST_PATTERN else brf(sign) for sign in text)
