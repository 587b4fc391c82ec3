"""A connection with the delay of a long distance, for measuring pages on one machine."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass

A_READ = 65_536


@dataclass(frozen=True)
class _Way:
    """Forwards connections to `port` of this machine with a delay of `one_way_s` each way."""

    port: int
    one_way_s: float

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # A connection is made by one way there and back, before anything goes through it.
        with suppress(asyncio.CancelledError, ConnectionError):
            await asyncio.sleep(2 * self.one_way_s)
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.port)
            there, back = self._carry(reader, far_writer), self._carry(far_reader, writer)
            await asyncio.gather(there, back)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        on_its_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def arrive() -> None:
            data = b"?"
            while data:
                due, data = await on_its_way.get()
                await asyncio.sleep(due - loop.time())
                writer.write(data)
            writer.close()

        arriving = asyncio.create_task(arrive())
        data = b"?"
        while data:
            data = await reader.read(A_READ)
            on_its_way.put_nowait((loop.time() + self.one_way_s, data))
        await arriving


@contextmanager
def far_line(port: int, there_and_back_ms: int) -> Iterator[int]:
    """Yield a port that leads to `port` of this machine with this delay, until the block ends."""
    way, loop = _Way(port, there_and_back_ms / 2_000), asyncio.new_event_loop()
    opened, over = threading.Event(), asyncio.Event()
    ports: list[int] = []

    async def open_line() -> None:
        async with await asyncio.start_server(way.accept, "127.0.0.1", 0) as line:
            ports.append(line.sockets[0].getsockname()[1])
            opened.set()
            await over.wait()
        running = asyncio.all_tasks() - {asyncio.current_task()}
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    thread = threading.Thread(target=loop.run_until_complete, args=(open_line(),))
    thread.start()
    opened.wait()
    try:
        yield ports[0]
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join()
        loop.close()
