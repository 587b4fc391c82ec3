"""Defines the participants of a live game, and the one that stands for all people at a table.

People around one table share a microphone, so they are one participant, which knows who speaks as
far as the speakers say so. Where people sit apart, each seat is a participant (`seat`).
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
from voice_chess.speech.understanding.interpret import NO, Meaning

_YES_NO = frozenset({"yes", "no"})
"""The answers to the question whether there is to be another game."""

Voices: TypeAlias = tuple[Replies, Listeners]
"""The replies at the table, and the listeners who are addressed."""


class GameFloor(Floor, BoardsGame, Protocol):
    """The part of a game that its participants may use."""

    @property
    def time(self) -> TimeSource: ...

    def tell(self, output: Output) -> None: ...

    @property
    def seq(self) -> int:
        """The number of the last event."""

    def last_told(self, *, after: int) -> Happening | None:
        """Return the last event after number `after` that players are told; None without one."""


class Participant(TimeListener, Protocol):
    """A partner in the game's talk, whose boards follow the game: a seat, or a whole table."""

    @property
    def boards(self) -> BoardTalk: ...

    @property
    def by(self) -> Role | None:
        """The role of the speaker; None where nobody knows which of several it is."""

    @property
    def role(self) -> Role | None:
        """The role whose private messages are told here; None where everybody hears everything."""

    @property
    def premove(self) -> Premove | None:
        """The move given before its turn; None where they are heard only on their turn."""

    def mention(self, make: Make, to: Role, /) -> None:
        """Tell something that was not asked for and that nobody will want to hear again."""

    def show(self) -> None:
        """Report that something that only they see has changed."""

    def anew(self, game: GameFloor, /) -> Self:
        """Return the same people at their game after it was read again from the journal."""


class AroundOneTable:
    """`Participants` of the talk at a table: players, assistants and an arbiter, told together.

    Words without a role are taken for the mover's. Against an engine a single player is there, with
    the role `sits`, and all words are theirs.
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
        """Return what is settled for both players, with this player's own `behind_ms`."""
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
        commands = expected.commands | (_YES_NO if is_asked else frozenset())
        return replace(expected, commands=commands, has_roles=True, hears_roles=hears_roles)

    def takes_ahead(self, meaning: Meaning, /) -> bool:
        """Take a no after the game: nobody wants another one. Return False for anything else.

        At a shared microphone words belong to the turn, so no move is given ahead.
        """
        game = self._floor.ledger.game
        if meaning != NO or not game.is_over or game.proposed is not None:
            return False
        self.encore.close()
        return True

    def news(self) -> Make | None:
        """Return None: everything was told aloud."""
        return None

    def heard_until_ms(self, _told: Happening | None, _since_ms: int, /) -> int:
        """Return when the last sentence said aloud was over, in ms of the session."""
        return self._replies.silent_since_ms

    def hush(self) -> None:
        """Do nothing: the spoken command itself has cut what was being said."""

    def mention(self, make: Make, _to: Role, /) -> None:
        """Tell everybody: around one table everybody hears it."""
        self._replies.mention(make, EVERYBODY)

    def show(self) -> None:
        """Do nothing: everybody sees the boards themselves."""

    def look_at(self, ply: int) -> None:
        """Do nothing: the move is told, and the only boards here are the players' own."""

    def overheard(self, words: str) -> None:
        """Do nothing: the sound for unheeded words is enough."""
