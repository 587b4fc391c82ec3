"""What is said in a game besides whole announcements is drawn, recorded and read again."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from voice_chess.acoustics.manifest import LIST, BadManifest
from voice_chess.acoustics.situations import (
    YES_OR_NO,
    Situation,
    drawn,
    nothing_said,
    read_situations,
)
from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position

GERMAN = load_language("de")
START = Position.start().fen


def situation(words: str, *, announced: str = "", asked: tuple[str, ...] = ()) -> Situation:
    return Situation(fen=START, words=tuple(words.split()), announced=announced, asked=asked)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (situation("uhr"), ("clock",)),
        (situation("eva vier"), ("e2e4",)),
        (situation("springer"), ("beginning N",)),
        (situation("eva fünf eva sechs"), ()),
        (situation("ja"), ()),
        (situation("ja", asked=YES_OR_NO), ("yes",)),
        (situation("korrektur david vier", announced="e2e4"), ("correction d2d4",)),
        (situation("gedrückt", announced="e2e4"), ("press",)),
        (situation("bella", asked=("b1c3", "g1f3")), ("b1c3",)),
        (situation("felix drei", asked=("piece:N",)), ("g1f3",)),
        (situation(""), ()),
    ],
)
def test_words_mean_what_they_mean_at_that_moment(said: Situation, meant: tuple[str, ...]) -> None:
    assert said.meant(GERMAN) == meant


def test_all_kinds_of_situations_are_drawn() -> None:
    chance = np.random.default_rng(2)
    found = [drawn(chance, GERMAN) for _ in range(500)]
    meanings = [each.meant(GERMAN) for each in found]
    heads = Counter(one.partition(" ")[0] for meant in meanings for one in meant)

    assert {"beginning", "correction", "press", "yes", "no"} <= heads.keys()
    assert sum(not meant for meant in meanings) > 20
    assert sum(len(each.words) <= 2 for each in found) > 100
    assert any(each.announced for each in found)
    assert any(len(each.asked) > 1 and each.asked != YES_OR_NO for each in found)


def test_a_sound_without_words_means_nothing() -> None:
    chance = np.random.default_rng(4)

    assert all(nothing_said(chance).meant(GERMAN) == () for _ in range(20))


def test_a_list_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / LIST).write_text("000.flac\tvoice\tfen\n", "utf-8")

    with pytest.raises(BadManifest, match="no list of situations"):
        read_situations(tmp_path / LIST)
    with pytest.raises(BadManifest, match="no list of situations"):
        read_situations(tmp_path / "missing.tsv")
