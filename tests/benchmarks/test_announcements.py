"""Announcements for measuring are whole: a voice that lacks the sounds of a word says another."""

import random
import stat
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("scipy", reason="training needs: pip install -e '.[train]'")
import soundfile

from tests.benchmarks import announcements, large_set
from voice_chess.acoustics.engines.festival import FestivalProcess
from voice_chess.acoustics.speakers import name_of
from voice_chess.languages.language import load_language

FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

Lacking = Callable[[str], None]

ENGINE = """#!/bin/sh
case "$7" in
*{word}*) echo "mbrola: Warning: v-i/ unknown, replaced with _-_" >&2 ;;
esac
cp {sound} "$6"
"""


@pytest.fixture
def lacking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return an engine whose voice lacks the sounds of texts that contain this."""

    def put(word: str) -> None:
        sound, engine = tmp_path / "any.wav", tmp_path / "espeak-ng"
        soundfile.write(sound, np.ones(1_600, np.int16), 16_000, subtype="PCM_16")
        engine.write_text(ENGINE.format(word=word, sound=sound))
        engine.chmod(engine.stat().st_mode | stat.S_IXUSR)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")

    return put


def announced(uci: str, folder: Path) -> str:
    count = announcements.made(folder, load_language("it"), [(FEN, uci)], ["mb-it3"])
    lines = (folder / "manifest.tsv").read_text("utf-8").splitlines()
    assert len(lines) == count
    return lines[0].split("\t")[4] if lines else ""


def test_a_move_is_said_in_words_that_the_voice_has_all_sounds_of(
    lacking: Lacking, tmp_path: Path
) -> None:
    lacking("david")
    for number in range(5):
        words = announced("d2d4", tmp_path / str(number))
        assert words
        assert "david" not in words


def test_a_move_that_the_voice_cannot_say_is_left_out(lacking: Lacking, tmp_path: Path) -> None:
    lacking("")
    assert announced("d2d4", tmp_path / "none") == ""


@pytest.mark.parametrize(("language", "written"), [("cs", "[[l|'o|j|f|E|r]]"), ("it", "e|r]]")])
def test_a_foreigner_says_german_words_in_the_phonemes_of_their_language(
    language: str, written: str
) -> None:
    assert announcements.in_sounds_of(language, ["l OY f 3"], random.Random(1)).endswith(written)


@pytest.mark.parametrize("voice", large_set.FOREIGN)
def test_every_foreigner_of_the_large_set_can_write_german_words(voice: str) -> None:
    _, home = voice.split(announcements.ACCENT)
    assert announcements.in_sounds_of(home, ["aI n s"], random.Random(1))


@pytest.mark.slow
@pytest.mark.parametrize("language", ["cs", "sr"])
def test_a_foreign_diphone_voice_says_the_moves_of_a_language(
    language: str, tmp_path: Path
) -> None:
    voices = FestivalProcess().voices()
    foreign = [name_of(voice) for voice in voices if voice.language != "cs"][:1]
    asked = foreign or [name_of(voice) for voice in voices if language != voice.language][:1]
    if not asked:
        pytest.skip("no voice of Festival is foreign to this language")
    rows = [(FEN, uci) for uci in ("e2e4", "g1f3", "b2b4", "c2c3", "h2h4", "d2d4")]
    assert announcements.made(tmp_path, load_language(language), rows, asked) == len(rows)
