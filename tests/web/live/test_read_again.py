"""A game that is read again after an error of the program: nobody and nothing is lost by it."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import chess
import pytest

from tests.web.live.lobby_stage import begun
from tests.web.means import opened_means
from voice_chess.game.moves import MoveAnnounced
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.boards.board_talk import BoardTalk
from voice_chess.session.games import arrears
from voice_chess.session.games.game_task import GameTask, TaskStep
from voice_chess.session.games.live_game import LiveGame
from voice_chess.session.games.seat import SeatParticipant
from voice_chess.session.ledger import Happening
from voice_chess.session.listening.inputs import BoardTells, Typed
from voice_chess.session.lobby.lobby import Lobby, LobbyPorts
from voice_chess.session.ports import JournalLost
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import BoardScan

START = PegBoard.from_fen(chess.STARTING_FEN)


async def read_again(
    means: LobbyPorts,
) -> tuple[LiveGame[SeatParticipant], LiveGame[SeatParticipant]]:
    """The game before and after, White having begun to speak."""
    lobby = Lobby(means, lambda _task, _step: None)
    task = await begun(lobby)
    before = task.seated
    before.begins_to_speak(Role.WHITE)
    with pytest.raises(JournalLost, match="read again"):
        await task.attend(Typed(listener="nobody", at_ms=0, text="e4"))
    await lobby.stop()
    return before, task.seated


def test_no_flag_falls_in_the_middle_of_an_utterance(tmp_path: Path) -> None:
    with opened_means(tmp_path) as means:
        before, after = asyncio.run(read_again(means))

    assert after is not before
    assert after.speaking == {Role.WHITE}
    assert after.is_mover_speaking


def wrong_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first time that a board follows the game, the program is wrong."""
    follow = BoardTalk.follow

    def wrong(*_: object) -> None:
        monkeypatch.setattr(BoardTalk, "follow", follow)
        raise ZeroDivisionError

    monkeypatch.setattr(BoardTalk, "follow", wrong)


