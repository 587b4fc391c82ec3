"""Reads and writes what is kept of games, in a folder or a database: events, sheets and sound."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Protocol

from voice_chess.adapters.documents import record_files
from voice_chess.adapters.sound_record.audio_archive import (
    IndexLine,
    announcements_in,
    sound_folders,
    sound_in,
)
from voice_chess.adapters.storage.event_codec import EVENTS
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.compose.game_folders import Place, emptied
from voice_chess.compose.storage import SEATS, GamesLookedAt, games_looked_at
from voice_chess.game.events import Event
from voice_chess.languages.language import Language
from voice_chess.plain_error import BadInput
from voice_chess.records.braille_sheet import Style
from voice_chess.records.scoresheet import BadRecord, Header, Scoresheet
from voice_chess.session.ports import Journal, JournalDamaged, WholePart


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementKept:
    """The announcement of a move, as it was recorded."""

    folder: Path
    line: IndexLine

    @property
    def uci(self) -> str:
        """The move, as UCI writes it."""
        return self.line.uci

    def sound(self) -> bytes:
        """Return its sound, 16 kHz mono 16-bit."""
        return sound_in(self.folder, self.line)


class KeptGames(Protocol):
    """The games of a folder or a database, for reading only. Every method raises `JournalLost`."""

    def events(self, game_id: str) -> tuple[Event, ...]:
        """Return the game's events. Raises `BadInput` for an unknown game, `JournalDamaged`."""

    def whole_part(self, game_id: str) -> WholePart:
        """Do the same; of a damaged game, return the events before the damage, and the damage."""

    def has_seats(self, game_id: str) -> bool:
        """Return whether it is played at the seats of a server, and not at a table."""

    def header(self, game_id: str, events: Sequence[Event]) -> Header:
        """Return the head of the scoresheet of the game with these events."""

    def sound(self, game_id: str) -> Path:
        """Return the folder with the game's sound; each microphone has a folder in it."""


@contextmanager
def kept_games(data: Path, database: str | None = None) -> Iterator[KeptGames]:
    """Open the games of this folder, or of a database. Raises `BadInput`, `JournalLost`."""
    if database is None:
        yield _GamesInFolder(data)
        return
    with games_looked_at(database) as found, TemporaryDirectory() as folder:
        yield _GamesInDatabase(found, Path(folder))


def is_in_folder(data: Path, game_id: str) -> bool:
    """Return whether a game of this name has been played in this folder."""
    return Place(data=data, game_id=game_id).is_there


@dataclass(frozen=True, slots=True)
class _GamesInFolder:
    """`KeptGames` of a data folder."""

    data: Path

    def events(self, game_id: str) -> tuple[Event, ...]:
        return self._found(game_id, lambda journal: WholePart(events=journal.read(game_id))).events

    def whole_part(self, game_id: str) -> WholePart:
        return self._found(game_id, lambda journal: journal.read_whole(game_id))

    def _found(self, game_id: str, read: Callable[[Journal], WholePart]) -> WholePart:
        place = Place(data=self.data, game_id=game_id)
        found = WholePart(events=())
        if place.journal.exists():
            with closing(SqliteJournal(place.journal, is_for_reading=True)) as journal:
                found = read(journal)
        if not found.events and not place.is_there:
            raise _unknown(game_id, str(self.data / "games"))
        if not found.events:
            raise JournalDamaged(emptied(place))
        return found

    def has_seats(self, game_id: str) -> bool:
        with closing(SqliteRegister(self.data / SEATS, is_for_reading=True)) as register:
            return game_id in register.games()

    def header(self, game_id: str, events: Sequence[Event]) -> Header:
        """Return what was written when the game ended or broke off; on a server, the day alone."""
        place = Place(data=self.data, game_id=game_id)
        if not place.is_there:
            return Header.of_first_event(events[0].at_ms)
        try:
            return record_files.read_pgn(place.folder / record_files.PGN).header
        except BadRecord:
            return Header()

    def sound(self, game_id: str) -> Path:
        return Place(data=self.data, game_id=game_id).folder


@dataclass(frozen=True, slots=True)
class _GamesInDatabase:
    """`KeptGames` of servers; `folder` is temporary, and sound is copied into it."""

    database: GamesLookedAt
    folder: Path

    def events(self, game_id: str) -> tuple[Event, ...]:
        return self._found(game_id, WholePart(events=self.database.journal.read(game_id))).events

    def whole_part(self, game_id: str) -> WholePart:
        return self._found(game_id, self.database.journal.read_whole(game_id))

    def _found(self, game_id: str, found: WholePart) -> WholePart:
        if not found.events:
            raise _unknown(game_id, f"the database {self.database.name}")
        return found

    def has_seats(self, _game_id: str) -> bool:
        return True

    def header(self, _game_id: str, events: Sequence[Event]) -> Header:
        """Return the day alone: servers keep no more besides what the table says."""
        return Header.of_first_event(events[0].at_ms)

    def sound(self, game_id: str) -> Path:
        for name, content in self.database.sounds.files(game_id):
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(content)
        return self.folder


def _unknown(game_id: str, where: str) -> BadInput:
    """Return the error for an unknown game; the name was no file, either."""
    if game_id and Path(game_id).is_dir():
        return BadInput(f"{game_id} is a folder: name a file in it, or a game in {where}.")
    return BadInput(f"There is neither a file {game_id} nor a game {game_id!r} in {where}.")


def announcements_of(folder: Path) -> Mapping[int, AnnouncementKept]:
    """Return the announcements of the game whose sound lies there, by the ply of the move."""
    return {
        line.ply: AnnouncementKept(folder=microphone, line=line)
        for microphone in sound_folders(folder)
        for line in announcements_in(microphone)
    }


def event_written(event: Event) -> tuple[str, str]:
    """Return the event's written name, with its version, and its fields as JSON."""
    return EVENTS.encode(event)


def event_read(name: str, fields: str) -> Event:
    """Return the event that was written so, in any version so far. Raises `JournalLost`."""
    event: Event = EVENTS.decode(name, fields)
    return event


def sheet_in(
    path: Path, language: Language, *, as_far: bool = False
) -> tuple[Scoresheet, Language]:
    """Return the scoresheet in a file of any form, and the language in which it is written.

    `as_far`: return the part before a mistake, where there is one. Raises `BadRecord`.
    """
    return record_files.read_any(path, language, as_far=as_far)


def write_records(
    sheet: Scoresheet,
    language: Language,
    folder: Path,
    more: Mapping[str, str] = MappingProxyType({}),
    style: Style | None = None,
) -> tuple[Path, ...]:
    """Write the sheet in every form, and the texts `more` by their file names; return all paths.

    Raises `JournalLost`.
    """
    styled = () if style is None else (style,)
    paths = record_files.write(sheet, language, folder, *styled)
    texts = (record_files.write_whole(folder / name, text.encode()) for name, text in more.items())
    return (*paths, *texts)
