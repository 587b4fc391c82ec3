"""The ports of a conversation: the people who speak, the game they play, and their boards."""

from contextlib import AbstractContextManager
from typing import Protocol

from voice_chess.arbiter.ruling import Ruling
from voice_chess.by_color import ByColor
from voice_chess.game.commands import Command
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.evidence import Evidence
from voice_chess.session.ledger import Behind, Ledger
from voice_chess.session.ports import Envelopes
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.understanding.interpret import Meaning


class Participants(Protocol):
    """The people in one conversation, at a table or at a seat, and what they can be told."""

    @property
    def settings(self) -> TableSettings:
        """How the program listens to them and speaks to them."""

    @property
    def share(self) -> bool:
        """Whether they share one microphone, so that a speaker can say their role first."""

    @property
    def by(self) -> Role | None:
        """The speaker's role; None where nobody knows whose voice it was."""

    @property
    def known_as(self) -> str | None:
        """The role to which the evidence attributes their words; None where it names nobody."""

    @property
    def are_told_their_words(self) -> bool:
        """Whether they are told, as it was heard, what was not understood."""

    def named(self, role: Role | None) -> AbstractContextManager[None]:
        """Let the speaker have this role until the block ends; None if they have said no role."""

    def in_their_name(self, command: Command) -> Command:
        """Return the command in the speaker's own name, if it is known who speaks."""

    def widened(self, expected: Expectation, game: Game) -> Expectation:
        """Add what these people can say because of who they are."""

    def takes_ahead(self, meaning: Meaning, /) -> bool:
        """Keep a move given before its turn, or give it up; return False for anything else.

        At a table, a no after the game can be meant here: it ends the wait for another one.
        """

    def news(self) -> Make | None:
        """Return the latest news of the game since they were last spoken to; None if there is none.

        Around one table everything is spoken, so there is none.
        """

    def hush(self) -> None:
        """Stop what is being said to them."""

    def mention(self, make: Make, to: str, /) -> None:
        """Tell this side something that was not asked for and that nobody wants to hear again."""

    def look_at(self, ply: int) -> None:
        """Show them the position after this many half-moves; the game goes on."""

    def overheard(self, words: str) -> None:
        """Handle words that were not meant for the program."""


class Floor(Protocol):
    """The game, as far as a conversation uses it; it also tells everybody else what happens."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def envelopes(self) -> Envelopes | None:
        """Closes and opens envelopes; None where no move can be sealed, or opened, now."""

    @property
    def sides_here(self) -> ByColor[bool] | None:
        """For each side whether its player or their assistant has a page open; None if unknown."""

    def ask(self, command: Command, behind: Behind | None = None) -> Ruling:
        """Decide, write, and tell everybody what happened; boards follow.

        The second command that `behind` makes is written with the first, if it is allowed. Raises
        `JournalLost`, `Conflict`.
        """

    def confide(self, make: Make, to: Role) -> None:
        """Tell something at the own seat of this role, if somebody sits there; to nobody else."""

    def end_turn(self, at_ms: int) -> None:
        """Press for an announced move that was replied to, where a reply implies the press."""

    def note(self, evidence: Evidence) -> None: ...


class OwnBoards(Protocol):
    """The boards and hands of the people in a conversation; words about these come here first."""

    @property
    def is_pending(self) -> bool:
        """Whether a question about a board waits for its answer."""

    @property
    def may_press(self) -> bool:
        """Whether a press is possible; False while the announced move must first be executed."""

    def widened(self, expected: Expectation) -> Expectation:
        """Add everything that can be said about boards now."""

    def takes(self, meaning: Meaning, by: Role, at_ms: int) -> bool:
        """Act on the meaning if it is about boards; return False if it is not."""

    def ask_again(self) -> None:
        """Ask the open question again."""

    def before(self, command: Command) -> None:
        """Prepare the boards for a command that goes to the game next."""
