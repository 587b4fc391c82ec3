"""All that one session needs from the world, together."""

from concurrent.futures import Executor
from dataclasses import dataclass

from voice_chess.game.table import Role
from voice_chess.session.ports import (
    Attend,
    Envelopes,
    Journal,
    Opponent,
    Recognizer,
    SoundRecord,
    Speaker,
    TimeSource,
    to_nobody_in_particular,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """What a session needs from the world."""

    journal: Journal
    recognizer: Recognizer
    speaker: Speaker
    time: TimeSource
    record: SoundRecord
    attend: Attend = to_nobody_in_particular
    opponent: Opponent | None = None
    """Who plays the side of `absent`, sitting at no board."""
    absent: Role = Role.BLACK
    thinkers: Executor | None = None
    """The thread in which they are waited for; without one, time stands while they think."""
    envelopes: Envelopes | None = None
    """What keeps sealed moves; without it none is sealed."""
    heartbeat_ms: int | None = 1_000
    """How often it is written that the clock runs; None where what is lost can be played again."""
