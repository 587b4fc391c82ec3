"""The command that goes on with a game names all that its journal does not keep, and no more."""

import shlex
from argparse import ArgumentParser, Namespace

import pytest

from voice_chess.cli import play
from voice_chess.cli.resume_command import among_people, command_to_go_on, with_colours_swapped

CHOSEN = {
    "--typed": None,
    "--silent": None,
    "--say": "our answers",
    "--headphones": None,
    "--sounds": "none",
    "--white-voice": "deep",
    "--black-style": "nato",
    "--black-rate": "300",
    "--black-output": "USB speaker",
    "--verbose": None,
    "--cells": "32",
    "--pause": "2.5",
    "--announce-clock": "5:00,1:00,0:30",
    "--white-behind": "2:05",
    "--clock-clicks": None,
    "--language": "en",
    "--press": "command",
    "--caution": "careful",
    "--data": "our games",
    "--opponent": "engine:/opt/an engine",
    "--side": "black",
    "--strength": "1500",
    "--think": "0.5",
    "--hands": "confirm",
    "--dictate": "paced",
    "--marked": "white",
    "--raised": "black",
    "--envelope": None,
}
OF_THE_JOURNAL = ["--time", "5+3", "--edition", "2018", "--white", "Ida", "--takebacks", "--repeat"]
OF_ONE_RUN = ["--hear", "tape", "--expect", "game.pgn", "--resumption", "tomorrow"]


def parsed(*arguments: str) -> Namespace:
    parser = ArgumentParser()
    play.configure(parser)
    return parser.parse_args(arguments)


def told(chosen: Namespace) -> list[str]:
    """Its options, as a shell would give them to the program."""
    command = shlex.split(command_to_go_on("a-game", chosen, parsed()))

    assert command[:4] == ["voice-chess", "play", "--resume", "a-game"]
    return command[4:]


@pytest.mark.parametrize(("option", "value"), CHOSEN.items(), ids=CHOSEN)
def test_every_option_of_the_talk_is_named_as_it_was_chosen(option: str, value: str | None) -> None:
    chosen = [option] if value is None else [option, value]

    assert told(parsed(*chosen)) == chosen


@pytest.mark.parametrize("left_out", ["--say", "--silent"])
def test_all_of_them_together_are_chosen_again_by_the_command(left_out: str) -> None:
    """But for the one that the other rules out."""
    pairs = [pair for pair in CHOSEN.items() if left_out not in pair]
    options = [part for pair in pairs for part in pair if part is not None]
    chosen = parsed(*options)

    assert parsed(*told(chosen)) == chosen


def test_what_the_journal_keeps_and_what_was_for_once_is_left_out() -> None:
    assert told(parsed(*OF_THE_JOURNAL, *OF_ONE_RUN)) == []


def test_a_game_that_was_gone_on_with_names_itself_once() -> None:
    assert told(parsed("--resume", "another-game", "--typed")) == ["--typed"]


def test_where_a_person_plays_on_for_an_engine_nothing_else_is_named_of_it() -> None:
    chosen = parsed("--opponent", "engine:/opt/an engine", "--side", "black", "--think", "1")

    assert told(among_people(chosen)) == ["--opponent", "person"]
    typed = parsed("--strength", "1500", "--typed")
    assert told(among_people(typed)) == ["--typed", "--opponent", "person"]


def test_after_a_game_with_colours_swapped_each_player_has_their_own_again() -> None:
    chosen = parsed("--white-voice", "deep", "--black-rate", "300")

    assert told(with_colours_swapped(chosen)) == ["--black-voice", "deep", "--white-rate", "300"]
    assert with_colours_swapped(with_colours_swapped(chosen)) == chosen
