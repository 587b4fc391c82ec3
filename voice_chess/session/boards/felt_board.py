"""A board that senses its pieces, beside a game: whether it agrees, and the move made on it.

Its reports change no game by themselves, because a position on the way to a move can look like
another move. At a seat a move on the board counts as played, but only once the board has stood
still for a while; the caller of `FeltBoard.played` decides how long.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from voice_chess.game.commands import Command
from voice_chess.game.moves import ExecuteMove
from voice_chess.game.phases import InPlay
from voice_chess.game.state import Game
from voice_chess.session.boards.board_sentences import MOST_TOLD, difference_words
from voice_chess.session.boards.board_watch import BoardWatch, board_of
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.table_settings import HandCustoms
from voice_chess.speech.generation import hand_words
from voice_chess.tactile.peg_board import HoleDifference, PegBoard
from voice_chess.tactile.peg_set import PegSet
from voice_chess.tactile.sensing import Felt, executed, is_executed

Standing: TypeAlias = Literal["level", "differs"]
STANDS_LONG_MS = 6_000
"""A board that differs for so long is not being set up, and no move is being made on it."""


class Owner(Protocol):
    """The owner of a board: passes on its commands to the game, and its words to its player."""

    @property
    def game(self) -> Game: ...

    def customs(self, *, white: bool) -> HandCustoms: ...

    def do(self, command: Command) -> None:
        """Ask the game. Raises `JournalLost`, `Conflict`."""

    def tell_owner(self, make: Make, *, white: bool) -> None: ...

    def tell_all(self, make: Make) -> None:
        """Say a sentence to everybody who sits around the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedOnIt:
    """A move that was made on the board, and the number of half-moves before it."""

    uci: str
    ply: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltSoFar:
    """What a board has reported, and whether its connection was lost."""

    watch: BoardWatch
    is_lost: bool


class FeltBoard:
    """What one player's board has reported so far; nothing while it senses no pieces."""

    def __init__(self, owner: Owner, *, white: bool) -> None:
        self._owner = owner
        self._watch = BoardWatch(white=white)
        self._is_lost = False
        """Whether a board was there, and its connection was lost."""
        self._level_with: tuple[str, ...] | None = None
        """The moves with which the board last agreed; a move on it is played after these."""
        self._tried: PlayedOnIt | None = None
        """The move that `played` has returned since the board last changed."""
        self._told: PegBoard | None = None
        """The board whose differences were told since it last agreed with the game."""
        self._felt_ms: int | None = None
        """The time of the last report, until the board has stood for long since then."""
        self._executed_of_ms: int | None = None
        """The time of the announced move whose execution was asked since the last change."""

    @property
    def board(self) -> PegBoard | None:
        return self._watch.board

    @property
    def so_far(self) -> FeltSoFar:
        return FeltSoFar(watch=self._watch, is_lost=self._is_lost)

    def go_on_from(self, felt: FeltSoFar) -> None:
        """Take over earlier reports: a board reports all of its pieces only once."""
        self._watch, self._is_lost = felt.watch, felt.is_lost

    @property
    def standing(self) -> Standing | None:
        """Whether it agrees with the game, an announced move made or not; None without a board."""
        if self.board is None:
            return None
        return "differs" if self._agrees is None else "level"

    def felt(self, happening: Felt, at_ms: int) -> None:
        """Take a report of the board; where hands are reported, a lift can be a touch."""
        if self._is_lost:
            self._is_lost = False
            self._say_of_it("board-found")
        self._tried = self._executed_of_ms = None
        self._felt_ms = at_ms
        self._compare()
        game, happening = self._owner.game, self._watch.righted(happening)
        touch = self._watch.touch(happening, game, at_ms)
        self._watch = self._watch.felt(happening, game)
        self._compare()
        if touch is not None and self._are_hands_reported:
            self._owner.do(touch)

    def followed(self) -> None:
        """Compare again after an event of the game; differences from it were not told yet."""
        if self._watch.board is not None:
            self._told = None
            self._compare()

    def left(self) -> None:
        """Forget the board, which its player has disconnected."""
        self._watch, self._told, self._level_with = self._watch.lost(), None, None
        self._felt_ms = None

    def lost(self) -> None:
        """Forget the board, whose connection was lost, and say so: the player goes on by voice."""
        self.left()
        self._is_lost = True
        self._say_of_it("BoardLost")

    def played(self) -> PlayedOnIt | None:
        """Return the move that was made on the board since it agreed with the game, else None.

        It is the player's own move, or their reply to a move that the opponent has announced. Each
        move is returned once.
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
        """Report an announced move as executed if it stands; if another stands, say so."""
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
        """Ask once: a refusal stands until the board changes or another move is announced."""
        announced = self._owner.game.turn.announcement
        since_ms = None if announced is None else announced.at_ms
        if since_ms != self._executed_of_ms:
            self._executed_of_ms = since_ms
            self._owner.do(command)

    def has_stood(self, now_ms: int) -> bool:
        """Whether the board has stood for long in a game in progress; True only once."""
        is_long = self._felt_ms is not None and now_ms - self._felt_ms >= STANDS_LONG_MS
        if not is_long or not isinstance(self._owner.game.phase, InPlay):
            return False
        self._felt_ms = None
        return True

    def object(self) -> None:
        """Tell once where the board differs from the game, after it has stood still for long.

        Where pieces are only missing, a hand holds them, and nothing is told.
        """
        self._tell_of(self._objections)

    def object_to_all(self) -> None:
        """Do the same around one table, where the board must be named first."""
        if self._objections and self._is_news:
            self._say_of_it("board-differs")
            self._tell_of(self._objections)

    def explain(self) -> None:
        """Tell once which differences keep a move on the board from counting as executed."""
        game = self._owner.game
        announced = game.turn.announcement
        is_waiting = announced is not None and not announced.is_executed
        is_reported = game.table.customs.execution == "reported"
        if is_waiting and is_reported and self._watch.has_made(game):
            self._tell_of(self._watch.differences(game))

    def _tell_of(self, found: Sequence[HoleDifference]) -> None:
        if found and self._is_news:
            self._told = self.board
            for hole in found[:MOST_TOLD]:
                self._tell(difference_words(hole, PegSet()))

    def _compare(self) -> None:
        """Note whether the board agrees with the game as it is now."""
        agrees = self._agrees
        if agrees is not None:
            self._watch = self._watch.compared(self._owner.game)
            self._level_with, self._told = agrees, None

    @property
    def _agrees(self) -> tuple[str, ...] | None:
        """The moves with which the board agrees, perhaps with the announced one; None if none."""
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
    def _objections(self) -> tuple[HoleDifference, ...]:
        """The holes that differ from a game in progress; none if pieces are only missing."""
        game = self._owner.game
        found = self._watch.differences(game) if self.standing == "differs" else ()
        is_held = all(hole.here is None for hole in found)
        return () if is_held or not isinstance(game.phase, InPlay) else found

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
