"""When a player need not write down the moves."""

from voice_chess.laws.edition import Edition, Speed


def must_record(
    edition: Edition, *, speed: Speed, left_ms: int, increment_ms: int, was_exempt: bool
) -> bool:
    """False in rapid and blitz, and short of time without a good increment.

    Once exempt, a player stays so for the rest of the period, also when a bonus lifts them above
    the limit; where an edition's text is silent on that, it is read so too.
    """
    rules = edition.rules.recording
    if speed != "standard":
        return rules.rapid_is_recorded
    if increment_ms >= rules.exempt_below_increment_ms:
        return True
    return left_ms >= rules.exempt_below_ms and not was_exempt
