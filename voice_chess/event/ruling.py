"""What a command to an event is answered with."""

from voice_chess.event.changes import Change
from voice_chess.event.refusals import Refusal

Ruling = tuple[Change, ...] | Refusal
"""The changes that it brings about, or why it can't be done."""
