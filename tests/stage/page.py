"""Plays a browser's page of a seat towards its server: messages both ways, and sound."""

import json
import secrets
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Protocol, TypeAlias

from tests.waiting import PATIENCE_S

Message: TypeAlias = dict[str, Any]
UTTERANCE = [b"\x10\x20" * 640] * 2 + [bytes(1_280)] * 18
"""An utterance and the silence after it, in frames of 40 ms."""
_LAST_TOLD = 8


class PageSocket(Protocol):
    """A socket to a server in this or another process."""

    def send_text(self, data: str) -> None: ...
    def send_bytes(self, data: bytes) -> None: ...

    def receive_json(self) -> Any:
        """Return the next message; raise `TimeoutError` if none comes."""


@dataclass
class Page:
    """One browser page of a seat: its socket, and everything that came over it."""

    socket: PageSocket
    came: list[Message] = field(default_factory=list)
    _spoken: int = 0
    """The number of sound frames sent so far."""

    def send(self, **message: object) -> str:
        """Send a message with its own or a new key, and return the key."""
        keyed = {"key": secrets.token_hex(8), **message}
        self.socket.send_text(json.dumps(keyed))
        return str(keyed["key"])

    def tell(self, kind: str, /, **fields: object) -> None:
        """Send a message without a key."""
        self.socket.send_text(json.dumps({"type": kind, **fields}))

    def greet(self, **hello: object) -> Message:
        self.tell("hello", protocol=1, **hello)
        return self.next("welcome")

    def until(self, wanted: Callable[[Message], bool]) -> Message:
        """Return the first message from now on for which this is true; fail if it never comes."""
        before, end = len(self.came), monotonic() + PATIENCE_S
        while monotonic() < end:
            try:
                message: Message = self.socket.receive_json()
            except TimeoutError:
                break
            self.came.append(message)
            if wanted(message):
                return message
        raise AssertionError(_missed(self.came[before:]))

    def next(self, kind: str) -> Message:
        return self.until(lambda message: message["type"] == kind)

    def event(self, name: str) -> Message:
        """Return the next event of this name."""
        return self.until(lambda m: m["type"] == "happened" and m["name"] == name)

    def ask(self, **message: object) -> Message:
        """Send, and return the `done` or the `problem` that responds to it."""
        key = self.send(**message)
        return self.until(lambda m: m.get("key") == key and m["type"] in ("done", "problem"))

    def move(self, uci: str, ply: int) -> Message:
        return self.ask(type="move", uci=uci, ply=ply)

    def press_after(self, uci: str, ply: int) -> Message:
        """Make the move and press the clock; return the last response, the move's if refused."""
        moved = self.move(uci, ply)
        return self.ask(type="ask", name="press") if moved.get("is_accepted") else moved

    def resign(self) -> Message:
        """Resign, and confirm with "yes"."""
        self.ask(type="ask", name="resign")
        return self.ask(type="ask", name="yes")

    def open_microphone(self, **settings: object) -> Message:
        self.tell("microphone", is_open=True, **settings)
        return self.next("hearing")

    def close_microphone(self, **how: object) -> Message:
        self.tell("microphone", is_open=False, **how)
        return self.until(lambda m: m["type"] == "hearing" and m["state"] == "off")

    def speak(self, frames: Iterable[bytes] = UTTERANCE, *, first: int | None = None) -> None:
        """Send sound frames, numbered from `first` or else from the last frame on."""
        self._spoken = self._spoken if first is None else first
        for frame in frames:
            self.socket.send_bytes(struct.pack("<I", self._spoken) + frame)
            self._spoken += 1

    def state(self) -> Message:
        """Return the game as it was shown last."""
        shown = [m["game"] for m in self.came if m["type"] == "game"]
        welcomed = [game for m in self.came if m["type"] == "welcome" for game in m["games"]]
        game: Message = (*welcomed, *shown)[-1]
        return game

    def after(self, plies: int) -> Message:
        """Return the game as soon as this many half-moves were made."""

        def has_them(message: Message) -> bool:
            if message["type"] != "game":
                return False
            game = message["game"]
            return bool(game["moves_from"] + len(game["moves"]) >= plies)

        shown = next(filter(has_them, self.came), None) or self.until(has_them)
        game: Message = shown["game"]
        return game

    def texts(self) -> list[str]:
        """Return the texts of all events and replies so far."""
        return [message["text"] for message in self.came if message.get("text")]


def _missed(instead: list[Message]) -> str:
    last = "; ".join(json.dumps(message)[:200] for message in instead[-_LAST_TOLD:])
    return f"it did not come; {len(instead)} others did, at last: {last or 'none'}"


Seats: TypeAlias = tuple[Page, Page, Page]
"""White, Black and the arbiter."""
