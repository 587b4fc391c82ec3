"""Defines the participants of a live game: what they may use of it, and what it asks of them.

All people around one table are one participant (`game_session`). Where people sit apart, each seat
is a participant (`seat`).
"""

from collections.abc import Iterable
from typing import Protocol, Self

from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.boards.board_talk import BoardsGame, BoardTalk
from voice_chess.session.dialogue.encore import how_to_ask
from voice_chess.session.dialogue.premove import Premove
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.dialogue.talk_ports import Floor
from voice_chess.session.games.timekeeper import TimeListener
from voice_chess.session.ledger import Happening
from voice_chess.session.outputs import Output
from voice_chess.session.ports import TimeSource


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

    def confide(self, make: Make, /) -> None:
        """Tell them alone something that they can hear again."""

    def show(self) -> None:
        """Report that something that only they see has changed."""

    def anew(self, game: GameFloor, /) -> Self:
        """Return the same people at their game after it was read again from the journal."""


def tell_of_another(game: Game, participants: Iterable[Participant]) -> None:
    """Tell players at seats of their own how they ask for another game, where they may."""
    if game.may_be_followed:
        for one in participants:
            if one.role is not None and one.role.is_player:
                one.mention(how_to_ask, one.role)
