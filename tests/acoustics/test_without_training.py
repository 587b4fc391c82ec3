"""Whoever has not installed all that training needs can run the tests of everything else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
COLLECT_WITHOUT = """
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] == sys.argv[1]:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())
import pytest
raise SystemExit(pytest.main(["--collect-only", "-q", "-n", "0", "-m", "", sys.argv[2]]))
"""

HELP_WITHOUT = """
import sys
for name in ("kaldi_native_fbank", "scipy", "torch"):
    sys.modules[name] = None
from voice_chess.acoustics.__main__ import main
main(["build", "--help"])
"""


def test_the_commands_are_told_without_what_training_needs() -> None:
    told = subprocess.run(
        [sys.executable, "-c", HELP_WITHOUT],
        cwd=FOLDER.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )

    assert told.returncode == 0, told.stderr
    assert "--people" in told.stdout


@pytest.mark.slow
@pytest.mark.parametrize("missing", ["kaldi_native_fbank", "scipy", "torch"])
def test_a_missing_package_skips_tests_and_stops_no_collection(missing: str) -> None:
    collected = subprocess.run(
        [sys.executable, "-c", COLLECT_WITHOUT, missing, str(FOLDER)],
        cwd=FOLDER.parents[1],
        env={**os.environ, "PYTHONPATH": str(FOLDER.parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )

    assert collected.returncode == 0, collected.stdout[-2_000:]
    assert "test_lexicon.py" in collected.stdout
