"""How a game ended, as sheets tell it: in a word of PGN's tag, and in those of a language."""

from collections.abc import Mapping
from dataclasses import replace

from voice_chess.game.results import EndReason
from voice_chess.languages.language import Language
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
"""In the words of PGN's standard; whatever else ends a game is the normal way."""

_NORMAL, _UNTERMINATED = "normal", "unterminated"
_TOLD_BY = {"time forfeit": EndReason.FLAG_FALL, "adjudication": EndReason.ARBITER}
"""What tells these words of PGN, which don't say any more, in a language."""

_WORDS = {
    "rules infraction": "ended_infraction",
    "abandoned": "ended_abandoned",
    "unplayed": "ended_unplayed",
}
_SEAM = "|"
"""Inside a written word of a phrase."""


def ended(sheet: Scoresheet, reason: EndReason) -> Scoresheet:
    """The sheet of a game that ended for this reason, with the word of PGN's tag for it."""
    return replace(sheet, termination=_TERMINATIONS.get(reason, _NORMAL), ended_by=reason)


def ending_text(sheet: Scoresheet, language: Language) -> str:
    """In the words of the language; empty where the sheet does not tell.

    What another program wrote into PGN's tag in words of its own stays as it is.
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
    """The sheet, ended as `ending_text` tells it."""
    for reason in EndReason:
        if text == _told(reason, language):
            return ended(sheet, reason)
    words = (word for word, name in _WORDS.items() if language.sheet[name] == text)
    return replace(sheet, termination=next(words, text))


def _told(reason: EndReason, language: Language) -> str:
    return language.phrase(f"end:{reason}").replace(_SEAM, "")
