"""Whether a text is a square or a move in UCI at all, before anything is asked of a position."""

import re

SQUARE = re.compile(r"[a-h][1-8]")
UCI = re.compile(r"([a-h][1-8])(?!\1)[a-h][1-8][qrbn]?")


def is_square(text: str) -> bool:
    return SQUARE.fullmatch(text) is not None


def is_uci(text: str) -> bool:
    return UCI.fullmatch(text) is not None
