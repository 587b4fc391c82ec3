"""Settles the options of a game that begins, and builds the command that continues it.

That command is one line to copy. It leaves out what the game's journal stores, and names every
other option not at its default.
"""

from argparse import Namespace
from collections.abc import Mapping
from shlex import quote

from voice_chess.by_color import SIDES
from voice_chess.cli.table_options import ENGINES, PERSON, is_against_engine
from voice_chess.laws.edition import STANDARD_EDITION
from voice_chess.laws.position import ORDINARY_START
from voice_chess.own_command import own_command
from voice_chess.plain_error import BadInput

_OF_ONE_RUN = frozenset({"hear", "expect", "resume", "resumption"})
"""Options of one run alone: recordings, the expected game, when an adjourned game resumes."""
_MINUTE_MS, _SECOND_MS = 60_000, 1_000


def command_to_go_on(game_id: str, chosen: Namespace, usual: Namespace) -> str:
    """Return the command with the chosen options; `usual` holds the defaults of `play`."""
    options = vars(chosen)
    named = [
        _option(name, options[name])
        for name, value in vars(usual).items()
        if name in options and options[name] != value and name not in _OF_ONE_RUN | SETTLED
    ]
    return " ".join([own_command(), "play --resume", game_id, *named])


def with_colours_swapped(chosen: Namespace) -> Namespace:
    """Return the options of the same people with colours swapped, each with their own choices."""
    options = vars(chosen)
    swapped: dict[str, object] = {_of_the_other(name): value for name, value in options.items()}
    if is_against_engine(chosen):
        white, black = SIDES
        swapped["side"] = white if options.get("side") == black else black
    return Namespace(**swapped)


def among_people(chosen: Namespace) -> Namespace:
    """Return the options with a person who plays on in the engine's place."""
    others = {name: value for name, value in vars(chosen).items() if name not in ENGINES}
    return Namespace(**others, opponent=PERSON)


def _of_the_other(name: str) -> str:
    for side, other in (SIDES, SIDES[::-1]):
        if name.startswith(f"{side}_"):
            return name.replace(side, other, 1)
    return name


def _option(name: str, value: object) -> str:
    option = f"--{name.replace('_', '-')}"
    return option if value is True else f"{option} {quote(_written(name, value))}"


def _written(name: str, value: object) -> str:
    """Write a value as it is typed: times are kept in ms, but typed as minutes and seconds."""
    if isinstance(value, tuple):
        return ",".join(map(_as_on_a_clock, value))
    if isinstance(value, int) and name.endswith("_behind"):
        return _as_on_a_clock(value)
    return str(value)


def _as_on_a_clock(time_ms: int) -> str:
    minutes, rest_ms = divmod(time_ms, _MINUTE_MS)
    return f"{minutes}:{rest_ms // _SECOND_MS:02}"


USUAL_TIME = "15+10"
_USUAL: Mapping[str, object] = {
    "fen": ORDINARY_START,
    "chess960": None,
    "pgn": None,
    "after": None,
    "time": USUAL_TIME,
    "edition": STANDARD_EDITION,
    "white": "",
    "black": "",
    "charge": "announcement",
    "flags": "automatic",
    "takebacks": False,
    "repeat": False,
    "report_scores": False,
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
