"""Records on disk: every form of a game is written whole, and found out and read by itself."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.small_disk import small_disk
from voice_chess.adapters.documents import record_files
from voice_chess.adapters.documents.record_files import write_whole
from voice_chess.languages.language import known_languages, load_language
from voice_chess.records import pgn_letters
from voice_chess.records.braille_sheet import Style
from voice_chess.records.scoresheet import BadRecord, Header, Noted, Scoresheet, Terms
from voice_chess.session.ports import JournalLost

MOVES = "e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1 f6e4 d1e2 d7d5 c4d5 d8d5 b1c3 d5a5"
GERMAN = load_language("de")
ENGLISH = load_language("en")
OTHER_READERS = [load_language(id_) for id_ in known_languages() if id_ != "en"]


def game(result: str = "1/2-1/2") -> Scoresheet:
    noted = [Noted(uci=uci, draw_offered=n == 13) for n, uci in enumerate(MOVES.split())]
    return Scoresheet.of_moves(noted, header=Header(white="Ida"), terms=Terms(), result=result)


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize(
    "name",
    [
        *("game.pgn", "scoresheet.txt", "scoresheet.pdf"),
        *("scoresheet.brf", "scoresheet.brl", "scoresheet.ebrl"),
    ],
)
def test_every_form_is_read_back_whatever_the_language(
    language_id: str, name: str, tmp_path: Path
) -> None:
    language = load_language(language_id)
    style = Style(profile="national", layout="running")
    record_files.write(game(), language, tmp_path, style)
    read, found = record_files.read_any(tmp_path / name, GERMAN)

    assert read.entries == game().entries
    assert read.result == "1/2-1/2"
    if name in ("scoresheet.txt", "scoresheet.pdf"):
        assert found is language


@pytest.mark.parametrize(
    "player",
    ["------------", "\u2800\u2801", "Partieformular", "1. e4", "Weiß: 0-1", '"\\', "[Ida]"],
)
@pytest.mark.parametrize("name", ["game.pgn", "scoresheet.txt", "scoresheet.pdf", "scoresheet.brf"])
def test_a_players_name_hides_no_form_of_a_game(name: str, player: str, tmp_path: Path) -> None:
    header = Header(white=player, black=player)
    record_files.write(replace(game(), header=header), GERMAN, tmp_path)
    read, _ = record_files.read_any(tmp_path / name, GERMAN)

    assert (read.entries, read.result) == (game().entries, "1/2-1/2")


def test_a_name_in_separate_accents_is_written_in_joined_letters(tmp_path: Path) -> None:
    header = Header(white="Ame\u0301lie Mu\u0308ller")
    record_files.write(replace(game(), header=header), GERMAN, tmp_path)

    for name in ("game.pgn", "scoresheet.txt"):
        assert "Am\u00e9lie M\u00fcller" in (tmp_path / name).read_text("utf-8")


def test_writes_every_form_there_is(tmp_path: Path) -> None:
    written = record_files.write(game(), GERMAN, tmp_path)

    assert [path.name for path in written] == [
        "game.pgn", "scoresheet.txt", "scoresheet.pdf", "scoresheet.brf", "scoresheet.brl",
        "scoresheet.ebrl", "diagram.brf",
    ]  # fmt: skip
    assert written[2].read_bytes().startswith(b"%PDF")
    assert "NACH DEM ZUG: 7 DA5" in written[6].read_text("ascii")
    assert not list(tmp_path.glob("*.part"))


def test_a_game_without_moves_has_all_its_records_too(tmp_path: Path) -> None:
    empty = Scoresheet.of_moves([], header=Header(), terms=Terms())

    assert len(record_files.write(empty, GERMAN, tmp_path)) == 7
    assert record_files.read_any(tmp_path / "scoresheet.brf", GERMAN)[0].entries == ()


@pytest.mark.parametrize(
    ("text", "language_id"),
    [
        ("1. e4 e5 2. Sf3 Sc6 3. Lc4 Sf6 4. 0-0 Sxe4 1/2-1/2", "de"),
        ("1.e4 e5 2.Nf3 Nc6 3.Bc4 Nf6 4.O-O Nxe4 ½-½", "en"),
        ("e4 e5 Sf3 Sc6 Gc4 Sf6 0-0 Se4 1/2-1/2", "pl"),
        ("1. e4 e5\n2. Jf3 Jc6\n3. Sc4 Jf6\n4. 0-0 Jxe4\n1/2-1/2\n", "cs"),
        (
            "e4 e5 \u0421\u04443 \u0421\u04466 \u041b\u04464 \u0421\u04446 0-0 \u0421xe4 1/2-1/2",
            "sr-cyrl",
        ),
    ],
)
def test_moves_typed_by_hand_are_read_in_any_language(
    text: str, language_id: str, tmp_path: Path
) -> None:
    (tmp_path / "typed.txt").write_text(text, "utf-8")
    read, language = record_files.read_any(tmp_path / "typed.txt", GERMAN)

    assert read.moves == game().moves[:8]
    assert read.result == "1/2-1/2"
    assert language.id == language_id


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 {best} e5 2. Nf3 (2. f4 exf4) 2... Nc6 *",
        "1. e4 $1 e5 $6 2. Nf3 Nc6 *",
        "; pasted from a page\n1. e4 e5 2. Nf3 Nc6 *",
        "% for another program\n\n1. e4 e5 2. Nf3 Nc6 ; a book move\n*",
        '% for another program\n[White "Ida"]\n\n1. e4 e5 2. Nf3 Nc6 *',
    ],
)
def test_pgn_needs_no_tags_at_its_head(text: str, tmp_path: Path) -> None:
    (tmp_path / "pasted.pgn").write_text(text, "utf-8")
    read, _ = record_files.read_any(tmp_path / "pasted.pgn", GERMAN)

    assert read.moves == ("e2e4", "e7e5", "g1f3", "b8c6")


def test_of_damaged_pgn_without_tags_what_comes_before_is_read(tmp_path: Path) -> None:
    (tmp_path / "pasted.pgn").write_text("1. e4 {best} e5 2. Ke3 *", "utf-8")
    read, _ = record_files.read_any(tmp_path / "pasted.pgn", GERMAN, as_far=True)

    assert read.moves == ("e2e4", "e7e5")
    assert read.left_out.startswith("Zeile 1, Ke3: ")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "no game"),
        (b"1. e4 e5 2. Sf3 Sc6 3. Lc9", "Move 3, White, Lc9: "),
        (b'[Event "x"]\n\n1. e4 e4 *', "Line 3, e4: it does not move that way"),
        (b'[Event "x"]\n\n1. e4 (1. d4', "Line 3: a variation is not closed"),
        (b'[Event "x"]\n[Variant "Atomic"]\n\n*', "The tag Variant can't be used: Atomic"),
        (b"\xff\xfe\x00", "begins like text in UTF-16, but is none"),
        (b"------------\r\n1 E4 E4\r\n------------\r\n", "Move 1, Black, E4: "),
        (b"hello\r\n------------\r\n", "no braille scoresheet"),
        ("⣿".encode(), "six dots"),
        (b"PK\x03\x04 half a file", "no eBraille scoresheet"),
        (b"%PDF-1.7\nhalf a file", "PDF file is damaged"),
        (b"\x1b[2J%PDF-1.7\n1. e4 \x00\x07", "neither text nor a whole PDF"),
        ("1. e4 \x00".encode("utf-16"), "neither text nor a whole PDF"),
    ],
)
def test_what_cannot_be_read_is_one_sentence_that_names_the_file_in_the_readers_language(
    content: bytes, told: str, tmp_path: Path
) -> None:
    (tmp_path / "bad").write_bytes(content)
    messages = []
    for reader in (ENGLISH, *OTHER_READERS):
        with pytest.raises(BadRecord) as caught:
            record_files.read_any(tmp_path / "bad", reader)
        messages.append(str(caught.value))

    assert messages[0].startswith(f"{tmp_path / 'bad'}: ")
    assert told in messages[0]
    assert len(set(messages)) == len(messages)


@pytest.mark.parametrize(
    ("name", "move", "wrong"),
    [
        ("scoresheet.txt", "Sf3", "Sf6"),
        ("scoresheet.txt", "Sf3", "Se4"),
        ("scoresheet.brf", "SF3", "SF6"),
        ("scoresheet.brl", "⠎⠋⠒", "⠎⠋⠖"),
        ("moves.txt", "Sf3", "Sf6"),
        ("moves.txt", "Sf3", "Sf3#"),
        ("game.pgn", "Nf3", "Nf6"),
    ],
)
def test_where_and_why_a_game_ends_early_is_told_in_the_readers_language(
    name: str, move: str, wrong: str, tmp_path: Path
) -> None:
    record_files.write(game(), GERMAN, tmp_path, Style(profile="national"))
    (tmp_path / "moves.txt").write_text("1. e4 e5 2. Sf3 Sc6", "utf-8")
    path = tmp_path / name
    whole = path.read_text("utf-8")
    path.write_text(whole.replace(move, wrong), "utf-8")
    told = []
    for reader in (ENGLISH, *OTHER_READERS):
        sheet, _ = record_files.read_any(path, reader, as_far=True)
        assert sheet.moves == ("e2e4", "e7e5")
        assert sheet.left_out.endswith(f" {reader.interface['unread-only']}")
        told.append(sheet.left_out.removesuffix(reader.interface["unread-only"]))

    assert move in whole
    assert len(set(told)) == len(told)


def test_no_encoding_is_looked_for_in_a_film(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "film.mp4").write_bytes(b"\x00\x00\x00\x20ftypmp42\xff\xe9")
    monkeypatch.delattr(pgn_letters, "decoded")

    with pytest.raises(BadRecord, match=r"film\.mp4: .* weder Text noch"):
        record_files.read_any(tmp_path / "film.mp4", GERMAN)


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="No such file"):
        record_files.read_any(tmp_path / "none.pgn", GERMAN)


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(JournalLost, match=r"can't be written: File exists\. Name another"):
        record_files.write(game(), GERMAN, tmp_path / "file")


def test_what_finds_no_room_leaves_no_half_of_it(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk") as disk:
        with pytest.raises(JournalLost, match="No space left on device"):
            write_whole(disk / "records" / "large.pdf", bytes(2_000_000))

        assert list((disk / "records").iterdir()) == []
