"""The commands a player can give: one table of names, keys, arguments, and when each makes sense.

What each is called when it is spoken or typed stands in the language's data, under its name.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

When = Literal[
    "always",
    "announced",
    "offered",
    "stopped",
    "asked",
    "sealing",
    "resuming",
    "boards",
    "hands",
    "comparing",
    "over",
    "takebacks",
]
Shapes = tuple[str, ...]

KEY_SIGN = ","
"""Before the letter of a key, so that no key is taken for the beginning of a move."""

WHOLE_MOVE = "M"
MOVE_NUMBER = "n"
CLAIMS_WITH_MOVE = ("repetition", "fifty")
"""What may be claimed with the move that is still to be made."""
CLAIMS = (*CLAIMS_WITH_MOVE, "quickplay", "cannot-win", "no-effort", "time", "illegal-move")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenCommand:
    """One command; `key` is typed after `KEY_SIGN`.

    `shapes` tells what may follow its words: f a file, r a rank, p a piece, k what is claimed,
    l a language, n a number (of a move, of minutes), w whose move, y a style of saying moves, c
    what reads them in it in place of the voice, M a whole move.
    """

    name: str
    key: str
    shapes: Shapes = ("",)
    when: When = "always"


def _command(name: str, key: str, shapes: Shapes = ("",), when: When = "always") -> SpokenCommand:
    return SpokenCommand(name=name, key=key, shapes=shapes, when=when)


COMMAND_TABLE: tuple[SpokenCommand, ...] = (
    # Answers and repairs
    _command("yes", "y", when="asked"),
    _command("no", "n", when="announced"),
    _command("correction", "c", ("", "M")),
    _command("take-back", "z"),
    _command("propose-takeback", "Z", when="takebacks"),
    _command("press", "p", when="announced"),
    _command("repeat", "r"),
    _command("why", "w"),
    _command("continue", "g", when="stopped"),
    _command("help", "h"),
    # The moves and the clocks
    _command("last-move", "l"),
    _command("last-moves", "L", ("", "r")),
    _command("clock", "t"),
    _command("own-clock", "m"),
    _command("opponent-clock", "o"),
    _command("move-number", "i"),
    _command("whose-turn", "u"),
    _command("go-to-move", "M", ("n", "nw")),
    _command("go-to-now", "J"),
    # The board
    _command("what-is-on", "s", ("fr",)),
    _command("where-is-own", "f", ("p",)),
    _command("where-is-their", "F", ("p",)),
    _command("pawns", "P"),
    _command("material", "v"),
    _command("captured", "x"),
    _command("attackers", "a", ("fr",)),
    _command("defenders", "d", ("fr",)),
    _command("legal-moves", "e", ("", "p", "fr")),
    _command("scan-rank", "H", ("r",)),
    _command("scan-file", "V", ("f",)),
    _command("scan-diagonal", "D", ("fr",)),
    _command("position", "b"),
    _command("position-by-rank", "B"),
    # What a player declares
    _command("offer-draw", "q"),
    _command("accept", "Y", when="offered"),
    _command("decline", "N", when="offered"),
    _command("claim", "C", ("", "k", "kM", "M")),
    _command("increment", "I"),
    _command("see-score", "U"),
    _command("resign", "R"),
    _command("adjust", "j"),
    _command("arbiter", "A"),
    _command("adjourn", "Q"),
    _command("seal", "S", ("", "M"), when="sealing"),
    _command("open-envelope", "O", when="resuming"),
    _command("rematch", "G", when="over"),
    # The players' own boards
    _command("board-differs", "X", when="boards"),
    _command("steps", "K", when="boards"),
    _command("executed", "k", when="hands"),
    _command("touched", "T", ("fr",), when="hands"),
    _command("white", "W", ("", "p"), when="comparing"),
    _command("black", "E", ("", "p"), when="comparing"),
    _command("empty", "0", when="comparing"),
    _command("none", "8", when="comparing"),
    # How they want to be spoken to
    _command("slower", "1"),
    _command("faster", "2"),
    _command("softer", "3"),
    _command("louder", "4"),
    _command("verbosity:short", "5"),
    _command("verbosity:long", "6"),
    _command("language", "7", ("", "l")),
    _command("behind", "9", ("", "n")),
    _command("style", "=", ("", "y", "c", "yc")),
    _command("stop", "."),
)

SHAPES: Mapping[str, Shapes] = {command.name: command.shapes for command in COMMAND_TABLE}
COMMANDS = frozenset(SHAPES)
SAID_WHOLE = "y"
"""What follows such a shape's command is said with it in one: its own words come first in both."""
OF_CHANNEL = "c"
"""Its words are typed, its number is said behind a style; by itself "moves two" is "move two"."""
NUMBERED = {"2": "reader", "3": "braille"}
"""Every ear knows the digits, and none has learnt a word for a screen reader; 1 is the voice."""
CHANNEL_NUMBERS = {channel: number for number, channel in NUMBERED.items()}
OF_A_CLOCK = frozenset({"behind"})
"""What concerns only those who have a clock of their own; its numbers are minutes."""
MINUTES = "minutes"
"""May be said behind such a number."""
UNASKED = COMMANDS - {"yes", "no", "correction"}
"""What may be said when nothing was asked and nothing announced."""
WITH_MOVE = frozenset(
    command.name
    for command in COMMAND_TABLE
    if any(shape.endswith(WHOLE_MOVE) for shape in command.shapes)
)
"""Behind these a move may be announced."""
WITH_NUMBER = frozenset(
    command.name
    for command in COMMAND_TABLE
    if any(shape.startswith(MOVE_NUMBER) for shape in command.shapes)
)
"""Behind these stands the number of a move."""
KEYS: Mapping[str, str] = {command.key: command.name for command in COMMAND_TABLE}


@cache
def commands_when(*times: When) -> frozenset[str]:
    """The commands that make sense at one of these times."""
    return frozenset(command.name for command in COMMAND_TABLE if command.when in times)


def claimed(args: tuple[str, ...]) -> tuple[str, str | None]:
    """What these arguments of a claim name, and the move that they claim with, if any.

    By repetition, unless they say otherwise.
    """
    kind = next((arg for arg in args if arg in CLAIMS), CLAIMS[0])
    return kind, next((arg for arg in args if arg not in CLAIMS), None)
