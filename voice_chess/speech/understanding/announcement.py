"""Reads the tokens of an announcement; knows the forms of speech, but no position."""

import re
from dataclasses import dataclass
from functools import lru_cache

from voice_chess.laws.position import MoveFacts
from voice_chess.speech.understanding.parse import Tokens

KINDS = {
    "takes": "x",
    "to": "t",
    "promote": "w",
    "en-passant": "e",
    "check": "c",
    "mate": "m",
    "castle:short": "s",
    "castle:long": "l",
    "castle": "o",
}
KINDS_BY_PREFIX = {"piece:": "p", "file:": "f", "rank:": "r"}
NO_PART_OF_A_MOVE = "?"
CASTLINGS = {"s": frozenset({"short"}), "l": frozenset({"long"}), "o": frozenset({"short", "long"})}
SAID = {"x": "takes", "e": "en-passant", "c": "check", "m": "mate"}

# A piece, the origin (the file and the rank of its square, one of them, or nothing), and the
# target. "Gustav Felix drei" could lend its last rank to either square: the target always gets it.
# "To" needs something before it: an announcement that starts with it was not heard from its start.
# A piece behind "takes" is the captured one, but only if what captures is named before.
MOVE = re.compile(
    r"(?P<piece>p)?(?:(?<=p)t)?(?P<origin>fr|f|r)?(?P<takes>x)?(?P<victim>(?<=[pfr]x)p)?"
    r"(?:(?<=[pfrx])t)?(?P<target>fr)"
    r"(?:[wt]{0,2}(?P<promotion>p))?(?P<ep>e)?(?P<check>[cm])?"
)
CASTLE = re.compile(r"(?P<castle>[slo])(?P<check>[cm])?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """A move as it was said.

    `said` holds words that may be left out but must be true if they are said, such as "takes", and
    so must the `victim`, the kind of piece that is captured.
    """

    piece: str | None = None
    from_file: str | None = None
    from_rank: str | None = None
    target: str | None = None
    victim: str | None = None
    promotion: str | None = None
    castlings: frozenset[str] = frozenset()
    said: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Partial:
    """The beginning of an announcement: a piece or a square and nothing else."""

    piece: str | None = None
    square: str | None = None


@lru_cache(maxsize=4_096)
def announcement(tokens: Tokens) -> Announcement | None:
    """Return the move that these tokens announce, or None if they announce no whole move."""
    kinds = "".join(map(_kind, tokens))
    if match := CASTLE.fullmatch(kinds):
        return Announcement(castlings=CASTLINGS[match["castle"]], said=_said(match))
    if match := MOVE.fullmatch(kinds):
        return _move(match, tokens)
    return None


def partial(tokens: Tokens) -> Partial | None:
    """Return the piece or the square that these tokens name, or None if they name anything else."""
    kinds = "".join(map(_kind, tokens))
    if kinds == "p":
        return Partial(piece=_value(tokens[0]))
    if kinds == "fr":
        return Partial(square="".join(map(_value, tokens)))
    return None


def begins(tokens: Tokens, move: MoveFacts) -> bool:
    """Whether these tokens can begin an announcement of this move and must be continued."""
    start, target = move.from_square, move.to_square
    file, rank = f"file:{start[0]}", f"rank:{start[1]}"
    goal = (f"file:{target[0]}", f"rank:{target[1]}")
    links = (("takes",), (), ("to",)) if move.captured else ((), ("to",))
    return any(
        whole[: len(tokens)] == tokens and len(whole) > len(tokens)
        for piece in ((f"piece:{move.piece}",), ())
        for origin in ((), (file,), (rank,), (file, rank))
        for link in links
        for whole in ((*piece, *origin, *link, *goal),)
    )


def _move(match: re.Match[str], tokens: Tokens) -> Announcement:
    origin = {_kind(token): _value(token) for token in _span(match, "origin", tokens)}
    return Announcement(
        piece="".join(map(_value, _span(match, "piece", tokens))) or None,
        from_file=origin.get("f"),
        from_rank=origin.get("r"),
        target="".join(map(_value, _span(match, "target", tokens))),
        victim="".join(map(_value, _span(match, "victim", tokens))) or None,
        promotion="".join(map(_value, _span(match, "promotion", tokens))) or None,
        said=_said(match),
    )


def _span(match: re.Match[str], group: str, tokens: Tokens) -> Tokens:
    start, end = match.span(group)
    return tokens[start:end] if start >= 0 else ()


def _said(match: re.Match[str]) -> frozenset[str]:
    found = match.groupdict()
    kinds = (found.get("takes"), found.get("ep"), found.get("check"))
    return frozenset(SAID[kind] for kind in kinds if kind)


def _kind(token: str) -> str:
    head, colon, _ = token.partition(":")
    return KINDS.get(token) or KINDS_BY_PREFIX.get(head + colon, NO_PART_OF_A_MOVE)


def _value(token: str) -> str:
    return token.partition(":")[2]
