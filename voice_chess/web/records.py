"""What can be taken home: documents, sounds, and how long each move took."""

import io
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime

from voice_chess.game.events import (
    ClocksStarted,
    ClocksStopped,
    Event,
    GameStarted,
    MoveCompleted,
)
from voice_chess.game.evolve import evolve
from voice_chess.game.state import nothing_arranged
from voice_chess.languages.language import Language, load_language
from voice_chess.records import braille_sheet, longhand, pgn
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.records.scoresheet import Header, Scoresheet
from voice_chess.session.telling import Happening
from voice_chess.web.ports import SoundRecords
from voice_chess.web.rest import MoveTime
from voice_chess.web.showing import colour

DOCUMENTS: Mapping[str, str] = {
    "game.pgn": "application/x-chess-pgn",
    "scoresheet.txt": "text/plain; charset=utf-8",
    "scoresheet.brf": "text/plain; charset=us-ascii",
}
"""Their names and media types."""

_WRITTEN: Mapping[str, Callable[[Scoresheet, Language], str]] = {
    "game.pgn": lambda sheet, _: pgn.written(sheet),
    "scoresheet.txt": longhand.written,
    "scoresheet.brf": braille_sheet.written,
}


def document(name: str, events: Sequence[Event], language_id: str, began_wall_ms: int) -> str:
    """One of `DOCUMENTS`, as far as the game has gone."""
    date = datetime.fromtimestamp(began_wall_ms / 1_000, tz=UTC).strftime("%Y.%m.%d")
    sheet = scoresheet_of(events, Header(date=date))
    return _WRITTEN[name](sheet, load_language(language_id))


def sounds_of(game_id: str, sounds: SoundRecords) -> bytes:
    """All announcements that counted in one archive, each under its number and move."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for ply, san in sounds.announced(game_id):
            wav = sounds.wav(game_id, ply)
            if wav is not None:
                number, side = (ply + 1) // 2, "w" if ply % 2 else "b"
                archive.writestr(f"{number:03}{side}-{san}.wav", wav)
    return packed.getvalue()


def times_of(happenings: Iterable[Happening]) -> list[MoveTime]:
    """What each completed move was charged, and what was left with everything added for it.

    Moves that were taken back are gone.
    """
    found: list[MoveTime] = []
    game = nothing_arranged()
    used_ms, since_ms = 0, None
    for happening in happenings:
        event = happening.event
        game = evolve(game, event)
        played = len(game.position.moves)
        found = [time for time in found if time.ply <= played]
        match event:
            case GameStarted(at_ms=at_ms) | ClocksStarted(at_ms=at_ms):
                since_ms = at_ms
            case ClocksStopped(at_ms=at_ms) if since_ms is not None:
                used_ms, since_ms = used_ms + at_ms - since_ms, None
            case MoveCompleted(white=white, charged_until_ms=until_ms):
                running_ms = 0 if since_ms is None else max(0, until_ms - since_ms)
                is_legal = happening.before.is_legal(event.uci)
                found.append(
                    MoveTime(
                        ply=played,
                        colour=colour(white=white),
                        san=happening.before.san(event.uci) if is_legal else event.uci,
                        spent_ms=used_ms + running_ms,
                        left_ms=game.clock.side(white=white).left_ms,
                    )
                )
                used_ms, since_ms = 0, game.clock.running_since_ms
            case _:
                pass
    return found
