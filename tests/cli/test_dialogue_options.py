"""The options of `play` that shape the talk: keys, headphones, sounds, the clock unasked."""

import io
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.german import CLOCK, by_ear, german, in_words, minutes, says, seconds
from voice_chess.cli.command_line import main
from voice_chess.settings import Settings

DEMO = Settings.from_environment().audio / "demo"


def typed(monkeypatch: pytest.MonkeyPatch, lines: str, *options: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    return main(["play", "--typed", "--silent", *options])


def test_keys_are_typed_with_enter_where_no_terminal_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = typed(monkeypatch, ",s e4\n,R\n,y\n")
    told = capsys.readouterr().out

    assert code == 0
    assert german("what-is-on:empty", square=in_words("e4")) in told
    assert german("confirm:resign") in told
    assert "0-1" in told


def test_the_clock_is_announced_only_where_it_is_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = f"{CLOCK}\n" * 15
    typed(monkeypatch, lines, "--time", "1+0", "--announce-clock")
    announced = capsys.readouterr().out
    typed(monkeypatch, lines, "--time", "1+0")
    silent = capsys.readouterr().out

    assert german("time-left", "white", time=seconds(30)) in announced
    assert german("time-left", "white", time="").rstrip(".") not in silent


def test_who_wishes_it_is_told_that_they_are_behind_by_option_or_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waits = f"{CLOCK}\n" * 15
    typed(monkeypatch, waits, "--time", "3+0", "--white-behind", "0:10")
    by_option = capsys.readouterr().out
    typed(monkeypatch, waits, "--time", "3+0", "--black-behind", "0:10")
    of_another = capsys.readouterr().out
    typed(monkeypatch, f"{says('behind 1 minutes')}\n" + 3 * waits, "--time", "3+0")
    by_command = capsys.readouterr().out

    behind = german("behind", "white", time="…").partition("…")[0]
    assert by_option.count(german("behind", "white", time=seconds(10))) == 1
    assert behind not in of_another
    assert german("behind:on", time=minutes(1)) in by_command
    assert by_command.count(german("behind", "white", time=minutes(1))) == 1


@pytest.mark.parametrize(("voice", "higher"), [("deep", (0.7, 0.9)), ("female-high", (1.6, 2.2))])
def test_a_player_is_spoken_to_in_their_voice(
    voice: str, higher: tuple[float, float], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    spoken = tmp_path / "spoken"
    # Both are told the same words, whatever the time: the square a1 does not change.
    monkeypatch.setattr("sys.stdin", io.StringIO("e4\n,s a1\ne5\n,s a1\n"))

    code = main(["play", "--typed", "--say", str(spoken), "--black-voice", voice])
    move, blacks, _, whites = sorted(spoken.iterdir())[-4:]

    assert code == 0
    assert blacks.name.partition("-")[2] == whites.name.partition("-")[2]
    assert higher[0] < pitch_of(blacks) / pitch_of(whites) < higher[1]
    assert pitch_of(move) == pytest.approx(pitch_of(whites), rel=0.15)


def test_each_player_has_a_style_and_a_rate_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken = tmp_path / "spoken"
    monkeypatch.setattr(
        "sys.stdin", io.StringIO(f"e4\n,s a1\ne5\n,s a1\n{says('verbosity:short')}\nSf3\n")
    )
    wishes = ["--black-style", "letters", "--black-rate", "700", "--white-style", "letters"]

    code = main(["play", "--typed", "--say", str(spoken), *wishes])
    move, blacks, _, whites, _, last = sorted(spoken.iterdir())[-6:]

    assert code == 0
    assert move.stem.endswith(f"{by_ear('P')}-e-{by_ear('4')}")
    assert last.stem.endswith(f"{by_ear('N')}-f-{by_ear('3')}")
    assert 3 * soundfile.info(blacks).frames < soundfile.info(whites).frames


@pytest.mark.parametrize("rate", ["79", "801", "fast"])
def test_a_rate_has_its_limits(rate: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--white-rate", rate]) == 2
    assert (
        f"argument --white-rate: {rate!r} is not a whole number from 80 to 800"
        in capsys.readouterr().err
    )


def test_there_is_no_voice_of_another_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--white-voice", "romulan"]) == 2
    assert "female-low" in capsys.readouterr().err


def pitch_of(path: Path) -> float:
    """The middle of the pitches of its voiced tenths of a second, in hertz."""
    sound, rate = soundfile.read(path)
    length = rate // 10
    frames = [sound[at : at + length] for at in range(0, len(sound) - length, length // 2)]
    shortest, longest = rate // 300, rate // 60
    found = []
    for frame in frames:
        likeness = np.correlate(frame, frame, "full")[length - 1 :]
        best = shortest + int(likeness[shortest:longest].argmax())
        if likeness[best] > max(0.5 * likeness[0], 0.01):
            found.append(rate / best)
    return float(np.median(found))


@pytest.mark.model
def test_with_headphones_an_announcement_over_the_programs_words_is_heard(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    spoken = tmp_path / "spoken"
    options = ("--hear", str(DEMO / "01-white.flac"), "--headphones", "--say", str(spoken))
    code = main(["play", *options])
    told = capsys.readouterr().out

    assert code == 0
    assert german("MoveAnnounced", move=in_words("Pe4")) in told
    headphones = german("duplex:full").partition(":")[0].lower()
    assert (min(spoken.iterdir())).name.startswith(f"0001-{headphones}")
