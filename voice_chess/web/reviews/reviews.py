"""Games that are looked at again on this server, and the engine that looks at them."""

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
"""Games that are not made anew from their events each time."""

_MOST_OF_PAGES = 200
"""Games of which pages have told what the engines in their browsers think."""

_MOST_OWN = 1_000
"""Moves of people's own of which it is kept what the engine thinks."""

_JUDGED = (10, 1.0)
"""Moves of one's own that one place has judged at once, and a second."""

_SPOKEN = (20, 3.0)
"""Positions and answers that one place has spoken at once, and a second: faster than anybody
listens.
"""

Own: TypeAlias = tuple[str, int, tuple[str, ...]]
"""The key of a game or of a page's findings, a ply, and the moves that were tried from there."""


class Reviews:
    """By the key of a game: its name and how many events it has."""

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
        """The game with this key; `make` is asked where it is not known yet."""
        found = self._games.get(key)
        if found is None:
            found = self._games[key] = make()
            while len(self._games) > _MOST_KEPT:
                self._games.popitem(last=False)
        return found

    def keep(self, name: str, game: ReviewedGame) -> None:
        """Keep a game that was brought along, under a name that nobody guesses."""
        self._brought[name] = game
        while len(self._brought) > _MOST_KEPT:
            self._brought.popitem(last=False)

    def kept(self, name: str) -> ReviewedGame | None:
        """A game that was brought along, until there are too many or the server ends."""
        return self._brought.get(name)

    def found(self, key: str) -> Analysis | None:
        """What the engine has found of it."""
        return self._analyst.found(key)

    def found_by_page(self, key: str) -> Analysis | None:
        """What the engine in a page's browser has found; the page is named in the key."""
        return self._of_pages.get(key)

    def begin_for_page(self, key: str, game: ReviewedGame, engine: str) -> Analysis:
        """The same, begun where it was not: with what needs no engine."""
        found = self._of_pages.get(key)
        if found is None:
            over = [at_the_end(position) for position in game.positions]
            found = Analysis(game=game, evaluations=over, engine=engine, state="running")
            self._of_pages[key] = found
            while len(self._of_pages) > _MOST_OF_PAGES:
                self._of_pages.popitem(last=False)
        return found

    def judge(self, position: Position) -> Future[Evaluation]:
        """Let the engine look at one position, soon. Raises `TooManyWait`."""
        return self._analyst.judge(position)

    def own(self, own: Own) -> Evaluation | None:
        """What the engine thought behind these moves of somebody's own."""
        return self._own.get(own)

    def keep_own(self, own: Own, evaluation: Evaluation) -> None:
        self._own[own] = evaluation
        while len(self._own) > _MOST_OWN:
            self._own.popitem(last=False)

    def look_at(self, key: str, game: ReviewedGame) -> Analysis:
        """Let the engine begin, or see how far it is. Raises `TooManyWait`."""
        return self._analyst.look_at(key, game)

    def ahead(self, analysis: Analysis) -> int:
        """How many other games come before it."""
        return self._analyst.ahead(analysis)

    def forget(self, game_id: str) -> None:
        """Nobody looks at this game again."""
        for kept in (self._games, self._of_pages):
            for key in [key for key in kept if key.partition(".")[0] == game_id]:
                del kept[key]
        for own in [own for own in self._own if own[0].partition(".")[0] == game_id]:
            del self._own[own]
        self._analyst.forget(game_id)

    def close(self) -> None:
        self._analyst.close()
