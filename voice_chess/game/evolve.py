"""Folds events into a game: what each event changes, and nothing about whether it may."""

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, get_args

from voice_chess.game import (
    adjournment,
    agreements,
    clocks,
    draws,
    game_end,
    information,
    irregularities,
    moves,
    objections,
    penalties,
    quickplay,
    scoresheets,
    setup,
    touch,
)
from voice_chess.game.events import Event
from voice_chess.game.state import Game, nothing_arranged

_SUBJECTS: tuple[ModuleType, ...] = (
    setup,
    moves,
    touch,
    objections,
    irregularities,
    draws,
    quickplay,
    clocks,
    adjournment,
    scoresheets,
    information,
    game_end,
    penalties,
    agreements,
)

FOLDS: Mapping[type[Event], Callable[[Game, Any], Game]] = {
    kind: subject.folded for subject in _SUBJECTS for kind in get_args(subject.Events)
}


def replay(events: Iterable[Event]) -> Game:
    """The game these events make, from nothing."""
    game = nothing_arranged()
    for event in events:
        game = evolve(game, event)
    return game


def evolve(game: Game, event: Event) -> Game:
    return FOLDS[type(event)](game, event)
