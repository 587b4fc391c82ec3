"""The demonstration: the sample game, heard from its recordings, comes out as announced."""

import json
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest
import soundfile

from tests.german import GERMAN, german, in_words
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.cli.command_line import main
from voice_chess.languages.language import load_language
from voice_chess.settings import Settings

SETTINGS = Settings.from_environment()
MODEL = model_of(load_language("de"), SETTINGS.models)
pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no acoustic model in {MODEL}"),
]


@dataclass(frozen=True)
class Played:
    code: int
    told: str
    folder: Path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    data = tmp_path_factory.mktemp("demo")
    with redirect_stdout(StringIO()) as out:
        code = main(["demo", "--data", str(data)])
    (folder,) = (data / "games").iterdir()
    return Played(code=code, told=out.getvalue(), folder=folder)


@pytest.mark.slow
def test_the_sample_game_is_heard_judged_answered_and_recorded(played: Played) -> None:
    told, folder = played.told, played.folder

    assert played.code == 0, told
    assert "SlipCorrected White b1c3 g1f3" in told
    check = GERMAN.phrase("StillInCheck", piece="…", square="").partition("…")[0]
    refused = german("NotALegalMove", move=in_words("Nd, c4"), reason=check)
    assert refused in " ".join(told.split())
    assert "ask: " in told
    assert "accept: clock" in told
    assert "11. Kb1 { (=)" in " ".join((folder / "game.pgn").read_text("utf-8").split())
    assert "Kb1 (=)" in (folder / "scoresheet.txt").read_text("utf-8")
    assert f"KB1 {GERMAN.sheet['draw'].upper()}" in (folder / "scoresheet.brf").read_text("ascii")


def test_each_move_can_be_heard_again_and_each_answer_too(played: Played) -> None:
    sound, spoken = played.folder / "sound", played.folder / "spoken"
    index = [json.loads(line) for line in (sound / "index.jsonl").read_text().splitlines()]
    lengths = [soundfile.info(sound / kept["file"]).frames for kept in index]
    answers = [soundfile.info(path).duration for path in spoken.glob("*.wav")]

    assert [kept["san"] for kept in index][:4] == ["e4", "e5", "Nc3", "Nf3"]
    assert len(index) == 22
    assert all(
        0 <= kept["start_sample"] < kept["end_sample"] <= length
        for kept, length in zip(index, lengths, strict=True)
    )
    assert sorted(path.suffix for path in sound.iterdir()) == [".flac", ".jsonl"]
    assert len(answers) > 25
    assert all(duration > 0.4 for duration in answers)


def what_happened(told: str) -> list[str]:
    """Without the times: the speech engine is a few milliseconds off when it is warm."""
    return [line[8:] for line in told.splitlines() if line[:8].strip()[:1].isdigit()]


@pytest.mark.slow
def test_a_recording_is_understood_alike_whenever_it_is_played(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["demo", "--data", str(tmp_path)])
    again = capsys.readouterr().out

    assert what_happened(again) == what_happened(played.told)
    assert len(what_happened(again)) > 70


def test_one_that_cannot_be_played_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("VOICE_CHESS_MODELS", str(tmp_path / "none"))

    assert main(["demo"]) == 2
    assert main(["demo", "--edition", "1997"]) == 2
    assert "Traceback" not in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
