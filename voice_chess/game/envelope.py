"""The envelope of an adjourned game: what is written on it, and the sealed move inside."""

from dataclasses import dataclass

from voice_chess.by_color import ByColor


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """`text` is kept as the player wrote it and read only when the envelope is opened.

    The players' names are the table's; `left_ms` is White's and Black's time.
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
    """Those of both players together open an envelope, and the arbiter's alone.

    Where one is empty, there is no lock that needs it.
    """

    arbiter: str
