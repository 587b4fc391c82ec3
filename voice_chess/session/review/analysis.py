"""Lets an engine evaluate whole games, one after the other, while its findings can be read."""

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Literal, TypeAlias

from voice_chess.laws.position import Position
from voice_chess.plain_error import described
from voice_chess.review.evaluation import Evaluation, at_the_end
from voice_chess.review.reviewed_game import ReviewedGame
from voice_chess.session.ports import Engines, OpponentLost

State: TypeAlias = Literal["waiting", "running", "done", "failed"]

MOST_KEPT = 200
"""The most games whose evaluations are kept."""

MOST_WAITING = 50
_log = logging.getLogger(__name__)


class TooManyWait(Exception):
    """A game or position is refused, because too many wait for the engine already."""


@dataclass(slots=True, kw_only=True)
class Analysis:
    """What was found so far about one game; written by one thread, read by any.

    `evaluations` has one for each position; None: not yet found.
    """

    game: ReviewedGame
    evaluations: list[Evaluation | None]
    engine: str = ""
    """The name by which the engine calls itself; empty before it has begun."""
    state: State = "waiting"

    @property
    def done(self) -> int:
        return sum(evaluation is not None for evaluation in self.evaluations)

    @property
    def is_going(self) -> bool:
        """Whether more will be found."""
        return self.state in ("waiting", "running")

    def run(self, engines: Engines, between: Callable[[], None] = lambda: None) -> None:
        """Evaluate every position, from the last to the first; blocks.

        Backwards, because the engine remembers what it has seen of later positions: in the same
        time for each, it looks two to four half-moves deeper, and finds mistakes that it would miss
        on the way forwards. `between` is called before each position.
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
        except Exception as error:  # noqa: BLE001 - who reads on must not wait for ever
            _log.error("analysis=failed %s", described(error))
            self.state = "failed"
        else:
            self.state = "done"


@dataclass(slots=True)
class Analyst:
    """Evaluates games in a single thread, so that reviews take no more than one core from play."""

    engines: Engines
    most_kept: int = MOST_KEPT
    most_waiting: int = MOST_WAITING
    _thread: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, "analyst"), init=False
    )
    _games: dict[str, Analysis] = field(default_factory=dict, init=False)
    """The analyses by key, in the order in which they were asked for."""
    _soon: deque[tuple[Position, Future[Evaluation]]] = field(default_factory=deque, init=False)
    """Single positions for which somebody waits."""

    def found(self, key: str) -> Analysis | None:
        """Return the analysis of the game with this key; None if there is none."""
        return self._games.get(key)

    def look_at(self, key: str, game: ReviewedGame) -> Analysis:
        """Return the analysis of this game; begin it if there is none, or if it has failed.

        Raises `TooManyWait`.
        """
        found = self._games.get(key)
        if found is not None and found.state != "failed":
            return found
        if sum(other.state == "waiting" for other in self._games.values()) >= self.most_waiting:
            raise TooManyWait
        analysis = Analysis(game=game, evaluations=[None] * len(game.positions))
        self._games.pop(key, None)  # so that an analysis begun anew stands last
        self._games[key] = analysis
        self._forget()
        self._thread.submit(analysis.run, self.engines, self._judge_soon)
        return analysis

    def judge(self, position: Position) -> Future[Evaluation]:
        """Evaluate one position, before the next one of any game. Raises `TooManyWait`.

        The future may raise `OpponentLost`.
        """
        if len(self._soon) >= self.most_waiting:
            raise TooManyWait
        wanted: Future[Evaluation] = Future()
        self._soon.append((position, wanted))
        try:
            self._thread.submit(self._judge_soon)
        except RuntimeError:  # it is closed
            self._give_up()
        return wanted

    def _judge_soon(self) -> None:
        """Evaluate the waiting positions; the one thread does it, so that none is taken twice."""
        while (soon := self._next_soon()) is not None:
            position, wanted = soon
            if not wanted.set_running_or_notify_cancel():
                continue
            try:
                wanted.set_result(_judged(position, self.engines))
            except OpponentLost as lost:
                wanted.set_exception(lost)
            except Exception as error:  # noqa: BLE001 - told to whoever waits, as a lost engine is
                _log.error("evaluation=failed %s", described(error))
                wanted.set_exception(OpponentLost("The position could not be evaluated."))

    def _next_soon(self) -> tuple[Position, Future[Evaluation]] | None:
        """Take the next waiting position; None if there is none. Any thread may call."""
        try:
            return self._soon.popleft()
        except IndexError:
            return None

    def _give_up(self) -> None:
        """Tell everybody who still waits that nothing more will be evaluated."""
        for analysis in tuple(self._games.values()):
            if analysis.state == "waiting":
                analysis.state = "failed"
        while (soon := self._next_soon()) is not None:
            if soon[1].set_running_or_notify_cancel():
                soon[1].set_exception(OpponentLost("The engine is being closed."))

    def ahead(self, analysis: Analysis) -> int:
        """Return how many games are still to be finished before this one."""
        before = takewhile(lambda other: other is not analysis, tuple(self._games.values()))
        return sum(other.is_going for other in before)

    def forget(self, game_id: str) -> None:
        """Keep nothing of this game."""
        for key in [key for key in tuple(self._games) if key.partition(".")[0] == game_id]:
            self._games.pop(key, None)

    def close(self) -> None:
        """Begin no more; the analysis that is running ends with its engine."""
        self._thread.shutdown(wait=False, cancel_futures=True)
        self._give_up()

    def finish(self) -> None:
        """Wait until everything that was asked for is done, and begin no more."""
        self._thread.shutdown(wait=True)

    def _forget(self) -> None:
        ended = [key for key, each in self._games.items() if not each.is_going]
        for key in ended[: max(0, len(self._games) - self.most_kept)]:
            del self._games[key]


def _judged(position: Position, engines: Engines) -> Evaluation:
    """Return the evaluation; a position in which play is over needs no engine.

    Raises `OpponentLost`.
    """
    return at_the_end(position) or engines.evaluate(position)
