"""Models one possible game during a transcription: its moves, their utterances, its end.

A move that nobody heard leaves several positions that the game may be in. All of them are kept,
each with the same later moves, until a later move is legal in fewer of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from voice_chess.laws.position import Position


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardLine:
    """One possible game. `heard_in` holds the number of each move's utterance.

    An unheard move is numbered ~n, where n is the utterance of the move after it.
    """

    position: Position
    rivals: tuple[Position, ...] = ()
    """The other positions that the game may be in, all as likely."""
    befores: tuple[Position, ...] = ()
    """The positions before the last move, one for each that the game may be in.

    Empty before the first move and after the last move was taken back.
    """
    heard_in: tuple[int, ...] = ()
    guessed: frozenset[int] = frozenset()
    """The guessed moves, counted from 0: the words named another move, or there were none."""
    offers: frozenset[int] = frozenset()
    """The moves, counted from 0, with which a draw was offered."""
    result: str | None = None
    lost_in: int | None = None
    """The utterance from which on the game can't be followed; its earlier moves stay.

    None if it can.
    """
    has_passed_over: bool = False
    """Whether something was said since the last move that was taken for talk."""
    passed: tuple[int, ...] = ()
    """The utterances that sounded like a move but were taken for talk."""
    log_weight: float = 0.0

    @property
    def moves(self) -> tuple[str, ...]:
        return self.position.moves

    @property
    def worlds(self) -> tuple[Position, ...]:
        return (self.position, *self.rivals)

    @property
    def before(self) -> Position | None:
        """The position before the last move; if there are several, the first of them."""
        return self.befores[0] if self.befores else None

    def played(
        self, uci: str, utterance: int, worlds: Sequence[Position] | None = None
    ) -> "HeardLine":
        """Return the game after this move.

        `worlds` are the positions in which the words fit; None stands for all in which the move is
        legal. "Takes", for example, fits none in which nothing can be taken. Raises `NotLegal` if
        the move is legal in none.
        """
        if worlds is None:
            worlds = [world for world in self.worlds if world.is_legal(uci)]
        return self._going_on(uci, worlds or [self.position], (utterance,))

    def guessed_at(self, uci: str, utterance: int) -> "HeardLine":
        """Return the game after this move as `played` does, though the words named another move."""
        after = self.played(uci, utterance)
        return replace(after, guessed=after.guessed | {len(self.heard_in)})

    def missed(self, uci: str, worlds: Sequence[Position], utterance: int) -> "HeardLine":
        """Return the game after a move that nobody heard and this one.

        `worlds` are the positions that the unheard move may have led to.
        """
        after = self._going_on(uci, worlds, (~utterance, utterance))
        return replace(after, guessed=after.guessed | {len(self.heard_in)})

    def taken_back(self) -> "HeardLine":
        """Return the game without its last move, or unchanged if that move can't be taken back."""
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
        """Return the game as known up to here; from this utterance on it can't be followed."""
        return replace(self, lost_in=utterance)

    def heard_moves(self) -> Iterator[tuple[int, str, Position, int]]:
        """Yield index and UCI of each move, the game's last position, and the move's utterance.

        If the game may be in several positions, the moves come once for each of them.
        """
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
