"""Prose through liblouis: its own cells where it has them, computer braille where it has none."""

import shutil
import sys
from pathlib import Path
from string import ascii_lowercase
from unicodedata import normalize

import pytest

from voice_chess.adapters.documents import liblouis
from voice_chess.adapters.documents.liblouis import NoLiblouis, prose_by_liblouis
from voice_chess.languages.language import known_languages, load_language
from voice_chess.records import braille_page, braille_reader, braille_sheet
from voice_chess.records.braille_sheet import Style
from voice_chess.records.scoresheet import Header, Noted, Scoresheet, Terms

installed = pytest.mark.skipif(
    shutil.which("lou_translate") is None, reason="liblouis (lou_translate) is not installed"
)


def program(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program of that name on the path, and no binding beside it."""
    path = folder / "lou_translate"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.setitem(sys.modules, "louis", None)


def test_without_liblouis_its_absence_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "louis", None)

    with pytest.raises(NoLiblouis, match="liblouis is not installed"):
        prose_by_liblouis(load_language("de"))


def test_the_program_gets_the_table_of_the_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, 'read line; echo "$2/$line"', monkeypatch)

    polish = load_language("pl")

    assert prose_by_liblouis(polish)("ab", polish) == "EN-US-BRF.DIS,PL-PL-G1.UTB/AB"


@pytest.mark.parametrize(
    "script",
    [
        'read line; case "$line" in a) echo A;; *) echo "GRO\'/X00DF";; esac',
        'read line; case "$line" in a) echo A;; *) echo oops >&2; echo A;; esac',
        'read line; case "$line" in a) echo A;; *) exec sleep 60;; esac',
        "read line; case \"$line\" in a) echo A;; *) printf '\\351\\n';; esac",
    ],
    ids=["a letter without cells", "a complaint", "no end", "bytes that are no text"],
)
def test_what_liblouis_cannot_write_stays_computer_braille(
    script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, script, monkeypatch)
    monkeypatch.setattr(liblouis, "PATIENCE_S", 2)

    german = load_language("de")

    assert prose_by_liblouis(german)("Groß", german) == braille_page.prose("Groß", german)


def test_a_missing_table_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "echo no such table >&2; exit 1", monkeypatch)

    with pytest.raises(NoLiblouis, match="no table de-g0"):
        prose_by_liblouis(load_language("de"))


def test_a_program_that_does_not_end_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, "exec sleep 60", monkeypatch)
    monkeypatch.setattr(liblouis, "PATIENCE_S", 2)

    with pytest.raises(NoLiblouis, match="does not end"):
        prose_by_liblouis(load_language("de"))


@installed
@pytest.mark.parametrize("language_id", known_languages())
def test_a_sheet_with_its_prose_reads_back_to_the_same_game(language_id: str) -> None:
    language = load_language(language_id)
    header = Header(white="Jäger, Ida", black="Łukasz Čapek", event="Klub")
    moves = [Noted(uci="e2e4", draw_offered=True), Noted(uci="e7e5")]
    sheet = Scoresheet.of_moves(moves, header=header, terms=Terms(), result="1-0")
    brf = braille_sheet.written(sheet, language, Style(prose=prose_by_liblouis(language)))

    assert brf.isascii()
    assert "E4" in brf
    assert braille_reader.read(brf, language).entries == sheet.entries
    assert braille_reader.read(brf, language).result == "1-0"


@installed
@pytest.mark.parametrize("language_id", known_languages())
def test_the_letters_of_a_language_have_the_cells_that_liblouis_gives_them(
    language_id: str,
) -> None:
    language = load_language(language_id)
    write = prose_by_liblouis(language)
    own = (normalize("NFKC", letter) for letter in language.sheet["braille_letters"][::2])
    letters = (*own, *ascii_lowercase)

    assert [write(letter, language) for letter in letters] == [
        braille_page.prose(letter, language) for letter in letters
    ]


@installed
def test_german_prose_has_the_cells_of_german_braille() -> None:
    german = load_language("de")

    assert prose_by_liblouis(german)("Groß", german) == "GRO!"
