"""Joins a server's events with its games: results come in, pairings and states go out."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from voice_chess.event.changes import AppealsTaken, ResultTaken
from voice_chess.event.competition import Competition, Competitor, PlayedBoard, match_end
from voice_chess.game.phases import Arranged
from voice_chess.game.scoresheets import ResultSettled
from voice_chess.game.table import Role
from voice_chess.languages.language import Language, load_language
from voice_chess.session.games.chairs import Chair, Settled
from voice_chess.session.games.game_task import GameTask, TaskStep
from voice_chess.session.ledger import Happening
from voice_chess.session.listening.inputs import Present
from voice_chess.session.lobby.competitions import ASSISTANT, Competitions, OpenCompetition
from voice_chess.session.lobby.event_rounds import EventRounds, result_of, role_at
from voice_chess.session.lobby.lobby import Lobby, StillOn
from voice_chess.session.lobby.pairing_words import (
    begun_words,
    boards_words,
    match_words,
    pairing_undone_words,
    pairing_words,
    standing_words,
    undecided_words,
)
from voice_chess.session.lobby.parts import Elsewhere, board_of, event_of, round_of
from voice_chess.session.lobby.places_kept import PlacesKept
from voice_chess.session.lobby.result_words import (
    kept_words,
    kept_words_to_arbiter,
    result_news,
    result_news_to_arbiter,
)
from voice_chess.session.outputs import HearingChanged, Reply
from voice_chess.session.ports import Conflict, JournalDamaged, JournalLost, PortError
from voice_chess.speech.generation.sentence import Sentence
from voice_chess.web.events.event_feed import Feeds, is_shown
from voice_chess.web.events.event_pages import EventPages
from voice_chess.web.live.desks import Desk
from voice_chess.web.live.hub import Hub
from voice_chess.web.pages.view_models import need_of

_MOST_KEPT = 32


class StatesKept:
    """A cache: the pages of spectators ask again and again, and all at once when there is news."""

    def __init__(self) -> None:
        self._written: OrderedDict[str, tuple[object, asyncio.Future[str]]] = OrderedDict()

    async def text(self, event_id: str, mark: object, make: Callable[[], Awaitable[str]]) -> str:
        """Return the event's state; `make` it unless the last one was made with an equal `mark`.

        Whoever asks while it is being made waits for the same one.
        """
        known = self._written.get(event_id)
        if known is None or known[0] != mark or _has_failed(known[1]):
            known = mark, asyncio.ensure_future(make())
            self._written[event_id] = known
        self._written.move_to_end(event_id)
        while len(self._written) > _MOST_KEPT:
            self._written.popitem(last=False)
        return await asyncio.shield(known[1])


def _has_failed(making: asyncio.Future[str]) -> bool:
    return making.done() and (making.cancelled() or making.exception() is not None)


PlaceHeld = tuple[OpenCompetition, Competitor | None]
Words = Callable[[int, Language], Iterable[Sentence]]
"""What to tell the player with a starting number, in a language."""
_log = logging.getLogger(__name__)


class GameBegun(Exception):
    """The event can't be deleted: a game of it has begun."""


