"""The type of a ruling: the arbiter's response to a command."""

from voice_chess.game.events import Event
from voice_chess.game.refusals import Refusal

Ruling = tuple[Event, ...] | Refusal
"""The events that a command causes, or the reason for its refusal."""
