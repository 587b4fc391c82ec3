"""Tables on paper: all that stands in them, in its order, whatever their size and language."""

import io
import re
from typing import Any

import pypdf
import pytest
from pypdf.generic import BooleanObject, Destination

from tests.adapters.documents.pdf_structure import pieces_of, told, tree_of
from voice_chess.adapters.documents import pdf_tables
from voice_chess.languages.language import known_languages, load_language
from voice_chess.records.paper_tables import PaperTable, PaperTables

HEADS = ("Place", "Name", "Points", "Round 1")
NAMES = ("Łukasz Żądło", "Ђорђе Čapek-Größe", "Anna Nowak", "Zoë Ítalo")


CELL = "12, White: won by forfeit"


def table_of(rows: int, title: str = "Standings", rounds: int = 1) -> PaperTable:
    heads = (f"Round {number}" for number in range(2, rounds + 1))
    names = [NAMES[row % len(NAMES)] for row in range(rows)]
    return PaperTable(
        title=title,
        heads=(*HEADS, *heads),
        rows=tuple(
            (str(place), name, "3.5", *[CELL] * rounds) for place, name in enumerate(names, 1)
        ),
    )


def read(*tables: PaperTable, language_id: str = "en") -> pypdf.PdfReader:
    paper = PaperTables(title="Spring Open", subtitle="2026-11-21", tables=tables)
    written = pdf_tables.written(paper, load_language(language_id))
    return pypdf.PdfReader(io.BytesIO(written))


@pytest.mark.parametrize("rounds", [1, 7])
@pytest.mark.parametrize("language_id", known_languages())
def test_it_is_read_row_by_row_with_the_letters_of_every_language(
    language_id: str, rounds: int
) -> None:
    table = table_of(4, rounds=rounds)
    (page,) = read(table, language_id=language_id).pages
    cells = [cell for row in (table.heads, *table.rows) for cell in row]
    told = " ".join(["Spring Open", "2026-11-21", table.title, *cells])

    assert page.extract_text().split() == told.split()


LONG_NAMES = ("Włodzimierz Brzęczyszczykiewicz-Żółkiewski", "Jürgen Größenbacher-Müßiggang")


@pytest.mark.parametrize("name", LONG_NAMES)
def test_no_word_of_a_name_is_broken_however_many_rounds_stand_beside_it(name: str) -> None:
    rounds = [f"Round {number}" for number in range(1, 8)]
    table = PaperTable(
        title="Crosstable", heads=("Name", *rounds), rows=((name, *["12, Black: lost"] * 7),)
    )
    (page,) = read(table).pages

    assert set(name.split()) <= set(page.extract_text().split())


def test_a_space_stands_between_words_where_a_line_of_a_cell_ends() -> None:
    (page,) = read(table_of(1, rounds=7)).pages

    assert re.search(r"\w \nforfeit", page.extract_text())
    assert not re.search(r"\w\nforfeit", page.extract_text())


@pytest.mark.parametrize("rows", [4, 70])
def test_pages_are_numbered_if_there_are_several(rows: int) -> None:
    pages = read(table_of(rows)).pages
    numbers = [f"{number}/{len(pages)}" for number in range(1, len(pages) + 1)]
    found = [number in page.extract_text() for number, page in zip(numbers, pages, strict=True)]

    assert found == ([True] * len(pages) if len(pages) > 1 else [False])


def test_a_name_in_letters_that_the_font_lacks_is_printed_by_its_sound() -> None:
    table = PaperTable(title="Standings", heads=("Name",), rows=(("李四",),))
    (page,) = read(table).pages

    assert page.extract_text().split()[-1] == "LiSi"


def test_a_long_table_has_its_heads_on_each_page() -> None:
    texts = [page.extract_text() for page in read(table_of(70)).pages]

    assert len(texts) > 1
    assert [text.count("Place Name Points Round 1") for text in texts] == [1] * len(texts)
    assert "70" in texts[-1].split()


def test_each_table_is_a_bookmark_and_the_document_has_its_title_and_language() -> None:
    found = read(table_of(3), table_of(3, "Crosstable"), language_id="sr-cyrl")
    bookmarks = [each.title for each in found.outline if isinstance(each, Destination)]

    assert bookmarks == ["Standings", "Crosstable"]
    assert found.metadata is not None
    assert found.metadata.title == "Spring Open"
    assert str(found.root_object["/Lang"]) == load_language("sr-cyrl").tag
    assert found.viewer_preferences is not None
    assert found.viewer_preferences["/DisplayDocTitle"] == BooleanObject(value=True)


@pytest.mark.parametrize("rows", range(18, 24))
def test_a_table_does_not_begin_at_the_foot_of_a_page(rows: int) -> None:
    texts = [page.extract_text() for page in read(table_of(rows), table_of(9, "Crosstable")).pages]

    (with_title,) = (text for text in texts if "Crosstable" in text)
    assert len(with_title.partition("Crosstable")[2].splitlines()) > 4


def test_an_event_without_players_has_its_title_alone() -> None:
    (page,) = read(table_of(0)).pages

    assert "Spring Open" in page.extract_text()


def test_a_screen_reader_is_told_what_is_a_title_a_table_and_a_head() -> None:
    found = read(table_of(70))
    document = told(tree_of(found)["/K"])
    *lines, rows = document.parts
    heads, *others = rows.parts

    assert (document.kind, rows.kind) == ("Document", "Table")
    assert [line.kind for line in lines] == ["H1", "P", "H2"]
    assert [cell.kind for cell in heads.parts] == ["TH"] * 4
    assert [[cell.kind for cell in row.parts] for row in others] == [["TD"] * 4] * 70
    marked: Any = found.root_object["/MarkInfo"]
    assert marked["/Marked"] == BooleanObject(value=True)


def test_all_that_is_read_has_its_place_and_heads_that_stand_again_are_not_read() -> None:
    found = read(table_of(70))
    *lines, rows = told(tree_of(found)["/K"]).parts
    cells = [cell.piece for row in rows.parts for cell in row.parts]
    read_out = [*(line.piece for line in lines), *cells]
    pieces, loose = zip(*map(pieces_of, found.pages), strict=True)

    assert len(pieces) > 1
    assert sum(loose) == 0
    assert set(read_out) == set().union(*pieces)
    assert len(set(read_out)) == len(read_out)


def test_each_piece_knows_its_part_and_heads_that_they_are_those_of_columns() -> None:
    found = read(table_of(70))
    numbers = tree_of(found)["/ParentTree"]["/Nums"]
    owners = {int(numbers[at]): numbers[at + 1] for at in range(0, len(numbers), 2)}
    parts = [part.get_object() for part in owners[0]]

    assert [int(str(page["/StructParents"])) for page in found.pages] == sorted(owners)
    assert [part["/K"][0] for part in parts] == list(range(len(parts)))
    heads = [part for part in parts if part["/S"] == "/TH"]
    assert [head["/A"].get_object()["/Scope"] for head in heads] == ["/Column"] * 4
