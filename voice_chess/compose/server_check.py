"""Checks, before anybody plays, what a play server would have: it tries each part."""

import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile

from voice_chess.adapters.engines.browser_engine import browser_engine
from voice_chess.adapters.engines.engine_pool import EnginePool
from voice_chess.adapters.recognition.recognizer_pool import RecognizerPool
from voice_chess.adapters.synthesis.pyttsx3_speaker import PageVoices
from voice_chess.adapters.system.system_time import SystemTime
from voice_chess.compose.certificate import Certificate, certificate
from voice_chess.compose.pairing import try_pairing
from voice_chess.compose.storage import EVENTS, JOURNAL, SEATS, games_counted
from voice_chess.event.pairing import PairerLost
from voice_chess.languages.language import known_languages, load_language
from voice_chess.own_command import own_command
from voice_chess.plain_error import BadInput, why_and_what_now
from voice_chess.session.ports import Decoder, PortError
from voice_chess.session.voice_preferences import VoicePreferences

HOW_TO_GET_ONE = "install Stockfish, or give browsers theirs with --browser-engine"
LEAST_FREE = 200_000_000
"""The least free space in bytes: room for some hundred games with their sound."""


class NotReady(Exception):
    """A part would not work; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerParts:
    """The parts with which a server is to be started."""

    data: Path
    models: Path
    cert: Path | None
    key: Path | None
    decoder: Decoder | None = None
    engine: str | None = None
    browser_engine: Path | None = None
    pairing_program: Path | None = None
    database: str | None = None
    """The address of a database that several servers may share."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartCheck:
    """The result of trying one part; `told` describes the part, or says what is wrong."""

    part: str
    is_ready: bool
    told: str


def findings(wanted: ServerParts) -> list[PartCheck]:
    """Try every part in turn, and return the results."""
    parts: dict[str, Callable[[ServerParts], str]] = {
        "disk": _disk,
        "database": _database,
        "models": _models,
        "speech": _speech,
        "engine": _engine,
        "pairing": _pairing,
        "certificate": _certificate,
    }
    return [_found(part, tried, wanted) for part, tried in parts.items()]


def told_languages(models: Path) -> list[str]:
    """Return lines that say which languages the models there can hear; others are only typed."""
    return _hearing_lines(RecognizerPool(models))


def objection_now(shown: Certificate) -> str | None:
    """Return why every browser warns of the certificate now; None if it is valid at this time."""
    return shown.objection(SystemTime().wall_ms())


def _hearing_lines(ears: RecognizerPool) -> list[str]:
    heard = [load_language(one).name for one in known_languages() if ears.hears(one)]
    typed = [load_language(one).name for one in known_languages() if not ears.hears(one)]
    lines = [f"Heard: {', '.join(heard) or 'no language'}."]
    return [*lines, f"No model, typed only: {', '.join(typed)}."] if typed else lines


def _found(part: str, tried: Callable[[ServerParts], str], wanted: ServerParts) -> PartCheck:
    try:
        return PartCheck(part=part, is_ready=True, told=tried(wanted))
    except (PortError, NotReady, BadInput, PairerLost) as error:
        return PartCheck(part=part, is_ready=False, told=str(error))


def _disk(wanted: ServerParts) -> str:
    """Return how much room there is, in the folder around one that is not there yet."""
    data = wanted.data.absolute()
    try:
        there = next(folder for folder in (data, *data.parents) if folder.exists())
        free = shutil.disk_usage(there).free
        with TemporaryFile(dir=there) as trial:
            trial.write(b"trial")
        for file in (data / name for name in (JOURNAL, SEATS, EVENTS)):
            if file.exists():
                file.open("r+b").close()
    except OSError as error:
        # The trial's own name would tell nobody anything.
        is_there = bool(error.filename) and Path(error.filename).exists()
        what = error.filename if is_there else wanted.data
        message = f"{what} can't be written: {why_and_what_now(error)}"
        raise NotReady(message) from error
    if free < LEAST_FREE:
        message = f"Only {free // 1_000_000} MB are free in {wanted.data}; make room."
        raise NotReady(message)
    return f"{free // 1_000_000} MB free in {wanted.data}"


def _pairing(wanted: ServerParts) -> str:
    """Return what pairs Swiss events; another program pairs two players."""
    program = wanted.pairing_program
    if program is None:
        return "by the program's own library"
    try_pairing(program)
    return f"by {program.name}"


def _engine(wanted: ServerParts) -> str:
    """Return which engine there is. It may be missing, as people can play each other without one.

    One that was named must be there.
    """
    with closing(EnginePool(wanted.engine)) as engines:
        if wanted.engine is not None or engines.are_there():
            return engines.name()
    if wanted.browser_engine is None:
        return f"none, so nobody can play the computer; {HOW_TO_GET_ONE}"
    return f"{browser_engine(wanted.browser_engine).name}, in the players' browsers"


def _database(wanted: ServerParts) -> str:
    """Return what the storage holds; opening it checks its files, too."""
    games = games_counted(wanted.data, wanted.database)
    if games is None:
        return "of an earlier version; the server updates its tables when it starts"
    return f"{games.written} games in the journal, {games.seated} of them with seats"


def _models(wanted: ServerParts) -> str:
    """Load the models as players would need them, so that a damaged one is found now."""
    ears = RecognizerPool(wanted.models, wanted.decoder)
    heard = [language_id for language_id in known_languages() if ears.hears(language_id)]
    for language_id in heard:
        ears.recognizer(language_id)
    if not heard:
        message = f"There is no acoustic model in {wanted.models}; see: {own_command()} models"
        raise NotReady(message)
    return " ".join(_hearing_lines(ears))


def _speech(_wanted: ServerParts) -> str:
    languages = [load_language(language_id) for language_id in known_languages()]
    for language in languages:
        PageVoices().wav(language.name, VoicePreferences(language=language))
    return f"spoken: {', '.join(language.name for language in languages)}"


def _certificate(wanted: ServerParts) -> str:
    found = certificate(wanted.cert, wanted.key)
    if found is None:
        return "none: browsers give the microphone to this machine alone, or behind a proxy"
    objection = objection_now(found)
    if objection is not None:
        raise NotReady(objection)
    return f"good until {found.ends:%Y-%m-%d}"