class EventHall:
    """The events of the parts that this server leads; works in the games' event loop."""

    def __init__(
        self, lobby: Lobby, hub: Hub, delete_game: Callable[[str], Awaitable[None]]
    ) -> None:
        """Take `delete_game`, which deletes a game and raises `StillOn` for one in play."""
        self._hub = hub
        self._delete_game = delete_game
        self._lobby = lobby
        self.competitions = Competitions(
            lobby.means.events, lobby, self._changed, self._pairing_changed
        )
        self.rounds = EventRounds(self.competitions, lobby, delete_game)
        self._places = PlacesKept(lobby.means.events.journal, lobby.do)
        self.feeds = Feeds(lobby)
        self.states = StatesKept()
        self.pages = EventPages()
        lobby.is_withheld = self._is_withheld
        self._opened: set[str] = set()
        """The parts whose events are open."""

    async def open(self, parts: Collection[str]) -> None:
        """Open the events of these parts. Raises `JournalLost`."""
        await self.competitions.open(parts)
        self._opened.update(parts)

    async def start(self, parts: Collection[str]) -> None:
        """Start the rounds and finish deletions, once the games are open. Raises `JournalLost`."""
        await self.rounds.start(parts)
        for event in self.competitions.going(parts):
            await self._erase(event)

    def let_go(self, parts: Collection[str]) -> None:
        """Drop the events of parts that another server leads now."""
        self._opened.difference_update(parts)
        self.pages.let_go(self.competitions.let_go(parts))

    def named(self, event_id: str) -> OpenCompetition | None:
        """Return this event or None. Raises `Elsewhere` if another server has its part."""
        part = self.competitions.part_of(event_id)
        if not self._lobby.means.parts.leads(part) or part not in self._opened:
            raise Elsewhere(part)
        return self.competitions.all.get(event_id)

    async def of_place(self, place: str) -> PlaceHeld | None:
        """Return a place's event and competitor, as `Competitions.of_place` does.

        Return None if nobody has this place any more. Raises `Elsewhere` if another server has
        its event, and `JournalLost`.
        """
        if not self._lobby.means.parts.is_everything:
            event_id = await self._places.event_of(place)
            if event_id is None or self.named(event_id) is None:
                return None
        return self.competitions.of_place(place)

    async def delete(self, event: OpenCompetition) -> None:
        """Delete an event of which nothing was played, with its codes, boards and players.

        The deletion itself is written first, so that the next start finishes one that failed.
        Raises `GameBegun`, `Elsewhere`, `JournalLost`.
        """
        event.end_pairing()
        async with event.writing:
            if event.is_deleted:
                return  # by a request before this one, which erases what is left
            if event.now.is_played:
                raise GameBegun(event.event_id)
            for game_id in await self._games_of(event):
                if not await self._is_unbegun(game_id):
                    raise GameBegun(game_id)
            await self.competitions.delete_while_writing(event)
        await self._erase(event)

    async def _erase(self, event: OpenCompetition) -> None:
        """Erase what is left of a deleted event, and last its entry. Raises `JournalLost`."""
        for place in _places(event.now):
            await self._lobby.do(partial(self._lobby.entrance.revoke, place))
        for game_id in await self._games_of(event):
            # A game that begins at this very moment is played on, as a game without an event.
            with suppress(StillOn, KeyError):
                await self._delete_game(game_id)
        await self.competitions.gone(event)

    async def _games_of(self, event: OpenCompetition) -> list[str]:
        """Return the ids of the event's games, including those of an interrupted start."""
        games = await self._lobby.do(self._lobby.means.register.games)
        return [
            own for own, settled in games.items() if event_of(settled.of_board) == event.event_id
        ]

    async def _is_unbegun(self, game_id: str) -> bool:
        """Return whether a game has not begun; False for a damaged one, which can't be read."""
        try:
            task = await self._lobby.game(game_id)
        except JournalDamaged:
            return False
        return isinstance(task.seated.game.phase, Arranged)

    async def order(self) -> tuple[str, ...]:
        """Return the ids of all events of all organisers, oldest first. Raises `JournalLost`."""
        return await self._lobby.do(self._lobby.means.events.journal.event_ids)

    def concerns(self, task: GameTask, step: TaskStep) -> bool:
        """Return whether this step of a game at an event changed its result or its appeals."""
        is_result_new = result_of(step.before) is not result_of(step.after)
        is_appeal_new = bool(step.before.appeals) is not bool(step.after.appeals)
        is_new = is_result_new or is_appeal_new or _is_stated_late(step)
        return bool(task.settled.of_board) and is_new

    async def take_outcome(self, task: GameTask, step: TaskStep) -> None:
        """Write a game's outcome into its event; if that fails, the next pairing tries again.

        If the event keeps another result than the arbiter stated at the board, both players and
        the arbiters there are told.
        """
        is_stated = _is_stated_late(step)
        try:
            await self.rounds.take_outcome(task, is_stated_again=is_stated)
        except PortError:
            _log.error("event=%s result=not-written", task.settled.of_board)
            return
        if is_stated or (step.before.is_over and result_of(step.after) is None):
            self._tell_kept(task)

    def _tell_kept(self, task: GameTask) -> None:
        event, stated = self.of_game(task), result_of(task.seated.game)
        found = None if event is None else event.now.of_game(task.game_id)
        if event is None or found is None:
            return
        round_, board = found
        if board.result is stated:
            return
        for desk in self._hub.desks.at(task.game_id):
            language = load_language(desk.chair.preferences.language)
            if desk.chair.role is Role.ARBITER:
                told = kept_words_to_arbiter(event.now, round_, board, stated, language)
            elif _seated(event, task.game_id, desk.chair.role):
                told = kept_words(round_, board, language)
            else:
                continue
            _notify(desk, task, told)

    def tell_needs(self, task: GameTask, step: TaskStep) -> None:
        """Tell the event's open pages of a step by which a board begins, or needs somebody else."""
        before, after = step.before, step.after
        has_begun = isinstance(before.phase, Arranged) and not isinstance(after.phase, Arranged)
        is_hearing_new = any(isinstance(each, HearingChanged) for each in step.outputs)
        if has_begun or is_hearing_new or need_of(before) != need_of(after):
            self._tell_pages(task, is_public=has_begun)

    def tell_presence(self, task: GameTask) -> None:
        """Tell the pages from which the event is run that somebody has come or gone."""
        self._tell_pages(task, is_public=False)

    def _tell_pages(self, task: GameTask, *, is_public: bool) -> None:
        event = self.of_game(task)
        if event is not None:
            self.pages.tell(event.event_id, is_public=is_public)

    def of_game(self, task: GameTask) -> OpenCompetition | None:
        """Return the event that this game is a board of, or None."""
        return self.competitions.of_board(task.settled.of_board)

    def is_settled_unplayed(self, task: GameTask) -> bool:
        """Return whether an arbiter has ruled on the board before its game began."""
        event = self.of_game(task)
        board = event and _board_of(event, task)
        return bool(board and board.by_arbiter) and isinstance(task.seated.game.phase, Arranged)

    def _is_withheld(self, settled: Settled) -> bool:
        """Return whether a game may not begin, as an arbiter has set its result.

        Any thread may ask.
        """
        event = self.competitions.of_board(settled.of_board)
        board = None if event is None else _board_named(event, settled.of_board)
        return board is not None and board.by_arbiter is not None

    async def reopen(self, event: OpenCompetition) -> None:
        """Bring games back to memory after a change was undone, and take what they have brought.

        A ruling lets a game leave memory that can begin just because its time comes, and keeps it
        from beginning: those who are there would wait for one another forever. A pairing
        keeps out results that were stated at the boards of the round before it: without it they
        count, which nobody has heard yet.
        """
        before = event.now
        await self.rounds.take_missing(event)
        for board in event.now.current.boards if event.now.current else ():
            task = self._lobby.running.get(board.game_id)
            if task is not None and isinstance(task.seated.game.phase, Arranged):
                # What can't be written, the game itself tells those who are there.
                with suppress(JournalLost, Conflict):
                    await task.attend(Present(here=frozenset(self._hub.here(task.game_id))))
        new = _Outcomes(settled=tuple(_replaced(event.now, before)))
        self._tell(event, partial(_outcome_words, event.now, new))

    def may_leave(self, task: GameTask, now_ms: int) -> bool:
        """Return whether no event needs this game in memory.

        It may need it to take its result or an appeal, or to hide it.
        """
        event = self.of_game(task)
        if event is None:
            return True
        game = task.seated.game
        return (
            self.rounds.is_result_taken(event, task)
            and (task.game_id in event.now.appealed) is bool(game.appeals)
            and is_shown(task, event.now.terms.delay_minutes, now_ms)
        )

    def tell_pairing(self, desk: Desk, task: GameTask) -> None:
        """Send the person at this desk their pairing, and late corrections, in words.

        People who don't sit at a board are told nothing.
        """
        event = self.of_game(task)
        if event is not None:
            _tell_seated(event, desk, task, partial(standing_words, event.now))

    def place_of(self, task: GameTask, chair: Chair) -> str:
        """Return the place from which this seat's person goes on; empty without an event.

        Players, assistants and arbiters have places.
        """
        event = self.of_game(task)
        if event is None:
            return ""
        if chair.role is Role.ARBITER:
            return event.now.arbiter
        found = _seated(event, task.game_id, chair.role)
        if found is None:
            return ""
        return found.place if chair.role.is_player else found.place + ASSISTANT

    def result_against_game(self, task: GameTask) -> str | None:
        """Return the result that the event has for this board however its game goes on, or None."""
        event = self.of_game(task)
        board = None if event is None else _board_named(event, task.settled.of_board)
        if board is None or board.game_id != task.game_id or board.against_game is None:
            return None
        return board.against_game.value

    def _show_results(self, now: Competition, before: Competition) -> None:
        """Show arbiters the boards whose result in the event no longer depends on the game."""
        for round_, was in zip(now.rounds, before.rounds, strict=False):
            for board, earlier in zip(round_.boards, was.boards, strict=False):
                task = self._lobby.running.get(board.game_id)
                if task is None or board.against_game is earlier.against_game:
                    continue
                for desk in self._hub.desks.at(board.game_id):
                    if desk.chair.role is Role.ARBITER:
                        self._hub.show_anew(task, desk)

    def _changed(self, event: OpenCompetition, before: Competition | None) -> None:
        """Tell players who are at a board, be it of an earlier round, what is new for them.

        The event's open pages are told that there is news; those of spectators and players not of
        what games bring, if the event publishes that later.
        """
        last = event.history.changes[-1] if event.history else None
        is_of_game = isinstance(last, ResultTaken | AppealsTaken)
        is_public = not (is_of_game and event.now.terms.delay_minutes)
        self.pages.tell(event.event_id, is_public=is_public)
        if before is not None:
            self._show_results(event.now, before)
            self._tell_arbiters(event, partial(_news_to_arbiters, event.now, before))
        words = None if before is None else _news(event.now, before)
        if words is not None:
            self._tell(event, words)

    def _pairing_changed(self, event: OpenCompetition) -> None:
        """Tell the pages from which the event is run that a long pairing goes on, or has failed."""
        self.pages.tell(event.event_id, is_public=False)

    def _tell_arbiters(
        self, event: OpenCompetition, words: Callable[[Language], Iterable[Sentence]]
    ) -> None:
        """Tell arbiters who are at boards of the event, of whichever round."""
        for desk in self._hub.desks:
            tasks = (self._lobby.running.get(game_id) for game_id in desk.games)
            task = next((task for task in tasks if task and self.of_game(task) is event), None)
            if task is not None and desk.chair.role is Role.ARBITER and desk.connections:
                language = load_language(desk.chair.preferences.language)
                for told in words(language):
                    _notify(desk, task, told)

    def _tell(self, event: OpenCompetition, words: Words) -> None:
        for desk in self._hub.desks:
            for game_id in desk.games:
                task = self._lobby.running.get(game_id)
                if task is not None and self.of_game(task) is event and desk.connections:
                    _tell_seated(event, desk, task, words)


