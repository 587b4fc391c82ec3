"""A line that is typed at the table: whose words it is, and in which of the table's languages."""

from collections.abc import Callable

from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.session.evidence import UtteranceHeard
from voice_chess.session.house import House
from voice_chess.session.interpretation import beliefs_of, interpret
from voice_chess.session.listeners import Listeners
from voice_chess.session.requests import mover
from voice_chess.session.roles import said_by, typed_role, with_role
from voice_chess.session.table_talk import TableTalk
from voice_chess.session.typed import (
    as_heard,
    as_move,
    as_words,
    completes,
    offers_draw,
    wrong_in_writing,
)
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning


class TypedLines:
    """Understood like speech, except that nobody doubts what was typed."""

    def __init__(
        self,
        talk: TableTalk,
        listeners: Listeners,
        note: Callable[[UtteranceHeard], None],
        house: House,
    ) -> None:
        self._talk = talk
        self._listeners = listeners
        self._note = note
        self._house = house

    def read(self, text: str, game: Game, at_ms: int) -> None:
        """In the language the mover is spoken to, else in that of the house."""
        own = self._listeners.manner_of(mover(game)).language
        languages = tuple(dict.fromkeys((own, self._house.language)))
        if not any(self._is_move(text, language, at_ms) for language in languages):
            self._understand(text, languages, at_ms)

    def _is_move(self, text: str, language: Language, at_ms: int) -> bool:
        """Take it as notation, if it is."""
        expected = self._talk.expected
        role, line = typed_role(text, language)
        move = as_move(line, expected.position, language)
        if move is None or completes(expected, line, language):
            return False
        self._take(move, role, at_ms)
        if self._is_announced(move) and offers_draw(line, expected.position, language):
            self._take(CommandMeaning(name="offer-draw"), role, at_ms)
        return True

    def _take(self, meaning: Meaning, role: Role | None, at_ms: int) -> None:
        meant = meaning if role is None else said_by(role, meaning)
        self._talk.take(meant, began_ms=at_ms, at_ms=at_ms)

    def _is_announced(self, move: MoveMeaning) -> bool:
        said = self._talk.expected.said
        return said is not None and said.uci == move.uci and not self._talk.is_move_pending

    def _understand(self, text: str, languages: tuple[Language, ...], at_ms: int) -> None:
        """Take it as words."""
        lines = {}
        for language in languages:
            role, line = typed_role(text, language)
            words = with_role(role, as_words(line, language), language)
            lines[language] = as_heard(words, at_ms, language)
        expected, caution = self._talk.expected, self._house.caution
        understood = [
            language
            for language, heard in lines.items()
            if beliefs_of(heard, expected, language, caution)
        ]
        own = languages[0]
        _, line = typed_role(text, own)
        wrong = None
        if not understood:
            wrong = wrong_in_writing(line, expected.position, own)
        if wrong is not None:
            self._talk.not_understood(wrong)
            return
        language = understood[0] if understood else self._house.language
        found = interpret(lines[language], expected, language, caution, is_typed=True)
        self._note(found.evidence())
        self._talk.respond(found)
