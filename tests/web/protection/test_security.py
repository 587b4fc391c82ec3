"""What every answer bears, and what is refused before anything is done."""

import pytest

from tests.web.stage import ADDRESS, Stage
from voice_chess.web.protection.doorway import LONGEST_LIST
from voice_chess.web.protection.security import HEADERS, HOW_TO_TRUST, LARGEST_BODY


@pytest.mark.parametrize("path", ["/schema/socket.json", "/pieces/K.svg", "/nowhere", "/seats/x"])
def test_every_answer_bears_the_headers(stage: Stage, path: str) -> None:
    answer = stage.client.get(path)

    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


def test_no_page_may_run_or_style_anything_inline() -> None:
    policy = HEADERS["Content-Security-Policy"]

    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'")


def test_what_a_foreign_page_asks_for_is_not_done(stage: Stage) -> None:
    headers = {"cookie": stage.organiser, "origin": "https://evil.example"}

    answer = stage.client.post("/organiser/games", json={}, headers=headers)

    assert answer.status_code == 403
    assert answer.json()["code"] == "foreign-origin"
    assert stage.organise("GET", "/games").json() == []


@pytest.mark.parametrize(
    ("origin", "told"),
    [(ADDRESS.replace("http", "https"), HOW_TO_TRUST), ("https://evil.example", "")],
)
def test_pages_behind_a_proxy_that_is_not_trusted_tell_what_to_do(
    stage: Stage, origin: str, told: str
) -> None:
    """All of them were foreign, and neither the page nor the log told why."""
    headers = {"origin": origin, "x-forwarded-proto": "https"}

    answer = stage.client.post("/entries", json={"token": "x"}, headers=headers)

    assert (answer.json()["code"], answer.json()["detail"]) == ("foreign-origin", told)


def test_a_cookie_without_an_origin_changes_nothing(stage: Stage) -> None:
    answer = stage.client.post("/organiser/games", json={}, headers={"cookie": stage.organiser})

    assert answer.status_code == 403


def test_a_form_is_not_taken_for_a_request(stage: Stage) -> None:
    headers = {"cookie": stage.organiser, "origin": ADDRESS, "content-type": "text/plain"}

    answer = stage.client.post("/organiser/games", content="{}", headers=headers)

    assert answer.status_code == 415


def test_a_body_larger_than_any_of_ours_is_refused(stage: Stage) -> None:
    answer = stage.client.post("/entries", json={"token": "x" * LARGEST_BODY})

    assert answer.status_code == 413
    assert answer.json()["code"] == "too-large"


def test_a_list_longer_than_any_of_players_is_refused(stage: Stage) -> None:
    answer = stage.client.post(
        "/organiser/events/x/players/list", json={"text": "x" * LONGEST_LIST}
    )

    assert answer.status_code == 413
    assert answer.json()["code"] == "too-large"


def test_a_body_that_does_not_tell_its_size_is_cut_too(stage: Stage) -> None:
    headers = {"content-type": "application/json"}

    answer = stage.client.post("/entries", content=iter([b"x" * 9_000] * 3), headers=headers)

    assert answer.status_code == 413


def test_what_was_wrong_is_not_repeated(stage: Stage) -> None:
    answer = stage.client.post("/entries", json={"token": "<script>", "more": "<b>"})

    assert "<" not in answer.text


def test_every_address_is_described(stage: Stage) -> None:
    paths = stage.client.get("/schema/openapi.json").json()["paths"]

    assert {"/entries", "/organiser/games", "/seats/{seat}/games/{game}"} <= set(paths)


@pytest.mark.parametrize("path", ["/organiser/games/%00/whole.pgn", "/seats/a%00b", "/docs/%00"])
def test_an_address_with_what_is_no_letter_is_found_nowhere(stage: Stage, path: str) -> None:
    """PostgreSQL refuses to look for it, which was told as storage that is away."""
    answer = stage.client.get(path)

    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
