"""Folds events into a game: it applies what each event changes, and never judges the event."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, get_args

from voice_chess.game.decisions import decided_in
from voice_chess.game.events import SUBJECTS, Event
from voice_chess.game.state import Game, LastDecision, nothing_arranged

FOLDS: Mapping[type[Event], Callable[[Game, Any], Game]] = {
    kind: subject.folded for subject in SUBJECTS for kind in get_args(subject.Events)
}


def replay(events: Iterable[Event]) -> Game:
    """Return the game that results from these events, from the empty game on."""
    game = nothing_arranged()
    for event in events:
        game = evolve(game, event)
    return game


def evolve(game: Game, event: Event) -> Game:
    after, because = FOLDS[type(event)](game, event), decided_in(event)
    return after if because is None else replace(after, decision=LastDecision(because=because))
