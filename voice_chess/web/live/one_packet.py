"""A transport that sends all writes of one turn of the event loop in one packet.

A move causes three messages to each open page. Event loops write each message at once, with one
system call and one packet each, which costs more than making the message.
"""

import asyncio


class OnePacket(asyncio.Transport):
    """A transport around another one that holds writes back until the end of the turn."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._transport = transport
        self._loop = loop
        self._waiting: list[bytes | bytearray | memoryview] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Queue data, to be sent in order at the end of the turn or when the transport closes."""
        if not data:
            return
        if not self._waiting:
            self._loop.call_soon(self._flush)
        self._waiting.append(data)

    def get_write_buffer_size(self) -> int:
        """Return how many bytes have not left yet."""
        return self._transport.get_write_buffer_size() + sum(map(len, self._waiting))

    def close(self) -> None:
        """Send what was written, then close."""
        self._flush()
        self._transport.close()

    def abort(self) -> None:
        """Drop what has not been sent, and close at once."""
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
