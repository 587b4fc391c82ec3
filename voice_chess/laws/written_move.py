"""Parses a move in algebraic notation sign by sign, without looking at any position."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Protocol

from voice_chess.laws.position import Castling

FILES, RANKS = "abcdefgh", "12345678"
ALL_SQUARES = tuple(file + rank for file in FILES for rank in RANKS)
PIECES = "KQRBNP"
"""The English letters of the pieces, from the king to the pawn."""
PROMOTED = "QRBN"
CYRILLIC_H = "\u0445"
"""Looks like x, the sign of a capture, but names a file in Cyrillic notation."""

_DASH = "[-\u2010-\u2015\u2212]"
_NOUGHT = "[0Oo\u041e\u043e]"
_NUMBER = "(?:\\d+\\.+|\\d*\u2026|\\.{2,3})?"
_COMMENT = r"(?:[!?]{1,2}|\$\d{1,3})*"
_END = r"(?P<end>\+\+|[+#X])?"
_OFFER = "(=)"
_TAIL = rf"{_COMMENT}(?P<offer>\(=\))?{_COMMENT}"
_SMALL_PROMOTION = re.compile(rf".*[18][=/(]?(?P<letter>[^\W\d_])\)?(?:\+\+|[+#])?{_TAIL}")
_CASTLING = re.compile(f"{_NUMBER}(?P<castling>{_NOUGHT}(?:{_DASH}{_NOUGHT}){{1,2}}){_END}{_TAIL}")


class Script(Protocol):
    """The letters of a scoresheet: those it is written with, and others that are understood."""

    @property
    def letters(self) -> Mapping[str, str]: ...
    @property
    def files(self) -> str: ...
    @property
    def passing(self) -> str: ...
    @property
    def understood(self) -> Mapping[str, str]:
        """Other letters, each mapped to English letters of a piece or file, the likeliest first."""

    def __hash__(self) -> int: ...


class Sign(StrEnum):
    """A sign that need not be written, but must be true where it is."""

    CAPTURE = "capture"
    PASSING = "en passant"
    CHECK = "check"
    MATE = "mate"


_ENDS = {"+": Sign.CHECK, "++": Sign.MATE, "#": Sign.MATE, "X": Sign.MATE}


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenMove:
    """A move as written; `origin` is a file, a rank, a square or empty.

    `piece` and `promotion` hold one English letter, or several if the written letter belongs to
    other languages: an S on an English scoresheet may be a German knight or a Czech bishop.
    """

    piece: str | None = None
    origin: str = ""
    target: str = ""
    promotion: str | None = None
    castling: Castling | None = None
    signs: tuple[Sign, ...] = ()
    offers_draw: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Garbled:
    """The text is no move in notation; `rest` is the part that has no place in one."""

    text: str
    rest: str


def written_moves(text: str, script: Script) -> tuple[WrittenMove, ...] | Garbled:
    """Return the readings of a text, the literal one first; several only if letters look alike."""
    found = [_written_move(spelled, script) for spelled in _spellings("".join(text.split()))]
    moves = tuple(move for move in found if move is not None)
    return moves or Garbled(text=text, rest=_rest("".join(text.split()), script))


def typed_moves(text: str, script: Script) -> tuple[WrittenMove, ...]:
    """Return the readings of a typed text, the likeliest first; none if it is no move.

    The literal reading comes first, unless it moves a pawn to a file out of its reach, as dh5 does.
    """
    spellings = (text, *in_other_case(text, script))
    found = [written_moves(spelled, script) for spelled in spellings]
    moves = [forms[0] for forms in found if not isinstance(forms, Garbled)]
    return tuple(sorted(moves, key=_is_beyond_a_pawn))


def is_out_of_reach(found: tuple[WrittenMove, ...] | Garbled) -> bool:
    """Return whether a text, read as it stands, moves a pawn but names a file not beside its own.

    That can be the pawn's own file, too, which nobody writes: cc6.
    """
    return not isinstance(found, Garbled) and _is_beyond_a_pawn(found[0])


def in_other_case(text: str, script: Script) -> tuple[str, ...]:
    """Return spellings with the piece as a capital, of a one-word move written all in one case.

    Pieces are capitals and files are small letters, but many people type nf3, e8=q or NF3. A
    foreign piece letter counts only if its small form is no file: the d of de5 is no German queen.
    """
    words = text.split()
    small = "".join(words).lower()
    is_one_word = bool(words) and words[1:] in ([], [_OFFER])
    if not is_one_word or text not in {text.lower(), text.upper()}:
        return ()
    capitals = _capitals(script)
    first, promotion = small[0], _SMALL_PROMOTION.fullmatch(small)
    found = [small] if text.isupper() else []
    if first in capitals:
        found.append(capitals[first] + small[1:])
    if promotion is not None and promotion["letter"] in capitals:
        start, end = promotion.span("letter")
        found.append(small[:start] + capitals[small[start]] + small[end:])
    return tuple(spelled for spelled in found if _written_move(spelled, script) is not None)


def _is_beyond_a_pawn(move: WrittenMove) -> bool:
    """Return whether the named file is not beside the target, as it is where a pawn captures."""
    if move.piece is not None or move.castling is not None or move.origin not in set(FILES):
        return False
    return abs(FILES.index(move.origin) - FILES.index(move.target[0])) != 1


@cache
def _capitals(script: Script) -> Mapping[str, str]:
    """Map each small letter to the capital letter of a piece."""
    pieces = (letter for letter, meant in script.understood.items() if meant.isupper())
    others = {letter for letter in pieces if letter.lower() not in script.files}
    own = {letter for letter in script.letters.values() if letter}
    return {letter.lower(): letter for letter in (*others, *own)}


def _spellings(text: str) -> Iterator[str]:
    yield text
    for index, sign in enumerate(text):
        if sign == CYRILLIC_H:
            yield f"{text[:index]}x{text[index + 1 :]}"


def _written_move(text: str, script: Script) -> WrittenMove | None:
    if castling := _CASTLING.fullmatch(text):
        is_long = len(castling["castling"]) > len("0-0")
        return WrittenMove(
            castling="long" if is_long else "short",
            signs=_signs(castling),
            offers_draw=castling["offer"] is not None,
        )
    match = _pattern(script).fullmatch(text)
    if match is None:
        return None
    codes = _codes(script)
    promotion = match["promotion"] or match["bracketed"]
    return WrittenMove(
        piece=codes[match["piece"]] if match["piece"] else None,
        origin="".join(codes.get(sign, sign) for sign in match["origin"]),
        target="".join(codes.get(sign, sign) for sign in match["target"]),
        promotion=codes[promotion] if promotion else None,
        signs=_signs(match),
        offers_draw=match["offer"] is not None,
    )


def _signs(match: re.Match[str]) -> tuple[Sign, ...]:
    found = match.groupdict()
    said = (
        Sign.CAPTURE if found.get("takes") else None,
        Sign.PASSING if found.get("passing") or found.get("passing_last") else None,
        _ENDS.get(found["end"]),
    )
    return tuple(sign for sign in said if sign is not None)


def _rest(text: str, script: Script) -> str:
    """Return the part of a text after its longest beginning that is a move."""
    beginnings = [pattern.match(text) for pattern in (_CASTLING, _pattern(script))]
    return text[max((found.end() for found in beginnings if found), default=0) :]


@cache
def _codes(script: Script) -> Mapping[str, str]:
    """Map every letter that is understood to the English letters of its piece or file."""
    pieces = {letter: piece for piece, letter in script.letters.items() if letter}
    return {**script.understood, **pieces, **dict(zip(script.files, FILES, strict=True))}


@cache
def _pattern(script: Script) -> re.Pattern[str]:
    """Compile the pattern of a move: pieces in capitals, a dash only between two squares."""
    codes = _codes(script)
    piece, promoted, file = (_any_of(codes, known) for known in ("KQRBN", PROMOTED, FILES))
    passing = "|".join((_dotted(script.passing), _dotted("ep")))
    return re.compile(
        f"{_NUMBER}(?P<piece>{piece})?(?P<origin>{file}?[1-8]?)"
        f"(?:(?<={file}[1-8]){_DASH}|(?P<takes>[x:\u00d7]))?(?P<target>{file}[1-8])"
        f"(?(piece)|(?:[=/]?(?P<promotion>{promoted})|\\((?P<bracketed>{promoted})\\))?)"
        f"(?P<passing>{passing})?{_END}(?P<passing_last>{passing})?{_TAIL}"
    )


def _any_of(codes: Mapping[str, str], known: str) -> str:
    return f"[{''.join(letter for letter, code in codes.items() if code[0] in known)}]"


def _dotted(letters: str) -> str:
    """Return a pattern of these letters, each with or without a full stop."""
    return "".join(rf"{letter}\.?" for letter in letters if letter != ".")
