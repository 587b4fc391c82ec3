"""What scripted games around one table and at separate seats have in common."""

from abc import ABC, abstractmethod
from typing import TypeVar

from tests.stage.script import Act
from voice_chess.game.base import EventBase
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.state import Game
from voice_chess.game.table import Role, Table
from voice_chess.session.ledger import Ledger
from voice_chess.session.ports import Journal

GAME = "game"
Kind = TypeVar("Kind", bound=EventBase)


def begun(journal: Journal, table: Table) -> Ledger:
    """Arrange and start a game that consists only of its journal; return its ledger."""
    ledger = Ledger(journal, GAME)
    ledger.ask(ArrangeGame(by=Role.ARBITER, at_ms=0, table=table))
    ledger.ask(StartGame(by=Role.ARBITER, at_ms=0))
    return ledger


class ScriptedGame(ABC):
    """A game that a script plays."""

    journal: Journal

    @abstractmethod
    def play(self, *script: Act) -> object:
        """Do these acts one after another."""

    @property
    @abstractmethod
    def game(self) -> Game:
        """The game in its present state."""

    @property
    @abstractmethod
    def answers(self) -> list[tuple[str, list[str]]]:
        """The program's first words under "", then each line or utterance with its responses."""

    def answer_to(self, line: str) -> list[str]:
        """Return the program's responses to the last line or utterance of this text."""
        return [said for text, said in self.answers if text == line][-1]

    def of(self, kind: type[Kind]) -> list[Kind]:
        """Return the events of a kind."""
        return [event for event in self.journal.read(GAME) if isinstance(event, kind)]
