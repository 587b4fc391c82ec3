"""What is written to a socket within one turn of the loop leaves in one packet.

A move is three messages to each page that is open. The loops write each of them at once, and each
write is a call of the system and a packet of its own, which costs more than to make the message.
"""

import asyncio


class OnePacket(asyncio.Transport):
    """A transport as it is but for its writes, which wait for the end of the turn."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes | bytearray | memoryview] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """In order with all that is written; at the latest when the transport is closed."""
        if not data:
            return
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

    def get_write_buffer_size(self) -> int:
        """How many bytes have not left yet."""
        return self._transport.get_write_buffer_size() + sum(map(len, self._waiting))

    def close(self) -> None:
        """What was written still leaves."""
        self._flush()
        self._transport.close()

    def abort(self) -> None:
        """What was written and has not left, never does."""
        self._waiting.clear()
        self._transport.abort()

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def pause_reading(self) -> None:
        self._transport.pause_reading()

    def resume_reading(self) -> None:
        self._transport.resume_reading()

    def get_extra_info(self, name: str, default: object = None) -> object:
        return self._transport.get_extra_info(name, default)

    def _flush(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting and not self._transport.is_closing():
            self._transport.write(waiting[0] if len(waiting) == 1 else b"".join(waiting))
