"""The sheet to be signed: every move in its order, every letter of every language, all on paper."""

import io
import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

import pypdf
import pytest
from pypdf.generic import BooleanObject

from tests.adapters.documents.pdf_structure import pieces_in, pieces_of, told, tree_of
from tests.german import GERMAN
from voice_chess.adapters.documents import pdf_reader, pdf_sheet
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.chess960 import starting_position
from voice_chess.laws.position import Position
from voice_chess.records import longhand
from voice_chess.records.damage import incomplete
from voice_chess.records.longhand import move_text
from voice_chess.records.scoresheet import BadRecord, Header, Noted, Scoresheet, Terms

NAMES = {"white": "Łukasz Żądło", "black": "Ђорђе Čapek-Größe"}


def sheet_of(plies: int, header: Header | None = None) -> Scoresheet:
    chance = random.Random(plies)
    position = Position.start()
    noted: list[Noted] = []
    while len(noted) < plies:
        uci = chance.choice(position.legal_moves)
        noted.append(Noted(uci=uci, clock_ms=60_000 * len(noted), draw_offered=len(noted) == 3))
        position = position.played(uci)
    return Scoresheet.of_moves(noted, header=header or Header(**NAMES), terms=Terms())


def pages_of(sheet: Scoresheet, language_id: str) -> list[str]:
    written = pdf_sheet.written(sheet, load_language(language_id))
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(written)).pages]


@pytest.mark.parametrize("language_id", known_languages())
def test_holds_every_move_in_its_order_and_every_label(language_id: str) -> None:
    language = load_language(language_id)
    sheet = sheet_of(20)
    (text,) = pages_of(sheet, language_id)
    words = iter(text.split())
    wanted = list(chain.from_iterable(move_text(e, language).split() for e in sheet.entries))

    assert [word for word in wanted if word not in words] == []
    assert "Łukasz Żądło" in text
    assert "Ђорђе Čapek-Größe" in text
    assert all(
        language.sheet[name] in text for name in ("title", "signature_white", "signature_black")
    )


def test_the_result_of_a_finished_game_stands_above_the_signatures() -> None:
    sheet = sheet_of(4)
    finished = Scoresheet(
        header=sheet.header, terms=sheet.terms, entries=sheet.entries, result="1/2-1/2"
    )
    (text,) = pages_of(finished, "en")

    assert text.index("1/2-1/2") < text.index("Signature White")


@pytest.mark.parametrize("language_id", known_languages())
def test_the_time_is_told_as_players_say_it_and_each_signature_has_a_date(language_id: str) -> None:
    language = load_language(language_id)
    header = Header(**NAMES, date="2026.11.22")
    sheet = replace(sheet_of(4, header), terms=Terms(time_control="900+10"))
    (text,) = pages_of(sheet, language_id)
    read = longhand.read(pdf_reader.text_of(pdf_sheet.written(sheet, language)), language)

    assert "15+10" in text
    assert "900" not in text
    assert text.count(f"{language.sheet['date']}:") == 3
    assert read.terms.time_control == "900+10"
    assert read.header.date == "2026.11.22"


@pytest.mark.parametrize(("plies", "pages"), [(0, 1), (1, 1), (160, 1), (161, 2), (400, 3)])
def test_a_long_game_takes_as_many_pages_as_it_needs(plies: int, pages: int) -> None:
    to_and_fro = ("g1f3", "g8f6", "f3g1", "f6g8") * 100
    noted = [Noted(uci=uci) for uci in to_and_fro[:plies]]
    texts = pages_of(Scoresheet.of_moves(noted, header=Header(), terms=Terms()), "de")

    assert len(texts) == pages
    assert GERMAN.sheet["signature_black"] in texts[-1]
    assert not any(GERMAN.sheet["signature_black"] in text for text in texts[:-1])


def test_a_name_too_long_for_its_line_is_shortened_and_crosses_no_other() -> None:
    (text,) = pages_of(sheet_of(2, Header(white="Wolfgang " * 20, black="Uwe")), "de")

    assert "Wolfgang" in text
    assert "…" in text
    assert "Uwe" in text


