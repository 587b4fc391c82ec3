"""A game's subjects: each command and each event belongs to one of them."""

import pkgutil
from importlib import import_module
from typing import get_args

import voice_chess.game
from voice_chess.game.base import CommandBase, EventBase
from voice_chess.game.commands import Command
from voice_chess.game.events import Event
from voice_chess.game.evolve import FOLDS

MODULES = tuple(
    import_module(f"voice_chess.game.{module.name}")
    for module in pkgutil.iter_modules(voice_chess.game.__path__)
)


def written(base: type) -> set[type]:
    """Every class of its kind that stands in a module of the package."""
    return {
        kind
        for module in MODULES
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind is not base
    }


def test_every_command_that_is_written_can_be_asked_of_a_game() -> None:
    assert set(get_args(Command)) == written(CommandBase)


def test_every_event_that_is_written_can_happen_in_a_game() -> None:
    assert set(get_args(Event)) == written(EventBase)


def test_every_event_is_folded_and_only_by_the_subject_that_it_stands_in() -> None:
    assert {kind: fold.__module__ for kind, fold in FOLDS.items()} == {
        kind: kind.__module__ for kind in get_args(Event)
    }
