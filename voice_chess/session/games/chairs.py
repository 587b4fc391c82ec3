"""Defines the seats of a game on the server, their preferences, and what the organiser settled."""

from dataclasses import dataclass, field, replace
from typing import Literal

from voice_chess.game.table import Role
from voice_chess.languages.language import STANDARD_LANGUAGE, load_language
from voice_chess.remembered import remembered
from voice_chess.session.table_settings import Dictation
from voice_chess.session.voice_preferences import USUAL_RATE, VoiceName, VoicePreferences
from voice_chess.speech.generation.styles import USUAL, OwnStyle, Style

Starts = Literal["together", "by-hand", "at"]
Press = Literal["auto", "command"]
SpeaksBy = Literal["server", "reader"]


def is_start_missed(starts: Starts, at_ms: int | None, wall_ms: int) -> bool:
    """Return whether the game is to start at a time that is past or was not given.

    `at_ms` and `wall_ms` are times on the wall clock. Where no lateness is allowed, everybody who
    is not there at that time has lost.
    """
    return starts == "at" and (at_ms is None or at_ms <= wall_ms)


@dataclass(frozen=True, kw_only=True)
class Preferences:
    """How one person wants to be spoken to.

    `language` is the language that is spoken and understood, `interface` the language of their
    page. `speech` is sound made by the server, or text for their own screen reader. `correction_ms`
    is how long a move that they type or click waits for its press. `premoves`: a move given while
    the opponent is on move waits for its turn. The program tells them their own time unasked with
    `warned_at_ms` left. `counts_seconds` counts each of the last ten seconds, `clicks` marks every
    five minutes. Once they are `behind_ms` behind their opponent's clock they are told that; 0 is
    never. `dictation`: the opponent's moves are told as steps for the hands at their own board, as
    at a table. `style` is how moves are said, `reader_style` how a screen reader is given them, and
    `braille_style` how a braille line is.
    """

    language: str = STANDARD_LANGUAGE
    interface: str = STANDARD_LANGUAGE
    speech: SpeaksBy = "reader"
    words_per_minute: int = USUAL_RATE
    volume_percent: int = 100
    voice: VoiceName = "standard"
    style: Style = USUAL
    reader_style: OwnStyle = "same"
    braille_style: OwnStyle = "same"
    correction_ms: int = 0
    premoves: bool = False
    warned_at_ms: tuple[int, ...] = ()
    counts_seconds: bool = False
    clicks: bool = False
    behind_ms: int = 0
    dictation: Dictation = "off"

    @remembered
    def spoken(self) -> VoicePreferences:
        """The part of these preferences that decides how sentences are worded and spoken."""
        return VoicePreferences(
            language=load_language(self.language),
            style=self.style,
            reader_style=self.reader_style,
            braille_style=self.braille_style,
            words_per_minute=self.words_per_minute,
            volume_percent=self.volume_percent,
            voice=self.voice,
            behind_ms=self.behind_ms,
        )


_MOST_ASKED = 16
"""The most requests that a page repeats at once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chair:
    """One seat. Its id is no secret: all its addresses hold it. An arbiter's may see many games.

    `asked` holds the keys of the latest requests that changed the preferences. Many requests are
    relative ("faster"); as the key is kept with the result, a repeated request is recognised.
    """

    id: str
    role: Role
    preferences: Preferences = field(default_factory=Preferences)
    asked: tuple[str, ...] = ()

    def preferring(self, preferences: Preferences, key: str | None = None) -> "Chair":
        """Return the seat with these preferences, and with the key of the request for them."""
        asked = self.asked if key is None else (*self.asked, key)[-_MOST_ASKED:]
        return replace(self, preferences=preferences, asked=asked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What the organiser has settled about a game, beyond the table that the Laws know.

    `starts`: once both players are there, by the arbiter's hand, or at a time (`start_at_ms`).
    `press` and `caution` are explained in `TableSettings`. `by_guest`: a visitor has begun the
    game, without an organiser. `is_public`: everybody who comes to the server may watch.
    `engine`: the level of the engine that plays one side; empty where people play both.
    `engine_in_browser`: the engine thinks in its opponent's browser, not on the server.
    `rematch_of`: the game whose players agreed on this one as a rematch, or empty.
    `of_board`: the board of an event where it is played, as event, round and board, or empty.
    """

    starts: Starts = "together"
    start_at_ms: int | None = None
    press: Press = "auto"
    caution: str = "normal"
    boards: Literal[1, 2] = 2
    keeps_sound: bool = False
    by_guest: bool = False
    is_public: bool = False
    engine: str = ""
    engine_is_white: bool = False
    engine_in_browser: bool = False
    rematch_of: str = ""
    of_board: str = ""

    @property
    def begins_at_ms(self) -> int | None:
        """The time on the wall clock at which the game begins by itself, or None."""
        return self.start_at_ms if self.starts == "at" else None

    @property
    def engines_role(self) -> Role:
        """The side that the engine plays, if one plays."""
        return Role.player(white=self.engine_is_white)
