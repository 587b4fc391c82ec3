"""The exact search hears by our own model; whoever wants to hear Vosk says so."""

import json

import pytest

from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.cli.command_line import main
from voice_chess.languages.language import load_language
from voice_chess.session.ports import DECODERS
from voice_chess.settings import Settings

SETTINGS = Settings.from_environment()
MODEL = model_of(load_language("de"), SETTINGS.models)
RECORDING = SETTINGS.audio / "demo" / "06-white.flac"
"""David vier."""


@pytest.mark.parametrize("command", ["play", "serve", "hear", "transcribe", "evaluate"])
def test_the_decoder_is_among_the_options(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])

    assert ended.value.code == 0
    assert f"--decoder {{{','.join(DECODERS)}}}" in capsys.readouterr().out


@pytest.mark.model
@pytest.mark.skipif(not MODEL.is_dir(), reason=f"no acoustic model in {MODEL}")
def test_a_recording_is_heard_by_vosk_where_that_is_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sureness = []
    for choice in ((), ("--decoder", "exact"), ("--decoder", "vosk")):
        assert main(["hear", str(RECORDING), "--json", *choice]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["move"] == "d2d4"
        sureness.append(report["alternatives"][0]["probability"])

    assert sureness[0] == sureness[1] != sureness[2]


def test_another_decoder_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hear", str(RECORDING), "--decoder", "ours"]) == 2
    assert "exact" in capsys.readouterr().err
