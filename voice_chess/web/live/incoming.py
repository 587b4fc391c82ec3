"""Messages that come in through one socket: each is carried out, refused, or one too many."""

import binascii
from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import replace

from fastapi import WebSocket
from pydantic import ValidationError

from voice_chess.game.table import Role
from voice_chess.languages.language import known_languages
from voice_chess.session.listening.inputs import Asked, Entrusted
from voice_chess.session.ports import Conflict, DoneBefore, JournalLost
from voice_chess.session.voice_preferences import VoiceName
from voice_chess.web.live.connection import Connection
from voice_chess.web.live.desks import Desk
from voice_chess.web.live.engine_seats import Thought
from voice_chess.web.live.hall import Hall
from voice_chess.web.live.joined_board import JoinedBoard
from voice_chess.web.live.microphone import BadFrame
from voice_chess.web.live.microphone_session import MicrophoneSession
from voice_chess.web.messages.request_mapping import Request, entry_of, is_observation
from voice_chess.web.messages.sound_messages import (
    FramesDropped,
    MicrophoneSwitch,
    OwnVoice,
    ReadingStep,
)
from voice_chess.web.messages.wire import (
    CLIENT,
    BoardAsked,
    BoardBytes,
    BoardJoined,
    ChangePreferences,
    ClientMessage,
    Done,
    EngineMove,
    Goodbye,
    Hello,
    Problem,
    ProblemCode,
    key_in,
)
from voice_chess.web.protection.rate_limits import Bucket

LARGEST_TEXT = 4_096
"""The most characters of a text message."""

_REQUESTS = (30, 10.0)
"""How many requests a page can send: at once, and each second."""
OBSERVATIONS_OF_ONE = (3, 1 / 20)
"""The same of a spectator's observations; those of all spectators of a game are limited, too."""
_PROBLEMS = (20, 0.5)
"""The same of messages that are refused, before the page is cut off."""
_LEFT = (1000, 1001)
"""Close codes of a page that was closed or reloaded; a lost line has others."""


