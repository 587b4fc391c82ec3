"""Defines the commands a player can give: their names, keys, arguments, and when each makes sense.

The languages' data hold the words for each command, under its name.
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
    "illegal",
    "writing",
]
Shapes = tuple[str, ...]

KEY_SIGN = ","
"""Stands before the letter of a key, so that no key is taken for the beginning of a move."""

WHOLE_MOVE = "M"
MOVE_NUMBER = "n"
SQUARES: Mapping[str, range] = {"s": range(1, 9), "d": range(2, 3)}
"""How many squares these letters of a shape can stand for."""
CLAIMS_WITH_MOVE = ("repetition", "fifty")
"""The kinds of claim that a player can make with the move that they intend to play."""
QUICKPLAY_CLAIMS = ("quickplay", "cannot-win", "no-effort", "both-grounds")
CLAIMS = (*CLAIMS_WITH_MOVE, *QUICKPLAY_CLAIMS, "time", "illegal-move", "ruling")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenCommand:
    """One command; `key` is the letter that is typed after `KEY_SIGN`.

    `shapes` lists what may follow the command's words: f a file, r a rank, p a piece, k the kind of
    a claim, l a language, n a number (of a move, or of minutes), w the side whose move it is, y a
    style of reading moves, c a channel that reads moves besides the voice, M a whole move, s
    several squares in their order, d two squares, from where and to where.
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
    _command("take-back-together", "-", ("", "n", "nw"), when="illegal"),
    _command("press", "p", when="announced"),
    _command("repeat", "r"),
    _command("why", "w"),
    _command("continue", "g", when="stopped"),
    _command("help", "h"),
    # The moves and the clocks
    _command("last-move", "l"),
    _command("last-moves", "L", ("", "r")),
    _command("read-game", "<", ("", "n", "nw")),
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
    _command("in-check", "?"),
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
    _command("object-to-touch", "*", ("s",), when="boards"),
    _command("object-to-release", "/", ("d",), when="boards"),
    _command("increment", "I"),
    _command("see-score", "U"),
    _command("written", "!", when="writing"),
    _command("resign", "R"),
    _command("adjust", "j"),
    _command("arbiter", "A"),
    _command("adjourn", "Q"),
    _command("seal", "S", ("", "M"), when="sealing"),
    _command("open-envelope", "O", when="resuming"),
    _command("rematch", "G", when="over"),
    _command("sign", "+", when="over"),
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
OPPONENTS = "opponents"
"""The token for what may follow a piece that is the opponent's, such as „des Gegners“."""
OF_A_SIDE: Mapping[str, Shapes] = {
    "clock": ("w",),
    "last-move": ("w",),
    "where-is": ("p", "wp", "pw", "po"),
    "material": ("w",),
    "in-check": ("w",),
    "position": ("w",),
}
"""Questions that can name a side, by their words, with what may follow these.

w is the side, and o the word for the opponent's piece. Only words have this: keys and buttons have
a command each for the asker's own and the opponent's.
"""
OF_OPPONENT = "o"
"""The letter for that word, which is only typed."""
MEANT_BY: Mapping[str, str] = {"where-is": "where-is-own"}
"""By their words, the commands of such questions where the name differs."""
QUIET = "quiet"
"""The token for words that ask for silence, such as "quiet"; they are another way to say "stop".

But an arbiter stops the clocks with that, and calls for silence with these.
"""
TO_CONTROL = "moves-to-control"
"""The token for the question how many moves are left until the time control.

Most games have none, so that it has no key and no button.
"""
LAST_SO_MANY, IS_IT_EMPTY = "last-so-many", "is-it-empty"
SO_MANY_ENDS, EMPTY_ENDS = f"{LAST_SO_MANY}:end", f"{IS_IT_EMPTY}:end"
"""The tokens for the beginning and the end of "last nine moves", and of "is e4 taken".

They are known only together: "is e4" also begins "is e4 protected".
"""
READ_ENDS = "read-game:end"
"""The token for what may stand behind "read from move twenty", such as "onwards"."""
REPEAT_ALONE = "repeat:alone"
"""The token for a bare "what?", with which people who did not hear ask for a repetition.

Its words also begin other questions, so that they are known only where nothing else is written. It
is only typed: anybody near a microphone says such a word.
"""
MORE_WORDS: Mapping[str, str] = {
    QUIET: "stop",
    TO_CONTROL: "own-clock",
    LAST_SO_MANY: "last-moves",
    IS_IT_EMPTY: "what-is-on",
}
"""By a token that has words alone, the command with which these are understood."""
COUNTED_IN_WORDS: Mapping[str, Shapes] = {"last-moves": ("", "n"), LAST_SO_MANY: ("n",)}
"""Words whose number is spoken as a rank, if at all, and in writing can be any number."""
_NAMING_A_SIDE = {MEANT_BY.get(words, words): shapes for words, shapes in OF_A_SIDE.items()}
SHAPES_IN_WORDS: Mapping[str, Shapes] = {
    name: tuple(dict.fromkeys((*shapes, *_NAMING_A_SIDE.get(name, ()))))
    for name, shapes in {
        **SHAPES,
        **{words: SHAPES[name] for words, name in MORE_WORDS.items()},
        **COUNTED_IN_WORDS,
    }.items()
}
"""What may follow a command's words: besides its shapes, the side that a question names."""
SAID_WHOLE = "y"
"""The first letter of shapes whose argument contains the command's own words.

The command and the argument are then said as one phrase, without repeating those words.
"""
OF_CHANNEL = "c"
"""The letter of the shape for a channel, which is typed by name.

It is spoken as a number, and only after a style: "moves two" alone would mean "move two".
"""
NUMBERED = {"2": "reader", "3": "braille"}
"""Channels by the number that is spoken for them.

Every recogniser knows the digits, but none has learnt a word for a screen reader. The number 1 is
that of the voice.
"""
CHANNEL_NUMBERS = {channel: number for number, channel in NUMBERED.items()}
OF_A_CLOCK = frozenset({"behind"})
"""Commands for players who have a clock of their own; their numbers are minutes."""
MINUTES = "minutes"
"""The token for the unit that may be said after such a number."""
LAST_WORDS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(OF_A_CLOCK, frozenset({MINUTES})),
    "attackers": frozenset({"attackers:end"}),
    "what-is-on": frozenset({"what-is-on"}),
    LAST_SO_MANY: frozenset({SO_MANY_ENDS, "style"}),
    IS_IT_EMPTY: frozenset({EMPTY_ENDS, "empty"}),
    "read-game": frozenset({READ_ENDS, "attackers:end", "go-to-move", "to", "style"}),
    **dict.fromkeys(("where-is-own", "where-is-their"), frozenset({"to"})),
}
"""By command, the tokens that may stand behind its arguments and add nothing.

Such are „an“ in „wer greift e5 an“, and "on" in "which square is my queen on". In some languages
the word for moves, as in "last nine moves", is also that for their style. „Zug“ may stand behind
its number: „lies ab dem 9. Zug“.
"""
UNASKED = COMMANDS - {"yes", "no", "correction"}
"""What may be said when no question is open and no move is announced."""
WITH_MOVE = frozenset(
    command.name
    for command in COMMAND_TABLE
    if any(shape.endswith(WHOLE_MOVE) for shape in command.shapes)
)
"""Commands that a move may follow."""
WITH_NUMBER = frozenset(
    command.name
    for command in COMMAND_TABLE
    if any(shape.startswith(MOVE_NUMBER) for shape in command.shapes)
)
"""Commands that the number of a move follows."""
WITH_SQUARES = frozenset(
    command.name for command in COMMAND_TABLE if SQUARES.keys() & {*command.shapes}
)
"""Commands that several squares follow."""
KEYS: Mapping[str, str] = {command.key: command.name for command in COMMAND_TABLE}