LONG = Header(
    event="Internationale Meisterschaft der Blinden und Sehbehinderten",
    site="Wernigerode",
    round="3",
    white="Maximiliane-Alexandra von Hohenstein-Wittgenstein, Ida",
    black="Uwe",
)


def test_a_name_of_the_usual_length_stands_in_full() -> None:
    sheet = replace(sheet_of(81, LONG), terms=Terms(time_control="40/5400+30:1800+30"))

    assert read_back(sheet, "de") == sheet


@pytest.mark.parametrize("plies", [90, 160])
def test_signatures_stand_on_the_paper_whatever_stands_above(plies: int) -> None:
    start = starting_position(12)
    position, noted = start, list[Noted]()
    while len(noted) < plies:
        uci = next(uci for uci in position.legal_moves if not position.facts(uci).gives_mate)
        noted.append(Noted(uci=uci))
        position = position.played(uci)
    sheet = Scoresheet.of_moves(
        noted, header=LONG, terms=Terms(start_fen=start.start_fen, chess960=True)
    )
    found = tagged(incomplete(sheet, plies, load_language("de")))
    heights = [height for page in found.pages for height in heights_of(page)]

    assert min(heights) > 6 * 72 / 25.4
    assert GERMAN.sheet["signature_black"] in found.pages[-1].extract_text()


def heights_of(page: pypdf.PageObject) -> list[float]:
    """Of each piece of text above the lower edge, in points."""
    found: list[float] = []

    def take(text: str, _around: object, at: Sequence[float], *_font: object) -> None:
        if text.strip():
            found.append(at[5])

    page.extract_text(visitor_text=take)
    return found


def tagged(sheet: Scoresheet) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(pdf_sheet.written(sheet, load_language("de"))))


@pytest.mark.parametrize(("plies", "rows"), [(0, 0), (3, 2), (20, 10), (250, 125)])
def test_a_screen_reader_is_told_the_title_and_the_moves_as_one_table(
    plies: int, rows: int
) -> None:
    document = told(tree_of(tagged(sheet_of(plies)))["/K"])
    parts = [part.kind for part in document.parts]
    table = document.parts[parts.index("Table")]
    heads, *others = table.parts

    assert document.kind == "Document"
    assert (parts[0], parts.count("H1"), parts.count("Table")) == ("H1", 1, 1)
    assert set(parts) == {"H1", "P", "Table"}
    assert [cell.kind for cell in heads.parts] == ["TH"] * 5
    assert [[cell.kind for cell in row.parts] for row in others] == [["TD"] * 5] * rows


@pytest.mark.parametrize("plies", [3, 250])
def test_each_piece_of_text_is_told_or_repeats_what_was(plies: int) -> None:
    found = tagged(sheet_of(plies))
    pieces = [pieces_of(page) for page in found.pages]
    with_text = set.union(*(each for each, _ in pieces))
    in_tree = set(pieces_in(told(tree_of(found)["/K"])))

    assert [loose for _, loose in pieces] == [0] * len(pieces)
    assert with_text <= in_tree
    marked: Any = found.root_object["/MarkInfo"]
    assert marked["/Marked"] == BooleanObject(value=True)


def test_that_it_is_incomplete_stands_above_the_moves() -> None:
    sheet = replace(sheet_of(3), left_out="Incomplete: only what came before is here.")
    (text,) = pages_of(sheet, "en")

    assert text.index("Incomplete") < text.index("1\n" if "1\n" in text else "1 ")


