"""Runs a whole server in this process, with real games and register, for tests of its routes."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import httpx2
from anyio import fail_after
from fastapi.testclient import TestClient
from httpx2 import Response
from starlette.testclient import WebSocketTestSession
from starlette.types import Message

from tests.stage.page import Page, Seats
from tests.stage.ports import MemoryOwnEars, NoEars, NoEngines, PlainVoices
from tests.web.means import opened_means
from voice_chess.adapters.boards.board_kinds import DECODERS
from voice_chess.adapters.documents import pdf_sheet, pdf_tables
from voice_chess.adapters.sound_record.folder_sounds import FolderSounds
from voice_chess.adapters.storage.signed_archive import ArchiveSeal
from voice_chess.session.lobby.lobby import LobbyPorts
from voice_chess.session.ports import (
    Engines,
    Journal,
)
from voice_chess.web.app import application
from voice_chess.web.live.hall import Hall
from voice_chess.web.ports import Ears, Outfit, OwnEars

ADDRESS = "http://testserver"
SILENCE_S = 60
"""How long a page may wait for the next message of a server in this process."""
Seat: TypeAlias = tuple[str, dict[str, str]]
"""The path of a seat, and the headers that its page sends."""


@dataclass(kw_only=True)
class Venue(ABC):
    """A server, in this process or its own, as organisers and guests use it."""

    client: httpx2.Client
    """Without cookies of its own."""
    organiser: str = ""
    """The organiser's cookie."""
    address: str = ADDRESS

    @abstractmethod
    def socket(self, path: str, headers: dict[str, str]) -> AbstractContextManager[Page]:
        """A seat's socket, not yet greeted."""

    @abstractmethod
    def cut(self) -> None:
        """Cut the server off as a power cut does."""

    def enter(self, **way: str) -> tuple[str, str]:
        """Return the path that a link or code leads to, and the cookie that opens it."""
        path, headers = self.entered(self.client.post("/entries", json=way))
        return path, headers["cookie"]

    def entered(self, answer: Response) -> Seat:
        """Return the seat that this response gives; its cookie stays out of the client."""
        self.client.cookies.clear()
        assert answer.status_code == 201, answer.text
        cookie = cookie_of(answer.headers["set-cookie"])
        return answer.json()["path"], {"cookie": cookie, "origin": self.address}

    @contextmanager
    def at(self, *seats: Seat, **hello: object) -> Iterator[tuple[Page, ...]]:
        """Open pages of these seats, already welcomed."""
        with ExitStack() as stack:
            yield tuple(stack.enter_context(self._page(seat, **hello)) for seat in seats)

    @contextmanager
    def _page(self, seat: Seat, **hello: object) -> Iterator[Page]:
        with self.socket(*seat) as page:
            page.greet(**hello)
            yield page

    def organise(self, method: str, path: str, body: object = None) -> Response:
        """Send a request as the organiser, and return the response."""
        headers = {"cookie": self.organiser, "origin": self.address}
        return self.client.request(method, f"/organiser{path}", json=body, headers=headers)


class PatientSession(WebSocketTestSession):
    """A socket at which waiting ends with `TimeoutError`; otherwise a test waits for ever."""

    def receive(self) -> Message:
        return self.portal.call(self._next)

    async def _next(self) -> Message:
        with fail_after(SILENCE_S):
            return await self._send_rx.receive()


class PatientClient(TestClient):
    """A client all of whose sockets are such."""

    def websocket_connect(self, *args: Any, **options: Any) -> WebSocketTestSession:
        session = super().websocket_connect(*args, **options)
        return PatientSession(session.app, session.scope, session.portal_factory)


