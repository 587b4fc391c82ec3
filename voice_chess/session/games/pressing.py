"""The clock is pressed for the mover: after the time for corrections, at once, or by a reply.

The same at a table and at seats apart. How long a slip may be corrected depends on how the move
came and on what its player hears of it: that, their table settings tell (`Grace`).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Protocol

from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.commands import Command
from voice_chess.game.moves import MoveAnnounced, MoveExecuted, PressClock, SlipCorrected
from voice_chess.game.state import Game, PendingMove
from voice_chess.session.dialogue.conversation import Conversation
from voice_chess.session.ledger import Ledger
from voice_chess.session.outputs import Happening
from voice_chess.session.ports import TimeSource
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.dialogue import Cue

_PRESSED_AGAIN_MS = 5_000
"""What may not be pressed yet is tried again, but not with every breath."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PressCustoms:
    """`by_program`: it presses for the mover. `by_reply`: so does a reply, even if it doesn't.

    Where nobody knows whose voice it was, a reply can be told from a correction in no other way.
    """

    by_program: bool
    by_reply: bool


class MoversBoards(Protocol):
    """The boards before a mover."""

    def before(self, command: Command) -> None:
        """What the game is about to be asked for."""


class Mover(Protocol):
    """One of those on move who listen."""

    @property
    def settings(self) -> TableSettings: ...

    @property
    def talk(self) -> Conversation: ...

    @property
    def boards(self) -> MoversBoards: ...

    def heard_until_ms(self, told: Happening | None, since_ms: int, /) -> int:
        """When they have heard this to its end, which has been told since then."""


class PressedGame(Protocol):
    """A game whose clocks are pressed."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def time(self) -> TimeSource: ...

    @property
    def movers(self) -> Sequence[Mover]: ...

    def ask(self, command: Command) -> Ruling:
        """Raises `JournalLost`, `Conflict`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writing:
    """What is typed or clicked now; `is_alone`: with a move, nothing comes behind it."""

    at_ms: int
    grace_ms: int | None
    is_read_back: bool
    is_alone: bool

    @property
    def is_final(self) -> bool:
        """What is announced by it is pressed at once."""
        return self.grace_ms == 0 and not self.is_read_back


class Pressing:
    """Knows since when the announced move may be corrected, and for how long."""

    def __init__(self, floor: PressedGame, customs: PressCustoms) -> None:
        self.customs = customs
        self._floor = floor
        self._told: Happening | None = None
        """What was last done about the announced move."""
        self._since_ms = floor.time.now_ms()
        self._writing: _Writing | None = None
        """Now."""
        self._written: _Writing | None = None
        """How the announced move came; None for one that was heard."""
        self._again_ms = 0

    def correctable_until_ms(self, movers: Sequence[Mover]) -> int | None:
        """How long they may correct what was announced; None until they press themselves."""
        until_ms = max(self._since_ms, self._again_ms)
        for mover in movers:
            own_ms = self._own_until_ms(mover)
            if own_ms is None:
                return None
            until_ms = max(until_ms, own_ms)
        return until_ms

    def happened(self, happening: Happening) -> None:
        """Count anew from here, if it is about the announced move."""
        match happening.event:
            case MoveAnnounced(told_by=told_by):
                self._written = None if told_by is not None else self._writing
            case SlipCorrected():
                self._written = self._writing
            case MoveExecuted():
                pass
            case _:
                return
        self._told, self._since_ms, self._again_ms = happening, self._floor.time.now_ms(), 0

    @contextmanager
    def written(
        self, at_ms: int, settings: TableSettings, *, is_alone: bool = False
    ) -> Iterator[None]:
        """Nobody can have misheard what is announced meanwhile: it may be pressed at once.

        Raises `JournalLost`, `Conflict`.
        """
        grace = settings.grace
        with self._taking(
            _Writing(
                at_ms=at_ms,
                grace_ms=grace.written_ms,
                is_read_back=grace.is_read_back,
                is_alone=is_alone,
            )
        ):
            yield

    @contextmanager
    def given_ahead(self, at_ms: int) -> Iterator[None]:
        """What is announced meanwhile was decided on before. Raises `JournalLost`, `Conflict`."""
        with self._taking(_Writing(at_ms=at_ms, grace_ms=0, is_read_back=False, is_alone=True)):
            yield

    def behind(self, after: Game) -> PressClock | None:
        """The press that is written with an announcement, in the game as that has left it."""
        writing = self._writing
        is_whole = after.table.customs.execution == "assumed"
        if writing is None or not (writing.is_alone and writing.is_final and is_whole):
            return None
        said = self._new_own(after, self._floor.ledger.game.turn.announcement)
        if said is None or not self.customs.by_program:
            return None
        return PressClock(by=after.mover, at_ms=said.at_ms)

    def press(self, at_ms: int) -> None:
        """For the mover; what may not be pressed yet is tried again later.

        Raises `JournalLost`, `Conflict`.
        """
        command = PressClock(by=self._floor.ledger.game.mover, at_ms=at_ms)
        movers = self._floor.movers
        for mover in movers:
            mover.boards.before(command)
        if not isinstance(self._floor.ask(command), tuple):
            self._again_ms = self._floor.time.now_ms() + _PRESSED_AGAIN_MS
            return
        # A correction that was announced and never said is none.
        for mover in movers:
            if mover.talk.state.is_repairing:
                mover.talk.state.heed(Cue.UNDERSTOOD)

    def replied(self, at_ms: int) -> None:
        """Replying to an announced move implies its press. Raises `JournalLost`, `Conflict`."""
        is_implied = self.customs.by_program or self.customs.by_reply
        ledger = self._floor.ledger
        if is_implied and ledger.game.turn.announcement is not None:
            with ledger.beforehand():
                self.press(at_ms)

    @contextmanager
    def _taking(self, writing: _Writing) -> Iterator[None]:
        """Both may be written together; whatever must be done between them takes two writings."""
        known = self._floor.ledger.game.turn.announcement
        before, self._writing = self._writing, writing
        try:
            yield
        finally:
            self._writing = before
        is_new = self._new_own(self._floor.ledger.game, known) is not None
        if is_new and writing.is_final and self.customs.by_program:
            self.press(writing.at_ms)

    def _own_until_ms(self, mover: Mover) -> int | None:
        written, grace = self._written, mover.settings.grace
        heard_ms = mover.heard_until_ms(self._told, self._since_ms)
        if written is None:
            return heard_ms + grace.heard_ms
        if written.grace_ms is None:
            return None
        return (heard_ms if written.is_read_back else written.at_ms) + written.grace_ms

    @staticmethod
    def _new_own(game: Game, known: PendingMove | None) -> PendingMove | None:
        """An announcement of the mover's own that is not that one."""
        said = game.turn.announcement
        return said if said is not None and said != known and said.told_by is None else None
