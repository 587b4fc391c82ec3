"""Makes what can be downloaded of a game: documents, sounds, and the time of each move."""

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence

from fastapi import Response

from voice_chess.game.events import Event
from voice_chess.languages.language import Language
from voice_chess.records import braille_diagram, braille_sheet, ebraille, longhand, pgn
from voice_chess.records.braille_page import as_unicode
from voice_chess.records.move_times import charged
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.records.scoresheet import Header, Scoresheet
from voice_chess.session.ports import JournalDamaged, TimeSource
from voice_chess.web.messages.rest import MoveTimeView
from voice_chess.web.pages.view_models import colour
from voice_chess.web.ports import Printed, SoundRecords

DOCUMENTS: Mapping[str, str] = {
    "game.pgn": "application/x-chess-pgn",
    "scoresheet.txt": "text/plain; charset=utf-8",
    "scoresheet.pdf": "application/pdf",
    "scoresheet.brf": "text/plain; charset=us-ascii",
    "scoresheet.brl": "text/plain; charset=utf-8",
    "scoresheet.ebrl": ebraille.MIME_TYPE,
    "diagram.brf": "text/plain; charset=us-ascii",
}
"""The names of the documents, with their media types."""

_WRITTEN: Mapping[str, Callable[[Scoresheet, Language], str]] = {
    "game.pgn": lambda sheet, _: pgn.written(sheet),
    "scoresheet.txt": longhand.written,
    "scoresheet.brf": braille_sheet.written,
    "scoresheet.brl": lambda sheet, language: as_unicode(braille_sheet.written(sheet, language)),
    "diagram.brf": braille_diagram.of_sheet,
}


LOST = "damaged.txt"
"""The list of announcements whose sound is missing or can't be read."""


def header_of(events: Sequence[Event], time: TimeSource) -> Header:
    """Return a header with the day on which the first of these events happened."""
    return Header.of_day(time.wall_ms() - time.now_ms() + events[0].at_ms)


def document(name: str, sheet: Scoresheet, language: Language, printed: Printed) -> bytes:
    """Return one of `DOCUMENTS`; `printed` makes the one for printing and signing."""
    if name in _WRITTEN:
        return _WRITTEN[name](sheet, language).encode()
    return (ebraille.written if name == "scoresheet.ebrl" else printed)(sheet, language)


def download(content: bytes, kind: str, name: str) -> Response:
    """Return a response that the browser saves as a file of this name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)


def sounds_of(game_id: str, sounds: SoundRecords, language: Language) -> bytes:
    """Return a zip archive of all announcements that counted, named by number and move.

    Of damaged sound it has what can be read, and a list of what is missing. It is empty, with no
    bytes at all, if none was spoken. Raises `JournalLost`.
    """
    if not sounds.announced(game_id):
        return b""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, wav in announcements_of(game_id, sounds, language):
            archive.writestr(name, wav)
    return packed.getvalue()


def announcements_of(
    game_id: str, sounds: SoundRecords, language: Language
) -> Iterator[tuple[str, bytes]]:
    """Yield each announcement that counted, as a file's name and its WAV; last a list of lost ones.

    Raises `JournalLost`.
    """
    lost: list[str] = []
    for ply, san in sounds.announced(game_id):
        number, side = (ply + 1) // 2, "w" if ply % 2 else "b"
        name = f"{number:03}{side}-{san}.wav"
        try:
            wav = sounds.wav(game_id, ply)
        except JournalDamaged:
            lost.append(name)
            continue
        if wav is not None:
            yield name, wav
    if lost:
        yield (
            LOST,
            "".join(f"{line}\n" for line in (language.interface["sound-lost"], *lost)).encode(),
        )


def times_of(events: Sequence[Event]) -> list[MoveTimeView]:
    """Return the time charged for each completed move, and the time left with all that was added.

    Moves that were taken back are left out.
    """
    entries = scoresheet_of(events).entries
    return [
        MoveTimeView(
            ply=time.ply,
            colour=colour(white=entry.is_white),
            san=entry.san,
            spent_ms=time.spent_ms or 0,
            left_ms=time.left_ms or 0,
        )
        for time in charged(events)
        for entry in (entries[time.ply - 1],)
    ]
