"""The game of people at one machine: what is asked of it is written, then told to all of them.

It is made of the journal and nothing else, so that it can be made anew after an error; what goes
on beyond that, as how each listener is spoken to, the session holds.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from voice_chess.game.commands import (
    ArrangeGame,
    Resume,
    StartGame,
)
from voice_chess.game.events import Event, MoveAnnounced, SlipCorrected
from voice_chess.game.state import Adjourned, Arranged, NotArranged
from voice_chess.game.table import Role, Table
from voice_chess.session.absent_player import AbsentPlayer
from voice_chess.session.conversation import Conversation
from voice_chess.session.device_watch import DeviceWatch
from voice_chess.session.evidence import Evidence, discreet
from voice_chess.session.house import House
from voice_chess.session.ledger import Ledger
from voice_chess.session.listeners import Listeners
from voice_chess.session.live_game import LiveGame
from voice_chess.session.participants import AroundOneTable
from voice_chess.session.patient_record import PatientRecord
from voice_chess.session.ports import Conflict, Envelopes, JournalLost
from voice_chess.session.pressing import PressCustoms
from voice_chess.session.recording import TableRecording
from voice_chess.session.replies import Replies
from voice_chess.session.resumption import tell_how_to_go_on, tell_where_it_stands
from voice_chess.session.sealing import is_secret
from voice_chess.session.session_ports import Ports
from voice_chess.session.telling import Happening, Noticed, Output
from voice_chess.session.voice import Voice
from voice_chess.speech.dialogue import Cue
from voice_chess.speech.meaning import CommandMeaning

Watch = Callable[[Event | Evidence], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What stands around the game of a table, whatever becomes of the game."""

    ports: Ports
    house: House
    voice: Voice
    listeners: Listeners
    replies: Replies
    recording: TableRecording
    watch: Watch
    """Sees everything that happens, is heard and is said."""


