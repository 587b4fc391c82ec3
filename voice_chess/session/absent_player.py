"""A player who sits at no board: thinks on their turn, then announces, executes and presses."""

from voice_chess.game.agreement_commands import AcceptTakeback
from voice_chess.game.commands import (
    AcceptDraw,
    AnnounceMove,
    Command,
    DeclineDraw,
    ExecuteMove,
    PressClock,
    RepeatMove,
)
from voice_chess.game.state import Game, InPlay
from voice_chess.game.table import Role
from voice_chess.session.conversation import Conversation
from voice_chess.session.ledger import Ledger
from voice_chess.session.ports import Opponent, TimeLeft


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
        takeback = self._ledger.game.turn.takeback
        if takeback is not None and takeback[0] is not (self._by is Role.WHITE):
            self._talk.do(AcceptTakeback(by=self._by, at_ms=now_ms))
        game = self._ledger.game
        if not self._is_on_move(game):
            self._asked_at = None
            return
        self._repeat(game, now_ms)
        if self._asked_at != len(game.position.moves):
            self._asked_at = len(game.position.moves)
            self._opponent.think(game.position, time_left(game, now_ms))
        uci = self._opponent.choice()
        if uci is not None:
            self._asked_at = None
            self._answer(game, now_ms)
            self._move(uci, now_ms)

    def _is_on_move(self, game: Game) -> bool:
        is_on = isinstance(game.phase, InPlay) and game.clock.is_running
        return is_on and game.mover is self._by

    def _repeat(self, game: Game, now_ms: int) -> None:
        """What a player may owe before they think."""
        if game.table.customs.must_repeat and not game.turn.is_repeated and game.last_move:
            self._talk.do(RepeatMove(by=self._by, at_ms=now_ms, uci=game.last_move))

    def _answer(self, game: Game, now_ms: int) -> None:
        """A word on an offer, once they know how they stand."""
        if game.turn.offer_by_white not in (None, self._by is Role.WHITE):
            answer = AcceptDraw if self._opponent.wants_draw() else DeclineDraw
            self._talk.do(answer(by=self._by, at_ms=now_ms))

    def _move(self, uci: str, now_ms: int) -> None:
        """Announced, executed where hands are reported, pressed; until the game is over."""
        is_reported = self._ledger.game.table.customs.execution == "reported"
        commands: list[Command] = [AnnounceMove(by=self._by, at_ms=now_ms, uci=uci)]
        commands += [ExecuteMove(by=self._by, at_ms=now_ms)] if is_reported else []
        commands += [PressClock(by=self._by, at_ms=now_ms)]
        for command in commands:
            if self._is_on_move(self._ledger.game):
                self._talk.do(command)


def time_left(game: Game, now_ms: int) -> TimeLeft:
    """What an engine is told of both clocks."""
    clock = game.clock
    white, black = clock.period_of(white=True), clock.period_of(white=False)
    return TimeLeft(
        left_ms=(clock.left_ms(white=True, at_ms=now_ms), clock.left_ms(white=False, at_ms=now_ms)),
        increment_ms=(white.increment_ms + white.delay_ms, black.increment_ms + black.delay_ms),
    )
