"""What the arbiter answers a command with."""

from voice_chess.game.events import Event
from voice_chess.game.refusals import Refusal

Ruling = tuple[Event, ...] | Refusal
"""The events that it brings about, or why it can't be done."""
