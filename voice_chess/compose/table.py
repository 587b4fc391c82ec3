"""Puts concrete adapters behind the ports of a game at one table."""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from shlex import quote

from voice_chess.adapters.documents import record_files
from voice_chess.adapters.engines.uci_engine import OF_TABLE, UciEngine, engine_path
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer
from voice_chess.adapters.sound_record import sound_joining
from voice_chess.adapters.sound_record.audio_archive import AudioArchive
from voice_chess.adapters.storage.folder_lock import FolderLock
from voice_chess.adapters.storage.sealed_envelope import PassphraseEnvelopes
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.adapters.synthesis.speaker_per_player import SwappedChannels
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.compose.engine_opponent import EngineOpponent, keep_opponent
from voice_chess.compose.game_folders import Place, emptied
from voice_chess.compose.surroundings import Means, live_surroundings, recorded_surroundings
from voice_chess.compose.table_hearing import TableEars, TableHearing
from voice_chess.game.events import Event
from voice_chess.game.setup import GameArranged
from voice_chess.game.table import Table
from voice_chess.languages.language import Language
from voice_chess.own_command import own_command
from voice_chess.records.scoresheet import BadRecord, Header, Scoresheet
from voice_chess.review.reviewed_game import minuted_sheet
from voice_chess.session.dialogue.replies import BothPlayers
from voice_chess.session.games.game_session import GameSession, Ports, Watch
from voice_chess.session.listening.inputs import LastingInbox
from voice_chess.session.lobby.rematch import is_agreed, role_in_rematch
from voice_chess.session.ports import (
    JournalDamaged,
    JournalLost,
    Opponent,
    PortError,
)
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.generation.sentence import phrase

_HEARTBEAT_MS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game that was begun or continued; `wants_another`: both have agreed on a rematch."""

    table: Table
    sheet: Scoresheet
    wants_another: bool


class Sitting:
    """People at one machine who play one game or several, with devices that are opened once."""

    def __init__(
        self, first: Place, settings: TableSettings, means: Means, opened: ExitStack
    ) -> None:
        """`opened` closes everything at its end. Raises the `PortError` of what is missing."""
        self._data, self._means, self._settings, self._opened = first.data, means, settings, opened
        opened.enter_context(FolderLock(first.data, "play"))
        self._journal = opened.enter_context(closing(SqliteJournal(first.journal)))
        events = self._journal.read(first.game_id)
        if first.is_begun and not events:
            raise JournalDamaged(emptied(first))
        last_ms = max((event.at_ms for event in events), default=0)
        last_ms = max(last_ms, self._journal.last_beat_ms(first.game_id) or 0)
        around = live_surroundings if means.is_live else recorded_surroundings
        self._around = around(means, settings, first, last_ms, opened)
        self._inbox = LastingInbox(self._around.inbox)
        self._listeners: BothPlayers | None = None
        self._session: GameSession | None = None

    def play(self, place: Place, table: Table, watch: Watch) -> Played:
        """Play a game, and write its records even if it breaks off.

        Raises the `PortError` that stopped it, or `BadSound`. If something is missing at the
        beginning, no game is left behind.
        """
        journal, language = self._journal, self._settings.language
        with ExitStack() as opened:
            hearing = self._hearing(_table_of(journal.read(place.game_id), table))
            ports = self._ports(place, hearing, opened)
            keep_opponent(place, self._means.engine)
            session = GameSession(place.game_id, ports, self._settings, watch, self._listeners)
            self._session = session
            try:
                game = session.run(table, self._inbox)
            finally:
                events = journal.read(place.game_id)
                sheet = minuted_sheet(events, language, _header(place, events))
                _write_records(sheet, language, place)
        self._listeners = session.listeners
        wants_another = is_agreed(game)
        finish = partial(_end_of_sound, place.folder / "sound", partial(hearing.learn, events))
        if wants_another:
            # That takes a while, and the players want to play.
            self._opened.callback(finish)
        else:
            finish()
        return Played(table=game.table, sheet=sheet, wants_another=wants_another)

    def say_kept(self) -> None:
        """Say aloud that the game is saved, as far as anything speaks: others end the program."""
        with suppress(PortError):
            kept = phrase("ProgramEnds", self._settings.language)
            self._around.speaker.say(kept.spoken)

    def swap_colours(self) -> None:
        """Let the same people play again, each with the other's pieces and their own devices."""
        means = self._means
        if self._listeners is not None:
            self._listeners = self._listeners.with_colours_swapped()
        self._settings = self._settings.with_colours_swapped()
        if means.outputs is not None:
            speaker = SwappedChannels(self._around.speaker)
            self._around = replace(self._around, speaker=speaker)
        engine = means.engine and replace(means.engine, plays=role_in_rematch(means.engine.plays))
        secrets = means.secrets and means.secrets.swapped
        self._means = replace(means, engine=engine, secrets=secrets)

    @property
    def is_over(self) -> bool:
        """Whether the current game is over; False before there is one."""
        return self._session is not None and self._session.game.is_over

    def _hearing(self, table: Table) -> TableHearing:
        means = self._means
        if means.hear is None and not means.listens:
            return TableHearing(recognizer=MemoryRecognizer(()))
        ears = TableEars(means.model, means.decoder, self._data, table, means.tell_voice)
        return ears.hearing(self._settings)

    def _ports(self, place: Place, hearing: TableHearing, opened: ExitStack) -> Ports:
        means, engine = self._means, self._means.engine or EngineOpponent()
        return Ports(
            journal=self._journal,
            thinkers=self._thinkers(opened),
            opponent=_opponent(means.engine, opened),
            absent=engine.plays,
            envelopes=PassphraseEnvelopes(means.secrets) if means.secrets else None,
            recognizer=hearing.recognizer,
            attend=hearing.attend,
            again=hearing.again,
            speaker=self._around.speaker,
            time=self._around.time,
            record=opened.enter_context(closing(AudioArchive(place.folder / "sound"))),
            heartbeat_ms=_HEARTBEAT_MS if means.is_live else None,
        )

    def _thinkers(self, opened: ExitStack) -> Executor | None:
        """Return a thread for the engine; None where time is simulated, and stands meanwhile."""
        return (
            opened.enter_context(ThreadPoolExecutor(1, "engine")) if self._means.is_live else None
        )


