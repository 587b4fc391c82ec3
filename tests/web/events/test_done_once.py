"""What an arbiter's page asks again, as it had no answer, is done once: by the next life, too."""

from pathlib import Path

import pytest

from tests.english import text
from tests.web.events.event_stage import TERMS, EventStage, made
from tests.web.stage import Stage, staged

KEY = "page-0001"
ENTRIES: dict[str, dict[str, object]] = {
    "/players": {"name": "Anna", "language": "en", "has_assistant": True},
    "/players/list": {"text": "name\nAnna\nBert\n", "language": "en"},
}


def names(event: EventStage) -> list[str]:
    return [each["name"] for each in event.state()["players"]]


@pytest.mark.parametrize("path", ENTRIES)
def test_an_entry_repeated_to_the_next_life_of_a_server_enters_nobody_else(
    path: str, tmp_path: Path
) -> None:
    entry = {**ENTRIES[path], "key": KEY}
    with staged(tmp_path) as stage:
        event = made(stage)
        first = event.codes(path, entry)
        entered = names(event)
        version = stage.hall.events.competitions.all[event.event].version
    with staged(tmp_path) as stage:
        again = EventStage(stage, event.event, event.arbiter)
        told = again.codes(path, entry)
        assert names(again) == entered
        assert stage.hall.events.competitions.all[event.event].version == version
        assert [link["number"] for link in told] == [link["number"] for link in first]
        # The codes of an answer that nobody got are nobody's: those that are told open the places.
        assert stage.client.post("/entries", json={"code": first[0]["code"]}).status_code == 403
        assert stage.client.post("/entries", json={"code": told[0]["code"]}).status_code == 201

        refused = again.refused(path, {**entry, "key": "page-0002"})
        assert text("event-refused:name-twice", value="Anna") in refused
        assert names(again) == entered


def test_another_entry_by_the_same_key_is_another(stage: Stage) -> None:
    event, other = made(stage), made(stage)
    for name in ("Ana", "Anna"):
        event.codes("/players", {"name": name, "language": "en", "key": KEY})
    other.codes("/players", {"name": "Anna", "language": "en", "key": KEY})

    assert names(event) == ["Ana", "Anna"]
    assert names(other) == ["Anna"]
    open_ = stage.hall.events.competitions.all.values()
    places = [place for each in open_ for place in each.now.by_place]
    assert len(set(places)) == 3


def test_an_event_is_made_once(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        first = stage.organise("POST", "/events", {**TERMS, "key": KEY}).json()
    with staged(tmp_path) as stage:
        again = stage.organise("POST", "/events", {**TERMS, "key": KEY})
        events = stage.organise("GET", "/events").json()
        code = again.json()["links"][0]["code"]
        other = stage.organise("POST", "/events", {**TERMS, "key": "page-0002"}).json()

        assert again.status_code == 201
        assert again.json()["event"] == first["event"] != other["event"]
        assert [each["event"] for each in events] == [first["event"]]
        assert stage.client.post("/entries", json={"code": code}).status_code == 201


def test_an_undoing_that_is_repeated_undoes_nothing_else(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        event = made(stage, "Anna", "Bert")
        for number in (1, 2):
            event.done(f"/players/{number}/byes", {"round": 2})
        meant = {"made_at_ms": event.state()["undo_made_at_ms"]}
        event.done("/undoing", meant)
    with staged(tmp_path) as stage:
        again = EventStage(stage, event.event, event.arbiter)
        told = again.refused("/undoing", meant)

        assert told == "Something else has changed in the meantime; nothing was undone."
        assert [each["byes"] for each in again.state()["players"]] == [[2], []]
        assert again.watched()["undo_made_at_ms"] is None
