"""The organiser deletes an event that was made by mistake, and nothing is left of it."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.waiting import waited
from tests.web.events.event_stage import EventStage, made
from tests.web.means import opened_means
from tests.web.stage import Stage, staged, staged_with
from voice_chess.compose.storage import Sharing
from voice_chess.event.changes import Change
from voice_chess.session.lobby.register import ORGANISER
from voice_chess.session.ports import JournalLost
from voice_chess.web.live.hall import Hall


def asked_to_delete(stage: Stage, event: str) -> tuple[int, str]:
    answer = stage.organise("DELETE", f"/events/{event}")
    return answer.status_code, "" if answer.status_code == 204 else answer.json()["code"]


def started(stage: Stage, *names: str) -> EventStage:
    event = made(stage, *(names or ("Anna", "Bert", "Cleo", "Dora")))
    event.done("/pairing")
    event.done("/start")
    return event


def test_nothing_is_left_of_an_event_of_which_no_game_has_begun(stage: Stage) -> None:
    kept = made(stage, "Emil")
    event = started(stage)
    places = [event.place(event.arbiter), event.place(event.links[1])]
    codes = [event.arbiter["code"], *(link["code"] for link in event.links.values())]
    register, journal = stage.hall.lobby.means.register, stage.hall.lobby.means.events.journal
    assert len(register.games()) == 2
    assert event.state()["is_deletable"]

    assert asked_to_delete(stage, event.event) == (204, "")

    assert journal.event_ids() == (kept.event,)
    assert journal.read(event.event) == ()
    assert register.games() == {}
    assert stage.hall.lobby.running == {}
    assert [each["event"] for each in stage.organise("GET", "/events").json()] == [kept.event]
    assert stage.client.get(f"/events/{event.event}/state").status_code == 404
    assert asked_to_delete(stage, event.event) == (404, "not-found")
    for path, headers in places:
        assert stage.client.get(f"{path}/now", headers=headers).status_code == 403
    for code in codes:
        assert stage.client.post("/entries", json={"code": code}).status_code == 403
    now = stage.hall.events.competitions.all[kept.event].now
    owners = {key.owner for key in register.all_keys()}
    assert owners == {ORGANISER, now.arbiter, *now.by_place}
    kept.enter("Fritz")


def test_nothing_of_it_comes_back_after_a_restart(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        event = started(stage)
        asked_to_delete(stage, event.event)

    with staged(tmp_path) as again:
        assert again.organise("GET", "/events").json() == []
        assert again.organise("GET", "/games").json() == []
        assert again.hall.lobby.means.journal.game_ids() == ()


def test_no_file_holds_who_was_entered(tmp_path: Path) -> None:
    name = "Zdenka Quisling-Xylander"
    with staged(tmp_path) as stage:
        event = started(stage, name, "Bert")
        assert holding(tmp_path, name)
        asked_to_delete(stage, event.event)

    assert holding(tmp_path, name) == []


def holding(folder: Path, name: str) -> list[str]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return [path.name for path in files if name.encode() in path.read_bytes()]


def test_an_event_of_which_a_game_has_begun_stays(stage: Stage) -> None:
    event = started(stage)
    board = event.state()["rounds"][0]["boards"][0]
    with event.board(board["white"], board["black"]) as (white, _):
        white.event("game-started")
        assert asked_to_delete(stage, event.event) == (409, "event-begun")
        assert not event.state()["is_deletable"]
    event.play_on(board["white"], board["black"])

    assert asked_to_delete(stage, event.event) == (409, "event-begun")
    assert not event.state()["is_deletable"]
    assert event.now(1)["round"] == 1
    assert len(stage.hall.lobby.means.register.games()) == 2


def test_a_result_without_a_game_keeps_no_event(stage: Stage) -> None:
    event = started(stage)
    ruling = {"round": 1, "board": 1, "result": "+/-", "reason": "by mistake"}
    event.done("/results", ruling)

    assert event.state()["is_deletable"]
    assert asked_to_delete(stage, event.event) == (204, "")


def test_a_result_of_a_game_that_was_played_elsewhere_keeps_its_event(stage: Stage) -> None:
    event = started(stage)
    ruling = {"round": 1, "board": 1, "result": "1-0", "reason": "at a board of wood"}
    event.done("/results", ruling)

    assert not event.state()["is_deletable"]
    assert asked_to_delete(stage, event.event) == (409, "event-begun")
    assert event.state()["rounds"][0]["boards"][0]["result"] == "1-0"


def test_only_the_organiser_deletes_an_event(stage: Stage) -> None:
    event = made(stage, "Anna")
    path, headers = event.place(event.arbiter)

    by_arbiter = stage.client.delete(f"{path}/event", headers=headers)
    by_cookie = stage.client.delete(f"/organiser/events/{event.event}", headers=headers)
    by_nobody = stage.client.delete(
        f"/organiser/events/{event.event}", headers={"origin": stage.address}
    )

    assert (by_arbiter.status_code, by_cookie.status_code, by_nobody.status_code) == (405, 403, 403)
    assert not event.watched()["is_deletable"]
    assert event.state()["event"] == event.event


def lost(*_: object, **__: object) -> None:
    raise JournalLost


def breaking(step: str, hall: Hall, broken: pytest.MonkeyPatch) -> None:
    """From now on this is as far as a deletion comes."""
    means = hall.lobby.means
    where: dict[str, tuple[object, str]] = {
        "codes": (hall.lobby.entrance, "revoke"),
        "games": (means.register, "delete"),
        "journals of games": (means.journal, "delete"),
        "changes": (means.events.journal, "delete"),
    }
    broken.setattr(*where[step], lost)


@pytest.mark.parametrize("step", ["codes", "games", "journals of games", "changes"])
@pytest.mark.parametrize("kind", ["files", "database"])
def test_a_deletion_that_was_broken_off_is_finished_at_the_next_start(
    kind: str,
    step: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    """The server is killed wherever it was; nobody finds the event, or a board without one."""
    url = None if kind == "files" else request.getfixturevalue("database_url")
    sharing = None if url is None else Sharing(url=url)
    with opened_means(tmp_path, sharing) as means, staged_with(means, tmp_path) as stage:
        event = started(stage)
        codes = [event.arbiter["code"], *(link["code"] for link in event.links.values())]
        with monkeypatch.context() as broken:
            breaking(step, stage.hall, broken)
            assert asked_to_delete(stage, event.event) == (503, "storage")
        assert stage.organise("GET", "/events").json() == []

    with opened_means(tmp_path, sharing) as means, staged_with(means, tmp_path) as again:
        assert again.organise("GET", "/events").json() == []
        assert again.organise("GET", "/games").json() == []
        for code in codes:
            assert again.client.post("/entries", json={"code": code}).status_code == 403
        assert means.events.journal.event_ids() == ()
        assert means.register.games() == {}
        assert means.journal.game_ids() == ()
        assert {key.owner for key in means.register.all_keys()} == {ORGANISER}


@pytest.mark.parametrize("step", ["/start", "/pairing", "/players", "DELETE"])
def test_who_asks_for_something_while_it_is_deleted_brings_nothing_of_it_back(
    step: str, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = made(stage, "Anna", "Bert", "Cleo", "Dora")
    if step != "/pairing":
        event.done("/pairing")
    means = stage.hall.lobby.means
    journal = means.events.journal
    append, begun, asked = journal.append, threading.Event(), threading.Event()

    def slowly(event_id: str, changes: Sequence[Change], *, after: int) -> int:
        begun.set()
        asked.wait(10)
        return append(event_id, changes, after=after)

    monkeypatch.setattr(journal, "append", slowly)
    lock = stage.hall.events.competitions.all[event.event].writing
    body = {"name": "Emil", "language": "en"} if step == "/players" else None
    with ThreadPoolExecutor() as beside:
        deletion = beside.submit(asked_to_delete, stage, event.event)
        begun.wait(10)
        if step == "DELETE":
            other = beside.submit(asked_to_delete, stage, event.event)
        else:
            other = beside.submit(lambda: refused_for(event, step, body))
        waited(lambda: bool(lock._waiters))  # noqa: SLF001 - nothing else tells who waits
        asked.set()
        first, second = deletion.result(), other.result()

    assert first == (204, "")
    assert second == ((204, "") if step == "DELETE" else (422, "There is no such event."))
    assert journal.event_ids() == ()
    assert means.register.games() == {}
    assert stage.hall.lobby.running == {}


def refused_for(event: EventStage, path: str, body: object) -> tuple[int, str]:
    answer = event.post(path, body)
    return answer.status_code, answer.json()["detail"]


def test_without_storage_it_stays(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    event = started(stage)

    with monkeypatch.context() as broken:
        broken.setattr(stage.hall.lobby.means.events.journal, "append", lost)
        assert asked_to_delete(stage, event.event) == (503, "storage")

    assert len(event.state()["rounds"][0]["boards"]) == 2
    assert len(stage.hall.lobby.means.register.games()) == 2
    assert asked_to_delete(stage, event.event) == (204, "")
