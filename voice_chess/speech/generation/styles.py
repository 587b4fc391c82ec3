"""Defines the styles in which moves are read back: names of the files, and how much is said.

Each listener chooses one. The languages' data hold the names of the files.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from voice_chess.languages.language import FileNames

Style = Literal["anna", "letters", "nato", "literate", "san", "short", "long"]
"""These names are stored with the preferences of seats, so their meaning must never change."""

OwnStyle = Style | Literal["same"]
"""The style for a screen reader or a braille line.

"same" means for a screen reader the style of the voice, and for a braille line the style of the
screen reader.
"""

Channel = Literal["reader", "braille"]
"""The channels that read moves besides the voice; each may have a style of its own."""

CHANNELS: tuple[Channel, ...] = get_args(Channel)

USUAL: Style = "anna"
"""The style for listeners who have not chosen. The Laws suggest its names for the files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StyleTraits:
    """The properties of one style.

    `is_whole`: the square where a move starts is always said, with a pause after it; otherwise only
    as much of it as tells the move from other legal moves.
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
    """Return the next style with fewer words, or the same style if there is none."""
    return _SHORTER.get(style, style)


def longer(style: Style) -> Style:
    """Return the next style with more words, or the same style if there is none."""
    return _LONGER.get(style, style)


def following(style: Style) -> Style:
    """Return the next style in the order of all styles; the first follows the last."""
    return STYLES[(STYLES.index(style) + 1) % len(STYLES)]


def following_own(chosen: OwnStyle) -> OwnStyle:
    """Return the next choice for a screen reader or a braille line: all styles, and then "same"."""
    if chosen == "same":
        return STYLES[0]
    return "same" if chosen == STYLES[-1] else following(chosen)


def hurried(style: Style) -> Style:
    """Return the style for a listener who is short of time: few words, and the names they know."""
    return _HURRIED.get(style, style)


def for_both(one: Style, other: Style) -> Style:
    """Return a style that two listeners can follow.

    It uses names that both know, and says at least as much as either chose.
    """
    if READINGS[one].files == READINGS[other].files:
        return max(one, other, key=_fullness)
    return "long" if "long" in {one, other} else USUAL


def _fullness(style: Style) -> tuple[bool, ...]:
    traits = READINGS[style]
    return traits.is_whole, traits.names_pawns, not traits.is_written
