"""Defines what an arbiter can order: names, keys, and what follows each order's words.

The languages' data hold the words for each order, under its name. An order that players have as a
command, too, shares the command's words and its key.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

ORDER_SIGN = ",,"
"""Stands before the letter of an order's key: the same letter alone is a command's key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One order; `key` is the letter after `ORDER_SIGN`, or empty if a command already has a key.

    `form` is a regular expression for what follows the order's words: s a side, n a number or
    digit, m minutes, r a result or an answer, v yes or no.
    """

    name: str
    key: str
    form: str = ""


def _order(name: str, key: str, form: str = "") -> Order:
    return Order(name=name, key=key, form=form)


ORDER_TABLE: tuple[Order, ...] = (
    # The clocks
    _order("start", "s"),
    _order("stop", ""),
    _order("continue", ""),
    _order("add-time", "a", "sn+m?"),
    _order("deduct-time", "d", "sn+m?"),
    _order("clock", "", "sn+m?sn+m?"),
    _order("claim:time", "f"),
    _order("next-period", "p"),
    # The play
    _order("illegal-move", "i"),
    _order("two-hands", "h"),
    _order("go-back", "b", "n+s?"),
    _order("reconstruct", "x"),
    _order("see-score", ""),
    _order("warn", "w", "s"),
    _order("expel", "e", "s"),
    _order("ruling", "r", "[srv]"),
    _order("yes", ""),
    _order("no", ""),
    # How the game was begun
    _order("swap-colours", "c"),
    _order("wrong-position", "o"),
    _order("turned-board", "t"),
    _order("wrong-clock", "k"),
    _order("annul", "n"),
    # Adjournment
    _order("adjourn", ""),
    _order("resume", "m", "s?s?"),
    _order("open-envelope", ""),
)
FORMS: Mapping[str, re.Pattern[str]] = {order.name: re.compile(order.form) for order in ORDER_TABLE}
ORDER_KEYS: Mapping[str, str] = {order.key: order.name for order in ORDER_TABLE if order.key}
NUMBERED_ORDERS = frozenset(order.name for order in ORDER_TABLE if "n" in order.form)
"""Orders whose number is read as one number if possible, not digit by digit."""
