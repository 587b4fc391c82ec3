"""Stopping the background tasks of a server's loop."""

import asyncio


async def stopped(task: asyncio.Task[None] | None) -> None:
    """Cancel the task, unless it is None, and wait until it has ended, with an error or without."""
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
