"""Takes the text of a PGN file apart into games: tags, the moves played, the comments on them.

A regular expression cuts the text into signs, and a reader takes them one by one. It collects tags,
moves and comments, skips variations by counting their brackets, and yields a game as soon as a sign
shows that it is over. It knows no chess: `records.pgn` decides whether a move is legal.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NoReturn

from voice_chess.records.damage import Damage

RESULTS = {
    "1-0": "1-0",
    "0-1": "0-1",
    "1/2-1/2": "1/2-1/2",
    "1/2": "1/2-1/2",
    "\u00bd-\u00bd": "1/2-1/2",
    "\u00bd:\u00bd": "1/2-1/2",
    "1/2:1/2": "1/2-1/2",
    "0.5-0.5": "1/2-1/2",
    "1:0": "1-0",
    "0:1": "0-1",
    "1\u20130": "1-0",
    "0\u20131": "0-1",
    "1/2\u20131/2": "1/2-1/2",
    "\u00bd\u2013\u00bd": "1/2-1/2",
    "0-0": "0-0",
    "*": "*",
}
BOTH_LOSE = "0-0"
ENDS = frozenset(RESULTS) - {BOTH_LOSE}
"""The words that end the moves.

Two noughts are not among them, since they mean castling unless a tag says that both lost.
"""

NULL_MOVES = frozenset({"--", "Z0", "0000", "@@@@"})
"""What programs write if a side passes, to show a threat."""

FIRST_TAG = "Event"
SAID = frozenset({"comment", "rest", "offer"})

_SIGNS = re.compile(
    r"""
    (?P<escape>(?<![^\n])%[^\n]*)       # a line for other programs
    | (?P<tag>(?<![^\n])[ \t]*(?:
        (?:\[[ \t]*\w+[ \t]+"(?:\\.|[^"\\\n])*"[ \t]*\][ \t]*)+(?=\d+[ \t]*\.|\{)  # moves follow
        | \[[^\n]*\]
      ))
    | \{(?P<comment>[^}]*)\}
    | ;(?P<rest>[^\n]*)
    | (?P<offer>\(=\))
    | (?P<word>
        [^\s(){};<]*[a-h][18][ ]?\([QRBN]\)[^\s(){};<]*  # a promotion in brackets, no variation
        | [^\s(){};<]+
      )
    | (?P<open>\()
    | (?P<close>\))
    | (?P<reserved><[^<>\n]*>)
    | (?P<stray>\S)
    """,
    re.VERBOSE,
)
_TAG = re.compile(r'\[\s*(\w+)\s+"((?:\\.|[^"\\])*)"\s*\]')
_LOOSE_TAG = re.compile(r'\[\s*(\w+)\s+"(.*)"\s*\]')
_ESCAPED = re.compile(r'\\(["\\])')
_TO_ESCAPE = re.compile(r'["\\]')
_NUMBER = re.compile(r"\A(?:(?P<number>\d{1,4})(?:\.+|\u2026|\Z)|\d+(?:\.+|\u2026|\Z)|\.+|\u2026)")
FIRST_NUMBER = re.compile(r"1\.(?!\.)")
_GLUED_END = re.compile(r"(?P<moves>\S*[\w+#])(?P<end>1-0|0-1|1/2-1/2|\*)")
_REMARK = re.compile(
    r"\$\d+|[!?]{1,3}|\+{1,2}|#|e\.?p\.?|[ND=\u00b1\u2213\u221e\u2a72\u2a71]"
    r"|\+[-=/]?[-=]|[-=]/?\+"
)
_EVALUATION = re.compile(
    r"(?:[\u00b1\u2213\u221e\u2a72\u2a71\u25a1]|\+/?[-=\u2212]|[-=\u2212]/?\+|=)\Z"
)
"""Evaluations that follow a move without a space; the plus may also be the sign of a check."""
_GLUED_MARKS = re.compile(r"(?:\$\d+|[!?]+)+\Z")
_NUMBERED = re.compile(r"\$(?!0+\Z)[0-9]{1,3}")
_MARK = re.compile(r"\$\d+|[!?]+|[^!?$]+")
MARKS = {
    "!": 1,
    "?": 2,
    "!!": 3,
    "??": 4,
    "!?": 5,
    "?!": 6,
    "\u25a1": 7,
    "=": 10,
    "\u221e": 13,
    "\u2a72": 14,
    "+=": 14,
    "+/=": 14,
    "\u2a71": 15,
    "=+": 15,
    "=/+": 15,
    "\u00b1": 16,
    "+/-": 16,
    "\u2213": 17,
    "-/+": 17,
    "+-": 18,
    "-+": 19,
    "N": 146,
}
"""The numbers that PGN gives to annotators' signs."""
_MOST_OF_A_KIND = 2
"""More exclamation marks or question marks mean nothing else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PgnMove:
    """A move as it is written, with all comments on it."""

    text: str
    comments: tuple[str, ...] = ()
    marks: tuple[int, ...] = ()
    """The annotator's signs on it, by PGN's numbers: 1 for an exclamation mark."""
    line: int = field(default=0, compare=False)
    """The line of the file in which the move is, from 1 on."""
    number: int | None = field(default=None, compare=False)
    """The move number written before it, or None."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PgnGame:
    """One game as it is in the file."""

    tags: Mapping[str, str]
    moves: tuple[PgnMove, ...]
    end: str | None
    """The result after the moves, or None if there is none."""
    opening_comments: tuple[str, ...] = ()
    """The comments before the first move."""
    variations: int = 0
    """How many variations were skipped; those inside another count as part of it."""

    @property
    def is_empty(self) -> bool:
        """Whether the game has neither tags nor moves."""
        return not (self.tags or self.moves)


