"""Where the program's files lie; the only reader of the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Self


def shipped(folder: str, package: Path | None = None) -> Path:
    """A folder that comes with the program: in an installed package, beside that of a checkout."""
    found = package or Path(str(files("voice_chess")))
    inside = found / folder
    return inside if inside.is_dir() else found.parent / folder


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Folders and a database; each can be moved by an environment variable."""

    data: Path
    """The player's own: journal, recordings, records. VOICE_CHESS_DATA."""
    models: Path
    """Acoustic models. VOICE_CHESS_MODELS."""
    audio: Path
    """Sound made by the project. VOICE_CHESS_AUDIO."""

    database: str | None = field(default=None, repr=False)
    """The address of a database that servers share, in place of files. VOICE_CHESS_DATABASE."""

    lichess_token: str = field(default="", repr=False)
    """What lets this server write to its organisers' broadcasts. VOICE_CHESS_LICHESS_TOKEN."""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        found = os.environ if environment is None else environment
        home = Path(found.get("HOME") or found.get("USERPROFILE") or ".")
        share = Path(
            found.get("XDG_DATA_HOME") or found.get("LOCALAPPDATA") or home / ".local" / "share"
        )
        return cls(
            data=Path(found.get("VOICE_CHESS_DATA") or share / "voice-chess"),
            models=Path(found.get("VOICE_CHESS_MODELS") or shipped("models")),
            audio=Path(found.get("VOICE_CHESS_AUDIO") or shipped("audio")),
            database=found.get("VOICE_CHESS_DATABASE") or None,
            lichess_token=found.get("VOICE_CHESS_LICHESS_TOKEN", "").strip(),
        )
