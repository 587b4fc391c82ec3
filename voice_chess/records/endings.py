"""Says how a game ended, in a word of PGN's tag and in the words of a language."""

from collections.abc import Mapping
from dataclasses import replace

from voice_chess.game.results import EndReason
from voice_chess.languages.language import Language
from voice_chess.languages.phrases import SEAM
from voice_chess.records.scoresheet import Scoresheet

_TERMINATIONS: Mapping[EndReason, str] = {
    **dict.fromkeys((EndReason.FLAG_FALL, EndReason.BOTH_FLAGS), "time forfeit"),
    **dict.fromkeys(
        (
            EndReason.DEVICE,
            EndReason.DISOBEDIENCE,
            EndReason.ILLEGAL_MOVE,
            EndReason.LATENESS,
            EndReason.PENALTY,
            EndReason.SEALED_MOVE,
        ),
        "rules infraction",
    ),
    **dict.fromkeys((EndReason.ARBITER, EndReason.QUICKPLAY_FINISH), "adjudication"),
    **dict.fromkeys((EndReason.POSITION_LOST, EndReason.WRONG_START), "unterminated"),
}
"""The words of PGN's standard; every other reason is a normal end."""

_NORMAL, _UNTERMINATED = "normal", "unterminated"
_TOLD_BY = {"time forfeit": EndReason.FLAG_FALL, "adjudication": EndReason.ARBITER}
"""The reason that a language names for those words of PGN that are no more precise."""

_WORDS = {
    "rules infraction": "ended_infraction",
    "abandoned": "ended_abandoned",
    "unplayed": "ended_unplayed",
}


def ended(sheet: Scoresheet, reason: EndReason) -> Scoresheet:
    """Return the sheet of a game that ended for this reason, with PGN's word for it."""
    return replace(sheet, termination=_TERMINATIONS.get(reason, _NORMAL), ended_by=reason)


def ending_text(sheet: Scoresheet, language: Language) -> str:
    """Return how the game ended in the language's words; empty if the sheet does not say.

    Words of another program's own in PGN's tag are returned unchanged.
    """
    if sheet.ended_by is not None:
        return _told(sheet.ended_by, language)
    word = sheet.termination.casefold()
    if word in {_NORMAL, _UNTERMINATED}:
        return ""
    if word in _TOLD_BY:
        return _told(_TOLD_BY[word], language)
    return language.sheet[_WORDS[word]] if word in _WORDS else sheet.termination


def with_ending(sheet: Scoresheet, text: str, language: Language) -> Scoresheet:
    """Return the sheet with the ending that `ending_text` put into these words."""
    for reason in EndReason:
        if text == _told(reason, language):
            return ended(sheet, reason)
    words = (word for word, name in _WORDS.items() if language.sheet[name] == text)
    return replace(sheet, termination=next(words, text))


def _told(reason: EndReason, language: Language) -> str:
    return language.phrase(f"end:{reason}").replace(SEAM, "")
