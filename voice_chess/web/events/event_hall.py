"""The competitions of a server beside its games: results come in, and pairings reach the seats."""

import logging
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import suppress
from functools import partial

from voice_chess.event.changes import RoundPaired, RoundStarted
from voice_chess.event.competition import Competition, Competitor, PlayedBoard
from voice_chess.game.state import Arranged
from voice_chess.game.table import Role
from voice_chess.languages.language import load_language
from voice_chess.session.games.chairs import Chair
from voice_chess.session.games.game_task import GameTask, TaskStep
from voice_chess.session.lobby.competitions import ASSISTANT, Competitions, OpenCompetition
from voice_chess.session.lobby.event_rounds import EventRounds, result_of, role_at
from voice_chess.session.lobby.lobby import Lobby, StillOn
from voice_chess.session.lobby.pairing_words import pairing_words
from voice_chess.session.lobby.parts import Elsewhere, event_of
from voice_chess.session.lobby.places_kept import PlacesKept
from voice_chess.session.outputs import Reply
from voice_chess.session.ports import JournalDamaged, PortError
from voice_chess.web.events.event_feed import Feeds, is_shown
from voice_chess.web.live.desks import Desk
from voice_chess.web.live.hub import Hub

PlaceHeld = tuple[OpenCompetition, Competitor | None]
_log = logging.getLogger(__name__)


class GameBegun(Exception):
    """An event of which a game has begun is kept."""


