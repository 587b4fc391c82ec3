"""Encodes moves and diagrams in the braille chess code (UKAAF 2015); knows no language.

Cells are written in BRF (the North American computer code), where a lowered digit is the digit
itself. The sources leave three things open, which are decided here: castling is `0-0` or `0-0-0`,
the promotion piece follows the square directly, and a capture en passant has no mark.
"""

import re
from collections.abc import Mapping
from itertools import groupby

_TABLE = " A1B'K2L@CIF/MSP\"E3H9O6R^DJG>NTQ,*5<-U8V.%[$+X!&;:4\\0Z7(_?W]#Y)="
_ALIASES = str.maketrans("`{|}~", "@[\\]^")
_FIRST_CELL = 0x2800
_DOT_6 = 0x20
LETTERS = {"K": "K", "Q": "Q", "R": "R", "B": "L", "N": "S", "P": "P"}
"""Cells of the pieces; none of them is the name of a file."""
_PIECES = {letter: piece for piece, letter in LETTERS.items()}
_MARKS = {(False, False): "", (True, False): ";", (False, True): "^", (True, True): "_"}
_MATE = ">M"
_NO_MARKS = str.maketrans("", "", ";^_")
_SAN = re.compile(r"([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=([QRBN]))?([+#]?)")


def cells(brf: str) -> str:
    """Return a text in BRF as Unicode braille patterns."""
    return "".join(chr(_FIRST_CELL + _TABLE.index(sign)) for sign in normal(brf))


def brf(cells: str) -> str:
    """Return Unicode braille patterns as BRF. Raises `ValueError` for cells of eight dots."""
    codes = [ord(cell) - _FIRST_CELL for cell in cells]
    if any(not 0 <= code < len(_TABLE) for code in codes):
        message = "a BRF file holds cells of six dots only"
        raise ValueError(message)
    return "".join(_TABLE[code] for code in codes)


def normal(text: str) -> str:
    """Return BRF as this program writes it: in upper case, without aliases."""
    return text.translate(_ALIASES).upper()


def move_code(san: str, letters: Mapping[str, str] = LETTERS) -> str:
    """Return a move in standard algebraic notation as BRF, with these cells for the pieces.

    Raises `ValueError` if the text is no move.
    """
    if san.startswith("O-O"):
        castling = san.rstrip("+#").replace("O", "0")
        return ("^" if san.endswith("+") else "") + castling + (_MATE if san[-1] == "#" else "")
    match = _SAN.fullmatch(san)
    if match is None:
        message = f"no move in algebraic notation: {san!r}"
        raise ValueError(message)
    piece, origin, takes, target, promotion, ending = match.groups()
    mark = _MARKS[bool(takes), ending == "+"]
    code = letters.get(piece, "") + origin.upper() + mark + target.upper()
    return code + letters.get(promotion or "", "") + (_MATE if ending == "#" else "")


def bare(code: str) -> str:
    """Return a move in BRF without its optional marks: those of capture, check and mate."""
    return normal(code).translate(_NO_MARKS).removesuffix(_MATE)


def diagram(placement: str) -> str:
    """Return the diagram of a FEN's piece placement, from rank eight to rank one.

    Empty squares are counted, and so are the squares of empty ranks that follow each other.
    """
    ranks = [_rank(rank) for rank in placement.split("/")]
    runs: list[str] = []
    for is_empty, group in groupby(ranks, key=lambda rank: rank == "8"):
        members = list(group)
        runs += [str(8 * len(members))] if is_empty else members
    return " ".join(runs)


def placement(diagram: str) -> str:
    """Return the piece placement of a FEN from a diagram.

    Raises `ValueError` or `KeyError` for a cell that is no piece.
    """
    ranks: list[str] = []
    for run in normal(diagram).split():
        if run.isdigit() and int(run) % 8 == 0:
            ranks += ["8"] * (int(run) // 8)
        else:
            ranks.append("".join(_piece_of(sign) for sign in run))
    return "/".join(ranks)


def _rank(rank: str) -> str:
    return "".join(sign if sign.isdigit() else _piece_code(sign) for sign in rank)


def _piece_code(piece: str) -> str:
    letter = LETTERS[piece.upper()]
    return letter if piece.isupper() else _TABLE[_TABLE.index(letter) | _DOT_6]


def _piece_of(sign: str) -> str:
    if sign.isdigit():
        return sign
    code = _TABLE.index(sign)
    piece = _PIECES[_TABLE[code & ~_DOT_6]]
    return piece.lower() if code & _DOT_6 else piece
