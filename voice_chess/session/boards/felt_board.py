"""A player's own board that feels its pieces: what it tells of itself, beside the game.

The same at a table and at a seat apart; what the player's hands have to do on it `own_board` tells.
The player makes the opponent's moves on it as well. A position on the way to a move may look like
another move; at a seat, where what is played on it is played, nothing is taken for a move until the
board has stood for a while, and how long that is, the one who asks knows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from voice_chess.game.commands import Command
from voice_chess.game.moves import ExecuteMove
from voice_chess.game.state import Game, InPlay
from voice_chess.session.board_preferences import HandCustoms
from voice_chess.session.boards.board_watch import BoardWatch, board_of
from voice_chess.session.dialogue.replies import Make
from voice_chess.speech.generation import hand_words
from voice_chess.tactile.peg_board import HoleDifference, PegBoard
from voice_chess.tactile.peg_set import PegSet
from voice_chess.tactile.sensing import Felt, executed, is_executed

Standing: TypeAlias = Literal["level", "differs"]
MOST_TOLD = 4
"""Holes in which the board differs: of more nobody keeps track by ear."""


class Owner(Protocol):
    """The player whose board it is, as far as it needs one."""

    @property
    def game(self) -> Game: ...

    def customs(self, *, white: bool) -> HandCustoms: ...

    def do(self, command: Command) -> None:
        """Ask the game. Raises `JournalLost`, `Conflict`."""

    def tell_owner(self, make: Make, *, white: bool) -> None: ...

    def tell_all(self, make: Make) -> None:
        """Everybody who sits around the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedOnIt:
    """A move that stands on the board, and how many half-moves come before it."""

    uci: str
    ply: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltSoFar:
    """What a board has told of itself, and whether it tells nothing more."""

    watch: BoardWatch
    is_lost: bool


class FeltBoard:
    """What it has told so far; nothing while there is none."""

    def __init__(self, owner: Owner, *, white: bool) -> None:
        self._owner = owner
        self._watch = BoardWatch(white=white)
        self._is_lost = False
        """It was there, and tells nothing any more."""
        self._level_with: tuple[str, ...] | None = None
        """The moves after which the game was last as the board is; one is played from there."""
        self._tried: PlayedOnIt | None = None
        """The move that was taken from it since it last changed."""
        self._told: PegBoard | None = None
        """The board of which it was said that it differs, since it was last as the game."""
        self._executed_of_ms: int | None = None
        """When the move was announced whose execution was asked for since it last changed."""

    @property
    def board(self) -> PegBoard | None:
        return self._watch.board

    @property
    def so_far(self) -> FeltSoFar:
        return FeltSoFar(watch=self._watch, is_lost=self._is_lost)

    def go_on_from(self, felt: FeltSoFar) -> None:
        """A board tells what stands on it only once."""
        self._watch, self._is_lost = felt.watch, felt.is_lost

    @property
    def standing(self) -> Standing | None:
        """How it stands beside the game, an announced move made or not; None where none is."""
        if self.board is None:
            return None
        return "differs" if self._agrees is None else "level"

    def felt(self, happening: Felt, at_ms: int) -> None:
        """It has told something; where hands are reported, a lift touches."""
        if self._is_lost:
            self._is_lost = False
            self._say_of_it("board-found")
        self._tried = self._executed_of_ms = None
        self._compare()
        game, happening = self._owner.game, self._watch.righted(happening)
        touch = self._watch.touch(happening, game, at_ms)
        self._watch = self._watch.felt(happening, game)
        self._compare()
        if touch is not None and self._are_hands_reported:
            self._owner.do(touch)

    def followed(self) -> None:
        """The game has gone on: what differs now was not told yet."""
        if self._watch.board is not None:
            self._told = None
            self._compare()

    def left(self) -> None:
        """It is there no more, as the player wants it."""
        self._watch, self._told, self._level_with = self._watch.lost(), None, None

    def lost(self) -> None:
        """It tells nothing any more, which nobody wanted: the player goes on by voice."""
        self.left()
        self._is_lost = True
        self._say_of_it("BoardLost")

    def played(self) -> PlayedOnIt | None:
        """The move that was made on it since it was as the game; each is returned once.

        It is the player's own, or their reply to a move that the opponent has announced.
        """
        game, position = self._owner.game, self._owner.game.position
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
        """The announced move is executed where it stands; where another stands, that is said."""
        if self.board is None:
            return
        game = self._owner.game
        execution, other = self._watch.execution(game, at_ms), self._watch.contradiction(game)
        if execution is not None and self._are_hands_reported:
            self._execute(execution)
        elif other is not None and self._is_news:
            self._told = self.board
            self._tell(lambda m: hand_words.shows(other, game.position, m.language, m.style))

    def _execute(self, command: ExecuteMove) -> None:
        """Once: what was refused is so until the board changes, or another move is announced."""
        announced = self._owner.game.turn.announcement
        since_ms = None if announced is None else announced.at_ms
        if since_ms != self._executed_of_ms:
            self._executed_of_ms = since_ms
            self._owner.do(command)

    def object(self) -> None:
        """It has stood long, and not as in the game: tell where, once.

        Where pieces are only missing, a hand holds them.
        """
        game = self._owner.game
        found = self._watch.differences(game) if self.standing == "differs" else ()
        is_held = all(hole.here is None for hole in found)
        if not is_held and isinstance(game.phase, InPlay):
            self._tell_of(found)

    def explain(self) -> None:
        """Tell, once, what keeps the announced move that is made on it from being executed."""
        game = self._owner.game
        announced = game.turn.announcement
        is_waiting = announced is not None and not announced.is_executed
        if is_waiting and self._are_hands_reported and self._watch.has_made(game):
            self._tell_of(self._watch.differences(game))

    def _tell_of(self, found: Sequence[HoleDifference]) -> None:
        if found and self._is_news:
            self._told = self.board
            for hole in found[:MOST_TOLD]:
                self._tell(_difference(hole))

    def _compare(self) -> None:
        """With the game as it is now, which may have gone on since."""
        agrees = self._agrees
        if agrees is not None:
            self._watch = self._watch.compared(self._owner.game)
            self._level_with, self._told = agrees, None

    @property
    def _agrees(self) -> tuple[str, ...] | None:
        """The moves of the game with which the board is level, the announced one perhaps too."""
        if self.board is None:
            return None
        game = self._owner.game
        before, announced = board_of(game), game.turn.announcement
        if not self.board.differences(before):
            return game.position.moves
        if announced is not None and is_executed(before, self.board, announced.uci):
            return (*game.position.moves, announced.uci)
        return None

    @property
    def _are_hands_reported(self) -> bool:
        return self._owner.game.table.customs.execution == "reported"

    @property
    def _is_news(self) -> bool:
        return self.board != self._told

    def _tell(self, make: Make) -> None:
        self._owner.tell_owner(make, white=self._watch.white)

    def _say_of_it(self, name: str) -> None:
        white = self._watch.white
        self._owner.tell_all(lambda m: hand_words.about_side(name, m.language, white=white))


def _difference(hole: HoleDifference) -> Make:
    return lambda m: hand_words.difference(hole, m.language, PegSet())
