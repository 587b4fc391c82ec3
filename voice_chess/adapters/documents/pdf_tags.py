"""Tags of a PDF: what each piece of text is, so that a screen reader tells titles, tables, heads.

While the pages are drawn, each piece is marked; the tree that the marks belong to is put into the
file when it is whole.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Kind: TypeAlias = Literal["Document", "H1", "H2", "P", "Table", "TR", "TH", "TD"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked piece of a page, both counted from 0."""

    page: int
    number: int


@dataclass(slots=True)
class Element:
    """A part of the document and the parts that it has."""

    kind: Kind
    parts: list["Element | Mark"] = field(default_factory=list)


class Tags:
    """Of one document of fpdf2, whose text is drawn inside `text` or `decoration`."""

    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        self._open = [Element("Document")]
        self._marks: dict[int, int] = {}
        """So many on each page."""

    @contextmanager
    def part(self, kind: Kind) -> Iterator[None]:
        """What is drawn meanwhile belongs to a part of this kind."""
        element = Element(kind)
        self._open[-1].parts.append(element)
        self._open.append(element)
        try:
            yield
        finally:
            self._open.pop()

    @contextmanager
    def text(self, kind: Kind) -> Iterator[None]:
        """A part that is one piece of text on one page."""
        page = self._pdf.page - 1
        number = self._marks.get(page, 0)
        self._marks[page] = number + 1
        self._open[-1].parts.append(Element(kind, [Mark(page, number)]))
        with self._marked(f"/{kind} <</MCID {number}>> BDC"):
            yield

    @contextmanager
    def decoration(self) -> Iterator[None]:
        """Lines, and what is repeated: nothing of it is read."""
        with self._marked("/Artifact BMC"):
            yield

    def written(self) -> bytes:
        """The document with its tags."""
        import pypdf  # for tagged documents alone

        writer = pypdf.PdfWriter(clone_from=io.BytesIO(bytes(self._pdf.output())))
        _Tree(writer).put(self._open[0])
        file = io.BytesIO()
        writer.write(file)
        return file.getvalue()

    @contextmanager
    def _marked(self, operator: str) -> Iterator[None]:
        self._pdf._out(operator)  # noqa: SLF001 - fpdf2 marks pictures only in public
        yield
        self._pdf._out("EMC")  # noqa: SLF001 - the same


class _Tree:
    """The structure tree of a file that pypdf writes."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer
        self._owners: list[dict[int, Any]] = [{} for _ in writer.pages]
        """By page, whose each marked piece is."""

    def put(self, document: Element) -> None:
        """Into the file, and let each page know which parts its pieces are."""
        from pypdf.generic import ArrayObject, BooleanObject, NumberObject

        root = self._added(Type=_name("StructTreeRoot"))
        tree, numbers = self._part(document, root), ArrayObject()
        for index, page in enumerate(self._writer.pages):
            page[_name("StructParents")] = NumberObject(index)
            page[_name("Tabs")] = _name("S")
            numbers.append(NumberObject(index))
            of_page = self._owners[index]
            numbers.append(ArrayObject(of_page[number] for number in sorted(of_page)))
        count = NumberObject(len(self._owners))
        parents = self._added(Nums=numbers)
        root.get_object().update(_named(K=tree, ParentTree=parents, ParentTreeNextKey=count))
        marked = self._added(Marked=BooleanObject(value=True))
        self._writer.root_object.update(_named(StructTreeRoot=root, MarkInfo=marked))

    def _part(self, element: Element, parent: Any) -> Any:
        from pypdf.generic import ArrayObject, NumberObject

        found = self._added(Type=_name("StructElem"), S=_name(element.kind), P=parent)
        kids = ArrayObject()
        for part in element.parts:
            if isinstance(part, Mark):
                self._owners[part.page][part.number] = found
                page = self._writer.pages[part.page].indirect_reference
                found.get_object().update(_named(Pg=page))
                kids.append(NumberObject(part.number))
            else:
                kids.append(self._part(part, found))
        found.get_object().update(_named(K=kids))
        if element.kind == "TH":
            of_column = self._added(O=_name("Table"), Scope=_name("Column"))
            found.get_object().update(_named(A=of_column))
        return found

    def _added(self, **content: Any) -> Any:
        """An object of the file, by its reference."""
        from pypdf.generic import DictionaryObject

        made = DictionaryObject(_named(**content))
        return self._writer._add_object(made)  # noqa: SLF001 - objects that pypdf has no name for go in by no other way


def _name(text: str) -> Any:
    from pypdf.generic import NameObject

    return NameObject(f"/{text}")


def _named(**content: Any) -> dict[Any, Any]:
    return {_name(name): value for name, value in content.items()}
