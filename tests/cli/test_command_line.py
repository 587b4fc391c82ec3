"""The command line as its user meets it: help, exit codes, one clear sentence for bad input."""

import errno
import io
import os
import re
import subprocess
import sys
import wave
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import IO, Any

import numpy as np
import pytest
import soundfile

from tests.german import CONTINUE, german, in_words, says
from voice_chess.adapters.audio_io import loudspeaker, microphone
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.cli import command_line
from voice_chess.cli.command_line import COMMANDS, main

pytestmark = pytest.mark.usefixtures("no_models")

MOVES = f"{in_words('e4')}\n{in_words('e5')}\n{says('piece:N f3')}\n"


def type_lines(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(text))


def only_game(tmp_path: Path) -> Path:
    (folder,) = (tmp_path / "data" / "games").iterdir()
    return folder


def the_sentence(capsys: pytest.CaptureFixture[str]) -> str:
    """What was written to the error stream: one line, no traceback."""
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("voice-chess: ")
    return line


NAMES = [command.name for command in COMMANDS]


@pytest.mark.parametrize("command", NAMES)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main([command, "--help"])

    assert f"voice-chess {command}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "COMMAND"),
        (["frobnicate"], "frobnicate"),
        (["hear"], "file"),
        (["play", "--caution", "wild"], "'wild'"),
        (["play", "--nosuch", "--typed"], "there is no --nosuch"),
        (["help", "server", "too"], "there is no too; see: voice-chess help --help"),
        (["record", "--cells", "many"], "'many'"),
    ],
)
def test_a_wrong_option_is_one_sentence_that_names_the_help(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    sentence = the_sentence(capsys)
    assert told in sentence
    assert "--help" in sentence


@pytest.mark.parametrize("arguments", [["help", "--table"], ["laws"]])
def test_a_reader_who_goes_away_is_told_of_in_one_sentence(arguments: list[str]) -> None:
    """As `| head` does it; the pipe is closed before the first word."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "voice_chess", *arguments],
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writing)

    assert done.returncode == 141
    assert done.stderr == "voice-chess: Nobody reads what is printed here any more, so it ended.\n"


@pytest.mark.parametrize(
    "arguments", [["help"], ["--version"], ["play", "--typed", "--silent", "--data", "{folder}"]]
)
def test_output_that_finds_no_room_is_one_sentence(arguments: list[str], tmp_path: Path) -> None:
    arguments = [each.format(folder=tmp_path) for each in arguments]
    # Python holds output back, as it does unless this variable tells it not to.
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "voice_chess", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            env=environment,
            text=True,
            check=False,
        )

    assert done.returncode == 2
    assert done.stderr == "voice-chess: No space left on device.\n"


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="needs a shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_input_and_output_that_are_closed_lead_nowhere(tmp_path: Path, closed: str) -> None:
    program = [sys.executable, "-m", "voice_chess", "play", "--typed", "--silent", "--time", "5"]
    ended = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *program, "--data", str(tmp_path)],
        input="e4\n",
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ended.returncode, ended.stderr) == (0, "")
    assert (tmp_path / "journal.sqlite").read_bytes().startswith(b"SQLite format 3")


@pytest.mark.parametrize(
    "arguments",
    [
        ["record", "d\udcfc.pgn"],
        ["record", "--compare", "a", "d\udcfc"],
        ["enrol", "M\udcfcller", "--delete"],
        ["play", "--typed", "--white", "M\udcfcller"],
        ["export", "all.zip", "--database", "postgresql://\udcfc@/x"],
        ["say", "sch\udcf6n"],
    ],
)
def test_words_of_other_letters_than_utf_8_are_one_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert "is not written in UTF-8, and no file is called so." in the_sentence(capsys)


def test_a_file_may_be_called_by_any_bytes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "d\udcfc.pgn"
    file.write_text("1. e4 *", "utf-8")

    assert main(["record", str(file)]) == 0
    assert "e4" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", " \t"])
def test_nothing_is_not_said(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["say", text, "--out", str(tmp_path / "said.wav")]) == 2
    assert "A word of this command is empty" in the_sentence(capsys)
    assert not (tmp_path / "said.wav").exists()


@pytest.mark.parametrize("command", ["play", "review", "enrol"])
def test_answers_are_not_wanted_both_as_files_and_as_text_only(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "anna", "--silent", "--say", str(tmp_path)]) == 2
    assert "--silent" in the_sentence(capsys)


def test_a_file_where_a_folder_is_wanted_is_told_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.touch()

    assert main(["play", "--typed", "--silent", "--data", str(file)]) == 2
    assert f"{file} is a file" in the_sentence(capsys)


def test_what_stands_in_a_file_gives_no_orders_to_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd\x1b[2J.pgn"
    path.write_text("1. e4 \x9b2Jxx", "utf-8")

    assert main(["record", str(path)]) == 2
    shown = capsys.readouterr()
    assert "2Jxx" in shown.err
    assert all(line.isprintable() for line in (shown.out + shown.err).splitlines())

    assert main(["record", "--compare", str(path), str(path)]) == 2
    assert the_sentence(capsys).isprintable()


@pytest.mark.parametrize(
    ("number", "told"),
    [
        (errno.EACCES, "Permission denied. Give this user the right to it, or name another."),
        (errno.EROFS, "Read-only file system. Name another, where something can be written."),
        (
            errno.ENOENT,
            "No such file or directory. See how it is spelt, and in which folder it lies.",
        ),
        (errno.EEXIST, "File exists. Name another, or rename what has that name."),
        (errno.ENOSPC, "No space left on device. Make room, and try again."),
        (errno.EIO, "Input/output error."),
    ],
)
def test_a_file_that_cannot_be_used_is_told_with_what_to_do(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    number: int,
    told: str,
) -> None:
    file = tmp_path / "open.trf"

    opened: Callable[..., IO[Any]] = Path.open

    def refuse(path: Path, *how: object, **more: object) -> IO[Any]:
        if path == file:
            raise OSError(number, os.strerror(number), str(path))
        return opened(path, *how, **more)

    monkeypatch.setattr(Path, "open", refuse)

    assert main(["event", "pair", str(file), "--round", "1"]) == 2
    assert the_sentence(capsys) == f"voice-chess: {file} can't be used: {told}"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    told = capsys.readouterr().out

    assert re.findall(r"^    (\w+)", told, re.MULTILINE) == NAMES


@pytest.mark.parametrize(
    ("arguments", "read"),
    [(("--help",), set()), (("frobnicate",), set()), (("laws", "castling"), {"laws"})],
)
def test_what_is_not_wanted_is_not_read(arguments: tuple[str, ...], read: set[str]) -> None:
    """Who only asks what there is waits for no part of a game."""
    told = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr))"
    program = f"{told}; from voice_chess.cli.command_line import main; main()"
    asked = subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False
    )

    named = {command.module or command.name for command in COMMANDS}
    modules = set(asked.stderr.splitlines()[-1].split())
    assert {name for name in named if f"voice_chess.cli.{name}" in modules} == read
    assert "voice_chess.cli.command_line" in modules
    assert "voice_chess.session" not in modules


def test_a_checkout_that_is_not_installed_runs_and_knows_no_version(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def unknown(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(command_line, "version", unknown)

    assert main(["laws", "9.5"]) == 0
    with pytest.raises(SystemExit):
        main(["--version"])
    assert "not installed" in capsys.readouterr().out


def test_a_missing_library_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "voice_chess.cli.laws", None)  # one of our own
    monkeypatch.setitem(sys.modules, "markdown_it", None)
    for reader in ("voice_chess.docs.plain", "voice_chess.cli.help"):
        monkeypatch.delitem(sys.modules, reader, raising=False)

    assert main(["help", "playing"]) == 2
    assert "markdown_it is missing" in the_sentence(capsys)
    with pytest.raises(ModuleNotFoundError):
        main(["laws", "9.5"])


def test_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])

    assert capsys.readouterr().out.startswith("voice-chess 0.")


def test_a_typed_game_is_recorded_in_every_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_lines(monkeypatch, MOVES + f"{in_words('Nh5')}\n")
    code = main(["play", "--typed", "--silent", "--white", "Ida", "--time", "5+3"])
    told = capsys.readouterr().out
    folder = only_game(tmp_path)

    assert code == 0
    assert german("MoveAnnounced", move=in_words("Nf3")) in told.splitlines()
    assert german("NotALegalMove", move=in_words("Nh5"), reason="").rstrip() in told
    assert "1. e4" in (folder / "game.pgn").read_text("utf-8")
    assert "Ida" in (folder / "scoresheet.txt").read_text("utf-8")
    assert "SF3" in (folder / "scoresheet.brf").read_text("ascii")
    assert str(folder) in told.splitlines()


def test_the_answers_are_files_where_they_are_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_lines(monkeypatch, f"{in_words('e4')}\n")
    code = main(["play", "--typed", "--say", str(tmp_path / "spoken")])
    durations = [soundfile.info(path).duration for path in (tmp_path / "spoken").glob("*.wav")]

    assert code == 0
    assert len(durations) == 4, "two customs of the house, the beginning and the move"
    assert all(duration > 0.5 for duration in durations)


@pytest.mark.parametrize(
    ("wanted", "code"), [("1. e4 e5 2. Nf3 *", 0), ("1. e4 e5 2. Nc3 *", 1), ("1. e4 e5 *", 1)]
)
def test_an_expected_game_decides_the_exit_code(
    wanted: str, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "wanted.pgn").write_text(wanted)
    type_lines(monkeypatch, MOVES)

    assert main(["play", "--typed", "--silent", "--expect", str(tmp_path / "wanted.pgn")]) == code


def test_a_game_is_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    type_lines(monkeypatch, MOVES)
    main(["play", "--typed", "--silent"])
    folder = only_game(tmp_path)

    type_lines(monkeypatch, f"{CONTINUE}\n{in_words('Nc6')}\n")
    code = main(["play", "--typed", "--silent", "--resume", folder.name])

    assert code == 0
    assert only_game(tmp_path) == folder
    assert "2. Nf3" in (folder / "game.pgn").read_text("utf-8")
    assert "Nc6" in (folder / "game.pgn").read_text("utf-8")


def test_a_game_that_goes_on_another_day_keeps_the_day_on_which_it_began(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its records, and their date in an archive, were those of the last session."""

    def played_at(wall_ms: int, words: str, *options: str) -> str:
        monkeypatch.setattr(SystemTime, "wall_ms", lambda _: wall_ms)
        type_lines(monkeypatch, words)
        main(["play", "--typed", "--silent", *options])
        return (only_game(tmp_path) / "game.pgn").read_text("utf-8")

    first_ms = 1_764_000_000_000
    begun = played_at(first_ms, MOVES)
    later_ms = first_ms + 14 * 24 * 3_600_000
    again = ("--resume", only_game(tmp_path).name)
    continued = played_at(later_ms, f"{CONTINUE}\n{in_words('Nc6')}\n", *again)

    day = '[Date "2025.11.24"]'
    assert day in begun
    assert day in continued
    assert "Nc6" in continued


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "board is empty"),
        (["--fen", "nonsense"], "Not a position"),
        (["--edition", "1911"], "1911"),
        (["--language", "tlh"], "tlh"),
        (["--time", "soon"], "soon"),
        (["--time", "0+0"], "no time"),
        (["--expect", "/nowhere.pgn"], "/nowhere.pgn"),
        (["--resume", "never-played"], "never-played"),
        (["--data", "/proc/voice-chess"], "/proc/voice-chess"),
        (["--data", "/dev/null/voice-chess"], "/dev/null/voice-chess"),
    ],
)
def test_a_table_that_cannot_be_is_one_sentence(
    arguments: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    type_lines(monkeypatch, MOVES)

    assert main(["play", "--typed", "--silent", *arguments]) == 2
    assert told in the_sentence(capsys)


def wav(path: Path, samples: np.ndarray, rate: int = 16_000) -> Path:
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.astype("<i2").tobytes())
    return path


