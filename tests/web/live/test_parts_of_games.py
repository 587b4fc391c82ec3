"""Where servers share the games of a database, each part goes by itself, with all of its games."""

import asyncio
from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

import pytest

from tests.web.live.lobby_stage import ARRANGEMENT, another_begun
from tests.web.live.shared_parts import SharedParts
from tests.web.means import opened_means
from voice_chess.game.table import Role
from voice_chess.session.games.chairs import Chair, Preferences
from voice_chess.session.games.game_task import GameTask, TaskStep
from voice_chess.session.lobby.lobby import Arrangement, Lobby, LobbyPorts
from voice_chess.session.lobby.parts import Dealing, Elsewhere

DEALING = Dealing(2)
ONE, OTHER = DEALING.parts
WITH_ARBITER = replace(
    ARRANGEMENT, preferences={**ARRANGEMENT.preferences, Role.ARBITER: Preferences()}
)


class Dealt(SharedParts):
    """Two parts, of which this server leads one or both."""

    def __init__(self, *ours: str) -> None:
        super().__init__()
        self.ours = ours

    def part_of(self, hall: str) -> str:
        return DEALING.part_of(hall)

    def led(self) -> Collection[str]:
        return self.ours

    def leads(self, part: str) -> bool:
        return part in self.ours


def to_nobody(_: GameTask, __: TaskStep) -> None:
    return None


def lobby_of(means: LobbyPorts, *ours: str) -> Lobby:
    """The lobby of a server that leads these parts."""
    return Lobby(replace(means, parts=Dealt(*ours)), to_nobody)


async def arranged(lobby: Lobby, wanted: Arrangement) -> tuple[str, tuple[Chair, ...]]:
    """A new game and its new chairs."""
    found = await lobby.arrange(wanted)
    assert isinstance(found, tuple)
    task, ways = found
    return task.game_id, tuple(chair for chair, _ in ways)


async def with_one_arbiter(lobby: Lobby) -> tuple[Chair, list[str]]:
    """An arbiter and their games, so many that their names alone belong to both parts."""
    first, chairs = await arranged(lobby, WITH_ARBITER)
    (arbiter,) = (chair for chair in chairs if chair.role is Role.ARBITER)
    others = [await arranged(lobby, replace(ARRANGEMENT, arbiter=arbiter)) for _ in range(12)]
    return arbiter, [first, *(game for game, _ in others)]


def test_only_the_games_of_a_part_that_goes_are_closed(tmp_path: Path) -> None:
    async def scene(means: LobbyPorts) -> tuple[set[str], set[str]]:
        lobby = lobby_of(means, ONE, OTHER)
        games = [(await arranged(lobby, ARRANGEMENT))[0] for _ in range(12)]
        await lobby.let_go({OTHER})
        left = set(lobby.running)
        await lobby.stop()
        return left, {game for game in games if DEALING.part_of(game) == ONE}

    with opened_means(tmp_path) as means:
        left, expected = asyncio.run(scene(means))

    assert left == expected


def test_a_part_is_busy_while_a_clock_runs_there(tmp_path: Path) -> None:
    async def scene(means: LobbyPorts) -> tuple[frozenset[str], frozenset[str]]:
        lobby = lobby_of(means, ONE)
        await arranged(lobby, ARRANGEMENT)
        before = lobby.busy_parts()
        await another_begun(lobby)
        busy = lobby.busy_parts()
        await lobby.stop()
        return before, busy

    with opened_means(tmp_path) as means:
        assert asyncio.run(scene(means)) == (frozenset(), frozenset({ONE}))


def test_all_games_of_an_arbiter_are_had_by_one_server(tmp_path: Path) -> None:
    async def scene(means: LobbyPorts) -> tuple[set[str], set[str]]:
        lobby = lobby_of(means, ONE, OTHER)
        _, games = await with_one_arbiter(lobby)
        await lobby.let_go({DEALING.part_of(games[0])})
        left = set(lobby.running)
        await lobby.stop()
        return left, {DEALING.part_of(game) for game in games}

    with opened_means(tmp_path) as means:
        left, by_name = asyncio.run(scene(means))

    assert left == set()
    assert by_name == {ONE, OTHER}


def test_what_another_server_has_is_told_to_be_elsewhere(tmp_path: Path) -> None:
    async def scene(means: LobbyPorts) -> None:
        lobby = lobby_of(means, ONE, OTHER)
        arbiter, games = await with_one_arbiter(lobby)
        await lobby.stop()
        theirs = DEALING.part_of(games[0])
        here = lobby_of(means, *({ONE, OTHER} - {theirs}))
        await here.start()
        assert here.running == {}
        for game in games:
            with pytest.raises(Elsewhere, match=theirs):
                await here.check_here(game)
        with pytest.raises(Elsewhere, match=theirs):
            await here.arrange(replace(ARRANGEMENT, arbiter=arbiter))
        with pytest.raises(KeyError):
            await here.check_here("unknown")
        await here.stop()

    with opened_means(tmp_path) as means:
        asyncio.run(scene(means))
