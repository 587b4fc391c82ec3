"""Events of one database are at several servers, each with its games, and move on with them."""

from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from tests.stage.play import FOOLS_MATE, mated, play
from tests.waiting import waited
from tests.web.events.event_stage import EventStage, made
from tests.web.server.process import ServerVenue
from tests.web.server.sharing import Pair, is_led_by, venues
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.postgres.event_journal import PostgresEventJournal
from voice_chess.adapters.storage.postgres.register import PostgresRegister, secret_of
from voice_chess.event.changes import Change, ResultTaken, RoundPaired, RoundStarted

pytestmark = pytest.mark.slow

PLAYERS = ("Anna", "Bert", "Cora", "Dora")


def seen_from(venue: ServerVenue, event: EventStage) -> EventStage:
    """The same event, asked for at this server, by people who have not been there yet."""
    return replace(event, stage=venue, _entered={})


def changes_kept(url: str, event: EventStage) -> tuple[Change, ...]:
    with Database(url) as database:
        return PostgresEventJournal(database).read(event.event)


def boards_told(event: EventStage) -> list[tuple[object, ...]]:
    """Who plays whom in which game, and the results."""
    rounds = event.state()["rounds"]
    boards = (board for round_ in rounds for board in round_["boards"])
    return [tuple(board[key] for key in ("white", "black", "game", "result")) for board in boards]


def boards_of(url: str, key: Path, event: EventStage) -> list[str]:
    """The boards of this event that games were arranged for."""
    with Database(url) as database:
        games = PostgresRegister(database, secret_of(database, key)).games()
    names = [settled.of_board for settled in games.values()]
    return sorted(name for name in names if name.startswith(event.event))


def test_each_event_is_at_one_server_and_is_run_through_any(pair: Pair) -> None:
    one, two = pair.one, pair.two
    spring = made(one, "Anna", "Bert", system="match", name="Spring")
    autumn = made(two, "Cora", "Dora", system="match", name="Autumn")
    assert is_led_by(one.server, pair.url)(spring.event)
    assert is_led_by(two.server, pair.url)(autumn.event)
    for name, event, other in (("Spring", spring, two), ("Autumn", autumn, one)):
        away = seen_from(other, event)
        away.done("/pairing")
        assert "board one" in away.now(1)["text"].lower()
        away.done("/start", {})
        away.play(1, 2, white_wins=False)
        assert away.state() == event.state()
        assert away.watched()["rounds"][0]["boards"][0]["result"] == "0-1"
        feed = other.client.get(f"/events/{event.event}/round-1.pgn")
        again = other.client.get(
            f"/events/{event.event}/round-1.pgn",
            headers={"If-None-Match": feed.headers["etag"]},
        )
        assert (feed.status_code, again.status_code) == (200, 304)
        assert "Qh4#" in feed.text
        desk = other.client.get(
            f"/organiser/events/{event.event}",
            headers={"cookie": other.organiser, "accept": "text/html"},
        )
        assert name in desk.text
    rows = [each.organise("GET", "/events").json() for each in (one, two)]
    shown = [each.client.get("/events").text for each in (one, two)]
    unknown = [each.client.get("/events/zzzzzzzz/state").status_code for each in (one, two)]

    ours = {spring.event, autumn.event}
    named = [[row["name"] for row in each if row["event"] in ours] for each in rows]
    assert named == [["Spring", "Autumn"]] * 2
    assert all("Spring" in page and "Autumn" in page for page in shown)
    assert unknown == [404, 404]


def test_pages_opened_at_another_server_learn_at_once_what_is_new(pair: Pair) -> None:
    two = pair.two
    with ExitStack() as pages:
        event = made(pair.one, "Anna", "Bert", system="match")
        path, own = seen_from(two, event).place(event.arbiter)
        addresses = (f"/events/{event.event}", f"{path}/event")
        opened = [
            pages.enter_context(two.server.socket(each, own["cookie"], "news"))
            for each in addresses
        ]

        event.done("/pairing")

        for page in opened:
            assert page.next("news") == {"type": "news"}


def test_a_lichess_round_of_an_event_at_another_server_is_refused(pair: Pair) -> None:
    summer = made(pair.one, name="Summer", broadcast=["aBcDeFgH"])
    winter = made(pair.two, name="Winter")
    terms = {**winter.state()["terms"], "broadcast": ["aBcDeFgH"]}

    assert "the event Summer" in winter.refused("/terms", terms)
    summer.done("/terms", {**summer.state()["terms"], "broadcast": []})
    winter.done("/terms", terms)


def refusal_of_advice(venue: ServerVenue) -> str:
    """Why no game against the computer begins there; the other server is asked, too."""
    code: str = venue.client.post("/computer", json={"language": "en"}).json()["code"]
    return code


def test_the_event_of_a_killed_server_goes_on_at_the_other_one(
    database_url: str, tmp_path: Path
) -> None:
    with venues(database_url, tmp_path) as (one, two):
        spring = made(one, *PLAYERS, name="Spring")
        autumn = made(two, "Edda", "Finn", system="match", name="Autumn", rated=True)
        for event in (spring, autumn):
            event.done("/pairing")
            event.done("/start", {})
        first, second = spring.state()["rounds"][0]["boards"]
        spring.play(first["white"], first["black"], white_wins=True)
        with spring.board(second["white"], second["black"]) as (white, black):
            white.event("game-started")
            play(white, black, *FOOLS_MATE[:2])
        told = boards_told(spring)
        with autumn.board(1, 2) as (white, black):
            white.event("game-started")
            play(white, black, *FOOLS_MATE[:1])
            waited(lambda: refusal_of_advice(one) == "rated-round")
            one.cut()
            play(white, black, *FOOLS_MATE[1:2], behind=1)
            waited(lambda: is_led_by(two.server, database_url)(spring.event))
            mated(white, black, after=2)
            white.event("game-ended")
        spring = seen_from(two, spring)
        assert boards_told(spring) == told, "everything that was told is there"
        assert spring.play_on(second["white"], second["black"]) == 2
        spring.done("/pairing")
        spring.done("/start", {})
        boards = spring.state()["rounds"][1]["boards"]
        spring.play(boards[0]["white"], boards[0]["black"], white_wins=False)
        results = [result for *_, result in boards_told(spring)]
    kept = changes_kept(database_url, spring)

    assert results == ["1-0", "0-1", "0-1", None]
    counted = Counter(type(change) for change in kept)
    assert (counted[RoundPaired], counted[RoundStarted]) == (2, 2)
    taken = [(each.round, each.board) for each in kept if isinstance(each, ResultTaken)]
    assert sorted(taken) == [(1, 1), (1, 2), (2, 1)]
    assert boards_of(database_url, tmp_path / "two" / "seats.key", spring) == [
        f"{spring.event}/{round_}/{board}" for round_ in (1, 2) for board in (1, 2)
    ]
