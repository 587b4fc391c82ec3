"""Says why a well-formed announcement can't be made."""

from voice_chess.languages.language import Language
from voice_chess.speech.generation.announce import Scene, worded
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.speech.generation.wording import (
    piece_word,
    refused_words,
    speaking,
    square_words,
)
from voice_chess.speech.understanding.announcement import Announcement
from voice_chess.speech.understanding.illegal_announcements import IllegalAnnouncement


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
