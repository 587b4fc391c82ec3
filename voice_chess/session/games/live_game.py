"""Runs a live game, at a table or at seats apart, and is the only writer of its events.

Each command is decided, written, and then put out: all subscribers get the outputs at once and in
order, and the participants' boards follow. The game also does what becomes due as time passes.
While the journal can't be written, its clocks stand.

Around one table there is one participant, which stands for everybody there; where people sit apart,
each seat is one. Everything else that differs between the two is given to the game in a `Setting`.
"""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeAlias, TypeVar

from voice_chess.arbiter.ruling import Ruling
from voice_chess.by_color import ByColor
from voice_chess.game.adjournment import EnvelopeOpened, GameAdjourned
from voice_chess.game.clocks import PassTime, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.game_end import GameEnded
from voice_chess.game.information import InformArbiter
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.moves import MoveAnnounced, MoveCompleted, SlipCorrected
from voice_chess.game.phases import Arranged
from voice_chess.game.setup import GameStarted, StartGame
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.boards.settling import Settling
from voice_chess.session.dialogue.premove import Premove
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.evidence import (
    AnswerSpoken,
    ArbiterInformed,
    ArbiterTold,
    Evidence,
    discreet,
    hushed,
)
from voice_chess.session.games.arrears import Arrears
from voice_chess.session.games.engine_player import EnginePlayer
from voice_chess.session.games.envelope_passphrases import Keyring
from voice_chess.session.games.participants import Participant, tell_of_another
from voice_chess.session.games.spectators import Observations
from voice_chess.session.games.starting import Start
from voice_chess.session.games.timekeeper import PressCustoms, Pressing, Timekeeper
from voice_chess.session.ledger import Behind, Happening, Ledger
from voice_chess.session.listening.inputs import EngineThought, Outcome
from voice_chess.session.listening.recording import PatientRecord
from voice_chess.session.outputs import Noticed, Output, YourTurn
from voice_chess.session.ports import Conflict, Envelopes, JournalLost, TimeSource
from voice_chess.speech.generation.house_rules import house_rules
from voice_chess.speech.generation.sentence import phrase
from voice_chess.tactile.peg_board import PegBoard

Subscriber: TypeAlias = Callable[[Output], None]


