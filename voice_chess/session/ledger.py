"""The game and its only writer: a command is decided, then written, and only then does it count.

There is one exception: when nothing can be written, the clocks stop at once (`Ledger.halt`). That
event is written later, before anything else. Until then a reader of the journal finds that the
clocks stopped when they were last seen running.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import takewhile, zip_longest
from typing import TypeAlias

from voice_chess.arbiter.decide import decide
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.adjournment import MoveSealed, SealingAsked
from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.commands import Command
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.moves import (
    MoveAnnounced,
    MoveAnswered,
    MoveCompleted,
    MoveExecuted,
    MoveRepeated,
)
from voice_chess.game.penalties import ReasonStated
from voice_chess.game.phases import InPlay, Resuming, Sealing
from voice_chess.game.scoresheets import MoveRecorded
from voice_chess.game.setup import GameArranged, PlayerArrived
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.game.table import Role
from voice_chess.game.touch import PiecesTouched
from voice_chess.languages.language import Language
from voice_chess.laws.edition import Citation
from voice_chess.laws.position import Position
from voice_chess.laws.topics import Topic
from voice_chess.session.evidence import Evidence
from voice_chess.session.ports import (
    MOST_REQUESTS,
    DoneBefore,
    Journal,
    JournalLost,
    RequestKey,
)
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.announce import Scene, announce
from voice_chess.speech.generation.sentence import Sentence
from voice_chess.speech.generation.styles import Style

_MOST_UNNOTED = 1_000
_PAUSE = (Role.ARBITER, "irregularity")
"""By whom and why the clocks are stopped when the program itself was gone."""

Behind: TypeAlias = Callable[[Game], Command | None]
"""Makes a second command from the game as the first one leaves it; None if there is none."""

UNTOLD = (GameArranged, MoveExecuted, MoveCompleted, PiecesTouched, MoveRecorded)
"""Events that need no announcement: what follows shows them, or the players' own hands did them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """An event of the game, its number in the journal (from 1), and the position before it."""

    seq: int
    event: Event
    before: Position
    is_silent: bool = False
    """Whether the event is not announced: a notice tells its cause, or nobody waited for it."""
    _worded: dict[tuple[str, Style], Sentence] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """The announcement by language and style, kept because a game can have many listeners."""

    @property
    def is_told(self) -> bool:
        """Whether players get an announcement; a correct repetition of a move gets a sound."""
        is_right_repetition = isinstance(self.event, MoveRepeated) and self.event.is_right
        is_seen = self.is_silent or isinstance(self.event, UNTOLD)
        return not is_seen and not is_right_repetition

    def told(self, language: Language, style: Style) -> Sentence:
        """Return the announcement of the event; it is worded once per language and style."""
        wanted = (language.id, style)
        if wanted not in self._worded:
            scene = Scene(position=self.before, language=language, style=style)
            self._worded[wanted] = announce(self.event, scene)
        return self._worded[wanted]

    def told_to(self, preferences: VoicePreferences) -> Sentence:
        """Return the announcement in the language and style of one listener."""
        return self.told(preferences.language, preferences.style)


