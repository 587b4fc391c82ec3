"""Computes virtual points for the first rounds, so that the strongest meet each other sooner.

They come from the report, or follow the Baku system (FIDE Handbook C.04.5.1). They count for the
pairing alone.
"""

from voice_chess.event.results import ReportedResult
from voice_chess.event.tournament import Player, Tournament

_FULL, _HALF = 2, 1
"""In half-points."""


def virtual_halves(event: Tournament, number: int, round_: int) -> int:
    """Return what the player has in this round in addition to the score, in half-points."""
    if event.virtual:
        told = event.virtual.get(number, ())
        return told[round_ - 1] if round_ <= len(told) else 0
    return _baku(event, number, round_) if event.is_baku else 0


def _baku(event: Tournament, number: int, round_: int) -> int:
    """Return Baku points: for the upper group, in the first half of the rounds, rounded up."""
    if number not in _upper_group(event):
        return 0
    accelerated = _half_rounded_up(event.rounds)
    if round_ <= _half_rounded_up(accelerated):
        return _FULL
    return _HALF if round_ <= accelerated else 0


def _upper_group(event: Tournament) -> frozenset[int]:
    """Return the numbers of the upper group.

    It is twice a quarter, rounded up, of the players who were there from the first round on.
    Players who come late are placed by their numbers; the last member of the group stays its last
    (3.2).
    """
    first = [player.number for player in event.players if not _is_late(event, player)]
    upper = first[: 2 * -(-len(first) // 4)]
    last = max(upper, default=0)
    return frozenset(player.number for player in event.players if player.number <= last)


def _is_late(event: Tournament, player: Player) -> bool:
    """Whether the player was not in the first round and has no points for it."""
    cell = player.cell(1)
    if not event.columns_paired and player.number in event.absent_next:
        return True
    return bool(event.columns_paired) if cell is None else cell.result is ReportedResult.ZERO_BYE


def _half_rounded_up(number: int) -> int:
    return (number + 1) // 2
