"""An event on a server, as its organiser, its players and whoever watches meet it by wire."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from httpx2 import Response

from tests.stage.page import Page
from tests.stage.play import mated
from tests.waiting import waited
from tests.web.stage import Venue

TERMS = {
    "name": "Spring Open",
    "first_day": "2026-11-21",
    "last_day": "2026-11-29",
    "edition": "2023",
    "time": "15+10",
    "rounds": 7,
    "initial": "white",
}
State = dict[str, Any]
Link = dict[str, Any]


@dataclass
class EventStage:
    """One event, run from the organiser's page."""

    stage: Venue
    event: str
    arbiter: Link
    links: dict[int, Link] = field(default_factory=dict)
    """The players' ways in, by starting number."""
    _entered: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)

    def post(self, path: str, body: object = None) -> Response:
        wanted = {} if body is None else body
        return self.stage.organise("POST", f"/events/{self.event}{path}?lang=en", wanted)

    def done(self, path: str, body: object = None) -> State:
        answer = self.post(path, body)
        assert answer.status_code in {200, 201}, answer.text
        found: State = answer.json()
        return found

    def codes(self, path: str, body: object = None) -> list[Link]:
        """The ways in that are told."""
        answer = self.post(path, body)
        assert answer.status_code == 201, answer.text
        found: list[Link] = answer.json()
        return found

    def refused(self, path: str, body: object = None) -> str:
        """The sentence that is told."""
        answer = self.post(path, body)
        assert answer.status_code == 422, answer.text
        assert answer.json()["code"] == "event-refused"
        return str(answer.json()["detail"])

    def state(self) -> State:
        found: State = self.stage.organise("GET", f"/events/{self.event}/state").json()
        return found

    def watched(self) -> State:
        """What everybody sees."""
        found: State = self.stage.client.get(f"/events/{self.event}/state").json()
        return found

    def enter(self, *names: str, **more: object) -> None:
        for name in names:
            answer = self.post("/players", {"name": name, "language": "en", **more})
            assert answer.status_code == 201, answer.text
            for link in answer.json():
                if not link["is_assistant"]:
                    self.links[link["number"]] = link

    def place(self, link: Link) -> tuple[str, dict[str, str]]:
        """The path of somebody's place, and the headers their page sends; entered once by code."""
        if link["code"] not in self._entered:
            path, cookie = self.stage.enter(code=link["code"])
            self._entered[link["code"]] = path, {"cookie": cookie, "origin": self.stage.address}
        return self._entered[link["code"]]

    def now(self, number: int) -> State:
        """What this player's page of the event shows."""
        path, headers = self.place(self.links[number])
        found: State = self.stage.client.get(f"{path}/now", headers=headers).json()
        return found

    @contextmanager
    def at_board(self, link: Link, of_round: int | None = None) -> Iterator[Page]:
        """Somebody goes from their place to their board, in the latest or an earlier round."""
        path, headers = self.place(link)
        which = {} if of_round is None else {"round": of_round}
        answer = self.stage.client.post(f"{path}/board", headers=headers, params=which)
        with self.stage.at(self.stage.entered(answer)) as (page,):
            yield page

    @contextmanager
    def board(self, white: int, black: int) -> Iterator[tuple[Page, Page]]:
        """Both players at their board."""
        with self.at_board(self.links[white]) as one, self.at_board(self.links[black]) as other:
            yield one, other

    def play(self, white: int, black: int, *, white_wins: bool) -> None:
        """Black mates, which the program makes sure of, or resigns."""
        with self.board(white, black) as (one, other):
            one.event("game-started")
            if white_wins:
                one.move("e2e4", 0)
                confirm = other.resign()
                assert confirm["is_accepted"], confirm
            else:
                mated(one, other)
            one.event("game-ended")
        waited(lambda: self._is_counted(white))

    def play_on(self, white: int, black: int) -> int:
        """Black mates in a game that was broken off; how many half-moves of it there were."""
        with self.board(white, black) as (one, other):
            while one.state()["clock"]["runs"] is None:
                one.next("game")
            game = one.state()
            before = int(game["moves_from"]) + len(game["moves"])
            mated(one, other, after=before)
            one.event("game-ended")
        waited(lambda: self._is_counted(white))
        return before

    def _is_counted(self, white: int) -> bool:
        boards = self.state()["rounds"][-1]["boards"]
        return any(board["white"] == white and board["result"] for board in boards)


def made(stage: Venue, *players: str, **terms: object) -> EventStage:
    """A new event with these players."""
    answer = stage.organise("POST", "/events?lang=en", {**TERMS, **terms})
    assert answer.status_code == 201, answer.text
    event = EventStage(stage, answer.json()["event"], answer.json()["links"][0])
    event.enter(*players)
    return event
