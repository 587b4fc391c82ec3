"""What the players have written, who of them may leave off writing, and what they have signed."""

from dataclasses import dataclass, replace
from typing import Self

from voice_chess.game.results import Result


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One player's scoresheet where they keep it themselves.

    `exempt_in_period`: short of time in this period, they need not write to its end;
    `is_owed`: a time control has passed, so it is to be completed before their next move;
    `looks`: how often they were shown the arbiter's scoresheet.
    """

    moves: tuple[str, ...] = ()
    exempt_in_period: int | None = None
    is_owed: bool = False
    signed: Result | None = None
    looks: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    white: Score = Score()
    black: Score = Score()

    def of(self, *, white: bool) -> Score:
        return self.white if white else self.black

    def having(self, score: Score, *, white: bool) -> Self:
        return replace(self, white=score) if white else replace(self, black=score)

    def cut_to(self, moves: int) -> Self:
        """Both without what was written after so many moves."""
        white = replace(self.white, moves=self.white.moves[:moves])
        black = replace(self.black, moves=self.black.moves[:moves])
        return replace(self, white=white, black=black)

    @property
    def are_complete(self) -> bool:
        return not (self.white.is_owed or self.black.is_owed)
