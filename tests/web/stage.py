"""A whole server in this process for tests of its pages' side: real games, real register."""

import json
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import httpx2
from fastapi.testclient import TestClient
from httpx2 import Response

from voice_chess.adapters.audio_io.wav_writer import wav_header
from voice_chess.adapters.boards.board_kinds import DECODERS
from voice_chess.adapters.documents import pdf_sheet, pdf_tables
from voice_chess.adapters.simulation.memory import MemoryRecognizer
from voice_chess.adapters.sound_record.archive_store import SoundShelf
from voice_chess.adapters.storage.signed_archive import ArchiveSeal
from voice_chess.compose.server import opened_means
from voice_chess.decoding.voice_fit import SpokenExample, Tried
from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation, Pawns
from voice_chess.session.engine_levels import Level
from voice_chess.session.listening.enrolled_voice import AnnouncedSound, EnrolledVoice, VoiceKey
from voice_chess.session.lobby.lobby import LobbyPorts
from voice_chess.session.ports import (
    Chosen,
    Engines,
    OpponentLost,
    Recognizer,
    RecognizerLost,
    TimeLeft,
)
from voice_chess.session.voice_preferences import VOICE_NAMES, VoiceName, VoicePreferences
from voice_chess.speech.understanding.hypothesis import Hypothesis
from voice_chess.web.app import application
from voice_chess.web.live.hall import Hall
from voice_chess.web.ports import Ears, Outfit, OwnEars

ADDRESS = "http://testserver"
Message = dict[str, Any]
UTTERANCE = [b"\x10\x20" * 640] * 2 + [bytes(1_280)] * 18
"""Something is said, and then nothing: frames of 40 ms."""


class NoEars:
    """A server without any model."""

    def hears(self, language_id: str) -> bool:  # none
        return False

    def recognizer(self, language_id: str) -> Recognizer:
        raise RecognizerLost(language_id)

    def beside_games(self, language_id: str) -> Recognizer:
        raise RecognizerLost(language_id)


class NoEngines:
    """A server on which no engine is installed."""

    def are_there(self) -> bool:
        return False

    def name(self) -> str:
        message = "There is no engine."
        raise OpponentLost(message)

    def move(self, position: Position, left: TimeLeft, level: Level) -> Chosen:
        return Chosen(uci=self.name(), wants_draw=False)

    def evaluate(self, position: Position) -> Evaluation:
        return Evaluation(score=Pawns(hundredths=0), line=(self.name(),))


class ScriptedEars:
    """A server that hears these words in every language, one utterance after the other."""

    def __init__(self, lines: Iterable[str]) -> None:
        words = [tuple(line.lower().split()) for line in lines]
        heard = [(Hypothesis(words=said, log_likelihood=0.0),) for said in words]
        self._recognizer = MemoryRecognizer(heard)

    def hears(self, language_id: str) -> bool:  # every one
        return True

    def recognizer(self, language_id: str) -> Recognizer:  # there is one
        return self._recognizer

    def beside_games(self, language_id: str) -> Recognizer:  # the same
        return self._recognizer

    @property
    def expected(self) -> list[tuple[str, ...]]:
        """What could be said, each time when that had changed."""
        return self._recognizer.expected


@dataclass
class MemoryOwnEars:
    """Keeps what was read and learnt, and hears everybody alike."""

    ears: Ears
    readings: dict[VoiceKey, list[SpokenExample]] = field(default_factory=dict)
    agreed: set[VoiceKey] = field(default_factory=set)
    heard_by: list[VoiceKey] = field(default_factory=list)
    learnt: list[str] = field(default_factory=list)
    is_full: bool = False

    def learns_voices(self, language_id: str) -> bool:
        return self.ears.hears(language_id)

    def voice(self, key: VoiceKey) -> EnrolledVoice | None:
        if key not in self.readings:
            return None
        count = len(self.readings[key])
        return EnrolledVoice(
            examples=count,
            is_adapted=True,
            learns=key in self.agreed,
            tried=Tried(examples=count),
        )

    def recognizer(self, language_id: str, key: VoiceKey) -> Recognizer:
        self.heard_by.append(key)
        return self.ears.recognizer(language_id)

    def beside_games(self, language_id: str, key: VoiceKey) -> Recognizer:
        return self.recognizer(language_id, key)

    def enrol(
        self, key: VoiceKey, language_id: str, readings: Sequence[SpokenExample]
    ) -> EnrolledVoice | None:
        if not self.is_full:
            self.readings[key] = list(readings)
        return self.voice(key)

    def agree(self, key: VoiceKey, *, learns: bool) -> EnrolledVoice | None:
        (self.agreed.add if learns else self.agreed.discard)(key)
        return self.voice(key)

    def delete(self, key: VoiceKey) -> None:
        self.readings.pop(key, None)

    def learn(self, key: VoiceKey, language_id: str, announced: Iterable[AnnouncedSound]) -> int:
        found = list(announced)
        self.learnt += [each.uci for each in found]
        return len(found)


class PlainVoices:
    """Speech as long as its text, so that tests can tell one sentence from another."""

    def names(self, language_id: str) -> tuple[VoiceName, ...]:
        return VOICE_NAMES

    def wav(self, text: str, preferences: VoicePreferences) -> bytes:
        samples = text.encode("utf-16-le")
        return wav_header(len(samples), 16_000) + samples


