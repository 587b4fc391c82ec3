"""Writes the scoresheet and the last position as eBraille 1.0, an EPUB of braille that reflows.

Moves are a list and the board is preformatted, so that a display of any size breaks lines in
sensible places. The dates that the format requires are the date of the game, so that the same game
always gives the same file.
"""

import io
import re
import zipfile
from collections.abc import Iterable, Mapping
from dataclasses import replace
from html import escape
from html.parser import HTMLParser
from uuid import NAMESPACE_URL, uuid5

from voice_chess.damages import DAMAGED_ZIP
from voice_chess.languages.language import Language
from voice_chess.records import pgn
from voice_chess.records.braille_code import cells
from voice_chess.records.braille_diagram import of_sheet
from voice_chess.records.braille_page import Paper, as_unicode, prose
from voice_chess.records.braille_profile import Profile
from voice_chess.records.braille_sheet import RULE, USUAL, Style, names, sheet_lines
from voice_chess.records.damage import Damage
from voice_chess.records.scoresheet import Scoresheet

SIGN = b"PK"
"""The first bytes of a packed file."""

MIME_TYPE = "application/epub+zip"
_ENDLESS = Paper(cells=10_000, lines=10_000)
_SHEET, _BOARD, _INDEX = "ebraille/sheet.html", "ebraille/position.html", "index.html"
_MOST_BYTES = 1_000_000
_LINES = frozenset({"h1", "p", "li", "pre"})
_DAY = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)")
_NO_DAY = "1970-01-01"
"""The date of a game without a date: the format requires one."""

_FIRST_DAY = (1980, 1, 1, 0, 0, 0)
"""The time stamp of each packed part, constant so that the same game gives the same file."""

_SYSTEMS: Mapping[Profile, str] = {
    "ukaaf": "computer braille, chess notation of UKAAF 2015",
    "national": "computer braille, national chess notation",
    "long": "computer braille, moves from square to square",
}
_CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles>
<rootfile full-path="package.opf" media-type="application/oebps-package+xml"/>
</rootfiles>
</container>
"""
_PACKAGE = """<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" xml:lang="{lang}"
 unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">{identifier}</dc:identifier>
<dc:title>{title}</dc:title>
{creators}
<dc:language>{brai}</dc:language>
<dc:date>{day}</dc:date>
<dc:format>eBraille 1.0</dc:format>
<meta property="dcterms:modified">{day}T00:00:00Z</meta>
<meta property="dcterms:dateCopyrighted">{day}</meta>
<meta property="a11y:brailleCellType">6</meta>
<meta property="a11y:brailleSystem">{system}</meta>
<meta property="a11y:completeTranscription">true</meta>
<meta property="a11y:producer">voice-chess</meta>
<meta property="a11y:tactileGraphics">none</meta>
<meta property="schema:accessMode">tactile</meta>
<meta property="schema:accessModeSufficient">tactile</meta>
<meta property="schema:accessibilityFeature">braille</meta>
<meta property="schema:accessibilityFeature">structuralNavigation</meta>
<meta property="schema:accessibilityFeature">tableOfContents</meta>
<meta property="schema:accessibilityHazard">none</meta>
</metadata>
<manifest>
<item id="nav" href="index.html" media-type="application/xhtml+xml" properties="nav"/>
<item id="sheet" href="ebraille/sheet.html" media-type="application/xhtml+xml"/>
<item id="position" href="ebraille/position.html" media-type="application/xhtml+xml"/>
</manifest>
<spine><itemref idref="sheet"/><itemref idref="position"/></spine>
</package>
"""
_DOCUMENT = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"
 lang="{brai}" xml:lang="{brai}">
<head><meta charset="utf-8"/><title>{title}</title></head>
<body>
{body}
</body>
</html>
"""


def written(sheet: Scoresheet, language: Language, style: Style = USUAL) -> bytes:
    """Return the game as one `.ebrl` file; the style's paper and layout are ignored."""
    style = replace(style, paper=_ENDLESS, layout="running")
    title, board = language.sheet["title"], language.sheet["position"]
    gaps = {"brai": f"{language.tag.partition('-')[0]}-Brai", "lang": language.tag}
    bodies = {
        _INDEX: (title, _contents(title, board, language)),
        _SHEET: (title, _moves(sheet, language, style)),
        _BOARD: (board, _position(board, sheet, language, style)),
    }
    parts = {
        "META-INF/container.xml": _CONTAINER,
        "package.opf": _PACKAGE.format_map({**gaps, **_known(sheet, language, style)}),
        **{
            name: _DOCUMENT.format(title=_patterns(prose(head, language)), body=body, **gaps)
            for name, (head, body) in bodies.items()
        },
    }
    return _packed(parts)


