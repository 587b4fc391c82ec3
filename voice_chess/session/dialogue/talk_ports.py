"""What a conversation needs around it: who speaks, the game they play, the boards before them."""

from contextlib import AbstractContextManager
from typing import Protocol

from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.commands import Command
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.evidence import Evidence
from voice_chess.session.ledger import Behind, Ledger
from voice_chess.session.ports import Envelopes
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.understanding.meaning import Meaning


class Participants(Protocol):
    """What a conversation must know of them, and what only some of them can be told."""

    @property
    def settings(self) -> TableSettings:
        """How the program listens to them and speaks to them."""

    @property
    def share(self) -> bool:
        """They share one microphone: a speaker may say first who they are."""

    @property
    def by(self) -> Role | None:
        """The speaker; None where nobody knows whose voice it was."""

    @property
    def known_as(self) -> str | None:
        """Whose words evidence says that they were."""

    @property
    def are_told_their_words(self) -> bool:
        """Whatever was not understood is told to them as it was heard."""

    def named(self, role: Role | None) -> AbstractContextManager[None]:
        """While somebody speaks who has said their role, if they have."""

    def in_their_name(self, command: Command) -> Command:
        """A known speaker can ask for nothing in another's name."""

    def widened(self, expected: Expectation, game: Game) -> Expectation:
        """With what these people may say because of who they are."""

    def takes_ahead(self, meaning: Meaning, /) -> bool:
        """Keep a move that was given before its turn, or give it up; False for anything else."""

    def news(self) -> Make | None:
        """What happened in the game since they were last spoken to, where it came otherwise."""

    def hush(self) -> None:
        """What is being said to them is cut."""

    def look_at(self, ply: int) -> None:
        """They want to look at the position behind so many half-moves; the game goes on."""

    def overheard(self, words: str) -> None:
        """These were not meant for the program."""


class Floor(Protocol):
    """The game as a conversation may touch it; it tells everybody else who is there, too."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def envelopes(self) -> Envelopes | None:
        """What closes and opens envelopes; None where no move can be sealed, or opened, now."""

    def ask(self, command: Command, behind: Behind | None = None) -> Ruling:
        """Decide, write, and tell everybody what happened; boards follow.

        What is asked `behind` it is written with it, where that may be. Raises `JournalLost`,
        `Conflict`.
        """

    def end_turn(self, at_ms: int) -> None:
        """Replying to an announced move implies that it was pressed, where that is the custom."""

    def note(self, evidence: Evidence) -> None: ...


class OwnBoards(Protocol):
    """The boards and hands of those who speak here: what is said of them is taken here first."""

    @property
    def is_pending(self) -> bool:
        """Somebody was asked something about their board."""

    @property
    def may_press(self) -> bool:
        """False while an announced move must be seen on a board first."""

    def widened(self, expected: Expectation) -> Expectation:
        """With all that may be said about boards now."""

    def takes(self, meaning: Meaning, by: Role, at_ms: int) -> bool:
        """Do what was meant, if it is about boards; False when it is not."""

    def ask_again(self) -> None:
        """The question that waits."""

    def before(self, command: Command) -> None:
        """What the game is about to be asked for."""
