"""Converts chairs, and what a table has settled, to JSON and back, for every register."""

import json
from dataclasses import asdict

from voice_chess.game.table import Role
from voice_chess.session.games.chairs import Chair, Preferences, Settled

_ASKED = "asked"


def settled_text(settled: Settled) -> str:
    return json.dumps(asdict(settled))


def settled_of(text: str) -> Settled:
    return Settled(**json.loads(text))


def wishes_text(chair: Chair) -> str:
    """Return the chair's preferences, and the keys of the requests for them, as JSON."""
    return json.dumps({**asdict(chair.preferences), _ASKED: chair.asked})


def chair_of(chair_id: str, role: str, wishes: str) -> Chair:
    kept = json.loads(wishes)
    asked = tuple(kept.pop(_ASKED, ()))
    kept["warned_at_ms"] = tuple(kept.get("warned_at_ms", ()))
    return Chair(id=chair_id, role=Role(role), preferences=Preferences(**kept), asked=asked)
