"""The table of aims counts what was heard, and nothing is heard twice."""

import json
from dataclasses import replace
from itertools import product, repeat
from pathlib import Path

import pytest

from tests.benchmarks import aims
from tests.benchmarks.aims import (
    AIMS,
    GERMAN,
    HALL_10,
    ILLEGAL,
    OTHER,
    PINK_5,
    QUIET,
    RECORDINGS,
    Aim,
    Condition,
    Heard,
    Result,
)
from tests.benchmarks.said_by_espeak import recorded
from tests.benchmarks.speech import MODEL
from voice_chess.languages.language import known_languages

RIGHT: Result = "right"
SAID = (("e2e4", "eva zwei eva vier"), ("d2d4", "david zwei david vier"))


def heard(result: Result, *, voice: str = "mb-de2", condition: Condition = QUIET) -> Heard:
    return Heard(
        folder="large",
        file="1.flac",
        voice=voice,
        condition=str(condition),
        result=result,
        latency_ms=200.0,
        sound_s=2.0,
        computing_s=0.1,
    )


def test_shares_are_of_the_recordings_of_this_aim_alone() -> None:
    results: list[Result] = [*repeat(RIGHT, 7), "wrong", "asked", "other"]
    others = [heard("wrong", voice="mb-us2@en-us"), heard("wrong", condition=HALL_10)]
    found = [heard(result, voice="de/herweg") for result in results] + others

    (line,) = list(aims.table(found, [Aim("recorded people", QUIET, 96, 0.3, 99.5)]))[2:]

    told = [part.strip() for part in line.strip("|").split("|")]
    assert told[:3] == ["recorded people", "quiet", "10"]
    assert [part.split()[0] for part in told[3:6]] == ["70.0", "10.0", "80.0"]
    assert told[6] == "right 96, wrong 0.3, right or asked about 99.5"


def test_nothing_is_right_where_it_is_not_legal() -> None:
    found = [heard("wrong", condition=ILLEGAL), heard("other", condition=ILLEGAL)]

    (line,) = list(aims.table(found, [Aim("all", ILLEGAL, None, 1)]))[2:]

    assert [part.strip() for part in line.split("|")[4:8]][::2] == ["-", "-"]
    assert "50.0 " in line


def test_every_aim_is_heard_in_some_folder() -> None:
    heard_in = {*aims.FOR_ALL, *aims.conditions_for(Path("audio_dev"))}

    for aim in (*GERMAN, *OTHER):
        assert aim.recordings in RECORDINGS
        assert aim.condition in heard_in
    assert AIMS.keys() <= set(known_languages())


def test_noises_of_the_development_set_are_for_no_other() -> None:
    assert PINK_5 in aims.conditions_for(Path("audio_dev"))
    assert PINK_5 not in aims.conditions_for(Path("large"))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    recorded(tmp_path, SAID)
    return tmp_path


@pytest.mark.model
@pytest.mark.skipif(not MODEL.is_dir(), reason=f"no model in {MODEL}")
def test_what_was_kept_is_not_heard_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aims, "FOR_ALL", (QUIET,))
    kept = tmp_path / "kept.jsonl"
    arguments = [str(folder), "--kept", str(kept)]

    assert aims.main(arguments) == 0
    first = [json.loads(line) for line in kept.read_text("utf-8").splitlines()]
    assert aims.main(arguments) == 0

    assert [each["result"] for each in first] == ["right", "right"]
    assert len(kept.read_text("utf-8").splitlines()) == len(first)


def test_only_what_is_missing_is_still_to_hear(folder: Path) -> None:
    known = [
        replace(heard("right", condition=condition), folder=folder.name, file=f"{uci}.flac")
        for condition, (uci, _) in product(aims.FOR_ALL[1:], SAID)
    ]

    (lot,) = aims.still_to_hear([folder], "de", known)

    assert (lot.condition, lot.numbers) == (aims.FOR_ALL[0], (0, 1))


def test_a_folder_without_a_list_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert aims.main([str(tmp_path)]) == 2

    assert "manifest.tsv" in capsys.readouterr().err
