"""Turns a round of a competition into games, one for each board, and takes back their results."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from voice_chess.clock.time_control import MINUTE_MS, TimeControl
from voice_chess.event.changes import ResultTaken, Ruling
from voice_chess.event.commands import StartRound, TakeAppeals, TakeResult
from voice_chess.event.competition import BoardResult, Competition, Person, PlayedBoard
from voice_chess.event.decide import decide
from voice_chess.event.refusals import Reason, Refusal
from voice_chess.game.phases import Adjourned, Arranged, NotArranged, Over
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Occasion, Role, Seat, Table
from voice_chess.laws.topics import Topic
from voice_chess.session.games.chairs import (
    Chair,
    Preferences,
    Settled,
    SpeaksBy,
    Starts,
    is_start_missed,
)
from voice_chess.session.games.game_task import GameTask
from voice_chess.session.lobby.access import new_name
from voice_chess.session.lobby.competitions import Competitions, OpenCompetition, in_pairing
from voice_chess.session.lobby.lobby import Arrangement, Lobby, StillOn
from voice_chess.session.ports import JournalDamaged

_RESULTS: Mapping[Result, BoardResult] = {
    Result.WHITE_WINS: BoardResult.WHITE_WINS,
    Result.BLACK_WINS: BoardResult.BLACK_WINS,
    Result.DRAW: BoardResult.DRAW,
    Result.BOTH_LOSE: BoardResult.BOTH_LOSE,
}
_FORFEITS: Mapping[Result, BoardResult] = {
    Result.WHITE_WINS: BoardResult.WHITE_BY_FORFEIT,
    Result.BLACK_WINS: BoardResult.BLACK_BY_FORFEIT,
    Result.BOTH_LOSE: BoardResult.BOTH_FORFEIT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBeginning:
    """How the games of a round begin."""

    starts: Starts = "together"
    at_ms: int | None = None
    """The time on the wall clock, only where they start at a time; likewise `lateness_ms`."""
    lateness_ms: int | None = None
    language: str
    """The language of the person who starts them, which arbiters get until they choose one."""


_RULED = frozenset({EndReason.ARBITER, EndReason.PENALTY})
"""How a game is over whose result the arbiter has stated after its end."""


def is_ruled(game: Game) -> bool:
    """Return whether the arbiter has stated how the game ended."""
    return isinstance(game.phase, Over) and game.phase.reason in _RULED


def result_of(game: Game) -> BoardResult | None:
    """Return what the competition takes from a game; None before it is over.

    None also where the arbiter gave points of their own. A game lost by lateness counts as
    forfeited, since it was not played, but one lost by lateness to its resumption was.
    """
    over = game.phase
    if not isinstance(over, Over) or over.half_points != over.result.half_points:
        return None
    was_unplayed = over.reason is EndReason.LATENESS and over.because.topic is Topic.LATENESS
    table = _FORFEITS if was_unplayed else _RESULTS
    return table.get(over.result)


class EventRounds:
    """Starts rounds and takes their results. Raises `JournalLost` if these can't be written."""

    def __init__(
        self,
        competitions: Competitions,
        lobby: Lobby,
        delete_game: Callable[[str], Awaitable[None]],
    ) -> None:
        """Take `delete_game`, which deletes a game and raises `StillOn` for one in play."""
        self._competitions = competitions
        self._lobby = lobby
        self._delete_game = delete_game

    async def start(self, parts: Collection[str]) -> None:
        """Take the results of these parts that came while no server was there to take them."""
        for event_id, event in tuple(self._competitions.all.items()):
            if self._competitions.part_of(event_id) in parts:
                await self.take_missing(event)
                await self._open_asked(event)

    async def take_missing(self, event: OpenCompetition) -> None:
        """Take what is missing of the games: results, and appeals that wait.

        Of an earlier round, only a game that is open can have anything new. A game that can't be
        read waits for the arbiter's ruling.
        """
        asked = {board for board in _boards_now(event.now) if board.by_game is None}
        for board in (board for round_ in event.now.rounds for board in round_.boards):
            if board.game_id and (board in asked or board.game_id in self._lobby.running):
                with suppress(JournalDamaged, KeyError):
                    await self.take_outcome(await self._lobby.game(board.game_id))

    async def _open_asked(self, event: OpenCompetition) -> None:
        """Open the games that ended within the broadcast delay.

        Only an open game knows whether its end is still hidden from those who watch.
        """
        delay_ms = event.now.terms.delay_minutes * MINUTE_MS
        since_ms = self._competitions.wall_ms - delay_ms
        boards: dict[PlayedBoard, None] = {}
        for change in event.history.changes if event.history else ():
            if isinstance(change, ResultTaken) and change.at_ms > since_ms:
                board = event.now.board(change.round, change.board)
                if board is not None:
                    boards[board] = None
        for board in boards:
            if board.game_id:
                with suppress(JournalDamaged, KeyError):
                    await self._lobby.game(board.game_id)

    async def start_round(self, event: OpenCompetition, beginning: RoundBeginning) -> Ruling:
        """Arrange a game for every open board; fitting games of an interrupted start are kept."""
        if event.is_in_pairing:
            return in_pairing(event)
        async with event.writing:
            now = event.now
            current, number = now.current, len(now.rounds)
            if event.is_deleted:
                return Refusal.of(Reason.NOT_STARTED)
            if current is None:
                return Refusal.of(Reason.NOT_PAIRED)
            wall_ms = self._competitions.wall_ms
            if is_start_missed(beginning.starts, beginning.at_ms, wall_ms):
                return Refusal.of(Reason.NOT_AHEAD, field="at")
            games: list[str] = []
            if not current.is_started:
                boards = [board for board in current.boards if board.is_open]
                games = await self._arranged(event, number, boards, beginning)
            started = StartRound(at_ms=self._competitions.wall_ms, games=tuple(games))
            return await self._competitions.ask_while_writing(event, started)

    async def take_outcome(self, task: GameTask, *, is_stated_again: bool = False) -> None:
        """Report to the competition of this game its result, or none, and whether an appeal waits.

        The competition keeps both, so that nobody has to open the game to see them.
        """
        event = self._competitions.of_board(task.settled.of_board)
        if event is None:
            return
        game_id, game = task.game_id, task.seated.game
        taken = replace(self._result(task), is_stated_again=is_stated_again)
        appeals = TakeAppeals(at_ms=taken.at_ms, game_id=game_id, waits=bool(game.appeals))
        for command in (taken, appeals):
            await self._competitions.ask(event, command)

    def is_result_taken(self, event: OpenCompetition, task: GameTask) -> bool:
        """Return whether the competition has the game's result, or will never take it."""
        found = event.now.of_game(task.game_id)
        if found is None:
            return False
        round_, board = found
        if board.at_board is result_of(task.seated.game):
            return True
        is_refused = isinstance(decide(event.history, self._result(task)), Refusal)
        return is_refused and event.now.has_begun_after(round_)

    def _result(self, task: GameTask) -> TakeResult:
        game = task.seated.game
        return TakeResult(
            at_ms=self._competitions.wall_ms,
            game_id=task.game_id,
            result=result_of(game),
            is_ruled=is_ruled(game),
        )

    def is_rated_round_on(self) -> bool:
        """Return whether a rated game is in play somewhere; its clocks may stand for a moment."""
        return any(
            event.now.terms.is_rated and any(self._is_on(board) for board in _boards_now(event.now))
            for event in self._competitions.all.values()
        )

    def is_playing(self, place: str) -> bool:
        """Return whether the player at this place, or the one assisted from it, has a game in play.

        Only games of events count.
        """
        found = self._competitions.of_place(place)
        if found is None:
            return False
        event, competitor = found
        if competitor is None:
            return False
        boards = (board for board in _boards_now(event.now) if competitor.number in board.players)
        return any(self._is_on(board) for board in boards)

    def _is_on(self, board: PlayedBoard) -> bool:
        task = self._lobby.running.get(board.game_id)
        if task is None:
            return False
        return not isinstance(task.seated.game.phase, NotArranged | Arranged | Adjourned | Over)

    async def chair(self, board: PlayedBoard, role: Role) -> Chair | None:
        """Return the chair of this role at a board; None if there is none."""
        return await self._chair(board.game_id, role) if board.game_id else None

    async def _arranged(
        self,
        event: OpenCompetition,
        number: int,
        boards: list[PlayedBoard],
        beginning: RoundBeginning,
    ) -> list[str]:
        round_ = f"{event.event_id}/{number}/"
        load = _shared(len(boards), event.now.terms.official.arbiters)
        wanted = {
            f"{round_}{board.number}": table_of(event.now, board, beginning, load)
            for board in boards
        }
        settled = Settled(
            starts=beginning.starts,
            start_at_ms=beginning.at_ms,
            keeps_sound=event.now.terms.is_rated,
        )
        there = await self._kept(round_, wanted, settled)
        arbiter = await self._arbiter(event.now, there.values(), beginning.language)
        games: list[str] = []
        for board in boards:
            of_board = f"{round_}{board.number}"
            if of_board not in there:
                preferences = await self._preferences(event.now, board)
                its = replace(settled, of_board=of_board)
                there[of_board] = await self._arrange(wanted[of_board], its, preferences, arbiter)
            games.append(there[of_board])
        return games

    async def _kept(
        self, round_: str, wanted: Mapping[str, Table], settled: Settled
    ) -> dict[str, str]:
        """Return the games of an interrupted start by their boards, as far as these are still so.

        The others are deleted: since then, the round may have been paired anew, or a player's data
        corrected.
        """
        kept: dict[str, str] = {}
        known = await self._lobby.do(self._lobby.means.register.games)
        for game_id, its in known.items():
            if not its.of_board.startswith(round_):
                continue
            table = wanted.get(its.of_board)
            is_as_settled = its == replace(settled, of_board=its.of_board)
            if table and is_as_settled and await self._is_arranged_as(table, game_id):
                kept[its.of_board] = game_id
            else:
                with suppress(StillOn, KeyError):
                    await self._delete_game(game_id)
        return kept

    async def _is_arranged_as(self, table: Table, game_id: str) -> bool:
        try:
            task = await self._lobby.game(game_id)
        except (JournalDamaged, KeyError):
            return False
        return task.seated.game.table == table

    async def _arrange(
        self,
        table: Table,
        settled: Settled,
        preferences: Mapping[Role, Preferences],
        arbiter: Chair,
    ) -> str:
        arranged = await self._lobby.arrange(
            Arrangement(
                table=table,
                settled=settled,
                preferences=preferences,
                arbiter=arbiter,
                is_load_told=True,
            )
        )
        if not isinstance(arranged, tuple):
            # Edition and time control were looked at when the competition was made.
            message = f"A board of an event can't be arranged: {arranged}"
            raise TypeError(message)
        return arranged[0].game_id

    async def _arbiter(self, now: Competition, begun: Iterable[str], language: str) -> Chair:
        """Return the arbiters' chair for all boards of a round, with the preferences used before.

        Games of an interrupted start have such a chair already.
        """
        for game_id in begun:
            found = await self._chair(game_id, Role.ARBITER)
            if found is not None:
                return found
        usual = Preferences(language=language, interface=language)
        for board in _boards_before(now):
            before = await self.chair(board, Role.ARBITER)
            if before is not None:
                usual = before.preferences
                break
        return Chair(id=new_name(), role=Role.ARBITER, preferences=usual)

    async def _preferences(
        self, now: Competition, board: PlayedBoard
    ) -> Mapping[Role, Preferences]:
        """Return the preferences of each role: those that they had at their last board."""
        found: dict[Role, Preferences] = {}
        for number in board.players:
            person = now.by_number[number].person
            for is_assistant in (False, True) if person.has_assistant else (False,):
                role = role_at(board, number, is_assistant=is_assistant)
                found[role] = await self._last_used(now, number, person, is_assistant=is_assistant)
        return found

    async def _last_used(
        self, now: Competition, number: int, person: Person, *, is_assistant: bool
    ) -> Preferences:
        for board in _boards_before(now):
            if number in board.players:
                chair = await self.chair(board, role_at(board, number, is_assistant=is_assistant))
                if chair is not None:
                    return chair.preferences
        return spoken_to(person, is_assistant=is_assistant)

    async def _chair(self, game_id: str, role: Role) -> Chair | None:
        register = self._lobby.means.register
        chairs = await self._lobby.do(lambda: register.chairs_of(game_id))
        return next((chair for chair in chairs if chair.role is role), None)


