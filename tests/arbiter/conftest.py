"""Builds games by commands to the arbiter, and fails if one is refused."""

from collections.abc import Callable, Iterable

import pytest

from voice_chess.arbiter.decide import decide
from voice_chess.game.commands import Command
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve, replay
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.game.table import Role, Table

Play = Callable[[Table, Iterable[Command]], Game]


@pytest.fixture
def play() -> Play:
    """Return a function that plays commands at a table, started at 0; none may be refused."""

    def played(table: Table, commands: Iterable[Command]) -> Game:
        game = nothing_arranged()
        history: list[Event] = []
        opening = (
            ArrangeGame(by=Role.WHITE, at_ms=0, table=table),
            StartGame(by=Role.WHITE, at_ms=0),
        )
        for command in (*opening, *commands):
            ruling = decide(game, command)
            assert isinstance(ruling, tuple), f"{command} was refused: {ruling}"
            for event in ruling:
                game = evolve(game, event)
                history.append(event)
        assert replay(history) == game
        return game

    return played
