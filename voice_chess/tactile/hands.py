"""Follows a player's hands at their own board: movements that are done and that still wait."""

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
    """The player's board as far as known, and the movements that wait, the next one first."""

    board: PegBoard
    waiting: tuple[Movement, ...] = ()

    @property
    def next(self) -> Movement | None:
        return self.waiting[0] if self.waiting else None

    def told(self, uci: str) -> Self:
        """Return the hands after a move is dictated. Raises `NotPossible`.

        Movements that still waited count as done.
        """
        caught_up = self.caught_up()
        return replace(caught_up, waiting=movements(caught_up.board, uci))

    def correcting(self, wanted: PegBoard) -> Self:
        """Return the hands after movements are dictated that lead to the wanted board."""
        return replace(self, waiting=corrections(self.board, wanted))

    def stepped(self) -> Self:
        """Return the hands after the next movement."""
        movement, *rest = self.waiting
        return replace(self, board=after(self.board, movement), waiting=tuple(rest))

    def felt(self, board: PegBoard) -> Self:
        """Return the hands as far as a board that senses its pieces shows them to be.

        A piece that was laid aside leaves no trace, so that movement counts as done; taking up a
        piece does not. If the board shows anything unexpected, corrections lead to the same end.
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
        """Return the hands after all waiting movements."""
        hands = self
        while hands.waiting:
            hands = hands.stepped()
        return hands

    def moved(self, uci: str) -> Self:
        """Return the hands after a whole move that was not dictated. Raises `NotPossible`."""
        caught_up = self.caught_up()
        return replace(caught_up, board=made(caught_up.board, uci))
