"""Simulates how pages use microphones and boards, as `microphone.js` and `own-board.js` do."""

import struct
from collections import deque
from collections.abc import Iterator
from typing import Any, Protocol

from tests.simulation.devices import (
    FRAME_MS,
    SILENT,
    PulledBoard,
    is_plain,
    sound_of,
)
from tests.simulation.loop import SimulatedLoop

_STEP_S = 0.15
"""The time between two steps of the hands, too short for a position between to count as a move."""
_TELLS_EVERY = 12
"""The number of frames between two reports of lost frames."""


class Owner(Protocol):
    """The person whose page it is."""

    loop: SimulatedLoop
    context: Any

    @property
    def language(self) -> str: ...

    @property
    def own_game(self) -> str: ...

    def tell(self, **message: object) -> bool:
        """Send a message; return False without a connection."""

    def tell_bytes(self, data: bytes) -> bool:
        """Send sound; return False without a connection."""


class PageMicrophone:
    """A page's microphone, plugged in or not; while it is open, it sends without a pause."""

    def __init__(self, owner: Owner) -> None:
        self._owner = owner
        self.is_plugged = True
        self.is_open = False
        self.is_heard = False
        self.is_clogged = False
        """Whether the page leaves out frames, because the line is too slow."""
        self.is_starved = False
        """Whether the browser misses sound of the device, and reports nothing."""
        self._said: deque[bytes] = deque()
        self._number = 0
        self._dropped = 0
        self._go_on()

    @property
    def is_speaking(self) -> bool:
        """Whether its player is speaking, heard or not."""
        return bool(self._said)

    def open(self) -> None:
        if self.is_plugged and not self.is_open:
            self.is_open = True
            self.begin(is_resumed=False)

    def begin(self, *, is_resumed: bool = True) -> None:
        """Tell the server that it is open; also after a reconnection."""
        if self.is_open:
            self._number, self.is_heard = 0, False
            self._owner.tell(
                type="microphone",
                is_open=True,
                rate=16_000,
                game=self._owner.own_game,
                is_resumed=is_resumed,
            )

    def hears(self, state: str) -> None:
        """Take the state that the server's recogniser reports."""
        if not self.is_open:
            return
        if state == "deaf" or (state == "off" and self.is_heard):
            self.is_open = self.is_heard = False
        elif state != "off":
            self.is_heard = True

    def pull(self) -> None:
        """Unplug the device; the page notices at once."""
        self.is_plugged = False
        if self.is_open:
            self._owner.tell(type="microphone", is_open=False, is_lost=True)
        self.is_open = self.is_heard = False

    def say(self, words: tuple[str, ...]) -> float:
        """Say these words after those still being said; return how long all take, in seconds."""
        self._said.extend(sound_of(words))
        return len(self._said) * FRAME_MS / 1_000

    def _go_on(self) -> None:
        """Send the next frame, of speech or of silence."""
        self._send(self._said.popleft() if self._said else SILENT)
        if self._number % _TELLS_EVERY == 0 and self._dropped:
            told = self._owner.tell(type="frames-dropped", count=self._dropped)
            self._dropped = 0 if told else self._dropped
        self._owner.loop.call_later(FRAME_MS / 1_000, self._go_on, context=self._owner.context)

    def _send(self, frame: bytes) -> None:
        if not self.is_open or not self.is_heard or self.is_starved:
            return
        message = struct.pack("<I", self._number) + frame
        self._number += 1
        if self.is_clogged or not self._owner.tell_bytes(message):
            self._dropped += 1


class PageBoard:
    """An electronic board that its player joins to the page."""

    def __init__(self, owner: Owner, board: PulledBoard) -> None:
        self._owner = owner
        self.board = board
        self.is_plugged = True
        self.is_used = False
        """Whether hands are moving pieces on it."""

    def join(self, fen: str) -> bool:
        """Join the board, which reports its pieces; False if it can't be joined or is joined."""
        if not self.is_plugged or self.board.is_joined:
            return False
        if not self.board.pieces:
            self._run(self.board.steps_to(fen))
        self.board.is_joined = True
        self.begin()
        return True

    def begin(self) -> None:
        """Tell the server of the board; also after a reconnection."""
        if self.board.is_joined:
            self._owner.tell(type="own-board", kind="chessnut", game=self._owner.own_game)
            self._report(self.board.report())

    def pull(self) -> None:
        self.is_plugged = False
        if self.board.is_joined:
            self._owner.tell(type="own-board", kind=None, is_lost=True)
        self.board.is_joined = False

    def can_play(self, uci: str, fen: str) -> bool:
        return self.stands_as(fen) and is_plain(uci, fen)

    def stands_as(self, fen: str) -> bool:
        return not list(PulledBoard(self.board.chance, dict(self.board.pieces)).steps_to(fen))

    def play(self, uci: str) -> None:
        self._run(self.board.steps_of(uci))

    def follow(self, fen: str) -> None:
        """Set up the position of the game on it."""
        self._run(self.board.steps_to(fen))

    def _run(self, steps: Iterator[str]) -> None:
        """Make one step after another, plugged in or not."""
        self.is_used = True
        report = next(steps, None)
        if report is None:
            self.is_used = False
            return
        self._report(report)
        self._owner.loop.call_later(_STEP_S, self._run, steps, context=self._owner.context)

    def _report(self, report: str) -> None:
        if self.board.is_joined:
            self._owner.tell(type="board-bytes", data=report)
