"""Every command as a row of a page: its name, its key, and the fields that it needs.

A command's name is the words to say or type for it, in the language of the seat's announcements.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from voice_chess.arbiter.rules import RULES
from voice_chess.by_color import SIDES
from voice_chess.game.table import Role
from voice_chess.languages.language import Language, load_language, spoken_languages
from voice_chess.laws.written_move import FILES, PIECES, RANKS
from voice_chess.session.dialogue.requests import ASKS
from voice_chess.speech.commands import (
    CLAIMS,
    COMMAND_TABLE,
    KEY_SIGN,
    OF_A_CLOCK,
    SpokenCommand,
)
from voice_chess.speech.generation.styles import CHANNELS, STYLES
from voice_chess.web.messages.request_mapping import arguments_of

_LABELS: Mapping[tuple[str, str], str] = {
    ("last-moves", "r"): "last-moves:r",
    ("read-game", "n"): "read-game:n",
    ("behind", "n"): "behind:n",
}
"""Labels of arguments whose meaning in one command differs from their usual one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlChoice:
    """A choice of a field; `lang` is the HTML tag of the language of its words."""

    value: str
    words: str
    lang: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One argument, to be typed if it has no choices; `label` is the name of a text."""

    name: str
    label: str
    is_needed: bool
    choices: tuple[ControlChoice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlRow:
    """One command; its `shapes` say which of its fields go together."""

    name: str
    words: str
    key: str
    is_capital: bool
    shapes: tuple[str, ...]
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tongues:
    """The language of the announcements, the language of the page, and the HTML tags of all."""

    spoken: Language
    shown: Language
    tag_of: Callable[[str], str]

    def said(self, value: str, token: str) -> ControlChoice:
        return self._choice(value, self.spoken.written(token), self.spoken.id)

    def named(self, value: str, text: str) -> ControlChoice:
        return self._choice(value, self.shown.interface[text], self.shown.id)

    def sign(self, value: str) -> ControlChoice:
        return self._choice(value, value, self.shown.id)

    def language(self, language_id: str) -> ControlChoice:
        return self._choice(language_id, load_language(language_id).name, language_id)

    def _choice(self, value: str, words: str, language_id: str) -> ControlChoice:
        return ControlChoice(value=value, words=words, lang=self.tag_of(language_id))


_CHOICES: Mapping[str, Callable[[Tongues], tuple[ControlChoice, ...]]] = {
    "f": lambda tongues: tuple(map(tongues.sign, FILES)),
    "r": lambda tongues: tuple(map(tongues.sign, RANKS)),
    "p": lambda tongues: tuple(tongues.named(piece, f"piece:{piece}") for piece in PIECES),
    "w": lambda tongues: tuple(tongues.named(side, f"side:{side}") for side in SIDES),
    "k": lambda tongues: tuple(tongues.said(kind, f"claim:{kind}") for kind in CLAIMS),
    "l": lambda tongues: tuple(map(tongues.language, spoken_languages())),
    "y": lambda tongues: tuple(tongues.named(style, f"style:{style}") for style in STYLES),
    "c": lambda tongues: tuple(tongues.named(read, f"channel:{read}") for read in CHANNELS),
}
"""The choices for those letters of a command's shape that stand for one of a few values."""


def rows(role: Role, tongues: Tongues) -> tuple[ControlRow, ...]:
    """Return the rows of all commands open to this role, in the order of the table."""
    return tuple(_row(command, tongues) for command in COMMAND_TABLE if is_given(command, role))


def is_given(command: SpokenCommand, role: Role) -> bool:
    """Return whether this role may give the command; the Laws leave some to other roles."""
    asked = ASKS.get(command.name)
    is_theirs = role.is_player or command.name not in OF_A_CLOCK
    return is_theirs and (asked is None or role in RULES[asked].roles)


def _row(command: SpokenCommand, tongues: Tongues) -> ControlRow:
    names = dict.fromkeys(name for shape in command.shapes for name in arguments_of(shape))
    return ControlRow(
        name=command.name,
        words=tongues.spoken.written(command.name),
        key=f"{KEY_SIGN}{command.key}",
        is_capital=command.key.isupper(),
        shapes=command.shapes,
        fields=tuple(_field(name, command, tongues) for name in names),
    )


def _field(name: str, command: SpokenCommand, tongues: Tongues) -> Field:
    choices = _CHOICES.get(name)
    return Field(
        name=name,
        label=_LABELS.get((command.name, name), name),
        is_needed=all(name in arguments_of(shape) for shape in command.shapes),
        choices=() if choices is None else choices(tongues),
    )
