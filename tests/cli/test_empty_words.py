"""An empty word, as from a variable that is not set, never stands for what is usual without it."""

from argparse import Action, ArgumentParser
from collections.abc import Iterator

import pytest

from voice_chess.cli.command import BAD_INPUT, SUCCESS, Command
from voice_chess.cli.command_line import COMMANDS, main
from voice_chess.languages.language import load_language

WORDS = {
    "record": ("game",),
    "review": ("game",),
    "transcribe": ("sound.wav",),
    "envelope": ("show", "game"),
    "event": ("pair", "report.trf"),
    "export": ("all.zip",),
    "import": ("all.zip",),
    "hear": ("sound.wav",),
    "say": ("Springer",),
    "evaluate": ("list.tsv",),
    "enrol": ("Ana",),
    "models": ("model",),
    "laws": ("9.5",),
    "help": ("playing",),
}
"""The words of each command, in the order in which it takes them."""


def taking_a_value(command: Command) -> Iterator[Action]:
    """Yield the options and words of the command whose value anybody can choose."""
    parser = ArgumentParser(add_help=False)
    command.configure(parser)
    for action in parser._actions:  # noqa: SLF001 - argparse tells them nowhere else
        if action.nargs != 0 and action.choices is None:
            yield action


def lines() -> Iterator[tuple[str, list[str], str]]:
    """Yield each command line with one empty value, and what names it in the refusal."""
    for command in COMMANDS:
        words = WORDS.get(command.name, ())
        taken = 0 if command.name not in {"event", "envelope"} else 1
        for action in taking_a_value(command):
            if action.option_strings:
                option = action.option_strings[-1]
                yield f"{command.name} {option}", [command.name, *words, f"{option}=EMPTY"], option
            else:
                given = [*words[:taken], "EMPTY", *words[taken + 1 :]]
                yield f"{command.name} {action.dest}", [command.name, *given], "empty"
                taken += 1


LINES = tuple(lines())


def test_every_command_but_one_has_an_option_to_leave_empty() -> None:
    assert len(LINES) > 100
    assert {words[0] for _, words, _ in LINES} == {each.name for each in COMMANDS} - {"devices"}


@pytest.mark.parametrize("empty", ["", " "], ids=["empty", "blank"])
@pytest.mark.parametrize(
    ("words", "named"), [each[1:] for each in LINES], ids=[name for name, *_ in LINES]
)
def test_an_empty_value_is_refused_before_the_command_does_anything(
    words: list[str],
    named: str,
    empty: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(Command, "run", lambda *_: SUCCESS)
    given = [word.replace("EMPTY", empty) for word in words]

    assert main(given) == BAD_INPUT
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("voice-chess: ")
    assert named in line


def test_an_option_that_is_empty_is_told_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["review", "game", "--engine", "", "--language", "pl"]) == BAD_INPUT

    told = " ".join(capsys.readouterr().out.split())
    wrong = load_language("pl").screen["wrong-value"].format(option="--engine", value="")
    assert told == " ".join(wrong.split())
