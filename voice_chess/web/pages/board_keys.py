"""What letter keys on the board ask for: those of the commands, or those that Lichess has.

The program's own letters are the keys of the one table of commands: what `,t` asks at a terminal
and in the line of a page, `t` asks on the board. Only questions are bound, so that no slip of a
finger resigns; the letters of pieces lead to pieces.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from voice_chess.languages.language import Language
from voice_chess.speech.commands import COMMAND_TABLE, Shapes
from voice_chess.speech.generation.answers import QUERIES

Part = Literal["square", "file", "rank"] | None
"""What of the square where one stands goes with a command."""

Ask = tuple[str, Part]
Keys = Mapping[str, tuple[Ask, ...]]

TURN, BACK, FORWARD, COPY = "page:turn", "page:back", "page:forward", "copy-words"
"""Turn the board round, show the move before and the next one, copy; the server is not asked."""
HERE, LINE = "page:here", "page:line"
"""Tell where one stands; leave for the line of moves. Nor is it asked for these."""

JUMPS = "kqrbnp"
"""The letters of pieces, in every language those of FEN, lead to the next of them."""

_PARTS: Mapping[str, Part] = {"fr": "square", "": None, "f": "file", "r": "rank"}
"""By what may follow a command's words, the first that fits."""


def _own() -> Iterator[tuple[str, tuple[Ask, ...]]]:
    """Questions that need no more than the square where one stands, by their keys."""
    for command in COMMAND_TABLE:
        letter, shapes = command.key.lower(), command.shapes
        if command.name in QUERIES and letter not in JUMPS and _is_answerable(shapes):
            yield _pressed(command.key), ((command.name, _part(shapes)),)


def _is_answerable(shapes: Shapes) -> bool:
    return any(shape in shapes for shape in _PARTS)


def _part(shapes: Shapes) -> Part:
    return next(part for shape, part in _PARTS.items() if shape in shapes)


def _pressed(key: str) -> str:
    """As the page names it."""
    return f"Shift+{key.lower()}" if key.isupper() else key


_BOTH: Keys = {
    "Alt+x": (("scan-file", "file"), ("scan-rank", "rank")),
    "Alt+c": ((COPY, None),),
}
LAYOUTS: Mapping[str, Keys] = {
    "own": {**dict(_own()), **_BOTH},
    "lichess": {
        "m": (("legal-moves", "square"),),
        "a": (("attackers", "square"),),
        "v": (("defenders", "square"),),
        "d": (("scan-diagonal", "square"),),
        "x": (("scan-diagonal", "square"),),
        "h": (("scan-rank", "rank"),),
        "l": (("last-move", None),),
        "f": ((TURN, None),),
        "c": (("captured", None),),
        "t": (("clock", None),),
        "o": ((HERE, None),),
        "i": ((LINE, None),),
        "Shift+a": ((BACK, None),),
        "Shift+d": ((FORWARD, None),),
        **_BOTH,
    },
}
"""By what a person chooses in the settings."""

WITHOUT_ASKING: Mapping[str, str] = {
    "1 to 8": "rank",
    "Shift+1 to Shift+8": "file",
    ", ".join(JUMPS): "piece",
    "PageUp, PageDown": "step",
    ",": "page:line",
    "Ctrl+c": "copy-fen",
}
"""The other keys, the same in both; the names are those of the documentation's data."""


def key_words(language: Language) -> Mapping[str, Sequence[str]]:
    """For each layout its letters, each with what it asks for: the words that are said for it."""
    return {layout: tuple(_worded(keys, language)) for layout, keys in LAYOUTS.items()}


def _worded(keys: Keys, language: Language) -> Iterable[str]:
    for key, asks in keys.items():
        if (COPY, None) not in asks:  # told with the other key for copying
            words = (_words(name, language) for name, _ in asks)
            yield f"{key}: {', '.join(words)}"


def _words(name: str, language: Language) -> str:
    return language.interface.get(f"on-board:{name}") or language.written(name)
