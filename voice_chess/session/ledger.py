"""The game and its only writer: a command is decided, written, and only then has it happened.

One thing alone may go before its writing: that the clocks stand because nothing can be written. It
is written before anything else is; a reader of the journal in between finds the clocks stopped when
they were last seen running.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TypeAlias

from voice_chess.arbiter.decide import decide
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.commands import Command
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.game.table import Role
from voice_chess.laws.topics import Topic
from voice_chess.session.evidence import Evidence
from voice_chess.session.outputs import Happening
from voice_chess.session.ports import (
    MOST_REQUESTS,
    DoneBefore,
    Journal,
    JournalLost,
    RequestKey,
)

_MOST_UNNOTED = 1_000

Behind: TypeAlias = Callable[[Game], Command | None]
"""What is asked behind a command, of the game as that has left it."""


class Ledger:
    """One game in a journal."""

    def __init__(self, journal: Journal, game_id: str) -> None:
        """Go on where the journal ends; raises `JournalLost`."""
        events = journal.read(game_id)
        self.game_id = game_id
        self.game: Game = nothing_arranged()
        self.history: list[Happening] = []
        """Everything that is written, in its order."""
        self.last_at_ms = 0
        """The time of the last thing that happened."""
        self._not_before_ms = 0
        """When the clocks changed last."""
        self.is_behind = False
        """Something has happened, or was said, that could not be written yet."""
        self.owed: tuple[Event, ...] = ()
        """Happened, and not written."""
        self._unnoted: deque[Evidence] = deque(maxlen=_MOST_UNNOTED)
        self._foreseen: Foreseen | None = None
        """What was decided last."""
        self._journal = journal
        # Behind the events: of whatever is written meanwhile the request may be known, and not it.
        self._requests = dict.fromkeys(journal.requests(game_id), True)
        """Those dealt with, the oldest first, and whether each was accepted."""
        self._request: RequestKey | None = None
        """What is done now, of which nothing is written yet."""
        self._version = len(events)
        self._add(_steps(self.game, events))

    def ask(self, command: Command, behind: Behind | None = None) -> Ruling:
        """What the command brought about, safely written; or why it may not be.

        What is asked `behind` it is written with it, where that may be: all of it has happened, or
        nothing. Raises `JournalLost` or `Conflict`; then nothing has happened.
        """
        self.catch_up()
        foreseen = self.foresee(command)
        if not foreseen.steps:
            return foreseen.ruling
        steps = foreseen.steps
        following = None if behind is None else behind(foreseen.after)
        if following is not None:
            more = decide(foreseen.after, self._in_time(following))
            steps += _steps(foreseen.after, more) if isinstance(more, tuple) else ()
        events = tuple([step.event for step in steps])
        requests = () if self._request is None else (self._request,)
        self._version = self._journal.append(
            self.game_id, events, after=self._version, requests=requests
        )
        if self._request is not None:
            self.answered(self._request, is_accepted=True)
            self._request = None
        self._add(steps)
        return events

    @contextmanager
    def requested(self, request: RequestKey) -> Iterator[None]:
        """The first thing that is done meanwhile is written with this request, which is done then.

        Raises `DoneBefore` for one that was dealt with.
        """
        if request in self._requests:
            raise DoneBefore(is_accepted=self._requests[request])
        self._request = request
        try:
            yield
        finally:
            self._request = None

    @property
    def request(self) -> RequestKey | None:
        """What is done now, as long as nothing of it is written."""
        return self._request

    def answered(self, request: RequestKey, *, is_accepted: bool) -> None:
        """It was dealt with, whether it has changed anything or not.

        A refusal, an answer and a question are not written: they are given again to whoever repeats
        what they asked where the game was opened anew.
        """
        self._requests.pop(request, None)
        self._requests[request] = is_accepted
        if len(self._requests) > MOST_REQUESTS:
            del self._requests[next(iter(self._requests))]

    @contextmanager
    def beforehand(self) -> Iterator[None]:
        """What is done meanwhile only makes way for what was requested, which is still to do.

        Whoever repeats a request that was broken off in between finds the way made.
        """
        request, self._request = self._request, None
        try:
            yield
        finally:
            self._request = request

    def foresee(self, command: Command) -> "Foreseen":
        """What the command would bring about now; when it is asked for then, that is decided."""
        command = self._in_time(command)
        known = self._foreseen
        if known is not None and known.before is self.game and known.command == command:
            return known
        ruling = decide(self.game, command)
        steps = _steps(self.game, ruling) if isinstance(ruling, tuple) else ()
        self._foreseen = Foreseen(before=self.game, command=command, ruling=ruling, steps=steps)
        return self._foreseen

    @property
    def last_seen_ms(self) -> int:
        """Until when a program was there and the clock ran; what came later nobody has seen.

        A heartbeat on another time than what happened last, from before a clock was set back, can
        only be earlier, and then counts for nothing.
        """
        return max(self.last_at_ms, self._journal.last_beat_ms(self.game_id) or 0)

    def note(self, evidence: Evidence) -> None:
        """Keep it; where there is no room, in memory until there is."""
        self._unnoted.append(evidence)
        if self.is_behind:
            return
        try:
            self._write_notes()
        except JournalLost:
            self.is_behind = True

    def halt(self, at_ms: int) -> None:
        """Nothing can be written: the clocks stand from now on, and that is owed to the journal."""
        self.is_behind = True
        if self.game.clock.is_running and self.game.is_in_play:
            because = self.game.edition.cite(Topic.STOPPING_CLOCKS)
            stopped = ClocksStopped(
                by=Role.ARBITER, why="irregularity", because=because, at_ms=at_ms
            )
            self.owed = (stopped,)
            self.game = evolve(self.game, stopped)
            self._not_before_ms = max(self._not_before_ms, at_ms)

    def catch_up(self) -> None:
        """Write what is owed. Raises `JournalLost` while that can't be done.

        What was just being written when it failed may have been written for all that: then this
        raises `Conflict`, also where nothing is owed, as when the clocks were to run again.
        """
        if not self.is_behind:
            return
        self._version = self._journal.append(self.game_id, self.owed, after=self._version)
        if self.owed:
            self.last_at_ms = max(self.last_at_ms, self.owed[-1].at_ms)
            self._remember(*self.owed)
            self.owed = ()
        self._write_notes()
        self.is_behind = False

    def beat(self, at_ms: int) -> None:
        """The clock is seen running. Raises `JournalLost`."""
        self._journal.beat((self.game_id,), at_ms)

    def _add(self, steps: Iterable["_Step"]) -> None:
        """What is written by now, each with the position before it."""
        for step in steps:
            self._remember(step.event)
            if step.after.clock != self.game.clock:
                self._not_before_ms = max(self._not_before_ms, step.event.at_ms)
            self.game = step.after
            self.last_at_ms = max(self.last_at_ms, step.event.at_ms)

    def _in_time(self, command: Command) -> Command:
        """As of when the clocks changed last, if it came before and had to wait behind that.

        What comes is dated when it came, and done in its turn: else a move could be kept as made
        while the clocks still stood, though it was made after.
        """
        if command.at_ms >= self._not_before_ms:
            return command
        return replace(command, at_ms=self._not_before_ms)

    def _remember(self, *events: Event) -> None:
        """That the clocks stopped, which alone may be owed, leaves the position as it was."""
        position = self.game.position
        self.history += [
            Happening(seq=seq, event=event, before=position)
            for seq, event in enumerate(events, start=len(self.history) + 1)
        ]

    def _write_notes(self) -> None:
        self._journal.note(self.game_id, tuple(self._unnoted))
        self._unnoted.clear()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """An event, and the game as it is when that has happened."""

    event: Event
    after: Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """What a command would come to, if it were asked: nothing of it is written."""

    before: Game
    command: Command
    ruling: Ruling
    steps: tuple[_Step, ...]
    """Nothing where it is refused, or changes nothing."""

    @property
    def after(self) -> Game:
        """The game as it would be then."""
        return self.steps[-1].after if self.steps else self.before


def _steps(game: Game, events: Iterable[Event]) -> tuple[_Step, ...]:
    steps = []
    for event in events:
        game = evolve(game, event)
        steps.append(_Step(event=event, after=game))
    return tuple(steps)
