"""Scores are counted as they are announced: right, wrong, asked, refused."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_chess.acoustics.manifest import BadManifest, read_manifest
from voice_chess.evaluation.scores import (
    Outcome,
    as_json,
    edit_distance,
    reliability,
    score,
    table,
    wilson,
)
from voice_chess.speech.understanding.interpret import MoveMeaning
from voice_chess.speech.understanding.scoring import Accepted, Belief, NothingFits, Unclear, Verdict


def belief(uci: str, probability: float) -> Belief:
    return Belief(meaning=MoveMeaning(uci=uci), probability=probability, words=("x",))


def outcome(verdict: Verdict, voice: str = "a", meant: str = "e2e4") -> Outcome:
    latency = 500.0 if isinstance(verdict, Accepted) else None
    return Outcome(
        voice=voice,
        verdict=verdict,
        meant=meant,
        word_errors=1,
        words=4,
        sound_s=2.0,
        computing_s=0.02,
        latency_ms=latency,
    )


RIGHT = outcome(Accepted(belief=belief("e2e4", 0.99)))
WRONG = outcome(Accepted(belief=belief("d2d4", 0.95)))
ASKED_WITH = outcome(Unclear(beliefs=(belief("d2d4", 0.6), belief("e2e4", 0.4))))
ASKED_WITHOUT = outcome(Unclear(beliefs=(belief("d2d4", 0.6), belief("c2c4", 0.4))), voice="b")
REFUSED = outcome(NothingFits(words=("x",)), voice="b")
ALL = [RIGHT, WRONG, ASKED_WITH, ASKED_WITHOUT, REFUSED]


def test_every_outcome_is_counted_once() -> None:
    s = score(ALL)

    assert (s.right_accepts, s.wrong_accepts, s.asks, s.rejects) == (1, 1, 2, 1)
    assert s.right_accepts + s.wrong_accepts + s.asks + s.rejects == s.utterances
    assert s.asks_with_right_move == 1
    assert s.word_error_rate == pytest.approx(0.25)
    assert s.real_time_factor == pytest.approx(0.01)


def test_json_has_all_and_every_voice() -> None:
    data: Any = as_json(ALL)

    assert data["all"]["utterances"] == 5
    assert set(data["voices"]) == {"a", "b"}
    assert set(data["voices"]["b"]) == {
        "utterances",
        "right_accepts",
        "wrong_accepts",
        "asks",
        "asks_with_right_move",
        "rejects",
        "word_error_rate",
        "real_time_factor",
        "latency_ms_p50",
        "latency_ms_p95",
    }


def test_the_table_has_a_line_for_every_voice_and_the_interval() -> None:
    lines = table(ALL).splitlines()

    assert [line.split()[0] for line in lines[1:4]] == ["a", "b", "all"]
    assert lines[-1].startswith("95 % intervals: right")


def test_reliability_counts_the_best_meaning_of_every_verdict() -> None:
    bins = reliability(ALL)

    assert sum(b.utterances for b in bins) == 4
    assert sum(b.right for b in bins) == 1


@given(trials=st.integers(1, 2000), data=st.data())
def test_the_interval_holds_the_share(trials: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, trials))

    low, high = wilson(successes, trials)

    assert 0.0 <= low <= successes / trials + 1e-9
    assert successes / trials - 1e-9 <= high <= 1.0 + 1e-9


words = st.lists(st.sampled_from("abc"), max_size=6)


@given(said=words, heard=words)
def test_edit_distance_is_a_distance(said: list[str], heard: list[str]) -> None:
    distance = edit_distance(said, heard)

    assert distance == edit_distance(heard, said)
    assert (distance == 0) == (said == heard)
    assert abs(len(said) - len(heard)) <= distance <= max(len(said), len(heard))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is empty"),
        ("a.flac\tv\tfen\te2e4", "has 4 columns"),
        ("a.flac v fen e2e4 eva vier", "has 1 columns"),
    ],
)
def test_a_bad_manifest_is_named_with_its_line(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "manifest.tsv"
    path.write_text(text)

    with pytest.raises(BadManifest, match=complaint):
        read_manifest(path)


def test_a_missing_manifest_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadManifest, match="can't be read"):
        read_manifest(tmp_path / "nowhere.tsv")