@pytest.mark.parametrize("command", [["hear"], ["play", "--silent", "--hear"]])
@pytest.mark.parametrize("kind", ["missing", "text", "empty", "silent", "folder"])
def test_a_recording_that_cannot_be_heard_is_one_sentence(
    command: list[str], kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"{kind}.wav"
    match kind:
        case "text":
            path.write_text("no sound at all")
        case "empty":
            wav(path, np.zeros(0))
        case "silent":
            wav(path, np.zeros(16_000))
        case "folder":
            path.mkdir()

    assert main([*command, str(path)]) == 2
    assert str(path) in the_sentence(capsys)


def test_without_a_model_hearing_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = np.random.default_rng(1).normal(0, 3_000, 16_000)

    assert main(["hear", str(wav(tmp_path / "noise.wav", noise))]) == 2
    assert "voice-chess models" in the_sentence(capsys)


@pytest.mark.parametrize(
    "arguments",
    [
        ["say"],
        ["say", "Schach", "--move", "e2e4"],
        ["say", "--move", "e2e5"],
        ["laws", "nonsense"],
    ],
)
def test_what_cannot_be_said_is_one_sentence(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert the_sentence(capsys).endswith(".")


def test_a_move_is_said_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new" / "move.wav"

    assert main(["say", "--move", "g1f3", "--out", str(out)]) == 0
    assert soundfile.info(out).duration > 1.0
    assert in_words("Nf3") in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "kind"),
    [("m.flac", "FLAC"), ("m.FLAC", "FLAC"), ("m.opus", "OGG"), ("m.wav", "WAV")],
)
def test_what_is_said_is_written_as_its_file_is_called(
    tmp_path: Path, name: str, kind: str
) -> None:
    out = tmp_path / name

    assert main(["say", "--move", "g1f3", "--out", str(out)]) == 0
    found = soundfile.info(out)
    assert (found.format, found.samplerate) == (kind, 16_000)
    assert found.duration > 1.0