DAMAGES = {
    "closed": "a variation is closed that was not opened",
    "variation": "a variation is not closed",
    "comment": "a comment is not closed",
    "tag-line": "{sign} is no tag",
    "sign": "{sign!r} is no move",
}
"""What breaks PGN's own rules, by name; languages word it as `unread-` and the name."""


class BadPgn(Damage):
    """The text breaks PGN's own rules.

    `kind` is the name of the problem, `sign` the part of the text, `line` its line.
    """

    def __init__(self, where: str, kind: str, sign: str, line: int) -> None:
        why = Damage(DAMAGES[kind].format(sign=sign), f"unread-{kind}", sign=sign)
        super().__init__(f"{where}: {why}.", "unread-text", line=line, why=why.told)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstGame:
    """The result of reading a file for one game only."""

    game: PgnGame
    damage: BadPgn | None = None
    """What can't be read in it, and in which line; None if all was read."""
    others_follow: bool = False


def first(text: str) -> FirstGame:
    """Return the first game of a file, empty if there is none. Raises `BadRecord`."""
    return _first(_Reader(), text)


def first_as_far(text: str) -> FirstGame:
    """Return the first game as far as it can be read, and the problem that ends it."""
    reader = _Reader()
    try:
        return _first(reader, text)
    except BadPgn as damage:
        return FirstGame(game=reader.so_far(), damage=damage)


def _first(reader: "_Reader", text: str) -> FirstGame:
    for line, match in _signs(text):
        reader.line = line
        if not reader.takes(match):
            return FirstGame(game=reader.whole(), others_follow=True)
    return FirstGame(game=reader.whole())


