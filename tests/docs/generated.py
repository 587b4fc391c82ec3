"""`python -m tests.docs.generated`: writes what the documentation has from the code.

A page keeps its head, up to the heading that is named here; what comes after it is made anew.
"""

import sys
import tomllib
from argparse import SUPPRESS, Action, ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from voice_chess.cli.command import Command
from voice_chess.cli.command_line import COMMANDS
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.position import ORDINARY_START
from voice_chess.speech.channels import Channels, channels, orders
from voice_chess.speech.commands import COMMAND_TABLE, SpokenCommand
from voice_chess.speech.understanding.lichess import (
    LICHESS_TABLE,
    ON_THE_PAGE,
    LichessCommand,
    Viewpoint,
)
from voice_chess.web.pages.board_keys import LAYOUTS, WITHOUT_ASKING, Ask

FOLDER = Path(__file__).parents[2] / "voice_chess" / "docs"
_TOLD = tomllib.loads((FOLDER / "commands.toml").read_text("utf-8"))
DOES: Mapping[str, str] = _TOLD["does"]
SUBJECTS: Mapping[str, str] = _TOLD["subjects"]
"""By its first command, the heading of a part of the table of commands."""
ORDERED: Mapping[str, tuple[str, str]] = _TOLD["orders"]
ON_A_PAGE: Mapping[str, str] = _TOLD["page"]
CRITERIA: Mapping[str, Sequence[Mapping[str, Any]]] = tomllib.loads(
    (FOLDER / "accessibility.toml").read_text("utf-8")
)
REQUESTS: Sequence[Mapping[str, Any]] = tomllib.loads(
    (FOLDER / "requests.toml").read_text("utf-8")
)["request"]
ONLY_IN_WCAG_2_2 = frozenset({"2.4.11", "2.5.7", "2.5.8", "3.2.6", "3.3.7", "3.3.8"})
"""EN 301 549 V3.2.1 takes over WCAG 2.1."""

_FIRST = "de"
"""The language of the code, which is heard."""
_HEAD = ("Say", "What it does", "Other words", "Type", "Key", "Button")
_AS_SAID = "as said"
_MOST_ALSO_TYPED = 8
"""More are not read out to anybody who looks for a command."""


def commands() -> Iterator[str]:
    """For each language, under its own name, a table of commands for each subject."""
    yield (
        "A square, a piece and a move stand for any other."
        " A button of the page has the name in the last column,"
        " in the language of the page or of your announcements."
        f" Of other words that are only typed, at most {_MOST_ALSO_TYPED} are listed:"
        " questions are understood as people ask them."
    )
    for language_id in sorted(known_languages(), key=lambda known: (known != _FIRST, known)):
        language = load_language(language_id)
        yield f"\n### {language.name}"
        for subject, listed in _by_subject():
            yield f"\n#### {subject}\n"
            yield from _table(_HEAD, _rows(listed, language))
        yield "\n#### Orders of an arbiter\n"
        yield from _table(_HEAD, _orders(language))
    yield "\n### Lichess\n"
    yield from lichess()


def _by_subject() -> Iterator[tuple[str, Sequence[SpokenCommand]]]:
    """Yield the commands of each subject, in the order of their table."""
    names = [command.name for command in COMMAND_TABLE]
    begins = [*map(names.index, SUBJECTS), None]
    for subject, (first, end) in zip(SUBJECTS.values(), pairwise(begins), strict=True):
        yield subject, COMMAND_TABLE[first:end]


def _orders(language: Language) -> Iterator[Sequence[str]]:
    for row in orders(language):
        does, button = ORDERED[row.command]
        words = (row.spoken, does, "; ".join(row.also), _typed([row]), f"`{row.key}`")
        yield (*words, language.interface[button])


def lichess() -> Iterator[str]:
    """What is written in Lichess' box, and pressed on its board, beside what is pressed here."""
    language = load_language(_FIRST)
    yield from _table(("At Lichess", "What it does", language.name), _lichess_rows(language))
    yield "\n### Keys on the board\n"
    yield from _table(("Key", "What it does", "As at Lichess"), _board_keys())


def _lichess_rows(language: Language) -> Iterator[Sequence[str]]:
    asking = Viewpoint(is_white=True, is_offered=False)
    for row in LICHESS_TABLE:
        meant = [row.meaning("".join(_argument(row, line)), asking) for line in row.examples]
        names = tuple(dict.fromkeys(found.name for found in meant))
        yield (
            _codes(row.examples),
            "; ".join(DOES[name] for name in names),
            "; ".join(language.written(name) for name in names),
        )
    for written, name in ON_THE_PAGE.items():
        yield _codes(written.split(", ")), ON_A_PAGE[name], ""


def _argument(row: LichessCommand, line: str) -> Sequence[str]:
    found = row.pattern.fullmatch(line)
    assert found is not None, f"{line} is no example of its own row"
    return found.groups()


def _board_keys() -> Iterator[Sequence[str]]:
    own, lichess = LAYOUTS["own"], LAYOUTS["lichess"]
    for key, name in WITHOUT_ASKING.items():
        yield _codes([key]), ON_A_PAGE[name], "the same"
    for key in dict.fromkeys((*own, *lichess)):
        mine, theirs = (_asked(layout.get(key, ())) for layout in (own, lichess))
        yield _codes([key]), mine, "the same" if theirs == mine else theirs


def _asked(asks: Sequence[Ask]) -> str:
    return "; ".join(DOES[name] if name in DOES else ON_A_PAGE[name] for name, _ in asks)


def _codes(written: Iterable[str]) -> str:
    return ", ".join(f"`{part}`" for part in written)


