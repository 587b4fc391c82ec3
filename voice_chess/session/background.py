"""Stopping the background tasks of a server's loop."""

import asyncio


async def stopped(task: asyncio.Task[None] | None) -> None:
    """Cancel the task, unless it is None, and wait for its end, by whatever error it ends."""
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