def _news(now: Competition, before: Competition) -> Words | None:
    """Return the words for a pairing, one that was undone, or what results bring; else None."""
    rounds, rounds_before = len(now.rounds), len(before.rounds)
    if rounds < rounds_before:
        # They may have heard it.
        return lambda _, language: (pairing_undone_words(rounds_before, language),)
    if rounds > rounds_before:
        return lambda number, language: (pairing_words(now, number, language),)
    if _has_started(now, before):
        return partial(begun_words, now)
    settled = tuple(_settled(now, before))
    has_ended = match_end(now, now.rounds_over) != match_end(before, before.rounds_over)
    undecided = _undecided(now) - _undecided(before)
    if not settled and not has_ended and not undecided:
        return None
    new = _Outcomes(settled=settled, undecided=undecided, has_ended=has_ended)
    return partial(_outcome_words, now, new)


def _news_to_arbiters(
    now: Competition, before: Competition, language: Language
) -> Iterator[Sentence]:
    """Yield that new boards are ready, or which results were set, perhaps by another arbiter.

    Whoever stays at the boards of an earlier round misses the calls from the new ones.
    """
    if _has_started(now, before):
        yield boards_words(now, language)
    if len(now.rounds) == len(before.rounds):
        for round_, board in _settled(now, before):
            yield result_news_to_arbiter(round_, board, language)


