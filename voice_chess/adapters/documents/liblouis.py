"""Translates names and headings of a braille sheet by liblouis, if installed; never moves."""

import re
import shutil
import subprocess
from collections.abc import Callable
from types import ModuleType

from voice_chess.languages.language import Language
from voice_chess.records.braille_page import prose
from voice_chess.records.braille_sheet import Prose

_DISPLAY = "en-us-brf.dis"
_PROGRAM = "lou_translate"
PATIENCE_S = 10
_NO_CELLS = re.compile("'.X", re.IGNORECASE)
"""The way in which liblouis writes a letter without cells in its table."""

_Translate = Callable[[str, str], str]


class NoLiblouis(ValueError):
    """liblouis is not installed or can't do this; the message is one sentence."""


def prose_by_liblouis(language: Language) -> Prose:
    """Return a writer of ordinary text in BRF, by the language's own table. Raises `NoLiblouis`.

    A text with letters that the table doesn't know stays in computer braille as a whole, and so
    does one for which the program takes too long.
    """
    translate = _installed()
    tables = f"{_DISPLAY},{language.sheet['braille_table']}"

    def write(text: str, written_in: Language) -> str:
        if not text.strip():
            return ""
        try:
            brf = translate(tables, text)
        except NoLiblouis:
            brf = ""
        return prose(text, written_in) if _is_incomplete(brf) else brf.upper()

    if not translate(tables, "a").strip():
        message = f"liblouis has no table {language.sheet['braille_table']}."
        raise NoLiblouis(message)
    return write


def _installed() -> _Translate:
    """Return a function on the Python binding, or else on the program. Raises `NoLiblouis`."""
    try:
        import louis  # an optional native library
    except (ImportError, OSError):
        program = shutil.which(_PROGRAM)
    else:
        return lambda tables, text: _by_binding(louis, tables, text)
    if program is None:
        message = (
            "liblouis is not installed: install its Python binding or its program "
            f"{_PROGRAM} (Debian: liblouis-bin), or choose computer braille."
        )
        raise NoLiblouis(message)
    return lambda tables, text: _by_program(program, tables, text)


def _by_binding(louis: ModuleType, tables: str, text: str) -> str:
    try:
        return str(louis.translateString(tables.split(","), text))
    except RuntimeError:
        return ""


def _by_program(program: str, tables: str, text: str) -> str:
    """Run the program; return nothing if it complains, for example about cells of eight dots.

    Raises `NoLiblouis` if it can't be run, or takes longer than `PATIENCE_S`.
    """
    try:
        done = subprocess.run(
            [program, "--forward", tables],
            input=" ".join(text.split()) + "\n",
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=PATIENCE_S,
            check=False,
        )
    except (subprocess.TimeoutExpired, OSError) as error:
        message = f"liblouis can't be used: its program {program} does not run or does not end."
        raise NoLiblouis(message) from error
    return "" if done.returncode or done.stderr else done.stdout.rstrip("\n")


def _is_incomplete(brf: str) -> bool:
    return not brf or not brf.isascii() or _NO_CELLS.search(brf) is not None
