"""The page about the architecture tells of what there is."""

import re
import tomllib
from pathlib import Path
from pkgutil import resolve_name

import pytest

from voice_chess.docs.topics import topic

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "voice_chess"
TEXT = topic("architecture").text
ROWS = re.findall(r"^\| (\d+) \| `(\w+)` \| .+ \|$", TEXT, re.MULTILINE)
INSIDE = re.findall(r"^\| `(\w+\.\w+)` \| .+ \|$", TEXT, re.MULTILINE)
NAMED = sorted(set(re.findall(r"`((?:\w+\.)+\w+)`", TEXT)))
FILES = sorted(set(re.findall(r"`([\w/.]+/[\w.]*)`", TEXT)))
ENDINGS = (".toml", ".ftl", ".py", ".md", ".js")


def test_every_package_and_nothing_else_is_told_of() -> None:
    packages = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}

    assert sorted(name for _, name in ROWS) == sorted(packages | modules)


def test_every_package_inside_another_is_told_of() -> None:
    inside = {f"{path.parts[-3]}.{path.parts[-2]}" for path in PACKAGE.glob("*/*/__init__.py")}

    assert sorted(INSIDE) == sorted(inside)


def test_the_rows_are_the_layers_that_are_checked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    layers = project["tool"]["importlinter"]["contracts"][0]["layers"]

    assert [sorted(layer.split(" | ")) for layer in layers] == [
        sorted(name for row, name in ROWS if int(row) == number)
        for number in range(1, len(layers) + 1)
    ]


@pytest.mark.parametrize(
    "name", [name for name in NAMED if not name.endswith(ENDINGS) and name != "pyproject.toml"]
)
def test_whatever_is_named_exists(name: str) -> None:
    assert resolve_name(f"voice_chess.{name}") is not None


@pytest.mark.parametrize("name", FILES)
def test_every_file_and_folder_that_is_named_exists(name: str) -> None:
    places = (PACKAGE / name, ROOT / name, PACKAGE / "web" / name)

    assert any(place.exists() for place in places)


def test_the_walk_names_many_functions() -> None:
    """The tests above would mean little if nothing were named."""
    assert len(NAMED) > 40