CANCEL_PREMOVE = "cancel-premove"
LEAVE = "leave"
"""Names the wish to leave, which is only typed: it is told how, and the game stays as it is."""
NAMED_REPLIES = frozenset(
    {"accept-rematch", "decline-rematch", "accept-takeback", "decline-takeback", CANCEL_PREMOVE}
)
"""Replies that name what they reply to, as buttons do; in no other words, and only typed.

So none of them is ever taken for a reply to something else, such as a draw offer.
"""


@cache
def commands_when(*times: When) -> frozenset[str]:
    """Return the names of the commands that make sense at one of these times."""
    return frozenset(command.name for command in COMMAND_TABLE if command.when in times)


def squares_of(together: str) -> tuple[str, ...]:
    """Split an argument that holds several squares into single ones."""
    return tuple(together[start : start + 2] for start in range(0, len(together), 2))


UNNAMED_CLAIM = "draw"
"""The kind of a claim that names none: a draw, by repetition or by fifty moves."""


def claimed(args: tuple[str, ...]) -> tuple[str, str | None]:
    """Return the kind of a claim, and the move that the player claims with, or None."""
    kind = next((arg for arg in args if arg in CLAIMS), UNNAMED_CLAIM)
    return kind, next((arg for arg in args if arg not in CLAIMS), None)
