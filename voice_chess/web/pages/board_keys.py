"""What letter keys on the board ask for: this program's own, or those that Lichess has."""

from collections.abc import Mapping
from typing import Literal

Part = Literal["square", "file", "rank"] | None
"""What of the square where one stands goes with a command."""

Ask = tuple[str, Part]
Keys = Mapping[str, tuple[Ask, ...]]

TURN, BACK, FORWARD, COPY = "page:turn", "page:back", "page:forward", "copy-words"
"""Turn the board round, show the move before and the next one, copy; the server is not asked."""

_BOTH: Keys = {
    "m": (("legal-moves", "square"),),
    "a": (("attackers", "square"),),
    "v": (("defenders", "square"),),
    "d": (("scan-diagonal", "square"),),
    "x": (("scan-diagonal", "square"),),
    "Alt+x": (("scan-file", "file"), ("scan-rank", "rank")),
    "Alt+c": ((COPY, None),),
    "h": (("scan-rank", "rank"),),
    "l": (("last-move", None),),
}
LAYOUTS: Mapping[str, Keys] = {
    "own": {
        **_BOTH,
        "f": (("scan-file", "file"),),
        "c": (("clock", None),),
        "t": (("whose-turn", None),),
    },
    "lichess": {
        **_BOTH,
        "f": ((TURN, None),),
        "c": (("captured", None),),
        "t": (("clock", None),),
        "Shift+a": ((BACK, None),),
        "Shift+d": ((FORWARD, None),),
    },
}
"""By what a person chooses in the settings."""

WITHOUT_ASKING: Mapping[str, str] = {
    "1 to 8": "rank",
    "Shift+1 to Shift+8": "file",
    "k, q, r, b, n, p": "piece",
    "PageUp, PageDown": "step",
    "o": "here",
    "i": "line",
    "Ctrl+c": "copy-fen",
}
"""The other keys, the same in both; the names are those of the documentation's data."""
