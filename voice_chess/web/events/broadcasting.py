"""Sends the rounds of events to a broadcast site while they are played, without delaying play.

A round that can't be sent now is sent later, as it stands by then, so nothing piles up. Each push
runs in a thread of its own: a slow or silent site must not hold a thread that decides moves.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from voice_chess.event.competition import Competition, PairedRound
from voice_chess.event.terms import NOT_SHOWN
from voice_chess.session.in_loop import stopped
from voice_chess.session.lobby.competitions import Competitions, OpenCompetition
from voice_chess.session.lobby.event_ports import Broadcaster, BroadcastLost, Untaken
from voice_chess.session.lobby.lobby import Lobby
from voice_chess.web.events.event_feed import header_of_board, round_as_pgn, shown_so_far

EACH_S = 3.0
"""Seconds between two checks for news."""
FIRST_WAIT_S = 5.0
LONGEST_WAIT_S = 300.0
_MOST_DOUBLED = 100
"""The wait is the longest long before; a thousand doublings are beyond all numbers."""
_AFTER_DAYS = 1
"""Days after its last day on which an event is still sent: its time zone is not known."""
_log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class _Sending:
    """The state of sending one round to the destination `to`."""

    to: str
    mark: object = None
    """What `shown_so_far` returned, with the games' header, at the last push; `text` is its PGN."""
    text: str = ""
    failures: int = 0
    not_before_s: float = 0.0
    lost: BroadcastLost | None = None


class Broadcasts:
    """Checks all events for news and pushes it, in the games' event loop."""

    def __init__(
        self, lobby: Lobby, competitions: Competitions, broadcaster: Broadcaster | None
    ) -> None:
        """Without a broadcaster, `trouble` reports that the server is not equipped."""
        self._lobby = lobby
        self._competitions = competitions
        self._broadcaster = broadcaster
        self._sendings: dict[tuple[str, int], _Sending] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._broadcaster is not None:
            self._task = asyncio.create_task(self._run(self._broadcaster), name="broadcasts")

    async def stop(self) -> None:
        """Stop, without waiting for a push under way."""
        await stopped(self._task)

    def trouble(self, event: OpenCompetition) -> tuple[int, BroadcastLost] | None:
        """Return the last round that could not be sent, and why; None if all went through."""
        is_past = _is_past(event.now, self._lobby.means.time.wall_ms())
        for number, to in reversed(_sent_rounds(event.now)):
            if self._broadcaster is None:
                return number, BroadcastLost(Untaken.NOT_EQUIPPED)
            if is_past and any(board.is_open for board in event.now.rounds[number - 1].boards):
                return number, BroadcastLost(Untaken.PAST)
            sending = self._sendings.get((event.event_id, number))
            if sending is not None and sending.to == to and sending.lost is not None:
                return number, sending.lost
        return None

    async def _run(self, broadcaster: Broadcaster) -> None:
        while True:
            await asyncio.sleep(EACH_S)
            for event in tuple(self._competitions.all.values()):
                if _is_past(event.now, self._lobby.means.time.wall_ms()):
                    continue
                for number, to in _sent_rounds(event.now):
                    try:
                        await self._look_at(event, number, to, broadcaster)
                    except Exception as error:  # noqa: BLE001 - the other rounds go on
                        _log.error("event=%s feed=%s", event.event_id, type(error).__name__)

    async def _look_at(
        self, event: OpenCompetition, number: int, to: str, broadcaster: Broadcaster
    ) -> None:
        """Send the round if there is news in it and no wait after a failure is running."""
        where = event.event_id, number
        sending = self._sendings.get(where)
        if sending is None or sending.to != to:
            sending = self._sendings[where] = _Sending(to=to)
        now, loop = event.now, asyncio.get_running_loop()
        mark = header_of_board(now, number, 0), shown_so_far(now, number, self._lobby)
        if mark == sending.mark or loop.time() < sending.not_before_s:
            return
        most = broadcaster.most_games
        text = await self._lobby.do(lambda: round_as_pgn(now, number, self._lobby, most))
        if text and text != sending.text:
            try:
                await _in_own_thread(lambda: broadcaster.push(to, text))
            except BroadcastLost as lost:
                _put_off(sending, lost, loop.time())
                _log.warning("event=%s round=%d broadcast=%s", *where, lost.why)
                return
            sending.failures, sending.lost = 0, None
        sending.mark, sending.text = mark, text


def _put_off(sending: _Sending, lost: BroadcastLost, now_s: float) -> None:
    """Note a failure. The wait doubles with each failure in a row, up to `LONGEST_WAIT_S`."""
    wait_s = min(FIRST_WAIT_S * 2**sending.failures, LONGEST_WAIT_S)
    sending.failures = min(sending.failures + 1, _MOST_DOUBLED)
    sending.lost = lost
    sending.not_before_s = now_s + max(wait_s, lost.wait_s)


def _sent_rounds(now: Competition) -> list[tuple[int, str]]:
    """Return number and destination of each round that has begun and is to be broadcast."""
    pairs: zip[tuple[PairedRound, str]] = zip(now.rounds, now.terms.broadcast, strict=False)
    return [
        (number, to)
        for number, (round_, to) in enumerate(pairs, start=1)
        if round_.is_started and to != NOT_SHOWN
    ]


def _is_past(now: Competition, wall_ms: int) -> bool:
    """Return whether the event is over, so that a server that starts doesn't send it again."""
    today = datetime.fromtimestamp(wall_ms / 1_000, UTC).date()
    return today - timedelta(days=_AFTER_DAYS) > datetime.fromisoformat(now.terms.last_day).date()


async def _in_own_thread(work: Callable[[], None]) -> None:
    """Run `work` in a daemon thread, which the server's end does not wait for.

    Raises what `work` raises.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def tell(error: BaseException | None) -> None:
        if done.done():
            return
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    def run() -> None:
        error: BaseException | None = None
        try:
            work()
        except Exception as found:  # noqa: BLE001 - told to the caller who waits for the work
            error = found
        if not loop.is_closed():
            loop.call_soon_threadsafe(tell, error)

    threading.Thread(target=run, name="broadcast", daemon=True).start()
    await done
