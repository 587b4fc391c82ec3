"""The bases of all commands and of all events."""

from dataclasses import dataclass

from voice_chess.game.table import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class EventBase:
    """`at_ms` is when it happened."""

    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandBase:
    """`at_ms` is when it was said or done, not when the program understood it.

    `in_words` is the reason in the arbiter's words, empty if none was given.
    """

    by: Role
    at_ms: int
    in_words: str = ""