class Ledger:
    """One game in a journal."""

    def __init__(self, journal: Journal, game_id: str) -> None:
        """Replay the journal's events, and go on from there. Raises `JournalLost`."""
        events = journal.read(game_id)
        self.game_id = game_id
        self.game: Game = nothing_arranged()
        self.history: list[Happening] = []
        """All events so far, in order."""
        self.last_at_ms = 0
        """The time of the latest event."""
        self._not_before_ms = 0
        """When the clocks last changed; no command is dated before it."""
        self.is_behind = False
        """Whether an event or evidence could not be written yet."""
        self.owed: tuple[Event, ...] = ()
        """The events that count already and are not written yet."""
        self._unnoted: deque[Evidence] = deque(maxlen=_MOST_UNNOTED)
        self._notes_wait = False
        """Whether evidence waits for the next events (see `together`)."""
        self._foreseen: Foreseen | None = None
        """The last decision of `foresee`, kept for the case that the same command follows."""
        self._journal = journal
        # Read after the events: a request written in between is then known, though its event isn't.
        self._requests = dict.fromkeys(journal.requests(game_id), True)
        """The requests that were dealt with, oldest first, and whether each was accepted."""
        self._request: RequestKey | None = None
        """The request that is being done, as long as nothing of it is written."""
        self._version = len(events)
        self._add(_steps(self.game, events))

    def ask(self, command: Command, behind: Behind | None = None) -> Ruling:
        """Decide the command and write its events; return them, or the refusal.

        The second command that `behind` makes is written together with the first, if it is
        allowed: both happen, or neither. Raises `JournalLost` or `Conflict`; then nothing has
        happened.
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
        return self._written(steps)

    def ask_together(self, *commands: Command) -> Ruling:
        """Decide each command in the game that those before it leave, and write all events at once.

        Return the events, or the first refusal; then nothing has happened, as when this raises
        `JournalLost` or `Conflict`.
        """
        self.catch_up()
        steps: tuple[_Step, ...] = ()
        for command in commands:
            after = steps[-1].after if steps else self.game
            ruling = decide(after, self._in_time(command))
            if not isinstance(ruling, tuple):
                return ruling
            steps += _steps(after, ruling)
        return self._written(steps)

    def _written(self, steps: tuple["_Step", ...]) -> tuple[Event, ...]:
        """Write the events of these steps, with the request that is being done, and take them over.

        Raises `JournalLost` or `Conflict`; then nothing has happened.
        """
        events = tuple([step.event for step in steps])
        requests = () if self._request is None else (self._request,)
        self._version = self._journal.append(
            self.game_id,
            events,
            after=self._version,
            requests=requests,
            evidence=tuple(self._unnoted),
        )
        self._unnoted.clear()
        if self._request is not None:
            self.answered(self._request, is_accepted=True)
            self._request = None
        self._add(steps)
        return events

    @contextmanager
    def requested(self, request: RequestKey) -> Iterator[None]:
        """Write this request with the first events of the block, and so mark it as done.

        Raises `DoneBefore` if the request was dealt with before.
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
        """The request that is being done; None if there is none, or once its events are written."""
        return self._request

    def answered(self, request: RequestKey, *, is_accepted: bool) -> None:
        """Remember that the request was dealt with, whether or not it changed the game.

        A refusal, an answer or a question is remembered in memory only: once the game has been
        opened again, a repeated request gets the response again.
        """
        self._requests.pop(request, None)
        self._requests[request] = is_accepted
        if len(self._requests) > MOST_REQUESTS:
            del self._requests[next(iter(self._requests))]

    @contextmanager
    def beforehand(self) -> Iterator[None]:
        """Write the events of the block without the request: they only prepare for it.

        If the work breaks off after the block, a repetition of the request finds the preparation
        done and the request itself still to do.
        """
        request, self._request = self._request, None
        try:
            yield
        finally:
            self._request = request

    def foresee(self, command: Command) -> "Foreseen":
        """Decide the command without writing anything; `ask` uses the decision if it comes next."""
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
        """The last time at which a program is known to have been there, in ms.

        It is the time of the latest event or heartbeat, whichever is later. After the machine's
        clock was set back, a heartbeat can be earlier than the latest event; it is then ignored.
        """
        return max(self.last_at_ms, self._journal.last_beat_ms(self.game_id) or 0)

    def note(self, evidence: Evidence) -> None:
        """Write the evidence; while the journal can't be written, keep it in memory.

        Memory holds the latest thousand pieces.
        """
        self._unnoted.append(evidence)
        if not self._notes_wait:
            self._write_waiting_notes()

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write the evidence of the block with its next events, or else at its end.

        So what led to a move is in the same transaction as the move, and nobody waits for two.
        """
        self._notes_wait = True
        try:
            yield
        except JournalLost:
            # What waits is owed like an event; to try again at once would only take time.
            self.is_behind = True
            raise
        finally:
            self._notes_wait = False
            self._write_waiting_notes()

    def noted(self) -> tuple[Evidence, ...]:
        """Return all evidence of the game, oldest first. Raises `JournalLost`."""
        return self._journal.evidence(self.game_id)

    def halt(self, at_ms: int) -> None:
        """Stop the clocks because nothing can be written; `catch_up` writes that event later."""
        self.is_behind = True
        if self.game.is_timed:
            because = self.game.edition.cite(Topic.STOPPING_CLOCKS)
            stopped = ClocksStopped(
                by=Role.ARBITER, why="irregularity", because=because, at_ms=at_ms
            )
            self.owed = (stopped,)
            self.game = evolve(self.game, stopped)
            self._not_before_ms = max(self._not_before_ms, at_ms)

    def catch_up(self) -> None:
        """Write the events and the evidence that are owed. Raises `JournalLost` if that fails.

        A write that seemed to fail may have succeeded: then this raises `Conflict`, even where
        no event is owed, for instance when the failed write was to start the clocks again.
        """
        if not self.is_behind:
            return
        self._version = self._journal.append(self.game_id, self.owed, after=self._version)
        if self.owed:
            self.last_at_ms = max(self.last_at_ms, self.owed[-1].at_ms)
            self._remember(*self.owed)
            self.owed = ()
        self._write_missing_notes()
        self.is_behind = False

    @property
    def unnoted(self) -> tuple[Evidence, ...]:
        """The evidence that could not be written yet."""
        return tuple(self._unnoted)

    def owe(self, evidence: Iterable[Evidence]) -> None:
        """Write this evidence that could not be written before the game was read again.

        Raises `JournalLost`; then `catch_up` writes it.
        """
        self._unnoted.extend(evidence)
        if self._unnoted:
            self.is_behind = True
            self.catch_up()

    def beat(self, at_ms: int) -> None:
        """Write a heartbeat: the clock was seen running at this time. Raises `JournalLost`."""
        self._journal.beat((self.game_id,), at_ms)

    def _add(self, steps: Sequence["_Step"]) -> None:
        """Take over events that are written now, each with the game as it leaves it."""
        for step, following in zip_longest(steps, steps[1:]):
            # A sealed move that is given in the same moment need not be asked for.
            is_given = (
                isinstance(step.event, SealingAsked)
                and following is not None
                and isinstance(following.event, MoveSealed)
                and following.event.at_ms == step.event.at_ms
            )
            self._remember(step.event, is_silent=is_given)
            if step.after.clock != self.game.clock:
                self._not_before_ms = max(self._not_before_ms, step.event.at_ms)
            self.game = step.after
            self.last_at_ms = max(self.last_at_ms, step.event.at_ms)

    def _in_time(self, command: Command) -> Command:
        """Return the command, dated no earlier than the last change of the clocks.

        A command is dated when it arrives, and may be done later, after others. Without this, a
        move made after the clocks started could be recorded as made while they still stood.
        """
        if command.at_ms >= self._not_before_ms:
            return command
        return replace(command, at_ms=self._not_before_ms)

    def _remember(self, *events: Event, is_silent: bool = False) -> None:
        """Append the events to the history, each with the position as it is now.

        The events that `catch_up` writes late only stop the clocks, so their position is the same.
        A reply before the press is made on the move that it replies to.
        """
        game, is_awaited = self.game, self.game.attendance.is_somebody_missing
        self.history += [
            Happening(
                seq=seq,
                event=event,
                before=game.before_reply if isinstance(event, MoveAnswered) else game.position,
                is_silent=is_silent or (isinstance(event, PlayerArrived) and not is_awaited),
            )
            for seq, event in enumerate(events, start=len(self.history) + 1)
        ]

    def _write_waiting_notes(self) -> None:
        if self.is_behind or not self._unnoted:
            return
        try:
            self._write_notes()
        except JournalLost:
            self.is_behind = True

    def _write_missing_notes(self) -> None:
        """Write what is not there already: a write that seemed to fail may have succeeded."""
        if not self._unnoted:
            return
        there = frozenset(self._journal.evidence(self.game_id))
        missing = [evidence for evidence in self._unnoted if evidence not in there]
        self._unnoted = deque(missing, maxlen=_MOST_UNNOTED)
        if missing:
            self._write_notes()

    def _write_notes(self) -> None:
        self._journal.note(self.game_id, tuple(self._unnoted))
        self._unnoted.clear()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """An event, and the game after it."""

    event: Event
    after: Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreseen:
    """The decision on a command that was not written: the ruling, and the steps it would take."""

    before: Game
    command: Command
    ruling: Ruling
    steps: tuple[_Step, ...]
    """Empty if the command is refused or changes nothing."""

    @property
    def after(self) -> Game:
        """The game as the command would leave it."""
        return self.steps[-1].after if self.steps else self.before


def _steps(game: Game, events: Iterable[Event]) -> tuple[_Step, ...]:
    steps = []
    for event in events:
        game = evolve(game, event)
        steps.append(_Step(event=event, after=game))
    return tuple(steps)


def rests_on(happening: Happening) -> Citation | None:
    """Return the article on which an event rests, or None."""
    because = getattr(happening.event, "because", None)
    return because if isinstance(because, Citation) else None


def last_decided(history: Sequence[Happening]) -> tuple[Happening, ...]:
    """Return the last decision that was told, if no move was announced since, else nothing.

    What rests on an article at the same time belongs to it, such as the time that a wrong claim
    costs; so does the arbiter's reason.
    """
    since = takewhile(lambda each: not isinstance(each.event, MoveAnnounced), reversed(history))
    told = tuple(each for each in since if each.is_told)
    latest = next((each for each in told if rests_on(each) is not None), None)
    if latest is None:
        return ()
    return tuple(
        each
        for each in reversed(told)
        if each.event.at_ms == latest.event.at_ms
        and (rests_on(each) is not None or isinstance(each.event, ReasonStated))
    )


def is_paused(game: Game, history: Sequence[Happening]) -> bool:
    """Return whether the clocks stand because the program itself was gone, and may run again.

    After an arbiter has restored a position, the arbiter starts them.
    """
    phase, kinds = game.phase, (ClocksStopped, PositionRestored)
    is_held_up = isinstance(phase, Sealing | Resuming) and not game.clock.is_running
    if not is_held_up and not (isinstance(phase, InPlay) and phase.halted == _PAUSE):
        return False
    stops = (one.event for one in reversed(history) if isinstance(one.event, kinds))
    last = next(stops, None)
    return isinstance(last, ClocksStopped) and (last.by, last.why) == _PAUSE
