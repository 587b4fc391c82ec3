"""Who speaks to one conversation: one person at a seat, or all who share a table's microphone."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Protocol

from voice_chess.game.commands import Command
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.expectation import Expectation
from voice_chess.session.house import House
from voice_chess.session.replies import Make


class Participants(Protocol):
    """What a conversation must know of them, and what only some of them can be told."""

    @property
    def house(self) -> House:
        """How the program listens to them and speaks to them."""

    @property
    def share(self) -> bool:
        """They share one microphone: whoever speaks may say first who they are."""

    @property
    def by(self) -> Role | None:
        """Who speaks now; None where nobody knows whose voice it was."""

    @property
    def known_as(self) -> str | None:
        """Whose words evidence says that they were."""

    @property
    def are_told_their_words(self) -> bool:
        """Whatever was not understood is told to them as it was heard."""

    def named(self, role: Role | None) -> AbstractContextManager[None]:
        """While somebody speaks who has said their role, if they have."""

    def in_their_name(self, command: Command) -> Command:
        """Who is known can ask for nothing in another's name."""

    def widened(self, expected: Expectation, game: Game) -> Expectation:
        """With what these people may say because of who they are."""

    def news(self) -> Make | None:
        """What happened in the game since they were last spoken to, where it came otherwise."""

    def hush(self) -> None:
        """What is being said to them is cut."""

    def overheard(self, words: str) -> None:
        """These were not meant for the program."""


class AroundOneTable:
    """Players, assistants and an arbiter; what is said without a role is the mover's.

    Against an engine it is that of the player who `sits` there alone.
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
        has_help = table.white.has_assistant or table.black.has_assistant
        hears_roles = has_help or table.occasion.has_arbiter
        return replace(expected, has_roles=True, hears_roles=hears_roles)

    def news(self) -> Make | None:
        """Everything was told aloud."""
        return None

    def hush(self) -> None:
        """The command itself has cut what was being said."""

    def overheard(self, words: str) -> None:
        """A sound is enough."""
