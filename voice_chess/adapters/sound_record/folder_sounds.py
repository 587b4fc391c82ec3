"""The sound records of all games of a server, with a folder for each player's microphone."""

import shutil
import threading
from pathlib import Path

from voice_chess.adapters.audio_io.sound_formats import packed
from voice_chess.adapters.audio_io.wav_writer import wav_file
from voice_chess.adapters.documents.record_files import write_whole
from voice_chess.adapters.sound_record.audio_archive import (
    AudioArchive,
    IndexLine,
    announcements_in,
    counted,
    sound_folders,
    sound_in,
)
from voice_chess.adapters.sound_record.sound_files import SoundFiles, microphone_of
from voice_chess.adapters.sound_record.sound_joining import (
    INDEX,
    DamagedSound,
    JoinedMeanwhile,
    blocks,
    parts,
    refuse_missing,
    try_to_join,
    while_they_stand,
)
from voice_chess.game.table import Role
from voice_chess.plain_error import why_and_what_now
from voice_chess.session.ports import JournalDamaged, JournalLost

_PLAYERS = (Role.WHITE, Role.BLACK)
_TRIES = 10
"""How often reading is tried again; nobody joins the same sound so often meanwhile."""


class FolderSounds:
    """Opens a game's archives when they are needed, and keeps them open."""

    def __init__(self, games: Path) -> None:
        self._games = games
        self._open: dict[tuple[str, Role], AudioArchive] = {}
        self._opening = threading.Lock()

    def record(self, game_id: str, role: Role) -> AudioArchive:
        """Return the record of one player's microphone. Raises `JournalLost`."""
        with self._opening:
            if (game_id, role) not in self._open:
                self._open[game_id, role] = AudioArchive(self._folder(game_id, role))
            return self._open[game_id, role]

    def announced(self, game_id: str) -> tuple[tuple[int, str], ...]:
        """Return the half-move number and the move of each announcement that counted."""
        return counted(found for role in _PLAYERS for found in self._of(game_id, role))

    def wav(self, game_id: str, ply: int) -> bytes | None:
        """Return the last announcement of a half-move as WAV, or None.

        Raises `JournalDamaged` if any of it is missing or can't be read, and `JournalLost`.
        """
        for role in _PLAYERS:
            of_it = [found for found in self._of(game_id, role) if found.ply == ply]
            if of_it:
                samples = sound_in(self._folder(game_id, role), of_it[-1])
                return wav_file(samples)
        return None

    def put_away(self, game_id: str) -> None:
        """Close the game's records and join the sound of each microphone to one file.

        Raises `JournalLost`.
        """
        with self._opening:
            for role in _PLAYERS:
                if (game_id, role) in self._open:
                    self._open.pop((game_id, role)).close()
                    try_to_join(self._folder(game_id, role))

    def delete(self, game_id: str) -> None:
        """Delete the game's whole folder of sound. Raises `JournalLost`."""
        with self._opening:
            for role in _PLAYERS:
                archive = self._open.pop((game_id, role), None)
                if archive is not None:
                    archive.close()
            try:
                shutil.rmtree(self._games / game_id)
            except FileNotFoundError:
                return
            except OSError as error:
                raise self._lost(game_id, "deleted", error) from error

    def close(self) -> None:
        """Close all records and join the sound of each microphone. Raises `JournalLost`."""
        with self._opening:
            for (game_id, role), archive in self._open.items():
                archive.close()
                try_to_join(self._folder(game_id, role))
            self._open.clear()

    def files(self, game_id: str) -> SoundFiles:
        """Yield all files of a game, also while it is recorded or joined.

        Raises `JournalDamaged` if one is missing, and `JournalLost`.
        """
        folders = sound_folders(self._games / game_id)
        try:
            for folder in folders:
                refuse_missing(folder)
        except DamagedSound as error:
            message = f"The sound of game {game_id} is damaged: {error}."
            raise JournalDamaged(message) from error
        try:
            for folder in folders:
                for name, content in _files_in(folder):
                    yield f"{folder.name}/{name}", content
        except (OSError, RuntimeError) as error:
            raise self._lost(game_id, "read", error) from error

    def fill(self, game_id: str, name: str, content: bytes) -> None:
        """Write one of these files; none of its name may exist yet. Raises `JournalLost`."""
        write_whole(self._games / game_id / name, content)

    def _lost(self, game_id: str, done: str, error: OSError | RuntimeError) -> JournalLost:
        where = f"The sound of game {game_id}, in {self._games / game_id},"
        return JournalLost(f"{where} can't be {done}: {why_and_what_now(error)}")

    def _folder(self, game_id: str, role: Role) -> Path:
        return self._games / game_id / microphone_of(role)

    def _of(self, game_id: str, role: Role) -> tuple[IndexLine, ...]:
        """Return the announcements without opening a record, which would stay open."""
        with self._opening:
            record = self._open.get((game_id, role))
        folder = self._folder(game_id, role)
        return announcements_in(folder) if record is None else record.announcements()


def _files_in(folder: Path) -> list[tuple[str, bytes]]:
    """Return parts and index that fit each other, whatever others do. Raises `OSError`."""
    for _ in range(_TRIES):
        found = parts(folder)
        try:
            with while_they_stand(folder, found) as index:
                files = [(f"{part.stem}.flac", _packed(part)) for part in found]
        except JoinedMeanwhile:
            continue
        return [*files, (INDEX, index)] if index else files
    message = f"what is in {folder} changes all the time"
    raise OSError(message)


def _packed(part: Path) -> bytes:
    """Return the part as FLAC; one that is still recorded is packed, and may end just now."""
    closed = part.with_suffix(".flac")
    if part != closed and not closed.exists():
        return packed(blocks(part))
    return closed.read_bytes()
