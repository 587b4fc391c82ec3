"""The games of a round for spectators, as PGN with clocks, delayed as the event's terms say."""

import hashlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from voice_chess.clock.time_control import MINUTE_MS, TimeControl
from voice_chess.event.competition import BoardResult, Competition, PlayedBoard
from voice_chess.game.events import Event
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.results import EndReason
from voice_chess.records import pgn
from voice_chess.records.endings import ended
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.records.scoresheet import UNFINISHED, Header, Scoresheet, Terms
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.lobby.competitions import OpenCompetition
from voice_chess.session.lobby.lobby import Lobby
from voice_chess.session.ports import JournalDamaged

_IN_PGN: Mapping[BoardResult, str] = {
    BoardResult.WHITE_WINS: "1-0",
    BoardResult.BLACK_WINS: "0-1",
    BoardResult.DRAW: "1/2-1/2",
    BoardResult.BOTH_LOSE: "0-0",
    BoardResult.WHITE_BY_FORFEIT: "1-0",
    BoardResult.BLACK_BY_FORFEIT: "0-1",
    BoardResult.BOTH_FORFEIT: "0-0",
}
"""PGN results by board result; a forfeit shows only in PGN's tag `Termination`."""
_MOST_KEPT = 32
_KEPT_MS = 30_000
_UNPLAYED = "Unplayed"
"""The `Termination` that Lichess writes for boards without a game; PGN's standard has none."""


def round_as_pgn(now: Competition, round_: int, lobby: Lobby, most: int | None = None) -> str:
    """Return the PGN of each of the first `most` boards (None: all) with a game or a ruling.

    The moves are those of the event's delay ago. Blocks. Raises `JournalLost`.
    """
    games: list[str] = []
    for board in now.rounds[round_ - 1].boards[:most]:
        try:
            events = events_of(board.game_id, lobby) if board.game_id else ()
        except JournalDamaged:
            continue  # a damaged game must not hide the others
        header = header_of_board(now, round_, board.number)
        if events:
            sheet = scoresheet_of(_shown(events, now, lobby), header)
        elif board.by_arbiter and not board.game_id:
            sheet = _without_game(now, board, header)
        else:
            continue
        sheet = _as_settled(sheet, board)
        is_played = any(isinstance(event, MoveCompleted) for event in events)
        if not is_played and sheet.result != UNFINISHED:
            sheet = replace(sheet, termination=_UNPLAYED, ended_by=None)
        games.append(pgn.written(sheet))
    return "\n".join(games)


def _without_game(now: Competition, board: PlayedBoard, header: Header) -> Scoresheet:
    """Return the scoresheet of a board that was settled before its round began."""
    white, black = (now.by_number[number].person.name for number in board.players)
    play = now.terms.play
    control = TimeControl.parsed(play.time).to_pgn()
    return Scoresheet(
        header=replace(header, white=white, black=black),
        terms=Terms(edition=play.edition, time_control=control),
        entries=(),
    )


def shown_so_far(now: Competition, round_: int, lobby: Lobby) -> tuple[tuple[str, int | str], ...]:
    """Return a value that stays equal while there is no news in this round.

    It holds how many events are shown of each open game, and each result an arbiter has ruled.
    """
    running = lobby.running
    boards = now.rounds[round_ - 1].boards
    settled = ((str(board.number), board.against_game) for board in boards if board.against_game)
    shown = (
        (board.game_id, len(_shown(events_of(board.game_id, lobby), now, lobby)))
        for board in boards
        if board.game_id in running
    )
    return *shown, *settled


def header_of_board(now: Competition, round_: int, board: int) -> Header:
    """Return the header that a game of this event has in every document."""
    terms, days = now.terms, now.terms.official.round_days
    day = days[round_ - 1] if round_ <= len(days) else terms.first_day
    return Header(
        event=terms.name,
        site=terms.official.city,
        date=day.replace("-", "."),
        round=f"{round_}.{board}",
    )


def events_of(game_id: str, lobby: Lobby) -> Sequence[Event]:
    """Return a game's events, from memory if it is open, else from the journal.

    Blocks. Raises `JournalLost`.
    """
    task = lobby.running.get(game_id)
    if task is None:
        return lobby.means.journal.read(game_id)
    return [happening.event for happening in task.seated.happenings(after=0)]


def _as_settled(sheet: Scoresheet, board: PlayedBoard) -> Scoresheet:
    """Put an arbiter's result in place of the game's; it is shown without delay."""
    ruled = board.against_game
    if ruled is None:
        return sheet
    return ended(replace(sheet, result=_IN_PGN[ruled], points=""), EndReason.ARBITER)


def _shown(events: Sequence[Event], now: Competition, lobby: Lobby) -> Sequence[Event]:
    """Return the first event, which sets up the table, and those older than the delay."""
    until_ms = lobby.means.time.now_ms() - now.terms.delay_minutes * MINUTE_MS
    return [events[0], *(event for event in events[1:] if event.at_ms <= until_ms)]


def is_shown(task: GameTask, delay_minutes: int, now_ms: int) -> bool:
    """Return whether the delay no longer hides this game's end; True if it has not ended."""
    if not delay_minutes:
        return True
    until_ms = now_ms - delay_minutes * MINUTE_MS
    ends = [
        happening.event.at_ms
        for happening in task.seated.happenings(after=0)
        if isinstance(happening.event, GameEnded)
    ]
    return not ends or ends[0] <= until_ms


class Feeds:
    """A cache of rounds as PGN: most requests repeat, for a round without news."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._written: OrderedDict[tuple[str, int], tuple[object, str]] = OrderedDict()

    async def text(self, event: OpenCompetition, round_: int) -> str:
        """Return the round as PGN. Raises `JournalLost`."""
        key, now = (event.event_id, round_), event.now
        # Only time reveals a game that came into memory, was corrected there, and left it again.
        since = self._lobby.means.time.now_ms() // _KEPT_MS
        mark = event.version, since, shown_so_far(now, round_, self._lobby)
        known, text = self._written.get(key, (None, ""))
        if known != mark:
            text = await self._lobby.do(lambda: round_as_pgn(now, round_, self._lobby))
            self._written[key] = mark, text
        self._written.move_to_end(key)
        while len(self._written) > _MOST_KEPT:
            self._written.popitem(last=False)
        return text


def etag_of(text: str) -> str:
    return f'"{hashlib.sha256(text.encode()).hexdigest()[:24]}"'
