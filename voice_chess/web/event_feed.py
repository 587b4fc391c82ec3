"""The games of a round for whoever watches, as PGN with clocks, as late as the event wants it."""

import hashlib

from voice_chess.clock.time_control import MINUTE_MS
from voice_chess.event.competition import Competition
from voice_chess.game.events import GameEnded
from voice_chess.records import pgn
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.records.scoresheet import Header
from voice_chess.session.game_task import GameTask
from voice_chess.web.hall import Hall


def round_as_pgn(now: Competition, round_: int, hall: Hall) -> str:
    """Every board that has a game, in order; the moves as they stood the delay ago."""
    until_ms = hall.time.now_ms() - now.terms.delay_minutes * MINUTE_MS
    date = now.terms.first_day.replace("-", ".")
    games: list[str] = []
    for board in now.rounds[round_ - 1].boards:
        task = hall.lobby.running.get(board.game_id)
        if task is not None:
            header = Header(event=now.terms.name, date=date, round=f"{round_}.{board.number}")
            games.append(_as_pgn(task, header, until_ms))
    return "\n".join(games)


def _as_pgn(task: GameTask, header: Header, until_ms: int) -> str:
    events = (happening.event for happening in task.seated.happenings(after=0))
    first = next(events)
    # The table itself is no secret, however late the moves are told.
    shown = [first, *(event for event in events if event.at_ms <= until_ms)]
    return pgn.written(scoresheet_of(shown, header))


def is_shown(task: GameTask, delay_minutes: int, now_ms: int) -> bool:
    """The end of this game is no secret any more."""
    if not delay_minutes:
        return True
    until_ms = now_ms - delay_minutes * MINUTE_MS
    ends = [
        happening.event.at_ms
        for happening in task.seated.happenings(after=0)
        if isinstance(happening.event, GameEnded)
    ]
    return not ends or ends[0] <= until_ms


def etag_of(text: str) -> str:
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:24]}"'
