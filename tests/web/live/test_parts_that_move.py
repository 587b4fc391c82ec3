"""Games whose part another server takes, and gives back: what is left of their pages here."""

import asyncio
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from tests.waiting import waited
from tests.web.live.shared_parts import SharedParts
from tests.web.means import opened_means
from tests.web.stage import Stage, staged_with
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.session.games.chairs import Chair
from voice_chess.session.lobby.lobby import Lobby
from voice_chess.session.lobby.parts import Busy, Told

PART = "part 1"


class OnePart(SharedParts):
    """The only part of a database, which this server may lose to another, and get back."""

    def __init__(self) -> None:
        super().__init__()
        self.is_ours = True

    def part_of(self, _hall: str) -> str:
        return PART

    def led(self) -> Collection[str]:
        return (PART,) if self.is_ours else ()

    def leads(self, _part: str) -> bool:
        return self.is_ours

    def are_all_led(self) -> bool:
        return True

    def watch(self, taken: Told, lost: Told, busy: Busy) -> None:
        self._taken, self._lost = taken, lost

    def lose(self) -> None:
        self.is_ours = False
        self._lost((PART,))

    def take(self) -> None:
        self.is_ours = True
        self._taken((PART,))


@contextmanager
def shared(data: Path) -> Iterator[tuple[Stage, OnePart]]:
    parts = OnePart()
    with (
        opened_means(data) as means,
        staged_with(replace(means, parts=parts), data) as stage,
    ):
        yield stage, parts


def test_who_comes_back_is_spoken_to_as_they_chose_at_the_other_server(tmp_path: Path) -> None:
    with shared(tmp_path) as (stage, parts):
        links = stage.arrange(white={"language": "en"})
        register = stage.hall.lobby.means.register
        with stage.page(links["white"]) as white:
            parts.lose()
            white.next("bye")
        waited(lambda: not stage.hall.hub.desks.of_seat(links["white"]["seat"]))
        chair = register.chair(links["white"]["seat"])
        assert chair is not None
        register.prefer(chair.preferring(replace(chair.preferences, language="de")))
        parts.take()
        with stage.page(links["white"]) as white:
            (welcome,) = [m for m in white.came if m["type"] == "welcome"]

    assert welcome["seat"]["language"] == "de"


def test_what_they_choose_while_their_game_goes_to_another_server_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, is_gone = SqliteRegister.prefer, Event()

    def slow(register: SqliteRegister, chair: Chair) -> None:
        is_gone.wait()
        written(register, chair)

    monkeypatch.setattr(SqliteRegister, "prefer", slow)
    with shared(tmp_path) as (stage, parts):
        links = stage.arrange()
        register, seat = stage.hall.lobby.means.register, links["white"]["seat"]
        with stage.page(links["white"]) as white:
            for rate in (250, 300):
                white.tell("prefer", words_per_minute=rate)
                white.next("seat")
            parts.lose()
            white.next("bye")
        waited(lambda: not stage.hall.sockets)
        is_gone.set()
        waited(lambda: _rate(register.chair(seat)) == 300)


def test_a_player_with_a_board_of_their_own_is_gone_with_their_page(tmp_path: Path) -> None:
    with shared(tmp_path) as (stage, parts):
        links = stage.arrange()
        with stage.page(links["white"]) as white:
            white.tell("own-board", kind="dgt")
            white.next("board-asked")
            parts.lose()
            white.next("bye")
        waited(lambda: not stage.hall.sockets)
        parts.take()
        here = stage.hall.hub.here(links["game"]["id"])

    assert not here


def test_a_server_that_ends_breaks_off_taking_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_taking = Event()

    async def forever(_lobby: Lobby, _parts: Collection[str]) -> None:
        is_taking.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(Lobby, "take_over", forever)
    with ThreadPoolExecutor() as keeper:
        with shared(tmp_path) as (_, parts):
            taking = keeper.submit(parts.take)
            is_taking.wait()
        taking.result()


def test_a_server_that_has_ended_is_told_of_no_more_parts(tmp_path: Path) -> None:
    with shared(tmp_path) as (stage, parts):
        stage.arrange()
    open_games = [*stage.hall.lobby.running]

    parts.lose()
    parts.take()

    assert [*stage.hall.lobby.running] == open_games


def _rate(chair: Chair | None) -> int | None:
    return None if chair is None else chair.preferences.words_per_minute
