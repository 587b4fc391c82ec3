"""Connections leave room for the files of the program itself."""

import resource

import pytest

from voice_chess.adapters.system.open_files import OF_OUR_OWN, room_for_connections


@pytest.mark.parametrize(
    ("soft", "hard", "asked_for", "room"),
    [
        (1_024, 4_096, 1_000 + OF_OUR_OWN, 1_000),
        (1_024, 1_024, 1_024, 1_024 - OF_OUR_OWN),
        (1_024, resource.RLIM_INFINITY, 1_000 + OF_OUR_OWN, 1_000),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None, 1_000),
        (9_999, 9_999, None, 1_000),
        (64, 64, 64, 1),
    ],
)
def test_there_are_no_more_connections_than_files_to_spare(
    monkeypatch: pytest.MonkeyPatch, soft: int, hard: int, asked_for: int | None, room: int
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits[0]))

    assert room_for_connections(1_000) == room
    assert asked == ([] if asked_for is None else [asked_for])
