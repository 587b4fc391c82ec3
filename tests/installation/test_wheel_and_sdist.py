"""Whoever installs the wheel or the source archive, far from any checkout, can hear a game.

Needs an index of packages: the environments are made as any user makes theirs.
"""

import importlib.util
import os
import subprocess
import tomllib
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

import pytest

from voice_chess.docs.topics import TOPICS, topic

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 500
MOST_BYTES = 25_000_000
"""With the ears of six languages, each of which may have all layers of its own."""
MAKE_SDIST = """
import importlib, sys
importlib.import_module(sys.argv[1]).build_sdist(sys.argv[2])
"""

BETWEEN = "\f"
TELL_EACH = f"""
import sys
from voice_chess.cli.command_line import main
for number, name in enumerate(sys.argv[1:]):
    print(end={BETWEEN!r} if number else "")
    if main(["help", name]):
        sys.exit(name)
"""
"""As `voice-chess help` does with each, in one process for all of them."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.model,
    pytest.mark.skipif(importlib.util.find_spec("pip") is None, reason="needs pip"),
]


@dataclass(frozen=True)
class Environment:
    """A virtual environment, and a folder outside the checkout to work in."""

    folder: Path
    elsewhere: Path

    @classmethod
    def made(cls, at: Path) -> "Environment":
        venv.create(at / "venv", with_pip=True)
        (at / "elsewhere").mkdir()
        return cls(folder=at / "venv", elsewhere=at / "elsewhere")

    def program(self, name: str) -> str:
        return str(self.folder / ("Scripts" if os.name == "nt" else "bin") / name)

    def run(self, *command: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return ran([self.program(command[0]), *command[1:]], self.elsewhere if cwd is None else cwd)

    def told(self, *command: str, cwd: Path | None = None) -> str:
        """What it printed; it must have gone well."""
        done = self.run(*command, cwd=cwd)
        assert done.returncode == 0, done.stdout[-2_000:] + done.stderr[-4_000:]
        return done.stdout


def ran(command: Sequence[str], cwd: Path) -> subprocess.CompletedProcess[str]:
    """Without what points a Python or the program at this checkout."""
    surroundings = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "PYTHONHOME") and not name.startswith("VOICE_CHESS_")
    }
    return subprocess.run(
        command,
        cwd=cwd,
        env=surroundings,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source archive, made as their users make them."""
    build = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]
    out = tmp_path_factory.mktemp("built")
    builder = Environment.made(tmp_path_factory.mktemp("builder"))
    came = builder.run("pip", "install", *build["requires"])
    if came.returncode:
        pytest.skip(f"no index of packages gives {build['requires']}: {came.stderr[-300:]}")
    builder.told("python", "-c", MAKE_SDIST, build["build-backend"], str(out), cwd=ROOT)
    (archive,) = out.iterdir()
    for source, place in ((ROOT, out), (archive, out / "of-the-archive")):
        wheel = ("pip", "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(place))
        builder.told(*wheel, str(source))
    return out


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    (wheel,) = built.glob("*.whl")
    environment = Environment.made(tmp_path_factory.mktemp("user"))
    environment.told("pip", "install", str(wheel))
    return environment


def content(wheel: Path) -> dict[str, int]:
    """What an installation copies, with a checksum of each file."""
    with ZipFile(wheel) as opened:
        return {file.filename: file.CRC for file in opened.infolist()}


def test_neither_is_larger_than_what_a_slow_line_carries(built: Path) -> None:
    archives = [path for path in built.iterdir() if path.is_file()]

    assert sorted(path.suffix for path in archives) == [".gz", ".whl"]
    assert all(path.stat().st_size < MOST_BYTES for path in archives)


def test_whoever_installs_the_source_archive_gets_what_is_in_the_wheel(built: Path) -> None:
    (wheel,), (of_the_archive,) = built.glob("*.whl"), built.glob("*/*.whl")

    assert content(of_the_archive) == content(wheel)


def test_the_demonstration_is_heard_to_its_end(installed: Environment) -> None:
    told = installed.told("voice-chess", "demo")

    assert told.splitlines()[-1] == "The game is the one that was expected."


def test_the_model_is_whole_and_lies_in_the_environment(installed: Environment) -> None:
    told = installed.told("voice-chess", "models")

    assert "fide-de: whole" in told
    assert str(installed.folder) in told


def test_it_plays_and_serves(installed: Environment) -> None:
    told = installed.told("voice-chess", "serve", "--check", "--data", str(installed.elsewhere))

    assert "FAIL" not in told


def test_the_documentation_came_along(installed: Environment) -> None:
    told = installed.told("python", "-c", TELL_EACH, *TOPICS).split(BETWEEN)

    for name, page in zip(TOPICS, told, strict=True):
        assert page.startswith(f"{topic(name).title}\n\n{topic(name).summary}\n")
