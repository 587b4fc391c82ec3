"""Finds Stockfish for browsers: the npm package `stockfish` (GPL 3), unpacked by the operator.

The server uses the small build for a single thread: other builds have a hundred megabytes, or need
headers that would keep pages from their own sounds.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from voice_chess.plain_error import why_and_what_now
from voice_chess.session.ports import BrowserEngine, OpponentLost

_FOLDERS = ("", "bin", "src", "package/bin", "package/src", "node_modules/stockfish/bin")
"""Where its files lie in the unpacked or installed package, today and in earlier versions."""

_SCRIPT = re.compile(r"stockfish-(?P<version>\d+(?:\.\d+)*)-lite-single(?:-[0-9a-f]+)?\.js")
_LICENCES = ("Copying.txt", "COPYING.txt", "LICENSE")


def browser_engine(folder: Path) -> BrowserEngine:
    """Return the newest version in this folder. Raises `OpponentLost`."""
    found = max(_scripts(folder), default=None)
    if found is None:
        message = (
            f"There is no Stockfish for browsers in {folder}: unpack the npm package stockfish "
            "(npm pack stockfish), and name its folder with --browser-engine."
        )
        raise OpponentLost(message)
    _, version, script = found
    return _read(script, version)


def _scripts(folder: Path) -> Iterator[tuple[tuple[int, ...], str, Path]]:
    """Yield each script with the version in its name, as numbers and as written."""
    for within in _FOLDERS:
        for path in (folder / within).glob("stockfish-*.js"):
            named = _SCRIPT.fullmatch(path.name)
            if named is not None:
                version = named["version"]
                yield tuple(map(int, version.split("."))), version, path


def _read(script: Path, version: str) -> BrowserEngine:
    licences = (place / name for place in (script.parent, script.parents[1]) for name in _LICENCES)
    licence = next((path for path in licences if path.is_file()), None)
    if licence is None:
        message = f"{script.parent} lacks the licence of Stockfish, which must come along with it."
        raise OpponentLost(message)
    try:
        return BrowserEngine(
            name=f"Stockfish {version} lite",
            script=script.read_bytes(),
            program=script.with_suffix(".wasm").read_bytes(),
            licence=licence.read_bytes(),
        )
    except OSError as error:
        message = f"{error.filename} can't be read: {why_and_what_now(error)}"
        raise OpponentLost(message) from error
