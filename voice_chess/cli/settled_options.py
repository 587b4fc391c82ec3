"""The options of `play` that settle a game at its start; a resumed game has them already."""

from argparse import Namespace
from collections.abc import Mapping

from voice_chess.laws.position import ORDINARY_START
from voice_chess.plain_error import BadInput

USUAL_TIME, USUAL_EDITION = "15+10", "2009"
_USUAL: Mapping[str, object] = {
    "fen": ORDINARY_START,
    "chess960": None,
    "pgn": None,
    "after": None,
    "time": USUAL_TIME,
    "edition": USUAL_EDITION,
    "white": "",
    "black": "",
    "charge": "announcement",
    "flags": "automatic",
    "takebacks": False,
    "repeat": False,
    "no_agreed_draw_before": None,
    "no_agreed_draws": False,
    "arbiter": False,
    "white_assistant": False,
    "white_score": "program",
    "black_assistant": False,
    "black_score": "program",
}
"""The value of each option if nothing is chosen.

The parser leaves None for it, to show whether the usual value was named on purpose.
"""
SETTLED = frozenset(_USUAL)


def settle(chosen: Namespace) -> None:
    """Set the usual value of each option not named. Raises `BadInput` if one can't be chosen."""
    options = vars(chosen)
    named = [name for name in _USUAL if options.get(name) is not None]
    if named and options.get("resume") is not None:
        option = f"--{named[0].replace('_', '-')}"
        message = f"With --resume a game goes on as it was begun: leave {option} or --resume away."
        raise BadInput(message)
    for name, usual in _USUAL.items():
        if options.get(name) is None:
            setattr(chosen, name, usual)
