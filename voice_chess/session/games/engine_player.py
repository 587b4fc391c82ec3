"""Lets an engine play one side of a game: it gets the game's outputs and gives commands to it.

The engine is the same at a table, on the server and in a browser; only the place where it thinks
differs (`Mind`). It thinks beside the game, so that nobody waits for it, and the move that it finds
comes back as an input of the game. Its duties are read from the game each time (`engine_duties`).
So it goes on where it was after a restart, or once the game was read again. If it fails, its clock
runs on, as for a person whose line is dead.
"""

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import Protocol

from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.commands import Command
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.plain_error import described
from voice_chess.session.games.engine_duties import Making, is_on_move, owed, replies, time_left
from voice_chess.session.games.timekeeper import Mover
from voice_chess.session.ledger import Ledger
from voice_chess.session.listening.inputs import EngineThought, Outcome
from voice_chess.session.outputs import Output
from voice_chess.session.ports import Chosen, OpponentLost, TimeLeft, TimeSource

_log = logging.getLogger(__name__)
_LATE_SHARE = 4
_LATE_MS = 10_000
"""An engine is late once it has thought for a quarter of its time left, and for 10 s at least."""


class Mind(Protocol):
    """The place where an engine thinks."""

    def think(self, position: Position, left: TimeLeft, /) -> None:
        """Begin to think. The game gets what is found, even if it does not need it any more."""


class ThinksElsewhere:
    """`Mind` of an engine that learns the position in another way."""

    def think(self, position: Position, left: TimeLeft, /) -> None:
        """Do nothing: the engine knows the position already."""


class Thinking:
    """`Mind` that waits for an engine in another thread, or makes the game itself wait."""

    def __init__(
        self,
        choose: Callable[[Position, TimeLeft], Chosen],
        thinkers: Executor | None,
        found: Callable[[EngineThought], None],
    ) -> None:
        """`choose` blocks, and may raise `OpponentLost`; without `thinkers` the game waits for it.

        `found` is called in the thread that has waited.
        """
        self._choose = choose
        self._thinkers = thinkers
        self._found = found

    def think(self, position: Position, left: TimeLeft, /) -> None:
        if self._thinkers is None:
            self._think(position, left)
        else:
            self._thinkers.submit(self._think, position, left)

    def _think(self, position: Position, left: TimeLeft) -> None:
        try:
            thought = EngineThought(position=position, chosen=self._choose(position, left))
        except OpponentLost as error:
            thought = EngineThought(position=position, lost=error)
        except Exception as error:  # noqa: BLE001 - we are wrong, and nobody else would tell of it
            _log.error("engine %s", described(error))
            thought = EngineThought(position=position, lost=OpponentLost(described(error)))
        self._found(thought)


class EnginesGame(Protocol):
    """The part of a game that an engine may use."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def time(self) -> TimeSource: ...

    @property
    def participants(self) -> Sequence[Mover]: ...

    def present(self, role: Role) -> Sequence[Mover]: ...

    def ask(self, command: Command) -> Ruling:
        """Give a command to the game. Raises `JournalLost`, `Conflict`."""

    def notice(self, name: str) -> None: ...


class EnginePlayer:
    """A subscriber of its game, which calls `look`; used only by the thread that writes the game.

    It outlives the game object, which may be read again from the journal.
    """

    def __init__(self, role: Role, mind: Mind) -> None:
        self.role = role
        self._mind = mind
        self._about: Position | None = None
        """The position that it is thinking about; None while it does not think."""
        self.late_ms: int | None = None
        """When everybody is told that it is still thinking; None if they were, or need not be."""
        self.has_news = True
        """Whether the game has put something out since the last look; True before the first one."""

    def sit_down(self) -> None:
        """Sit down at a game that was just read from the journal."""
        self.has_news = True

    def take(self, _output: Output) -> None:
        """Note that the game has put something out."""
        self.has_news = True

    def look(self, live: EnginesGame) -> None:
        """Give the commands that are due, and think if on move. Raises `JournalLost`, `Conflict`.

        A command that was refused is not tried again before there is news.
        """
        if self.late_ms is not None and live.time.now_ms() >= self.late_ms:
            self.late_ms = None
            live.notice("EngineSilent")
        if not self.has_news:
            return
        self._settle(live, live.time.now_ms())
        self.has_news = False
        game = live.ledger.game
        if not is_on_move(game, self.role):
            self._about = self.late_ms = None
        elif self._about != game.position:
            self._think(game, live.time.now_ms())

    def found(self, live: EnginesGame, thought: EngineThought) -> Outcome:
        """Make the move that it has found, after its reply to a draw offer.

        A thought about another position is stale. Without a move (`chosen` is None) it will think
        again. Raises `JournalLost`, `Conflict`.
        """
        if thought.position == self._about:
            self._about = self.late_ms = None
        game, chosen = live.ledger.game, thought.chosen
        if thought.position != game.position or not is_on_move(game, self.role):
            return "stale"
        if chosen is None:
            self.has_news = True
            return "done"
        # Speaking takes time, which no player pays for: all commands carry the same time.
        now_ms, is_taken = live.time.now_ms(), True
        for make in replies(game, chosen):
            if is_on_move(live.ledger.game, self.role):
                is_taken = self._ask(live, make, now_ms)
        self._settle(live, now_ms)
        return "done" if is_taken else "refused"

    def _think(self, game: Game, now_ms: int) -> None:
        left = time_left(game, now_ms)
        own_ms, _ = left.of(white=game.white_to_move)
        self._about = game.position
        self.late_ms = now_ms + max(own_ms // _LATE_SHARE, _LATE_MS)
        self._mind.think(game.position, left)

    def _settle(self, live: EnginesGame, now_ms: int) -> None:
        """Give the due commands one by one, until one is refused or is due again."""
        asked, make = None, owed(live.ledger.game, self.role)
        while make not in (None, asked) and self._ask(live, make, now_ms):
            asked, make = make, owed(live.ledger.game, self.role)

    def _ask(self, live: EnginesGame, make: Making, now_ms: int) -> bool:
        """Give the command to the game; return False if it is refused."""
        command = make(by=self.role, at_ms=now_ms)
        for one in live.participants:
            one.talk.begin()
        for one in live.present(self.role):
            one.boards.before(command)
        return isinstance(live.ask(command), tuple)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSeated:
    """An input of a game: this engine plays there from now on."""

    engine: EnginePlayer
