"""A page leaves while its server is ended: whoever ends it knows their own cancellation again."""

import asyncio
import json
from typing import Any

import pytest
from anyio import CancelScope
from starlette.types import ASGIApp

from tests.web.stage import ADDRESS, Stage


async def left(app: ASGIApp, path: str, headers: dict[str, str], steps: int) -> bool:
    """Whether a scope that ends a conversation some steps after its talk has ended ends well."""
    to_app: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
    from_app: asyncio.Queue[Any] = asyncio.Queue()
    ending = CancelScope()

    async def visit() -> None:
        host = ADDRESS.partition("//")[2]
        sent = {"host": host, **headers}
        scope = {
            "type": "websocket",
            "path": f"{path}/socket",
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in sent.items()],
        }
        with ending:
            await app(scope, to_app.get, from_app.put)
            await asyncio.Event().wait()

    visiting = asyncio.create_task(visit())
    to_app.put_nowait({"type": "websocket.connect"})
    assert (await from_app.get())["type"] == "websocket.accept"
    hello = json.dumps({"type": "hello", "protocol": 1})
    to_app.put_nowait({"type": "websocket.receive", "text": hello})
    while json.loads((await from_app.get())["text"])["type"] != "welcome":
        pass
    to_app.put_nowait({"type": "websocket.disconnect", "code": 1000})
    await asyncio.wait([task for task in asyncio.all_tasks() if task.get_name() == "talk"])
    for _ in range(steps):
        await asyncio.sleep(0)
    ending.cancel()
    await asyncio.wait([visiting])
    return not visiting.cancelled()


@pytest.mark.parametrize("steps", range(8))
def test_a_conversation_can_be_ended_at_every_step_of_its_own_end(stage: Stage, steps: int) -> None:
    path, headers = stage.seat(stage.arrange()["white"])
    portal = stage.client.portal
    assert portal is not None
    assert portal.call(left, stage.client.app, path, headers, steps)
