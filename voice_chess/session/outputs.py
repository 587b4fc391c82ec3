"""The outputs of a game: events for everybody, and words and sounds for one listener."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.events import Event
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.moves import MoveCompleted, MoveExecuted, MoveRepeated
from voice_chess.game.scoresheets import MoveRecorded
from voice_chess.game.setup import GameArranged, PlayerArrived
from voice_chess.game.state import Game, InPlay, Resuming, Sealing
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
"""By whom and why the clocks are stopped when the program itself was gone."""

UNTOLD = (GameArranged, PlayerArrived, MoveExecuted, MoveCompleted, PiecesTouched, MoveRecorded)
"""Events that need no announcement: what follows shows them, or the players' own hands did them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """An event of the game, its number in the journal (from 1), and the position before it."""

    seq: int
    event: Event
    before: Position
    is_silent: bool = False
    """Whether the event is not announced, because a notice of its own tells the cause."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A sentence for one listener alone; `text` is for the eye, `spoken` for the synthesiser."""

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
    """A listener has asked for silence: their page must stop speaking now."""

    listener: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """One listener wants to look at the position after `ply` half-moves."""

    listener: str
    ply: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PreferencesChanged:
    """A listener has changed how they want to be spoken to.

    `key` is the key of the request that did so; None if it came from no page's request.
    """

    listener: str
    preferences: VoicePreferences
    key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnChanged:
    """Something shown to one listener alone has changed: their premove, or their own board."""

    listener: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HearingChanged:
    """A notice for arbiters: one participant has become hard to hear, or is understood again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noticed:
    """A sentence for everybody at the game that announces no event.

    `is_custom`: it is a custom of the table, which arbiters of several boards hear at none.
    """

    make: Callable[[Language], Sentence]
    is_custom: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class YourTurn:
    """A move is completed, and this player is to move and has not replied to it yet.

    `was_told`: the move was announced to them before its completion.
    """

    role: Role
    was_told: bool


ToOne: TypeAlias = Reply | Sounded | Hushed | Shown | PreferencesChanged
"""Outputs that go to one listener's page with their content."""
NoEvent: TypeAlias = ToOne | OwnChanged | HearingChanged | Noticed | YourTurn
"""Every output that is not an event of the game."""
Output: TypeAlias = Happening | NoEvent


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
