"""Writes and reads a game's files: PGN, print, braille; each is written whole or not at all."""

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import count
from pathlib import Path

from voice_chess.adapters.documents import pdf_reader, pdf_sheet
from voice_chess.adapters.system.durable import make_durable
from voice_chess.bounded_reading import TooLarge, content_of
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.plain_error import InTheirLanguage, why_and_what_now
from voice_chess.records import (
    braille_diagram,
    braille_page,
    braille_reader,
    braille_sheet,
    ebraille,
    longhand,
    move_list,
    pgn,
    pgn_letters,
)
from voice_chess.records.braille_sheet import RULE, USUAL, Style
from voice_chess.records.damage import Damage
from voice_chess.records.scoresheet import UNFINISHED, BadRecord, Scoresheet
from voice_chess.session.ports import JournalLost

PGN = "game.pgn"
_MOST_BYTES = 100_000_000
"""Some hundred thousand games, of which only the first is read."""
_BEFORE_A_GAME = re.compile(r"\A(?:\s|%[^\n]*(?:\n|\Z))*")
_TAG, _COMMENTS = "[", ("{", ";")
_FIRST_NUMBER = re.compile(r"1\s*\.")
_OF_PGN_ALONE = re.compile(r"[{;]|\$\d|\(\s*\d+\s*\.")
"""Comments, numbered marks and variations; only PGN has them among moves."""
_NO_TEXT = re.compile(rb"[\x00-\x08\x0e-\x19\x1b-\x1f\x7f]")
"""Bytes that no text file contains: a terminal could do anything on them. Old ones end in 1a."""
_FIRST_PATTERN, _LAST_PATTERN = "\u2800", "\u28ff"


def write(
    sheet: Scoresheet, language: Language, folder: Path, style: Style = USUAL
) -> tuple[Path, ...]:
    """Write all records of a game and return their paths. Raises `JournalLost`.

    Earlier records that hold more than this sheet are kept, in a folder beside them.
    """
    diagram = braille_diagram.of_sheet(sheet, language, style)
    brf = braille_sheet.written(sheet, language, style)
    records = {
        PGN: pgn.written(sheet).encode(),
        "scoresheet.txt": longhand.written(sheet, language).encode(),
        "scoresheet.pdf": pdf_sheet.written(sheet, language),
        "scoresheet.brf": brf.encode("ascii"),
        "scoresheet.brl": braille_page.as_unicode(brf).encode(),
        "scoresheet.ebrl": ebraille.written(sheet, language, style),
        "diagram.brf": diagram.encode("ascii"),
    }
    if _holds_more(folder / PGN, sheet, records[PGN]):
        _put_aside([folder / name for name in records])
    return tuple(write_whole(folder / name, content) for name, content in records.items())


def _holds_more(path: Path, sheet: Scoresheet, written: bytes) -> bool:
    """Whether this sheet does not continue that record, or nobody can read the record."""
    if not path.is_file() or _content(path) == written:
        return False
    try:
        found = read_pgn(path)
    except BadRecord:
        return True
    goes_on = sheet.moves[: len(found.moves)] == found.moves
    return not goes_on or (found.result != UNFINISHED and sheet.result == UNFINISHED)


def _put_aside(paths: Iterable[Path]) -> None:
    """Move them to the first of the folders earlier-1, earlier-2 … that does not exist yet.

    Raises `JournalLost`.
    """
    there = [path for path in paths if path.exists()]
    names = (there[0].parent / f"earlier-{number}" for number in count(1))
    aside = next(folder for folder in names if not folder.exists())
    try:
        aside.mkdir()
        for path in there:
            path.rename(aside / path.name)
    except OSError as error:
        message = f"The earlier records can't be kept in {aside}: {why_and_what_now(error)}"
        raise JournalLost(message) from error


class UnreadableFile(InTheirLanguage, BadRecord):
    """A file is damaged; the message says where and why in the reader's language."""


def read_pgn(path: Path) -> Scoresheet:
    """Return the first game of a PGN file. Raises `BadRecord`."""
    try:
        return pgn.read(_decoded(_content(path)))
    except BadRecord as error:
        message = f"{path}: {error}"
        raise BadRecord(message) from error


