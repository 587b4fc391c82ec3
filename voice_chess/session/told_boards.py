"""What players have told of their own boards and scores, until it is settled what follows."""

from dataclasses import dataclass

from voice_chess.arbiter.reconciliation import Reconciliation, reconcile
from voice_chess.game.state import Game
from voice_chess.tactile.peg_board import PegBoard


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A board as its player feels it; their score is the game's, or agrees with it only so far."""

    board: PegBoard
    agreed: int | None = None

    def score(self, game: Game) -> tuple[str, ...]:
        return game.position.moves[: self.agreed]


class ToldBoards:
    """Of each player what they told last; who has told nothing has what the game has."""

    def __init__(self) -> None:
        self._told: dict[bool, Told] = {}

    def take(self, told: Told, *, white: bool) -> None:
        self._told[white] = told

    def forget(self) -> None:
        self._told.clear()

    @property
    def are_told(self) -> bool:
        return bool(self._told)

    def is_only_from(self, *, white: bool) -> bool:
        return set(self._told) == {white}

    def board(self, game: Game, *, white: bool) -> PegBoard:
        told = self._told.get(white)
        return PegBoard.from_fen(game.position.fen) if told is None else told.board

    def finding(self, game: Game) -> Reconciliation | None:
        """What the Laws make of it; None where nobody has told anything."""
        if not self._told:
            return None
        same = Told(board=PegBoard.from_fen(game.position.fen))
        white, black = self._told.get(True, same), self._told.get(False, same)
        return reconcile(
            game.edition,
            game.position.rewound(0),
            boards=(white.board, black.board),
            scores=(white.score(game), black.score(game)),
        )
