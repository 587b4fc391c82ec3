"""The board that a page of braille shows, read from its diagram as a reader of braille does."""

from voice_chess.records.braille_code import normal, placement
from voice_chess.records.braille_page import as_brf, lines_of

_INDENT = " " * 6
"""A diagram begins in cell 7; nothing else on the page does."""


def drawn_board(page: str) -> str:
    """Return the piece placement, as in a FEN."""
    lines = [normal(line) for line in lines_of(as_brf(page))]
    return placement(" ".join(line for line in lines if line.startswith(_INDENT)))
