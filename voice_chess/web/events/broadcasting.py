"""The rounds of events, sent to a broadcast elsewhere as they are played; never in play's way.

What can't be sent is sent later, always as the round stands then: nothing piles up. Sending has a
thread of its own, so that a site which is slow or silent takes none of those that decide moves.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from voice_chess.event.broadcast import NOT_SHOWN
from voice_chess.event.competition import Competition, PairedRound
from voice_chess.session.background import stopped
from voice_chess.session.lobby.competitions import Competitions, OpenCompetition
from voice_chess.session.lobby.event_ports import Broadcaster, BroadcastLost, Untaken
from voice_chess.session.lobby.lobby import Lobby
from voice_chess.web.events.event_feed import round_as_pgn, shown_so_far

EACH_S = 3.0
"""Between two looks at what is new."""
FIRST_WAIT_S = 5.0
LONGEST_WAIT_S = 300.0
_AFTER_DAYS = 1
"""So long after its last day an event is still sent, wherever on earth it is."""
_log = logging.getLogger(__name__)


@dataclass(slots=True, kw_only=True)
class _Sending:
    """How far one round has got."""

    to: str
    mark: object = None
    """What was shown when it was sent last, and `text`, how that was written."""
    text: str = ""
    failures: int = 0
    not_before_s: float = 0.0
    lost: BroadcastLost | None = None


class Broadcasts:
    """Lives in the loop of the games."""

    def __init__(
        self, lobby: Lobby, competitions: Competitions, broadcaster: Broadcaster | None
    ) -> None:
        """Without a broadcaster organisers are told so."""
        self._lobby = lobby
        self._competitions = competitions
        self._broadcaster = broadcaster
        self._sendings: dict[tuple[str, int], _Sending] = {}
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        if self._broadcaster is not None:
            self._task = asyncio.create_task(self._run(self._broadcaster), name="broadcasts")

    async def stop(self) -> None:
        """What is being sent is not waited for."""
        await stopped(self._task)

    def trouble(self, event: OpenCompetition) -> tuple[int, BroadcastLost] | None:
        """The last round that did not get through, and why."""
        for number, to in reversed(_sent_rounds(event.now)):
            if self._broadcaster is None:
                return number, BroadcastLost(Untaken.NOT_EQUIPPED)
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
        """Send the round if anything of it is new, and the time for it has come."""
        where = event.event_id, number
        sending = self._sendings.get(where)
        if sending is None or sending.to != to:
            sending = self._sendings[where] = _Sending(to=to)
        now, loop = event.now, asyncio.get_running_loop()
        mark = now.terms.name, shown_so_far(now, number, self._lobby)
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
    """Twice as long with each failure in a row."""
    wait_s = min(FIRST_WAIT_S * 2**sending.failures, LONGEST_WAIT_S)
    sending.failures += 1
    sending.lost = lost
    sending.not_before_s = now_s + max(wait_s, lost.wait_s)


def _sent_rounds(now: Competition) -> list[tuple[int, str]]:
    """Number and destination of each that has begun and is shown elsewhere."""
    pairs: zip[tuple[PairedRound, str]] = zip(now.rounds, now.terms.broadcast, strict=False)
    return [
        (number, to)
        for number, (round_, to) in enumerate(pairs, start=1)
        if round_.is_started and to != NOT_SHOWN
    ]


def _is_past(now: Competition, wall_ms: int) -> bool:
    """What was sent in its days is not sent again whenever a server starts."""
    today = datetime.fromtimestamp(wall_ms / 1_000, UTC).date()
    return today - timedelta(days=_AFTER_DAYS) > datetime.fromisoformat(now.terms.last_day).date()


async def _in_own_thread(work: Callable[[], None]) -> None:
    """In one that nobody waits for when the server ends. Raises what the work raises."""
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
