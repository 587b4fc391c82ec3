"""The settings of a table: how the program listens, speaks and presses the clock at this table."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, TypeAlias, get_args

from voice_chess.by_color import ByColor, both
from voice_chess.languages.language import Language
from voice_chess.session.ports import Signal
from voice_chess.session.voice_preferences import USUAL_RATE, VoiceName
from voice_chess.speech.generation.styles import USUAL, Style
from voice_chess.speech.understanding.scoring import NORMAL, Caution
from voice_chess.tactile.peg_set import PegSet

Dictation: TypeAlias = Literal["off", "paced", "at-once"]
GRACE_MS = 1_500
ALL_SIGNALS: frozenset[Signal] = frozenset(get_args(Signal))
SIGNALS: Mapping[str, frozenset[Signal]] = {
    "all": ALL_SIGNALS,
    "few": ALL_SIGNALS - {"heard"},
    "none": frozenset(),
}
"""Few: on a loudspeaker the sound for "heard" would keep the read-back waiting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCustoms:
    """`own`: where no board feels itself, the player is trusted, or says when their move stands.

    `told`: the opponent's moves are not dictated as steps, one at a time, or all at once.
    """

    own: Literal["trust", "confirm"] = "trust"
    told: Dictation = "off"
    peg_set: PegSet = field(default_factory=PegSet)


@dataclass(frozen=True, kw_only=True)
class BothHands(ByColor[HandCustoms]):
    """How both players do."""

    white: HandCustoms = field(default_factory=HandCustoms)
    black: HandCustoms = field(default_factory=HandCustoms)

    @cached_property
    def are_told(self) -> bool:
        """True when somebody wants moves as steps."""
        return self.white.told != "off" or self.black.told != "off"

    @property
    def are_reported(self) -> bool:
        """True when somebody says that their move stands, so that the game must be told."""
        return self.white.own == "confirm" or self.black.own == "confirm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """How it sounds there.

    `echo_ms` is how long a room goes on sounding after the program has spoken.
    `hears_itself`: what is heard while the program speaks may be the program, and counts for
    nothing; with headphones it can only be a player.
    `tells_duplex`: at the start it is said whether a player may interrupt.
    `have_own_channels`: White and Black each listen to a device of their own.
    """

    echo_ms: int = 0
    hears_itself: bool = True
    tells_duplex: bool = False
    signals: frozenset[Signal] = frozenset()
    have_own_channels: bool = False

    @property
    def drowns_players(self) -> bool:
        """Players are not heard while the program speaks: it had better be short."""
        return self.hears_itself and self.echo_ms > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSpeech:
    """What is said of the time without being asked for; the Laws leave it to the players.

    `warned_at_ms`: with how much time left that is told. `counts`: each of the last ten seconds.
    `clicks`: each five minutes of a player's own time, as on a tactile dial. `behind_ms`: how much
    less than the opponent's their time must be for that to be told; 0 if never.
    """

    warned_at_ms: tuple[int, ...] = ()
    counts: bool = False
    clicks: bool = False
    behind_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Grace:
    """How long an announced move may be corrected before the program presses for its player.

    `heard_ms` is for what was said, counted from the end of what the program tells of it.
    `written_ms` is for what was typed or clicked, which nobody can have misheard; None waits for
    them to press, as by Enter on an empty line. It is counted from when that came, or, with
    `is_read_back`, like what was said.
    """

    heard_ms: int = GRACE_MS
    written_ms: int | None = 0
    is_read_back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenTo:
    """How one player wants to be spoken to when the game begins, in words a minute.

    `behind_ms`: how far behind on the clock they are told that they are; 0 is never.
    """

    voice: VoiceName = "standard"
    style: Style = USUAL
    words_per_minute: int = USUAL_RATE
    behind_ms: int = 0


_AS_USUAL = both(SpokenTo())


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """`press`: after a `grace`, the program presses for the mover; or they say so.

    `correction_ms` is how long a mover may think about their correction once they have said that
    there is one, and how long a question waits. `premoves`: a move that comes while the opponent is
    on move waits for its turn.
    """

    language: Language
    press: Literal["auto", "command"] = "auto"
    grace: Grace = field(default_factory=Grace)
    correction_ms: int = 10_000
    premoves: bool = False
    caution: Caution = NORMAL
    spoken_to: ByColor[SpokenTo] = _AS_USUAL
    room: Room = field(default_factory=Room)
    clock_speech: ClockSpeech = field(default_factory=ClockSpeech)
    hands: BothHands = field(default_factory=BothHands)
    resumption: str = ""
    """When and where an adjourned game goes on."""

    def with_colours_swapped(self) -> "TableSettings":
        """Everybody is spoken to as before, and knows already whether they may interrupt."""
        return replace(
            self,
            spoken_to=self.spoken_to.swapped,
            hands=self.hands.swapped,
            room=replace(self.room, tells_duplex=False),
        )
