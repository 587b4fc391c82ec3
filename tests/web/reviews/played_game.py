"""Plays a game to its end at pages of the server, for tests of its review."""

from dataclasses import dataclass
from typing import Any

from tests.stage.play import mated
from tests.web.stage import Stage


@dataclass
class PlayedGame:
    """A finished game, with requests of its review from each seat."""

    stage: Stage
    links: dict[str, dict[str, str]]

    @property
    def game(self) -> str:
        return self.links["game"]["id"]

    def get(self, role: str, path: str = "", **headers: str) -> Any:
        return self._ask("GET", role, path, headers)

    def post(self, role: str, path: str, body: object = None) -> Any:
        return self._ask("POST", role, path, {}, body)

    def _ask(
        self, method: str, role: str, path: str, headers: dict[str, str], body: object = None
    ) -> Any:
        seat, own = self.stage.seat(self.links[role])
        address = f"{seat}/games/{self.game}/review{path}"
        return self.stage.client.request(method, address, json=body, headers={**own, **headers})

    def analysed(self, role: str = "white") -> Any:
        """Return the engine's analysis, once it has gone through the game."""
        self.post(role, "/analysis")
        while (found := self.get(role, "/analysis").json())["state"] in ("waiting", "running"):
            pass
        return found


def played(stage: Stage, **wanted: object) -> PlayedGame:
    english = {"language": "en", "interface": "en"}
    links = stage.arrange(
        **{
            "white": {**english, "name": "Ida"},
            "black": {**english, "name": "Uwe"},
            "time": "5+3",
            "language": "en",
            **wanted,
        }
    )
    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        mated(white, black)
    return PlayedGame(stage, links)
