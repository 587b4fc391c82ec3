"""An argument that can't be is told in one sentence, before any work is done."""

import re
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.small_disk import filled, made_read_only, small_disk
from voice_chess.arguments import (
    OneSentenceParser,
    UnknownArgument,
    any_number,
    data_folder,
    file_to_write,
    folder_to_write,
    whole_number,
)
from voice_chess.own_command import PROGRAM
from voice_chess.plain_error import PlainError


@pytest.mark.parametrize(("written", "number"), [("3", 3), ("12", 12), ("007", 7)])
def test_a_whole_number_in_its_bounds_is_read(written: str, number: int) -> None:
    assert whole_number(3, 12)(written) == number


@pytest.mark.parametrize(
    "written",
    ["2", "13", "-3", "+3", "3.0", "1e1", "nan", "", " 3", "3 ", "0x3", "\u00b3", "9" * 5_000],
)
def test_what_is_no_whole_number_in_its_bounds_is_told_with_them(written: str) -> None:
    with pytest.raises(ArgumentTypeError, match=r"' is not a whole number from 3 to 12$"):
        whole_number(3, 12)(written)


def test_a_number_may_be_as_large_as_anybody_means() -> None:
    assert whole_number(1)("999999999") == 999_999_999
    with pytest.raises(ArgumentTypeError, match=r"^'9999999999' is not .* from 1 to 999999999$"):
        whole_number(1)("9999999999")


def test_what_is_no_number_is_told() -> None:
    assert any_number("-1.5") == -1.5
    with pytest.raises(ArgumentTypeError, match=r"^'1,5' is not a number$"):
        any_number("1,5")


def test_a_folder_that_can_be_made_is_left_to_be_made(tmp_path: Path) -> None:
    wanted = tmp_path / "records" / "of" / "today"

    assert folder_to_write(str(wanted)) == wanted
    assert file_to_write(str(wanted / "game.wav")) == wanted / "game.wav"
    assert [*tmp_path.iterdir()] == []


def test_a_file_that_is_there_keeps_what_it_holds(tmp_path: Path) -> None:
    there = tmp_path / "game.wav"
    there.write_bytes(b"dear")

    assert file_to_write(str(there)) == there
    assert there.read_bytes() == b"dear"
    assert [*tmp_path.iterdir()] == [there]


def test_a_file_is_no_folder_and_a_folder_no_file(tmp_path: Path) -> None:
    file = tmp_path / "taken"
    file.touch()

    with pytest.raises(ArgumentTypeError, match=f"^{file} can't be written .it is no folder"):
        folder_to_write(str(file))
    with pytest.raises(ArgumentTypeError, match=r"it is a folder: name a file in it"):
        file_to_write(str(tmp_path))
    for below in (folder_to_write, file_to_write):
        with pytest.raises(ArgumentTypeError, match=f"^{file}/in can't be written .Not a direc"):
            below(str(file / "in"))


def test_an_empty_name_does_not_mean_the_current_folder() -> None:
    with pytest.raises(ArgumentTypeError, match=r"^the name of the folder is empty; leave the opt"):
        data_folder("")
    with pytest.raises(ArgumentTypeError, match=r"^the name of the folder is empty$"):
        folder_to_write(" ")
    with pytest.raises(ArgumentTypeError, match=r"^the name of the file is empty$"):
        file_to_write("")


def test_a_file_is_no_folder_of_data_and_a_new_folder_is_one(tmp_path: Path) -> None:
    file = tmp_path / "taken"
    file.touch()

    with pytest.raises(ArgumentTypeError, match=f"^{file} is a file, and no folder$"):
        data_folder(str(file))
    assert data_folder(str(tmp_path)) == tmp_path
    assert data_folder(str(tmp_path / "new")) == tmp_path / "new"


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk") as folder:
        yield folder


def test_a_disk_that_lets_nothing_be_written_is_told(disk: Path) -> None:
    made_read_only(disk)

    with pytest.raises(ArgumentTypeError, match=r"/records can't be written \(Read-only file"):
        folder_to_write(str(disk / "records"))


def test_a_full_disk_is_told(disk: Path) -> None:
    filled(disk)

    with pytest.raises(ArgumentTypeError, match=r"/game.wav can't be written \(No space left"):
        file_to_write(str(disk / "game.wav"))


def test_a_parser_tells_a_wrong_argument_in_a_sentence_with_where_to_read_more() -> None:
    parser = OneSentenceParser(prog="voice-chess")
    parser.add_argument("--steps", type=whole_number(1))

    with pytest.raises(PlainError, match=r"^argument --steps: '0' is not .*; see: voice-chess --h"):
        parser.parse_args(["--steps", "0"])


@pytest.mark.parametrize(
    ("prog", "told"),
    [
        (PROGRAM, "/opt/python -m voice_chess"),
        (f"{PROGRAM} play", "/opt/python -m voice_chess play"),
        ("python -m voice_chess.acoustics", "python -m voice_chess.acoustics"),
    ],
)
def test_where_to_read_more_begins_as_the_program_was_started(
    prog: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["/opt/voice_chess/__main__.py"])
    monkeypatch.setattr(sys, "executable", "/opt/python")

    with pytest.raises(
        UnknownArgument, match=f"^there is no --too; see: {re.escape(told)} --help$"
    ):
        OneSentenceParser(prog=prog).refuse_unknown(["--too"])
