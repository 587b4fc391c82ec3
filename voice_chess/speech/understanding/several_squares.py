"""Grammar rules for several squares in a row: the touched ones, or where a piece was let go.

The rule for each number of squares leads to the rule for one less, which keeps the grammar small.
"""

from collections.abc import Mapping
from functools import cache
from itertools import pairwise

from voice_chess.languages.language import Language
from voice_chess.speech.commands import SQUARES
from voice_chess.speech.understanding.any_announcement import squares

MOST = max(SQUARES["s"])
AT_ONCE = 3
"""So many squares can be said in one go with the command, since each rule costs time in every turn.

When the command was said alone and the squares are asked for, there can be `MOST`.
"""


@cache
def rules_of_squares(
    language: Language, place: str, most: int = AT_ONCE
) -> Mapping[str, tuple[str, ...]]:
    """Return the rules for two squares up to `most`; `place` is the rule for a single one."""
    names = (place, *map(_rule, range(2, most + 1)))
    return {
        name: tuple(f"{square} {rest}" for square in squares(language))
        for rest, name in pairwise(names)
    }


def behind(place: str, most: int = AT_ONCE) -> tuple[tuple[str, str], ...]:
    """Return the names of the rules that can follow, each behind the letter of its shape."""
    return tuple(
        (letter, place if count == 1 else _rule(count))
        for letter, counts in SQUARES.items()
        for count in counts
        if count <= most
    )


def _rule(count: int) -> str:
    return f"<{count}-squares>"
