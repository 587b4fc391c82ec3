"""What is wrong with a command is told in the language in which people use it."""

import io
from argparse import ArgumentParser
from pathlib import Path
from socket import create_server

import pytest

from tests.german import GERMAN
from voice_chess.cli.command import BAD_INPUT, Command
from voice_chess.cli.command_line import COMMANDS, main
from voice_chess.languages.language import known_languages, load_language, spoken_languages


@pytest.fixture(autouse=True)
def nothing_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize(
    ("given", "text", "told"),
    [
        (["--tempo", "abc"], "wrong-option", {"option": "--tempo"}),
        (["--pause", "soon"], "wrong-value", {"option": "--pause", "value": "soon"}),
        (["--press=never"], "wrong-value", {"option": "--press", "value": "never"}),
        (["--time", "abc"], "wrong-value", {"option": "--time", "value": "abc"}),
        (["--pause"], "wrong-command", {}),
        (["--resume", "nowhere"], "wrong-command", {}),
    ],
)
def test_what_is_wrong_comes_first_and_then_the_reason(
    language_id: str,
    given: list[str],
    text: str,
    told: dict[str, str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    options = ["--typed", "--silent", "--language", language_id]

    assert main(["play", *options, *given]) == BAD_INPUT
    written = capsys.readouterr()
    lines = " ".join(written.out.split())
    assert lines == load_language(language_id).screen[text].format(**told)
    assert written.err.startswith("voice-chess: ")


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize(
    ("command", "text", "told"),
    [
        ("record nothing", "wrong-command", {}),
        ("record x --cells 2", "wrong-value", {"option": "--cells", "value": "2"}),
        ("record x --volume 3", "wrong-option", {"option": "--volume"}),
        ("envelope show nothing", "wrong-command", {}),
        ("transcribe nothing.wav", "wrong-command", {}),
        ("hear nothing.wav", "wrong-command", {}),
        ("say", "wrong-command", {}),
        ("evaluate nowhere", "wrong-command", {}),
        ("event pair nothing.trf", "wrong-command", {}),
    ],
)
def test_a_command_that_may_write_a_document_tells_it_before_the_reason_and_beside_its_output(
    language_id: str,
    command: str,
    text: str,
    told: dict[str, str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*command.split(), "--language", language_id]) == BAD_INPUT

    written = capsys.readouterr()
    assert written.out == ""
    (line,) = written.err.splitlines()
    reason = line.removeprefix(
        f"voice-chess: {load_language(language_id).screen[text].format(**told)} "
    )
    assert reason != line
    assert reason.strip()


@pytest.mark.parametrize("command", COMMANDS, ids=[command.name for command in COMMANDS])
def test_every_command_takes_the_language_in_which_something_wrong_is_told(
    command: Command, capsys: pytest.CaptureFixture[str]
) -> None:
    needed = {"event": ["berger", "4"], "envelope": ["show", "x"]}.get(command.name, ["x.zip"])
    words = needed if takes_words(command) else []

    assert main([command.name, *words, "--no-such", "--language", "cs"]) == BAD_INPUT

    written = capsys.readouterr()
    told = load_language("cs").screen["wrong-option"].format(option="--no-such")
    assert told in " ".join((written.out + written.err).split())
    assert "--language" not in written.err


def takes_words(command: Command) -> bool:
    """Whether words besides options belong to the command."""
    parser = ArgumentParser()
    command.configure(parser)
    return "positional arguments" in parser.format_help()


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("import FILE --data NEW", "FILE: It can't be read: it is no zip archive, or damaged "),
        ("event check FILE", "FILE: It can't be read: it is no zip archive, or damaged "),
        ("export FILE --data NEW", "There are no games in "),
        ("laws 99", "The edition of 2009 has no clause '99'"),
        ("event berger 1", "A round robin is for 2 to 999 players"),
    ],
)
def test_what_is_wrong_with_an_archive_or_a_clause_is_one_line_that_names_the_program(
    command: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = tmp_path / "empty.zip"
    if not command.startswith("export"):
        empty.touch()
    words = command.replace("FILE", str(empty)).replace("NEW", str(tmp_path / "new")).split()

    assert main([*words, "--language", "de"]) == BAD_INPUT

    (line,) = capsys.readouterr().err.splitlines()
    first = f"voice-chess: {GERMAN.screen['wrong-command']} "
    assert line.startswith(f"{first}{reason.replace('FILE', empty.name)}")


@pytest.mark.parametrize("language_id", known_languages())
def test_what_fails_on_the_way_is_not_said_to_fail_at_the_beginning(
    language_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"no journal at all" * 100)
    options = ["--typed", "--silent", "--data", str(tmp_path), "--language", language_id]

    assert main(["play", *options]) == BAD_INPUT
    written = capsys.readouterr()
    assert " ".join(written.out.split()) == load_language(language_id).screen["broken-off"]
    assert "journal.sqlite" in written.err


def test_a_language_whose_option_is_shortened_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["say", "--lang=cs"]) == BAD_INPUT

    assert load_language("cs").screen["wrong-command"] in capsys.readouterr().err


@pytest.mark.parametrize("language_id", spoken_languages())
def test_an_organiser_is_told_of_a_port_in_use_in_the_language_of_their_words(
    language_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        given = ["--port", port, "--data", str(tmp_path), "--speak", language_id]
        assert main(["serve", *given]) == BAD_INPUT

    written = capsys.readouterr()
    told = load_language(language_id).screen["wrong-value"].format(option="--port", value=port)
    assert " ".join(written.out.split()) == told
    assert "in use" in written.err
    assert "--port" in written.err


@pytest.mark.parametrize("command", [["serve", "--no-such"], ["play", "--language", "xx"]])
def test_who_is_no_player_or_names_no_language_reads_the_reason_alone(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(command) == BAD_INPUT
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("command", ["play --typed --silent --pgn", "review --typed --silent"])
def test_a_reason_in_their_language_is_not_announced_as_english(
    language_id: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "game.pgn"
    damaged.write_text("", "utf-8")

    assert main([*command.split(), str(damaged), "--language", language_id]) == BAD_INPUT
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.strip().endswith(load_language(language_id).interface["unread-none"])


def test_who_has_no_voice_to_delete_is_told_so_in_their_language_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enrol", "Ana", "--delete", "--data", str(tmp_path)]) == BAD_INPUT
    written = capsys.readouterr()
    assert written.out == ""
    assert GERMAN.screen["enrol-none"].format(name="Ana") in written.err
