"""Ways in: links and codes open exactly one seat, until they are revoked."""

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.web.stage import ADDRESS, Stage


def test_a_link_opens_its_seat_by_a_cookie_that_scripts_cannot_read(stage: Stage) -> None:
    links = stage.arrange()
    token = links["white"]["path"].partition("#")[2]

    answer = stage.client.post("/entries", json={"token": token})

    assert answer.json() == {"role": "white", "path": f"/seats/{links['white']['seat']}"}
    header = answer.headers["set-cookie"].lower()
    assert "httponly" in header
    assert "samesite=strict" in header
    assert f"path=/seats/{links['white']['seat']}" in header


def test_the_six_words_open_the_same_seat_however_they_are_typed(stage: Stage) -> None:
    links = stage.arrange()
    code = links["black"]["code"]

    path, _ = stage.enter(code="  " + code.upper().replace(" ", ", ") + " ")

    assert len(code.split()) == 6
    assert path == f"/seats/{links['black']['seat']}"


def test_a_cookie_never_opens_another_seat(stage: Stage) -> None:
    links = stage.arrange()
    _, white = stage.seat(links["white"])
    others = [link["seat"] for role, link in links.items() if role not in ("white", "game")]

    answers = [stage.client.get(f"/seats/{seat}/view", headers=white) for seat in others]

    assert [answer.status_code for answer in answers] == [403] * len(others)
    assert all(answer.json()["code"] == "not-entered" for answer in answers)


def test_a_cookie_of_a_seat_does_not_open_the_organisers_page(stage: Stage) -> None:
    _, white = stage.seat(stage.arrange()["white"])

    assert stage.client.get("/organiser/games", headers=white).status_code == 403


def test_a_cookie_never_opens_a_game_of_others(stage: Stage) -> None:
    path, white = stage.seat(stage.arrange()["white"])
    other = stage.arrange()["game"]["id"]

    answer = stage.client.get(f"{path}/games/{other}", headers=white)

    assert answer.status_code == 404


def test_a_token_nobody_gave_opens_nothing(stage: Stage) -> None:
    answer = stage.client.post("/entries", json={"token": "x" * 32})

    assert answer.status_code == 403
    assert answer.json()["code"] == "bad-link"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("body", [{}, {"token": "a", "code": "b"}, {"token": 1}, {"word": "a"}])
def test_an_entry_needs_one_way_in(stage: Stage, body: dict[str, object]) -> None:
    answer = stage.client.post("/entries", json=body)

    assert answer.status_code == 422
    assert answer.json()["code"] == "malformed"


@pytest.mark.parametrize(
    ("body", "detail", "field"),
    [
        (b'{"token": 1}', "token: Input should be a valid string", "token"),
        (b'{"word": "geheim"}', "word: Extra inputs are not permitted", "word"),
        (b"[]", "body: Input should be a valid dictionary or object", ""),
        (b"{", "body: JSON decode error", ""),
        (b'{"[x]": 1}', "body: Extra inputs are not permitted", ""),
    ],
)
def test_what_is_malformed_is_told_with_the_place_and_without_what_stood_there(
    stage: Stage, body: bytes, detail: str, field: str
) -> None:
    answer = stage.client.post(
        "/entries", content=body, headers={"content-type": "application/json"}
    ).json()

    assert answer["detail"].startswith(detail)
    assert answer["field"] == field
    assert "geheim" not in answer["detail"]


def test_a_wrong_method_is_told(stage: Stage) -> None:
    assert stage.client.put("/entries").json()["detail"] == "Method Not Allowed"


def test_guessing_codes_is_slowed_down(stage: Stage) -> None:
    codes = [stage.client.post("/entries", json={"code": f"anton {n}"}) for n in range(7)]

    assert [answer.status_code for answer in codes] == [403] * 5 + [429] * 2


def test_a_revoked_link_opens_nothing_and_its_pages_are_closed(stage: Stage) -> None:
    links = stage.arrange()
    token = links["white"]["path"].partition("#")[2]
    game, seat = links["game"]["id"], links["white"]["seat"]

    with stage.page(links["white"]) as white:
        stage.organise("DELETE", f"/games/{game}/seats/{seat}/link")
        bye = white.next("bye")
        with pytest.raises(WebSocketDisconnect) as closed:
            white.socket.receive_json()
    again = stage.client.post("/entries", json={"token": token})

    assert bye["code"] == "revoked"
    assert closed.value.code == 4403
    assert again.status_code == 403


def test_a_new_link_replaces_the_old_one(stage: Stage) -> None:
    links = stage.arrange()
    path, old = stage.seat(links["white"])
    game, seat = links["game"]["id"], links["white"]["seat"]

    new = stage.organise("POST", f"/games/{game}/seats/{seat}/link", {}).json()
    _, cookie = stage.enter(token=new["path"].partition("#")[2])

    assert stage.client.get(f"{path}/view", headers=old).status_code == 403
    assert stage.client.get(f"{path}/view", headers={"cookie": cookie}).status_code == 200


def test_who_leaves_needs_their_link_again(stage: Stage) -> None:
    path, white = stage.seat(stage.arrange()["white"])

    left = stage.client.delete(f"{path}/entry", headers=white)

    assert left.status_code == 204
    assert stage.client.get(f"{path}/view", headers=white).status_code == 403


def test_no_secret_lies_on_disk_as_it_was_given(stage: Stage) -> None:
    links = stage.arrange()
    token, code = links["white"]["path"].partition("#")[2], links["white"]["code"]
    _, headers = stage.seat(links["white"])
    cookie = headers["cookie"].partition("=")[2]
    files = [path for path in stage.data.iterdir() if path.is_file()]

    written = b"".join(path.read_bytes() for path in files)

    assert b"white" in written
    assert not [secret for secret in (token, code, cookie) if secret.encode() in written]


def test_a_socket_of_a_foreign_page_is_refused(stage: Stage) -> None:
    path, headers = stage.seat(stage.arrange()["white"])
    foreign = {**headers, "origin": "https://evil.example"}

    with pytest.raises(WebSocketDisconnect), stage.socket(path, foreign):
        pass


def test_a_socket_without_an_origin_is_refused(stage: Stage) -> None:
    path, headers = stage.seat(stage.arrange()["white"])

    with (
        pytest.raises(WebSocketDisconnect),
        stage.socket(path, {"cookie": headers["cookie"]}),
    ):
        pass


def test_a_socket_without_the_cookie_is_refused(stage: Stage) -> None:
    path, _ = stage.seat(stage.arrange()["white"])

    with pytest.raises(WebSocketDisconnect), stage.socket(path, {"origin": ADDRESS}):
        pass


def test_a_page_that_has_not_greeted_is_closed_with_its_seat(stage: Stage) -> None:
    links = stage.arrange()
    game, seat = links["game"]["id"], links["white"]["seat"]

    with stage.socket(*stage.seat(links["white"])) as page:
        stage.organise("DELETE", f"/games/{game}/seats/{seat}/link")
        page.tell("hello", protocol=1)
        first = page.until(lambda _: True)

    assert (first["type"], first.get("code")) == ("bye", "revoked")
