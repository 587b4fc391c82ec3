"""Makes the views of an event that its pages show: terms, players, boards, standings."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Self

from voice_chess.event.competition import (
    Competition,
    Competitor,
    PairedRound,
    Person,
    PlayedBoard,
    match_end,
)
from voice_chess.event.results import Colour, ReportedResult
from voice_chess.event.tables import TableRow, shown_tie_breaks
from voice_chess.event.terms import CompetitionTerms, System
from voice_chess.event.tournament import Cell
from voice_chess.game.phases import Adjourned, Arranged
from voice_chess.game.table import Role
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.games.seat import hard_to_hear
from voice_chess.session.lobby.competitions import OpenCompetition
from voice_chess.web.events.broadcasting import Broadcasts
from voice_chess.web.events.event_feed import is_shown
from voice_chess.web.events.event_rest import (
    BoardRow,
    BroadcastTrouble,
    CellView,
    EventRow,
    EventState,
    EventTerms,
    MatchEndView,
    NewEntry,
    PlayerRow,
    RoundRow,
    StandingRow,
    SystemName,
)
from voice_chess.web.live.hall import Hall
from voice_chess.web.live.hub import Hub
from voice_chess.web.pages.view_models import colour, need_of, phase_of


class EventViews:
    """Makes views of events as they stand at `now_ms`."""

    def __init__(
        self, hub: Hub, running: Mapping[str, GameTask], broadcasts: Broadcasts, now_ms: int
    ) -> None:
        self._hub = hub
        self._broadcasts = broadcasts
        self._running = running
        self._now_ms = now_ms

    @classmethod
    def of(cls, hall: Hall) -> Self:
        """Return the views as this hall knows the events now."""
        return cls(hall.hub, hall.lobby.running, hall.broadcasts, hall.time.now_ms())

    def rounds_told(self, now: Competition) -> int:
        """Return how many rounds are over as far as the public may know.

        A short round can end while the event's delay still hides results of it.
        """
        over = now.rounds_over
        hidden = (n for n, each in enumerate(now.rounds[:over]) if self._hides(now, each))
        return next(hidden, over)

    def look(self, event: OpenCompetition, *, is_public: bool) -> Callable[[], EventState]:
        """Take the state of an event at this moment; the returned function makes it in any thread.

        `is_public`: leave out what only arbiters see, and what the delay still hides.
        """
        now, tables = event.now, event.tables
        over = self.rounds_told(now) if is_public else now.rounds_over
        last = event.history.last_of_arbiter if event.history else None
        numbered = enumerate(now.rounds, start=1)
        rounds = [self._round(now, n, each, is_public=is_public) for n, each in numbered]
        made = partial(
            EventState,
            event=event.event_id,
            terms=terms_view(now.terms),
            rounds=rounds,
            tie_breaks=list(shown_tie_breaks(now.tie_breaks)),
            match_end=_match_end(now, over),
            undo="" if last is None or is_public else kind_of(last),
            undo_made_at_ms=None if last is None or is_public else last.at_ms,
            paired_for_s=event.paired_for_s,
            broadcast=None if is_public else self._trouble(event),
            is_deletable=not is_public and not self._is_begun(now),
            is_public=is_public,
        )
        return lambda: made(
            players=[_player(now, each, is_public=is_public) for each in now.competitors],
            standings=[_standing(row, now.terms.system) for row in tables.after(over)],
        )

    def public_mark(self, event: OpenCompetition) -> tuple[object, ...]:
        """Return a value that stays equal while the public state of the event is the same."""
        boards = [board for round_ in event.now.rounds for board in round_.boards]
        hidden = tuple(board.game_id for board in boards if self._is_hidden(event.now, board))
        begins = ((b.game_id, _waits_until_ms(self._running.get(b.game_id))) for b in boards)
        waiting = tuple(each for each in begins if each[1] is not None)
        return event.version, event.paired_for_s, hidden, waiting

    def _is_begun(self, now: Competition) -> bool:
        """Return whether any board's game has begun; unplayed settled ones are out of memory."""
        boards = [board for round_ in now.rounds for board in round_.boards]
        tasks = (self._running.get(board.game_id) for board in boards)
        has_result = now.is_played or any(board.by_game is not None for board in boards)
        return has_result or any(
            task is not None and not isinstance(task.seated.game.phase, Arranged) for task in tasks
        )

    def _trouble(self, event: OpenCompetition) -> BroadcastTrouble | None:
        found = self._broadcasts.trouble(event)
        if found is None:
            return None
        number, lost = found
        return BroadcastTrouble(round=number, why=lost.why, detail=lost.detail)

    def _round(
        self, now: Competition, number: int, round_: PairedRound, *, is_public: bool
    ) -> RoundRow:
        boards = [self._board(now, board, is_public=is_public) for board in round_.boards]
        waiting = (_waits_until_ms(self._running.get(board.game_id)) for board in round_.boards)
        return RoundRow(
            round=number,
            is_started=round_.is_started,
            starts_at_ms=next((at_ms for at_ms in waiting if at_ms is not None), None),
            boards=boards,
        )

    def _board(self, now: Competition, board: PlayedBoard, *, is_public: bool) -> BoardRow:
        task = self._running.get(board.game_id)
        is_hidden = is_public and self._is_hidden(now, board)
        return BoardRow(
            board=board.number,
            white=board.white,
            black=board.black,
            game=board.game_id or None,
            result=None if is_hidden else board.result,
            reason="" if is_public else board.reason,
            phase="" if is_public else _phase(board, task),
            needs="" if is_public else self._needs(now, board, task),
        )

    def _hides(self, now: Competition, round_: PairedRound) -> bool:
        return any(self._is_hidden(now, board) for board in round_.boards)

    def _is_hidden(self, now: Competition, board: PlayedBoard) -> bool:
        """Return whether the board's game is over but the delay still hides its end."""
        task = self._running.get(board.game_id)
        if board.by_arbiter is not None or task is None:
            return False
        return not is_shown(task, now.terms.delay_minutes, self._now_ms)

    def _needs(self, now: Competition, board: PlayedBoard, task: GameTask | None) -> str:
        """Return the most urgent need of the arbiter, or nothing; pages sort the boards by it.

        Where the result is known only an appeal is left to decide, in whichever round, or who
        advances in a knock-out. Nobody is missing from a game that is adjourned, or whose time has
        not come.
        """
        if task is None or task.seated.game.is_over or not board.is_open:
            undecided = "advance" if now.is_undecided(board) else ""
            return "appeal" if board.game_id in now.appealed else undecided
        game = task.seated.game
        here = self._hub.here(task.game_id)
        is_missing = not (here[Role.WHITE] and here[Role.BLACK])
        may_be_away = isinstance(game.phase, Adjourned) or _waits_until_ms(task) is not None
        missing = "absent" if is_missing and not may_be_away else ""
        unclear = "unclear" if hard_to_hear(task.seated.participants) else ""
        return need_of(game) or missing or unclear


