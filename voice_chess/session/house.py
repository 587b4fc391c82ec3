"""The customs of the house: how the program listens, speaks and presses the clock at this table."""

from dataclasses import dataclass
from typing import Literal

from voice_chess.languages.language import Language
from voice_chess.speech.weigh import NORMAL, Caution
from voice_chess.speech.wording import Style


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """`press`: after a silence, the program presses for the mover; or he says so.

    `grace_ms` is that silence, counted from the end of what the program said. `correction_ms` is
    how long a mover may think about his correction once he has said that there is one.
    `echo_ms` is how long a room goes on sounding after the program has spoken.
    `signals_turns`: a sound tells that the clock was pressed and the other side is to move.
    """

    language: Language
    press: Literal["auto", "command"] = "auto"
    grace_ms: int = 1_500
    correction_ms: int = 10_000
    echo_ms: int = 0
    signals_turns: bool = False
    caution: Caution = NORMAL
    style: Style = "long"
