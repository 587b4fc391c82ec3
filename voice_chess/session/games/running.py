"""A game that runs, whichever loop brings what comes to it: a table's thread or a server's tasks.

One thing after the other is done to it. What can't be written has not happened: the clocks stand
until there is room. Where somebody else has written, or the program itself is wrong, the game is
read again from its journal, and goes on with those who are there. Where the machine has slept,
nobody knows what they have missed.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Generic, TypeAlias, TypeVar

from voice_chess.session.games.live_game import LiveGame, SomeParticipant
from voice_chess.session.games.own_errors import described
from voice_chess.session.listening.recording import PatientRecord
from voice_chess.session.outputs import Happening
from voice_chess.session.ports import Conflict, JournalLost, PortError, TimeSource

Came = TypeVar("Came")
Done = TypeVar("Done")
Untold: TypeAlias = Callable[[Sequence[Happening]], None]
_log = logging.getLogger(__name__)


class ReadAgain(JournalLost):
    """The program was wrong, and what was wanted has not happened; its cause tells where."""


class RunningGame(Generic[SomeParticipant]):
    """`live` is the game as it was read last; used by one thread at a time."""

    def __init__(
        self,
        opened: Callable[[], LiveGame[SomeParticipant]],
        untold: Untold,
        *,
        outlives_conflicts: bool,
        sound: PatientRecord | None = None,
    ) -> None:
        """`opened` reads the game from its journal; raises `JournalLost`.

        `untold` is given what was written without anybody being told. `outlives_conflicts`: others
        may write it, and it goes on from there. `sound` may find no room, either.
        """
        self._opened = opened
        self._untold = untold
        self._outlives_conflicts = outlives_conflicts
        self._sound = sound
        self.live = opened()

    def step(self, do: Callable[[Came], Done], came: Came) -> Done:
        """Do what came, and leave the game so that the next can come, whatever goes wrong.

        Raises `PortError`: then it was not done; `ReadAgain` where we are wrong ourselves.
        """
        try:
            done = do(came)
        except JournalLost as error:
            # Memory ends where the journal does: nothing is read again.
            _log.error("game=%s storage=%s", self._game_id, type(error).__name__)
            self.live.halt(self._sound)
            raise
        except Conflict:
            _log.error("game=%s storage=Conflict", self._game_id)
            if self._outlives_conflicts:
                self._read_again(goes_on=True)
            raise
        except PortError:
            raise
        except Exception as error:
            kind = type(came).__name__
            _log.error("game=%s entry=%s %s", self._game_id, kind, described(error))
            self._read_again(goes_on=False)
            message = f"The game {self._game_id} had to be read again."
            raise ReadAgain(message) from error
        is_sound_behind = self._sound is not None and self._sound.is_behind
        if (self.live.ledger.is_behind or is_sound_behind) and not self.live.is_in_arrears:
            # Something that was said or heard could not be kept.
            self.live.halt(self._sound)
        return done

    @property
    def _game_id(self) -> str:
        return self.live.ledger.game_id

    def _read_again(self, *, goes_on: bool) -> None:
        """As the journal has it; those there still are, and questions are forgotten.

        `goes_on`: a game that waited for those now there goes on, which is not tried where we were
        wrong ourselves. Where it can't be read it goes on from memory, and its clocks stand.
        """
        before = self.live
        try:
            live = self._opened()
            self._untold(live.happenings(after=before.seq))
            before.hand_over(live)
            self.live = live
            if before.ledger.is_behind:
                live.recover()
            elif goes_on:
                live.play_on()
        except JournalLost:
            self.live.halt(self._sound)


SLEPT_MS = 1_000
"""Less than this is how two clocks of one machine differ."""


class SleepWatch:
    """Finds out that the machine has slept, once for each sleep."""

    def __init__(self, time: TimeSource) -> None:
        self._time = time
        self._known_ms = time.slept_ms()

    def has_slept(self) -> bool:
        """Since this was asked last."""
        slept_ms = self._time.slept_ms()
        is_new = slept_ms - self._known_ms >= SLEPT_MS
        self._known_ms = slept_ms if is_new else self._known_ms
        return is_new
