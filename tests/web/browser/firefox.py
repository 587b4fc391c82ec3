"""Runs Debian's Firefox, driven by Playwright through WebDriver BiDi and a relay between them.

Playwright sets the preferred colours of every page, by a command that Firefox 153 does not know,
and gives up when that is refused. The relay passes on all messages but this one, and reports it as
done; so no display settings can be emulated in Firefox.
`python firefox.py FIREFOX ARGUMENTS` is the relay, and the process that Playwright starts.
"""

import asyncio
import json
import re
import shlex
import sys
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve

FIREFOX = ("firefox-esr", "firefox")
PREFERENCES: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}
"""Reduced motion, as `house.person` sets it in Chromium."""

UNKNOWN = frozenset({"emulation.setMediaFeaturesOverride"})
_LISTENS = re.compile(rb"WebDriver BiDi listening on (ws://\S+)")
_LARGEST = 256 * 1_024 * 1_024
"""The most bytes of a message; a picture is sent as one."""


def as_driven(firefox: str, folder: Path) -> Path:
    """Make a program in this folder that starts Firefox behind the relay; return its path."""
    program = folder / "firefox"
    relay = shlex.join((sys.executable, str(Path(__file__)), firefox))
    program.write_text(f'#!/bin/sh\nexec {relay} "$@"\n', "utf-8")
    program.chmod(0o755)
    return program


async def run(command: list[str]) -> int:
    """Start Firefox, print the relay's address as Firefox does its own; return the exit status."""
    firefox = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    if firefox.stderr is None:
        message = "Firefox was started without a pipe"
        raise RuntimeError(message)
    listening: Server | None = None
    async for line in firefox.stderr:
        found = _LISTENS.search(line)
        if found is None:
            sys.stderr.buffer.write(line)
        else:
            listening = await _listening(f"{found[1].decode()}/session")
            port = listening.sockets[0].getsockname()[1]
            sys.stderr.buffer.write(b"WebDriver BiDi listening on ws://127.0.0.1:%d\n" % port)
        sys.stderr.flush()
    if listening is not None:
        listening.close()
    return await firefox.wait()


async def _listening(firefox: str) -> Server:
    async def relay(playwright: ServerConnection) -> None:
        async with connect(firefox, max_size=_LARGEST, ping_interval=None) as browser:
            asking = asyncio.create_task(_ask(playwright, browser))
            async for message in browser:
                await playwright.send(message)
            asking.cancel()

    return await serve(relay, "127.0.0.1", 0, max_size=_LARGEST, ping_interval=None)


async def _ask(playwright: ServerConnection, browser: ClientConnection) -> None:
    """Pass on Playwright's commands until it disconnects."""
    async for message in playwright:
        asked = json.loads(message)
        if asked["method"] in UNKNOWN:
            done = {"type": "success", "id": asked["id"], "result": {}}
            await playwright.send(json.dumps(done))
        else:
            await browser.send(message)
    await browser.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(run(sys.argv[1:])))
