"""The envelope of an adjourned game: the details written on it, and the sealed move inside."""

from dataclasses import dataclass

from voice_chess.by_color import ByColor


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """`text` is the move as the player wrote it, read only when the envelope is opened.

    `left_ms` is White's and Black's remaining time. The table holds the players' names.
    """

    sealed_by_white: bool
    text: str
    fen: str
    move_number: int
    left_ms: tuple[int, int]
    offer_by_white: bool | None
    resumption: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passphrases(ByColor[str]):
    """The two players' passphrases together open an envelope; the arbiter's opens it alone.

    For an empty passphrase there is no lock.
    """

    arbiter: str
