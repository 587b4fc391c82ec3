"""Work that goes on in a server's loop beside everything else, until it is stopped."""

import asyncio


async def stopped(task: asyncio.Task[None] | None) -> None:
    """Cancel what runs, if anything does, and wait until it has ended in whatever way."""
    if task is not None:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
