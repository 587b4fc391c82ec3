"""From the games to the pages: sends each step of a game to every seat, in the seat's language."""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from hmac import compare_digest

from pydantic_core import to_json

from voice_chess.game.moves import SlipCorrected
from voice_chess.game.table import Role
from voice_chess.languages.language import load_language
from voice_chess.session.dialogue.replies import as_wished
from voice_chess.session.games.chairs import Chair, Preferences
from voice_chess.session.games.game_task import GameTask, TaskStep
from voice_chess.session.games.seat import hard_to_hear
from voice_chess.session.ledger import Happening
from voice_chess.session.outputs import (
    HearingChanged,
    Hushed,
    NoEvent,
    Noticed,
    OwnChanged,
    PreferencesChanged,
    Reply,
    Shown,
    Sounded,
    ToOne,
    YourTurn,
)
from voice_chess.session.ports import Signal
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.generation.sentence import Sentence
from voice_chess.speech.generation.styles import Style
from voice_chess.web.live.connection import Connection
from voice_chess.web.live.desks import Desk, Desks
from voice_chess.web.live.speech_clips import Clips
from voice_chess.web.messages.views import GameView
from voice_chess.web.messages.wire import (
    GameNow,
    Goodbye,
    Happened,
    Hush,
    People,
    ShowMove,
    Signalled,
)
from voice_chess.web.pages.moves_shown import MovesRead, common, move_view
from voice_chess.web.pages.view_models import GameViews, Moment, colour


