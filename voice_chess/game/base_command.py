"""What every command has: who asks, and when."""

from dataclasses import dataclass

from voice_chess.game.table import Role


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandBase:
    """`at_ms` is when it was said or done, not when it was understood.

    `in_words`: why, where an arbiter says so.
    """

    by: Role
    at_ms: int
    in_words: str = ""
