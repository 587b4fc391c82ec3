"""The outputs of a game: events for everybody, and words and sounds for one listener."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.session.ledger import Happening
from voice_chess.session.ports import Signal
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.sentence import Sentence

ReplyKind = Literal["answer", "question", "beside", "refusal", "notice", "unheeded"]


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