def _undecided(now: Competition) -> frozenset[int]:
    """Return the players of the latest round whose game nobody has won, in a knock-out."""
    boards = now.current.boards if now.current else ()
    return frozenset(n for board in boards if now.is_undecided(board) for n in board.players)


def _has_started(now: Competition, before: Competition) -> bool:
    """Return whether the latest round has been started between these two states."""
    is_started, was_started = (
        each.current is not None and each.current.is_started for each in (now, before)
    )
    return is_started and not was_started


@dataclass(frozen=True, slots=True, kw_only=True)
class _Outcomes:
    """What results have brought."""

    settled: tuple[tuple[int, PlayedBoard], ...]
    """Boards with results that an arbiter has set or changed, with their rounds."""
    undecided: frozenset[int] = frozenset()
    """The players of games of a knock-out that nobody has won."""
    has_ended: bool = False
    """Whether a match or a knock-out has ended."""


def _outcome_words(
    now: Competition, new: _Outcomes, number: int, language: Language
) -> Iterator[Sentence]:
    """Yield what concerns this player, and how a match or a knock-out has ended."""
    for round_, board in new.settled:
        if number in board.players:
            yield result_news(now, round_, board, number, language)
    if number in new.undecided:
        yield from undecided_words(now, number, language)
    if new.has_ended:
        yield from match_words(now, language)


