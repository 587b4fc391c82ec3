"""Where the program and its files lie; no other module reads the environment."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Self


def shipped(folder: str, package: Path | None = None) -> Path:
    """Return a folder that comes with the program.

    An installed package contains it; in a checkout it lies beside the package.
    """
    found = package or Path(str(files("voice_chess")))
    inside = found / folder
    return inside if inside.is_dir() else found.parent / folder


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Folders and a database; an environment variable can replace each of them."""

    data: Path
    """The player's own files: journal, recordings, records. VOICE_CHESS_DATA."""
    models: Path
    """Acoustic models. VOICE_CHESS_MODELS."""
    audio: Path
    """Sound that the project made. VOICE_CHESS_AUDIO."""

    database: str | None = field(default=None, repr=False)
    """The address of a database that servers share, in place of files. VOICE_CHESS_DATABASE."""

    lichess_token: str = field(default="", repr=False)
    """The token that lets this server write to its organisers' broadcasts at Lichess.

    Empty if there is none. VOICE_CHESS_LICHESS_TOKEN.
    """

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        found = os.environ if environment is None else environment
        home = Path(found.get("HOME") or found.get("USERPROFILE") or _home())
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


def _home() -> Path:
    """Return the home folder that the system knows for this user; else the current one."""
    try:
        return Path.home()
    except RuntimeError:
        return Path()
