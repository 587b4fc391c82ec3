"""`voice-chess help`: the topics, and what can be said, typed and pressed, in every language."""

import sys

import pytest

from tests.german import GERMAN
from voice_chess.cli.command_line import main
from voice_chess.docs.topics import TOPICS, topic
from voice_chess.languages.language import known_languages, load_language
from voice_chess.speech.commands import COMMAND_TABLE


@pytest.mark.parametrize("language_id", known_languages())
def test_the_table_names_every_command_with_its_key(
    language_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["help", "--table", "--language", language_id])
    head, *lines = capsys.readouterr().out.splitlines()

    assert code == 0
    assert head.split() == ["command", "spoken", "or", "typed", "key"]
    for command in COMMAND_TABLE:
        assert any(
            line.startswith(f"{command.name} ") and f"  ,{command.key}" in line for line in lines
        )


def test_columns_stand_one_below_the_other(capsys: pytest.CaptureFixture[str]) -> None:
    main(["help", "--table"])
    head, *lines = capsys.readouterr().out.splitlines()
    key = head.index("key")

    assert all(line[key - 2 : key].isspace() and line[key] == "," for line in lines)


@pytest.mark.parametrize("asked", [["--list"], ["--language", "de"]])
def test_without_the_table_it_is_a_list_to_be_read_aloud(
    asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["help", *asked])
    lines = capsys.readouterr().out.splitlines()

    assert "was steht auf eva vier" in lines
    assert lines[-1] == GERMAN.screen["help-table"].format(command="voice-chess help --table")


def test_the_list_of_another_language_leads_to_the_table_of_that_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["help", "--language", "cs"])
    told = capsys.readouterr().out.splitlines()[-1]
    command = "voice-chess help --table --language cs"

    assert told == load_language("cs").screen["help-table"].format(command=command)


def test_without_a_topic_each_is_told_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["help"]) == 0
    lines = capsys.readouterr().out.splitlines()

    assert [line.partition(":")[0] for line in lines[: lines.index("")]] == list(TOPICS)
    assert "To read one: voice-chess help TOPIC" in lines


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic_is_read_without_marks_of_its_format(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["help", name]) == 0
    title, empty, summary, *_ = told = capsys.readouterr().out.splitlines()

    assert (title, empty, summary) == (topic(name).title, "", topic(name).summary)
    assert [line for line in told if line.startswith(("#", "|", "```")) or "](" in line] == []


def test_a_row_of_a_wide_table_names_its_columns(capsys: pytest.CaptureFixture[str]) -> None:
    main(["help", "commands"])

    assert (
        "Say: gedrückt. What it does: presses the clock at once. Other words: drücken."
        " Type: as said. Key: ,p. Button: Uhr drücken." in capsys.readouterr().out.splitlines()
    )


def test_in_a_terminal_lines_are_cut_between_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")

    main(["help", "engine"])
    lines = capsys.readouterr().out.splitlines()

    assert max(map(len, lines)) <= 40
    assert " ".join(line.strip() for line in lines[2:4]) == topic("engine").summary


def test_a_reference_names_the_command_that_reads_it(capsys: pytest.CaptureFixture[str]) -> None:
    main(["help", "playing"])

    assert "see adjourning (voice-chess help adjourning)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("comands", "; near it: commands, boards."),
        ("Enrolment", "; near it: enrolling."),
        ("srv", "; near it: server."),
        ("xyz", "."),
        ("tournament", "."),
    ],
)
def test_of_what_is_no_topic_those_that_are_near_are_named_and_no_others(
    name: str, near: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = main(["help", name])

    assert code == 2
    (sentence,) = capsys.readouterr().err.splitlines()
    assert f"There is no topic {name}{near} All topics: " in sentence


def test_that_there_is_no_topic_is_told_in_the_language_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """They were asked to leave the language away, and only then was the topic unknown."""
    assert main(["help", "xyz", "--language", "de"]) == 2
    told = capsys.readouterr().err
    assert GERMAN.screen["wrong-command"] in told
    assert "There is no topic xyz." in told


def test_a_topic_and_the_words_of_a_language_are_not_read_at_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["help", "server", "--language", "pl"]) == 2
    assert "leave --list, --table and --language away" in capsys.readouterr().err
