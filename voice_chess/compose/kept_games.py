"""What is kept of games in a data folder: their events, their sheets, the sound of their moves."""

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from voice_chess.adapters.documents import record_files
from voice_chess.adapters.sound_record.audio_archive import (
    IndexLine,
    announcements_in,
    sound_folders,
    sound_in,
)
from voice_chess.adapters.storage.event_codec import EVENTS
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.compose.bad_input import BadInput
from voice_chess.compose.game_folders import Place, emptied
from voice_chess.game.events import Event
from voice_chess.languages.language import Language
from voice_chess.records.braille_sheet import Style
from voice_chess.records.scoresheet import BadRecord, Header, Scoresheet
from voice_chess.session.ports import JournalDamaged


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnouncementKept:
    """A move as it was announced."""

    folder: Path
    line: IndexLine

    @property
    def uci(self) -> str:
        """The move."""
        return self.line.uci

    def sound(self) -> bytes:
        """Samples of 16 bits at 16 kHz."""
        return sound_in(self.folder, self.line)


def announcements_of(data: Path, game_id: str) -> Mapping[int, AnnouncementKept]:
    """By the ply of the move."""
    game = Place(data=data, game_id=game_id).folder
    return {
        line.ply: AnnouncementKept(folder=folder, line=line)
        for folder in sound_folders(game)
        for line in announcements_in(folder)
    }


def events_of(data: Path, game_id: str, *, goes_around: bool = False) -> tuple[Event, ...]:
    """Those of the journal; `goes_around`: of a damaged one, what comes before the damage.

    Raises `BadInput` where there is no such game, `JournalDamaged`.
    """
    place = Place(data=data, game_id=game_id)
    if not place.is_there:
        message = f"There is neither a file {game_id} nor a game {game_id!r} in {data / 'games'}."
        raise BadInput(message)
    with closing(SqliteJournal(place.journal, is_for_reading=True)) as journal:
        events = journal.read_whole(game_id).events if goes_around else journal.read(game_id)
    if not events:
        raise JournalDamaged(emptied(place))
    return events


def event_written(event: Event) -> tuple[str, str]:
    """The name under which journals hold it, with its version, and its fields as JSON."""
    return EVENTS.encode(event)


def event_read(name: str, fields: str) -> Event:
    """The event again, of any version that there has been. Raises `JournalLost`."""
    event: Event = EVENTS.decode(name, fields)
    return event


def sheet_in(
    path: Path, language: Language, *, as_far: bool = False
) -> tuple[Scoresheet, Language]:
    """The scoresheet in a file of any form, and the language that it is written in.

    `as_far`: of one that goes wrong, what comes before. Raises `BadRecord`.
    """
    return record_files.read_any(path, language, as_far=as_far)


def game_of_pgn(path: Path) -> Scoresheet:
    """The first game of a PGN file. Raises `BadRecord`."""
    return record_files.read_pgn(path)


def write_records(
    sheet: Scoresheet,
    language: Language,
    folder: Path,
    more: Mapping[str, str] = MappingProxyType({}),
    style: Style | None = None,
) -> tuple[Path, ...]:
    """Write the sheet in every form, and more texts by the names of their files; return all paths.

    Raises `JournalLost`.
    """
    styled = () if style is None else (style,)
    paths = record_files.write(sheet, language, folder, *styled)
    texts = (record_files.write_whole(folder / name, text.encode()) for name, text in more.items())
    return (*paths, *texts)


def header_of(data: Path, game_id: str) -> Header:
    """What was written at the head of the sheet when the game ended or broke off."""
    place = Place(data=data, game_id=game_id)
    try:
        return record_files.read_pgn(place.folder / record_files.PGN).header
    except BadRecord:
        return Header()
