"""Bad input on the command line is one sentence that names the field, the game and the move."""

import io
import os
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.german import GERMAN
from voice_chess.cli.command_line import main

BOARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is typed, and the player's own data stay where they are."""
    monkeypatch.setenv("VOICE_CHESS_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("VOICE_CHESS_MODELS", str(tmp_path / "models"))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))


def complaint(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("voice-chess: ")
    return line


@pytest.mark.parametrize(
    ("fen", "field"),
    [
        (f"{BOARD} x KQkq - 0 1", "turn part"),
        (f"{BOARD} w KQxq - 0 1", "castling part"),
        (f"{BOARD} w KQkq e9 0 1", "en passant part"),
        (f"{BOARD} w KQkq e3 0 1", "en passant square"),
        (f"{BOARD} w KQkq - -5 1", "half-move clock"),
        (f"{BOARD} w KQkq - x 1", "half-move clock"),
        (f"{BOARD} w KQkq - 0 -3", "fullmove number"),
        (f"{BOARD} w KQkq - 0 1 7", "six fields"),
        ("rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8 columns per row"),
        ("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8 rows"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNZ w KQkq - 0 1", "position part"),
        ("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "Black has no king"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1RK1 w KQkq - 0 1", "castling rights"),
    ],
)
def test_an_impossible_position_is_told_by_its_field(
    fen: str, field: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = complaint(["play", "--typed", "--silent", "--fen", fen], capsys)

    assert "Not a position" in told
    assert field in told


@pytest.mark.parametrize("time", ["-5+3", "5+-3", "5d-3", "1e9", "15+10+3", "99999"])
def test_a_time_that_cannot_be_is_told_as_it_was_written(
    time: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = complaint(["play", "--typed", "--silent", f"--time={time}"], capsys)

    assert f"Not a time control: {time!r}; " in told


@pytest.mark.parametrize("times", ["soon", "5", "5:99", "0:00", "5:00,,1:00"])
def test_times_of_warnings_that_are_none_are_told_as_they_were_written(
    times: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = complaint(["play", "--typed", "--silent", "--announce-clock", times], capsys)

    assert f"not {times!r}" in told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--pause", "nan"], "A pause lasts 0 to 3600 seconds, not --pause nan."),
        (["--pause", "soon"], "argument --pause: 'soon' is not a number; see: "),
        (["--opponent", "engine", "--think", "x"], "argument --think: 'x' is not a number; see: "),
        (["--pause", "inf"], "A pause lasts 0 to 3600 seconds, not --pause inf."),
        (["--opponent", "engine", "--think", "nan"], "An engine thinks for 0.001 to 3600 seconds"),
        (["--opponent", "engine", "--think", "inf"], "An engine thinks for 0.001 to 3600 seconds"),
        (["--opponent", "engine:"], "No opponent is called 'engine:': say engine, or engine:PATH."),
        (["--side", "black"], "--side is about an engine: say --opponent engine, too."),
        (["--no-agreed-draws", "--edition", "2005"], "--no-agreed-draws: under the Laws of 2005 "),
        (
            ["--no-agreed-draw-before", "30", "--edition", "2005"],
            "--no-agreed-draw-before: under the Laws of 2005 ",
        ),
        (["--white", "Anna\nBela"], "--white: a name is one line"),
        (["--resume", ".."], "There is no game '..'"),
        (["--resume", "../.."], "There is no game '../..'"),
        (["--resume", "."], "There is no game '.'"),
    ],
)
def test_what_no_table_can_be_is_one_sentence(
    options: list[str], told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "data" / "games").mkdir(parents=True)
    data = ["--data", str(tmp_path / "data")]

    assert told in complaint(["play", "--typed", "--silent", *data, *options], capsys)


@pytest.mark.parametrize(
    "option",
    [
        ["--time", "5+3"],
        ["--time", "15+10"],
        ["--fen", f"{BOARD} w KQkq - 0 1"],
        ["--chess960", "lot"],
        ["--pgn", "game.pgn"],
        ["--after", "12"],
        ["--edition", "2009"],
        ["--white", "Anna"],
        ["--black", "Bela"],
        ["--charge", "announcement"],
        ["--flags", "claim"],
        ["--takebacks"],
        ["--repeat"],
        ["--arbiter"],
        ["--no-agreed-draw-before", "30"],
        ["--no-agreed-draws"],
        ["--white-assistant"],
        ["--black-assistant"],
        ["--white-score", "program"],
        ["--black-score", "braille"],
    ],
    ids=" ".join,
)
def test_what_a_new_game_settles_is_refused_of_one_that_goes_on(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    told = complaint(["play", "--typed", "--silent", "--resume", "game", *option], capsys)

    assert told.endswith(
        f"With --resume a game goes on as it was begun: leave {option[0]} or --resume away."
    )


@pytest.mark.parametrize("command", ["record", "review"])
@pytest.mark.parametrize(
    ("name", "told"), [("../games", "nor a game '../games'"), ("..", ".. is a folder: ")]
)
def test_a_path_is_no_name_of_a_game(
    command: str, name: str, told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "data" / "games").mkdir(parents=True)

    assert told in complaint([command, name, "--data", str(tmp_path / "data")], capsys)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device that never ends")
@pytest.mark.parametrize("option", ["--pgn", "--expect"])
def test_a_device_that_never_ends_is_no_game(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = complaint(["play", "--typed", "--silent", option, "/dev/zero"], capsys)

    assert told.endswith("/dev/zero is a device, not a file with a game.")


@pytest.fixture(scope="module")
def huge(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of a terabyte, of which the disk holds nothing."""
    path = tmp_path_factory.mktemp("huge") / "huge.txt"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    return path


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["record"], "it is larger than 100 MB. Copy the game that you mean"),
        (["review"], "it is larger than 100 MB. Copy the game that you mean"),
        (["evaluate"], "it is larger than 100 MB. See whether it is the file that you mean"),
        (["event", "check", __file__, "--key"], "holds no public key; it is had from"),
        (["serve", "--key", __file__, "--cert"], "it is larger than 1 MB. See whether"),
        (["serve", "--lichess-token"], "it is larger than 10 kB. See whether"),
    ],
    ids=lambda each: " ".join(each[:2]) if isinstance(each, list) else "",
)
def test_a_file_larger_than_any_that_is_meant_is_refused_before_it_fills_the_memory(
    arguments: list[str], told: str, huge: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (line,) = complaint([*arguments, str(huge)], capsys).splitlines()

    assert str(huge) in line
    assert told in line


@pytest.mark.parametrize("option", [["--fen", "nonsense"], ["--style", "short"]])
def test_what_belongs_to_a_move_is_refused_beside_a_text(
    option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    told = complaint(["say", "Hallo", *option], capsys)

    assert told.endswith(f"{option[0]} belongs to a move: name that with --move, not a text.")


@pytest.mark.parametrize("margin", ["soon", "2", "0:00", "2:00,1:00"])
def test_a_margin_that_is_no_time_is_told_as_it_was_written(
    margin: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = complaint(["play", "--typed", "--silent", "--white-behind", margin], capsys)

    assert f"a time is minutes and seconds, as 2:00, not {margin!r}" in told


@pytest.mark.parametrize("edition", ["1997", "2009 ", "../2009"])
def test_an_edition_nobody_knows_is_told_with_those_there_are(
    edition: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in (["play", "--typed", "--silent"], ["laws", "9.5"]):
        told = complaint([*command, f"--edition={edition}"], capsys)

        assert f"Unknown edition {edition!r}" in told
        assert "2005, 2009, 2018, 2023" in told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. e4 e5 2. Ke3 *", "Zug 2, Weiß, Ke3: "),
        ("1. e4 e5 2. Zf3 *", "Zug 2, Weiß, Zf3: "),
        ("1. e4 { never closed", "Zeile 1: ein Kommentar"),
        (
            '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n*',
            "Die Angabe FEN ist nicht brauchbar: 8/8/8",
        ),
    ],
)
def test_a_game_that_cannot_be_read_is_told_by_its_move(
    text: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wanted.pgn"
    path.write_text(text)

    assert told in complaint(["play", "--typed", "--silent", "--expect", str(path)], capsys)


@pytest.mark.parametrize("mute", [["--silent"], ["--say", "answers"], ["--hear", "game.wav"]])
def test_a_device_that_nothing_is_heard_on_is_refused(
    mute: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    told = complaint(["play", "--typed", "--white-output", "nosuch", *mute], capsys)

    assert mute[0] in told
    assert "--white-output" in told


@pytest.mark.parametrize("command", ["play", "review"])
@pytest.mark.parametrize("option", [["--model", "fide-de"], ["--decoder", "exact"]])
def test_an_ear_that_hears_nothing_is_refused(
    command: str, option: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    game = ["game"] if command == "review" else []
    told = complaint([command, *game, "--typed", "--silent", *option], capsys)

    assert "With --typed nothing is heard" in told
    assert option[0] in told


def test_a_language_that_is_not_there_is_told_though_no_model_is_compared(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "There is no language 'xx'" in complaint(["models", "--language", "xx"], capsys)


def test_a_pause_cannot_be_shorter_than_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--pause -1" in complaint(["play", "--typed", "--silent", "--pause=-1"], capsys)


@pytest.mark.parametrize("cells", ["0", "-40", "many"])
def test_a_line_of_no_length_is_refused(cells: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = complaint(["play", "--typed", "--silent", f"--cells={cells}"], capsys)

    assert f"argument --cells: {cells!r} is not a whole number from 12 to " in told


@pytest.mark.parametrize("number", ["960", "-1", "x"])
def test_a_start_of_chess960_that_is_none_is_told_with_those_there_are(
    number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = complaint(["play", "--typed", "--silent", f"--chess960={number}"], capsys)

    assert f"0 to 959, or lot draws one: not {number!r}." in told


def test_an_edition_without_chess960_takes_no_start_of_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = complaint(
        ["play", "--typed", "--silent", "--chess960", "5", "--edition", "2005"], capsys
    )

    assert "knows no Chess960: name another with --edition" in told


def test_a_position_and_a_start_of_chess960_are_not_both_taken(
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = f"{BOARD} b KQkq - 0 1"

    assert "not both" in complaint(
        ["play", "--typed", "--silent", "--chess960=3", "--fen", other], capsys
    )


def test_an_empty_host_does_not_stand_for_every_address(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = complaint(["serve", "--host", "", "--port", "0"], capsys)

    assert "argument --host: the address is empty; leave the option away for 127.0.0.1; " in told


@pytest.mark.parametrize(
    ("command", "option"),
    [
        (["play", "--typed"], "--say"),
        (["record", "game"], "--write"),
        (["record", "game"], "--sound"),
        (["record", "game", "--play", "1"], "--out"),
        (["review", "game", "--typed"], "--say"),
        (["transcribe", "game.wav"], "--out"),
        (["envelope", "seal", "game", "--say"], "--out"),
        (["say", "matt"], "--out"),
        (["enrol", "Anna"], "--say"),
    ],
    ids=" ".join,
)
def test_where_nothing_can_be_written_is_told_before_anything_is_read(
    command: list[str], option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No game, recording or model of the command is there, and none is missed."""
    (tmp_path / "taken").write_text("kept", "utf-8")

    told = complaint([*command, option, str(tmp_path / "taken" / "in.wav")], capsys)

    assert f"argument {option}: {tmp_path / 'taken' / 'in.wav'} can't be written (Not a" in told
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


@pytest.mark.parametrize(
    "command", [["export", "all.zip"], ["import", "all.zip"], ["serve", "--check"], ["record", "g"]]
)
@pytest.mark.parametrize("empty", ["", " "])
def test_an_empty_address_of_a_database_does_not_stand_for_files(
    command: list[str], empty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    told = complaint([*command, "--database", empty], capsys)

    assert "--database: the address is empty; leave the option away for games in files" in told


@pytest.mark.parametrize(
    "command",
    [
        "play --typed --silent --pgn",
        "play --typed --silent --expect",
        "play --silent --hear",
        "review game.pgn --hear",
        "enrol Ida --from",
        "enrol Ida --hear",
        "transcribe",
        "hear",
        "evaluate",
        "models",
        "import",
        "event check record.zip --key",
        "envelope seal game --spoken",
        "serve --cert",
    ],
)
def test_an_empty_path_does_not_stand_for_the_folder_one_is_in(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "the name of the file or folder is empty; see: " in complaint(
        [*command.split(), ""], capsys
    )


@pytest.mark.parametrize(
    "command", ["evaluate", "event pair --round 1", "play --typed --silent --pgn", "event check"]
)
def test_of_a_folder_that_stands_for_a_file_it_is_told_what_to_do(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = complaint([*command.split(), str(tmp_path)], capsys)

    assert str(tmp_path) in told
    assert told.endswith("Is a directory. Name a file in it.")


UNREADABLE = os.fsdecode(b"\xff\xfe")
"""A name that is not in UTF-8, as files from other systems may have it."""


named_by_bytes = pytest.mark.skipif(
    sys.platform != "linux", reason="other systems refuse such names of files"
)


@named_by_bytes
def test_a_recording_whose_name_is_not_in_utf_8_is_heard(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / f"{UNREADABLE}.wav"
    soundfile.write(os.fsencode(file), np.zeros(16_000), 16_000, format="WAV")

    assert "is silent" in complaint(["transcribe", str(file)], capsys)


@named_by_bytes
def test_the_games_of_a_folder_whose_name_is_not_in_utf_8_are_counted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(tmp_path / UNREADABLE)
    main(["play", "--typed", "--silent", "--data", data])
    main(["serve", "--check", "--port", "0", "--data", data])

    assert "1 games in the journal" in capsys.readouterr().out


@named_by_bytes
def test_no_voice_is_kept_of_a_name_that_is_not_in_utf_8(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / UNREADABLE).touch()
    monkeypatch.chdir(tmp_path)
    told = complaint(["enrol", UNREADABLE, "--delete"], capsys)

    assert GERMAN.screen["enrol-none"].partition("{")[0] in told
