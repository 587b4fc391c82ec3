"""The demonstration: the sample game, heard from its recordings, comes out as announced."""

import json
from pathlib import Path

import pytest
import soundfile

from voice_chess.adapters.model_shelf import model_of
from voice_chess.cli.command_line import main
from voice_chess.languages.language import load_language
from voice_chess.settings import Settings

SETTINGS = Settings.from_environment()
MODEL = model_of(load_language("de"), SETTINGS.models)
pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no acoustic model in {MODEL}"),
]


def test_the_sample_game_is_heard_judged_answered_and_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["demo", "--data", str(tmp_path)])
    told = capsys.readouterr().out
    (folder,) = (tmp_path / "games").iterdir()

    assert code == 0, told
    assert "SlipCorrected White b1c3 g1f3" in told
    assert "Noch Schach von Dame Eva drei." in told
    assert "ask: " in told
    assert "accept: clock" in told
    assert "11. Kb1 { (=)" in " ".join((folder / "game.pgn").read_text("utf-8").split())
    assert "Kb1 (=)" in (folder / "scoresheet.txt").read_text("utf-8")
    assert "KB1 REMIS" in (folder / "scoresheet.brf").read_text("ascii")


def test_each_move_can_be_heard_again_and_each_answer_too(tmp_path: Path) -> None:
    main(["demo", "--data", str(tmp_path)])
    (folder,) = (tmp_path / "games").iterdir()
    index = [
        json.loads(line) for line in (folder / "sound" / "index.jsonl").read_text().splitlines()
    ]
    lengths = [soundfile.info(folder / "sound" / kept["file"]).frames for kept in index]
    answers = [soundfile.info(path).duration for path in (folder / "spoken").glob("*.wav")]

    assert [kept["san"] for kept in index][:4] == ["e4", "e5", "Nc3", "Nf3"]
    assert len(index) == 22
    assert all(
        0 <= kept["start_sample"] < kept["end_sample"] <= length
        for kept, length in zip(index, lengths, strict=True)
    )
    assert len(answers) > 25
    assert all(duration > 0.4 for duration in answers)


def test_a_game_sounds_the_same_whenever_it_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = []
    for name in ("one", "two"):
        main(["demo", "--data", str(tmp_path / name)])
        lines = capsys.readouterr().out.splitlines()
        told.append([line for line in lines if line[:8].strip()[:1].isdigit()])

    assert told[0] == told[1]
    assert len(told[0]) > 70