def role_at(board: PlayedBoard, number: int, *, is_assistant: bool = False) -> Role:
    """Return the role of the player with this starting number, or of their assistant."""
    role = Role.assistant if is_assistant else Role.player
    return role(white=board.white == number)


def _shared(boards: int, arbiters: int) -> int:
    """Return how many of the boards that begin together each arbiter has to watch at the most."""
    return -(-boards // arbiters)


def table_of(now: Competition, board: PlayedBoard, beginning: RoundBeginning, load: int) -> Table:
    """Return what the Laws need to know of a board; `load` is how many each arbiter watches."""
    play = now.terms.play
    people = [now.by_number[number].person for number in board.players]
    white, black = (_seat(person, writes=play.are_scores_reported) for person in people)
    return Table(
        control=TimeControl.parsed(play.time),
        edition=play.edition,
        white=white,
        black=black,
        customs=Customs(
            charge_until=play.charge_until,
            arrivals="recorded" if beginning.starts == "at" else "assumed",
            recording="reported" if play.are_scores_reported else "program",
        ),
        occasion=Occasion(
            has_arbiter=True,
            games_per_arbiter=load,
            lateness_ms=beginning.lateness_ms,
            no_agreed_draw_before_move=play.no_agreed_draw_before_move,
            has_agreed_draws=play.has_agreed_draws,
        ),
    )


def _boards_now(now: Competition) -> tuple[PlayedBoard, ...]:
    return now.current.boards if now.current else ()


def _boards_before(now: Competition) -> Iterator[PlayedBoard]:
    """Yield the boards that had a game, from the round before this one back to the first."""
    for round_ in reversed(now.rounds[:-1]):
        yield from (board for board in round_.boards if board.game_id)


def _seat(person: Person, *, writes: bool) -> Seat:
    """Return the seat of a person; the program keeps the score of those who can't see paper."""
    return Seat(
        name=person.name,
        is_blind=person.is_blind,
        has_assistant=person.has_assistant,
        score_medium="paper" if writes and not person.is_blind else "program",
    )


def spoken_to(person: Person, *, is_assistant: bool = False) -> Preferences:
    """Return the preferences that a person has before they choose; an assistant can see."""
    speech: SpeaksBy = "server" if person.is_blind and not is_assistant else "reader"
    return Preferences(language=person.language, interface=person.language, speech=speech)
