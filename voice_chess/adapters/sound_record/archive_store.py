"""The sound records of all games of a server: for each player a folder of their own."""

import shutil
import threading
from pathlib import Path

from voice_chess.adapters.audio_io.wav_writer import wav_header
from voice_chess.adapters.sound_record.audio_archive import AudioArchive, IndexLine
from voice_chess.adapters.sound_record.sound_joining import try_to_join
from voice_chess.game.table import Role
from voice_chess.session.ports import JournalLost
from voice_chess.sound.sampling import SAMPLE_RATE

_PLAYERS = (Role.WHITE, Role.BLACK)


class SoundShelf:
    """Archives are opened when they are asked for, and stay open."""

    def __init__(self, games: Path) -> None:
        self._games = games
        self._open: dict[tuple[str, Role], AudioArchive] = {}
        self._opening = threading.Lock()

    def record(self, game_id: str, role: Role) -> AudioArchive:
        """The record of one player's microphone. Raises `JournalLost`."""
        with self._opening:
            if (game_id, role) not in self._open:
                self._open[game_id, role] = AudioArchive(self._folder(game_id, role))
            return self._open[game_id, role]

    def announced(self, game_id: str) -> tuple[tuple[int, str], ...]:
        """The number of the half-move and the move of each announcement that counted."""
        last = {found.ply: found.san for role in _PLAYERS for found in self._of(game_id, role)}
        return tuple(sorted(last.items()))

    def wav(self, game_id: str, ply: int) -> bytes | None:
        """The last announcement of a half-move as a WAV file. Raises `JournalLost`."""
        for role in _PLAYERS:
            of_it = [found for found in self._of(game_id, role) if found.ply == ply]
            if of_it:
                samples = self.record(game_id, role).sound_of(of_it[-1])
                return wav_header(len(samples), SAMPLE_RATE) + samples
        return None

    def put_away(self, game_id: str) -> None:
        """The sound of each microphone of this game is one file from now on, and none is open.

        Raises `JournalLost`.
        """
        with self._opening:
            for role in _PLAYERS:
                if (game_id, role) in self._open:
                    self._open.pop((game_id, role)).close()
                    try_to_join(self._folder(game_id, role))

    def delete(self, game_id: str) -> None:
        """Keep nothing of this game's folder. Raises `JournalLost`."""
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
                message = (
                    f"The sound of game {game_id} can't be deleted ({error.strerror or error}): "
                    f"it lies in {self._games / game_id}."
                )
                raise JournalLost(message) from error

    def close(self) -> None:
        """The sound of each microphone is one file from now on. Raises `JournalLost`."""
        with self._opening:
            for (game_id, role), archive in self._open.items():
                archive.close()
                try_to_join(self._folder(game_id, role))
            self._open.clear()

    def _folder(self, game_id: str, role: Role) -> Path:
        return self._games / game_id / f"sound-{role}"

    def _of(self, game_id: str, role: Role) -> tuple[IndexLine, ...]:
        return self.record(game_id, role).announcements()