def test_its_font_comes_with_it() -> None:
    written = pdf_sheet.written(sheet_of(2), load_language("sr-cyrl"))
    (page,) = pypdf.PdfReader(io.BytesIO(written)).pages
    resources: Any = page["/Resources"]
    fonts = resources["/Font"].values()

    assert [font.get_object()["/BaseFont"] for font in fonts]
    assert all("Roboto" in str(font.get_object()["/BaseFont"]) for font in fonts)


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("王小明", "WangXiaoMing"),
        ("김철수", "GimCheolSu"),
        ("لیلا", "lyl"),
        ("Łukasz Đorđe Џон Αγγ", "Łukasz Đorđe Џон Αγγ"),
        ("Ida 🙂", "Ida :slight_smile:"),
        ("Ida \U00030000", "Ida ?"),
    ],
)
def test_a_name_in_letters_that_the_font_lacks_is_printed_by_its_sound(
    name: str, printed: str
) -> None:
    (text,) = pages_of(sheet_of(2, Header(white=name, black="Uwe\nZeile")), "de")

    assert printed in text
    assert "Uwe" in text


def read_back(sheet: Scoresheet, language_id: str) -> Scoresheet:
    language = load_language(language_id)
    return longhand.read(pdf_reader.text_of(pdf_sheet.written(sheet, language)), language)


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("plies", [0, 1, 20, 81, 163, 330])
def test_a_sheet_reads_back_to_the_same_game(language_id: str, plies: int) -> None:
    sheet = replace(sheet_of(plies), result="1/2-1/2")

    assert read_back(sheet, language_id) == sheet


def test_a_remark_that_goes_on_on_the_next_page_is_read_back_whole() -> None:
    said = " ".join(f"word{number}" for number in range(400))
    noted = [replace(entry.noted, comment=said) for entry in sheet_of(8).entries]
    sheet = Scoresheet.of_moves(noted, header=Header(**NAMES), terms=Terms())
    written = pdf_sheet.written(sheet, GERMAN)
    read = longhand.read(pdf_reader.text_of(written), GERMAN)

    assert len(pypdf.PdfReader(io.BytesIO(written)).pages) > 2
    assert [entry.comment for entry in read.entries] == [said] * 8


def test_a_space_stands_between_label_and_text_and_where_a_line_ends() -> None:
    said = " ".join(["remark"] * 40)
    noted = [replace(entry.noted, comment=said) for entry in sheet_of(1).entries]
    sheet = Scoresheet.of_moves(noted, header=Header(**NAMES), terms=Terms())
    (text,) = pages_of(sheet, "de")

    assert f"{GERMAN.sheet['white']}: " in text
    assert "remark \nremark" in text


def test_the_file_s_title_names_the_players() -> None:
    written = pdf_sheet.written(sheet_of(2), GERMAN)
    found = pypdf.PdfReader(io.BytesIO(written)).metadata

    assert found is not None
    assert found.title == f"{GERMAN.sheet['title']}: Łukasz Żądło \N{EN DASH} Ђорђе Čapek-Größe"


def test_what_nobody_has_noted_is_not_there_when_it_is_read() -> None:
    noted = (Noted(uci="e2e4"), Noted(uci="e7e5", clock_ms=61_000))
    sheet = Scoresheet.of_moves(noted, header=Header(), terms=Terms())

    assert read_back(sheet, "de") == sheet


@pytest.mark.parametrize(
    ("fen", "moves", "chess960"),
    [
        ("4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 37", ("e4d3", "e1d2"), False),
        ("1n2k3/P1P5/8/8/8/8/8/4K3 w - - 0 1", ("c7b8q",), False),
        ("rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1", ("b1a1",), True),
    ],
)
def test_a_game_from_another_position_reads_back_from_there(
    fen: str, moves: tuple[str, ...], *, chess960: bool
) -> None:
    terms = Terms(start_fen=fen, chess960=chess960, edition="2018", time_control="900+10")
    sheet = Scoresheet.of_moves([Noted(uci=uci) for uci in moves], header=Header(), terms=terms)

    assert read_back(sheet, "pl") == sheet


@pytest.mark.parametrize("damage", [b"%PDF-1.7", b"%PDF-1.7\n" + bytes(1_000)])
def test_a_damaged_file_is_one_sentence(damage: bytes) -> None:
    with pytest.raises(BadRecord, match="damaged"):
        pdf_reader.text_of(damage)