def _signs(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield each sign of the text with the line in which it begins."""
    plain = _plain(text)
    line, counted = 1, 0
    for match in _SIGNS.finditer(plain):
        line += plain.count("\n", counted, match.start())
        counted = match.start()
        yield line, match


def _plain(text: str) -> str:
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


class _Reader:
    """The game being read, and the depth of its open variations."""

    def __init__(self) -> None:
        """Start before the first sign of the game."""
        self.line = 1
        self._depth = 0
        self._tags: dict[str, str] = {}
        self._moves: list[PgnMove] = []
        self._opening_comments: list[str] = []
        self._comments: list[str] = []
        self._marks: list[int] = []
        self._variations = 0
        self._end: str | None = None
        self._number_before: int | None = None

    def takes(self, match: re.Match[str]) -> bool:
        """Take one more sign; return False if it belongs to the next game, so that this is over."""
        kind, sign = match.lastgroup, match[0]
        if kind == "tag":
            return self._takes_tags(sign)
        if kind == "open":
            self._variations += self._depth == 0
            self._depth += 1
        elif kind == "close":
            self._depth -= 1
            if self._depth < 0:
                self._refuse("closed")
        elif sign == "{":
            self._refuse("comment", sign)
        elif self._depth == 0:
            return self._takes_of_the_game(kind or "", match)
        return True

    def so_far(self) -> PgnGame:
        """Return what has been read of the game, whole or not."""
        self._annotate()
        return PgnGame(
            tags=self._tags,
            moves=tuple(self._moves),
            end=self._end,
            opening_comments=tuple(self._opening_comments),
            variations=self._variations,
        )

    def whole(self) -> PgnGame:
        """Return the game at its end. Raises `BadPgn` if a variation is still open."""
        if self._depth:
            self._refuse("variation")
        if self._tags.get("Result") == BOTH_LOSE and self._end is None and self._moves:
            self._end = BOTH_LOSE if self._moves[-1].text == BOTH_LOSE else None
            del self._moves[len(self._moves) - (self._end is not None) :]
        return self.so_far()

    def _takes_tags(self, line: str) -> bool:
        tags = _tags(line)
        if not tags:
            self._refuse("tag-line", line.strip())
        if self._moves or self._end or (FIRST_TAG in tags and FIRST_TAG in self._tags):
            return False
        self._tags |= tags
        return True

    def _takes_of_the_game(self, kind: str, match: re.Match[str]) -> bool:
        if kind == "word":
            return self._takes_word(match[0])
        if kind in SAID and not self._moves:
            self._opening_comments.append(match[kind])
        elif kind in SAID:
            self._comments.append(match[kind])
        elif kind == "stray":
            self._refuse("sign", match[0])
        return True

    def _takes_word(self, word: str) -> bool:
        if word in ENDS:
            self._end = RESULTS[word]
            return True
        # A game may end without a result; then only the first move of the next game shows that it
        # does.
        if FIRST_NUMBER.match(word) and len(self._moves) > 1:
            return False
        text = word if word in NULL_MOVES else self._without_number(word)
        end = ""
        while glued := _GLUED_END.fullmatch(text):
            text, end = glued["moves"], end or glued["end"]
        if end:
            return self._takes_word(text) and self._takes_word(end)
        is_remark = bool(_REMARK.fullmatch(text))
        text, marks = ("", _marks(text)) if is_remark else _without_marks(text)
        if not text:
            self._marks += marks
            return True
        if self._end is not None:
            return False
        self._annotate()
        self._moves.append(PgnMove(text=text, line=self.line, number=self._number_before))
        self._number_before = None
        self._marks += marks
        return True

    def _without_number(self, word: str) -> str:
        """Return the word without the move number that it begins with, which is noted."""
        found = _NUMBER.match(word)
        if found is None:
            return word
        if found["number"]:
            self._number_before = int(found["number"])
        return word[found.end() :]

    def _annotate(self) -> None:
        """Put the comments and the signs that follow the last move beside it."""
        if self._moves:
            last = self._moves[-1]
            said, marks = (*last.comments, *self._comments), (*last.marks, *self._marks)
            self._moves[-1] = replace(last, comments=said, marks=marks)
        self._comments, self._marks = [], []

    def _refuse(self, kind: str, sign: str = "") -> NoReturn:
        where = f"Behind half-move {len(self._moves)}"
        raise BadPgn(where, kind, sign, self.line)


def _without_marks(text: str) -> tuple[str, tuple[int, ...]]:
    """Return a move without the annotator's signs written behind it, and their numbers."""
    marks: tuple[int, ...] = ()
    for signs in (_GLUED_MARKS, _EVALUATION, _GLUED_MARKS):
        found = signs.search(text)
        if found is not None:
            text, marks = text[: found.start()], (*_marks(found[0]), *marks)
    return text, marks


def _marks(signs: str) -> tuple[int, ...]:
    """Return the numbers of annotators' signs; those that only programs print are left out."""
    return tuple(number for sign in _MARK.findall(signs) if (number := _number(sign)) is not None)


def _number(sign: str) -> int | None:
    if sign.startswith("$"):
        return int(sign[1:]) if _NUMBERED.fullmatch(sign) else None
    return MARKS.get(sign.replace("\u2212", "-")[: _MOST_OF_A_KIND if sign[0] in "!?" else None])


def escaped(value: str) -> str:
    """Return a value for a tag: on one line, with its quotation marks escaped."""
    return _TO_ESCAPE.sub(r"\\\g<0>", " ".join(value.split()))


def _tags(line: str) -> Mapping[str, str]:
    """Return the tags of a line; quotation marks inside a value need not be escaped."""
    strict = _TAG.sub("", line).strip()
    found = _TAG.findall(line) if not strict else _LOOSE_TAG.findall(line)
    return {name: _ESCAPED.sub(r"\1", value).strip() for name, value in found}
