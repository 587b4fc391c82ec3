"""Defines what an organiser settles for a whole competition before its first round."""

import re
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Literal

from voice_chess.clock.time_control import BadTimeControl, NoTimeControl, TimeControl
from voice_chess.event.identity import is_federation
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.event.standings import KNOWN, USUAL
from voice_chess.game.table import unknown_ban
from voice_chess.laws.edition import known_editions

MOST_ROUNDS = 99
MOST_MINUTES_LATER = 60
LONGEST_NAME = 60
NOT_SHOWN = "-"
"""Stands for a broadcast round if that round of the event is not shown."""

_ROUND = re.compile(r"[A-Za-z0-9]{8}")
_ADDRESS = re.compile(r"(?:https?://)?[^/]+/broadcast/[^/]+/[^/]+/([A-Za-z0-9]{8})(?:[/?#].*)?")


def read_round(written: str) -> str:
    """Return the name of a broadcast round, given by itself or by its page's address."""
    found = _ADDRESS.fullmatch(written)
    return found[1] if found else written


def is_round(name: str) -> bool:
    return name == NOT_SHOWN or _ROUND.fullmatch(name) is not None


class System(StrEnum):
    """The system by which players meet."""

    SWISS = "swiss-dutch"
    ROUND_ROBIN = "round-robin"
    MATCH = "match"
    KNOCK_OUT = "knock-out"

    @property
    def bye(self) -> ReportedResult:
        """The bye of the player left over; a free round in a round robin gives no point."""
        if self is System.ROUND_ROBIN:
            return ReportedResult.ZERO_BYE
        return ReportedResult.ALLOCATED_BYE

    @property
    def pairs_absent(self) -> bool:
        """Whether players who are absent are paired all the same, and lose by forfeit."""
        return self in {System.ROUND_ROBIN, System.MATCH}


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """The terms of each single game."""

    edition: str
    time: str
    """In the form that `TimeControl.parsed` reads."""
    no_agreed_draw_before_move: int | None = None
    has_agreed_draws: bool = True
    """If false, the players can agree on a draw only with the arbiter."""
    are_scores_reported: bool = False
    """Whether sighted players write by hand and report each move; see `game.table.Customs`."""
    charge_until: Literal["announcement", "press"] = "announcement"
    """Until when the mover pays, as in `game.table.Customs`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Official:
    """What a federation requires of an event; empty if unknown.

    Games need of it only how many arbiters there are.
    """

    city: str = ""
    federation: str = ""
    """FIDE's code, of three letters."""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    round_days: tuple[str, ...] = ()
    """By round, as in 2026-11-23."""

    @property
    def arbiters(self) -> int:
        """How many arbiters are named; at least one, since every event has its arbiters' code."""
        return max(1, bool(self.chief_arbiter) + len(self.deputies))


UNTOLD = Official()


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionTerms:
    """The terms of the competition as a whole."""

    name: str
    first_day: str
    """As in 2026-11-23, and so is `last_day`."""
    last_day: str
    play: Play
    system: System
    rounds: int
    tie_breaks: tuple[str, ...] = USUAL
    is_baku: bool = False
    """Whether virtual points accelerate the event, for the Swiss system only."""
    initial: Colour = Colour.WHITE
    """The colour of the first player in the first round, drawn by lot."""
    delay_minutes: int = 0
    """Spectators see the moves this much later."""
    are_all_games_counted: bool = False
    """Whether a round robin counts even games with players who withdraw before half of theirs."""
    is_rated: bool = False
    """Whether the games count: their sound is kept, and no advice is given during a round."""
    broadcast: tuple[str, ...] = ()
    """By round, the round of a Lichess broadcast that shows it, or `NOT_SHOWN`."""
    official: Official = UNTOLD


