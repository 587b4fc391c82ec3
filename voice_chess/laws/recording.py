"""Decides when a player must record the moves."""

from voice_chess.laws.edition import Edition, Speed


def must_record(
    edition: Edition, *, speed: Speed, left_ms: int, increment_ms: int, was_exempt: bool
) -> bool:
    """Return whether a player must record; False if short of time without a good increment.

    In rapid and blitz the edition decides. Once exempt, a player stays exempt for the rest of the
    period, even if a bonus lifts them above the limit; editions silent on this are read so too.
    """
    rules = edition.rules.recording
    if speed != "standard":
        return rules.rapid_is_recorded
    if increment_ms >= rules.exempt_below_increment_ms:
        return True
    return left_ms >= rules.exempt_below_ms and not was_exempt
