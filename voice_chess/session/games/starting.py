"""How a game begins, and what lets its clocks run again once they stood: those who come, or a word.

Where people sit apart, both players' coming does both, or a time that was agreed. Around one table
everybody is there: the game begins with the program, and once the clocks have stood somebody says
when they are to run.
"""

from collections.abc import Iterable
from typing import Protocol

from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.commands import ArrangeGame, Arrive, Command, Resume, StartClocks, StartGame
from voice_chess.game.state import Adjourned, Arranged, Game, NotArranged
from voice_chess.game.table import Role, Table
from voice_chess.session.dialogue.conversation import Conversation
from voice_chess.session.dialogue.replies import Replies
from voice_chess.session.dialogue.resumption import tell_how_to_go_on, tell_where_it_stands
from voice_chess.session.games.chairs import Settled
from voice_chess.session.ledger import Ledger
from voice_chess.session.outputs import is_paused
from voice_chess.session.ports import TimeSource

_PLAYERS = frozenset({Role.WHITE, Role.BLACK})


class Startable(Protocol):
    """The game, as far as it begins or goes on."""

    @property
    def game(self) -> Game: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def time(self) -> TimeSource: ...

    @property
    def is_in_arrears(self) -> bool:
        """Something is still to be written, and nothing new can be."""

    def ask(self, command: Command) -> Ruling:
        """Raises `JournalLost`, `Conflict`."""

    def tell_house_rules(self) -> None: ...

    def go_on(self) -> None:
        """Raises `JournalLost`, `Conflict`."""


class Start(Protocol):
    """Lasts as long as people are there, whatever becomes of the game. Methods raise `JournalLost`.

    The game looks when something is due, and tells when the clocks may run again.
    """

    def came(self, live: Startable, here: Iterable[Role]) -> None:
        """Those roles have somebody at the table now."""

    def goes_on(self, live: Startable) -> None:
        """The clocks stand, and nothing keeps them from running any more."""

    def due_ms(self, live: Startable) -> int | None:
        """When the game begins by itself; None where it doesn't."""

    def look(self, live: Startable, now_ms: int) -> None:
        """Begin, where that is due."""


class ByComing:
    """`Start` of a game whose people sit apart."""

    def __init__(self, settled: Settled, time: TimeSource) -> None:
        self._settled = settled
        self._opened_ms = time.now_ms()
        self._here: frozenset[Role] = frozenset()
        """As it was last told."""

    def came(self, live: Startable, here: Iterable[Role]) -> None:
        """A game that waits for its players begins or goes on."""
        self._here = frozenset(here)
        self.goes_on(live)

    def goes_on(self, live: Startable) -> None:
        if live.is_in_arrears:
            return
        now_ms = live.time.now_ms()
        for role in (Role.WHITE, Role.BLACK):
            is_known = live.game.attendance.of(white=role is Role.WHITE)
            if role in self._here and not is_known and not live.game.is_over:
                live.ask(Arrive(by=role, at_ms=now_ms))
        if not self._here >= _PLAYERS:
            return
        if isinstance(live.game.phase, Arranged) and self._settled.starts == "together":
            live.ask(StartGame(by=Role.ARBITER, at_ms=now_ms))
        elif is_paused(live.game, live.ledger.history):
            live.ask(StartClocks(by=Role.ARBITER, at_ms=now_ms))

    def due_ms(self, live: Startable) -> int | None:
        """Agreed by the clock on the wall, of which our own time knows nothing."""
        start_ms = self._settled.start_at_ms if self._settled.starts == "at" else None
        if start_ms is None or not isinstance(live.game.phase, Arranged):
            return None
        return start_ms - live.time.wall_ms() + live.time.now_ms()

    def look(self, live: Startable, now_ms: int) -> None:
        due_ms = self.due_ms(live)
        if due_ms is not None and now_ms >= due_ms:
            # Nobody pays for a time in which no program ran.
            live.ask(StartGame(by=Role.ARBITER, at_ms=max(due_ms, self._opened_ms)))


class ByWord:
    """`Start` of a game around one table."""

    def __init__(self, replies: Replies) -> None:
        self._replies = replies

    def begin(self, live: Startable, talk: Conversation, table: Table) -> None:
        """A new game is arranged and started; a broken-off one goes on, its clocks put right."""
        by, time = Role.ARBITER, live.time
        if isinstance(live.game.phase, NotArranged):
            talk.do(ArrangeGame(by=by, at_ms=time.now_ms(), table=table))
        if isinstance(live.game.phase, Arranged):
            # Speaking takes time, for which nobody pays.
            live.tell_house_rules()
            talk.do(StartGame(by=by, at_ms=time.now_ms()))
        elif isinstance(live.game.phase, Adjourned):
            talk.do(Resume(by=by, at_ms=time.now_ms()))
        elif live.game.is_in_play:
            live.go_on()
            tell_where_it_stands(live.game, self._replies, time.now_ms())
            self.goes_on(live)

    def came(self, live: Startable, here: Iterable[Role]) -> None:
        """Nobody comes later: all at the table were there from the beginning."""

    def goes_on(self, live: Startable) -> None:
        if live.game.is_in_play:
            tell_how_to_go_on(self._replies)

    def due_ms(self, live: Startable) -> int | None:  # noqa: ARG002 - it begins with the program
        return None

    def look(self, live: Startable, now_ms: int) -> None:
        """It has begun."""
