"""The whole server in one object: its games and desks, and how people sit down and get up again."""

import asyncio
import itertools
import logging
import os
from collections.abc import Callable, Collection, Coroutine, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import TypeVar

from voice_chess.game.table import Role
from voice_chess.languages.language import load_language
from voice_chess.session.games.chairs import Chair, Preferences
from voice_chess.session.games.game_task import GameTask, TaskStep
from voice_chess.session.listening.inputs import Present, Seated, Sitter, Unseated
from voice_chess.session.listening.seat_ear import SeatRecord
from voice_chess.session.lobby.lobby import Lobby, LobbyPorts, StillOn, is_deletable
from voice_chess.session.ports import (
    Conflict,
    JournalDamaged,
    JournalLost,
    PortError,
    TimeSource,
)
from voice_chess.session.table_settings import (
    BothHands,
    ClockSpeech,
    Grace,
    HandCustoms,
    TableSettings,
)
from voice_chess.speech.understanding.scoring import CAUTION
from voice_chess.web.events.broadcasting import Broadcasts
from voice_chess.web.events.event_hall import EventHall
from voice_chess.web.live.connection import Connection, OpenSockets
from voice_chess.web.live.desks import Desk, KeptDesk, numbered
from voice_chess.web.live.engine_seats import EngineSeats
from voice_chess.web.live.fellows import FellowServers
from voice_chess.web.live.games_over import GamesOver, InBrief
from voice_chess.web.live.guests import Guests
from voice_chess.web.live.hub import Hub
from voice_chess.web.live.measures import Measures
from voice_chess.web.live.microphone import QueuedMicrophone
from voice_chess.web.live.own_voices import OwnVoices
from voice_chess.web.live.presence import Presence
from voice_chess.web.live.print_shop import PrintShop
from voice_chess.web.live.rematches import Rematches
from voice_chess.web.messages.views import SeatView
from voice_chess.web.messages.wire import Goodbye, SeatNow
from voice_chess.web.pages.moves_shown import MovesRead
from voice_chess.web.pages.view_models import seat_view
from voice_chess.web.ports import Outfit
from voice_chess.web.protection.rate_limits import Buckets
from voice_chess.web.protection.trials import Trials
from voice_chess.web.reviews.reviews import Reviews

Answer = TypeVar("Answer")
_GOODBYES_S = 3.0
_LOOKS = 100
_CHANGES_S = 3.0
"""Seconds to wait while a part changes its leader; a longer change goes on in the background."""
_ANSWERS_MS = 30_000
"""How long a question waits for its answer: a screen reader or a braille line reads it first."""
OBSERVATIONS_OF_ALL = (10, 1 / 10)
"""How many observations the spectators of a game can send together: at once, and each second."""
_log = logging.getLogger(__name__)


