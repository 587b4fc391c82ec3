"""Runs a game with people at their own seats, without a server, and records what each is told."""

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

from tests.stage.script import Act, Utterance
from tests.stage.scripted_game import GAME, ScriptedGame
from tests.stage.usual import IN_GERMAN
from voice_chess.adapters.simulation.memory_storage import MemoryEnvelopes, MemoryJournal
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.state import Game
from voice_chess.game.table import Role, Table
from voice_chess.session.games.chairs import Settled
from voice_chess.session.games.envelope_passphrases import Keyring
from voice_chess.session.games.live_game import LiveGame
from voice_chess.session.games.running import attend
from voice_chess.session.games.seat import SeatParticipant, sit_down
from voice_chess.session.games.starting import ByComing
from voice_chess.session.ledger import Happening, Ledger
from voice_chess.session.listening.inputs import (
    FromParticipant,
    MovedByHand,
    Outcome,
    Sitter,
    Spoke,
    Typed,
    Wanted,
)
from voice_chess.session.lobby.lobby import seats_apart
from voice_chess.session.outputs import Output, Reply
from voice_chess.session.ports import Journal
from voice_chess.session.table_settings import TableSettings
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.interpret import CommandMeaning

_LATE_MS = 100
_PAUSE_MS = 1_000
_TAIL_MS = 4_000


def in_one_drawer() -> Keyring:
    """Return a keyring with one drawer for all passphrases, which must still be given first."""
    drawer = MemoryEnvelopes()
    return Keyring(lambda _: drawer)


def sitter(role: Role, settings: TableSettings = IN_GERMAN, *, behind_ms: int = 0) -> Sitter:
    """Return a person at a seat, whose listener name is their role."""
    preferences = VoicePreferences(language=settings.language, behind_ms=behind_ms)
    return Sitter(listener=role, role=role, settings=settings, preferences=preferences)


@dataclass
class Apart(ScriptedGame):
    """A game with people at its seats, who share one simulated time.

    Without a table it continues the game in the journal. By default the player on move acts.
    """

    table: Table | None = None
    _: KW_ONLY
    people: Iterable[Role] = Role
    settings: TableSettings = IN_GERMAN
    """The settings of all seats."""
    keyring: Keyring = field(default_factory=in_one_drawer)
    journal: Journal = field(default_factory=MemoryJournal)
    time: SimulatedTime = field(default_factory=SimulatedTime)

    def __post_init__(self) -> None:
        self._outputs: list[Output] = []
        self._answers: list[tuple[str, list[str]]] = [("", [])]
        self._listener = Role.WHITE
        settled = Settled(press=self.settings.press)
        self.live: LiveGame[SeatParticipant] = LiveGame(
            Ledger(self.journal, GAME),
            self.time,
            seats_apart(settled, self.keyring, ByComing(settled, self.time)),
            self._outputs.append,
        )
        for role in self.people:
            self.sit(role, self.settings)
        if self.table is not None:
            self.live.ask(ArrangeGame(by=Role.ARBITER, at_ms=0, table=self.table))
            self.live.ask(StartGame(by=Role.ARBITER, at_ms=0))
        self.at_first = self.fetch()
        """The outputs before anybody did anything."""

    def sit(self, role: Role, settings: TableSettings, *, behind_ms: int = 0) -> None:
        """Seat a person of this role, or change their voice preferences."""
        sit_down(self.live, sitter(role, settings, behind_ms=behind_ms))

    # What they do

    def types(self, line: str, by: Role | None = None, **more: Any) -> Outcome:
        return self.attends(Typed, by, text=line, **more)

    def says(self, words: str | Utterance, by: Role | None = None) -> Outcome:
        """Let a person speak; words given as a string are heard clearly."""
        said = words if isinstance(words, Utterance) else Utterance(words.lower(), lasts_ms=0)
        by = by or said.by or self.mover
        expected, began_ms = self.live.participant(by).talk.expected, self.time.now_ms()
        self.live.begins_to_speak(by)
        self.wait(said.lasts_ms)
        self.live.falls_silent(by)
        now_ms = self.time.now_ms()
        heard = Heard(hypotheses=said.hypotheses, started_ms=began_ms, ended_ms=now_ms)
        return self.attends(Spoke, by, heard=heard, expected=expected)

    def moves(self, uci: str, by: Role | None = None, **more: Any) -> Outcome:
        """Move by hand on a page's board, in the current position."""
        return self.attends(MovedByHand, by, uci=uci, ply=len(self.game.position.moves), **more)

    def wants(self, name: str, *args: str, by: Role | None = None, **more: Any) -> Outcome:
        """Give a command by a button."""
        return self.attends(Wanted, by, command=CommandMeaning(name=name, args=args), **more)

    def attends(
        self, kind: type[FromParticipant], by: Role | None = None, **fields: Any
    ) -> Outcome:
        """Make an input of any kind."""
        made: Any = kind(listener=by or self.mover, at_ms=self.time.now_ms(), **fields)
        return attend(self.live, made)

    def wait(self, ms: int) -> None:
        """Let time pass, in ms; the game looks at it when it says that something is due.

        So does a server, which is as late as this at most.
        """
        end_ms = self.time.now_ms() + ms
        while (left_ms := end_ms - self.time.now_ms()) > 0:
            due_ms = self.live.next_look_ms
            until_ms = left_ms if due_ms is None else due_ms - self.time.now_ms()
            late_ms = max(1, -(-until_ms // _LATE_MS)) * _LATE_MS
            self.time.passed(min(late_ms, left_ms))
            self.live.look()

    def play(self, *script: Act) -> None:
        """Do each act once the speech after the one before is over."""
        for act in script:
            if isinstance(act, str):
                self._hears_out(_PAUSE_MS)
                self._begins(act, self.mover)
                self.types(act)
            elif isinstance(act, Utterance):
                self._hears_out(act.after_ms)
                self._begins(act.likeliest, act.by or self.mover)
                self.says(act, self._listener)
            elif isinstance(act, int):
                self.wait(act)
            else:
                assert callable(act), act
                act()
        self._hears_out(_TAIL_MS)

    def _begins(self, what: str, by: Role) -> None:
        self._listener = by
        self._answers.append((what, []))

    def _hears_out(self, after_ms: int) -> None:
        """Wait until the person who acted last has heard everything, and so long after that."""
        one = self.live.participant(self._listener)
        self.wait(max(one.silent_since_ms - self.time.now_ms(), 0) + after_ms)
        for output in self.fetch():
            if isinstance(output, Reply) and output.listener == self._listener and output.spoken:
                self._answers[-1][1].append(output.text)
            elif isinstance(output, Happening) and output.is_told:
                self._answers[-1][1].append(output.told_to(one.preferences).text)

    # What comes of it

    @property
    def game(self) -> Game:
        return self.live.game

    @property
    def mover(self) -> Role:
        return self.game.mover

    @property
    def answers(self) -> list[tuple[str, list[str]]]:
        return self._answers

    def fetch(self) -> tuple[Output, ...]:
        """Return and forget the outputs since the last call."""
        outputs = tuple(self._outputs)
        self._outputs.clear()
        return outputs

    def replies(self) -> list[Reply]:
        """Return the private replies since the last call; forget all other outputs."""
        return [output for output in self.fetch() if isinstance(output, Reply)]

    def told(self, to: Role | None = None) -> list[str]:
        """Return the texts of `replies`, of one person or of all."""
        return [reply.text for reply in self.replies() if to in (None, reply.listener)]
