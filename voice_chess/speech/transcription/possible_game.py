"""One possible game while a recording is heard: its moves, where they were said, its end.

A move that nobody heard leaves several positions the game may be in. They go on side by side, with
the same moves behind it, until a later move is possible in fewer of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from voice_chess.laws.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardLine:
    """`heard_in` numbers the utterance of each move; ~n for one that came unheard before n."""

    position: Position
    rivals: tuple[Position, ...] = ()
    """The other positions it may be in, all as likely."""
    befores: tuple[Position, ...] = ()
    """The positions before the last move, one for each that it may be in; none once it is gone."""
    heard_in: tuple[int, ...] = ()
    guessed: frozenset[int] = frozenset()
    """The moves, counted from 0, that nobody was heard to name: the words were others, or none."""
    offers: frozenset[int] = frozenset()
    """The moves, counted from 0, with which a draw was offered."""
    result: str | None = None
    lost_in: int | None = None
    """From this utterance on the game goes on otherwise, nobody knows how: its moves stay."""
    has_passed_over: bool = False
    """Something was said since the last move that was taken for talk."""
    passed: tuple[int, ...] = ()
    """The utterances that sounded like a move and were taken for talk all the same."""
    log_weight: float = 0.0

    @property
    def moves(self) -> tuple[str, ...]:
        return self.position.moves

    @property
    def worlds(self) -> tuple[Position, ...]:
        return (self.position, *self.rivals)

    @property
    def before(self) -> Position | None:
        """The position before the last move, or the first of those it may have been."""
        return self.befores[0] if self.befores else None

    def played(
        self, uci: str, utterance: int, worlds: Sequence[Position] | None = None
    ) -> "HeardLine":
        """Made in these positions, those that its words fit, or in every one in which it is legal.

        "Takes" fits none where nothing can be taken. Raises `NotLegal` where the move is in none.
        """
        if worlds is None:
            worlds = [world for world in self.worlds if world.is_legal(uci)]
        return self._going_on(uci, worlds or [self.position], (utterance,))

    def guessed_at(self, uci: str, utterance: int) -> "HeardLine":
        """Made as `played` makes it, though the words named another move."""
        after = self.played(uci, utterance)
        return replace(after, guessed=after.guessed | {len(self.heard_in)})

    def missed(self, uci: str, worlds: Sequence[Position], utterance: int) -> "HeardLine":
        """A move, heard now, behind one that nobody heard: it led to one of these positions."""
        after = self._going_on(uci, worlds, (~utterance, utterance))
        return replace(after, guessed=after.guessed | {len(self.heard_in)})

    def taken_back(self) -> "HeardLine":
        """The last move is gone."""
        if not self.befores:
            return self
        last = len(self.heard_in) - 1
        return replace(
            self,
            position=self.befores[0],
            rivals=self.befores[1:],
            befores=(),
            heard_in=self.heard_in[:last],
            guessed=self.guessed - {last},
            offers=self.offers - {last},
            has_passed_over=False,
        )

    def lost(self, utterance: int) -> "HeardLine":
        """The game up to here, and no more of it."""
        return replace(self, lost_in=utterance)

    def heard_moves(self) -> Iterator[tuple[int, str, Position, int]]:
        """Index, move, the last position it may have led to, and its utterance."""
        for world in self.worlds:
            for index, (uci, heard) in enumerate(zip(world.moves, self.heard_in, strict=True)):
                yield index, uci, world, heard

    def _going_on(
        self, uci: str, worlds: Sequence[Position], heard_in: tuple[int, ...]
    ) -> "HeardLine":
        first, *rest = (world.played(uci) for world in worlds)
        return replace(
            self,
            position=first,
            rivals=tuple(rest),
            befores=tuple(worlds),
            heard_in=(*self.heard_in, *heard_in),
            has_passed_over=False,
        )
