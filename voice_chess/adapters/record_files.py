"""A finished or broken-off game as files: PGN, print, braille; each whole or not there."""

import os
from pathlib import Path

from voice_chess.adapters import pdf_reader, pdf_sheet
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.records import (
    braille_diagram,
    braille_page,
    braille_reader,
    braille_sheet,
    longhand,
    move_list,
    pgn,
    pgn_text,
)
from voice_chess.records.braille_sheet import RULE, Style
from voice_chess.records.scoresheet import BadRecord, Scoresheet
from voice_chess.session.ports import JournalLost

PGN = "game.pgn"
_TAG = "["
_USUAL = Style()
_FIRST_PATTERN, _LAST_PATTERN = "\u2800", "\u28ff"


def write(
    sheet: Scoresheet, language: Language, folder: Path, style: Style = _USUAL
) -> tuple[Path, ...]:
    """Write all records of a game; answer where they lie. Raises `JournalLost`."""
    last = longhand.move_text(sheet.entries[-1], language) if sheet.entries else ""
    number = f"{sheet.entries[-1].number} " if sheet.entries else ""
    diagram = braille_diagram.page(sheet.final_position, language, after=number + last, style=style)
    brf = braille_sheet.written(sheet, language, style)
    records = {
        PGN: pgn.written(sheet).encode(),
        "scoresheet.txt": longhand.written(sheet, language).encode(),
        "scoresheet.pdf": pdf_sheet.written(sheet, language),
        "scoresheet.brf": brf.encode("ascii"),
        "scoresheet.brl": braille_page.as_unicode(brf).encode(),
        "diagram.brf": diagram.encode("ascii"),
    }
    return tuple(write_whole(folder / name, content) for name, content in records.items())


def read_pgn(path: Path) -> Scoresheet:
    """The first game of a PGN file. Raises `BadRecord`."""
    return pgn.read(_decoded(_content(path), path))


def read_any(path: Path, chosen: Language) -> tuple[Scoresheet, Language]:
    """A game in PGN, longhand, braille or our PDF, in whatever language, and the language it is in.

    The chosen language is tried first, and stands for a PGN file's. Raises `BadRecord`.
    """
    content = _content(path)
    is_printed = content.startswith(pdf_reader.SIGN)
    text = "" if is_printed else _decoded(content, path)
    others = (load_language(id_) for id_ in known_languages() if id_ != chosen.id)
    languages = (chosen, *others)
    try:
        return _read(pdf_reader.text_of(content) if is_printed else text, languages)
    except BadRecord as error:
        message = f"{path}: {error}"
        raise BadRecord(message) from error


def _read(text: str, languages: tuple[Language, ...]) -> tuple[Scoresheet, Language]:
    if text.lstrip("\ufeff \r\n").startswith(_TAG):
        return pgn.read(text), languages[0]
    if RULE in text or any(_FIRST_PATTERN <= sign <= _LAST_PATTERN for sign in text):
        return _read_braille(text, languages)
    title = next(filter(None, map(str.strip, text.splitlines())), "")
    for language in languages:
        if title == language.sheet["title"]:
            return longhand.read(text, language), language
    return move_list.read(text, languages)


def _read_braille(text: str, languages: tuple[Language, ...]) -> tuple[Scoresheet, Language]:
    failures: list[BadRecord] = []
    for language in languages:
        try:
            return braille_reader.read(text, language), language
        except BadRecord as error:
            failures.append(error)
    raise failures[0]


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        message = f"The game {path} can't be read: {error.strerror or error}."
        raise BadRecord(message) from error


def _decoded(content: bytes, path: Path) -> str:
    try:
        return pgn_text.decoded(content)
    except UnicodeDecodeError as error:
        message = f"The game {path} can't be read: {error}."
        raise BadRecord(message) from error


def write_whole(path: Path, content: bytes) -> Path:
    """A file that is there whole, safe on disk, or not at all. Raises `JournalLost`."""
    unfinished = path.with_suffix(path.suffix + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        message = f"The record {path} can't be written: {error.strerror or error}."
        raise JournalLost(message) from error
    return path
