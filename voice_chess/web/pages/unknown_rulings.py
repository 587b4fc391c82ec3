"""States which rulings an edition of the Laws does not know, so that no page offers them."""

from voice_chess.laws.edition import Edition
from voice_chess.laws.topics import Topic


def unknown_rulings(edition: Edition) -> tuple[str, ...]:
    """Return the names of the rulings that no arbiter can give under this edition."""
    known = {
        "two-hands": edition.rules.hands.counts_two_hands,
        "increment": edition.rules.quickplay.requested_increment_ms > 0,
        "appeal": edition.rules_on(Topic.APPEALS),
    }
    return tuple(name for name, is_known in known.items() if not is_known)
