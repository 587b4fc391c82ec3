"""Whoever runs the server can see whether it is well and how busy it is."""

import re
from functools import partial
from pathlib import Path

from fastapi.testclient import TestClient

from tests.waiting import waited
from tests.web.means import opened_means
from tests.web.stage import ADDRESS, Stage, staged_with
from voice_chess.adapters.storage.postgres.database import Database
from voice_chess.adapters.storage.sqlite_register import SqliteRegister
from voice_chess.compose.storage import Sharing


def figures(stage: Stage) -> dict[str, float]:
    """As Prometheus reads them on the same computer."""
    here = TestClient(stage.client.app, base_url=ADDRESS, client=("127.0.0.1", 1))
    here.portal = stage.client.portal
    answer = here.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain")
    rows = re.findall(r"^(\w+) ([\d.e+-]+)$", answer.text, re.MULTILINE)
    return {name: float(value) for name, value in rows}


def test_what_is_played_and_open_is_counted(stage: Stage) -> None:
    links = stage.arrange(arbiter="new")
    with stage.seats(links) as (white, black, _):
        white.press_after("e2e4", 0)
        black.press_after("e7e5", 1)
        black.ask(type="line", text="Ke3")
        found = figures(stage)

    assert found["voice_chess_moves_total"] == 2
    assert found["voice_chess_open_games"] == 1
    assert found["voice_chess_open_sockets"] == 3
    assert found["voice_chess_request_seconds_count"] >= 3
    assert figures(stage)["voice_chess_open_sockets"] == 0


def renewed_after(stage: Stage, until_s: float) -> bool:
    return figures(stage)["voice_chess_lease_until_seconds"] > until_s


def test_whose_the_games_are_is_told_where_servers_share_them(
    database_url: str, tmp_path: Path
) -> None:
    for epoch in (1, 2):
        with (
            opened_means(tmp_path, Sharing(url=database_url)) as means,
            staged_with(means, tmp_path) as stage,
            Database(database_url) as database,
        ):
            found = figures(stage)
            until_s = found["voice_chess_lease_until_seconds"]
            assert found["voice_chess_lease_epoch"] == epoch
            assert abs(until_s - database.now_ms() / 1_000) < 3_600
            waited(partial(renewed_after, stage, until_s))


def test_without_a_database_no_lease_is_told(stage: Stage) -> None:
    assert not [name for name in figures(stage) if "lease" in name]


def test_figures_name_nobody_and_are_told_to_nobody_elsewhere(stage: Stage) -> None:
    elsewhere = TestClient(stage.client.app, base_url=ADDRESS, client=("192.0.2.7", 1))
    elsewhere.portal = stage.client.portal

    assert elsewhere.get("/metrics").status_code == 403


def test_health_is_told_while_what_is_kept_can_be_read(stage: Stage) -> None:
    stage.arrange()

    assert stage.client.get("/health").json() == {"games": 1, "damaged": 0}

    register = stage.hall.lobby.means.register
    assert isinstance(register, SqliteRegister)
    register.close()

    assert stage.client.get("/health").status_code == 503
