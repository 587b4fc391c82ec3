"""A player who sits at no board: thinks on their turn, then announces, executes and presses."""

from voice_chess.game.commands import (
    AnnounceMove,
    Command,
    ExecuteMove,
    PressClock,
    RepeatMove,
)
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.conversation import Conversation
from voice_chess.session.engine_duties import agreements, is_on_turn, reply_to_offer, time_left
from voice_chess.session.ledger import Ledger
from voice_chess.session.ports import Opponent


class AbsentPlayer:
    """Plays `by` in the game of this ledger; everything they do is told like a person's."""

    def __init__(self, opponent: Opponent, ledger: Ledger, talk: Conversation, by: Role) -> None:
        self._opponent = opponent
        self._ledger = ledger
        self._talk = talk
        self._by = by
        self._asked_at: int | None = None
        """The number of moves of the game when they were asked to think."""

    def look(self, now_ms: int) -> None:
        """Do what their turn asks of them now. Raises `OpponentLost`."""
        for agree in agreements(self._ledger.game, self._by):
            self._talk.do(agree(by=self._by, at_ms=now_ms))
        game = self._ledger.game
        if not is_on_turn(game, self._by):
            self._asked_at = None
            return
        self._repeat(game, now_ms)
        if self._asked_at != len(game.position.moves):
            self._asked_at = len(game.position.moves)
            self._opponent.think(game.position, time_left(game, now_ms))
        uci = self._opponent.choice()
        if uci is not None:
            self._asked_at = None
            reply = reply_to_offer(game, self._by, self._opponent.wants_draw)
            if reply is not None:
                self._talk.do(reply(by=self._by, at_ms=now_ms))
            self._move(uci, now_ms)

    def _repeat(self, game: Game, now_ms: int) -> None:
        """What a player may owe before they think."""
        if game.table.customs.must_repeat and not game.turn.is_repeated and game.last_move:
            self._talk.do(RepeatMove(by=self._by, at_ms=now_ms, uci=game.last_move))

    def _move(self, uci: str, now_ms: int) -> None:
        """Announced, executed where hands are reported, pressed; until the game is over."""
        is_reported = self._ledger.game.table.customs.execution == "reported"
        commands: list[Command] = [AnnounceMove(by=self._by, at_ms=now_ms, uci=uci)]
        commands += [ExecuteMove(by=self._by, at_ms=now_ms)] if is_reported else []
        commands += [PressClock(by=self._by, at_ms=now_ms)]
        for command in commands:
            if is_on_turn(self._ledger.game, self._by):
                self._talk.do(command)
