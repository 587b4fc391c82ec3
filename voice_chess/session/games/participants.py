"""The participants of a live game; around one table all people are one.

That knows whose words they are at one microphone. Where people sit apart, each seat is one
(`seat`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Protocol, Self, TypeAlias

from voice_chess.game.commands import Command
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.boards.board_talk import BoardsGame, BoardTalk
from voice_chess.session.dialogue.clock_announcements import ClockWatch
from voice_chess.session.dialogue.conversation import Conversation
from voice_chess.session.dialogue.encore import Encore
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.premove import Premove
from voice_chess.session.dialogue.replies import EVERYBODY, Listeners, Make, Replies
from voice_chess.session.dialogue.talk_ports import Floor
from voice_chess.session.games.timekeeper import TimeListener
from voice_chess.session.outputs import Happening, Output
from voice_chess.session.ports import TimeSource
from voice_chess.session.table_settings import ClockSpeech, TableSettings
from voice_chess.speech.understanding.meaning import NO, Meaning

_ANSWERS = frozenset({"yes", "no"})
"""To the question whether there is to be another game."""

Voices: TypeAlias = tuple[Replies, Listeners]
"""What is said at the table, and to whom."""


class GameFloor(Floor, BoardsGame, Protocol):
    """The game as those who take part may touch it."""

    @property
    def time(self) -> TimeSource: ...

    def tell(self, output: Output) -> None: ...

    @property
    def seq(self) -> int:
        """The number of the last event."""

    def last_told(self, *, after: int) -> Happening | None:
        """The last event with a number above that, of those that are told."""


class Participant(TimeListener, Protocol):
    """Whom the game talks with, and whose boards follow it."""

    @property
    def boards(self) -> BoardTalk: ...

    @property
    def by(self) -> Role | None:
        """Their role; None where nobody knows which of them it is."""

    @property
    def role(self) -> Role | None:
        """What is for that role alone is told here; None where nobody is told anything apart."""

    @property
    def premove(self) -> Premove | None:
        """None where people are heard on their turn only."""

    def mention(self, make: Make, to: Role, /) -> None:
        """Tell something that was not asked for and that nobody will want to hear again."""

    def show(self) -> None:
        """What only they see has changed."""

    def anew(self, game: GameFloor, /) -> Self:
        """The same people at their game, which was read again."""


class AroundOneTable:
    """`Participants` of its talk: players, assistants and an arbiter, who are told together.

    What is said without a role is the mover's; against an engine it is that of the player who
    `sits` there alone.
    """

    role: Role | None = None
    premove = None
    share = True
    known_as: str | None = None
    are_told_their_words = False

    def __init__(
        self,
        settings: TableSettings,
        floor: GameFloor,
        voices: Voices,
        *,
        sits: Role | None = None,
    ) -> None:
        self.settings = settings
        self._floor = floor
        self._sits = sits
        self.by = sits
        replies, listeners = voices
        self._replies, self._listeners = replies, listeners
        self.encore = Encore(floor.ledger, replies)
        self.boards = BoardTalk(self, floor, replies)
        self.talk = Conversation(self, floor, replies, listeners, self.boards)
        # Counting on a loudspeaker would drown the very move that the player hurries to announce.
        self.clock_watch = ClockWatch(replies, may_count=not settings.room.drowns_players)

    def anew(self, game: GameFloor, /) -> Self:
        voices = (self._replies, self._listeners)
        return type(self)(self.settings, game, voices, sits=self._sits)

    def clock_speech(self, player: Role, /) -> ClockSpeech:
        """What is settled for both, and what this player wants besides."""
        own = self._listeners.preferences_of(player)
        return replace(self.settings.clock_speech, behind_ms=own.behind_ms)

    @contextmanager
    def named(self, role: Role | None) -> Iterator[None]:
        self.by = role or self._sits
        try:
            yield
        finally:
            self.by = self._sits

    def in_their_name(self, command: Command) -> Command:
        return command

    def widened(self, expected: Expectation, game: Game) -> Expectation:
        table = game.table
        hears_roles = table.has_assistants or table.occasion.has_arbiter
        is_asked = game.is_over and table.has_rematches
        commands = expected.commands | (_ANSWERS if is_asked else frozenset())
        return replace(expected, commands=commands, has_roles=True, hears_roles=hears_roles)

    def takes_ahead(self, meaning: Meaning, /) -> bool:
        """At a shared microphone words belong to the turn; after the game, no is the end."""
        game = self._floor.ledger.game
        if meaning != NO or not game.is_over or game.proposed is not None:
            return False
        self.encore.close()
        return True

    def news(self) -> Make | None:
        """Everything was told aloud."""
        return None

    def heard_until_ms(self, _told: Happening | None, _since_ms: int, /) -> int:
        """Everything that was said aloud, up to now."""
        return self._replies.silent_since_ms

    def hush(self) -> None:
        """The command itself has cut what was being said."""

    def mention(self, make: Make, _to: Role, /) -> None:
        """Everybody hears it."""
        self._replies.mention(make, EVERYBODY)

    def show(self) -> None:
        """Everybody sees the boards themselves."""

    def look_at(self, ply: int) -> None:
        """The move is told; there is no board here but their own."""

    def overheard(self, words: str) -> None:
        """A sound is enough."""