class Incoming:
    """Reads one socket to its end."""

    def __init__(
        self,
        desk: Desk,
        connection: Connection,
        senses: tuple[MicrophoneSession, JoinedBoard],
        hall: Hall,
    ) -> None:
        self._desk = desk
        self._connection = connection
        self._listening, self._board = senses
        self._hall = hall
        self._requests = Bucket(*_REQUESTS)
        self._observations = Bucket(*OBSERVATIONS_OF_ONE)
        self._problems = Bucket(*_PROBLEMS)

    async def take_all(self, socket: WebSocket) -> None:
        """Carry out messages until the page has gone or has sent too many that are refused."""
        while not self._connection.is_cut:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                if message.get("code") in _LEFT:
                    self._desk.told()
                else:
                    self._desk.wait_for_page()
                return
            self._desk.told()
            if message.get("bytes") is not None:
                self._hear(message["bytes"])
            else:
                await self._read(message.get("text") or "")

    def _hear(self, data: bytes) -> None:
        if not self._listening.is_open:
            self._complain("microphone-closed")
            return
        try:
            if not self._listening.takes(data, self._hall.time.now_ms()):
                self._complain("too-fast")
        except BadFrame:
            self._complain("bad-frame")

    async def _read(self, text: str) -> None:
        if len(text) > LARGEST_TEXT:
            self._complain("too-long")
            return
        try:
            message = CLIENT.validate_json(text)
        except ValidationError:
            self._complain("malformed", key_in(text))
            return
        if isinstance(message, BoardBytes):
            # A board sends many messages a second; their limit counts bytes.
            await self._feel(message)
        elif not self._requests.takes(self._hall.time.now_ms()):
            self._complain("too-fast", getattr(message, "key", None))
        else:
            await self._take(message)

    async def _take(self, message: ClientMessage) -> None:
        match message:
            case Hello() | BoardBytes():
                self._complain("malformed")
            case MicrophoneSwitch():
                await self._switch(message)
            case FramesDropped(count=count):
                self._listening.dropped(count)
            case ReadingStep(do=step):
                if not self._listening.read(step):
                    self._complain("microphone-closed")
            case OwnVoice():
                await self._tell_own_voice(message)
            case BoardJoined():
                await self._join(message)
            case EngineMove():
                await self._think(message)
            case ChangePreferences():
                await self._prefer(message)
            case _:
                await self._ask(message)

    async def _switch(self, wanted: MicrophoneSwitch) -> None:
        game_id = self._game(wanted.game)
        if not wanted.is_open:
            await self._listening.close(is_lost=wanted.is_lost)
        elif game_id is None:
            self._complain("no-such-game")
        else:
            await self._listening.open(wanted, game_id)

    async def _tell_own_voice(self, wanted: OwnVoice) -> None:
        try:
            self._connection.send(await self._hall.own_voices.asked(wanted, self._desk))
        except JournalLost:
            self._complain("storage")

    async def _join(self, wanted: BoardJoined) -> None:
        game_id = self._game(wanted.game)
        if game_id is None:
            self._complain("no-such-game")
        elif not self._desk.chair.role.is_player:
            self._complain("no-board")
        elif wanted.kind is None:
            await self._board.leave(is_lost=wanted.is_lost)
        else:
            opening = await self._board.join(wanted.kind, game_id, is_turned=wanted.is_turned)
            self._ask_board(opening)

    async def _feel(self, message: BoardBytes) -> None:
        try:
            data = b64decode(message.data, validate=True)
        except binascii.Error:
            self._complain("malformed")
            return
        if not self._board.is_joined:
            self._complain("no-board")
        elif not await self._board.takes(data, self._hall.time.now_ms()):
            self._complain("too-fast")
            # Bytes after a gap would be misread.
            await self._board.leave(is_lost=True)
        elif again := self._board.asked_again():
            self._ask_board(again)

    def _ask_board(self, pieces: tuple[bytes, ...]) -> None:
        self._connection.send(BoardAsked(pieces=[b64encode(each).decode() for each in pieces]))

    async def _think(self, found: EngineMove) -> None:
        """Make the move that the engine in the page has found, if it plays in this game."""
        game_id, role = self._game(found.game), self._desk.chair.role
        if game_id is None:
            self._complain("no-such-game")
            return
        thought = Thought(ply=found.ply, uci=found.uci, score=found.score)
        try:
            # This opens a game that was put away, together with its engine.
            await self._hall.lobby.game(game_id)
            if not role.is_player or not await self._hall.engines.thought(game_id, thought):
                self._complain("malformed")
        except (JournalLost, Conflict):
            self._complain("storage")

    async def _prefer(self, wanted: ChangePreferences) -> None:
        known = set(known_languages())
        named = {wanted.language, wanted.interface} - {None}
        if not named <= known:
            self._complain("unknown-language")
            return
        language = wanted.language or self._desk.chair.preferences.language
        if wanted.voice is not None and wanted.voice not in await self._voices(language):
            self._complain("unknown-voice")
            return
        changes = wanted.model_dump(exclude={"type"}, exclude_none=True)
        if wanted.warned_at_ms is not None:
            changes["warned_at_ms"] = tuple(sorted(set(wanted.warned_at_ms), reverse=True))
        self._hall.prefer(self._desk, replace(self._desk.chair.preferences, **changes))

    async def _voices(self, language: str) -> tuple[VoiceName, ...]:
        voices = self._hall.outfit.voices
        return await self._hall.lobby.do(lambda: voices.names(language))

    async def _ask(self, asked: Request) -> None:
        """Carry out a request once, however often it comes with the same key."""
        before = self._desk.done_before(asked.key)
        if before is not None:
            self._connection.send(before)
            return
        game_id = self._game(asked.game)
        if game_id is None:
            self._complain("no-such-game", asked.key)
            return
        entry = self._entry(asked, game_id)
        if entry is None:
            return
        if isinstance(entry, Entrusted) and entry.among == "all":
            await self._entrust_others(entry, game_id)
        task = await self._hall.lobby.game(game_id)
        # Done before a restart: the register keeps its key with the preferences it changed.
        is_repetition = asked.key in self._desk.chair.asked
        try:
            with self._hall.measures.requests.time():
                outcome = "done" if is_repetition else await task.attend(entry)
        except DoneBefore as before_this:
            # Done before a restart, at another server, or on a line that has been lost since.
            outcome, is_repetition = "done" if before_this.is_accepted else "refused", True
        except (JournalLost, Conflict):
            self._hall.measures.lost.inc()
            self._complain("storage", asked.key)
            return
        if outcome == "stale":
            self._complain("stale", asked.key)
            return
        done = Done(
            key=asked.key,
            is_accepted=outcome == "done",
            is_repetition=is_repetition,
            seq=task.seated.seq,
        )
        self._desk.done(done)
        self._connection.send(done)

    async def _entrust_others(self, given: Entrusted, game_id: str) -> None:
        """Keep a passphrase for the other games here, too; a game in play is always open."""
        silently = replace(given, among="others", key=None)
        for other in self._desk.games:
            task = self._hall.lobby.running.get(other)
            if other != game_id and task is not None and not task.seated.game.is_over:
                with suppress(JournalLost, Conflict):  # it concerns memory alone
                    await task.attend(silently)

    def _entry(self, asked: Request, game_id: str) -> Asked | None:
        """Return the request as an input of this game; None, after a complaint, if it is refused.

        Anybody can be a spectator, so the observations they send the arbiter are limited.
        """
        role, now_ms = self._desk.chair.role, self._hall.time.now_ms()
        if role is Role.SPECTATOR and is_observation(asked):
            own, all_of_game = self._observations, self._hall.observations
            if not (own.takes(now_ms) and all_of_game.takes(game_id, now_ms)):
                self._complain("too-fast", asked.key)
                return None
        entry = entry_of(asked, self._desk.listener, role, now_ms)
        if entry is None:
            self._complain("malformed", asked.key)
        return entry

    def _game(self, named: str | None) -> str | None:
        """Return the game that is meant: the named one or the seat's only one; else None."""
        games = self._desk.games
        if named is None:
            return games[0] if len(games) == 1 else None
        return named if named in games else None

    def _complain(self, code: ProblemCode, key: str | None = None) -> None:
        """Report a problem; cut off a page that causes too many."""
        self._connection.send(Problem(code=code, key=key))
        if not self._problems.takes(self._hall.time.now_ms()):
            self._connection.cut(Goodbye(code="too-bad"))
