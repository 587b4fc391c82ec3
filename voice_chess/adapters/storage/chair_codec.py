"""Chairs, and what a table has settled, to JSON and back, for every register."""

import json
from dataclasses import asdict

from voice_chess.game.table import Role
from voice_chess.session.games.chairs import Chair, Preferences, Settled


def settled_text(settled: Settled) -> str:
    return json.dumps(asdict(settled))


def settled_of(text: str) -> Settled:
    return Settled(**json.loads(text))


def preferences_text(preferences: Preferences) -> str:
    return json.dumps(asdict(preferences))


def chair_of(chair_id: str, role: str, preferences: str) -> Chair:
    kept = json.loads(preferences)
    kept["warned_at_ms"] = tuple(kept.get("warned_at_ms", ()))
    return Chair(id=chair_id, role=Role(role), preferences=Preferences(**kept))
