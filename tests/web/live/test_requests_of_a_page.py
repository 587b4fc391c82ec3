"""How many requests a page can send: some at once, and some each second."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from voice_chess.web.live.incoming import Incoming

REQUEST = {"type": "websocket.receive", "text": json.dumps({"type": "frames-dropped", "count": 1})}
GONE = {"type": "websocket.disconnect", "code": 1000}


@dataclass
class Surroundings:
    """All that an incoming request meets: the page, its line, its microphone and the time."""

    times_ms: Iterator[int]
    """When each request comes; the page is gone behind the last."""
    is_cut: bool = False
    carried_out: int = 0
    refused: int = 0
    now: int = 0
    games: tuple[str, ...] = field(default_factory=tuple)

    async def receive(self) -> dict[str, Any]:
        self.now = next(self.times_ms, -1)
        return GONE if self.now < 0 else REQUEST

    @property
    def time(self) -> "Surroundings":
        return self

    def now_ms(self) -> int:
        return self.now

    def told(self) -> None:
        pass

    def dropped(self, count: int) -> None:
        self.carried_out += count

    def send(self, _message: object) -> None:
        self.refused += 1

    def cut(self, _goodbye: object) -> None:
        self.is_cut = True


def met(times_ms: Iterator[int]) -> Surroundings:
    """What becomes of requests that come at these times."""
    around = Surroundings(times_ms)
    page = cast("Any", around)
    asyncio.run(Incoming(page, page, (page, page), page).take_all(page))
    return around


@pytest.mark.parametrize(
    ("count", "each_ms", "is_carried_out"),
    [
        pytest.param(20, 0, True, id="twenty at once"),
        pytest.param(200, 0, False, id="two hundred at once"),
        pytest.param(600, 200, True, id="five a second for two minutes"),
        pytest.param(2_400, 50, False, id="twenty a second for two minutes"),
    ],
)
def test_a_page_is_as_quick_as_a_person_and_no_quicker(
    count: int, each_ms: int, *, is_carried_out: bool
) -> None:
    around = met(iter(range(1, 1 + count * each_ms, each_ms)) if each_ms else iter([1] * count))

    assert (around.refused == 0) is is_carried_out
    assert (around.carried_out == count) is is_carried_out
