"""Defines the response to a command to an event."""

from voice_chess.event.changes import Change
from voice_chess.event.refusals import Refusal

Ruling = tuple[Change, ...] | Refusal
"""The changes that the command brings about, or the reason why it is refused."""