def text_of(content: bytes) -> str:
    """Return the lines of such a sheet in Unicode braille, as `braille_reader` reads them.

    Raises `BadRecord`.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            is_too_large = packed.getinfo(_SHEET).file_size > _MOST_BYTES
            text = "" if is_too_large else packed.read(_SHEET).decode()
    except DAMAGED_ZIP as error:
        message = "This is no eBraille scoresheet, or the file is damaged."
        raise Damage(message, "unread-ebraille") from error
    if is_too_large:
        message = "The eBraille file is larger than any scoresheet."
        raise Damage(message, "unread-large")
    reader = _Lines()
    reader.feed(text)
    reader.close()
    return "\n".join(reader.lines)


class _Lines(HTMLParser):
    """Collects the text of each element that is a line; a rule becomes a line of signs again."""

    def __init__(self) -> None:
        """Start before the first line."""
        super().__init__()
        self.lines: list[str] = []
        self._line: str | None = None

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - HTMLParser passes both
        if tag == "hr":
            self.lines.append(_patterns(RULE))
        elif tag in _LINES:
            self._line = ""

    def handle_endtag(self, tag: str) -> None:
        if tag in _LINES and self._line is not None:
            self.lines.append(self._line)
            self._line = None

    def handle_data(self, data: str) -> None:
        if self._line is not None:
            self._line += data


def _known(sheet: Scoresheet, language: Language, style: Style) -> Mapping[str, str]:
    """Return the game's metadata for libraries."""
    header, words = sheet.header, language.sheet
    players = [header.white or words["white"], header.black or words["black"]]
    day = _DAY.fullmatch(header.date)
    creators = (f"<dc:creator>{escape(player)}</dc:creator>" for player in players)
    return {
        "identifier": uuid5(NAMESPACE_URL, pgn.written(sheet)).urn,
        "title": escape(f"{words['title']}: {' - '.join(players)}"),
        "creators": "\n".join(creators),
        "day": "-".join(day.groups()) if day else _NO_DAY,
        "system": escape(_SYSTEMS[style.profile]),
    }


def _contents(title: str, board: str, language: Language) -> str:
    links = "".join(
        f'<li><a href="{href}">{_patterns(prose(name, language))}</a></li>'
        for href, name in ((_SHEET, title), (_BOARD, board))
    )
    head = _patterns(prose(title, language))
    return f'<nav epub:type="toc" role="doc-toc"><h1>{head}</h1><ol>{links}</ol></nav>'


def _moves(sheet: Scoresheet, language: Language, style: Style) -> str:
    found = sheet_lines(sheet, language, style)
    rows = f"<ul>\n{_elements('li', found.rows)}\n</ul>" if found.rows else ""
    return "\n".join(
        (
            _elements("h1", [found.title]),
            _elements("p", found.head),
            "<hr/>",
            rows,
            "<hr/>",
            _elements("p", filter(None, found.tail)),
        )
    )


def _position(title: str, sheet: Scoresheet, language: Language, style: Style) -> str:
    """Return the page of the position.

    It may be read by itself, so it names the players and says what is left out. The published
    diagram follows, with its lines unchanged.
    """
    told = [prose(sheet.left_out, language)] if sheet.left_out else []
    head = _elements("p", [names(sheet, language), *told])
    page = as_unicode(of_sheet(replace(sheet, left_out=""), language, style)).strip("\f\n")
    return f"{_elements('h1', [prose(title, language)])}\n{head}\n<pre>{page}</pre>"


def _elements(tag: str, lines: Iterable[str]) -> str:
    return "\n".join(f"<{tag}>{_patterns(line)}</{tag}>" for line in lines)


def _patterns(brf: str) -> str:
    """Return BRF as patterns with ordinary spaces between words, so that lines can break there."""
    return " ".join(cells(word) for word in brf.split())


def _packed(parts: Mapping[str, str]) -> bytes:
    """Pack the parts; EPUB requires that the file's type comes first and unpacked."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr(zipfile.ZipInfo("mimetype", _FIRST_DAY), MIME_TYPE)
        for name, text in parts.items():
            info = zipfile.ZipInfo(name, _FIRST_DAY)
            archive.writestr(info, text, zipfile.ZIP_DEFLATED)
    return packed.getvalue()
