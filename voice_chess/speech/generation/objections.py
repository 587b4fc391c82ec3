"""Says why an announcement can't be made, or what is wrong with a move that was typed."""

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from voice_chess.languages.language import Language
from voice_chess.laws.notation import FileMissing, Untrue
from voice_chess.laws.written_move import Garbled
from voice_chess.speech.counting import number_words
from voice_chess.speech.generation.announce import Scene, worded
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import (
    move_words,
    piece_word,
    refused_words,
    speaking,
    square_words,
)
from voice_chess.speech.understanding.announcement import Announcement
from voice_chess.speech.understanding.illegal_announcements import IllegalAnnouncement


@dataclass(frozen=True, slots=True)
class Wordless:
    """A line without a letter or a figure, such as the question mark of somebody who wants help."""


WrongWriting: TypeAlias = Garbled | Untrue | FileMissing | Wordless


def objected(objection: IllegalAnnouncement, scene: Scene) -> Sentence:
    """Say why an announcement is impossible.

    The move is named if it is known, and otherwise the words are repeated as said.
    """
    language, named = scene.language, speaking(scene.language, scene.style)
    if objection.uci is not None:
        words = refused_words(objection.uci, scene.position, named)
    else:
        words = _said_words(objection.said, named)
    return phrase("NotALegalMove", language, move=words, reason=worded(objection.reason, scene))


def _said_words(said: Announcement, language: Language) -> str:
    """Return an announcement as it was said, for when it is not clear which piece was meant."""
    if said.castlings:
        side = "short" if "short" in said.castlings else "long"
        return language.written(f"castle:{side}")
    parts = [piece_word(said.piece, language)] if said.piece else []
    parts += [language.written(f"file:{said.from_file}")] if said.from_file else []
    parts += [language.written(f"rank:{said.from_rank}")] if said.from_rank else []
    parts += [square_words(said.target, language)] if said.target else []
    return " ".join(parts)


def wrong_writing(writing: WrongWriting, scene: Scene) -> Sentence:
    """Say what is wrong: a misplaced sign, an untrue sign, a pawn's missing file, or no word."""
    language = scene.language
    match writing:
        case Garbled(rest=rest):
            spelled = (
                number_words(int(sign), language) if sign.isdecimal() else sign for sign in rest
            )
            return phrase("writing:garbled", language, rest=" ".join(spelled))
        case Untrue(sign=sign, uci=uci):
            move = move_words(uci, scene.position, language, scene.style)
            return phrase(f"writing:{sign.name.lower()}", language, move=move)
        case FileMissing(target=target):
            return phrase("writing:file", language, square=square_words(target, language))
        case Wordless():
            return phrase("writing:wordless", language, command=language.written("help"))
        case _:
            assert_never(writing)
