"""How one listener wants to be spoken to: the language, voice, styles, rate and volume."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from voice_chess.languages.language import Language, load_language, spoken_languages
from voice_chess.remembered import remembered
from voice_chess.speech.counting import MINUTE_MS
from voice_chess.speech.generation.styles import (
    STYLES,
    USUAL,
    Channel,
    OwnStyle,
    Style,
    following,
    following_own,
    for_both,
    longer,
    shorter,
)
from voice_chess.speech.understanding.interpret import CommandMeaning

VoiceName: TypeAlias = str
"""One of `VOICE_NAMES`, or a voice of another program, such as `festival:czech_dita`.

The standard voice replaces one that isn't installed or doesn't speak the listener's language.
"""

VOICE_NAMES: tuple[VoiceName, ...] = ("standard", "deep", "high", "female-low", "female-high")
"""The voices that can be chosen in every language, on every machine."""

RATES = (110, 125, 140, 155, 175, 200, 225, 250, 280, 315, 350, 400, 450, 500, 560, 630, 710, 800)
"""The rates of speech, in words a minute.

Each step is audible; people who listen all day use the fastest.
"""

SLOWEST, FASTEST = 80, RATES[-1]
"""The slowest and the fastest rate that a listener can ask for, in words a minute."""

USUAL_MARGIN_MS = 2 * MINUTE_MS
"""How far behind on the clock listeners are told so, if they asked for it without a margin."""

MOST_MARGIN_MS = 6 * 60 * MINUTE_MS
"""The largest such margin."""

_DIGITS_OF_A_MARGIN = 4
"""The most digits of a number of minutes; Python reads no number of thousands of digits."""

USUAL_RATE = 175
"""The rate for listeners who have not chosen one, in words a minute."""

VOLUMES = (25, 40, 60, 80, 100, 130, 160, 200)
"""The volumes, in per cent of the voice's own volume."""


@dataclass(frozen=True, kw_only=True)
class VoicePreferences:
    """One listener's wishes about speech and text.

    `behind_ms`: the program tells them unasked when they have so much less time left than their
    opponent; 0 is never. Moves are spoken in `style` and written in `reader_style`; a page gives
    them to a braille display in `braille_style`.
    """

    language: Language
    style: Style = USUAL
    reader_style: OwnStyle = "same"
    braille_style: OwnStyle = "same"
    words_per_minute: int = USUAL_RATE
    volume_percent: int = 100
    voice: VoiceName = "standard"
    behind_ms: int = 0

    @remembered
    def read_in(self) -> Style:
        """The style of moves in text, on a screen or for a screen reader."""
        return self.style if self.reader_style == "same" else self.reader_style

    @property
    def felt_in(self) -> Style:
        """The style of moves on a braille display."""
        return self.read_in if self.braille_style == "same" else self.braille_style

    def sounds_like(self, other: "VoicePreferences") -> bool:
        """Return whether one spoken sentence suits both listeners."""
        return self == replace(other, behind_ms=self.behind_ms, braille_style=self.braille_style)

    def changed(self, wish: CommandMeaning) -> "VoicePreferences":
        """Return the preferences after one of `WISHES`; unchanged at the end of a scale."""
        return WISHES[wish.name](self, *wish.args)

    def shared(self, other: "VoicePreferences") -> "VoicePreferences":
        """Return preferences that suit both listeners.

        They have the slower rate, the louder volume and a style for both; where the voices or the
        styles for reading differ, the standard ones.
        """
        return replace(
            self,
            style=for_both(self.style, other.style),
            reader_style=self.reader_style if self.reader_style == other.reader_style else "same",
            words_per_minute=min(self.words_per_minute, other.words_per_minute),
            volume_percent=max(self.volume_percent, other.volume_percent),
            voice=self.voice if self.voice == other.voice else "standard",
        )


def _stepped(steps: tuple[int, ...], value: int, by: int) -> int:
    """Return the next step above the value (`by` > 0) or below it; the value if there is none."""
    beyond = [step for step in steps if (step - value) * by > 0]
    return (min if by > 0 else max)(beyond, default=value)


def _at_rate(by: int) -> Callable[[VoicePreferences], VoicePreferences]:
    return lambda preferences: replace(
        preferences, words_per_minute=_stepped(RATES, preferences.words_per_minute, by)
    )


def _at_volume(by: int) -> Callable[[VoicePreferences], VoicePreferences]:
    return lambda preferences: replace(
        preferences, volume_percent=_stepped(VOLUMES, preferences.volume_percent, by)
    )


def _in_style(step: Callable[[Style], Style]) -> Callable[[VoicePreferences], VoicePreferences]:
    return lambda preferences: replace(preferences, style=step(preferences.style))


def _in_named_style(preferences: VoicePreferences, *named: Style | Channel) -> VoicePreferences:
    """Change the style of a channel ("reader", "braille"), or of speech if none is named.

    The new style is the named one, or the one after the present style.
    """
    style = next((style for style in STYLES if style in named), None)
    if "reader" in named:
        return replace(preferences, reader_style=style or following_own(preferences.reader_style))
    if "braille" in named:
        return replace(preferences, braille_style=style or following_own(preferences.braille_style))
    return replace(preferences, style=style or following(preferences.style))


def _in_language(preferences: VoicePreferences, language_id: str | None = None) -> VoicePreferences:
    """Change the language to the named one, or to the one after the present language."""
    spoken = preferences.language.id.partition("-")[0]
    languages = spoken_languages()
    following = languages[(languages.index(spoken) + 1) % len(languages)]
    return replace(preferences, language=load_language(language_id or following))


def _behind(preferences: VoicePreferences, minutes: str | None = None) -> VoicePreferences:
    """Change the margin to this many minutes; without a number, switch between off and usual.

    A larger number than the largest margin asks for that one, and is told so.
    """
    if minutes is None:
        return replace(preferences, behind_ms=0 if preferences.behind_ms else USUAL_MARGIN_MS)
    is_too_long = len(minutes.lstrip("0")) > _DIGITS_OF_A_MARGIN
    wanted_ms = MOST_MARGIN_MS if is_too_long else int(minutes) * MINUTE_MS
    return replace(preferences, behind_ms=min(wanted_ms, MOST_MARGIN_MS))


WISHES: Mapping[str, Callable[..., VoicePreferences]] = {
    "slower": _at_rate(-1),
    "faster": _at_rate(+1),
    "softer": _at_volume(-1),
    "louder": _at_volume(+1),
    "verbosity:short": _in_style(shorter),
    "verbosity:long": _in_style(longer),
    "language": _in_language,
    "behind": _behind,
    "style": _in_named_style,
}
