"""The documentation: every page is a topic, what it refers to is there, the README is short."""

import re
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from functools import cache
from io import StringIO
from pathlib import Path

import pytest

import voice_chess.acoustics.__main__ as acoustics
from voice_chess.cli.command_line import COMMANDS
from voice_chess.docs.topics import TOPICS, topics

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "voice_chess" / "docs"
README = (ROOT / "README.md").read_text("utf-8")
LONGEST_README = 8_000
LINK = re.compile(r"\]\(([^)]+)\)")
CODE = re.compile(r"```\n(.*?)```|`([^`\n]+)`", re.DOTALL)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
PROGRAM = re.compile(r"(?:^|bin/|&& )voice-chess ([a-z]+)", re.MULTILINE)
OTHERS = frozenset(
    (
        *("--no-deps", "--version", "--help"),
        *(
            "--sockets",
            "--games",
            "--moves",
            "--microphones",
            "--idle",
            "--manifest",
            "--ear",
            "--profile",
            "--each",
            "--times",
            "--ways",
            "--spectators",
            "--kept",
            "--draw",
        ),
    )
)
"""Options of pip, of benchmarks and of the whole program."""


def test_every_page_is_a_topic_and_every_topic_a_page() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.md")) == sorted(TOPICS)


@pytest.mark.parametrize("name", TOPICS)
def test_a_page_begins_with_its_title_and_what_it_is_about(name: str) -> None:
    title, empty, summary, gap, *_ = (FOLDER / f"{name}.md").read_text("utf-8").splitlines()

    assert title.startswith("# ")
    assert (empty, gap) == ("", "")
    assert summary.endswith(".")


def test_the_readme_is_short_and_names_every_topic_with_its_sentence() -> None:
    assert len(README.encode()) <= LONGEST_README
    assert re.findall(
        r"^\| \[(\w+)\]\(voice_chess/docs/\w+\.md\) \| (.+) \|$", README, re.MULTILINE
    ) == [(found.name, found.summary) for found in topics()]


@pytest.mark.parametrize("path", [ROOT / "README.md", *sorted(FOLDER.glob("*.md"))], ids=str)
def test_whatever_a_page_refers_to_is_there(path: Path) -> None:
    targets = LINK.findall(path.read_text("utf-8"))

    assert [target for target in targets if not (path.parent / target).is_file()] == []


@pytest.mark.parametrize(
    "text", [README, *(found.text for found in topics())], ids=("README", *TOPICS)
)
def test_every_command_and_option_that_is_named_exists(text: str) -> None:
    written = "\n".join(block or inline for block, inline in CODE.findall(text))
    known = {name for command in COMMANDS for name in options_of(command.configure)}
    known |= options_of_training()

    assert set(PROGRAM.findall(written)) <= {command.name for command in COMMANDS}
    assert set(OPTION.findall(written)) <= known | OTHERS


def options_of(configure: Callable[[ArgumentParser], None]) -> set[str]:
    parser = ArgumentParser()
    configure(parser)
    return set(OPTION.findall(parser.format_help()))


@cache
def options_of_training() -> frozenset[str]:
    told = StringIO()
    for command in ("build", "situations"):
        with redirect_stdout(told), suppress(SystemExit):
            acoustics.main([command, "--help"])
    return frozenset(OPTION.findall(told.getvalue()))
