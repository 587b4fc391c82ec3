"""`evaluate`: a manifest is scored, and what is no announcement is counted apart."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.german import by_ear
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.cli.command import BAD_INPUT
from voice_chess.cli.command_line import main
from voice_chess.languages.language import load_language
from voice_chess.laws.position import ORDINARY_START
from voice_chess.settings import Settings

SETTINGS = Settings.from_environment()
MODEL = model_of(load_language("de"), SETTINGS.models)
DEMO = SETTINGS.audio / "demo"
NO_PAWN_ON_E2 = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"
FIRST, CLOCK = DEMO / "01-white.flac", DEMO / "12-white.flac"
pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no acoustic model in {MODEL}"),
]


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    row = (str(FIRST), "white", ORDINARY_START, "e2e4", by_ear("Pe2e4"))
    path = tmp_path / "manifest.tsv"
    path.write_text("\t".join(row) + "\n", "utf-8")
    return path


def report(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, dict[str, float]]:
    code = main(["evaluate", *arguments, "--json"])
    found: dict[str, dict[str, float]] = json.loads(capsys.readouterr().out)

    assert code == 0
    return found


@pytest.mark.parametrize("more", [(), ("--commands",), ("--noise", "pink", "--snr", "20")])
def test_an_announcement_is_accepted_rightly(
    manifest: Path, more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    scores = report(capsys, str(manifest), *more)

    assert scores["all"]["right_accepts"] == 1
    assert scores["all"]["wrong_accepts"] == 0


def test_an_announcement_heard_where_it_is_no_move_is_not_accepted(
    manifest: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = (str(FIRST), "another", NO_PAWN_ON_E2, "e1e2", by_ear("Ke2"))
    manifest.write_text(manifest.read_text("utf-8") + "\t".join(other) + "\n", "utf-8")

    code = main(["evaluate", str(manifest), "--elsewhere", "--json"])
    scores = json.loads(capsys.readouterr().out)["voices"]["white"]

    assert code == 0
    assert scores["utterances"] == scores["rejects"] + scores["asks"] == 1


def test_what_is_legal_everywhere_cannot_be_heard_elsewhere(
    manifest: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", str(manifest), "--elsewhere"]) == BAD_INPUT
    assert "other positions" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("was", "becomes", "told"),
    [
        (ORDINARY_START, "8/8/8 w - -", "FEN: "),
        (ORDINARY_START, NO_PAWN_ON_E2, "UCI: e2e4 is not legal in "),
        ("e2e4", "e2e9", "UCI: e2e9 is not legal in "),
    ],
)
def test_what_is_wrong_in_a_row_is_told_with_file_line_and_field(
    manifest: Path,
    was: str,
    becomes: str,
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    row = manifest.read_text("utf-8")
    manifest.write_text(f"{row}\n{row.replace(was, becomes)}", "utf-8")

    assert main(["evaluate", str(manifest)]) == BAD_INPUT
    error = capsys.readouterr().err
    assert error.startswith(f"voice-chess: Line 3 of {manifest}, {told}")
    assert error.endswith(".\n")


def test_a_manifest_in_another_encoding_is_refused_with_its_line(
    manifest: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    row = manifest.read_text("utf-8")
    manifest.write_bytes((row + row.replace(by_ear("P"), by_ear("K"))).encode("latin-1"))

    for more in ((), ("--words",)):
        assert main(["evaluate", str(manifest), *more]) == BAD_INPUT
        assert f"Line 2 of {manifest} is not in UTF-8" in capsys.readouterr().err


@pytest.fixture
def sounds(tmp_path: Path) -> Path:
    """A tone, an announcement of a move, and a command."""
    folder = tmp_path / "sounds"
    folder.mkdir()
    tone = np.sin(np.arange(16_000) * 0.1) * 9000
    soundfile.write(folder / "tone.wav", tone.astype(np.int16), 16_000)
    shutil.copy(FIRST, folder)
    shutil.copy(CLOCK, folder)
    return folder


def test_sounds_taken_for_moves_are_counted(
    manifest: Path, sounds: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = report(capsys, str(manifest), "--others", str(sounds))["others"]

    assert counts["recordings"] == 3
    assert counts["accepted_moves"] == 1, "the announcement, and nothing else"
    assert counts["accepted_commands"] == 0, "commands are not listened for unasked"


def test_sounds_taken_for_commands_are_counted_where_commands_are_listened_for(
    manifest: Path, sounds: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    counts = report(capsys, str(manifest), "--others", str(sounds), "--commands")["others"]

    assert (counts["accepted_moves"], counts["accepted_commands"]) == (1, 1)


def test_there_is_nothing_to_fit_in_the_scores_of_another_decoder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = tmp_path / "manifest.tsv"
    manifest.write_text(f"one.flac\tIda\t{ORDINARY_START}\te2e4\teva vier\n", "utf-8")

    assert main(["evaluate", str(manifest), "--fit", "--decoder", "vosk"]) == BAD_INPUT
    assert "--fit needs the exact decoder" in capsys.readouterr().err


def test_a_folder_without_sounds_is_told_before_anything_is_heard_for_a_fit(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = tmp_path / "manifest.tsv"
    manifest.write_text(f"none.flac\tIda\t{ORDINARY_START}\te2e4\teva vier\n", "utf-8")
    folder = tmp_path / "nothing"
    folder.mkdir()

    assert main(["evaluate", str(manifest), "--fit", "--others", str(folder)]) == BAD_INPUT
    assert f"There are no sound files in {folder}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--noise", "hall"], "--noise hall needs --snr"),
        (["--snr", "nan"], "not --snr nan"),
        (["--snr", "inf", "--noise", "white"], "not --snr inf"),
        (["--learnt"], "--learnt is about --fit: say --fit, too."),
        (["--also", "more.tsv"], "--also is about --fit"),
        (["--situations", "more.tsv"], "--situations is about --fit"),
    ],
)
def test_what_would_change_nothing_is_refused(
    manifest: Path, options: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["evaluate", str(manifest), *options]) == BAD_INPUT
    assert told in capsys.readouterr().err


def test_a_manifest_may_begin_with_the_mark_of_utf_8(
    manifest: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Windows' editors write it before the name of the first file."""
    row = FIRST.name, *manifest.read_text("utf-8").split("\t")[1:]
    shutil.copy(FIRST, manifest.parent)
    manifest.write_text("\t".join(row), "utf-8-sig")

    assert report(capsys, str(manifest))["all"]["right_accepts"] == 1