SomeParticipant = TypeVar("SomeParticipant", bound=Participant)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What depends on the place where a game is played; it outlives the game object.

    `start`: how the game begins and goes on. `keyring` holds the passphrases of its envelopes.
    `noted` gets each piece of evidence that was kept.
    """

    customs: PressCustoms
    start: Start
    keyring: Keyring
    noted: Callable[[Evidence], None] | None = None


class LiveGame(Generic[SomeParticipant]):
    """A game in play: `GameFloor` of its talks, `TimedGame`, `Startable` and `ComparedGame`.

    It is built from the journal, and can be built again from there. Used by one thread at a time,
    which waits while the journal writes.
    """

    def __init__(
        self, ledger: Ledger, time: TimeSource, setting: Setting, *subscribers: Subscriber
    ) -> None:
        self.ledger = ledger
        self.time = time
        self.keyring = setting.keyring
        self._noted = setting.noted
        self.settling: Settling | None = None
        self._speaking: set[str] = set()
        self._start = setting.start
        self._subscribers = [*subscribers]
        self._engine: EnginePlayer | None = None
        self._participants: dict[str, SomeParticipant] = {}
        self._arrears: Arrears | None = None
        self.pressing = Pressing(self, setting.customs)
        self._timekeeper = Timekeeper(self)
        self._are_house_rules_told = False
        self._here: frozenset[Role] | None = None
        self.observations = Observations()
        if ledger.game.may_spectators_inform:
            self.observations.restore(ledger.noted(), ledger.game.table)

    def dismantle(self) -> None:
        """Forget everything; nothing can be asked of this game afterwards.

        Its participants refer to it, and without this it would stay in memory until a search for
        garbage, with all its moves and words.
        """
        vars(self).clear()

    def seat_engine(self, engine: EnginePlayer) -> None:
        """Let this engine play one side from now on; it gets the outputs that everybody gets."""
        self._engine = engine
        self._subscribers.append(engine.take)
        engine.sit_down()

    def thought(self, thought: EngineThought) -> Outcome:
        """Take what the game's engine has found. Raises `JournalLost`, `Conflict`."""
        return "stale" if self._engine is None else self._engine.found(self, thought)

    def hand_over(self, anew: Self) -> None:
        """Hand everybody here over to `anew`, this game read again; questions are forgotten."""
        anew.observations = self.observations
        anew._here = self._here
        for name, one in self._participants.items():
            anew.join(name, one.anew(anew))
            # A board reports the pieces that stand on it only once.
            anew.participant(name).boards.go_on_from(one.boards.felt_so_far)
        for name in self._speaking:
            anew.begins_to_speak(name)
        if self._engine is not None:
            anew.seat_engine(self._engine)

    @property
    def has_news_for_engine(self) -> bool:
        """Whether the engine has something to look at; False until what is owed is written."""
        return self._engine is not None and self._engine.has_news and not self.is_in_arrears

    def join(self, name: str, participant: SomeParticipant) -> None:
        """Talk with this participant from now on, under this name."""
        self._participants[name] = participant

    def leave(self, name: str) -> SomeParticipant | None:
        """Stop talking with the participant of this name, and return them; None without one."""
        self.falls_silent(name)
        return self._participants.pop(name, None)

    @property
    def participants(self) -> tuple[SomeParticipant, ...]:
        """All participants with whom the game talks."""
        return tuple(self._participants.values())

    def participant(self, name: str) -> SomeParticipant:
        """Return the participant of this name. Raises `KeyError` for one who has not joined."""
        return self._participants[name]

    def begins_to_speak(self, name: str) -> None:
        """Note that they speak: nobody is flagged or asked in the middle of their words."""
        self._speaking.add(name)

    def falls_silent(self, name: str) -> None:
        self._speaking.discard(name)

    @property
    def speaking(self) -> frozenset[str]:
        """Names of the participants who are speaking at this moment."""
        return frozenset(self._speaking)

    def has_joined(self, name: str) -> bool:
        return name in self._participants

    @property
    def game(self) -> Game:
        return self.ledger.game

    @property
    def seq(self) -> int:
        """The number of the last event."""
        return len(self.ledger.history)

    def happenings(self, *, after: int) -> tuple[Happening, ...]:
        return tuple(self.ledger.history[after:])

    def last_told(self, *, after: int) -> Happening | None:
        """Return the last event after number `after` that players are told; None without one."""
        return next(
            (found for found in reversed(self.ledger.history[after:]) if found.is_told), None
        )

    def tell(self, output: Output) -> None:
        for subscriber in self._subscribers:
            subscriber(output)

    def confide(self, make: Make, to: Role) -> None:
        """Tell something at the own seat of this role, if somebody sits there; to nobody else."""
        for one in self.participants:
            if one.role is to:
                one.confide(make)

    def notice(self, name: str) -> None:
        """Tell everybody this phrase."""
        self.tell(Noticed(make=lambda language: phrase(name, language)))

    def ask(self, command: Command, behind: Behind | None = None) -> Ruling:
        """Decide, write, and tell everybody what happened. Raises `JournalLost`, `Conflict`."""
        if self._arrears is not None:
            raise self._arrears.lost
        if isinstance(command, StartGame):
            self._start.starts(self, command.at_ms)
        first = len(self.ledger.history)
        pressed = self.pressing.behind
        ruling = self.ledger.ask(
            command, pressed if behind is None else lambda after: behind(after) or pressed(after)
        )
        if isinstance(ruling, tuple):
            happened = tuple(self.ledger.history[first:])
            for happening in happened:
                self._happened(happening)
            pressed_ms = [event.at_ms for event in ruling if isinstance(event, MoveCompleted)]
            ahead = self._given_ahead if pressed_ms else ()
            if pressed_ms and not ahead:
                self._tell_whose_turn(pressed_ms[-1])
            for participant in tuple(self._participants.values()):
                participant.boards.follow(happened, command)
                participant.talk.state.follow(happened, command)
                if participant.talk.asides.unfinished:
                    participant.talk.asides.follow(happened, command)
            if ahead:
                self._play_ahead(ahead, pressed_ms[-1])
            if any(isinstance(happening.event, GameEnded) for happening in happened):
                tell_of_another(self.game, self.participants)
        return ruling

    def _happened(self, happening: Happening) -> None:
        """Put out an event that has just been written, and forget what it makes void."""
        if isinstance(happening.event, GameStarted):
            self.tell_house_rules()
        self.pressing.happened(happening)
        self.tell(happening)
        if isinstance(happening.event, GameAdjourned | EnvelopeOpened | GameEnded):
            self.keyring.forget()
        if isinstance(happening.event, GameAdjourned | PositionRestored | GameEnded):
            for premove in self._premoves:
                premove.forget()

    @property
    def _premoves(self) -> Sequence[Premove]:
        found = [one.premove for one in self._participants.values()]
        return [premove for premove in found if premove is not None]

    def _tell_whose_turn(self, pressed_ms: int) -> None:
        """Tell the mover that it is their turn, unless the game is over or they replied already."""
        game = self.ledger.game
        if not game.is_in_play or game.turn.announcement is not None:
            return
        said_ms = pressed_ms
        for happening in reversed(self.ledger.history):
            if isinstance(happening.event, MoveAnnounced | SlipCorrected):
                said_ms = happening.event.at_ms
                break
        self.tell(YourTurn(role=game.mover, was_told=said_ms < pressed_ms))

    def _play_ahead(self, ahead: Sequence[Premove], pressed_ms: int) -> None:
        """Play the move that was given ahead, as of the moment when the opponent's is complete."""
        game = self.ledger.game
        if game.turn.announcement is not None or not game.clock.is_running:
            return
        for premove in ahead:
            with self.pressing.given_ahead(pressed_ms):
                premove.play(pressed_ms)

    @property
    def _given_ahead(self) -> Sequence[Premove]:
        """The moves of the side to move that were given before it was their turn."""
        premoves = [one.premove for one in self.movers]
        return [one for one in premoves if one is not None and one.uci is not None]

    def note(self, evidence: Evidence) -> None:
        """Keep evidence; of what a sealing player says and hears, only that there was something."""
        if self.ledger.game.is_secret:
            evidence = self._as_written(evidence)
        self.ledger.note(evidence)
        if self._noted is not None:
            self._noted(evidence)

    def _as_written(self, evidence: Evidence) -> Evidence:
        """Return the evidence without what nobody may read before the envelope is opened."""
        if any(one.role is None for one in self._participants.values()):
            # Around one table everybody hears everything, and nobody hears what is written.
            return discreet(evidence)
        who = evidence.to if isinstance(evidence, AnswerSpoken | ArbiterTold) else evidence.by
        hides = who is not None and self.is_hiding(Role(who))
        return hushed(evidence) if hides else evidence

    def is_hiding(self, role: Role) -> bool:
        """Return whether this role is on the side that writes for the envelope now."""
        game = self.ledger.game
        return game.is_secret and role.acts_for_white == game.white_to_move

    @property
    def sides_here(self) -> ByColor[bool] | None:
        """For each side whether its player or their assistant has a page open; None if unknown."""
        if self._here is None:
            return None
        sides = {role.acts_for_white for role in self._here}
        return ByColor(white=True in sides, black=False in sides)

    @property
    def envelopes(self) -> Envelopes | None:
        """What closes and opens envelopes; None where no move can be sealed, or opened, now."""
        return self.keyring.envelopes

    def end_turn(self, at_ms: int) -> None:
        """Press the clock for the mover, as their move gets a reply, where that is the custom.

        The reply takes the place of a move given ahead, which that press would play. Where a reply
        does not press, it will be refused, and its player is told that nothing waits any more.
        """
        waiting = [one for one in self._premoves if one.uci is not None]
        for premove in waiting:
            premove.forget()
        self.pressing.replied(at_ms)
        if self.game.turn.announcement is not None:
            for premove in waiting:
                premove.give_up()

    def tell_house_rules(self) -> None:
        """Tell the house rules once, before the game."""
        if self._are_house_rules_told:
            return
        self._are_house_rules_told = True
        for make in house_rules(self.ledger.game):
            self.tell(Noticed(make=make, is_custom=True))

    def came(self, here: Collection[Role]) -> None:
        """Take note of the roles now at the table. Raises `JournalLost`, `Conflict`."""
        self._here = frozenset(here)
        self.observations.came(here)
        self._tell_observations()
        self._start.came(self, here)

    def go_on(self) -> None:
        """Stop the clocks as of when they were last seen running, since the program was gone.

        Raises `JournalLost`, `Conflict`.
        """
        self.stop_the_clocks(self.ledger.last_seen_ms)

    def wake(self) -> None:
        """Do the same after a sleep, and say so; a word lets the clocks run again, and which one.

        The machine has slept, or the program was stopped for a while.
        """
        self.go_on()
        if not self.game.is_over:
            self.notice("MachineSlept")
            self._start.tells_how_to_go_on(self)
            for one in self._participants.values():
                # Nobody knows any more what a yes would answer.
                one.talk.ask_again()

    def recover(self) -> None:
        """Do the same after events were written that nobody was told of, and let those here go on.

        Raises `JournalLost`, `Conflict`.
        """
        self.go_on()
        self.notice("JournalBack")
        self.play_on()

    def play_on(self) -> None:
        """Go on, since nothing keeps the clocks from running. Raises `JournalLost`, `Conflict`."""
        self._start.goes_on(self)

    def fail(self) -> None:
        """Stop the clocks, if that can be written: something around the game has failed."""
        with suppress(JournalLost, Conflict):  # the first failure is the one to tell
            self.stop_the_clocks(self.time.now_ms())

    def stop_the_clocks(self, at_ms: int) -> None:
        """Stop clocks that run; the caller says why. Raises `JournalLost`, `Conflict`."""
        if self.ledger.game.is_timed:
            first = self.seq
            self.ledger.ask(StopClocks(by=Role.ARBITER, at_ms=at_ms, why="irregularity"))
            self._tell_silently(after=first)

    def try_again(self, now_ms: int) -> None:
        """Try to write what is owed, if that is due; once it is written, say so and play on."""
        first = self.seq
        if self._arrears is not None and self._arrears.are_settled(now_ms):
            self._arrears = None
            self._tell_silently(after=first)
            self.notice("JournalBack")
            self.play_on()

    def _tell_silently(self, *, after: int) -> None:
        for happening in self.happenings(after=after):
            self.tell(replace(happening, is_silent=True))

    @property
    def is_in_arrears(self) -> bool:
        """Whether something is still to be written, so that nothing new can be."""
        return self._arrears is not None

    def look(self) -> None:
        """Do what is due now: start, press, flag fall, lateness, silence, an engine's part.

        While something is owed, only that is tried again. Raises `JournalLost`, `Conflict`.
        """
        now_ms = self.time.now_ms()
        if self._arrears is not None:
            self.try_again(now_ms)
            return
        if self._is_start_open:
            self._start.look(self, now_ms)
        self._timekeeper.look(now_ms)
        if self._engine is not None:
            self._engine.look(self)

    @property
    def _is_start_open(self) -> bool:
        """Whether the game has yet to begin, or its people have yet to hear how it goes on."""
        return isinstance(self.ledger.game.phase, Arranged) or self._start.tells_how_ms is not None

    @property
    def next_look_ms(self) -> int | None:
        """When `look` may have something to do; None while nothing becomes due."""
        if self._arrears is not None:
            return self._arrears.due_ms
        now_ms = self.time.now_ms()
        news_ms = now_ms if self.has_news_for_engine else None
        late_ms = None if self._engine is None else self._engine.late_ms
        start_ms = self._start.due_ms(self) if self._is_start_open else None
        times = (start_ms, self._timekeeper.next_look_ms(now_ms), news_ms, late_ms)
        return min((time for time in times if time is not None), default=None)

    def finish(self) -> None:
        """Press for an announced move, and write what is owed, as no more input comes.

        Raises `JournalLost` where something can't be written.
        """
        now_ms = self.time.now_ms()
        if self._timekeeper.may_press(now_ms):
            self.pressing.press(now_ms)
        if self._arrears is None:
            self.ledger.catch_up()
        else:
            self._arrears.settle()
            self._arrears = None

    def present(self, role: Role) -> Sequence[SomeParticipant]:
        """Return the participants for that role; the one that stands for a table has every role."""
        return [one for one in self._participants.values() if one.role in (None, role)]

    @property
    def waiting(self) -> Sequence[SomeParticipant]:
        """The participants who are not speaking now, so that the wait for their answer may end."""
        return [one for name, one in self._participants.items() if name not in self._speaking]

    @property
    def movers(self) -> Sequence[SomeParticipant]:
        """The participants who listen for the side to move."""
        return self.present(self.ledger.game.mover)

    @property
    def is_mover_speaking(self) -> bool:
        if not self._speaking:
            return False
        movers = self.movers
        return any(self._participants.get(name) in movers for name in self._speaking)

    def pass_time(self, at_ms: int) -> None:
        """Tell the game the time, so that it finds a fallen flag or a late player.

        Raises `JournalLost`, `Conflict`.
        """
        self.ask(PassTime(by=Role.ARBITER, at_ms=at_ms))

    def halt(self, sound: PatientRecord | None = None) -> None:
        """Stop the clocks and tell all, once: the journal or this sound can't be written."""
        now_ms = self.time.now_ms()
        self.ledger.halt(now_ms)
        if self._arrears is not None:
            self._arrears.add(sound)
            return
        self._arrears = Arrears(self.ledger, self.notice, now_ms)
        self._arrears.add(sound)
        self._arrears.tell(now_ms)

    def tell_arrears_again(self) -> None:
        """Tell somebody who has tried to play that nothing can be written yet."""
        if self._arrears is not None:
            self._arrears.tell_again(self.time.now_ms())

    def tell_arbiter(self, make: Make) -> None:
        """Tell an arbiter at a seat of their own; one at the table hears everything anyway."""
        self.tell_seats(make, frozenset({Role.ARBITER}))

    def tell_seats(self, make: Make, roles: Collection[Role]) -> None:
        """Tell those who have a seat of their own in one of these roles."""
        for one in self._participants.values():
            if one.role in roles:
                one.talk.tell(make)

    def inform_arbiter(self, told: InformArbiter) -> None:
        """Keep what a spectator has noticed, and tell the arbiter, as soon as they are here."""
        self.note(ArbiterInformed(at_ms=told.at_ms, text=told.text, by=told.by))
        self.observations.add(told.text, self.game.table)
        self._tell_observations()

    def _tell_observations(self) -> None:
        """Tell the arbiter, if they are here, what spectators have noticed.

        That it was told is kept afterwards: a server killed in between tells it twice, not never.
        """
        if self.observations.tell(self._participants.values()):
            self.note(ArbiterTold(at_ms=self.time.now_ms(), to=Role.ARBITER))

    def correct(self, board: PegBoard, *, white: bool) -> None:
        """Lead the hands of that player from this board to that of the game."""
        for participant in self.present(Role.player(white=white)):
            participant.boards.correct(board, white=white)

    def settles(self) -> Settling:
        """Return what settles boards that differ, from now on if none did before."""
        self.settling = self.settling or Settling(self)
        return self.settling

    def leads(self, *, white: bool) -> bool:
        """Return whether the hands of that player are being led at this moment."""
        return any(one.boards.leads(white=white) for one in self.present(Role.player(white=white)))

    @property
    def leads_step_by_step(self) -> bool:
        """Whether the program leads hands step by step, and so knows when a board is right."""
        return any(one.boards.leads_step_by_step for one in self._participants.values())

    @property
    def is_leading(self) -> bool:
        """Whether hands are being led at this moment."""
        return any(one.boards.is_leading for one in self._participants.values())