def objection_to(terms: CompetitionTerms) -> Refusal | None:
    """Return a refusal for the first term that can't be right, or None."""
    if not is_name(terms.name):
        return Refusal.of(Reason.NAME_MISSING, field="name")
    if not 1 <= terms.rounds <= MOST_ROUNDS:
        return Refusal.of(Reason.ROUNDS_WRONG, field="rounds", value=terms.rounds)
    if not 0 <= terms.delay_minutes <= MOST_MINUTES_LATER:
        return Refusal.of(Reason.DELAY_WRONG, field="delay", value=terms.delay_minutes)
    for code in terms.tie_breaks:
        if code not in KNOWN:
            return Refusal.of(Reason.TIE_BREAK_UNKNOWN, field="tie-breaks", value=code)
    return (
        _objection_to_days(terms)
        or _objection_to_play(terms.play)
        or _objection_to_broadcast(terms.broadcast)
        or _objection_to_official(terms)
    )


_UNSEEN = frozenset(" \u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Printable signs without ink: a space, a joiner, fillers of Hangul and Khmer, empty braille."""


def is_name(text: str) -> bool:
    """Whether the text is one line that can be written and read aloud."""
    return 0 < len(text) <= LONGEST_NAME and text.isprintable() and is_visible(text)


def is_visible(text: str) -> bool:
    """Whether there is a sign in it that can be seen: spaces, joiners and fillers can't."""
    return any(sign.isprintable() and sign not in _UNSEEN for sign in text)


def _objection_to_days(terms: CompetitionTerms) -> Refusal | None:
    for field, day in (("first-day", terms.first_day), ("last-day", terms.last_day)):
        if not _is_day(day):
            return Refusal.of(Reason.DAY_WRONG, field=field, value=day)
    if terms.last_day < terms.first_day:
        return Refusal.of(Reason.DAYS_SWAPPED, field="last-day", value=terms.last_day)
    return None


def _is_day(text: str) -> bool:
    """Whether the text is a day as in 2026-11-23.

    Other forms of ISO 8601 could not be compared as texts.
    """
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _objection_to_official(terms: CompetitionTerms) -> Refusal | None:
    official = terms.official
    names = (("city", official.city), ("chief-arbiter", official.chief_arbiter))
    for field, name in (*names, *(("deputies", each) for each in official.deputies)):
        if name and not is_name(name):
            return Refusal.of(Reason.NAME_MISSING, field=field)
    if official.federation and not is_federation(official.federation):
        return Refusal.of(Reason.FEDERATION_WRONG, field="federation", value=official.federation)
    if len(official.round_days) > terms.rounds:
        return Refusal.of(Reason.TOO_MANY_DAYS, field="round-days", rounds=terms.rounds)
    wrong = next((day for day in official.round_days if not _is_day(day)), None)
    return None if wrong is None else Refusal.of(Reason.DAY_WRONG, field="round-days", value=wrong)


def _objection_to_play(play: Play) -> Refusal | None:
    if play.edition not in known_editions():
        return Refusal.of(Reason.EDITION_UNKNOWN, field="edition", value=play.edition)
    until = play.no_agreed_draw_before_move
    banned = unknown_ban(play.edition, until=until, has_agreed_draws=play.has_agreed_draws)
    if banned is not None:
        return Refusal.of(Reason.NO_BAN, field=banned)
    try:
        TimeControl.parsed(play.time)
    except NoTimeControl:
        return Refusal.of(Reason.TIME_MISSING, field="time")
    except BadTimeControl:
        return Refusal.of(Reason.TIME_WRONG, field="time", value=play.time)
    return None


def _objection_to_broadcast(rounds: tuple[str, ...]) -> Refusal | None:
    """Check the broadcast rounds: two rounds of the event can't share one."""
    for number, name in enumerate(rounds):
        if not is_round(name):
            return Refusal.of(Reason.BROADCAST_WRONG, field="broadcast", value=name)
        if name != NOT_SHOWN and name in rounds[:number]:
            return Refusal.of(Reason.BROADCAST_TWICE, field="broadcast", value=name)
    return None