def _rows(listed: Iterable[SpokenCommand], language: Language) -> Iterator[Sequence[str]]:
    told = tuple(channels(language))
    for command in listed:
        mine = [row for row in told if row.command == command.name]
        yield (
            "; ".join(row.spoken for row in mine if row.spoken),
            DOES[command.name],
            "; ".join(mine[0].also),
            _typed(mine, besides=_button(command.name, language)),
            "; ".join(f"`{row.key}`" for row in mine),
            _button(command.name, language),
        )


def _typed(rows: Sequence[Channels], besides: str = "") -> str:
    """What can be typed, but for the name of the button, which has a column of its own."""
    different = [row.typed for row in rows if row.typed != row.spoken]
    also = [form for form in rows[0].also_typed if form != besides.lower().rstrip("?")]
    # A cell is marked with one language, so that "as said" stands alone.
    written = different or [row.typed for row in rows if also]
    return "; ".join((*written, *also[:_MOST_ALSO_TYPED])) or _AS_SAID


def _button(name: str, language: Language) -> str:
    """That beside the board, if there is one; all stand in the list of commands by their words."""
    return language.interface.get(f"do:{name}") or language.written(name)


def options() -> Iterator[str]:
    """For each command what it does, and a table of its arguments."""
    yield from _table(
        ("Command", "What it does"),
        ((f"`voice-chess {command.name}`", command.summary) for command in COMMANDS),
    )
    for command in COMMANDS:
        arguments = tuple(_arguments(command))
        if arguments:
            yield f"\n### voice-chess {command.name}\n"
            yield from _table(("Argument", "What it does"), arguments)


def _arguments(command: Command) -> Iterator[Sequence[str]]:
    parser = ArgumentParser(prog=f"voice-chess {command.name}", add_help=False)
    command.configure(parser)
    for action in parser._actions:  # noqa: SLF001 - argparse tells them nowhere else
        if action.help != SUPPRESS:
            yield f"`{_called(action)}`", _told(action)


def _called(action: Action) -> str:
    """Its names, and what stands for its value; what can be chosen is told beside it."""
    taken = action.metavar or action.dest
    value = " ".join(taken) if isinstance(taken, tuple) else taken
    names = ", ".join(action.option_strings)
    if not names:
        return value
    if action.nargs == 0 or action.choices:
        return names
    return f"{names} {value if action.metavar else value.upper()}"


def _told(action: Action) -> str:
    """Its help, what can be chosen, and what holds without it."""
    told = [action.help or ""]
    choices = ", ".join(map(str, action.choices or ()))
    if choices not in told[0]:
        told.append(f"one of {choices}")
    is_set = action.nargs != 0 and action.default not in (None, (), [])
    default = str(action.default) if is_set else ""
    is_told = "default" in told[0] or f"({default})" in told[0]
    if default and default != ORDINARY_START and not is_told:
        told.append(f"default {default}")
    return "; ".join(filter(None, told))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield _row(head)
    yield f"|{'---|' * len(head)}"
    yield from map(_row, rows)


def _row(cells: Sequence[str]) -> str:
    """A bar inside a cell would begin the next one."""
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def accessibility() -> Iterator[str]:
    """The criteria of WCAG 2.2 in their order, and what EN 301 549 asks for besides."""
    head = ("WCAG 2.2", "EN 301 549", "Name", "Level", "State", "How", "Shown by")
    yield from _table(head, map(_criterion, CRITERIA["criterion"]))
    yield "\n### EN 301 549 beyond WCAG\n"
    clauses = map(_criterion, CRITERIA["clause"])
    yield from _table(("Clause", *head[2:3], *head[4:]), ((c[0], c[2], *c[4:]) for c in clauses))


def requests() -> Iterator[str]:
    """How many are met, met in part and not, and a row for each."""
    count = Counter(told["state"] for told in REQUESTS)
    states = ", ".join(f"{count[state]} {state}" for state in ("met", "in part", "not"))
    yield f"{len(REQUESTS)} requests: {states}.\n"
    yield from _table(("Wish", "State", "How", "Shown by", "Source"), map(_request, REQUESTS))


def _request(told: Mapping[str, Any]) -> Sequence[str]:
    return told["wish"], told["state"], told["how"], _shown_by(told["tests"]), told["source"]


def _shown_by(tests: Iterable[str]) -> str:
    by_file: dict[str, list[str]] = {}
    for named in tests:
        file, _, test = named.partition("::")
        by_file.setdefault(Path(file).stem, []).append(test)
    return "; ".join(f"{file}: {', '.join(names)}" for file, names in by_file.items())


def _criterion(told: Mapping[str, Any]) -> Sequence[str]:
    number = told["number"]
    shown = _shown_by(told["tests"])
    european = "–" if number in ONLY_IN_WCAG_2_2 else f"9.{number}"
    return number, european, told["name"], told.get("level", ""), told["state"], told["how"], shown


MADE: Mapping[str, tuple[str, Callable[[], Iterable[str]]]] = {
    "accessibility": ("## Every criterion", accessibility),
    "commands": ("## Every command", commands),
    "requests": ("## Every request", requests),
    "options": ("## The commands", options),
}
"""By topic: the heading behind which everything is made, and what makes it."""


def page(topic: str) -> str:
    """The whole page: its head as it is, the rest made anew."""
    heading, make = MADE[topic]
    head, found, _ = (FOLDER / f"{topic}.md").read_text("utf-8").partition(f"{heading}\n")
    assert found, f"{topic}.md has no heading {heading}"
    return f"{head}{heading}\n\n" + "".join(f"{line}\n" for line in make())


def main() -> int:
    """Write every page that is made."""
    for topic in MADE:
        (FOLDER / f"{topic}.md").write_text(page(topic), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
