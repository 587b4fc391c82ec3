"""An engine looks at whole games, one after the other, while others look at what it has found."""

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Literal, TypeAlias

from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation, at_the_end
from voice_chess.review.reviewed_game import ReviewedGame
from voice_chess.session.ports import Engines, OpponentLost

State: TypeAlias = Literal["waiting", "running", "done", "failed"]

MOST_KEPT = 200
"""Games whose evaluations are kept."""

MOST_WAITING = 50
_log = logging.getLogger(__name__)


class TooManyWait(Exception):
    """So many games wait for the engine that one more is refused."""


@dataclass(slots=True, kw_only=True)
class Analysis:
    """What was found of one game so far; written by one thread, read by any."""

    game: ReviewedGame
    evaluations: list[Evaluation | None]
    engine: str = ""
    """As it calls itself."""
    state: State = "waiting"

    @property
    def done(self) -> int:
        return sum(evaluation is not None for evaluation in self.evaluations)

    @property
    def is_going(self) -> bool:
        """More will be found."""
        return self.state in ("waiting", "running")

    def run(self, engines: Engines, between: Callable[[], None] = lambda: None) -> None:
        """Look at every position, from the last to the first; blocks. First what comes `between`.

        Backwards, because an engine remembers what it has seen of later positions: of the same
        time for each it looks two to four half-moves deeper, and finds mistakes that it misses on
        the way forwards.
        """
        self.state = "running"
        try:
            self.engine = engines.name()
            for ply in reversed(range(len(self.evaluations))):
                between()
                self.evaluations[ply] = _judged(self.game.positions[ply], engines)
        except OpponentLost as lost:
            _log.warning("analysis=failed reason=%s", lost)
            self.state = "failed"
        else:
            self.state = "done"


@dataclass(slots=True)
class Analyst:
    """One thread for all games, so that reviews never take more than one core from play."""

    engines: Engines
    most_kept: int = MOST_KEPT
    most_waiting: int = MOST_WAITING
    _thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, "analyst"), init=False
    )
    _games: dict[str, Analysis] = field(default_factory=dict, init=False)
    """In the order in which they were asked for."""
    _soon: deque[tuple[Position, Future[Evaluation]]] = field(default_factory=deque, init=False)
    """Somebody waits for these."""

    def found(self, key: str) -> Analysis | None:
        """What there is of the game with this key."""
        return self._games.get(key)

    def look_at(self, key: str, game: ReviewedGame) -> Analysis:
        """Begin, unless it was begun; one that failed is begun anew. Raises `TooManyWait`."""
        found = self._games.get(key)
        if found is not None and found.state != "failed":
            return found
        if sum(other.state == "waiting" for other in self._games.values()) >= self.most_waiting:
            raise TooManyWait
        analysis = Analysis(game=game, evaluations=[None] * len(game.positions))
        self._games.pop(key, None)  # so that what was begun anew stands last
        self._games[key] = analysis
        self._forget()
        self._thread.submit(analysis.run, self.engines, self._judge_soon)
        return analysis

    def judge(self, position: Position) -> Future[Evaluation]:
        """Look at one position, before the next one of any game. Raises `TooManyWait`.

        What comes of it may be `OpponentLost`.
        """
        if len(self._soon) >= self.most_waiting:
            raise TooManyWait
        wanted: Future[Evaluation] = Future()
        self._soon.append((position, wanted))
        self._thread.submit(self._judge_soon)
        return wanted

    def _judge_soon(self) -> None:
        """In the one thread, so that nobody else takes any of them meanwhile."""
        while self._soon:
            position, wanted = self._soon.popleft()
            if not wanted.set_running_or_notify_cancel():
                continue
            try:
                wanted.set_result(_judged(position, self.engines))
            except OpponentLost as lost:
                wanted.set_exception(lost)

    def ahead(self, analysis: Analysis) -> int:
        """How many games come before this one."""
        before = takewhile(lambda other: other is not analysis, tuple(self._games.values()))
        return sum(other.is_going for other in before)

    def forget(self, game_id: str) -> None:
        """Keep nothing of this game."""
        for key in [key for key in tuple(self._games) if key.partition(".")[0] == game_id]:
            self._games.pop(key, None)

    def close(self) -> None:
        """Begin no more; what is being looked at ends with its engine."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def finish(self) -> None:
        """Wait until everything that was asked for is done, and begin no more."""
        self._thread.shutdown(wait=True)

    def _forget(self) -> None:
        ended = [key for key, each in self._games.items() if not each.is_going]
        for key in ended[: max(0, len(self._games) - self.most_kept)]:
            del self._games[key]


def _judged(position: Position, engines: Engines) -> Evaluation:
    """Where play is over, without the engine. Raises `OpponentLost`."""
    return at_the_end(position) or engines.evaluate(position)
