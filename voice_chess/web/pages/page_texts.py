"""Selects the texts of a language that are sent with a page: those that its scripts can ask for.

All texts of a language together are 40 KB, far more than a page with a single field needs.
"""

import re
from collections.abc import Mapping
from functools import cache

from voice_chess.web.pages.page_files import imported, read_static

_NAMED = re.compile(r"[\"'`]([A-Za-z0-9][A-Za-z0-9:*/.-]*)[\"'`]")
_BEGUN = re.compile(r"`([a-z-]+:)\$\{")
"""Finds the beginning of a key that a script composes, such as `side:${colour}`."""


def page_texts(texts: Mapping[str, str], script: str) -> dict[str, str]:
    """Return the texts for a page with this script and all that it imports."""
    named, begun = _asked_for(script)
    return {
        key: words for key, words in texts.items() if key in named or key.startswith(tuple(begun))
    }


@cache
def _asked_for(script: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the keys of texts that stand in these scripts, and the beginnings of composed keys."""
    found: dict[str, str] = {}
    waiting = [script]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = read_static()[f"{name}.js"].decode()
            waiting += imported(found[name])
    together = "\n".join(found.values())
    return frozenset(_NAMED.findall(together)), frozenset(_BEGUN.findall(together))