class Hall:
    """The server's games and everything around them.

    It is made before its event loop runs; `start` opens the games.
    """

    def __init__(self, means: LobbyPorts, outfit: Outfit, *, admits_guests: bool = True) -> None:
        self.outfit = outfit
        self.guests = Guests(is_admitted=admits_guests)
        self.hub = Hub(self.prefer, means.time.now_ms, self._event_result)
        self.engines = EngineSeats(outfit.engines, self._engine_changed)
        self.reviews = Reviews(outfit.engines)
        self.lobby = Lobby(
            means, self._deliver, self.engines.opened, self._closed, outfit.sounds.delete
        )
        self.rematches = Rematches(self)
        self.events = EventHall(self.lobby, self.hub, self.delete)
        self.broadcasts = Broadcasts(self.lobby, self.events.competitions, outfit.broadcaster)
        self.presence = Presence(self.hub.notice)
        self.games_over = GamesOver(self)
        self.decoders = ThreadPoolExecutor(os.cpu_count() or 1, "decoder")
        self.print_shop = PrintShop(outfit.tabled)
        self.microphones: dict[str, QueuedMicrophone] = {}
        """The open microphone of each listener."""
        self.fellows = FellowServers(means.parts, means.register.secret)
        self.own_voices = OwnVoices(outfit.own_ears, self.in_decoder, self._run_errand)
        self.trials = Trials()
        self.observations = Buckets(*OBSERVATIONS_OF_ALL)
        """The limit of each game on what its spectators tell the arbiter."""
        self.measures = Measures(
            {
                "games": lambda: len(self.lobby.running),
                "sockets": lambda: len(self.sockets),
                "microphones": lambda: len(self.microphones),
                "parts": lambda: len(means.parts.led()),
            },
            means.lease,
        )
        self._records: dict[tuple[str, Role], SeatRecord] = {}
        self.sockets = OpenSockets()
        self._numbers = itertools.count(1)
        self._errands: set[asyncio.Task[None]] = set()
        self._is_ending = False

    @property
    def time(self) -> TimeSource:
        return self.lobby.means.time

    async def start(self) -> None:
        """Open the games of all parts that this server leads. Raises `JournalLost`."""
        # Watch first, so that parts which are taken over meanwhile are opened as well.
        self._watch_parts()
        parts = self.lobby.means.parts.led()
        await self.events.open(parts)
        await self.lobby.start()
        await self.events.start(parts)
        self.broadcasts.start()
        self.games_over.start()

    def _watch_parts(self) -> None:
        loop = asyncio.get_running_loop()

        def done(
            change: Callable[[Collection[str]], Coroutine[None, None, None]],
            parts: Collection[str],
        ) -> None:
            if self._is_ending:
                return
            changing = asyncio.run_coroutine_threadsafe(change(parts), loop)
            # A change is cancelled if the server ends meanwhile: it gives up all its parts then.
            with suppress(TimeoutError, CancelledError):
                changing.result(_CHANGES_S)

        def busy() -> frozenset[str]:
            return self.lobby.busy_parts() | self.events.competitions.busy_parts()

        self.lobby.means.parts.watch(
            partial(done, self._take_over), partial(done, self._let_go), busy
        )

    async def _take_over(self, parts: Collection[str]) -> None:
        """Take over parts from another server; games unreadable now are opened on request."""
        try:
            await self.events.open(parts)
            await self.lobby.take_over(parts)
            await self.events.start(parts)
        except PortError as error:
            _log.error("parts=%d not opened: %s", len(parts), error)

    async def _let_go(self, parts: Collection[str]) -> None:
        """Leave parts to another server; their pages are cut off here and reconnect there."""
        for game_id in self.lobby.open_of(parts):
            for desk in self.hub.desks.at(game_id):
                self.hub.cut(desk.chair.id, Goodbye(code="ending"))
        self.events.let_go(parts)
        await self.lobby.let_go(parts)

    async def check_here(self, chair: Chair) -> None:
        """Raise `Elsewhere` if another server has the games of this seat."""
        if not self.lobby.means.parts.is_everything:
            for game_id in await self.games_of(chair.id):
                await self.lobby.check_here(game_id)

    async def stop(self) -> None:
        """Close every socket, then the games and everything else that is open."""
        self._is_ending = True
        await self.broadcasts.stop()
        await self.games_over.stop()
        self.presence.close()
        await self.sockets.close(Goodbye(code="ending"), _GOODBYES_S)
        await asyncio.gather(*self._errands, return_exceptions=True)
        self.reviews.close()
        await self.engines.stop()
        await self.lobby.stop()
        self.decoders.shutdown()
        self.print_shop.close()
        self.fellows.close()
        self.outfit.sounds.close()

    async def chair(self, chair_id: str) -> Chair | None:
        """Return this seat with its latest preferences, written yet or not; None if unknown."""
        chair = await self.lobby.do(lambda: self.lobby.means.register.chair(chair_id))
        desks = self.hub.desks.of_seat(chair_id)
        if chair is None or chair.role is Role.SPECTATOR or not desks:
            return chair
        return desks[0].chair

    async def games_of(self, chair_id: str) -> tuple[str, ...]:
        """Return the games of this seat that can be played, without those that are damaged."""
        games = await self.lobby.do(lambda: self.lobby.means.register.games_of(chair_id))
        return tuple(game_id for game_id in games if game_id not in self.lobby.damaged)

    async def sit(self, chair: Chair, before: KeptDesk | None = None) -> Desk:
        """Give the page of a new socket a desk, and seat its listener in each of their games.

        `before` is the desk that this page had on its last line.
        """
        games = await self.games_of(chair.id)
        desk = self._desk(chair, before, games)
        desk.coming += 1
        try:
            await self._sit_down(desk)
        except BaseException:
            self._leave(desk)
            raise
        return desk

    def _desk(self, chair: Chair, before: KeptDesk | None, games: tuple[str, ...]) -> Desk:
        match chair.role:
            case Role.SPECTATOR:
                return self.hub.opened(chair, f"{chair.id}.{next(self._numbers)}", games)
            case Role.ARBITER:
                held = self.hub.desks.given(chair.id, before, self.time.now_ms())
                desk = self.hub.opened(chair, numbered(chair.id, held.number), games)
                desk.holder = held.holder
                return desk
            case _:
                return self.hub.opened(chair, chair.id, games)

    async def _sit_down(self, desk: Desk) -> None:
        for game_id in desk.games:
            task = await self.lobby.game(game_id)
            await task.attend(Seated(sitter=self._sitter(desk, task)))
            if not desk.has_said:
                self.events.tell_pairing(desk, task)

    def _leave(self, desk: Desk) -> None:
        desk.coming -= 1
        is_kept = desk.coming or any(game_id in self.lobby.running for game_id in desk.games)
        # Once another server has the games, it may change this seat's preferences.
        if desk.chair.role is Role.SPECTATOR or not is_kept:
            self.hub.desks.remove(desk)

    def rejoin(self, chair: Chair | None) -> None:
        """Cut the pages of a seat off: they reconnect at once and show what is new."""
        if chair is not None:
            self.hub.cut(chair.id, Goodbye(code="ending"))

    async def announce_presence(self, desk: Desk) -> None:
        """Report who is present at the desk's games, after a socket was opened or closed."""
        for game_id in desk.games:
            await self._tell_presence(await self.lobby.game(game_id))

    async def _tell_presence(self, task: GameTask) -> None:
        self.hub.tell_people(task.game_id)
        here = frozenset(self.hub.here(task.game_id))
        # Presence can fail to be written: storage is down, or the journal holds more than the game
        # knows and is read again. The game itself informs the page then, and the page stays.
        with suppress(JournalLost, Conflict):
            await task.attend(Present(here=here))
        game = task.seated.game
        players = {Role.WHITE: game.table.white, Role.BLACK: game.table.black}
        self.presence.changed(task.game_id, here, players, is_over=game.is_over)
        self.events.tell_presence(task)

    async def get_up(self, desk: Desk, connection: Connection) -> None:
        """Take a closed socket away from its desk; a spectator leaves the games with it."""
        try:
            if connection in desk.connections:
                desk.connections.remove(connection)
            for game_id in desk.games:
                with suppress(KeyError):  # it was deleted meanwhile
                    await self._leave_game(desk, await self.lobby.game(game_id))
        finally:
            # This comes last: until it is done, none of these games can be put away.
            self._leave(desk)

    async def _leave_game(self, desk: Desk, task: GameTask) -> None:
        if desk.chair.role is Role.SPECTATOR:
            await task.attend(Unseated(listener=desk.listener))
        elif not desk.connections:
            self.own_voices.left(task, desk.listener)
        await self._tell_presence(task)

    def prefer(self, desk: Desk, preferences: Preferences, key: str | None = None) -> None:
        """Change the preferences of a desk; a spectator's last only while their page is open.

        All arbiters at one seat have the same. `key` is the key of the request, if repeating the
        request would change them once more.
        """
        is_read_anew = MovesRead.of(preferences) != MovesRead.of(desk.chair.preferences)
        chair = desk.chair.preferring(preferences, key)
        is_shared = chair.role is Role.ARBITER
        desks = self.hub.desks.of_seat(chair.id) if is_shared else (desk,)
        for one in desks:
            one.chair = chair
            one.send(SeatNow(seat=self.seat_view(chair, one.games)))
        self._run_errand(self._carry_out(desks, desk, is_read_anew=is_read_anew))

    def is_empty(self, game_id: str) -> bool:
        """Return whether no person has a page of this game open."""
        return self.hub.is_empty(game_id)

    async def put_away(self, game_id: str) -> None:
        """Close a game without open pages; the next request for it opens it again.

        Do nothing while a page of it is open. Raises `JournalLost`.
        """
        await self.lobby.put_away(game_id, lambda: self.is_empty(game_id))

    def may_leave(self, task: GameTask) -> bool:
        """Return whether the game is over, has no page open, and has nothing to write or hide.

        A board that an arbiter settled without a game counts as over.
        """
        seated = task.seated
        return (
            (seated.game.is_over or self.events.is_settled_unplayed(task))
            and self.is_empty(task.game_id)
            and not seated.ledger.is_behind
            and not any(self._records[where].sound.is_behind for where in self._records_of(task))
            and self.events.may_leave(task, self.time.now_ms())
        )

    def in_brief(self, task: GameTask) -> InBrief:
        """Return the game's entry in lists."""
        is_of_event = self.events.of_game(task) is not None
        return InBrief.of(task, is_deletable=is_deletable(task.seated.game) and not is_of_event)

    async def _closed(self, task: GameTask) -> None:
        """Clear from memory what belongs to a game that is put away, except its entry in lists."""
        await self.engines.leave(task.game_id)
        self.hub.put_away(task.game_id, self.lobby.running)
        self.presence.forget(task.game_id)
        self.games_over.left(task)
        if self._records_of(task):
            self._forget_records(task.game_id)
            with suppress(JournalLost):
                await self.lobby.do(partial(self.outfit.sounds.put_away, task.game_id))

    def _records_of(self, task: GameTask) -> list[tuple[str, Role]]:
        return [where for where in self._records if where[0] == task.game_id]

    async def delete(self, game_id: str) -> None:
        """Delete a game that is over, was never begun or is damaged, and close its pages.

        Raises `KeyError` for an unknown game, `StillOn` for one in play, and `JournalLost`.
        """
        with suppress(JournalDamaged):
            if not is_deletable((await self.lobby.game(game_id)).seated.game):
                raise StillOn(game_id)
        register = self.lobby.means.register
        chairs = await self.lobby.do(lambda: register.chairs_of(game_id))
        ids = [chair.id for chair in chairs]
        games = await self.lobby.do(lambda: [register.games_of(one) for one in ids])
        gone = {one for one, of_it in zip(ids, games, strict=True) if of_it == (game_id,)}
        try:
            await self.lobby.delete(game_id)
        except (StillOn, JournalLost):
            # The game may have been closed and opened again: their pages take their seats anew.
            for chair in chairs:
                self.rejoin(chair)
            raise
        for chair in chairs:
            # Seats that have other games go on with these.
            bye = Goodbye(code="revoked" if chair.id in gone else "ending")
            self.hub.cut(chair.id, bye)
        await self.engines.leave(game_id)
        await self._left_by(gone)
        self._forget(game_id)
        await self.lobby.erase_deleted()

    async def _left_by(self, chair_ids: Collection[str]) -> None:
        """Wait until the pages of these seats are closed."""
        for _ in range(_LOOKS):
            if not any(
                desk.connections for one in chair_ids for desk in self.hub.desks.of_seat(one)
            ):
                return
            await asyncio.sleep(_GOODBYES_S / _LOOKS)

    def _forget(self, game_id: str) -> None:
        """Clear from memory everything that belongs to a deleted game."""
        self.hub.forget(game_id)
        self.presence.forget(game_id)
        self.own_voices.forget(game_id)
        self.reviews.forget(game_id)
        self.games_over.forget(game_id)
        self._forget_records(game_id)

    def _forget_records(self, game_id: str) -> None:
        for where in [where for where in self._records if where[0] == game_id]:
            del self._records[where]

    def seat_view(self, chair: Chair, games: tuple[str, ...]) -> SeatView:
        hears = self.outfit.ears.hears(chair.preferences.language)
        return seat_view(chair, games, hears=hears)

    async def _carry_out(self, desks: Sequence[Desk], changed: Desk, *, is_read_anew: bool) -> None:
        """Pass the new preferences of these desks of a seat on to their games and to the register.

        `is_read_anew`: moves are written differently now, so the games are shown once more.
        """
        async with changed.changing:
            for desk in desks:
                await self._tell_games(desk, is_read_anew=is_read_anew)
            chair, register = changed.chair, self.lobby.means.register
            try:
                if chair.role is not Role.SPECTATOR:
                    await self.lobby.do(lambda: register.prefer(chair))
            except JournalLost:
                _log.error("preferences=not-written seat=%s", chair.role)

    async def _tell_games(self, desk: Desk, *, is_read_anew: bool) -> None:
        for game_id in desk.games:
            # A game that another server has by now learns of them from the register.
            with suppress(JournalLost, Conflict):
                task = await self.lobby.game(game_id)
                await task.attend(Seated(sitter=self._sitter(desk, task)))
                if is_read_anew:
                    self.hub.show_anew(task, desk)

    async def in_decoder(self, work: Callable[[], Answer]) -> Answer:
        """Run `work` in one of the threads that decode sound, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self.decoders, work)

    def record(self, game_id: str, role: Role) -> SeatRecord | None:
        """Return the sound record of this seat; None unless it is a player's and all agreed."""
        if not self.lobby.running[game_id].settled.keeps_sound or not role.is_player:
            return None
        if (game_id, role) not in self._records:
            opened = partial(self.outfit.sounds.record, game_id, role)
            self._records[game_id, role] = SeatRecord(opened, self.time)
        return self._records[game_id, role]

    def table_settings(self, desk: Desk, game_id: str) -> TableSettings:
        """Return the settings for this seat's talk, from its preferences and the game's."""
        settled = self.lobby.running[game_id].settled
        preferences = desk.chair.preferences
        hands = HandCustoms(told=preferences.dictation)
        return TableSettings(
            language=load_language(preferences.language),
            press=settled.press,
            correction_ms=_ANSWERS_MS,
            grace=Grace(written_ms=preferences.correction_ms),
            premoves=preferences.premoves,
            caution=CAUTION[settled.caution],
            clock_speech=ClockSpeech(
                warned_at_ms=preferences.warned_at_ms,
                counts=preferences.counts_seconds,
                clicks=preferences.clicks,
            ),
            hands=BothHands(white=hands, black=hands),
        )

    def _sitter(self, desk: Desk, task: GameTask) -> Sitter:
        return Sitter(
            listener=desk.listener,
            role=desk.chair.role,
            settings=self.table_settings(desk, task.game_id),
            preferences=desk.chair.preferences.spoken,
        )

    def _deliver(self, task: GameTask, step: TaskStep) -> None:
        self.hub.deliver(task, step)
        self.measures.told(step.outputs)
        self.own_voices.played(task)
        self.events.tell_needs(task, step)
        if self.events.concerns(task, step):
            self._run_errand(self.events.take_outcome(task, step))

    def _event_result(self, task: GameTask) -> str | None:
        return self.events.result_against_game(task)

    def _engine_changed(self, task: GameTask, role: Role | None) -> None:
        """Report that an engine is present as `role`, or has failed (None), as for a person."""
        if role == self.hub.residents.get(task.game_id):
            return
        if role is None:
            del self.hub.residents[task.game_id]
        else:
            self.hub.residents[task.game_id] = role
        self._run_errand(self._tell_presence(task))

    def _run_errand(self, errand: Coroutine[None, None, None]) -> None:
        running = asyncio.create_task(errand)
        self._errands.add(running)
        running.add_done_callback(self._errands.discard)
