"""Virtual points: for the first rounds, so that the strongest meet each other sooner.

Told by the report, or those of Baku (FIDE Handbook C.04.5.1). They count for the pairing alone.
"""

from voice_chess.event.tournament import Tournament

_FULL, _HALF = 2, 1
"""In half points."""


def virtual_halves(event: Tournament, number: int, round_: int) -> int:
    """What the player of this number has in this round beside the score, in half points."""
    if event.virtual:
        told = event.virtual.get(number, ())
        return told[round_ - 1] if round_ <= len(told) else 0
    return _baku(event, number, round_) if event.is_baku else 0


def _baku(event: Tournament, number: int, round_: int) -> int:
    """The upper half, as an even number of players, in the first half of the rounds."""
    if number not in _upper_group(event):
        return 0
    accelerated = _half_rounded_up(event.rounds)
    if round_ <= _half_rounded_up(accelerated):
        return _FULL
    return _HALF if round_ <= accelerated else 0


def _upper_group(event: Tournament) -> frozenset[int]:
    """Twice a quarter of all in the report, rounded up."""
    size = 2 * -(-len(event.players) // 4)
    return frozenset(player.number for player in event.players[:size])


def _half_rounded_up(number: int) -> int:
    return (number + 1) // 2
