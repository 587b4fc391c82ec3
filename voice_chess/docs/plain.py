"""Markdown as plain text for a terminal that is read aloud or felt: one sentence or row a line.

A row of a table becomes a line: a pair with a colon between, or each cell after its column's name.
"""

from collections.abc import Iterator

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

_PAGE = ".md"
_PAIR = 2


def parser() -> MarkdownIt:
    """CommonMark with tables; HTML in it is text like any other."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def plain_lines(text: str) -> Iterator[str]:
    """The page without its marks; an empty line between its parts."""
    is_first = True
    for node in SyntaxTreeNode(parser().parse(text)).children:
        if not is_first:
            yield ""
        is_first = False
        yield from _block(node)


def _block(node: SyntaxTreeNode) -> Iterator[str]:
    match node.type:
        case "bullet_list":
            for item in node.children:
                yield from _item("- ", item)
        case "ordered_list":
            first = int(node.attrs.get("start", 1))
            for number, item in enumerate(node.children, first):
                yield from _item(f"{number}. ", item)
        case "table":
            yield from _table(node)
        case "fence" | "code_block":
            yield from node.content.splitlines()
        case _:
            yield from _inline(node.children[0]).split("\n")


def _item(mark: str, item: SyntaxTreeNode) -> Iterator[str]:
    lines = (line for block in item.children for line in _block(block))
    yield mark + next(lines)
    yield from lines


def _table(node: SyntaxTreeNode) -> Iterator[str]:
    head, body = node.children
    names = [_cell(cell) for cell in head.children[0].children]
    for row in body.children:
        cells = [_cell(cell) for cell in row.children]
        if len(cells) == _PAIR:
            yield ": ".join(cells)
        else:
            told = zip(names, cells, strict=True)
            yield " ".join(_ended(f"{name}: {cell}") for name, cell in told if cell)


def _ended(words: str) -> str:
    return words if words.endswith((".", "?", "!")) else f"{words}."


def _cell(cell: SyntaxTreeNode) -> str:
    return _inline(cell.children[0])


def _inline(node: SyntaxTreeNode) -> str:
    match node.type:
        case "softbreak" | "hardbreak":
            return "\n"
        case "link":
            return _link(node)
        case _ if node.children:
            return "".join(map(_inline, node.children))
        case _:
            return node.content.translate(_QUOTES)


_QUOTES = str.maketrans("„“", '""')
"""German words stand between German quotation marks, which not every terminal has."""


def _link(node: SyntaxTreeNode) -> str:
    """Where it leads: a topic by the command that reads it."""
    words = "".join(map(_inline, node.children))
    target = str(node.attrs["href"])
    if target.endswith(_PAGE):
        return f"{words} (voice-chess help {target.removesuffix(_PAGE)})"
    return words if words == target else f"{words} ({target})"