def read_any(path: Path, chosen: Language, *, as_far: bool = False) -> tuple[Scoresheet, Language]:
    """Return a game in PGN, longhand, braille, eBraille or our PDF, and its language.

    The chosen language is tried first, and is the result for PGN. `as_far`: read a damaged file as
    far as possible; the sheet says why no further. Raises `BadRecord`.
    """
    content = _content(path)
    packed = next((kind for kind in (pdf_reader, ebraille) if content.startswith(kind.SIGN)), None)
    others = (load_language(id_) for id_ in known_languages() if id_ != chosen.id)
    languages = (chosen, *others)
    try:
        text = packed.text_of(content) if packed else _decoded(content)
        return _read(text, languages, chosen if as_far else None)
    except BadRecord as error:
        message = f"{path}: {error.told(chosen)}"
        kind = UnreadableFile if isinstance(error, Damage) else BadRecord
        raise kind(message) from error


def _read(
    text: str, languages: tuple[Language, ...], reader: Language | None
) -> tuple[Scoresheet, Language]:
    if _is_pgn(text):
        chosen = languages[0]
        sheet = pgn.read_as_far(text, reader) if reader else pgn.read(text, reader=chosen)
        return sheet, chosen
    title = next(filter(None, map(str.strip, text.splitlines())), "")
    for language in languages:
        if title == language.sheet["title"]:
            return longhand.read(text, language, reader=reader), language
    if RULE in text or any(_FIRST_PATTERN <= sign <= _LAST_PATTERN for sign in text):
        return _read_braille(text, languages, reader)
    return move_list.read(text, languages, reader=reader)


def _is_pgn(text: str) -> bool:
    """Whether the text begins with tags, or with moves among which there is what only PGN has."""
    game = _BEFORE_A_GAME.sub("", text.lstrip("\ufeff"), count=1)
    if game.startswith((_TAG, *_COMMENTS)):
        return True
    return bool(_FIRST_NUMBER.match(game) and _OF_PGN_ALONE.search(game))


def _read_braille(
    text: str, languages: tuple[Language, ...], reader: Language | None
) -> tuple[Scoresheet, Language]:
    failures: list[BadRecord] = []
    parts: list[tuple[Scoresheet, Language]] = []
    for language in languages:
        try:
            sheet = braille_reader.read(text, language, reader=reader)
        except BadRecord as error:
            failures.append(error)
            continue
        if not sheet.left_out:
            return sheet, language
        parts.append((sheet, language))
    if not parts:
        raise failures[0]
    return max(parts, key=lambda part: len(part[0].entries))


def _content(path: Path) -> bytes:
    if path.is_char_device() or path.is_block_device():
        # Some devices never end.
        message = f"{path} is a device, not a file with a game."
        raise BadRecord(message)
    try:
        return content_of(path, _MOST_BYTES)
    except TooLarge as error:
        message = (
            f"The game {path} can't be read: {error.strerror}. "
            "Copy the game that you mean into a file of its own."
        )
        raise BadRecord(message) from error
    except OSError as error:
        message = f"The game {path} can't be read: {why_and_what_now(error)}"
        raise BadRecord(message) from error


def _decoded(content: bytes) -> str:
    text = None
    if content.startswith(pgn_letters.WIDE):
        try:
            text = pgn_letters.decoded(content)
        except UnicodeDecodeError as error:
            message = "The file begins as text in UTF-16 and is not: no game can be read from it."
            raise Damage(message, "unread-wide") from error
        content = text.encode()
    if _NO_TEXT.search(content):
        message = "This is neither text nor a whole PDF file: no game can be read from it."
        raise Damage(message, "unread-binary")
    # Only now: the encoding of a recording or a film would be looked for during minutes.
    return pgn_letters.decoded(content) if text is None else text


def unfinished_of(path: Path) -> Path:
    """Return the file that holds the content of `path` until all of it is written.

    A program that is killed meanwhile leaves it behind.
    """
    return path.with_suffix(path.suffix + ".part")


def place_whole(path: Path, content: bytes) -> None:
    """Write a file that appears whole and safe on disk, or not at all. Raises `OSError`."""
    unfinished = unfinished_of(path)
    try:
        with unfinished.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
        make_durable(path.parent)
    except OSError:
        # On a full disk half a file would use room that other writes need.
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise


def write_whole(path: Path, content: bytes) -> Path:
    """Write a record whole or not at all, in a folder made for it. Raises `JournalLost`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        place_whole(path, content)
    except OSError as error:
        message = f"The record {path} can't be written: {why_and_what_now(error)}"
        raise JournalLost(message) from error
    return path
