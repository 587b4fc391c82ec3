"""The tags of a PDF file, read back: its parts, and which marked pieces of its pages they have."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pypdf
from pypdf.generic import NumberObject


@dataclass(frozen=True)
class Told:
    """A part of the document: its kind, what is in it, and its piece of text by page and number."""

    kind: str
    parts: tuple["Told", ...] = ()
    piece: tuple[int, int] | None = None


def told(element: Any) -> Told:
    kind, (first, *_) = str(element["/S"])[1:], element["/K"]
    if isinstance(first, NumberObject):
        return Told(kind, piece=(element.raw_get("/Pg").idnum, int(first)))
    return Told(kind, tuple(told(kid.get_object()) for kid in element["/K"]))


def tree_of(found: pypdf.PdfReader) -> Any:
    return found.root_object["/StructTreeRoot"].get_object()


def pieces_of(page: pypdf.PageObject) -> tuple[set[tuple[int, int]], int]:
    """The marked pieces with text, and how much text is neither marked nor a decoration."""
    reference, content = page.indirect_reference, page.get_contents()
    assert reference is not None
    assert content is not None
    marks: list[Any] = []
    pieces, loose = set(), 0
    for operands, operator in content.operations:
        if operator == b"BDC":
            marks.append((reference.idnum, int(operands[1]["/MCID"])))
        elif operator == b"BMC":
            marks.append(None)
        elif operator == b"EMC":
            marks.pop()
        elif operator in {b"Tj", b"TJ"}:
            loose += not marks
            pieces |= {marks[-1]} if marks and marks[-1] is not None else set()
    assert marks == []
    return pieces, loose


def pieces_in(part: Told) -> Iterator[tuple[int, int]]:
    """All that belongs to it, in the order in which it is read."""
    if part.piece is not None:
        yield part.piece
    for each in part.parts:
        yield from pieces_in(each)
