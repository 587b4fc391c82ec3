"""The passphrases for one game's envelope: in memory alone, and no longer than they are needed."""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from voice_chess.arbiter.rules import PLAYERS
from voice_chess.game.table import Role
from voice_chess.session.ports import Envelopes

EnvelopesMade: TypeAlias = Callable[[Mapping[Role, str]], Envelopes]
"""What closes and opens envelopes with the passphrases of these roles."""

HOLDERS = frozenset({Role.WHITE, Role.BLACK, Role.ARBITER})


class Keyring:
    """Each holder gives their own; the arbiter's is enough, or both players'.

    At a table they are given before the game, and `kept` closes and opens its envelopes.
    """

    def __init__(self, made: EnvelopesMade | None, kept: Envelopes | None = None) -> None:
        self._made = made
        self._kept = kept
        self._given: dict[Role, str] = {}

    def give(self, role: Role, passphrase: str) -> None:
        self._given[role] = passphrase

    def forget(self) -> None:
        """The envelope is closed, or open: nobody needs them here any more."""
        self._given.clear()

    @property
    def envelopes(self) -> Envelopes | None:
        """None while those that were given open nothing."""
        given = self._given.keys()
        is_enough = Role.ARBITER in given or given >= PLAYERS
        return self._made(self._given) if is_enough and self._made else self._kept
