"""Puts concrete adapters behind the ports of the play server."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from socket import socket
from ssl import SSLContext
from types import FrameType

import uvicorn

from voice_chess.adapters.audio_io.earcons import SCORES, samples_of
from voice_chess.adapters.boards.board_kinds import DECODERS
from voice_chess.adapters.documents import pdf_sheet, pdf_tables
from voice_chess.adapters.engines.browser_engine import browser_engine
from voice_chess.adapters.engines.engine_pool import EnginePool
from voice_chess.adapters.events.lichess_broadcast import LICHESS, LichessBroadcast
from voice_chess.adapters.recognition.enrolled_voices import EnrolledVoices
from voice_chess.adapters.recognition.recognizer_pool import RecognizerPool
from voice_chess.adapters.storage.folder_lock import FolderLock
from voice_chess.adapters.storage.sealed_envelope import envelopes_of
from voice_chess.adapters.storage.signed_archive import ArchiveSeal
from voice_chess.adapters.synthesis.pyttsx3_speaker import PageVoices
from voice_chess.adapters.system.garbage_collection import garbage_searched
from voice_chess.adapters.system.large_pages import pages_joined
from voice_chess.adapters.system.open_files import room_for_connections
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.compose.pairing import pairer_by
from voice_chess.compose.storage import SIGNING_KEY, Sharing, Storage, opened_storage
from voice_chess.compose.voices import wav_of
from voice_chess.plain_error import BadInput
from voice_chess.records.pictures import LETTERS, piece_picture
from voice_chess.session.lobby.event_ports import Broadcaster, EventPorts
from voice_chess.session.lobby.lobby import LobbyPorts
from voice_chess.session.ports import BrowserEngine, Decoder, Engines, OpponentLost
from voice_chess.sound.resampler import Resampler, as_float, as_int16
from voice_chess.sound.sampling import SAMPLE_RATE
from voice_chess.web.app import application
from voice_chess.web.live.hall import Hall
from voice_chess.web.ports import Convert, Outfit, SoundRecords
from voice_chess.web.protection.doorway import Limits
from voice_chess.web.protection.front import FrontConfig
from voice_chess.web.protection.hosts import Hosts

WORKERS = 32
"""The number of threads that decide, write and make speech.

Most of them wait for the disk, and all that waits is written in one transaction. With fewer threads
there would be more transactions, and with a slow disk fewer moves a second.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerRules:
    """The choices of a server's owner; `engine` is a name or a path, None for Stockfish."""

    decoder: Decoder | None = None
    engine: str | None = None
    browser_engine: BrowserEngine | None = None
    admits_guests: bool = True
    broadcaster: Broadcaster | None = None
    pairing_program: Path | None = None


@contextmanager
def only_hall(
    data: Path, models: Path, rules: ServerRules | None = None, sharing: Sharing | None = None
) -> Iterator[Hall]:
    """Open a hall like `opened_hall`, and keep all other processes out of the folder.

    Raises `FolderTaken`, `JournalLost`.
    """
    with FolderLock(data, "serve"), opened_hall(data, models, rules, sharing) as hall:
        yield hall


@contextmanager
def opened_hall(
    data: Path, models: Path, rules: ServerRules | None = None, sharing: Sharing | None = None
) -> Iterator[Hall]:
    """Open the hall of this data folder, with its storage. Raises `JournalLost`."""
    rules = rules or ServerRules()
    with (
        opened_storage(data, sharing) as storage,
        means_of(storage, rules.pairing_program) as means,
        closing(EnginePool(rules.engine)) as engines,
    ):
        usual = outfit(data, models, rules.decoder, engines, storage.sounds)
        equipped = replace(
            usual, browser_engine=rules.browser_engine, broadcaster=rules.broadcaster
        )
        yield Hall(means, equipped, admits_guests=rules.admits_guests)


@contextmanager
def means_of(storage: Storage, pairing_program: Path | None = None) -> Iterator[LobbyPorts]:
    """Open time and threads for the games of this storage.

    Their time stands still while the server is stopped.
    """
    time = storage.time or SystemTime(not_before_ms=storage.latest_ms)
    with time.watched(), ThreadPoolExecutor(WORKERS, "worker") as workers:
        yield LobbyPorts(
            journal=storage.journal,
            register=storage.register,
            time=time,
            workers=workers,
            envelopes=envelopes_of,
            events=EventPorts(journal=storage.events, pairer_for=pairer_by(pairing_program)),
            lease=storage.lease,
            parts=storage.parts,
        )


class _WebServer(uvicorn.Server):
    """A server that the first signal ends, in order; those after it change nothing.

    uvicorn would drop the games' last words after another Ctrl-C, and gain five seconds at most.
    """

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        if not self.should_exit:
            super().handle_exit(sig, frame)


def web_server(
    hall: Hall,
    hosts: Hosts | None = None,
    tls: SSLContext | None = None,
    limits: Limits | None = None,
) -> uvicorn.Server:
    """Return the server for the pages of this hall; `run_server` runs it."""
    return _WebServer(FrontConfig(application(hall, hosts), limits or usual_limits(), tls))


def run_server(server: uvicorn.Server, hall: Hall, *listening: socket) -> None:
    """Run the server until it is told to end; look after its memory meanwhile."""
    with garbage_searched(lambda: hall.lobby.is_quiet), pages_joined():
        server.run(sockets=[*listening])


def lichess_broadcaster(token: str, address: str | None = None) -> Broadcaster:
    """Return what shows games at Lichess, or at another address with the same interface."""
    return LichessBroadcast(token, address or LICHESS)


def browser_engine_in(folder: Path) -> BrowserEngine:
    """Return the engine for browsers in this folder. Raises `BadInput` where there is none."""
    try:
        return browser_engine(folder)
    except OpponentLost as error:
        raise BadInput(str(error)) from error


def engine_of_the_server(named: str) -> str:
    """Return the name; raise `OpponentLost` where it leads to no engine."""
    with closing(EnginePool(named)) as engines:
        engines.name()
    return named


def usual_limits() -> Limits:
    """Return the usual limits, with no more connections than this machine allows a program."""
    usual = Limits()
    return replace(usual, connections=room_for_connections(usual.connections))


def outfit(
    data: Path, models: Path, decoder: Decoder | None, engines: Engines, sounds: SoundRecords
) -> Outfit:
    """Return what the pages need besides games: ears, voices, sound records and plain files."""
    ears = RecognizerPool(models, decoder)
    return Outfit(
        ears=ears,
        own_ears=EnrolledVoices(data, ears),
        voices=PageVoices(),
        sounds=sounds,
        earcons={earcon: wav_of(samples_of(earcon)) for earcon in SCORES},
        pieces={letter: piece_picture(letter).encode() for letter in LETTERS},
        converter=converter,
        engines=engines,
        printed=pdf_sheet.written,
        tabled=pdf_tables.written,
        seal=ArchiveSeal.kept_at(data / SIGNING_KEY),
        boards=DECODERS,
    )


def converter(rate: int) -> Convert:
    """Return a function that converts 16-bit sound at this rate, in Hz, to 16 kHz."""
    if rate == SAMPLE_RATE:
        return bytes
    return _resampling(Resampler(rate, SAMPLE_RATE))


def _resampling(resampler: Resampler) -> Callable[[bytes], bytes]:
    return lambda samples: as_int16(resampler.push(as_float(samples)))
