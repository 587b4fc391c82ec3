"""A player's own board that feels its pieces, at a seat apart: what is played on it is played.

The player makes the opponent's moves on it as well. A position on the way to a move may look like
another move; so nothing is taken for one until the board has stood for a while, and how long that
is, the one who asks knows.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from voice_chess.game.state import Game, InPlay
from voice_chess.game.table import Role
from voice_chess.session.board_watch import BoardWatch, board_of
from voice_chess.session.conversation import Conversation
from voice_chess.session.replies import Make
from voice_chess.session.talk_ports import Floor
from voice_chess.speech import hand_words
from voice_chess.tactile.peg_board import HoleDifference, PegBoard
from voice_chess.tactile.peg_set import PegSet
from voice_chess.tactile.sensing import Felt, executed, is_executed

Standing: TypeAlias = Literal["level", "differs"]
MOST_TOLD = 4
"""Holes in which the board differs: of more nobody keeps track by ear."""


class Holder(Protocol):
    """The seat at which the board is."""

    @property
    def by(self) -> Role: ...

    @property
    def talk(self) -> Conversation: ...

    def show(self) -> None:
        """The page shows how the board stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedOnIt:
    """A move that stands on the board, and how many half-moves come before it."""

    uci: str
    ply: int


class FeltBoard:
    """What it has told so far; nothing while none is joined."""

    def __init__(self, seat: Holder, floor: Floor) -> None:
        self._seat = seat
        self._floor = floor
        self._watch = BoardWatch(white=seat.by is Role.WHITE)
        self._level_with: tuple[str, ...] | None = None
        """The moves after which the game was last as the board is; one is played from there."""
        self._tried: PlayedOnIt | None = None
        """The move that was taken from it since it last changed."""
        self._told: PegBoard | None = None
        """The board of which it was said that it differs."""

    @property
    def board(self) -> PegBoard | None:
        return self._watch.board

    @property
    def sensed(self) -> tuple[PegBoard | None, PegBoard | None]:
        """White's and Black's, as far as this seat knows."""
        return (self.board, None) if self._watch.white else (None, self.board)

    @property
    def standing(self) -> Standing | None:
        """How it stands beside the game, an announced move made or not; None where none is."""
        if self.board is None:
            return None
        game = self._floor.game
        return "differs" if self._agrees_with(game) is None else "level"

    def felt(self, happenings: Iterable[Felt], at_ms: int) -> None:
        """It has told something; where hands are reported, a lift touches."""
        before, self._tried = self.standing, None
        self._compare()
        for happening in happenings:
            touch = self._watch.touch(happening, self._floor.game, at_ms)
            self._watch = self._watch.felt(happening, self._floor.game)
            self._compare()
            game = self._floor.game
            if touch is not None and game.table.customs.execution == "reported":
                self._seat.talk.begin()
                self._seat.talk.do(touch)
        if self.standing != before:
            self._seat.show()

    def lost(self) -> None:
        """It tells nothing any more."""
        self._watch, self._told, self._level_with = self._watch.lost(), None, None
        self._seat.show()

    def tell_of_loss(self) -> None:
        white = self._watch.white
        self._seat.talk.tell(lambda m: hand_words.about_side("BoardLost", m.language, white=white))

    def played(self) -> PlayedOnIt | None:
        """The move that was made on it since it was as the game; each is returned once.

        It is the player's own, or their reply to a move that the opponent has announced.
        """
        game, position = self._floor.game, self._floor.game.position
        announced = game.turn.announcement
        is_on = isinstance(game.phase, InPlay) and game.clock.is_running
        is_own = game.white_to_move == self._watch.white
        if self.board is None or not is_on or is_own == (announced is not None):
            return None
        if announced is not None:
            if not position.is_legal(announced.uci):
                return None
            position = position.played(announced.uci)
        if self._level_with != position.moves:
            return None
        found = executed(PegBoard.from_fen(position.fen), self.board, position.legal_moves)
        played = PlayedOnIt(uci=found[0], ply=len(position.moves)) if found else None
        if played == self._tried:
            return None
        self._tried = played
        return played

    def settle(self, at_ms: int) -> None:
        """There is no new move on it: execute the announced one, or tell which stands instead."""
        game = self._floor.game
        execution, other = self._watch.execution(game, at_ms), self._watch.contradiction(game)
        if execution is not None and game.table.customs.execution == "reported":
            self._seat.talk.begin()
            self._seat.talk.do(execution)
        elif other is not None and self._is_news:
            self._told = self.board
            self._seat.talk.begin()
            self._seat.talk.tell(self._shows(other))

    def object(self) -> None:
        """It has stood long, and not as in the game: tell where, once.

        Where pieces are only missing, a hand holds them.
        """
        game = self._floor.game
        found = self._watch.differences(game) if self.standing == "differs" else ()
        is_held = all(hole.here is None for hole in found)
        if is_held or not isinstance(game.phase, InPlay) or not self._is_news:
            return
        self._told = self.board
        self._seat.talk.begin()
        for hole in found[:MOST_TOLD]:
            self._seat.talk.tell(_difference(hole))

    def _compare(self) -> None:
        """With the game as it is now, which may have gone on since."""
        agrees = self._agrees_with(self._floor.game)
        self._watch = self._watch.compared(self._floor.game)
        self._level_with = self._level_with if agrees is None else agrees

    def _agrees_with(self, game: Game) -> tuple[str, ...] | None:
        """The moves of the game with which the board is level, the announced one perhaps too."""
        if self.board is None:
            return None
        before, announced = board_of(game), game.turn.announcement
        if not self.board.differences(before):
            return game.position.moves
        if announced is not None and is_executed(before, self.board, announced.uci):
            return (*game.position.moves, announced.uci)
        return None

    @property
    def _is_news(self) -> bool:
        return self.board != self._told

    def _shows(self, uci: str) -> Make:
        position = self._floor.game.position
        return lambda m: hand_words.shows(uci, position, m.language, m.style)


def _difference(hole: HoleDifference) -> Make:
    return lambda m: hand_words.difference(hole, m.language, PegSet())