async def failing_move(lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> LiveGame[SeatParticipant]:
    """White's move is written, and an error comes behind it."""
    task = await begun(lobby)
    stands = BoardTells(listener=Role.WHITE, at_ms=0, happenings=(BoardScan(board=START),))
    await task.attend(stands)
    wrong_once(monkeypatch)
    with pytest.raises(JournalLost, match="read again"):
        await task.attend(Typed(listener=Role.WHITE, at_ms=10**9, text="e4"))
    await lobby.stop()
    return task.seated


def test_what_was_written_before_an_error_of_ours_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[TaskStep] = []
    with opened_means(tmp_path) as means:
        lobby = Lobby(means, lambda _task, step: steps.append(step))
        asyncio.run(failing_move(lobby, monkeypatch))
    told = [one.event for step in steps for one in step.outputs if isinstance(one, Happening)]

    assert [event.uci for event in told if isinstance(event, MoveAnnounced)] == ["e2e4"]


def test_what_a_board_has_felt_at_a_seat_is_still_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened_means(tmp_path) as means:
        game = asyncio.run(failing_move(Lobby(means, lambda *_: None), monkeypatch))

    assert game.participant(Role.WHITE).boards.felt_board(white=True).board == START


def test_a_game_outlives_an_error_in_what_its_pages_are_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def wrong(_task: GameTask, step: TaskStep) -> None:
        if any(isinstance(one, Happening) for one in step.outputs):
            raise ZeroDivisionError

    async def played(means: LobbyPorts) -> Game:
        lobby = Lobby(means, wrong)
        task = await begun(lobby)
        for role, text in ((Role.WHITE, "e4"), (Role.BLACK, "e5")):
            await task.attend(Typed(listener=role, at_ms=10**9, text=text))
        await lobby.stop()
        return task.seated.game

    with opened_means(tmp_path) as means:
        game = asyncio.run(played(means))

    assert game.position.moves == ("e2e4", "e7e5")
    assert "ZeroDivisionError" in caplog.text


def test_what_is_always_wrong_is_tried_more_and_more_rarely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []

    def wrong(_game: object) -> None:
        tried.append(1)
        raise ZeroDivisionError

    async def waited(means: LobbyPorts) -> None:
        lobby = Lobby(means, lambda *_: None)
        task = await begun(lobby)
        monkeypatch.setattr(LiveGame, "look", wrong)
        monkeypatch.setattr(LiveGame, "next_look_ms", 0)
        await task.attend(Typed(listener=Role.WHITE, at_ms=10**9, text="e4"))
        await asyncio.sleep(1.2)
        await lobby.stop()

    with opened_means(tmp_path) as means:
        asyncio.run(waited(means))

    assert 2 <= len(tried) <= 6


Wrong: TypeAlias = Callable[[pytest.MonkeyPatch], None]


def _wrong_once(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let the next call of this method of a game raise an error of ours."""
    right = getattr(LiveGame, name)

    def wrong(*_: object) -> None:
        monkeypatch.setattr(LiveGame, name, right)
        raise ZeroDivisionError

    monkeypatch.setattr(LiveGame, name, wrong)


def wrong_at_handing_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next game that is read again is not handed over."""
    _wrong_once(monkeypatch, "hand_over")


def wrong_at_halting(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would stop the clocks of the game that is not handed over is wrong as well."""
    wrong_at_handing_over(monkeypatch)
    _wrong_once(monkeypatch, "halt")


def wrong_about_the_next_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three times in a row nobody can tell when the next look is due."""
    look, times = LiveGame.next_look_ms, iter(range(3))

    def wrong(game: LiveGame[SeatParticipant]) -> int | None:
        if next(times, None) is None:
            monkeypatch.setattr(LiveGame, "next_look_ms", look)
            return game.next_look_ms
        raise ZeroDivisionError

    monkeypatch.setattr(LiveGame, "next_look_ms", property(wrong))


@pytest.mark.parametrize("go_wrong", [wrong_at_handing_over, wrong_at_halting])
def test_a_game_whose_reading_again_fails_still_serves_those_who_ask(
    go_wrong: Wrong, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrears, "RETRY_MS", 1)

    async def played(means: LobbyPorts) -> Game:
        lobby = Lobby(means, lambda *_: None)
        task = await begun(lobby)
        go_wrong(monkeypatch)
        with pytest.raises(JournalLost, match="again"):
            await asyncio.wait_for(task.attend(Typed(listener="nobody", at_ms=0, text="e4")), 60)
        await asyncio.sleep(0.3)
        move = Typed(listener=Role.WHITE, at_ms=10**9, text="e4")
        await asyncio.wait_for(task.attend(move), 60)
        await lobby.stop()
        return task.seated.game

    with opened_means(tmp_path) as means:
        assert asyncio.run(played(means)).position.moves == ("e2e4",)


def test_a_game_that_cannot_tell_when_to_look_next_serves_those_who_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def played(means: LobbyPorts) -> tuple[LiveGame[SeatParticipant], GameTask]:
        lobby = Lobby(means, lambda *_: None)
        task = await begun(lobby)
        before = task.seated
        wrong_about_the_next_look(monkeypatch)
        move = Typed(listener=Role.WHITE, at_ms=10**9, text="e4")
        await asyncio.wait_for(task.attend(move), 60)
        for _ in range(500):
            await asyncio.sleep(0.01)
            if task.seated is not before:
                break
        reply = Typed(listener=Role.BLACK, at_ms=10**9, text="e5")
        await asyncio.wait_for(task.attend(reply), 60)
        await lobby.stop()
        return before, task

    with opened_means(tmp_path) as means:
        before, task = asyncio.run(played(means))

    assert task.seated is not before
    assert task.seated.game.position.moves == ("e2e4", "e7e5")
