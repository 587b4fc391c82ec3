"""The games of a PGN file with several, each read as the first of those from there on."""

import re

from voice_chess.records import pgn
from voice_chess.records.scoresheet import Scoresheet

_HEAD = re.compile(r"^\[Event ", re.MULTILINE)
_FIRST_MOVE = re.compile(r"^1\.", re.MULTILINE)


def games_of(text: str) -> list[Scoresheet]:
    """Return the sheets of all games; each begins with its tag Event, or none has a head."""
    beginnings = _HEAD if _HEAD.search(text) else _FIRST_MOVE
    _, *later = (found.start() for found in beginnings.finditer(text))
    return [pgn.read(text[begin:]) for begin in (0, *later)]
