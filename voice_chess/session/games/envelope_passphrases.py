"""Holds the passphrases for one game's envelope, in memory only and only while they are needed."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from voice_chess.arbiter.rules import PLAYERS
from voice_chess.game.table import Role
from voice_chess.session.ports import Envelopes

EnvelopesMade: TypeAlias = Callable[[Mapping[Role, str]], Envelopes]
"""Makes the `Envelopes` that are closed and opened with the passphrases of these roles."""

HOLDERS = frozenset({Role.WHITE, Role.BLACK, Role.ARBITER})


class Keyring:
    """The passphrases of one game: the arbiter's is enough, or both players'.

    On the server each holder gives their own, and `made` makes the envelopes. At a table the
    passphrases are given before the game, and `kept` closes and opens its envelopes.
    """

    def __init__(self, made: EnvelopesMade | None, kept: Envelopes | None = None) -> None:
        self._made = made
        self._kept = kept
        self._given: dict[Role, str] = {}

    def give(self, role: Role, passphrase: str) -> None:
        self._given[role] = passphrase

    def forget(self) -> None:
        """Delete the passphrases: the envelope is closed or open, or there will be none."""
        self._given.clear()

    @property
    def envelopes(self) -> Envelopes | None:
        """What closes and opens envelopes; `kept`, or None, while too few passphrases are given."""
        given = self._given.keys()
        is_enough = Role.ARBITER in given or given >= PLAYERS
        return self._made(self._given) if is_enough and self._made else self._kept
