"""One player's own board beside a game: the steps that their hands have to do on it.

It is the same at a table, where both players have a board, and at a seat. The player makes the
opponent's moves on it, too. A board that senses its pieces shows which steps are done; on any other
the player says so.
"""

from collections.abc import Sequence
from typing import Protocol

from voice_chess.game.commands import Command
from voice_chess.game.events import Event
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.moves import ExecuteMove, MoveAnnounced, MoveCompleted, SlipCorrected
from voice_chess.game.setup import GameArranged
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.session.boards.board_sentences import MOST_TOLD, difference_words, step_words
from voice_chess.session.boards.board_watch import board_of, without_announced
from voice_chess.session.boards.felt_board import FeltBoard, Owner
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.ledger import Happening
from voice_chess.session.table_settings import HandCustoms
from voice_chess.speech.generation.sentence import phrase
from voice_chess.tactile.guide import Movement
from voice_chess.tactile.hands import Hands
from voice_chess.tactile.peg_board import NotPossible, PegBoard
from voice_chess.tactile.peg_set import PegSet
from voice_chess.tactile.sensing import Felt, is_executed

MOVES_PIECES = (GameArranged, MoveCompleted, PositionRestored)
"""The events after which pieces must be moved on a board."""
FOLLOWED = (*MOVES_PIECES, MoveAnnounced, SlipCorrected)
"""The events after which the remaining steps of an earlier move count as done."""
STEPPED = frozenset({"continue", "executed", "yes"})
"""What a player says when a step is done."""


class OwnersBoards(Owner, Protocol):
    """`Owner` that knows what its players have told about their boards."""

    def begin(self) -> None:
        """Start with new words: what is told next replaces what the player can repeat."""

    def told_of(self, position: Position, *, white: bool) -> PegBoard | None:
        """Return that player's board in this position by their own words; None if untold."""


