"""One player's hands at their own board: what they have done, and which movements still wait."""

from dataclasses import dataclass, replace
from typing import Self

from voice_chess.tactile.guide import (
    Movement,
    TakeUp,
    after,
    corrections,
    made,
    movements,
)
from voice_chess.tactile.peg_board import PegBoard


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    """`board` is as the player is believed to have it; `waiting` has the next movement first."""

    board: PegBoard
    waiting: tuple[Movement, ...] = ()

    @property
    def next(self) -> Movement | None:
        return self.waiting[0] if self.waiting else None

    def told(self, uci: str) -> Self:
        """A move is dictated; whatever still waited is taken for done. Raises `NotPossible`."""
        caught_up = self.caught_up()
        return replace(caught_up, waiting=movements(caught_up.board, uci))

    def correcting(self, wanted: PegBoard) -> Self:
        """What brings the board to the wanted one is dictated."""
        return replace(self, waiting=corrections(self.board, wanted))

    def stepped(self) -> Self:
        """The next movement is done."""
        movement, *rest = self.waiting
        return replace(self, board=after(self.board, movement), waiting=tuple(rest))

    def felt(self, board: PegBoard) -> Self:
        """How far they have come, on a board that feels itself.

        A piece laid aside leaves no trace, and is taken for done; one taken up is not. What was
        done otherwise is led to the same end.
        """
        hands, reached = self, None
        while True:
            is_as_felt = not hands.board.differences(board)
            if is_as_felt:
                reached = hands
            if not hands.waiting or (is_as_felt and isinstance(hands.next, TakeUp)):
                break
            hands = hands.stepped()
        return reached or replace(self, board=board).correcting(self.caught_up().board)

    def caught_up(self) -> Self:
        """All that waited is done."""
        hands = self
        while hands.waiting:
            hands = hands.stepped()
        return hands

    def moved(self, uci: str) -> Self:
        """A whole move is done without being dictated. Raises `NotPossible`."""
        caught_up = self.caught_up()
        return replace(caught_up, board=made(caught_up.board, uci))
