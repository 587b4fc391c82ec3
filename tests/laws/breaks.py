"""Measures the share of deliberate breaks of the Laws, each made in a copy, that tests catch.

Prints each break as it is tried, then the share that was caught, and names the survivors.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from argparse import ArgumentParser
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).with_suffix(".toml")
COPIED = ("voice_chess", "tests", "pyproject.toml")
LEFT_OUT = shutil.ignore_patterns("__pycache__", "*.brl", "node_modules")
FAILED = 1
"""The exit status of pytest if tests ran and some failed; any other but 0 is an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Break:
    """A text of a file, its wrong replacement, the broken clause, and tests that must catch it."""

    name: str
    clause: str
    file: str
    whole: str
    broken: str
    tests: tuple[str, ...]

    def applied_to(self, text: str) -> str:
        """Return the broken text. Raises `ValueError` unless `whole` occurs there exactly once."""
        if text.count(self.whole) != 1:
            message = f"{self.file}: found {text.count(self.whole)} times: {self.whole!r}."
            raise ValueError(message)
        return text.replace(self.whole, self.broken)


def breaks() -> tuple[Break, ...]:
    """Return all breaks of the table, in its order."""
    rows = tomllib.loads(TABLE.read_text("utf-8"))["break"]
    return tuple(Break(**{**row, "tests": tuple(row["tests"])}) for row in rows)


class Bench:
    """A copy of the project in which one break at a time is made, and undone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
            else:
                shutil.copy(ROOT / name, folder / name)

    def catches(self, broken: Break) -> bool:
        """Return whether one of the break's tests fails. Raises `RuntimeError` on other errors."""
        path = self.folder / broken.file
        whole = path.read_text("utf-8")
        path.write_text(broken.applied_to(whole), "utf-8")
        try:
            return self._fails(broken.tests)
        finally:
            path.write_text(whole, "utf-8")

    def _fails(self, tests: Sequence[str]) -> bool:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-n",
                "0",
                "-x",
                "-q",
                "-p",
                "no:cacheprovider",
                *tests,
            ],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in (0, FAILED):
            raise RuntimeError(done.stdout + done.stderr)
        return done.returncode == FAILED


def main(arguments: Sequence[str] | None = None) -> int:
    """Try the breaks, and print a line for each; return 1 if one survives."""
    parser = ArgumentParser(prog="python -m tests.laws.breaks", description=__doc__)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth break")
    chosen = parser.parse_args(arguments)
    tried = breaks()[:: max(1, chosen.every)]
    survivors: list[Break] = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for broken in tqdm(tried, desc="breaks", disable=None):
            is_caught = bench.catches(broken)
            survivors += [] if is_caught else [broken]
            told(f"{'caught' if is_caught else 'SURVIVED'}: {broken.name} ({broken.clause})")
    caught = len(tried) - len(survivors)
    told(f"caught: {caught} of {len(tried)}, {100 * caught / len(tried):.1f} percent")
    for broken in survivors:
        told(f"survivor: {broken.name}, {broken.file}")
    return int(bool(survivors))


def told(line: str) -> None:
    """Print a line at once, since the whole takes minutes."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