def _settled(now: Competition, before: Competition) -> Iterator[tuple[int, PlayedBoard]]:
    """Yield the boards whose result the arbiter has changed, or the game after its round.

    That includes rulings at a board that were undone: the board itself does not tell of that.
    """
    for number, (round_, was) in enumerate(zip(now.rounds, before.rounds, strict=True), start=1):
        is_late = number < len(now.rounds)
        for board, earlier in zip(round_.boards, was.boards, strict=True):
            is_ruled = board.against_game is not earlier.against_game
            if board.result is not earlier.result and (is_ruled or is_late):
                yield number, board


def _replaced(now: Competition, before: Competition) -> Iterator[tuple[int, PlayedBoard]]:
    """Yield the boards of the latest round that had another result before."""
    number = len(now.rounds)
    for board in now.current.boards if now.current else ():
        earlier = before.board(number, board.number)
        if earlier and earlier.result and board.result is not earlier.result:
            yield number, board


def _tell_seated(event: OpenCompetition, desk: Desk, task: GameTask, words: Words) -> None:
    """Tell the person at this desk the words for their starting number, if they sit at a board."""
    found = _seated(event, task.game_id, desk.chair.role)
    if found is None:
        return
    for told in words(found.number, load_language(desk.chair.preferences.language)):
        _notify(desk, task, told)


def _notify(desk: Desk, task: GameTask, told: Sentence) -> None:
    notice = Reply(listener=desk.listener, kind="notice", text=told.text, spoken=told.spoken)
    desk.say(notice, task.game_id)


def _is_stated_late(step: TaskStep) -> bool:
    """Return whether in this step a game that was over got its result stated."""
    events = (output.event for output in step.outputs if isinstance(output, Happening))
    return step.before.is_over and any(isinstance(event, ResultSettled) for event in events)


def _places(now: Competition) -> Iterator[str]:
    """Yield the places of the event's arbiters, players and assistants."""
    yield now.arbiter
    for each in now.competitors:
        yield each.place
        yield each.place + ASSISTANT


def _board_named(event: OpenCompetition, of_board: str) -> PlayedBoard | None:
    """Return the board that a game's settings name; None if there is none."""
    round_, number = round_of(of_board), board_of(of_board)
    return None if round_ is None or number is None else event.now.board(round_, number)


def _board_of(event: OpenCompetition, task: GameTask) -> PlayedBoard | None:
    boards = (board for round_ in event.now.rounds for board in round_.boards)
    return next((board for board in boards if board.game_id == task.game_id), None)


def _seated(event: OpenCompetition, game_id: str, role: Role) -> Competitor | None:
    """Return the player whom this role plays or assists at this board; None for other roles."""
    for round_ in event.now.rounds:
        for board in round_.boards:
            for number in board.players if board.game_id == game_id else ():
                assisted = role_at(board, number, is_assistant=True)
                if role in {role_at(board, number), assisted}:
                    return event.now.by_number[number]
    return None