@pytest.mark.parametrize("name", ["move.mp3", "move", ".wav"])
def test_what_cannot_be_written_is_refused_with_the_endings_that_can(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / name

    assert main(["say", "--move", "g1f3", "--out", str(out)]) == 2
    assert ".flac, .opus, .wav" in the_sentence(capsys)
    assert not out.exists()


def test_an_article_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", "slip-of-the-tongue", "--edition", "2009"]) == 0
    assert capsys.readouterr().out.split() == ["E.2.6", "slip-of-the-tongue"]


@pytest.mark.parametrize(
    ("edition_id", "since"),
    [
        *(("2005", "1 July 2005"), ("2009", "1 July 2009")),
        *(("2018", "1 January 2018"), ("2023", "1 January 2023")),
    ],
)
def test_a_list_of_all_articles_begins_with_their_edition_and_since_when_it_is_in_force(
    edition_id: str, since: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["laws", "--edition", edition_id]) == 0

    head, first, *_ = capsys.readouterr().out.splitlines()
    assert head == f"The Laws in force from {since} (--edition {edition_id}):"
    assert first.split()[1] == "turn"


def test_a_damaged_model_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "models" / "fide-de").mkdir(parents=True)

    assert main(["models"]) == 1
    assert "fide-de" in capsys.readouterr().out


