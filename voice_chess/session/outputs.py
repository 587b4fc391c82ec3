"""What comes out of a game with seats: events for everybody, words and sounds for one listener."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.events import Event
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.moves import MoveCompleted, MoveExecuted, MoveRepeated
from voice_chess.game.setup import GameArranged, PlayerArrived
from voice_chess.game.state import Game, InPlay, Sealing
from voice_chess.game.table import Role
from voice_chess.game.touch import PiecesTouched
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.session.ports import Signal
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.announce import Scene, announce
from voice_chess.speech.generation.sentence import Sentence
from voice_chess.speech.generation.styles import Style

ReplyKind = Literal["answer", "question", "refusal", "notice", "unheeded"]

_PAUSE = (Role.ARBITER, "irregularity")
"""How the clocks are halted while the program itself was gone."""

UNTOLD = (GameArranged, PlayerArrived, MoveExecuted, MoveCompleted, PiecesTouched)
"""What players see in what comes next, or have done with their own hands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """An event that is written, its number in the journal, and the position before it."""

    seq: int
    event: Event
    before: Position
    is_silent: bool = False
    """Its cause is told in words of its own."""
    _worded: dict[tuple[str, Style], Sentence] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """By language and style: as many may sit at a game as want."""

    @property
    def is_told(self) -> bool:
        is_right_repetition = isinstance(self.event, MoveRepeated) and self.event.is_right
        is_seen = self.is_silent or isinstance(self.event, UNTOLD)
        return not is_seen and not is_right_repetition

    def told(self, language: Language, style: Style) -> Sentence:
        """What players are told of it; worded once for all who are told it in the same words."""
        wanted = (language.id, style)
        if wanted not in self._worded:
            scene = Scene(position=self.before, language=language, style=style)
            self._worded[wanted] = announce(self.event, scene)
        return self._worded[wanted]

    def told_to(self, preferences: VoicePreferences) -> Sentence:
        """The same as one listener hears it."""
        return self.told(preferences.language, preferences.style)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """Something said to one listener alone; `text` for the eye, `spoken` for the synthesiser."""

    listener: str
    kind: ReplyKind
    text: str
    spoken: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sounded:
    """A short sound for one listener."""

    listener: str
    signal: Signal


@dataclass(frozen=True, slots=True, kw_only=True)
class Hushed:
    """A listener wants it quiet: what is being said to them is cut."""

    listener: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A listener wants to look at the position behind so many half-moves, and nobody else."""

    listener: str
    ply: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PreferencesChanged:
    """A listener has said how they want to be spoken to from now on.

    `key` is that of the request by which they did, if a page asked for it.
    """

    listener: str
    preferences: VoicePreferences
    key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnChanged:
    """What is shown to a listener alone has changed: a move ahead, or the board before them."""

    listener: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HearingChanged:
    """Of somebody here nothing is understood any more, or something is again: for an arbiter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noticed:
    """Something for everybody at the game that is no event of it."""

    make: Callable[[Language], Sentence]


@dataclass(frozen=True, slots=True, kw_only=True)
class YourTurn:
    """A move is completed, play goes on, and this player has not replied to it yet.

    `was_told`: the move had been announced to them before it was completed.
    """

    role: Role
    was_told: bool


ToOne: TypeAlias = Reply | Sounded | Hushed | Shown | PreferencesChanged
"""What one listener's page is told."""
NoEvent: TypeAlias = ToOne | OwnChanged | HearingChanged | Noticed | YourTurn
Output: TypeAlias = Happening | NoEvent


def is_paused(game: Game, history: Sequence[Happening]) -> bool:
    """By the program itself, which was gone; what an arbiter puts back, they start again."""
    phase, kinds = game.phase, (ClocksStopped, PositionRestored)
    is_held_up = isinstance(phase, Sealing) and not game.clock.is_running
    if not is_held_up and not (isinstance(phase, InPlay) and phase.halted == _PAUSE):
        return False
    stops = (one.event for one in reversed(history) if isinstance(one.event, kinds))
    last = next(stops, None)
    return isinstance(last, ClocksStopped) and (last.by, last.why) == _PAUSE
