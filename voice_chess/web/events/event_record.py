"""All games of an event in one file that the server signs: moves, times and sounds."""

import csv
import io
import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

from anyio import CancelScope, to_thread
from anyio import Path as AsyncPath
from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse
from starlette.types import Receive, Scope, Send

from voice_chess.event.trf_writing import report_26_of
from voice_chess.languages.language import Language, load_language
from voice_chess.plain_error import why_and_what_now
from voice_chess.records import pgn
from voice_chess.records.scoresheet import Header
from voice_chess.review.reviewed_game import minuted_sheet
from voice_chess.session.games.chairs import Settled
from voice_chess.session.lobby.competitions import OpenCompetition
from voice_chess.session.ports import JournalDamaged, JournalLost
from voice_chess.web.errors import complaints, content
from voice_chess.web.events.event_access import EventHere
from voice_chess.web.events.event_desk import RESPONSES
from voice_chess.web.events.event_feed import events_of, header_of_board
from voice_chess.web.events.event_public import REPORTS, Version
from voice_chess.web.events.event_rest import EventState
from voice_chess.web.events.event_views import EventViews
from voice_chess.web.live.hall import Hall
from voice_chess.web.pages.rendering import wanted_language
from voice_chess.web.routes.entering import HallHere
from voice_chess.web.routes.records import announcements_of, download, times_of

_ZIP = "application/zip"
_PEM = "application/x-pem-file"
public = APIRouter(prefix="/events", tags=["events"], responses=complaints(503))
router = APIRouter(tags=["events"], responses=RESPONSES)
Files = Iterator[tuple[str, bytes]]


@public.get("/key.pem", response_class=Response, responses=content(_PEM))
async def key(hall: HallHere) -> Response:
    """Return the public key with which the records of this server's events are checked."""
    return download(hall.outfit.seal.public_key, _PEM, "key.pem")


@router.get("/report.trf", response_class=Response, responses=content("text/plain"))
async def report(event: EventHere, hall: HallHere, version: Version = "26") -> Response:
    """Return the tournament report of all finished rounds, in the form that federations take."""
    now = event.now
    text = await hall.print_shop.told(lambda: REPORTS[version](now, now.rounds_over))
    return download(text.encode(), "text/plain; charset=utf-8", f"{event.event_id}.trf")


@router.get("/record.zip", response_class=FileResponse, responses=content(_ZIP))
async def record(event: EventHere, request: Request, hall: HallHere) -> FileResponse:
    """Return every game as it stands: PGN, times, and the sounds of recorded games.

    The minutes of the rulings are in the language of whoever asks.
    """
    language = load_language(wanted_language(request))
    state = EventViews.of(hall).look(event, is_public=False)
    settled = await hall.lobby.do(hall.lobby.means.register.games)
    made = datetime.fromtimestamp(hall.time.wall_ms() / 1_000, UTC)
    about = {
        "event": event.event_id,
        "name": event.now.terms.name,
        "made": made.isoformat(timespec="seconds"),
    }
    # The sounds of an event take minutes, so this must not hold a thread that decides moves.
    path = await to_thread.run_sync(
        lambda: _packed(about, _files(event, state, settled, language, hall), hall)
    )
    return _SentOnce(path, media_type=_ZIP, filename=f"{event.event_id}.zip")


class _SentOnce(FileResponse):
    """Sends a temporary file as a whole, and deletes it however the sending ends.

    Parts would not fit together: the record is made anew for each request, at another time.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"range"]
        try:
            await super().__call__({**scope, "headers": headers}, receive, send)
        finally:
            with CancelScope(shield=True):
                await AsyncPath(self.path).unlink(missing_ok=True)


def _packed(about: Mapping[str, str], files: Files, hall: Hall) -> Path:
    """Write the archive to a temporary file, which the caller deletes. Raises `JournalLost`."""
    try:
        with tempfile.NamedTemporaryFile(suffix=".zip", delete=False) as file:
            path = Path(file.name)
            try:
                hall.outfit.seal.write(file, about, files)
            except BaseException:
                path.unlink()
                raise
    except OSError as error:
        message = f"The record can't be made: {why_and_what_now(error)}"
        raise JournalLost(message) from error
    return path


def _files(
    event: OpenCompetition,
    state: Callable[[], EventState],
    settled: Mapping[str, Settled],
    language: Language,
    hall: Hall,
) -> Files:
    now = event.now
    yield "event.json", state().model_dump_json(indent=1).encode()
    yield "report.trf", report_26_of(now, len(now.rounds)).encode()
    for number, round_ in enumerate(now.rounds, start=1):
        for board in round_.boards:
            if board.game_id:
                folder = f"round-{number:02}/board-{board.number:03}"
                header = header_of_board(now, number, board.number)
                has_sound = board.game_id in settled and settled[board.game_id].keeps_sound
                try:
                    yield from _files_of(board.game_id, header, folder, language, hall)
                except JournalDamaged as error:
                    yield f"{folder}/damaged.txt", f"{error}\n".encode()
                if has_sound:
                    yield from _sounds(board.game_id, folder, language, hall)


def _files_of(game_id: str, header: Header, folder: str, language: Language, hall: Hall) -> Files:
    events = events_of(game_id, hall.lobby)
    sheet = minuted_sheet(events, language, header)
    yield f"{folder}/game.pgn", pgn.written(sheet).encode()
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(("ply", "colour", "move", "spent_ms", "left_ms"))
    lines.writerows(
        (time.ply, time.colour, time.san, time.spent_ms, time.left_ms) for time in times_of(events)
    )
    yield f"{folder}/times.csv", written.getvalue().encode()


def _sounds(game_id: str, folder: str, language: Language, hall: Hall) -> Files:
    for name, wav in announcements_of(game_id, hall.outfit.sounds, language):
        yield f"{folder}/sounds/{name}", wav