def test_devices_tells_what_is_missing_in_its_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices"]) == 0
    told = capsys.readouterr().out

    assert "Microphones" in told
    assert "Voices" in told


@pytest.mark.parametrize(
    ("appendix", "edition_id", "first"),
    [("B", "2005", "B.1"), ("a", "2009", "A.1"), ("F", "2009", "F.1"), ("II", "2018", "II.1")],
    ids=["2005:B", "2009:A", "2009:F", "2018:II"],
)
def test_an_appendix_is_shown_by_its_letter(
    appendix: str, edition_id: str, first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list of topics gives no more of rapid, blitz and Chess960 than that."""
    assert main(["laws", appendix, "--edition", edition_id]) == 0

    told = [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert told[0].startswith(f"{first} ")
    assert all(line.startswith(first[:-1]) for line in told)


def test_laws_tells_a_clause_in_our_own_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", "9.5", "--edition", "2005"]) == 0

    told = capsys.readouterr().out
    assert told.startswith("9.5")
    assert "the program enforces it\n" in told
    assert "voice_chess." not in told


def test_laws_names_the_code_of_a_clause_to_whoever_asks_for_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["laws", "9.5.b", "--code"]) == 0
    assert "the program enforces it: voice_chess.arbiter.draws.claim\n" in capsys.readouterr().out


def test_laws_finds_a_clause_by_the_name_that_it_tells(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for what in ("9.5.b", "claim-wrong"):
        assert main(["laws", what]) == 0
        told.append(capsys.readouterr().out)

    assert told[0] == told[1] != ""


def test_laws_tells_how_the_documents_of_an_edition_differ(
    capsys: pytest.CaptureFixture[str],
) -> None:
    told = {}
    for edition_id, number in (("2005", "F.2.5"), ("2009", "E.2.5")):
        assert main(["laws", number, "--edition", edition_id]) == 0
        told[edition_id] = capsys.readouterr().out

    assert "Polish text" in told["2005"]
    assert "Polish text" not in told["2009"]


def test_laws_counts_what_it_covers_in_every_edition(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", "--coverage"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line[:4] for line in lines] == ["2005", "2009", "2018", "2023"]
    assert all("enforced" in line for line in lines)


def test_laws_names_an_unknown_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["laws", "99.5"]) == 2

    assert "99.5" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("instead", "named"),
    [
        (loudspeaker.INSTEAD, {"--say", "--silent"}),
        (microphone.INSTEAD, {"--hear", "--typed"}),
    ],
    ids=["no loudspeaker", "no microphone"],
)
def test_what_takes_the_place_of_a_missing_device_is_named_by_its_option(
    instead: str, named: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    told = capsys.readouterr().out

    assert set(re.findall(r"--\w+", instead)) == named
    assert all(option in told for option in named)
