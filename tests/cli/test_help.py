"""`voice-chess help`: what can be said, typed and pressed, in every language."""

import pytest

from voice_chess.cli.command_line import main
from voice_chess.languages.language import known_languages
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


def test_without_the_table_it_is_a_list_to_be_read_aloud(
    capsys: pytest.CaptureFixture[str],
) -> None:
    main(["help"])
    lines = capsys.readouterr().out.splitlines()

    assert "was steht auf eva vier" in lines
    assert "voice-chess help --table" in lines[-1]
