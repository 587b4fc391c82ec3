"""Every written form of a scoresheet: as agreed with its golden file, and readable back."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from voice_chess.adapters.documents import record_files
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.records import braille_page, braille_reader, braille_sheet, longhand, pgn
from voice_chess.records.braille_page import LINE_END, PAGE_END, Paper
from voice_chess.records.braille_sheet import Style
from voice_chess.records.scoresheet import BadRecord, Header, Scoresheet, Terms

GOLDEN = Path(__file__).parent / "golden"


def golden(name: str) -> str:
    return (GOLDEN / name).read_bytes().decode()


def without_prose(sheet: Scoresheet) -> Scoresheet:
    """What braille keeps: the game and its result."""
    return replace(sheet, header=Header(), terms=Terms(start_fen=sheet.terms.start_fen))


def test_pgn_of_the_sample_game_is_the_golden_one(sample: Scoresheet) -> None:
    assert pgn.written(sample) == golden("sample.pgn")


def test_longhand_of_the_sample_game_is_the_golden_one(
    sample: Scoresheet, german: Language
) -> None:
    assert longhand.written(sample, german) == golden("sample.txt")


def test_braille_of_the_sample_game_is_the_golden_one(sample: Scoresheet, german: Language) -> None:
    assert braille_sheet.written(sample, german) == golden("sample.brf")


@pytest.mark.parametrize("seed", range(12))
def test_pgn_reads_back(seed: int, random_sheet: Callable[[int], Scoresheet]) -> None:
    sheet = random_sheet(seed)

    assert pgn.read(pgn.written(sheet)) == sheet


def test_pgn_keeps_thousandths_of_a_second(sample: Scoresheet) -> None:
    last = replace(sample.entries[-1], clock_ms=893_217)
    sheet = replace(sample, entries=(*sample.entries[:-1], last))

    assert pgn.read(pgn.written(sheet)) == sheet


@pytest.mark.parametrize("seed", range(12))
def test_longhand_reads_back(
    seed: int, random_sheet: Callable[[int], Scoresheet], german: Language
) -> None:
    sheet = random_sheet(seed)

    assert longhand.read(longhand.written(sheet, german), german) == sheet


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("paper", [Paper(), Paper(cells=30, lines=27)], ids=["40x25", "30x27"])
def test_braille_reads_back(
    seed: int, paper: Paper, random_sheet: Callable[[int], Scoresheet], german: Language
) -> None:
    sheet = random_sheet(seed)

    brf = braille_sheet.written(sheet, german, Style(paper=paper))

    assert braille_reader.read(brf, german) == without_prose(sheet)
    assert braille_reader.read(brf.lower(), german) == without_prose(sheet)


def clocks(sheet: Scoresheet) -> list[str]:
    return [entry.clock_text for entry in sheet.entries]


def test_a_sheet_from_braille_shows_its_clocks_without_seconds_in_every_form(
    sample: Scoresheet, german: Language, tmp_path: Path
) -> None:
    noted = [89_957_000, 3_659_000, 59_000]
    entries = [
        replace(entry, clock_ms=clock_ms)
        for entry, clock_ms in zip(sample.entries, noted, strict=False)
    ]
    braille = braille_sheet.written(replace(sample, entries=tuple(entries)), german)
    read = braille_reader.read(braille, german)
    paths = record_files.write(read, german, tmp_path)
    forms = {path.name: record_files.read_any(path, german)[0] for path in paths[:-1]}

    assert clocks(read) == ["24.59", "1.00", "0.00"]
    assert {name: clocks(sheet) for name, sheet in forms.items() if name != "game.pgn"} == {
        f"scoresheet.{kind}": clocks(read) for kind in ("txt", "pdf", "brf", "brl", "ebrl")
    }
    assert "%clk" not in (tmp_path / "game.pgn").read_text("utf-8")


@pytest.mark.parametrize("time", ["0.60", "0.99", "1.5:00"])
def test_refuses_a_clock_without_seconds_that_shows_no_time(
    time: str, sample: Scoresheet, german: Language
) -> None:
    shown = sample.entries[0].clock_text
    text = longhand.written(sample, german).replace(shown, time.ljust(len(shown)), 1)

    with pytest.raises(BadRecord):
        longhand.read(text, german)


@pytest.mark.parametrize("seed", range(6))
def test_braille_fits_the_paper(
    seed: int, random_sheet: Callable[[int], Scoresheet], german: Language
) -> None:
    brf = braille_sheet.written(random_sheet(seed), german)
    pages = brf.removesuffix(PAGE_END).split(PAGE_END)
    lines = [line for page in pages for line in page.removesuffix(LINE_END).split(LINE_END)]

    assert brf.isascii()
    assert all(len(page.split(LINE_END)) <= 26 for page in pages)
    assert all(len(line) <= 40 and line == line.rstrip() for line in lines)


@pytest.mark.parametrize(
    ("white", "black", "head"),
    [
        ("Ida", "Uwe", "IDA - UWE"),
        ("Maximiliane von Hohenlohe-Langenburg", "Uwe", "MAXIMILIANE VON HOHENLOHE-LANG - UWE"),
        ("Uwe", "Maximiliane von Hohenlohe-Langenburg", "UWE - MAXIMILIANE VON HOHENLOHE-LANG"),
        (
            "Bartholomeus van Leeuwenhoek",
            "A. B. Chatterjee-Montgomery",
            "BARTHOLOMEUS VAN - A. B. CHATTERJEE",
        ),
    ],
)
def test_the_head_of_each_page_has_both_players_however_long_their_names(
    white: str, black: str, head: str, sample: Scoresheet, german: Language
) -> None:
    sheet = replace(sample, header=Header(white=white, black=black))
    _, *others = braille_sheet.written(sheet, german).removesuffix(PAGE_END).split(PAGE_END)

    assert others
    for number, page in enumerate(others, 2):
        first, *_ = page.split(LINE_END)
        assert first == f"{head:39}{number}"


@pytest.mark.parametrize("language_id", known_languages())
def test_every_language_reads_its_own_sheets(
    language_id: str, sample: Scoresheet, random_sheet: Callable[[int], Scoresheet]
) -> None:
    language = load_language(language_id)
    for sheet in (sample, random_sheet(1), random_sheet(4)):
        brf = braille_sheet.written(sheet, language)

        assert longhand.read(longhand.written(sheet, language), language) == sheet
        assert braille_reader.read(brf, language) == without_prose(sheet)
        assert braille_page.prose(language.sheet["title"], language) in brf


@pytest.mark.parametrize(
    ("language_id", "text", "braille"),
    [
        ("de", "Größe", "GR[!E"),
        ("cs", "Záznam Dvořák", "Z*ZNAM DVOW*K"),
        ("pl", "Łukasz Żółć", "<UKASZ &+<%"),
        ("sr", "Đorđe Žižić", "?OR?E !I!I%"),
        ("cs", "Walter Řehoř", "(ALTER WEHOW"),
        ("sr", "Ljuba Džadžić, Konj", "<UBA ]A]I%, KO$"),
        ("sr-cyrl", "Njegoš", "$EGO:"),
        ("sr-cyrl", "Ђорђе: Њ", "?OR?E: $"),
        ("sr", "Љуба Џаџић", "<UBA ]A]I%"),
        ("de", "Ђорђе: Њ", "DJORDJE: NJ"),
        ("it", "Città perché", "CITT( PERCH="),
        ("de", "Łukasz Żółć", "@LUKASZ @Z@O@L@C"),
        ("en", "Größe Æsir", "GR@OSSE AESIR"),
    ],
)
def test_prose_keeps_every_letter_in_the_cells_of_the_language(
    language_id: str, text: str, braille: str
) -> None:
    """A letter of another language is told from its base by dot 4."""
    assert braille_page.prose(text, load_language(language_id)) == braille


@pytest.mark.parametrize(
    ("text", "braille"),
    [
        ("Юрий Щукин", "JURIJ :*UKIN"),
        ("Οδυσσέας Χρήστου", "ODYSSEAS CHRISTOY"),
        ("O\u2019Neil \u2013 \u201eQ\u201c \u2026", 'O\'NEIL - "Q" ...'),
        ("\u00bd-\u00bd", "1/2-1/2"),
        ("Y\u0131ld\u0131z", "Y@ILD@IZ"),
    ],
)
def test_no_letter_of_a_name_is_left_out_for_its_alphabet(text: str, braille: str) -> None:
    assert braille_page.prose(text, load_language("sr")) == braille


def test_a_draw_offered_on_an_older_sheet_is_read(sample: Scoresheet) -> None:
    """Its word was written without accents."""
    czech = load_language("cs")
    brf = braille_sheet.written(sample, czech).replace("REM/ZA", "REMIZA")

    assert "REMIZA" in brf
    assert braille_reader.read(brf, czech) == without_prose(sample)


def test_refuses_pgn_without_a_game() -> None:
    with pytest.raises(BadRecord, match="no game"):
        pgn.read("")


def test_refuses_pgn_with_an_illegal_move() -> None:
    with pytest.raises(BadRecord, match=r"Half-move 3, 2\. Ke3: a king does not move"):
        pgn.read("1. e4 e5 2. Ke3 *")


def test_refuses_a_longhand_move_that_is_not_legal(sample: Scoresheet, german: Language) -> None:
    text = longhand.written(sample, german).replace("Sbd2", "Sbd7")

    with pytest.raises(BadRecord, match="Move 9 on the sheet, Sbd7, can't be read: a knight"):
        longhand.read(text, german)


def test_refuses_a_braille_move_that_is_not_legal(sample: Scoresheet, german: Language) -> None:
    brf = braille_sheet.written(sample, german).replace("SBD2", "SBD7")

    with pytest.raises(BadRecord, match="Move 9 on the braille sheet, SBD7, is not legal"):
        braille_reader.read(brf, german)


def test_refuses_braille_that_is_no_scoresheet(german: Language) -> None:
    with pytest.raises(BadRecord, match="no braille scoresheet"):
        braille_reader.read("HELLO\r\n\f", german)
