"""The rulings that an arbiter's page offers: the key of each, and those that an edition lacks."""

from collections.abc import Mapping

from voice_chess.laws.edition import Edition
from voice_chess.laws.topics import Topic
from voice_chess.speech.channels import key_of
from voice_chess.speech.orders import ORDER_TABLE

_ORDERED: Mapping[str, tuple[str, ...]] = {
    "start-game": ("start",),
    "start-clocks": ("continue",),
    "stop-clocks": ("stop",),
    "flag-fall": ("claim:time",),
    "illegal-move": ("illegal-move",),
    "two-hands": ("two-hands",),
    "begin-next-period": ("next-period",),
    "reconstruct-game": ("reconstruct",),
    "add-time": ("add-time", "deduct-time"),
    "set-clocks": ("clock",),
    "warn": ("warn",),
    "expel": ("expel",),
    "go-back": ("go-back",),
    **dict.fromkeys(
        ("mating-chance", "quickplay", "objection", "increment", "appeal"), ("ruling",)
    ),
    "fault": ("wrong-position", "turned-board", "swap-colours", "wrong-clock"),
    "end-game": ("ruling", "annul"),
    "settle-result": ("ruling",),
    "ask-to-seal": ("adjourn",),
    "resume": ("resume",),
    "open-envelope": ("open-envelope",),
}
"""The orders that give each ruling; several stand in the order of the form's choices."""


def ruling_keys() -> Mapping[str, tuple[str, ...]]:
    """Return the keys of each ruling; rulings that only a button can give are left out."""
    keys = {order.name: key_of(order) for order in ORDER_TABLE}
    return {ruling: tuple(map(keys.__getitem__, orders)) for ruling, orders in _ORDERED.items()}


def unknown_rulings(edition: Edition) -> tuple[str, ...]:
    """Return the names of the rulings that no arbiter can give under this edition."""
    known = {
        "two-hands": edition.rules.hands.counts_two_hands,
        "increment": edition.rules.quickplay.requested_increment_ms > 0,
        "appeal": edition.rules_on(Topic.APPEALS),
    }
    return tuple(name for name, is_known in known.items() if not is_known)
