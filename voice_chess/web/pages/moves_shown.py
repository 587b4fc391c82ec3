"""The moves of a game for a page: in notation, for a screen reader, and for a braille line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from voice_chess.languages.language import Language, load_language
from voice_chess.laws.notation import in_script
from voice_chess.laws.position import Position
from voice_chess.session.games.chairs import Preferences
from voice_chess.speech.generation.sentence import as_shown
from voice_chess.speech.generation.styles import OwnStyle, Style
from voice_chess.speech.generation.wording import move_words, premove_words
from voice_chess.web.messages import views

_CHECKS = "+#"

_Worded: TypeAlias = Callable[[str, Position, Language, Style], str]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MovesRead:
    """How a page shows a game: its moves in which language and styles, and all around them.

    Equal values are one object (see `_read`), so a lookup by it compares no fields.
    """

    language: Language
    interface: Language
    """The language of the page, which can be another one than its person speaks and hears."""
    reader: OwnStyle = "same"
    braille: OwnStyle = "same"

    @staticmethod
    def of(preferences: Preferences) -> "MovesRead":
        return _read(
            preferences.language,
            preferences.interface,
            preferences.reader_style,
            preferences.braille_style,
        )

    def words(self, worded: _Worded, uci: str, before: Position) -> str:
        """Return a move's words for a screen reader, in the chosen style, else at length."""
        style: Style = "long" if self.reader == "same" else self.reader
        return as_shown(worded(uci, before, self.language, style))

    def felt(self, worded: _Worded, uci: str, before: Position) -> str | None:
        """Return a move's words for a braille line, if a style was chosen for it, else None."""
        if self.braille == "same":
            return None
        return as_shown(worded(uci, before, self.language, self.braille))


@cache
def _read(language_id: str, interface: str, reader: OwnStyle, braille: OwnStyle) -> MovesRead:
    return MovesRead(
        language=load_language(language_id),
        interface=load_language(interface),
        reader=reader,
        braille=braille,
    )


class Moves:
    """The views of one game's moves for one way of reading; each is made only once."""

    def __init__(self, reading: MovesRead) -> None:
        self._reading = reading
        self._moves: tuple[str, ...] = ()
        self._views: list[views.MoveView] = []
        self._last: _Viewed | None = None

    def of(self, position: Position) -> Sequence[views.MoveView]:
        """Return the views of all moves that led to this position."""
        same = common(self._moves, position.moves)
        del self._views[same:]
        before = position.rewound(same)
        for index, uci in enumerate(position.moves[same:], start=same):
            if index > same:
                before = before.made(position.moves[index - 1])
            self._views.append(self.view(uci, before))
        self._moves = position.moves
        return self._views

    def view(self, uci: str, before: Position) -> views.MoveView:
        """Return `move_view` of a move, and remember the last one.

        The same move is needed when it is announced, when it is completed, and when it is shown.
        """
        last = self._last
        if last is None or last.uci != uci or last.before != before:
            view = move_view(uci, before, self._reading)
            last = self._last = _Viewed(uci=uci, before=before, view=view)
        return last.view


@dataclass(frozen=True, slots=True, kw_only=True)
class _Viewed:
    uci: str
    before: Position
    view: views.MoveView


def common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Count the first moves that two games have in common.

    It checks first whether one game just continues the other, which is the usual case.
    """
    shorter = min(len(one), len(other))
    if one[:shorter] == other[:shorter]:
        return shorter
    pairs = enumerate(zip(one, other, strict=False))
    return next(index for index, (a, b) in pairs if a != b)


def move_view(uci: str, before: Position, reading: MovesRead) -> views.MoveView:
    """Return the view of a move made in `before`; an illegal move is written by its squares."""
    san = written = uci
    if before.is_legal(uci):
        san, script = before.san(uci), reading.language.orthography
        is_en_passant = before.facts(uci).is_en_passant
        written = in_script(san, script, is_en_passant=is_en_passant)
    return views.MoveView(
        uci=uci,
        san=san,
        written=written,
        words=reading.words(move_words, uci, before),
        braille=reading.felt(move_words, uci, before),
    )


def premove_view(uci: str, ahead: Position, reading: MovesRead) -> views.MoveView:
    """Return the view of a premove, as if it were made now.

    It has no check signs, since nobody knows yet whether it will give check.
    """
    view = move_view(uci, ahead, reading)
    return view.model_copy(
        update={
            "san": view.san.rstrip(_CHECKS),
            "written": view.written.rstrip(_CHECKS),
            "words": reading.words(premove_words, uci, ahead),
            "braille": reading.felt(premove_words, uci, ahead),
        }
    )
