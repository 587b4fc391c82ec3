"""Tags of a PDF: what each piece of text is, so that a screen reader reads titles and tables.

While the pages are drawn, each piece is marked. The tree of the marks is added to the file when it
is complete.
"""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

_VERSION = "%PDF-1.7"
"""Tags, the language and the title in the window came after version 1.3, which fpdf2 claims."""

Kind: TypeAlias = Literal["Document", "H1", "H2", "P", "Table", "TR", "TH", "TD"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked piece of text: the numbers of its page and of the mark there, from 0."""

    page: int
    number: int


@dataclass(slots=True)
class Element:
    """A part of the document, and its own parts."""

    kind: Kind
    parts: list["Element | Mark"] = field(default_factory=list)


class Tags:
    """The tags of one fpdf2 document, whose text is drawn inside `text` or `decoration`."""

    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        self._open = [Element("Document")]
        self._marks: dict[int, int] = {}
        """The number of marks on each page."""

    @contextmanager
    def part(self, kind: Kind) -> Iterator[None]:
        """Collect what is drawn in the block as a part of this kind."""
        element = Element(kind)
        self._open[-1].parts.append(element)
        self._open.append(element)
        try:
            yield
        finally:
            self._open.pop()

    @contextmanager
    def text(self, kind: Kind) -> Iterator[None]:
        """Mark what is drawn in the block: one piece of text on one page."""
        page = self._pdf.page - 1
        number = self._marks.get(page, 0)
        self._marks[page] = number + 1
        self._open[-1].parts.append(Element(kind, [Mark(page, number)]))
        with self._marked(f"/{kind} <</MCID {number}>> BDC"):
            yield

    @contextmanager
    def decoration(self) -> Iterator[None]:
        """Mark lines and repeated text, which are not read aloud."""
        with self._marked("/Artifact BMC"):
            yield

    def written(self) -> bytes:
        """Return the document with its tags."""
        import pypdf  # for tagged documents alone

        writer = pypdf.PdfWriter(clone_from=io.BytesIO(bytes(self._pdf.output())))
        writer.pdf_header = _VERSION
        _Tree(writer).put(self._open[0])
        file = io.BytesIO()
        writer.write(file)
        return file.getvalue()

    @contextmanager
    def _marked(self, operator: str) -> Iterator[None]:
        self._pdf._out(operator)  # noqa: SLF001 - fpdf2 marks pictures only in public
        yield
        self._pdf._out("EMC")  # noqa: SLF001 - fpdf2 marks pictures only in public


class _Tree:
    """The structure tree of a file that pypdf writes."""

    def __init__(self, writer: Any) -> None:
        self._writer = writer
        self._owners: list[dict[int, Any]] = [{} for _ in writer.pages]
        """For each page, the structure element of each mark."""

    def put(self, document: Element) -> None:
        """Add the tree to the file, and let each page know the elements of its marks."""
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
        """Add an object to the file and return its reference."""
        from pypdf.generic import DictionaryObject

        made = DictionaryObject(_named(**content))
        return self._writer._add_object(made)  # noqa: SLF001 - objects that pypdf has no name for go in by no other way


def _name(text: str) -> Any:
    from pypdf.generic import NameObject

    return NameObject(f"/{text}")


def _named(**content: Any) -> dict[Any, Any]:
    return {_name(name): value for name, value in content.items()}
