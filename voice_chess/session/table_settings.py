"""The settings of a table: how the program listens, speaks and presses the clock at this table."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, get_args

from voice_chess.by_color import ByColor, both
from voice_chess.languages.language import Language
from voice_chess.remembered import remembered
from voice_chess.session.ports import Signal
from voice_chess.session.voice_preferences import USUAL_RATE, VoiceName
from voice_chess.speech.generation.styles import USUAL, Style
from voice_chess.speech.understanding.scoring import NORMAL, Caution
from voice_chess.tactile.peg_set import PegSet

Dictation: TypeAlias = Literal["off", "paced", "at-once"]
Duplex: TypeAlias = Literal["full", "soon", "half"]
GRACE_MS = 1_500
ALL_SIGNALS: frozenset[Signal] = frozenset(get_args(Signal))
SIGNALS: Mapping[str, frozenset[Signal]] = {
    "all": ALL_SIGNALS,
    "few": ALL_SIGNALS - {"heard"},
    "none": frozenset(),
}
"""The sounds by option; "few" leaves out "heard", which would delay a read-back on loudspeakers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCustoms:
    """One player's customs for moving the pieces by hand.

    `own` is for a board that does not sense its pieces: the player is trusted to make their own
    move, or confirms when it stands. `told`: the steps of the opponent's moves are not dictated
    ("off"), dictated one at a time ("paced"), or all at once. `peg_set` is how the set tells
    colours apart.
    """

    own: Literal["trust", "confirm"] = "trust"
    told: Dictation = "off"
    peg_set: PegSet = field(default_factory=PegSet)


@dataclass(frozen=True, kw_only=True)
class BothHands(ByColor[HandCustoms]):
    """The customs of both players."""

    white: HandCustoms = field(default_factory=HandCustoms)
    black: HandCustoms = field(default_factory=HandCustoms)

    @remembered
    def are_told(self) -> bool:
        """Whether a player wants moves dictated as steps."""
        return self.white.told != "off" or self.black.told != "off"

    @property
    def are_reported(self) -> bool:
        """Whether a player confirms that their move stands, so that the game records it."""
        return self.white.own == "confirm" or self.black.own == "confirm"


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """The acoustics of the place where a game is played.

    `echo_ms` is how long the room goes on sounding after the program has spoken.
    `hears_itself`: what is heard while the program speaks is ignored, because it may be the
    program itself; with headphones it can only be a player.
    `takes_itself_away`: the microphone takes the program's speech out of what it hears, once it
    knows the room.
    `tells_duplex`: the program says at the start whether a player can interrupt it.
    `signals` are the short sounds in use.
    `have_own_channels`: White and Black each listen to a device of their own.
    """

    echo_ms: int = 0
    hears_itself: bool = True
    takes_itself_away: bool = False
    tells_duplex: bool = False
    signals: frozenset[Signal] = frozenset()
    have_own_channels: bool = False

    @property
    def duplex(self) -> Duplex:
        """Whether a player can interrupt the program: now, once it knows the room, or never."""
        if not self.hears_itself:
            return "full"
        return "soon" if self.takes_itself_away else "half"

    @property
    def drowns_players(self) -> bool:
        """Whether players can't be heard while the program speaks, so that it must be short."""
        return self.hears_itself and self.echo_ms > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockSpeech:
    """What the program says about the time unasked; the Laws leave it to the players.

    `warned_at_ms`: the times left at which there is a warning. `counts`: count each of the last
    ten seconds aloud. `clicks`: play a sound at every five minutes of a player's own time, like the
    marks of a tactile dial. `behind_ms`: tell a player when they have so much less time than their
    opponent; 0 is never.
    """

    warned_at_ms: tuple[int, ...] = ()
    counts: bool = False
    clicks: bool = False
    behind_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Grace:
    """How long a move can be corrected before the program presses the clock for its player.

    `heard_ms` is for a spoken move, counted from the end of the program's read-back.
    `written_ms` is for a typed or clicked move, which nobody can have misheard; with None the
    program waits until the player presses, for instance by Enter on an empty line. It is counted
    from when the move came, or from the end of the read-back if `is_read_back`.
    """

    heard_ms: int = GRACE_MS
    written_ms: int | None = 0
    is_read_back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenTo:
    """How one player wants to be spoken to when the game begins.

    `language`: theirs, in which they are also heard; None is the table's. `behind_ms`: tell them
    when they have so much less time than their opponent; 0 is never.
    """

    language: Language | None = None
    voice: VoiceName = "standard"
    style: Style = USUAL
    words_per_minute: int = USUAL_RATE
    behind_ms: int = 0


_AS_USUAL = both(SpokenTo())


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """How the program listens, speaks and presses the clock at one table.

    `press`: the program presses the clock for the mover after a `grace` ("auto"), or on their
    command. `correction_ms` is how long the program waits for a correction that was begun, and for
    the answer to a question. `premoves`: a move given while the opponent is on move waits for its
    turn.
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
        """Return the settings for a game with colours swapped: each person keeps their own.

        The start of that game does not say again whether players can interrupt.
        """
        return replace(
            self,
            spoken_to=self.spoken_to.swapped,
            hands=self.hands.swapped,
            room=replace(self.room, tells_duplex=False),
        )
