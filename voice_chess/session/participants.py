"""Whose words they are at a table, where everybody shares one microphone."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from voice_chess.game.commands import Command
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.expectation import Expectation
from voice_chess.session.house import House
from voice_chess.session.replies import Make
from voice_chess.speech.meaning import Meaning


class AroundOneTable:
    """`Participants` of a table: players, assistants and an arbiter.

    What is said without a role is the mover's; against an engine it is that of the player who
    `sits` there alone.
    """

    share = True
    known_as: str | None = None
    are_told_their_words = False

    def __init__(self, house: House, *, sits: Role | None = None) -> None:
        self.house = house
        self._sits = sits
        self._named: Role | None = None

    @property
    def by(self) -> Role | None:
        return self._named or self._sits

    @contextmanager
    def named(self, role: Role | None) -> Iterator[None]:
        self._named = role
        try:
            yield
        finally:
            self._named = None

    def in_their_name(self, command: Command) -> Command:
        return command

    def widened(self, expected: Expectation, game: Game) -> Expectation:
        table = game.table
        has_help = any(seat.has_assistant for seat in table.seats)
        hears_roles = has_help or table.occasion.has_arbiter
        return replace(expected, has_roles=True, hears_roles=hears_roles)

    def takes_ahead(self, _meaning: Meaning, /) -> bool:
        """Whoever shares a microphone is heard on their turn."""
        return False

    def news(self) -> Make | None:
        """Everything was told aloud."""
        return None

    def hush(self) -> None:
        """The command itself has cut what was being said."""

    def overheard(self, words: str) -> None:
        """A sound is enough."""
