"""Keeps the games that are reviewed on this server, and what engines have found about them."""

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeAlias

from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation, at_the_end
from voice_chess.review.reviewed_game import ReviewedGame
from voice_chess.session.ports import Engines
from voice_chess.session.review.analysis import Analysis, Analyst
from voice_chess.web.protection.rate_limits import Buckets

_MOST_KEPT = 100
"""How many games are cached, so that they need not be made from their events each time."""

_MOST_OF_PAGES = 200
"""The number of games for which the findings of engines in browsers are kept."""

_MOST_OWN = 1_000
"""The number of positions after readers' own moves whose evaluation is kept."""

_JUDGED = (10, 1.0)
"""How many own moves one place can have judged at once, and each second."""

_SPOKEN = (20, 3.0)
"""How many positions and answers one place can have spoken at once, and each second: more than
anybody can listen to.
"""

Own: TypeAlias = tuple[str, int, tuple[str, ...]]
"""The key of a game or of a page's findings, a ply, and the moves that were tried from there."""


class Reviews:
    """Reviewed games and findings, by the key of a game: its name and its number of events."""

    def __init__(self, engines: Engines) -> None:
        self.engines = engines
        self.spoken = Buckets(*_SPOKEN)
        self.judged = Buckets(*_JUDGED)
        self._analyst = Analyst(engines)
        self._games: OrderedDict[str, ReviewedGame] = OrderedDict()
        self._brought: OrderedDict[str, ReviewedGame] = OrderedDict()
        self._of_pages: OrderedDict[str, Analysis] = OrderedDict()
        self._own: OrderedDict[Own, Evaluation] = OrderedDict()

    def game(self, key: str, make: Callable[[], ReviewedGame]) -> ReviewedGame:
        """Return the game with this key, made by `make` if it is not cached."""
        found = self._games.get(key)
        if found is None:
            found = self._games[key] = make()
            while len(self._games) > _MOST_KEPT:
                self._games.popitem(last=False)
        return found

    def keep(self, name: str, game: ReviewedGame) -> None:
        """Keep an imported game under a name that nobody can guess."""
        self._brought[name] = game
        while len(self._brought) > _MOST_KEPT:
            self._brought.popitem(last=False)

    def kept(self, name: str) -> ReviewedGame | None:
        """Return an imported game; None once too many came after it or the server was restarted."""
        return self._brought.get(name)

    def found(self, key: str) -> Analysis | None:
        """Return what the server's engine has found about the game, or None."""
        return self._analyst.found(key)

    def found_by_page(self, key: str) -> Analysis | None:
        """Return what the engine in a page's browser has found; the key includes the page's."""
        return self._of_pages.get(key)

    def begin_for_page(self, key: str, game: ReviewedGame, engine: str) -> Analysis:
        """Return a page's findings; begin them, if need be, with positions that need no engine."""
        found = self._of_pages.get(key)
        if found is None:
            over = [at_the_end(position) for position in game.positions]
            found = Analysis(game=game, evaluations=over, engine=engine, state="running")
            self._of_pages[key] = found
            while len(self._of_pages) > _MOST_OF_PAGES:
                self._of_pages.popitem(last=False)
        return found

    def judge(self, position: Position) -> Future[Evaluation]:
        """Have the engine evaluate one position before the next one of any game.

        Raises `TooManyWait`. The future can raise `OpponentLost`.
        """
        return self._analyst.judge(position)

    def own(self, own: Own) -> Evaluation | None:
        """Return the kept evaluation of the position after these own moves, or None."""
        return self._own.get(own)

    def keep_own(self, own: Own, evaluation: Evaluation) -> None:
        self._own[own] = evaluation
        while len(self._own) > _MOST_OWN:
            self._own.popitem(last=False)

    def look_at(self, key: str, game: ReviewedGame) -> Analysis:
        """Have the engine evaluate the game, unless it has begun. Raises `TooManyWait`."""
        return self._analyst.look_at(key, game)

    def ahead(self, analysis: Analysis) -> int:
        """Return how many other games the engine evaluates before this one."""
        return self._analyst.ahead(analysis)

    def forget(self, game_id: str) -> None:
        """Forget everything about a deleted game."""
        for kept in (self._games, self._of_pages):
            for key in [key for key in kept if key.partition(".")[0] == game_id]:
                del kept[key]
        for own in [own for own in self._own if own[0].partition(".")[0] == game_id]:
            del self._own[own]
        self._analyst.forget(game_id)

    def close(self) -> None:
        self._analyst.close()
