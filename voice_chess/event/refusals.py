"""Defines why a competition refuses a command: a reason, and what fills the gaps of its words.

The words are in the languages' data, under `event-refused:` and the reason; what is refused in
games without an event, too, has its words under `problem:`.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from voice_chess.event.list_columns import told_columns
from voice_chess.event.report_faults import Told, told_after
from voice_chess.languages.language import Language


class Reason(StrEnum):
    """The reason of a refusal; the keywords given to `Refusal.of` are the gaps of its words.

    The gap `columns`, the columns that a list can have, is filled in by itself.
    """

    NAME_MISSING = "name-missing"
    ROUNDS_WRONG = "rounds-wrong"
    DELAY_WRONG = "delay-wrong"
    TIE_BREAK_UNKNOWN = "tie-break-unknown"
    DAY_WRONG = "day-wrong"
    DAYS_SWAPPED = "days-swapped"
    EDITION_UNKNOWN = "edition-unknown"
    NO_BAN = "no-ban"
    TIME_WRONG = "time-wrong"
    TIME_MISSING = "time-missing"
    BROADCAST_WRONG = "broadcast-wrong"
    BROADCAST_TWICE = "broadcast-twice"
    BROADCAST_ELSEWHERE = "broadcast-elsewhere"
    BEGUN = "begun"
    NUMBER_WRONG = "number-wrong"
    NUMBER_TWICE = "number-twice"
    NAME_TWICE = "name-twice"
    FIDE_NUMBER_TWICE = "fide-number-twice"
    RATING_WRONG = "rating-wrong"
    FEDERATION_WRONG = "federation-wrong"
    SEX_WRONG = "sex-wrong"
    TITLE_WRONG = "title-wrong"
    FIDE_NUMBER_WRONG = "fide-number-wrong"
    BIRTH_WRONG = "birth-wrong"
    TOO_MANY_DAYS = "too-many-days"
    LANGUAGE_UNKNOWN = "language-unknown"
    COLUMN_UNKNOWN = "column-unknown"
    NO_NAME_COLUMN = "no-name-column"
    COLUMN_UNNAMED = "column-unnamed"
    COLUMN_TWICE = "column-twice"
    LIST_UNREADABLE = "list-unreadable"
    NOT_YES_OR_NO = "not-yes-or-no"
    TOO_MANY_VALUES = "too-many-values"
    NOBODY_NAMED = "nobody-named"
    TOO_MANY_PLAYERS = "too-many-players"
    REPORT_WRONG = "report-wrong"
    NO_LATE_ENTRY = "no-late-entry"
    NO_SUCH_PLAYER = "no-such-player"
    NO_SUCH_ROUND = "no-such-round"
    NO_SUCH_BOARD = "no-such-board"
    IN_PLAY = "in-play"
    AWAY_ALREADY = "away-already"
    NOT_AWAY = "not-away"
    PAIRED_ALREADY = "paired-already"
    BYE_ALREADY = "bye-already"
    SWISS_ONLY = "swiss-only"
    SAME_PLAYER = "same-player"
    FORBIDDEN_ALREADY = "forbidden-already"
    TOO_FEW_PLAYERS = "too-few-players"
    NO_MORE_ROUNDS = "no-more-rounds"
    RESULT_MISSING = "result-missing"
    ROUNDS_DO_NOT_FIT = "rounds-do-not-fit"
    NOBODY_GOES_ON = "nobody-goes-on"
    NO_PAIRING = "no-pairing"
    PAIRING_FORBIDDEN = "pairing-forbidden"
    PAIRER_LOST = "pairer-lost"
    PAIRING_ENDED = "pairing-ended"
    IN_PAIRING = "in-pairing"
    NOT_PAIRED = "not-paired"
    NOT_AHEAD = "not-ahead"
    STARTED_ALREADY = "started-already"
    NOT_STARTED = "not-started"
    REASON_MISSING = "reason-missing"
    RESULT_FIXED = "result-fixed"
    CHANGED_MEANWHILE = "changed-meanwhile"
    NOTHING_TO_UNDO = "nothing-to-undo"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A refusal.

    `field` is the wrong field of the command, `line` the line in a list of players.
    """

    reason: Reason
    gaps: tuple[tuple[str, str], ...] = ()
    field: str = ""
    line: int | None = None
    because: Told | None = None
    """What fills the gap `why`, in the same language."""

    @classmethod
    def of(
        cls, reason: Reason, *, field: str = "", line: int | None = None, **gaps: str | int
    ) -> Self:
        """Make a refusal; each gap is put on one line: a quoted value may have had several."""
        told = tuple((name, " ".join(str(value).split())) for name, value in gaps.items())
        return cls(reason=reason, gaps=told, field=field, line=line)

    def because_of(self, reason: Told) -> Self:
        """Return the refusal with the reason that fills the gap `why`."""
        return replace(self, because=reason)

    def told(self, language: Language) -> str:
        """Return the reason in words, after the line and the field that it concerns, if any."""
        words, gaps = language.interface, dict(self.gaps)
        gaps["columns"] = told_columns(language)
        if self.because is not None:
            gaps["why"] = " ".join(self.because.told(language).split())
        why = words[_word_of(self.reason)].format_map(gaps)
        return told_after(self.line, words.get(f"event-field:{self.field}"), why, language)


_OF_ANY_GAME = frozenset({Reason.NO_BAN})


def _word_of(reason: Reason) -> str:
    return f"{'problem' if reason in _OF_ANY_GAME else 'event-refused'}:{reason}"