class EventHall:
    """Lives in the loop of the games."""

    def __init__(
        self, lobby: Lobby, hub: Hub, delete_game: Callable[[str], Awaitable[None]]
    ) -> None:
        """`delete_game` keeps nothing of a game, and raises `StillOn` for one in play."""
        self._hub = hub
        self._delete_game = delete_game
        self._lobby = lobby
        self.competitions = Competitions(lobby.means.events, lobby, self._changed)
        self.rounds = EventRounds(self.competitions, lobby)
        self._places = PlacesKept(lobby.means.events.journal, lobby.do)
        self.feeds = Feeds(lobby)
        self._opened: set[str] = set()
        """The parts whose events are open."""

    async def open(self, parts: Collection[str]) -> None:
        """The events of these parts. Raises `JournalLost`."""
        await self.competitions.open(parts)
        self._opened.update(parts)

    async def start(self, parts: Collection[str]) -> None:
        """Once the games are open. Raises `JournalLost`."""
        await self.rounds.start(parts)
        for event in self.competitions.going(parts):
            await self._erase(event)

    def let_go(self, parts: Collection[str]) -> None:
        """Another server has these events now."""
        self._opened.difference_update(parts)
        self.competitions.let_go(parts)

    def named(self, event_id: str) -> OpenCompetition | None:
        """None where there is no such event; raises `Elsewhere` for one of another server."""
        part = self.competitions.part_of(event_id)
        if not self._lobby.means.parts.leads(part) or part not in self._opened:
            raise Elsewhere(part)
        return self.competitions.all.get(event_id)

    async def of_place(self, place: str) -> PlaceHeld | None:
        """Whose place it is, as `Competitions` tells; None where nobody has it any more.

        Raises `Elsewhere` where another server has its event, and `JournalLost`.
        """
        if not self._lobby.means.parts.is_everything:
            event_id = await self._places.event_of(place)
            if event_id is None or self.named(event_id) is None:
                return None
        return self.competitions.of_place(place)

    async def delete(self, event: OpenCompetition) -> None:
        """Keep nothing of an event of which nothing was played: no code, no board, no player.

        That it is deleted is written first: what a failure leaves of it goes at the next start.
        Raises `GameBegun`, `Elsewhere`, `JournalLost`.
        """
        async with event.writing:
            if event.now.is_played:
                raise GameBegun(event.event_id)
            for game_id in await self._games_of(event):
                if not await self._is_unbegun(game_id):
                    raise GameBegun(game_id)
            await self.competitions.delete_while_writing(event)
        await self._erase(event)

    async def _erase(self, event: OpenCompetition) -> None:
        """What is left of a deleted one, and last that it was. Raises `JournalLost`."""
        for place in _places(event.now):
            await self._lobby.do(partial(self._lobby.entrance.revoke, place))
        for game_id in await self._games_of(event):
            # If it is begun at this very moment, it is played on; it is a game like any other now.
            with suppress(StillOn, KeyError):
                await self._delete_game(game_id)
        await self.competitions.gone(event)

    async def _games_of(self, event: OpenCompetition) -> list[str]:
        """Those of an interrupted start, too."""
        games = await self._lobby.do(self._lobby.means.register.games)
        return [
            own for own, settled in games.items() if event_of(settled.of_board) == event.event_id
        ]

    async def _is_unbegun(self, game_id: str) -> bool:
        """Nobody can tell of one that is damaged."""
        try:
            task = await self._lobby.game(game_id)
        except JournalDamaged:
            return False
        return isinstance(task.seated.game.phase, Arranged)

    async def order(self) -> tuple[str, ...]:
        """All events, of all organisers, oldest first. Raises `JournalLost`."""
        return await self._lobby.do(self._lobby.means.events.journal.event_ids)

    def concerns(self, task: GameTask, step: TaskStep) -> bool:
        """An event waits for what came of this step."""
        is_at_event = bool(task.settled.of_board)
        return is_at_event and result_of(step.before) is not result_of(step.after)

    async def take_result(self, task: GameTask) -> None:
        """What can't be written now is taken before the next round is paired."""
        try:
            await self.rounds.take_result(task)
        except PortError:
            _log.error("event=%s result=not-written", task.settled.of_board)

    def of_game(self, task: GameTask) -> OpenCompetition | None:
        """The event that this game is a board of."""
        return self.competitions.of_board(task.settled.of_board)

    def is_settled_unplayed(self, task: GameTask) -> bool:
        """An arbiter has settled the board, and nobody has begun its game."""
        event = self.of_game(task)
        board = event and _board_of(event, task)
        return bool(board and board.by_arbiter) and isinstance(task.seated.game.phase, Arranged)

    async def reopen(self, event: OpenCompetition) -> None:
        """A ruling is taken back: games that it let leave may begin by the time alone."""
        await self.rounds.take_missing(event)

    def may_leave(self, task: GameTask, now_ms: int) -> bool:
        """No event waits for the result of this game, or hides it still."""
        event = self.of_game(task)
        if event is None:
            return True
        board = _board_of(event, task)
        return (
            board is not None
            and board.by_game is result_of(task.seated.game)
            and is_shown(task, event.now.terms.delay_minutes, now_ms)
        )

    def tell_pairing(self, desk: Desk, task: GameTask) -> None:
        """Say to somebody at a board where they play."""
        event, role = self.of_game(task), desk.chair.role
        if event is None:
            return
        found = _seated(event, task.game_id, role)
        if found is not None:
            language = load_language(desk.chair.preferences.language)
            told = pairing_words(event.now, found.number, language)
            notice = Reply(
                listener=desk.listener, kind="notice", text=told.text, spoken=told.spoken
            )
            desk.say(notice, task.game_id)

    def place_of(self, task: GameTask, chair: Chair) -> str:
        """From where this player, assistant or arbiter goes on; nothing where there is no event."""
        event = self.of_game(task)
        if event is None:
            return ""
        if chair.role is Role.ARBITER:
            return event.now.arbiter
        found = _seated(event, task.game_id, chair.role)
        if found is None:
            return ""
        return found.place if chair.role.is_player else found.place + ASSISTANT

    def _changed(self, event: OpenCompetition) -> None:
        """Players still at a board of an earlier round hear of the next one there."""
        last = event.history.changes[-1] if event.history else None
        if not isinstance(last, RoundPaired | RoundStarted):
            return
        for desk in self._hub.desks:
            for game_id in desk.games:
                task = self._lobby.running.get(game_id)
                if task is not None and self.of_game(task) is event and desk.connections:
                    self.tell_pairing(desk, task)


def _places(now: Competition) -> Iterator[str]:
    """All from where somebody comes to this event."""
    yield now.arbiter
    for each in now.competitors:
        yield each.place
        yield each.place + ASSISTANT


def _board_of(event: OpenCompetition, task: GameTask) -> PlayedBoard | None:
    boards = (board for round_ in event.now.rounds for board in round_.boards)
    return next((board for board in boards if board.game_id == task.game_id), None)


def _seated(event: OpenCompetition, game_id: str, role: Role) -> Competitor | None:
    """The player at this board, or the one assisted there."""
    for round_ in event.now.rounds:
        for board in round_.boards:
            for number in board.players if board.game_id == game_id else ():
                assisted = role_at(board, number, is_assistant=True)
                if role in {role_at(board, number), assisted}:
                    return event.now.by_number[number]
    return None
