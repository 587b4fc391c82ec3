"""The engine that plays one side at a table; kept beside the game, so that it goes on as it was."""

import json
from dataclasses import dataclass, field
from pathlib import Path

from voice_chess.adapters.documents.record_files import write_whole
from voice_chess.compose.game_folders import Place
from voice_chess.game.table import Role
from voice_chess.plain_error import BadInput, why_and_what_now
from voice_chess.session.ports import JournalLost, Strength

_FILE = "engine.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineOpponent:
    """The engine that plays one side; `path` is a path or a name, None for Stockfish."""

    path: str | None = None
    strength: Strength = field(default_factory=Strength)
    plays: Role = Role.BLACK


def keep_opponent(place: Place, engine: EngineOpponent | None) -> None:
    """Keep who plays against the people at the table, None for nobody. Raises `JournalLost`."""
    path = _file(place)
    if engine is None:
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            message = f"{path} can't be deleted: {why_and_what_now(error)}"
            raise JournalLost(message) from error
        return
    elo, move_ms = engine.strength.elo, engine.strength.move_ms
    kept = {"path": engine.path, "elo": elo, "move_ms": move_ms, "plays": engine.plays}
    write_whole(path, json.dumps(kept).encode())


def kept_opponent(place: Place) -> EngineOpponent | None:
    """Return the engine that played when the game was last gone on with. Raises `BadInput`."""
    path = _file(place)
    try:
        kept = json.loads(path.read_bytes())
        strength = Strength(elo=kept["elo"], move_ms=kept["move_ms"])
        return EngineOpponent(path=kept["path"], strength=strength, plays=Role(kept["plays"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        message = (
            f"{path}, which names the engine of this game, can't be read: say who plays with "
            "--opponent engine or --opponent person."
        )
        raise BadInput(message) from error


def _file(place: Place) -> Path:
    return place.folder / _FILE
