"""Which of a language's words go along with a page: those that its script may ask for.

All of them weigh 40 KB, which a page of one field needs no more than its visitor does.
"""

import re
from collections.abc import Mapping
from functools import cache

from voice_chess.web.pages.page_files import imported, read_static

_NAMED = re.compile(r"[\"'`]([A-Za-z0-9][A-Za-z0-9:*/.-]*)[\"'`]")
_BEGUN = re.compile(r"`([a-z-]+:)\$\{")
"""The beginning of a key that is put together: `side:${colour}`."""


def page_texts(texts: Mapping[str, str], script: str) -> dict[str, str]:
    """The words for a page with this script, and for all that it imports."""
    named, begun = _asked_for(script)
    return {
        key: words for key, words in texts.items() if key in named or key.startswith(tuple(begun))
    }


@cache
def _asked_for(script: str) -> tuple[frozenset[str], frozenset[str]]:
    """The keys that stand in these scripts, and the beginnings of keys."""
    found: dict[str, str] = {}
    waiting = [script]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = read_static()[f"{name}.js"].decode()
            waiting += imported(found[name])
    together = "\n".join(found.values())
    return frozenset(_NAMED.findall(together)), frozenset(_BEGUN.findall(together))