class TableGame(LiveGame[AroundOneTable]):
    """`TablesFloor` of those around it: whatever comes out, the recording and they have at once."""

    def __init__(self, game_id: str, around: Around) -> None:
        """Go on with a game of the journal, or be ready for a new one. Raises `JournalLost`."""
        ports, house, replies = around.ports, around.house, around.replies
        ledger = Ledger(ports.journal, game_id)
        customs = PressCustoms(by_program=house.press == "auto", by_reply=True)
        super().__init__(ledger, ports.time, customs, self._record, self._show, self._say)
        self._around = around
        self.house = house
        voices = (replies, around.listeners)
        self._people = AroundOneTable(house, self, voices, sits=_who_sits_alone(ports))
        self._participants["table"] = self._people
        self.talk, self.boards = self._people.talk, self._people.boards
        self._beaten_ms = 0
        self.devices = DeviceWatch(self.talk, ledger, replies, self.fail)
        self._absent = _absent(ports, self.ledger, self.talk)

    @property
    def envelopes(self) -> Envelopes | None:
        return self._around.ports.envelopes

    @property
    def is_at_rest(self) -> bool:
        """Over, or adjourned to another day."""
        return self.game.is_over or isinstance(self.game.phase, Adjourned)

    def begin(self, table: Table) -> None:
        """A new game is arranged and started; a broken-off one goes on, its clocks put right."""
        by, replies = Role.ARBITER, self._around.replies
        if isinstance(self.game.phase, NotArranged):
            self.talk.do(ArrangeGame(by=by, at_ms=self._now_ms, table=table))
            # Speaking takes time, for which nobody pays.
            self.tell_house_rules()
        if isinstance(self.game.phase, Arranged):
            self.talk.do(StartGame(by=by, at_ms=self._now_ms))
        elif isinstance(self.game.phase, Adjourned):
            self.talk.do(Resume(by=by, at_ms=self._now_ms))
        elif self.game.is_in_play:
            self.go_on()
            self.tell_where_it_stands()
            tell_how_to_go_on(replies)

    def note(self, evidence: Evidence) -> None:
        """Of what is said and typed for an envelope, only that something was."""
        if is_secret(self.game):
            evidence = discreet(evidence)
        self.ledger.note(evidence)
        self._around.watch(evidence)

    def read(self, text: str, at_ms: int) -> None:
        """A line; Enter alone presses behind an announced move, and means nothing else."""
        if text:
            self.talk.state.heed(Cue.BARGE_IN)
            with self.pressing.written(at_ms, self.house):
                self.talk.read(text, at_ms)
        elif self.game.turn.announcement is not None and not self.talk.state.is_pending:
            self.talk.take(CommandMeaning(name="press"), began_ms=at_ms, at_ms=at_ms)

    def look(self) -> None:
        """What time brings about while nobody speaks. Raises `JournalLost`, `OpponentLost`."""
        now_ms = self._now_ms
        self._timekeeper.look(now_ms)
        self.boards.remind(now_ms - self.house.correction_ms)
        if self._absent is not None:
            self._absent.look(self._now_ms)

    def finish(self) -> None:
        """Nothing more comes. Raises `JournalLost` where something could not be written."""
        if self._timekeeper.may_press(self._now_ms):
            self.pressing.press(self._now_ms)
        self._arrears.settle()

    def write(self) -> None:
        """What is owed, or a heartbeat. Raises `JournalLost` where there is no room any more."""
        now_ms, sound = self._now_ms, self._around.recording.sound
        if self._arrears.due_ms is not None:
            self.try_again(now_ms)
        elif self.ledger.is_behind or sound.is_behind:
            self._arrears.begin(now_ms, sound)
        elif self._is_beat_due(now_ms):
            self._beaten_ms = now_ms
            self.ledger.beat(now_ms)

    def halt(self, sound: PatientRecord | None = None) -> None:
        """Something was to be written and was not: it has not happened, and that is told."""
        super().halt(sound or self._around.recording.sound)
        self._arrears.tell_again(self._now_ms)

    def _go_on_writing(self) -> None:
        tell_how_to_go_on(self._around.replies)

    def fail(self) -> None:
        """Something around the game has failed: its clocks stand, if that can be written."""
        with suppress(JournalLost, Conflict):  # the first failure is the one to tell
            self.stop_the_clocks(self._now_ms)

    def tell_where_it_stands(self) -> None:
        tell_where_it_stands(self.game, self._around.replies, self._now_ms)

    @property
    def _now_ms(self) -> int:
        return self._around.ports.time.now_ms()

    def _is_beat_due(self, now_ms: int) -> bool:
        every_ms = self._around.ports.heartbeat_ms
        is_wanted = every_ms is not None and self.game.clock.is_running
        return is_wanted and now_ms >= self._beaten_ms + (every_ms or 0)

    def _record(self, output: Output) -> None:
        """The sound of an announcement can be found by the number of its move."""
        match output:
            case Happening(event=MoveAnnounced(uci=uci) | SlipCorrected(to_uci=uci)):
                self._around.recording.keep(uci, self.game)
            case _:
                return

    def _show(self, output: Output) -> None:
        if isinstance(output, Happening):
            self._around.watch(output.event)

    def _say(self, output: Output) -> None:
        """Aloud; nothing comes here for one seat alone."""
        if isinstance(output, Happening):
            self._around.replies.happened(output)
        elif isinstance(output, Noticed):
            make = output.make
            self._around.replies.tell(lambda manner: make(manner.language))


def _who_sits_alone(ports: Ports) -> Role | None:
    """Against an opponent from elsewhere everything said at the table is the other player's."""
    if ports.opponent is None:
        return None
    return Role.player(white=ports.absent is Role.BLACK)


def _absent(ports: Ports, ledger: Ledger, talk: Conversation) -> AbsentPlayer | None:
    if ports.opponent is None:
        return None
    return AbsentPlayer(ports.opponent, ledger, talk, ports.absent)
