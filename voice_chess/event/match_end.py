"""Tells how a match of two has ended: by their points alone, since nobody else plays in it."""

from dataclasses import dataclass

from voice_chess.event.competition import Competition


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnd:
    """The end of a match."""

    winner: str | None
    """The name of whoever has won; None if both have the same points."""


def match_end(now: Competition, rounds: int) -> MatchEnd | None:
    """Return how the match stands after this many rounds if these are all; None otherwise.

    A match that ended level can go on: the organiser gives it more rounds.
    """
    report = now.report
    if not report.is_match or rounds < now.terms.rounds:
        return None
    one, other = report.players
    first, second = (player.halves_before(rounds + 1) for player in (one, other))
    if first == second:
        return MatchEnd(winner=None)
    return MatchEnd(winner=(one if first > second else other).name)
