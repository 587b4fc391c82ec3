"""Names openings by the position, so that another order of moves leads to the same name.

`openings.tsv` has a code of the Encyclopaedia of Chess Openings, an English name and a position in
each line: the data set "chess-openings" of lichess.org, which is in the public domain (CC0 1.0).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from voice_chess.review.reviewed_game import ReviewedGame

_TABLE = "openings.tsv"
_COMMENT = "#"


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """`ply` is the number of half-moves after which the game was in the position with this name."""

    eco: str
    name: str
    ply: int


def opening_of(game: ReviewedGame) -> Opening | None:
    """Return the last opening that a position of the game is named after, or None."""
    for ply in range(game.last_ply, 0, -1):
        found = _names().get(game.positions[ply].epd)
        if found is not None:
            eco, name = found
            return Opening(eco=eco, name=name, ply=ply)
    return None


@cache
def _names() -> Mapping[str, tuple[str, str]]:
    text = files(__package__).joinpath(_TABLE).read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines() if not line.startswith(_COMMENT))
    return {key: (eco, name) for eco, name, key in rows}