def _phase(board: PlayedBoard, task: GameTask | None) -> str:
    """Return a board's phase; a game that has left memory is over if its result was taken."""
    if task is not None:
        return phase_of(task.seated.game)
    return "" if board.by_game is None else "over"


def _waits_until_ms(task: GameTask | None) -> int | None:
    """Return the time on the wall clock for which a game waits to begin by itself, or None."""
    if task is None or not isinstance(task.seated.game.phase, Arranged):
        return None
    return task.settled.begins_at_ms


def terms_view(terms: CompetitionTerms) -> EventTerms:
    system: SystemName = terms.system.value
    return EventTerms(
        name=terms.name,
        first_day=terms.first_day,
        last_day=terms.last_day,
        edition=terms.play.edition,
        time=terms.play.time,
        no_agreed_draw_before_move=terms.play.no_agreed_draw_before_move,
        agreed_draws=terms.play.has_agreed_draws,
        reports=terms.play.are_scores_reported,
        charge=terms.play.charge_until,
        system=system,
        rounds=terms.rounds,
        tie_breaks=list(terms.tie_breaks),
        baku=terms.is_baku,
        count_all=terms.are_all_games_counted,
        initial="white" if terms.initial is Colour.WHITE else "black",
        delay_minutes=terms.delay_minutes,
        rated=terms.is_rated,
        broadcast=list(terms.broadcast),
        city=terms.official.city,
        federation=terms.official.federation,
        chief_arbiter=terms.official.chief_arbiter,
        deputies=list(terms.official.deputies),
        round_days=list(terms.official.round_days),
    )


def event_row(event: OpenCompetition) -> EventRow:
    now = event.now
    return EventRow(
        event=event.event_id,
        name=now.terms.name,
        first_day=now.terms.first_day,
        last_day=now.terms.last_day,
        players=len(now.competitors),
        round=len(now.rounds),
        rounds=now.terms.rounds,
    )


def kind_of(change: object) -> str:
    """Return the name of a change on the wire: PlayersEntered becomes players-entered."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", type(change).__name__).lower()


def _player(now: Competition, competitor: Competitor, *, is_public: bool) -> PlayerRow:
    return PlayerRow(
        number=competitor.number,
        name=competitor.person.name,
        rating=competitor.person.rating,
        is_away=now.next_round in competitor.absent,
        is_counted=competitor.number not in now.uncounted,
        byes=sorted(competitor.byes),
        told=None if is_public else _entry(competitor.number, competitor.person),
    )


def _entry(number: int, person: Person) -> NewEntry:
    return NewEntry(
        name=person.name,
        rating=person.rating,
        number=number,
        language=person.language,
        is_blind=person.is_blind,
        has_assistant=person.has_assistant,
        sex=person.identity.sex,
        title=person.identity.title,
        federation=person.identity.federation,
        fide_number=person.identity.fide_number,
        birth=person.identity.birth,
    )


def _match_end(now: Competition, rounds: int) -> MatchEndView | None:
    ended = match_end(now, rounds)
    return None if ended is None else MatchEndView(winner=ended.winner)


def _standing(row: TableRow, system: System) -> StandingRow:
    return StandingRow(
        place=row.place,
        number=row.number,
        name=row.name,
        points=row.points,
        values=list(row.values),
        rounds=[None if cell is None else _cell(cell, system) for cell in row.cells],
    )


_NOT_AWAY: Mapping[System, str] = {System.ROUND_ROBIN: "free", System.KNOCK_OUT: "out"}
"""What a round without opponent and points is where it is no absence; reports have no sign."""


def _cell(cell: Cell, system: System) -> CellView:
    if cell.result is ReportedResult.ZERO_BYE and system in _NOT_AWAY:
        return CellView(opponent=None, colour=None, result=_NOT_AWAY[system])
    its_colour = None if cell.colour is None else colour(white=cell.colour is Colour.WHITE)
    return CellView(opponent=cell.opponent, colour=its_colour, result=cell.result.value)
