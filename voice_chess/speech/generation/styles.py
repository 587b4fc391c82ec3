"""The styles in which moves are read back: what the files are called, and how much is said.

Each listener chooses one. What the files are called in it is data of the language.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from voice_chess.languages.language import FileNames

Style = Literal["anna", "letters", "nato", "literate", "san", "short", "long"]
"""The names are written down with the preferences of seats: never change what one means."""

OwnStyle = Style | Literal["same"]
"""Of a screen reader, the same as for the ear; of a braille line, as the screen reader has it."""

Channel = Literal["reader", "braille"]
"""What reads moves beside the voice, and may have a style of its own."""

CHANNELS: tuple[Channel, ...] = get_args(Channel)

USUAL: Style = "anna"
"""For listeners who have not chosen. The Laws suggest its names for the files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleTraits:
    """What belongs to one style.

    `is_whole`: the square where a move starts is always said, and a pause behind it; otherwise
    only as much of it as tells the move from others that are legal.
    """

    files: FileNames = "laws"
    is_whole: bool = False
    names_pawns: bool = True
    is_written: bool = False


READINGS: Mapping[Style, StyleTraits] = {
    "anna": StyleTraits(),
    "letters": StyleTraits(files="letters"),
    "nato": StyleTraits(files="nato"),
    "literate": StyleTraits(files="letters", names_pawns=False),
    "san": StyleTraits(files="letters", names_pawns=False, is_written=True),
    "short": StyleTraits(names_pawns=False),
    "long": StyleTraits(is_whole=True),
}
STYLES: tuple[Style, ...] = get_args(Style)

_SHORTER: Mapping[Style, Style] = {"long": "anna", "anna": "short", "letters": "literate"}
_LONGER: Mapping[Style, Style] = {
    "short": "anna",
    "anna": "long",
    "letters": "long",
    "nato": "long",
    "literate": "letters",
    "san": "long",
}
_HURRIED: Mapping[Style, Style] = {"long": "short", "anna": "short", "letters": "literate"}


def shorter(style: Style) -> Style:
    """The next style with fewer words; the same where there is none."""
    return _SHORTER.get(style, style)


def longer(style: Style) -> Style:
    """The next style with more words; the same where there is none."""
    return _LONGER.get(style, style)


def following(style: Style) -> Style:
    """The next of all styles, in a ring."""
    return STYLES[(STYLES.index(style) + 1) % len(STYLES)]


def following_own(chosen: OwnStyle) -> OwnStyle:
    """The next choice of a screen reader or a braille line: all styles, and then the same."""
    if chosen == "same":
        return STYLES[0]
    return "same" if chosen == STYLES[-1] else following(chosen)


def hurried(style: Style) -> Style:
    """For a listener whose time gets short: few words, and the names they know."""
    return _HURRIED.get(style, style)


def for_both(one: Style, other: Style) -> Style:
    """A style that two listeners can follow: in names both know, with all that either wants."""
    if READINGS[one].files == READINGS[other].files:
        return max(one, other, key=_fullness)
    return "long" if "long" in {one, other} else USUAL


def _fullness(style: Style) -> tuple[bool, ...]:
    traits = READINGS[style]
    return traits.is_whole, traits.names_pawns, not traits.is_written