class PageSocket(Protocol):
    """A socket to a server in this process, or in one of its own."""

    def send_text(self, data: str) -> None: ...
    def send_bytes(self, data: bytes) -> None: ...
    def receive_json(self) -> Any: ...


@dataclass
class Page:
    """One browser page of a seat: its socket, and everything that came over it."""

    socket: PageSocket
    came: list[Message] = field(default_factory=list)

    def send(self, **message: object) -> str:
        """Send, with a key of its own unless it has one; answer the key."""
        keyed = {"key": secrets.token_hex(8), **message}
        self.socket.send_text(json.dumps(keyed))
        return str(keyed["key"])

    def until(self, wanted: Callable[[Message], bool]) -> Message:
        """The first message from now on that is wanted."""
        while True:
            message: Message = self.socket.receive_json()
            self.came.append(message)
            if wanted(message):
                return message

    def next(self, kind: str) -> Message:
        return self.until(lambda message: message["type"] == kind)

    def ask(self, **message: object) -> Message:
        """Send, and answer the `done` or the `problem` that it brings."""
        key = self.send(**message)
        return self.until(lambda m: m.get("key") == key and m["type"] in ("done", "problem"))

    def move(self, uci: str, ply: int) -> Message:
        return self.ask(type="move", uci=uci, ply=ply)

    def press_after(self, uci: str, ply: int) -> Message:
        """Make the move and press the clock; the answer to the first that is not taken."""
        moved = self.move(uci, ply)
        return self.ask(type="ask", name="press") if moved.get("is_accepted") else moved

    def state(self) -> Message:
        """The game as it was last shown."""
        shown = [m["game"] for m in self.came if m["type"] == "game"]
        welcomed = [game for m in self.came if m["type"] == "welcome" for game in m["games"]]
        game: Message = (*welcomed, *shown)[-1]
        return game

    def texts(self) -> list[str]:
        """Everything that was told so far, events and replies."""
        return [message["text"] for message in self.came if message.get("text")]


Seats = tuple[Page, Page, Page]
"""White, Black and the arbiter."""


@dataclass(kw_only=True)
class Venue(ABC):
    """A server in this process or in one of its own, as its organiser and its guests meet it."""

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
        """As by a power cut."""

    def enter(self, **way: str) -> tuple[str, str]:
        """The path that a link or code leads to, and the cookie that opens it."""
        answer = self.client.post("/entries", json=way)
        self.client.cookies.clear()
        assert answer.status_code == 201, answer.text
        return answer.json()["path"], cookie_of(answer.headers["set-cookie"])

    def organise(self, method: str, path: str, body: object = None) -> Response:
        """What the organiser's page gets."""
        headers = {"cookie": self.organiser, "origin": self.address}
        return self.client.request(method, f"/organiser{path}", json=body, headers=headers)


@dataclass(kw_only=True)
class Stage(Venue):
    """The server of this process, with its inside."""

    client: TestClient
    hall: Hall
    data: Path

    def cut(self) -> None:
        """A server of this process can't be killed: it ends once it is left."""

    def arrange(self, **wanted: object) -> dict[str, dict[str, str]]:
        """A new game's links by role; `game` is its name."""
        answer = self.organise("POST", "/games", wanted)
        assert answer.status_code == 201, answer.text
        links = {link["role"]: link for link in answer.json()["links"]}
        return {**links, "game": {"id": answer.json()["game"]}}

    def seat(self, link: dict[str, str]) -> tuple[str, dict[str, str]]:
        """A seat's path, and the headers that its page sends."""
        path, cookie = self.enter(token=link["path"].partition("#")[2])
        return path, {"cookie": cookie, "origin": ADDRESS}

    @contextmanager
    def page(self, link: dict[str, str], **hello: object) -> Iterator[Page]:
        """An open page of a seat, already welcomed."""
        path, headers = self.seat(link)
        with self.socket(path, headers) as page:
            page.socket.send_text(json.dumps({"type": "hello", "protocol": 1, **hello}))
            page.next("welcome")
            yield page

    @contextmanager
    def seats(self, links: dict[str, dict[str, str]]) -> Iterator[Seats]:
        """Both players and the arbiter at their pages."""
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
    """The databases that a server makes on an empty folder, waiting for its disk a dozen times."""
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
    """A server on this folder; what it wrote stays there."""
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
    """The same on any storage; its outfit is plain unless told otherwise."""
    hall = Hall(means, equipped or plain_outfit(data, NoEars()), admits_guests=admits_guests)
    with TestClient(application(hall), base_url=ADDRESS) as client:
        stage = Stage(client=client, hall=hall, data=data)
        way = hall.lobby.entrance.organisers_way_in()
        _, stage.organiser = stage.enter(token=way.token)
        yield stage


def plain_outfit(data: Path, ears: Ears) -> Outfit:
    """Everything a server needs, and nothing that speaks or thinks."""
    return Outfit(
        ears=ears,
        own_ears=MemoryOwnEars(ears),
        voices=PlainVoices(),
        sounds=SoundShelf(data / "games"),
        earcons={"accepted": b"RIFF"},
        pieces={"K": b"<svg/>"},
        converter=lambda _: bytes,
        engines=NoEngines(),
        printed=pdf_sheet.written,
        tabled=pdf_tables.written,
        seal=ArchiveSeal.kept_at(data / "signing.key"),
        boards=DECODERS,
    )
