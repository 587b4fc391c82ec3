"""The letter keys on the page's board, in two layouts: the program's own, and that of Lichess.

The program's own letters come from the one table of commands: `,t` at a terminal or in a page's
line asks the same as `t` on the board. Only questions have keys, so that a slip of the finger
never resigns. The letters of pieces take the focus to the next such piece.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from voice_chess.languages.language import Language
from voice_chess.speech.commands import COMMAND_TABLE, Shapes
from voice_chess.speech.generation.answers import QUERIES

Part = Literal["square", "file", "rank"] | None
"""The part of the focused square that a command gets as its argument; None for no argument."""

Ask = tuple[str, Part]
Keys = Mapping[str, tuple[Ask, ...]]

TURN, BACK, FORWARD, COPY = "page:turn", "page:back", "page:forward", "copy-words"
"""Turn the board, show the previous or the next move, copy; the page does these by itself."""
HERE, LINE = "page:here", "page:line"
"""Say which square has the focus; go to the line for moves. The page does these by itself, too."""

JUMPS = "kqrbnp"
"""The letters of pieces, in every language those of FEN: each focuses the next such piece."""

_PARTS: Mapping[str, Part] = {"fr": "square", "": None, "f": "file", "r": "rank"}
"""The part of a square by the command shape that takes it; the first shape that fits counts."""


def _own() -> Iterator[tuple[str, tuple[Ask, ...]]]:
    """Yield the key and command of each question that needs at most the focused square."""
    for command in COMMAND_TABLE:
        letter, shapes = command.key.lower(), command.shapes
        if command.name in QUERIES and letter not in JUMPS and _is_answerable(shapes):
            yield _pressed(command.key), ((command.name, _part(shapes)),)


def _is_answerable(shapes: Shapes) -> bool:
    return any(shape in shapes for shape in _PARTS)


def _part(shapes: Shapes) -> Part:
    return next(part for shape, part in _PARTS.items() if shape in shapes)


def _pressed(key: str) -> str:
    """Return the name that the page has for this key."""
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
"""The keys of each layout that a person can choose in the settings."""

WITHOUT_ASKING: Mapping[str, str] = {
    "1 to 8": "rank",
    "Shift+1 to Shift+8": "file",
    ", ".join(JUMPS): "piece",
    "PageUp, PageDown": "step",
    ",": "page:line",
    "Ctrl+c": "copy-fen",
}
"""The other keys, the same in both layouts, with the names that the documentation uses."""


def key_words(language: Language) -> Mapping[str, Sequence[str]]:
    """Return, for each layout, a line for each key with the words of what it asks for."""
    return {layout: tuple(_worded(keys, language)) for layout, keys in LAYOUTS.items()}


def _worded(keys: Keys, language: Language) -> Iterable[str]:
    for key, asks in keys.items():
        if (COPY, None) not in asks:  # told with the other key for copying
            words = (_words(name, language) for name, _ in asks)
            yield f"{key}: {', '.join(words)}"


def _words(name: str, language: Language) -> str:
    return language.interface.get(f"on-board:{name}") or language.written(name)
