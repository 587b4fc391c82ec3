"""What is asked about scoresheets, their completion and signing, and about times and numbers."""

from dataclasses import dataclass
from typing import Literal

from voice_chess.game.base_command import CommandBase
from voice_chess.game.results import Result

Source = Literal["opponent", "arbiter"]
About = Literal["time", "moves", "score"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordMove(CommandBase):
    """A player has written one move more; `with_offer` when they wrote (=) beside it."""

    uci: str
    with_offer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CompleteScore(CommandBase):
    """After a time control a player fills up their scoresheet from another one."""

    source: Source


@dataclass(frozen=True, slots=True, kw_only=True)
class ReconstructGame(CommandBase):
    """Nobody's scoresheet is complete: the game is played through on another board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginNextPeriod(CommandBase):
    """No scoresheet proves that somebody overstepped: the next move opens the next period."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignScore(CommandBase):
    """A player signs, with the result as they write it."""

    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOnResult(CommandBase):
    """The arbiter decides otherwise than the signed scoresheets, or between them."""

    result: Result


@dataclass(frozen=True, slots=True, kw_only=True)
class AskInformation(CommandBase):
    """A player wants to know the times, how many moves are completed, or what the arbiter wrote."""

    about: About


@dataclass(frozen=True, slots=True, kw_only=True)
class Inform(CommandBase):
    """The assistant answers their player; the arbiter shows their scoresheet."""

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
