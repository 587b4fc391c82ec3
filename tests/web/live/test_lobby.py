"""A lobby in which several things happen at once: games open and close, and its heart beats on."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.web.live.lobby_stage import ARRANGEMENT, another_begun, begun
from tests.web.live.test_stopped_games import IN_A_WORKER, SlowDisk
from tests.web.means import opened_means
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.game.draws import OfferDraw
from voice_chess.game.table import Role
from voice_chess.session.games.chairs import Chair, Settled
from voice_chess.session.games.game_task import GameTask, TaskStep
from voice_chess.session.ledger import Ledger
from voice_chess.session.listening.inputs import TimePassed
from voice_chess.session.lobby import lobby as lobby_module
from voice_chess.session.lobby.lobby import Lobby, LobbyPorts
from voice_chess.session.lobby.register import Key
from voice_chess.session.ports import Conflict, JournalLost


def to_nobody(_: GameTask, __: TaskStep) -> None:
    return None


class TimeWithSleep(SystemTime):
    """The time of a machine that sleeps when the test says so."""

    asleep_ms = 0

    def slept_ms(self) -> int:
        return self.asleep_ms


async def is_stopped_by_sleep(means: LobbyPorts, time: TimeWithSleep) -> bool:
    """The machine sleeps during two games, of which another program has written the first.

    Whether the clock of the second one stands afterwards.
    """
    lobby = Lobby(replace(means, time=time), to_nobody)
    first = await begun(lobby)
    second = await another_begun(lobby)
    another = Ledger(means.journal, first.game_id)
    assert isinstance(another.ask(OfferDraw(by=Role.WHITE, at_ms=time.now_ms())), tuple)
    time.asleep_ms = 3_600_000
    for _ in range(500):
        await asyncio.sleep(0.01)
        if not second.seated.game.clock.is_running:
            break
    await lobby.stop()
    return not second.seated.game.clock.is_running


def test_after_sleep_all_games_are_woken_even_if_one_was_written_by_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "HEARTBEAT_S", 0.01)
    with opened_means(tmp_path) as means:
        assert asyncio.run(is_stopped_by_sleep(means, TimeWithSleep()))


class AskedForAtOnce(SqliteRegister):
    """A register whose new games somebody asks for before the one who has them arranged goes on."""

    ask: Callable[[str], None]

    def add_game(
        self,
        game_id: str,
        settled: Settled,
        chairs: Mapping[str, Chair],
        keys: Sequence[Key] = (),
    ) -> None:
        super().add_game(game_id, settled, chairs, keys)
        self.ask(game_id)


async def tasks_of_a_new_game(means: LobbyPorts, register: AskedForAtOnce) -> list[GameTask]:
    """All tasks that were begun for one new game, which somebody else asks for at once."""
    begun_tasks: list[GameTask] = []

    async def opened(task: GameTask) -> None:
        begun_tasks.append(task)

    lobby = Lobby(replace(means, register=register), to_nobody, opened)
    loop, asked = asyncio.get_running_loop(), list[Future[GameTask]]()
    register.ask = lambda game_id: asked.append(
        asyncio.run_coroutine_threadsafe(lobby.game(game_id), loop)
    )
    await lobby.arrange(ARRANGEMENT)
    await asyncio.gather(*map(asyncio.wrap_future, asked))
    for task in begun_tasks:
        await task.stop()
    return begun_tasks


def test_a_new_game_that_is_asked_for_before_it_is_open_has_one_writer(tmp_path: Path) -> None:
    with (
        opened_means(tmp_path) as means,
        closing(AskedForAtOnce(tmp_path / "asked.sqlite")) as register,
    ):
        tasks = asyncio.run(tasks_of_a_new_game(means, register))

    assert len(tasks) == 1


async def stopped_while_one_is_put_away(lobby: Lobby, disk: SlowDisk) -> None:
    """The first game takes its time to stop, and meanwhile the second one is put away."""
    task = await begun(lobby)
    other = await another_begun(lobby)
    disk.get_stuck()
    asked = asyncio.create_task(task.attend(IN_A_WORKER))
    await asyncio.to_thread(disk.is_reached.wait, 60)
    stopping = asyncio.create_task(lobby.stop())
    await asyncio.sleep(0.1)
    assert await lobby.put_away(other.game_id, lambda: True)
    disk.let_go()
    await asyncio.wait_for(stopping, 60)
    assert await asyncio.wait_for(asked, 60) == "done"


def test_a_lobby_stops_even_while_a_game_is_put_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened_means(tmp_path) as means:
        lobby = Lobby(means, to_nobody)
        asyncio.run(stopped_while_one_is_put_away(lobby, SlowDisk(monkeypatch)))


async def given_up_while_it_opened(means: LobbyPorts) -> GameTask:
    """A game that nobody waits for any more before it is open."""
    opening: asyncio.Future[GameTask] = asyncio.get_running_loop().create_future()

    async def opened(task: GameTask) -> None:
        opening.set_result(task)
        await asyncio.Event().wait()

    asked = asyncio.create_task(Lobby(means, to_nobody, opened).arrange(ARRANGEMENT))
    task = await asyncio.wait_for(opening, 60)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    await task.attend(TimePassed())
    return task


def test_a_game_that_is_given_up_while_it_opens_is_stopped(tmp_path: Path) -> None:
    with opened_means(tmp_path) as means, pytest.raises(JournalLost):
        asyncio.run(given_up_while_it_opened(means))


WRONG = {
    "another writer": Conflict("Another program has written."),
    "our own error": ZeroDivisionError(),
}


async def two_left_running(means: LobbyPorts) -> tuple[str, str]:
    """Two games whose clocks ran when the program ended."""
    lobby = Lobby(means, to_nobody)
    games = (await begun(lobby)).game_id, (await another_begun(lobby)).game_id
    await lobby.stop()
    return games


@pytest.mark.parametrize("error", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("where", ["read", "append"])
def test_a_game_that_cannot_be_opened_does_not_keep_the_others_closed(
    error: Exception, where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def opened_anew(means: LobbyPorts, first: str) -> tuple[frozenset[str], GameTask]:
        lobby, real = Lobby(means, to_nobody), getattr(SqliteJournal, where)

        def wrong(journal: SqliteJournal, game_id: str, *args: object, **named: object) -> object:
            if game_id == first:
                raise error
            return real(journal, game_id, *args, **named)

        with monkeypatch.context() as patch:
            patch.setattr(SqliteJournal, where, wrong)
            await lobby.start()
        opened = frozenset(lobby.running)
        asked_for = await lobby.game(first)
        await lobby.stop()
        return opened, asked_for

    with opened_means(tmp_path) as means:
        first, second = asyncio.run(two_left_running(means))
        opened, asked_for = asyncio.run(opened_anew(means, first))

    assert opened == {second}
    assert asked_for.seated.game.is_in_play
