"""A game that is played by script, whether its people sit around one table or apart."""

from abc import ABC, abstractmethod
from typing import TypeVar

from tests.stage.script import Act
from voice_chess.game.base_event import EventBase
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.state import Game
from voice_chess.game.table import Role, Table
from voice_chess.session.ledger import Ledger
from voice_chess.session.ports import Journal

GAME = "game"
Kind = TypeVar("Kind", bound=EventBase)


def begun(journal: Journal, table: Table) -> Ledger:
    """A game that has only its journal, and goes on."""
    ledger = Ledger(journal, GAME)
    ledger.ask(ArrangeGame(by=Role.ARBITER, at_ms=0, table=table))
    ledger.ask(StartGame(by=Role.ARBITER, at_ms=0))
    return ledger


class ScriptedGame(ABC):
    """What both have."""

    journal: Journal

    @abstractmethod
    def play(self, *script: Act) -> object:
        """One after the other."""

    @property
    @abstractmethod
    def game(self) -> Game:
        """As it stands."""

    @property
    @abstractmethod
    def answers(self) -> list[tuple[str, list[str]]]:
        """What was said at first, then each line or utterance with what was said to it."""

    def answer_to(self, line: str) -> list[str]:
        """What was said to the last line or utterance of this text."""
        return [said for text, said in self.answers if text == line][-1]

    def of(self, kind: type[Kind]) -> list[Kind]:
        """The events of a kind."""
        return [event for event in self.journal.read(GAME) if isinstance(event, kind)]