class Hub:
    """Knows the desks at each game and sends to them; works in the games' event loop."""

    def __init__(
        self,
        prefers: Callable[[Desk, Preferences, str | None], None],
        now_ms: Callable[[], int],
        event_result: Callable[[GameTask], str | None],
    ) -> None:
        """Take `prefers`, which is called when a listener has changed preferences by speech.

        Its arguments are the desk, the new preferences, and the key of the request or None.
        `event_result` returns the result that an event has for a game however it goes on, or None.
        """
        self._now_ms = now_ms
        self._prefers = prefers
        self._event_result = event_result
        self.clips = Clips()
        self.residents: dict[str, Role] = {}
        """The role that an engine plays, by game, while the engine works."""
        self.desks = Desks()
        self._views: dict[str, dict[MovesRead, GameViews]] = {}
        """The views of each game, by the way its moves are read."""
        self._sockets: dict[str, dict[Connection, None]] = {}
        """All sockets by seat, including those that are not welcomed at a desk yet."""

    def opened(self, chair: Chair, listener: str, games: tuple[str, ...]) -> Desk:
        """Return the desk of this listener; make one if they have none."""
        desk = self.desks.of_listener(listener)
        if desk is None:
            changing = next((one.changing for one in self.desks.of_seat(chair.id)), asyncio.Lock())
            desk = Desk(
                chair=chair,
                listener=listener,
                games=games,
                clips=self.clips,
                now_ms=self._now_ms,
                changing=changing,
            )
        self.desks.put(desk, games)
        return desk

    def here(self, game_id: str) -> Counter[Role]:
        """Count the open sockets of each role at this game; an engine counts as one."""
        count: Counter[Role] = Counter()
        if game_id in self.residents:
            count[self.residents[game_id]] = 1
        for desk in self.desks.at(game_id):
            if desk.connections:
                count[desk.chair.role] += len(desk.connections)
        return count

    def is_open_with(self, seat: str, cookie: str) -> bool:
        """Return whether a page of this seat is open that came in with this cookie."""
        return any(
            compare_digest(connection.cookie.encode(), cookie.encode())
            for desk in self.desks.of_seat(seat)
            for connection in desk.connections
            if not connection.is_cut
        )

    def is_empty(self, game_id: str) -> bool:
        """Return whether no person has a page of this game open."""
        return not any(desk.coming for desk in self.desks.at(game_id))

    def put_away(self, game_id: str, others: Container[str]) -> None:
        """Drop what memory holds of a closed game, and desks at no open game (`others`)."""
        self._let_go(game_id)
        for desk in self.desks.at(game_id):
            if not desk.coming and not any(known in others for known in desk.games):
                self.desks.remove(desk)

    def forget(self, game_id: str) -> None:
        """Take a deleted game from its desks, and remove desks that have no other game."""
        self._let_go(game_id)
        for desk in self.desks.at(game_id):
            desk.forget(game_id)
            others = tuple(known for known in desk.games if known != game_id)
            if others:
                self.desks.put(desk, others)
            else:
                self.desks.remove(desk)

    def _let_go(self, game_id: str) -> None:
        self.residents.pop(game_id, None)
        self._views.pop(game_id, None)

    def tell_people(self, game_id: str) -> None:
        here = {role.value: count for role, count in self.here(game_id).items()}
        for desk in self.desks.at(game_id):
            desk.send(People(now_ms=self._now_ms(), game=game_id, here=here))

    def notice(self, game_id: str, gone: Role, make: Callable[[Chair], Sentence]) -> None:
        """Send a notice to everybody at this game except `gone`, after the speech under way.

        News of comings and goings must not cut off more important speech: it once cut off the
        message that a player's own board was lost.
        """
        for desk in self.desks.at(game_id):
            if desk.connections and desk.chair.role is not gone:
                told = make(desk.chair)
                notice = Reply(
                    listener=desk.listener, kind="notice", text=told.text, spoken=told.spoken
                )
                desk.say(notice, game_id, waits=True)

    @contextmanager
    def serving(self, chair_id: str, connection: Connection) -> Iterator[None]:
        """Enclose all that is done for a socket of this seat, so that `cut` reaches it.

        Begin before the cookie is checked: then no seat is closed unnoticed after that.
        """
        its = self._sockets.setdefault(chair_id, {})
        its[connection] = None
        try:
            yield
        finally:
            del its[connection]
            if not its:
                del self._sockets[chair_id]

    def cut(self, chair_id: str, bye: Goodbye) -> None:
        """Close all sockets of this seat, even those that have not greeted yet."""
        for connection in self._sockets.get(chair_id, ()):
            connection.cut(bye)

    def deliver(self, task: GameTask, step: TaskStep) -> None:
        """Send the outputs of one step of a game to everybody there.

        An urgent reply interrupts speech from before the step, but never speech of the same step.
        """
        desks = [desk for desk in self.desks.at(task.game_id) if desk.connections]
        told: set[str] = set()
        alike = _told_alike(desks)
        for output in step.outputs:
            if isinstance(output, Happening):
                self._tell_event(task.game_id, output, alike)
                if output.is_told:
                    told |= {desk.listener for desk in desks}
            else:
                self._tell(task, output, desks, told)
        kinds = {type(output) for output in step.outputs}
        if HearingChanged in kinds:
            self._show(task, step, [desk for desk in desks if desk.chair.role is Role.ARBITER])
        # The clocks may stop before the event that says so can be written.
        is_halted = step.before.clock.is_running and not step.after.clock.is_running
        if is_halted or Happening in kinds:
            self._show(task, step, desks)
        elif OwnChanged in kinds:
            ahead = {one.listener for one in step.outputs if isinstance(one, OwnChanged)}
            self._show(task, step, [desk for desk in desks if desk.listener in ahead])

    def view(self, task: GameTask, chair: Chair) -> GameView:
        """Return the game as this seat sees it now."""
        now, views = _moment(task), self._views_of(task.game_id, chair)
        everybody = views.seen_by_all(now, moves_from=0)
        return self._seen_by(chair.role, task, now, views, everybody)

    def happened(
        self, game_id: str, happening: Happening, desk: Desk, *, is_past: bool
    ) -> Happened:
        """Return the message about an event in the words of this desk."""
        preferences, event = desk.chair.preferences, happening.event
        told = as_wished(happening.told_to, preferences.spoken) if happening.is_told else None
        white, uci = getattr(event, "white", None), getattr(event, "uci", None)
        if isinstance(event, SlipCorrected):
            uci = event.to_uci
        # The last move's view is remembered for moves being played; past ones would displace it.
        view = (
            partial(move_view, reading=MovesRead.of(preferences))
            if is_past
            else self._views_of(game_id, desk.chair).moves.view
        )
        return Happened(
            now_ms=self._now_ms(),
            game=game_id,
            seq=happening.seq,
            at_ms=event.at_ms,
            name=_name_of(type(event).__name__),
            colour=None if white is None else colour(white=white),
            move=None if uci is None else view(uci, happening.before),
            text=None if told is None else told.text,
            clip=None if told is None else desk.clip(told.spoken),
            is_past=is_past,
        )

    def catch_up(
        self, task: GameTask, desk: Desk, connection: Connection, *, most: int | None = None
    ) -> bool:
        """Send the events of this game that the page has not seen, at most `most` of them.

        Return True if that was all of them.
        """
        news = task.seated.happenings(after=connection.seen[task.game_id])
        for happening in news[:most]:
            connection.send(self.happened(task.game_id, happening, desk, is_past=True))
            connection.seen[task.game_id] = happening.seq
        return most is None or len(news) <= most

    def _show(self, task: GameTask, step: TaskStep, desks: Iterable[Desk]) -> None:
        """Send these desks the game as it stands; desks that see the same share one text."""
        now, kept = _moment(task), common(step.before.position.moves, step.after.position.moves)
        seen_by_all: dict[GameViews, GameView] = {}
        texts: dict[tuple[GameViews, Role], bytes] = {}
        for desk in desks:
            role, views = desk.chair.role, self._views_of(task.game_id, desk.chair)
            if views not in seen_by_all:
                seen_by_all[views] = views.seen_by_all(now, moves_from=kept)
            shown = self._seen_by(role, task, now, views, seen_by_all[views])
            # A player who is not on move mostly sees the same as a spectator.
            seen_as = Role.SPECTATOR if shown is seen_by_all[views] else role
            if (views, seen_as) not in texts:
                texts[views, seen_as] = to_json(GameNow(now_ms=now.now_ms, game=shown))
            for connection in desk.connections:
                connection.send_text(texts[views, seen_as])

    def _seen_by(
        self, role: Role, task: GameTask, now: Moment, views: GameViews, everybody: GameView
    ) -> GameView:
        """Return `everybody`'s view with what this role sees in addition."""
        if role is Role.ARBITER:
            unclear = hard_to_hear(task.seated.participants)
            return views.seen_by_arbiter(everybody, unclear, self._event_result(task))
        if role.acts_for_white is None:
            return everybody
        own = next(iter(task.seated.present(role)), None) if role.is_player else None
        return views.seen_by(role, everybody, now, own)

    def show_anew(self, task: GameTask, desk: Desk) -> None:
        """Send the whole game again to a desk whose moves are written differently from now on."""
        view = self.view(task, desk.chair)
        desk.send(GameNow(now_ms=self._now_ms(), game=view))

    def _tell(self, task: GameTask, output: NoEvent, desks: Sequence[Desk], told: set[str]) -> None:
        """Send one output. `told` has the listeners who were sent a reply in this step."""
        match output:
            case OwnChanged() | HearingChanged():
                pass
            case YourTurn():
                self._tell_turn(task.game_id, output, desks)
            case Reply() | Sounded() | Hushed() | Shown() | PreferencesChanged():
                listener = self.desks.of_listener(output.listener)
                if listener is not None:
                    self._tell_one(task.game_id, output, listener, told)
            case Noticed(make=make, is_custom=is_custom):
                for desk in desks:
                    if is_custom and desk.runs_several:
                        continue
                    words = make(load_language(desk.chair.preferences.language))
                    notice = Reply(
                        listener=desk.listener, kind="notice", text=words.text, spoken=words.spoken
                    )
                    self._tell_one(task.game_id, notice, desk, told)

    def _tell_one(self, game_id: str, output: ToOne, desk: Desk, told: set[str]) -> None:
        match output:
            case Reply():
                desk.say(output, game_id, waits=desk.listener in told)
                told.add(desk.listener)
            case Sounded(signal=signal):
                self._signal(signal, game_id, desk)
            case Hushed():
                desk.send(Hush(now_ms=self._now_ms(), game=game_id))
            case Shown(ply=ply):
                desk.send(ShowMove(now_ms=self._now_ms(), game=game_id, ply=ply))
            case PreferencesChanged(preferences=voice_preferences, key=key):
                self._prefers(desk, preferences_as(desk.chair.preferences, voice_preferences), key)

    def _signal(self, name: Signal, game_id: str, desk: Desk) -> None:
        desk.send(Signalled(now_ms=self._now_ms(), game=game_id, name=name))

    def _tell_turn(self, game_id: str, turn: YourTurn, desks: Iterable[Desk]) -> None:
        """Signal a player's turn with a sound, if the move before was announced earlier.

        An announcement of that move now makes the turn clear, and a sound would drown its words.
        """
        for desk in desks:
            if turn.was_told and desk.chair.role is turn.role:
                self._signal("your-turn", game_id, desk)

    def _tell_event(
        self, game_id: str, happening: Happening, alike: Iterable[Sequence[Desk]]
    ) -> None:
        for desks in alike:
            text = to_json(self.happened(game_id, happening, desks[0], is_past=False))
            for desk in desks:
                for connection in desk.connections:
                    if connection.seen.get(game_id, 0) < happening.seq:
                        connection.seen[game_id] = happening.seq
                        connection.send_text(text)

    def _views_of(self, game_id: str, chair: Chair) -> GameViews:
        views, reading = self._views.setdefault(game_id, {}), MovesRead.of(chair.preferences)
        if reading not in views:
            views[reading] = GameViews(game_id, reading)
        return views[reading]


