"""A disk of its own for a test that fills it, or lets nothing be written to it."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, *, megabytes: int = 1) -> Iterator[Path]:
    """Mounted there; the test is skipped, aloud, where that may not be done."""
    folder.mkdir()
    _mount(["-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)])
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def made_read_only(folder: Path) -> None:
    """Nothing can be written there any more, not even by who may do everything."""
    _mount(["-o", "remount,ro", str(folder)])


def filled(folder: Path) -> Path:
    """The file that takes up all the room that was left."""
    ballast = folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(1_024))
        except OSError:
            return ballast


def _mount(words: list[str]) -> None:
    try:
        subprocess.run(["mount", *words], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"NOT TESTED: no small disk can be mounted here ({error})")