@dataclass(kw_only=True)
class Stage(Venue):
    """A server in this process, with access to its internals."""

    client: TestClient
    hall: Hall
    data: Path

    def cut(self) -> None:
        """Do nothing: a server of this process can't be killed; it ends with its block."""

    def arrange(self, **wanted: object) -> dict[str, dict[str, str]]:
        """Arrange a game, and return its links by role; `game` holds its id."""
        answer = self.organise("POST", "/games", wanted)
        assert answer.status_code == 201, answer.text
        links = {link["role"]: link for link in answer.json()["links"]}
        return {**links, "game": {"id": answer.json()["game"]}}

    def begin(self, way: str = "friend", **wanted: object) -> dict[str, Seat]:
        """Begin a visitor's game, and return its seats by role; by default White, in English."""
        answer = self.client.post(f"/{way}", json={"language": "en", "colour": "white", **wanted})
        own = self.entered(answer)
        role = answer.json()["role"]
        others = {link["role"]: link for link in answer.json()["links"] if link["role"] != role}
        return {role: own, **{other: self.seat(link) for other, link in others.items()}}

    @contextmanager
    def against_the_computer(self, **wanted: object) -> Iterator[Page]:
        """Open a visitor's page in a new game against the computer, by default in English."""
        answer = self.client.post("/computer", json={"language": "en", **wanted})
        with self.at(self.entered(answer)) as (page,):
            yield page

    @property
    def journal(self) -> Journal:
        return self.hall.lobby.means.journal

    def seat(self, link: dict[str, str]) -> Seat:
        token = link["path"].partition("#")[2]
        return self.entered(self.client.post("/entries", json={"token": token}))

    @contextmanager
    def page(self, link: dict[str, str], **hello: object) -> Iterator[Page]:
        """Open the page of a seat, already welcomed."""
        with self.at(self.seat(link), **hello) as (page,):
            yield page

    @contextmanager
    def seats(self, links: dict[str, dict[str, str]]) -> Iterator[Seats]:
        """Open the pages of both players and the arbiter."""
        with (
            self.page(links["white"]) as white,
            self.page(links["black"]) as black,
            self.page(links["arbiter"]) as arbiter,
        ):
            yield white, black, arbiter

    @contextmanager
    def socket(self, path: str, headers: dict[str, str]) -> Iterator[Page]:
        with self.client.websocket_connect(f"{path}/socket", headers=headers) as socket:
            yield Page(socket)


def cookie_of(header: str) -> str:
    return header.partition(";")[0]


@cache
def _new_storage() -> Mapping[str, bytes]:
    """Return the databases of a new server; to make them takes a dozen waits for the disk."""
    with TemporaryDirectory() as folder:
        with opened_means(Path(folder)):
            pass
        return {path.name: path.read_bytes() for path in Path(folder).glob("*.sqlite")}


@contextmanager
def staged(
    data: Path,
    ears: Ears | None = None,
    *,
    own_ears: OwnEars | None = None,
    engines: Engines | None = None,
    admits_guests: bool = True,
) -> Iterator[Stage]:
    """Run a server on this folder; its files stay there."""
    data.mkdir(parents=True, exist_ok=True)
    if not any(data.iterdir()):
        for name, content in _new_storage().items():
            (data / name).write_bytes(content)
    equipped = plain_outfit(data, ears or NoEars())
    if own_ears is not None:
        equipped = replace(equipped, own_ears=own_ears)
    if engines is not None:
        equipped = replace(equipped, engines=engines)
    with (
        opened_means(data) as means,
        staged_with(means, data, equipped, admits_guests=admits_guests) as stage,
    ):
        yield stage


@contextmanager
def staged_with(
    means: LobbyPorts, data: Path, equipped: Outfit | None = None, *, admits_guests: bool = True
) -> Iterator[Stage]:
    """Run a server on any storage, by default with a plain outfit."""
    hall = Hall(means, equipped or plain_outfit(data, NoEars()), admits_guests=admits_guests)
    with PatientClient(application(hall), base_url=ADDRESS) as client:
        stage = Stage(client=client, hall=hall, data=data)
        way = hall.lobby.entrance.organisers_way_in()
        _, stage.organiser = stage.enter(token=way.token)
        yield stage


@contextmanager
def staged_on(journal: Journal, data: Path) -> Iterator[Stage]:
    """Run a server on this folder whose games are in this journal instead."""
    with (
        opened_means(data) as means,
        staged_with(replace(means, journal=journal), data) as stage,
    ):
        yield stage


def plain_outfit(data: Path, ears: Ears) -> Outfit:
    """Return everything that a server needs, without real voices and engines."""
    return Outfit(
        ears=ears,
        own_ears=MemoryOwnEars(ears),
        voices=PlainVoices(),
        sounds=FolderSounds(data / "games"),
        earcons={"accepted": b"RIFF"},
        pieces={"K": b"<svg/>"},
        converter=lambda _: bytes,
        engines=NoEngines(),
        printed=pdf_sheet.written,
        tabled=pdf_tables.written,
        seal=ArchiveSeal.kept_at(data / "signing.key"),
        boards=DECODERS,
    )