def _write_records(sheet: Scoresheet, language: Language, place: Place) -> None:
    """Write all records of the game. Raises `JournalLost`, and says then where the game is."""
    try:
        record_files.write(sheet, language, place.folder)
    except JournalLost as error:
        message = (
            f"{error} The game itself is kept in the journal; write its records elsewhere with: "
            f"{own_command()} record {place.game_id} --data {quote(str(place.data))} --write FOLDER"
        )
        raise JournalLost(message) from error


def _header(place: Place, events: Sequence[Event]) -> Header:
    """Return the head of the records, with the day on which the game began.

    If neither its events nor earlier records tell the day, the game has begun now.
    """
    header = Header.of_first_event(events[0].at_ms) if events else Header()
    if not header.date:
        with suppress(BadRecord):
            header = record_files.read_pgn(place.folder / record_files.PGN).header
    return header if header.date else Header.of_day(SystemTime().wall_ms())


def _end_of_sound(sound: Path, learn: Callable[[Path], None]) -> None:
    """Join all that was heard into one file; then learn the voices of players who have agreed."""
    sound_joining.try_to_join(sound)
    learn(sound)


def _opponent(engine: EngineOpponent | None, opened: ExitStack) -> Opponent | None:
    """Start the engine in a process of its own; None without one."""
    if engine is None:
        return None
    path = engine_path(engine.path, OF_TABLE)
    return opened.enter_context(closing(UciEngine.started(path, engine.strength, OF_TABLE)))


def _table_of(events: Sequence[Event], table: Table) -> Table:
    """Return the table that was arranged, if the game has begun; else `table`."""
    arranged = (event.table for event in events if isinstance(event, GameArranged))
    return next(arranged, table)
