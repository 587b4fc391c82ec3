"""A game's task and the workers that do its steps."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from voice_chess.session.games.chairs import Settled
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.games.live_game import LiveGame, Subscriber
from voice_chess.session.games.seat import SeatParticipant
from voice_chess.session.ports import JournalLost


def test_work_that_outlasts_the_server_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    has_begun, may_end = threading.Event(), threading.Event()

    def opened(_subscriber: Subscriber) -> LiveGame[SeatParticipant]:
        has_begun.set()
        may_end.wait(10)
        message = "The journal is away."
        raise JournalLost(message)

    with ThreadPoolExecutor(1) as workers:

        async def serve() -> None:
            task = GameTask("some-game", Settled(), opened, workers, lambda *_: None)
            opening = asyncio.create_task(task.start())
            await asyncio.to_thread(has_begun.wait, 10)
            assert not opening.done()

        asyncio.run(serve())
        may_end.set()

    assert caplog.messages == []
