"""`hear`: one recording of whatever kind, the move in it, and what else it may have been."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.german import CLOCK, GERMAN, by_ear, in_words
from voice_chess.adapters.audio_io import sound_files
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer
from voice_chess.cli.command_line import main
from voice_chess.cli.hear import MOST_LOOKS, Sofar
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.ports import DECODERS
from voice_chess.settings import Settings
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis

SETTINGS = Settings.from_environment()
MODEL = model_of(load_language("de"), SETTINGS.models)
RECORDING = SETTINGS.audio / "demo" / "06-white.flac"
"""David vier."""
pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no acoustic model in {MODEL}"),
]


def heard(capsys: pytest.CaptureFixture[str], path: Path, *more: str) -> dict[str, object]:
    code = main(["hear", str(path), "--json", *more])
    report: dict[str, object] = json.loads(capsys.readouterr().out)

    assert code == 0
    return report


def test_tells_the_decision_the_move_and_when_it_was_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = heard(capsys, RECORDING)

    assert report["decision"] == "accept"
    assert report["move"] == "d2d4"
    assert report["in_words"] == in_words("Pd2, d4")
    assert report["words"] == by_ear("d4").split()
    assert 700 < int(str(report["started_ms"])) < 1_300
    assert 1_500 < int(str(report["ended_ms"])) < 2_300


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("studio.wav", (48_000, "PCM_24", 2)),
        ("telephone.wav", (8_000, "ULAW", 1)),
        ("coarse.wav", (16_000, "PCM_U8", 1)),
        ("float.wav", (44_100, "FLOAT", 2)),
        ("small.ogg", (16_000, "VORBIS", 1)),
    ],
)
def test_hears_the_same_in_any_format(
    name: str, kind: tuple[int, str, int], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = changed_to(kind, tmp_path / name)

    assert heard(capsys, path)["move"] == "d2d4"


def changed_to(kind: tuple[int, str, int], path: Path) -> Path:
    rate, subtype, channels = kind
    sound, own_rate = soundfile.read(RECORDING)
    times = np.arange(0, len(sound) / own_rate, 1 / rate)
    changed = np.interp(times, np.arange(len(sound)) / own_rate, sound)
    soundfile.write(path, np.tile(changed[:, None], (1, channels)), rate, subtype=subtype)
    return path


def test_hears_a_telephone_exactly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = changed_to((8_000, "ULAW", 1), tmp_path / "telephone.wav")

    assert heard(capsys, path, "--decoder", "exact")["move"] == "d2d4"


@pytest.mark.parametrize("decoder", DECODERS)
def test_understands_a_recording_that_was_far_too_loud(
    decoder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sound, rate = soundfile.read(RECORDING)
    soundfile.write(tmp_path / "loud.wav", np.clip(sound * 6, -1, 1), rate)

    assert heard(capsys, tmp_path / "loud.wav", "--decoder", decoder)["move"] == "d2d4"


def test_what_is_no_move_here_is_not_accepted(capsys: pytest.CaptureFixture[str]) -> None:
    blocked = "rnbqkbnr/ppp1pppp/8/8/3pP3/3P4/PPP2PPP/RNBQKBNR w KQkq - 0 3"

    assert heard(capsys, RECORDING, "--fen", blocked)["move"] is None


@pytest.mark.parametrize(
    ("word", "meaning"),
    [
        (in_words("N"), "beginning N"),
        (in_words("e2"), "beginning e2"),
        (CLOCK, "clock"),
    ],
)
def test_the_first_step_of_a_move_is_told_by_its_piece_or_square(
    word: str, meaning: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "step.wav"
    main(["say", word, "--out", str(tmp_path / "said.wav")])
    said, rate = soundfile.read(tmp_path / "said.wav", dtype="int16")
    # Its own voice the program would not obey: lower, it is somebody's.
    soundfile.write(path, said, rate * 7 // 8)
    capsys.readouterr()
    report = heard(capsys, path)

    assert (report["command"], report["in_words"]) == (meaning, word), report


def test_hears_no_further_than_to_what_is_clear(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, rate = soundfile.read(RECORDING, dtype="int16")
    second, _ = soundfile.read(RECORDING.with_name("02-black.flac"), dtype="int16")
    soundfile.write(tmp_path / "both.wav", np.concatenate([first, second]), rate)
    report = heard(capsys, tmp_path / "both.wav")

    assert report["move"] == "d2d4"
    assert int(str(report["decided_ms"])) < 1_000 * len(first) // rate + 500


def test_reads_as_text_what_it_tells_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hear", str(RECORDING)]) == 0
    told = capsys.readouterr().out

    screen = GERMAN.screen
    assert f"{screen['hear-decision']}: {screen['hear-accept']}" in told
    assert f"{screen['hear-meaning']}: d2d4 ({in_words('Pd2, d4')})" in told
    assert f"{screen['hear-words']}: {by_ear('d4')}" in told


@pytest.mark.parametrize("language_id", known_languages())
def test_tells_in_the_language_that_was_asked_for(
    language_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The recording is German, so that another language may hear nothing that is clear in it."""
    screen = load_language(language_id).screen
    assert main(["hear", str(RECORDING), "--language", language_id]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert {screen["hear-decision"], screen["hear-words"]} <= {
        line.partition(": ")[0] for line in lines
    }
    labels = {text for name, text in screen.items() if name.startswith("hear-")}
    assert {line.partition(":")[0] for line in lines} <= labels


def test_shows_what_it_sounded_like_while_it_was_spoken(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = heard(capsys, RECORDING, "--partial")

    shown = report["partial"]
    assert isinstance(shown, list)
    assert [part["words"] for part in shown][-1] == by_ear("d4")
    assert any(by_ear("4") not in part["words"] for part in shown)
    assert all(one["ms"] < other["ms"] for one, other in pairwise(shown))
    assert shown[0]["ms"] < int(str(report["ended_ms"]))


class Counting(MemoryRecognizer):
    """Counts what it decodes for being looked at: all of the open utterance at each look."""

    decoded_ms = 0

    def partial(self) -> Heard | None:
        heard = super().partial()
        if heard is not None:
            self.decoded_ms += heard.ended_ms - heard.started_ms
        return heard


def test_what_does_not_end_is_looked_at_less_and_less_often() -> None:
    ear = Counting(script=[(Hypothesis(words=(by_ear("d"),), log_likelihood=0.0),)])
    minutes = [b"\1" * sound_files.BLOCK_BYTES] * (3 * 60_000 // sound_files.BLOCK_MS)

    for block in Sofar(ear).watching(minutes):
        ear.hear(block)

    assert 60_000 * 3 < ear.decoded_ms <= 60_000 * 3 * (MOST_LOOKS + 1)
