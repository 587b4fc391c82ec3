"""Pushing a round to Lichess: what is sent, and what comes of each answer."""

from collections.abc import Iterator

import pytest

from tests.web.events.fake_lichess import BEARER, ROUND, FakeLichess, fake_lichess
from voice_chess.adapters.events.lichess_broadcast import LichessBroadcast
from voice_chess.session.lobby.event_ports import BroadcastLost, Untaken

GAMES = '[White "Zoë"]\n[Black "Bert"]\n\n1. e4 *\n'


@pytest.fixture
def lichess() -> Iterator[FakeLichess]:
    with fake_lichess() as fake:
        yield fake


def lost(address: str) -> BroadcastLost:
    with pytest.raises(BroadcastLost) as caught:
        LichessBroadcast(BEARER, address).push(ROUND, GAMES)
    return caught.value


def test_games_are_posted_to_the_round_as_text_with_the_token(lichess: FakeLichess) -> None:
    LichessBroadcast(BEARER, lichess.address).push(ROUND, GAMES)

    (push,) = lichess.pushes
    assert (push.method, push.path) == ("POST", f"/api/broadcast/round/{ROUND}/push")
    assert push.token == f"Bearer {BEARER}"
    assert push.kind == "text/plain; charset=utf-8"
    assert push.body == GAMES


@pytest.mark.parametrize(
    ("status", "why", "wait_s"),
    [
        (400, Untaken.PGN, 60),
        (401, Untaken.FORBIDDEN, 60),
        (403, Untaken.FORBIDDEN, 60),
        (404, Untaken.UNKNOWN, 60),
        (429, Untaken.BUSY, 60),
        (302, Untaken.AWAY, 0),
        (502, Untaken.AWAY, 0),
    ],
)
def test_each_refusal_has_its_reason_and_its_pause(
    lichess: FakeLichess, status: int, why: Untaken, wait_s: float
) -> None:
    lichess.answers.append((status, {"error": "Nothing doing"}))

    told = lost(lichess.address)

    assert (told.why, told.detail, told.wait_s) == (why, "Nothing doing", wait_s)


def test_nobody_is_followed_to_another_address_with_the_token(lichess: FakeLichess) -> None:
    lichess.answers.append((302, {}))

    assert lost(lichess.address).detail == "HTTP 302"
    assert len(lichess.pushes) == 1


def test_a_game_that_was_not_taken_is_named(lichess: FakeLichess) -> None:
    tags = {"White": "Zoë", "Black": "Bert"}
    wrong = {"tags": tags, "error": "Cannot parse move: Ke9"}
    lichess.answers.append((200, {"games": [{"tags": {}, "moves": 3}, wrong]}))

    told = lost(lichess.address)

    assert (told.why, told.detail) == (Untaken.PGN, "Zoë - Bert: Cannot parse move: Ke9")


def test_a_server_that_repeats_the_token_does_not_have_it_told(lichess: FakeLichess) -> None:
    lichess.answers.append((403, {"error": f"No scope for\n{BEARER}"}))

    assert lost(lichess.address).detail == "No scope for [token]"


@pytest.mark.parametrize("told", [[], "no object", {"games": "none"}, {"error": 5}])
def test_an_answer_of_another_kind_does_no_harm(lichess: FakeLichess, told: object) -> None:
    lichess.answers += [(200, told), (500, told)]
    LichessBroadcast(BEARER, lichess.address).push(ROUND, GAMES)

    assert lost(lichess.address).detail == "HTTP 500"


def test_an_answer_that_breaks_off_may_have_refused_a_game(lichess: FakeLichess) -> None:
    lichess.kept_back = 40

    told = lost(lichess.address)

    assert (told.why, told.detail) == (Untaken.AWAY, "the answer broke off")


def test_a_refusal_in_several_fields_is_told_in_its_own_words(lichess: FakeLichess) -> None:
    lichess.answers.append((400, {"error": {"pgn": ["Too long.", "No games."], "": "Mend it."}}))

    assert lost(lichess.address).detail == "Too long. No games. Mend it."


def test_nobody_there_is_told() -> None:
    with fake_lichess() as gone:
        address = gone.address

    told = lost(address)

    assert (told.why, told.detail) == (Untaken.AWAY, "Connection refused")
