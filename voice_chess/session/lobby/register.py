"""Defines the register, the lobby's port: its games, their chairs, and the secrets to enter."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from voice_chess.session.games.chairs import Chair, Settled

KeyKind = Literal["link", "code", "entry"]
"""The token of a link, the words of its code, and the cookie that either is exchanged for."""

ORGANISER = "organiser"
"""The owner of the organiser's page; it stands in place of a chair's id, and is no chair's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """The digest of a secret that opens a chair or the organiser's page, its `owner`.

    It opens until `until_ms`, in ms since 1970.
    """

    kind: KeyKind
    digest: bytes
    owner: str
    until_ms: int


class Register(Protocol):
    """Games, chairs and the hashes of the secrets that open them; every change is safe on return.

    Every method raises `JournalLost` when the storage fails.
    """

    def add_game(
        self,
        game_id: str,
        settled: Settled,
        chairs: Mapping[str, Chair],
        keys: Sequence[Key] = (),
    ) -> None:
        """Add a new game with its chairs by id and the keys that open them, all of it or nothing.

        Chairs that are known already get this game as well.
        """

    def games(self) -> Mapping[str, Settled]:
        """Return all games by id, oldest first."""

    def finished(self) -> frozenset[str]:
        """Return the games in which nothing happens any more."""

    def finish(self, game_id: str, *, is_over: bool) -> None:
        """Note that a game has ended; or with `is_over` false, that it goes on after all."""

    def delete(self, game_id: str) -> None:
        """Keep nothing of this game except that it is deleted and may still lie elsewhere.

        Chairs without another game are deleted with it, and so are the keys that open them.
        """

    def deleted(self) -> frozenset[str]:
        """Return the deleted games of which something may still lie elsewhere."""

    def erased(self, game_id: str) -> None:
        """Note that nothing of this deleted game lies anywhere any more."""

    def chairs_of(self, game_id: str) -> tuple[Chair, ...]:
        """Return the chairs of a game in the order in which they were added."""

    def games_of(self, chair_id: str) -> tuple[str, ...]: ...

    def chair(self, chair_id: str) -> Chair | None: ...

    def prefer(self, chair: Chair) -> None:
        """Keep the chair's preferences, and the keys of the requests that changed them."""

    def add_keys(self, keys: Sequence[Key], *, instead: bool = False) -> None:
        """Add all keys or none. `instead`: they replace all keys of the same owners."""

    def prolong(self, owners: Collection[str], until_ms: int) -> None:
        """Let the links and codes of these owners last until then, unless they last longer."""

    def all_keys(self) -> tuple[Key, ...]:
        """Return all keys, even those that have expired."""

    def owner_of(self, kind: KeyKind, digest: bytes, now_ms: int) -> str | None:
        """Return what a secret opens; None if it is unknown, revoked or too old."""

    def revoke(self, owner: str) -> None:
        """Let no secret open this owner any more."""

    def forget(self, kind: KeyKind, digest: bytes) -> None:
        """Let this one secret open nothing any more."""

    def is_open(self, owner: str) -> bool:
        """Return whether some link leads to this owner."""

    def check_room(self) -> None:
        """Raise `JournalLost` if nothing can be written, as far as that shows without writing."""

    def secret(self) -> bytes:
        """Return the key for digests of codes, which are too short to be hashed without one.

        It is kept apart from the digests, and for as long as they are.
        """
