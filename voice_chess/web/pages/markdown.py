"""Turns a page of the documentation into HTML with table headers and marked languages.

Text between German quotation marks is marked as German. Below a heading that is the name of a
language, the columns of words are marked as that language.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token
from markupsafe import Markup

from voice_chess.docs.plain import parser
from voice_chess.docs.topics import topic
from voice_chess.languages.language import known_languages, load_language
from voice_chess.web.pages.rendering import tag_of

_GERMAN = re.compile("„[^“]*“")
_WORDS = frozenset({"Say", "Other words", "Type", "Button"})
"""Columns in the tables of commands whose words are in the language of the heading above."""
_PART_OF_A_LANGUAGE = "h4"
"""A heading inside the part that a language has."""
_AS_SAID = "as said"
_ROLES: Mapping[str, str] = {
    "table_open": "table",
    "thead_open": "rowgroup",
    "tbody_open": "rowgroup",
    "tr_open": "row",
    "th_open": "columnheader",
    "td_open": "cell",
}


@cache
def html(name: str) -> Markup:
    """Return the page of this topic. Raises `UnknownTopic`."""
    markdown = parser()
    tokens = markdown.parse(topic(name).text)
    _name_headings(tokens)
    _give_headers(tokens)
    _tell_languages(tokens)
    for token in tokens:
        token.children = list(_inline(token.children or ())) or None
    # The parser has escaped whatever looks like HTML in the text.
    made = markdown.renderer.render(tokens, markdown.options, {})
    return Markup(made)  # noqa: S704 - our own text


def _name_headings(tokens: Sequence[Token]) -> None:
    above = ""
    for opening, inside in pairwise(tokens):
        if opening.type == "heading_open":
            heading = inside.content
            if opening.tag == _PART_OF_A_LANGUAGE:
                heading = f"{above} {heading}"
            else:
                above = heading
            opening.attrSet("id", _id_of(heading))


def _id_of(heading: str) -> str:
    return "-".join(("part", *re.findall(r"\w+", heading.lower())))


def _give_headers(tokens: Sequence[Token]) -> None:
    """Give each cell its column's name, and make each row's first cell its header.

    The roles repeat the elements' own. They are needed where a narrow window shows rows as lists,
    which would take the elements' roles away.
    """
    columns: list[str] = []
    column = 0
    for opening, inside in pairwise(tokens):
        if opening.type in _ROLES:
            opening.attrSet("role", _ROLES[opening.type])
        match opening.type:
            case "table_open":
                columns = []
            case "th_open":
                columns.append(inside.content)
                opening.attrSet("scope", "col")
            case "tr_open":
                column = 0
            case "td_open":
                opening.attrSet("data-column", columns[column])
                column += 1
                if column == 1:
                    _make_header(opening)
            case "td_close" if column == 1:
                opening.tag = "th"


def _make_header(cell: Token) -> None:
    cell.tag = "th"
    cell.attrSet("scope", "row")
    cell.attrSet("role", "rowheader")


def _tell_languages(tokens: Sequence[Token]) -> None:
    """Mark headings that name a language, and the words below them, with that language."""
    tags = _tags()
    tag: str | None = None
    for opening, inside in pairwise(tokens):
        if opening.type == "heading_open":
            if opening.tag != _PART_OF_A_LANGUAGE:
                tag = tags.get(inside.content)
                _mark(opening, tag)
        elif opening.attrGet("data-column") in _WORDS and inside.content != _AS_SAID:
            _mark(opening, tag)


def _mark(token: Token, tag: str | None) -> None:
    if tag is not None:
        token.attrSet("lang", tag)


@cache
def _tags() -> Mapping[str, str]:
    return {load_language(known).name: tag_of(known) for known in known_languages()}


def _inline(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        if token.type == "link_open":
            token.attrSet("href", str(token.attrGet("href")).removesuffix(".md"))
        yield from _spoken(token) if token.type == "text" else (token,)


def _spoken(token: Token) -> Iterator[Token]:
    """Yield the same text, with its German words marked as German."""
    marked = _GERMAN.sub(
        lambda found: f'<span lang="de">{found[0]}</span>', escapeHtml(token.content)
    )
    yield Token("html_inline", "", 0, content=marked)
