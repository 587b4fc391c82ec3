"""What is asked about scoresheets, their completion and signing, and about times and numbers."""

from dataclasses import dataclass
from typing import Literal

from voice_chess.game.asked import Asked
from voice_chess.game.endings import Result

Source = Literal["opponent", "arbiter"]
About = Literal["time", "moves", "score"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordMove(Asked):
    """A player has written one move more; `with_offer` when he wrote (=) beside it."""

    uci: str
    with_offer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteScore(Asked):
    """After a time control a player fills up his scoresheet from another one."""

    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconstructGame(Asked):
    """Nobody's scoresheet is complete: the game is played through on another board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginNextPeriod(Asked):
    """No scoresheet proves that somebody overstepped: the next move opens the next period."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignScore(Asked):
    """A player signs, with the result as he writes it."""

    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnResult(Asked):
    """The arbiter decides otherwise than the signed scoresheets, or between them."""

    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class AskInformation(Asked):
    """A player wants to know the times, how many moves are completed, or what the arbiter wrote."""

    about: About


@dataclass(frozen=True, slots=True, kw_only=True)
class Inform(Asked):
    """The assistant answers his player; the arbiter shows his scoresheet."""

    about: About


Recording = (
    RecordMove
    | CompleteScore
    | ReconstructGame
    | BeginNextPeriod
    | SignScore
    | RuleOnResult
    | AskInformation
    | Inform
)