class OwnBoard:
    """One player's board: what their hands have to do on it, and what it senses."""

    def __init__(self, owner: OwnersBoards, *, white: bool) -> None:
        self._owner = owner
        self._white = white
        self.felt_board = FeltBoard(owner, white=white)
        self._peg_set = owner.customs(white=white).peg_set
        self._hands: Hands | None = None
        """The guided hands; None while the board is assumed to agree with the game."""
        self._told_step: object = None

    @property
    def white(self) -> bool:
        """Whether the board is White's."""
        return self._white

    @property
    def peg_set(self) -> PegSet:
        """How the set tells colours apart, as far as its player was asked."""
        return self._peg_set

    def set_known(self, peg_set: PegSet) -> None:
        """Take what its player has told about the set."""
        self._peg_set = peg_set

    @property
    def by(self) -> Role:
        return Role.player(white=self._white)

    @property
    def sensed(self) -> PegBoard | None:
        """What the board senses; None if it senses nothing."""
        return self.felt_board.board

    @property
    def is_guided(self) -> bool:
        """Whether steps wait for the player's hands."""
        return self._hands is not None and self._hands.next is not None

    @property
    def is_paced(self) -> bool:
        """Whether the player wants one step at a time."""
        return self._customs.told == "paced"

    @property
    def is_trusted(self) -> bool:
        """Whether the player need not report that a move stands, on a board that senses nothing."""
        return self.sensed is None and self._customs.own == "trust"

    def step(self, at_ms: int) -> None:
        """Note that a step is done; the last step of the player's announced move executes it."""
        self._hands = None if self._hands is None else self._hands.stepped()
        if self.is_guided:
            self._tell_next()
            return
        self._tell_done()
        if self._has_executed and self._game.table.customs.execution == "reported":
            self._owner.do(ExecuteMove(by=self.by, at_ms=at_ms))

    def dictates(self) -> bool:
        """Tell the next step that waits; if none does, begin with the move that is to be made.

        That is the player's announced move, else the last one. A board that senses its pieces can
        show that it stands already; then this is told. Return False if there are no steps.
        """
        move = self._to_make
        if not self.is_guided and move is not None:
            about = _about_to_make(*move)
            self._hands = None if about is None else self._as_felt(about)
            if self._hands is not None and not self.is_guided:
                self._tell_done()
                return True
        self._tell_next()
        return self.is_guided

    def follow(self, happened: Sequence[Happening], *, is_dictated: bool, are_news: bool) -> None:
        """Let the board follow the events in `FOLLOWED`, after everything about them was said.

        `is_dictated`: the player wants the opponent's moves as steps. `are_news`: somebody else
        caused the events, so the steps are new words to the player.
        """
        for happening in happened:
            event, before = happening.event, happening.before
            if not isinstance(event, FOLLOWED):
                continue
            has_steps = is_dictated and isinstance(event, MOVES_PIECES)
            if are_news and has_steps:
                self._owner.begin()
            # Steps of an earlier move that still waited count as done.
            self._hands = None
            if has_steps:
                self._dictate(event, before)
            self.felt_board.followed()

    def _dictate(self, event: Event, before: Position) -> None:
        """Dictate the steps of an event that moved pieces on the opponent's board, or on both."""
        match event:
            case MoveCompleted(uci=uci, white=white) if white is not self._white:
                self._mirrored(uci, before)
            case PositionRestored():
                told = self._owner.told_of(before, white=self._white)
                self.correct(told or _board_at(before))
            case _:
                pass

    def felt(self, happening: Felt, at_ms: int) -> None:
        """Take a report of the board, and go on with the steps that it shows to be done."""
        self.felt_board.felt(happening, at_ms)
        self._follow()

    def do(self, command: Command) -> None:
        """Ask the game for a command. Raises `JournalLost`, `Conflict`."""
        self._owner.do(command)

    def tell(self, make: Make) -> None:
        """Say a sentence to the board's player alone."""
        self._owner.tell_owner(make, white=self._white)

    def differences(self, board: PegBoard) -> tuple[Make, ...]:
        """Return sentences about where this board differs from the game, at most `MOST_TOLD`."""
        found = board.differences(board_of(self._game))[:MOST_TOLD]
        return tuple(difference_words(hole, self.peg_set) for hole in found)

    def correct(self, board: PegBoard) -> None:
        """Guide the player from this board, or what it senses by now, to that of the game."""
        standing = without_announced(self.sensed or board, self._game)
        self._hands = Hands(board=standing).correcting(board_of(self._game))
        self._tell_next()

    @property
    def _game(self) -> Game:
        return self._owner.game

    @property
    def _customs(self) -> HandCustoms:
        return self._owner.customs(white=self._white)

    @property
    def _to_make(self) -> tuple[str, Position] | None:
        """The move for the player's hands and the position before it; None if not their turn."""
        game = self._game
        position, announced = game.position, game.turn.announcement
        if game.white_to_move is not self._white:
            return None
        if announced is not None:
            return announced.uci, position
        moves = position.moves
        return (moves[-1], position.rewound(len(moves) - 1)) if moves else None

    @property
    def _has_executed(self) -> bool:
        """Whether the steps have made the player's announced move, and not put a board right."""
        game, hands = self._game, self._hands
        announced = game.turn.announcement
        if hands is None or announced is None or game.white_to_move is not self._white:
            return False
        return is_executed(board_of(game), hands.board, announced.uci)

    def _mirrored(self, uci: str, before: Position) -> None:
        """Dictate the opponent's move, one step at a time or all at once, as the player wants."""
        if self.sensed:
            return
        hands = _about_to_make(uci, before)
        if self.is_paced:
            self._hands = hands
            self._tell_next()
        elif hands is not None:
            for movement in hands.waiting:
                self._tell_step(movement)

    def _follow(self) -> None:
        """While the player is guided, take the next step from what the board senses."""
        if self.sensed is None or self._hands is None or not self.is_guided:
            return
        self._hands = self._as_felt(self._hands)
        if self._hands.next is None:
            self._tell_done()
        elif self._hands.next != self._told_step:
            self._tell_next()

    def _as_felt(self, hands: Hands) -> Hands:
        """Return the hands as far as the board senses that they have come, if it senses pieces."""
        board, game = self.sensed, self._game
        if board is None:
            return hands
        is_put_right = not hands.caught_up().board.differences(board_of(game))
        return hands.felt(without_announced(board, game) if is_put_right else board)

    def _tell_next(self) -> None:
        movement = None if self._hands is None else self._hands.next
        self._told_step = movement
        if movement is not None:
            self._tell_step(movement)

    def _tell_step(self, movement: Movement) -> None:
        self.tell(step_words(movement, self.peg_set))

    def _tell_done(self) -> None:
        self.tell(lambda preferences: phrase("steps:done", preferences.language))


def _about_to_make(uci: str, position: Position) -> Hands | None:
    """Return hands that are about to make the move; None if pieces can't make it.

    Such a move can have been announced.
    """
    try:
        return Hands(board=_board_at(position)).told(uci)
    except NotPossible:
        return None


def _board_at(position: Position) -> PegBoard:
    return PegBoard.from_fen(position.fen)
