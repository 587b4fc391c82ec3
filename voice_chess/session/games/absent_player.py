"""A player who sits at no board: thinks on their turn, and asks the game as whoever sits there."""

from collections.abc import Iterable

from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.games.attending import attend
from voice_chess.session.games.engine_duties import Making, is_on_turn, moving, owed, time_left
from voice_chess.session.games.live_game import LiveGame
from voice_chess.session.games.participants import AroundOneTable
from voice_chess.session.listening.inputs import Decided
from voice_chess.session.ports import Chosen, Opponent


class AbsentPlayer:
    """Plays `by` in this game; everything they do is told like a person's."""

    def __init__(self, opponent: Opponent, live: LiveGame[AroundOneTable], by: Role) -> None:
        self._opponent = opponent
        self._live = live
        self._by = by
        self._asked_at: int | None = None
        """The number of moves of the game when they were asked to think."""

    def look(self, now_ms: int) -> None:
        """Do what their turn asks of them now. Raises `OpponentLost`, `JournalLost`."""
        self._ask(owed(self._game, self._by), now_ms)
        game = self._game
        if not is_on_turn(game, self._by):
            self._asked_at = None
            return
        if self._asked_at != len(game.position.moves):
            self._asked_at = len(game.position.moves)
            self._opponent.think(game.position, time_left(game, now_ms))
        uci = self._opponent.choice()
        if uci is not None:
            self._asked_at = None
            chosen = Chosen(uci=uci, wants_draw=self._opponent.wants_draw())
            self._ask(moving(lambda: self._game, self._by, chosen), now_ms)

    @property
    def _game(self) -> Game:
        return self._live.ledger.game

    def _ask(self, makes: Iterable[Making], now_ms: int) -> None:
        """Speaking takes time, for which nobody pays: all of it happens now."""
        for make in makes:
            command = make(by=self._by, at_ms=now_ms)
            attend(self._live, Decided(at_ms=now_ms, command=command))
