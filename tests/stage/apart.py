"""People at seats of their own, without a server: what they do, and what each of them is told."""

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
from voice_chess.session.ledger import Ledger
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
from voice_chess.session.outputs import Happening, Output, Reply
from voice_chess.session.ports import Journal
from voice_chess.session.table_settings import TableSettings
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.meaning import CommandMeaning

_LOOKS_MS = 100
_PAUSE_MS = 1_000
_TAIL_MS = 4_000


def in_one_drawer() -> Keyring:
    """Whatever the passphrases are, which must be given first."""
    drawer = MemoryEnvelopes()
    return Keyring(lambda _: drawer)


def sitter(role: Role, settings: TableSettings = IN_GERMAN, *, behind_ms: int = 0) -> Sitter:
    """Who sits there under the name of their role."""
    preferences = VoicePreferences(language=settings.language, behind_ms=behind_ms)
    return Sitter(listener=role, role=role, settings=settings, preferences=preferences)


@dataclass
class Apart(ScriptedGame):
    """A game with people at its seats, and the time of all of them.

    Without a table it is the game that the journal has. Where nobody is named, the player on move
    does what is done.
    """

    table: Table | None = None
    _: KW_ONLY
    people: Iterable[Role] = Role
    settings: TableSettings = IN_GERMAN
    """Of everybody."""
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
            seats_apart(settled, self.keyring, self.time),
            self._outputs.append,
        )
        for role in self.people:
            self.sit(role, self.settings)
        if self.table is not None:
            self.live.ask(ArrangeGame(by=Role.ARBITER, at_ms=0, table=self.table))
            self.live.ask(StartGame(by=Role.ARBITER, at_ms=0))
        self.at_first = self.fetch()
        """What came out before anybody did anything."""

    def sit(self, role: Role, settings: TableSettings, *, behind_ms: int = 0) -> None:
        """Somebody sits down there, or wants to be spoken to so from now on."""
        sit_down(self.live, sitter(role, settings, behind_ms=behind_ms))

    # What they do

    def types(self, line: str, by: Role | None = None, **more: Any) -> Outcome:
        return self.attends(Typed, by, text=line, **more)

    def says(self, words: str | Utterance, by: Role | None = None) -> Outcome:
        """Heard clearly, unless it is told otherwise."""
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
        """On a page's board, as the game stands."""
        return self.attends(MovedByHand, by, uci=uci, ply=len(self.game.position.moves), **more)

    def wants(self, name: str, *args: str, by: Role | None = None, **more: Any) -> Outcome:
        """By a button."""
        return self.attends(Wanted, by, command=CommandMeaning(name=name, args=args), **more)

    def attends(
        self, kind: type[FromParticipant], by: Role | None = None, **fields: Any
    ) -> Outcome:
        """Any other input of theirs."""
        made: Any = kind(listener=by or self.mover, at_ms=self.time.now_ms(), **fields)
        return attend(self.live, made)

    def wait(self, ms: int) -> None:
        """Time passes, and the game looks at it all the while."""
        for begin_ms in range(0, ms, _LOOKS_MS):
            self.time.passed(min(_LOOKS_MS, ms - begin_ms))
            self.live.look()

    def play(self, *script: Act) -> None:
        """Each act once what was told is over."""
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
        """Who did something last hears what is told of it, and so long nothing more."""
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
        """What has come out since the last time."""
        outputs = tuple(self._outputs)
        self._outputs.clear()
        return outputs

    def replies(self) -> list[Reply]:
        """What was said to one or another alone since the last time; nothing else is kept."""
        return [output for output in self.fetch() if isinstance(output, Reply)]

    def told(self, to: Role | None = None) -> list[str]:
        """The words of it, to somebody or to all."""
        return [reply.text for reply in self.replies() if to in (None, reply.listener)]