def preferences_as(preferences: Preferences, voice_preferences: VoicePreferences) -> Preferences:
    """Return the preferences with the values of `voice_preferences`."""
    return replace(
        preferences,
        language=voice_preferences.language.id,
        style=voice_preferences.style,
        reader_style=voice_preferences.reader_style,
        braille_style=voice_preferences.braille_style,
        words_per_minute=voice_preferences.words_per_minute,
        volume_percent=voice_preferences.volume_percent,
        voice=voice_preferences.voice,
        behind_ms=voice_preferences.behind_ms,
    )


def _told_alike(desks: Iterable[Desk]) -> Sequence[Sequence[Desk]]:
    """Group desks that get the same text for an event.

    Desks for which the server speaks are separate: the sound's address names their seat.
    """
    found: dict[tuple[MovesRead, Style, str | None], list[Desk]] = {}
    for desk in desks:
        preferences = desk.chair.preferences
        spoken_to = desk.chair.id if preferences.speech == "server" else None
        told_as = (MovesRead.of(preferences), preferences.style, spoken_to)
        found.setdefault(told_as, []).append(desk)
    return [*found.values()]


def _moment(task: GameTask) -> Moment:
    seated = task.seated
    return Moment(
        seq=seated.seq,
        game=seated.game,
        settled=task.settled,
        now_ms=seated.time.now_ms(),
    )


@cache
def _name_of(kind: str) -> str:
    """Return the name of an event on the wire: MoveAnnounced becomes move-announced."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind).lower()
