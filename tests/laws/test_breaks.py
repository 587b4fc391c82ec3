"""Every deliberate break still fits the code, breaks a clause there is, and is noticed."""

import ast
import tomllib
from pathlib import Path

import pytest

from tests.laws.breaks import ROOT, Bench, Break, breaks
from voice_chess.laws.clauses import clauses

CLAUSES = {clause.name for clause in clauses()}
SAMPLE = breaks()[::9]


@pytest.mark.parametrize("broken", breaks(), ids=lambda broken: broken.name)
def test_what_is_to_be_broken_is_there_once(broken: Break) -> None:
    text = broken.applied_to((ROOT / broken.file).read_text("utf-8"))

    if broken.file.endswith(".py"):
        ast.parse(text)
    else:
        tomllib.loads(text)
    assert broken.clause in CLAUSES
    assert all((ROOT / tests).exists() for tests in broken.tests)


def test_there_are_breaks_all_over_the_laws() -> None:
    assert len(breaks()) >= 40
    assert {Path(broken.file).parts[1] for broken in breaks()} == {
        "arbiter",
        "clock",
        "game",
        "laws",
    }


@pytest.mark.slow
@pytest.mark.parametrize("broken", SAMPLE, ids=lambda broken: broken.name)
def test_a_sample_of_the_breaks_is_noticed(broken: Break, tmp_path: Path) -> None:
    assert Bench(tmp_path / "copy").catches(broken)


@pytest.mark.slow
def test_a_bench_that_is_whole_catches_nothing_and_is_left_whole(tmp_path: Path) -> None:
    harmless = Break(
        name="nothing",
        clause="adjust",
        file="voice_chess/laws/irregularities.py",
        whole='"""The consequences that an edition',
        broken='"""The outcomes that an edition',
        tests=("tests/laws/test_irregularities.py",),
    )
    bench = Bench(tmp_path / "copy")

    assert not bench.catches(harmless)
    assert (bench.folder / harmless.file).read_bytes() == (ROOT / harmless.file).read_bytes()
