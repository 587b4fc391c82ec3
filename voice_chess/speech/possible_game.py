"""One possible game while a recording is heard: its moves, where they were said, its end.

A move that nobody heard leaves several positions the game may be in. They go on side by side, with
the same moves behind it, until a later move is possible in fewer of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from voice_chess.laws.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """`heard_in` numbers the utterance of each move; ~n for one that came unheard before n."""

    position: Position
    rivals: tuple[Position, ...] = ()
    """The other positions it may be in, all as likely."""
    before: Position | None = None
    """The position before the last move."""
    heard_in: tuple[int, ...] = ()
    offers: frozenset[int] = frozenset()
    """The moves, counted from 0, with which a draw was offered."""
    result: str | None = None
    log_weight: float = 0.0

    @property
    def moves(self) -> tuple[str, ...]:
        return self.position.moves

    @property
    def worlds(self) -> tuple[Position, ...]:
        return (self.position, *self.rivals)

    def played(self, uci: str, utterance: int) -> "Line":
        """Made in every position in which it is legal; raises `NotLegal` where it is in none."""
        able = [world for world in self.worlds if world.is_legal(uci)] or [self.position]
        return self._going_on([world.played(uci) for world in able], able[0], (utterance,))

    def missed(self, uci: str, worlds: Sequence[Position], utterance: int) -> "Line":
        """A move, heard now, behind one that nobody heard: it led to one of these positions."""
        after = [world.played(uci) for world in worlds]
        return self._going_on(after, worlds[0], (~utterance, utterance))

    def taken_back(self) -> "Line":
        """The last move is gone; where it can't be told which positions that leaves, it stays."""
        if self.before is None or self.rivals:
            return self
        last = len(self.heard_in) - 1
        return replace(
            self,
            position=self.before,
            before=None,
            heard_in=self.heard_in[:last],
            offers=self.offers - {last},
        )

    def heard_moves(self) -> Iterator[tuple[int, str, Position, int]]:
        """Index, move, the last position it may have led to, and its utterance."""
        for world in self.worlds:
            for index, (uci, heard) in enumerate(zip(world.moves, self.heard_in, strict=True)):
                yield index, uci, world, heard

    def _going_on(
        self, worlds: Sequence[Position], before: Position, heard_in: tuple[int, ...]
    ) -> "Line":
        first, *rest = worlds
        return replace(
            self,
            position=first,
            rivals=tuple(rest),
            before=before,
            heard_in=(*self.heard_in, *heard_in),
        )
