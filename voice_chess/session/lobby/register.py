"""The port behind the lobby: which games there are, who may sit down, and by what secret."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from voice_chess.session.games.chairs import Chair, Settled

KeyKind = Literal["link", "code", "entry"]
"""A link's token, the words of its code, and the cookie got for either."""

ORGANISER = "organiser"
"""Stands where a chair's id would, and is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """The digest of a secret that opens a chair, or the organiser's page, for so long."""

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
        """A new game with its chairs by id, and with what opens them, all of it or nothing.

        Chairs that are known already get this game besides.
        """

    def games(self) -> Mapping[str, Settled]:
        """All games, oldest first."""

    def finished(self) -> frozenset[str]:
        """Games that nothing happens in any more."""

    def finish(self, game_id: str, *, is_over: bool) -> None:
        """A game has come to its end; or it goes on after all."""

    def delete(self, game_id: str) -> None:
        """Keep nothing of this game but that it is deleted, so that the rest of it can go as well.

        Chairs without another game go with it, and whatever opens them.
        """

    def deleted(self) -> frozenset[str]:
        """Games of which something may still lie elsewhere."""

    def erased(self, game_id: str) -> None:
        """Nothing lies anywhere of a deleted game any more."""

    def chairs_of(self, game_id: str) -> tuple[Chair, ...]:
        """In the order in which they were added."""

    def games_of(self, chair_id: str) -> tuple[str, ...]: ...

    def chair(self, chair_id: str) -> Chair | None: ...

    def prefer(self, chair: Chair) -> None:
        """Keep how its people want to be spoken to, and what has asked for that."""

    def add_keys(self, keys: Sequence[Key], *, instead: bool = False) -> None:
        """All of them or none; `instead` of whatever has opened the same chairs so far."""

    def prolong(self, owners: Collection[str], until_ms: int) -> None:
        """Let links and codes that lead to these last so long, unless they last longer."""

    def all_keys(self) -> tuple[Key, ...]:
        """Whatever opens anything, or has."""

    def owner_of(self, kind: KeyKind, digest: bytes, now_ms: int) -> str | None:
        """Whom a secret opens; None for one unknown, revoked or too old."""

    def revoke(self, owner: str) -> None:
        """Nothing opens this any more."""

    def forget(self, kind: KeyKind, digest: bytes) -> None:
        """Let one secret open nothing any more."""

    def is_open(self, owner: str) -> bool:
        """True while some link leads here."""

    def secret(self) -> bytes:
        """For digests of what is too short to stand alone; kept apart from them, and as long."""
