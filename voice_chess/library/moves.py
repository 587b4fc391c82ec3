"""Reads and writes moves in notation and in words, in every language, for a `chess.Board`."""

import chess

from voice_chess.languages.language import Language
from voice_chess.laws import notation
from voice_chess.laws.notation import AmbiguousNotation, Impossible, MoveRead, Unread
from voice_chess.laws.position import Position
from voice_chess.laws.written_move import Garbled
from voice_chess.library.arguments import (
    check_kind,
    language_of,
    move_of,
    one_of,
    position_of,
    uci_of,
)
from voice_chess.library.errors import NotationError
from voice_chess.records.illegible import why_unread
from voice_chess.session.dialogue.told_objections import not_understood
from voice_chess.speech.clarification import ask, asked_in
from voice_chess.speech.generation.announce import Scene, announce
from voice_chess.speech.generation.objections import objected, wrong_writing
from voice_chess.speech.generation.sentence import Sentence, sentence
from voice_chess.speech.generation.styles import STYLES, USUAL, Style
from voice_chess.speech.generation.wording import move_words
from voice_chess.speech.understanding.illegal_announcements import objection
from voice_chess.speech.understanding.interpret import MoveMeaning, moves_meant
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_readings

_LONGEST, _SHOWN = 200, 60
"""The most letters in a move, also in words; and how many of a longer text its error shows."""


def write_move(
    move: chess.Move, board: chess.Board, language: str, *, is_long: bool = False
) -> str:
    """Write a legal move as on a scoresheet: Sf3, d8D+, 0-0-0; long with its start: Sg1-f3.

    Raises `ArgumentError`.
    """
    position, script = position_of(board), language_of(language).orthography
    write = notation.written_long if is_long else notation.written
    return write(position, uci_of(move, position), script)


def move_in_words(move: chess.Move, board: chess.Board, language: str, style: Style = USUAL) -> str:
    """Return a legal move as it is read back: Springer Felix drei. Raises `ArgumentError`."""
    position, chosen = position_of(board), language_of(language)
    how = one_of(style, STYLES, "style")
    return sentence(move_words(uci_of(move, position), position, chosen, how), chosen).text


def read_move(text: str, board: chess.Board, language: str) -> chess.Move:
    """Return the one legal move that a player types: Sf3, Sg1-f3, springer felix drei, or g1f3.

    Small letters are enough where only one move can be meant: sf3.

    Raises `NotationError`, or `ArgumentError` for an unknown language or an impossible board.
    """
    position, chosen = position_of(board), language_of(language)
    check_kind(text, str, "text")
    if len(text) > _LONGEST:
        message = f"{text[:_SHOWN]!r}… is no move here: no move is so long."
        raise NotationError(message, not_understood("", chosen).text)
    if position.is_legal(text.strip()):
        return move_of(text.strip())
    found = notation.read_typed(text, position, chosen.orthography)
    if isinstance(found, Garbled | Impossible):
        return _in_words(text, found, position, chosen)
    if isinstance(found, MoveRead):
        return move_of(found.uci)
    raise _unread(text, found, Scene(position=position, language=chosen, style=USUAL))


def _in_words(
    text: str, found: Garbled | Impossible, position: Position, language: Language
) -> chess.Move:
    """Return the move that is written in words.

    Raises `NotationError` unless one legal move fits.
    """
    readings = [parse(words, language) for words in typed_readings(text, language)]
    meant = dict.fromkeys(move.uci for tokens in readings for move in moves_meant(tokens, position))
    scene = Scene(position=position, language=language, style=USUAL)
    match tuple(meant):
        case (uci,):
            return move_of(uci)
        case ():
            wrong = objection(readings[0], position)
            if wrong is None:
                raise _unread(text, found, scene)
            raise _unread(text, Impossible(reason=wrong.reason), scene, objected(wrong, scene))
        case several:
            raise _unread(text, AmbiguousNotation(ucis=several), scene)


def _unread(
    text: str, problem: Unread, scene: Scene, answer: Sentence | None = None
) -> NotationError:
    why = why_unread(problem, scene.position, scene.language.orthography)
    answer = answer or _answer(problem, scene)
    return NotationError(f"{text!r} is no move here: {why}.", answer.text)


def _answer(problem: Unread, scene: Scene) -> Sentence:
    """Return the reply to the writer: what is wrong, or which of several moves is meant."""
    match problem:
        case AmbiguousNotation(ucis=ucis):
            meant = tuple(MoveMeaning(uci=uci) for uci in ucis)
            return asked_in(scene.language, ask(meant, scene.position), scene.position)
        case Impossible(reason=reason):
            return announce(reason, scene)
        case Garbled(rest=""):
            return not_understood("", scene.language)
        case _:
            return wrong_writing(problem, scene)
