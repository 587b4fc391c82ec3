"""A move is sealed at a seat: nobody reads it anywhere before who may open its envelope has."""

import logging
import re
from pathlib import Path

import pytest

from tests.german import GERMAN, by_ear, german, in_words, says
from tests.stage.page import Page, Seats
from tests.web.stage import Stage, staged
from voice_chess.laws.position import Position
from voice_chess.speech.generation.styles import USUAL
from voice_chess.speech.generation.wording import move_words

MOVE = "g1f3"
TYPED = "Sg1-f3"
WRITTEN = (
    # Letters that an envelope is written in, among which four of them come together by chance.
    rb"(?<![\w+/])g1f3(?![\w+/])",
    TYPED.encode(),
    in_words("f").encode(),
    by_ear("f").encode(),
)
"""Patterns of all the ways in which the tests below write it."""

WAYS: list[dict[str, object]] = [
    {"type": "line", "text": f"{says('seal')} {TYPED}"},
    {"type": "line", "text": in_words("Nf3")},
    {"type": "line", "text": "g1f3"},
    {"type": "ask", "name": "seal", "args": [MOVE]},
    {"type": "move", "uci": MOVE, "ply": 0},
]


def rule(page: Page, **ruling: object) -> bool:
    return bool(page.ask(type="rule", ruling=ruling)["is_accepted"])


def trust(page: Page, passphrase: str) -> None:
    assert page.ask(type="passphrase", text=passphrase)["is_accepted"]


def arranged(stage: Stage) -> dict[str, dict[str, str]]:
    return stage.arrange(arbiter="new", edition="2009", time="90")


def adjourn(seats: Seats, **sealed: object) -> None:
    white, _, arbiter = seats
    trust(arbiter, "pfeife")
    assert rule(arbiter, ruling="ask-to-seal", resumption="morgen")
    assert white.ask(**(sealed or WAYS[0]))["is_accepted"]
    assert white.ask(type="ask", name="press")["is_accepted"]


def bytes_of(folder: Path) -> bytes:
    """Everything that the server keeps, the database's log included."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())


def told_to(page: Page) -> bytes:
    """Everything that was sent to a page; which moves are legal tells nothing."""
    return repr(
        [
            {**m, "game": {**m["game"], "state": None}} if m["type"] == "game" else m
            for m in page.came
            if m["type"] != "welcome"
        ]
    ).encode()


@pytest.mark.parametrize("way", WAYS, ids=lambda way: str(way.get("text", way["type"])))
def test_the_move_stands_in_no_byte_that_is_kept_or_sent_before_it_is_opened(
    stage: Stage, way: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    links = arranged(stage)

    with caplog.at_level(logging.DEBUG), stage.seats(links) as seats:
        _, black, arbiter = seats
        with stage.page(links["spectator"]) as spectator:
            adjourn(seats, **way)
            rule(arbiter, ruling="resume")
            others = [told_to(page) for page in (black, arbiter, spectator)]
            kept = bytes_of(stage.data) + caplog.text.encode()
            trust(arbiter, "pfeife")
            assert rule(arbiter, ruling="open-envelope")
            game = arbiter.came[-2]["game"]

    found = [each for each in WRITTEN for text in (kept, *others) if re.search(each, text)]
    assert found == []
    assert [move["uci"] for move in game["moves"]] == [MOVE]
    assert re.search(WRITTEN[0], bytes_of(stage.data))


@pytest.mark.parametrize("way", WAYS, ids=lambda way: str(way.get("text", way["type"])))
def test_who_seals_is_read_their_move_back_and_can_hear_it_again_until_it_is_closed(
    stage: Stage, way: dict[str, object]
) -> None:
    links = arranged(stage)
    move = move_words(MOVE, Position.start(), GERMAN, USUAL)
    read_back = german("EnvelopeOpened", move=move)

    with stage.seats(links) as seats:
        white, black, arbiter = seats
        trust(arbiter, "pfeife")
        assert rule(arbiter, ruling="ask-to-seal", resumption="morgen")
        assert white.ask(**way)["is_accepted"]
        told = white.texts()[-1]
        white.ask(type="line", text=says("repeat"))
        told_again = white.texts()[-1]
        assert white.ask(type="ask", name="press")["is_accepted"]
        white.ask(type="line", text=says("repeat"))
        told_later = white.texts()[-1]
        others = b"".join(told_to(page) for page in (black, arbiter))
        kept = bytes_of(stage.data)

    assert (told, told_again) == (read_back, read_back)
    assert told_later == german("GameAdjourned")
    assert [each for each in (read_back, move) if each.encode() in others + kept] == []


def test_who_changes_their_mind_before_closing_the_envelope_is_read_the_new_move(
    stage: Stage,
) -> None:
    links = arranged(stage)

    with stage.seats(links) as (white, _, arbiter):
        trust(arbiter, "pfeife")
        rule(arbiter, ruling="ask-to-seal", resumption="morgen")
        told = []
        for line in (in_words("Nf3"), f"{says('seal')} e4"):
            white.ask(type="line", text=line)
            told.append(white.texts()[-1])

    moves = [move_words(uci, Position.start(), GERMAN, USUAL) for uci in (MOVE, "e2e4")]
    assert told == [german("EnvelopeOpened", move=move) for move in moves]


def test_what_stands_on_the_envelope_is_shown_to_everybody_in_their_language(stage: Stage) -> None:
    links = stage.arrange(arbiter="new", edition="2009", time="90", black={"language": "en"})

    with stage.seats(links) as seats:
        _, black, arbiter = seats
        adjourn(seats)
        game = black.until(lambda m: m["type"] == "game" and m["game"]["envelope"])["game"]
        path, headers = stage.seat(links["spectator"])
        seen = stage.client.get(f"{path}/games/{game['game']}", headers=headers).json()
        rule(arbiter, ruling="resume")
        trust(arbiter, "pfeife")
        rule(arbiter, ruling="open-envelope")
        after = arbiter.came[-2]["game"]

    fields = {field["label"]: field["text"] for field in game["envelope"]}
    assert fields["Move sealed by"] == "White"
    assert fields["Number of the sealed move"] == "1"
    assert "morgen" in fields.values()
    assert {field["text"] for field in seen["envelope"]} >= {says("white"), "morgen"}
    assert after["envelope"] == []


def test_a_wrong_passphrase_leaves_the_envelope_shut_and_costs_nobody_the_game(
    stage: Stage,
) -> None:
    links = arranged(stage)

    with stage.seats(links) as seats:
        *_, arbiter = seats
        adjourn(seats)
        rule(arbiter, ruling="resume")
        trust(arbiter, "flöte")
        is_open = rule(arbiter, ruling="open-envelope")
        said = arbiter.texts()[-1]
        phase = next(m for m in reversed(arbiter.came) if m["type"] == "game")
        trust(arbiter, "pfeife")
        is_open_now = rule(arbiter, ruling="open-envelope")

    assert not is_open
    assert said == german("envelope:shut")
    assert phase["game"]["state"]["phase"] == "resuming"
    assert is_open_now


def test_another_day_only_the_passphrase_opens_it(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        links = arranged(stage)
        with stage.seats(links) as seats:
            adjourn(seats)
    with staged(tmp_path) as stage, stage.seats(links) as (_, _, arbiter):
        rule(arbiter, ruling="resume")
        is_open_without = rule(arbiter, ruling="open-envelope")
        trust(arbiter, "pfeife")
        is_open_with = rule(arbiter, ruling="open-envelope")
        game = arbiter.came[-2]["game"]

    assert (is_open_without, is_open_with) == (False, True)
    assert [move["uci"] for move in game["moves"]] == [MOVE]


def test_passphrases_are_forgotten_once_the_envelope_is_closed(stage: Stage) -> None:
    links = arranged(stage)

    with stage.seats(links) as seats:
        *_, arbiter = seats
        adjourn(seats)
        rule(arbiter, ruling="resume")

        assert not rule(arbiter, ruling="open-envelope")


def test_without_an_arbiter_both_players_close_and_open_it(stage: Stage) -> None:
    links = stage.arrange(edition="2009", time="90")

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        trust(white, "Königin")
        alone = white.ask(type="ask", name="adjourn")["is_accepted"]
        alone = white.ask(type="ask", name="yes")["is_accepted"]
        trust(black, "Turm")
        white.ask(type="ask", name="adjourn")
        together = white.ask(type="ask", name="yes")["is_accepted"]
        white.ask(**WAYS[0])
        white.ask(type="ask", name="press")
        rule(black, ruling="resume")
        trust(white, "Königin")
        trust(black, "Turm")
        opened = black.ask(type="line", text=says("open-envelope"))["is_accepted"]
        game = black.came[-2]["game"]

    assert (alone, together, opened) == (False, True, True)
    assert [move["uci"] for move in game["moves"]] == [MOVE]


def test_without_a_passphrase_no_move_is_sealed_and_play_goes_on(stage: Stage) -> None:
    links = arranged(stage)

    with stage.seats(links) as (white, _, arbiter):
        is_asked = rule(arbiter, ruling="ask-to-seal", resumption="morgen")
        said = arbiter.texts()[-1]
        is_moved = white.move("e2e4", 0)["is_accepted"]

    assert not is_asked
    assert said == german("envelope:wanted")
    assert is_moved


def test_a_player_is_not_asked_for_passphrases_where_only_the_arbiter_adjourns(
    stage: Stage,
) -> None:
    links = arranged(stage)

    with stage.seats(links) as (white, _, _arbiter):
        is_adjourned = white.ask(type="ask", name="adjourn")["is_accepted"]
        said = white.texts()[-1]

    assert not is_adjourned
    assert said == german("NotYourRole:arbiter")


@pytest.mark.parametrize("role", ["spectator", "assistant-white"])
def test_nobody_else_has_a_passphrase(stage: Stage, role: str) -> None:
    links = stage.arrange(white={"has_assistant": True})

    with stage.page(links[role]) as page:
        answer = page.ask(type="passphrase", text="pfeife")

    assert answer["code"] == "malformed"


def test_one_passphrase_of_the_arbiters_is_enough_for_all_their_boards(stage: Stage) -> None:
    first = arranged(stage)
    path, headers = stage.seat(first["arbiter"])
    second = stage.arrange(arbiter=path.rpartition("/")[2], edition="2009", time="90")
    games = {each["game"]["id"] for each in (first, second)}
    with (
        stage.page(first["white"]) as one,
        stage.page(second["white"]) as other,
        stage.page(first["black"]),
        stage.page(second["black"]),
        stage.at((path, headers)) as (arbiter,),
    ):
        chosen = min(games)
        given = {"type": "passphrase", "text": "pfeife", "for_all": True}
        assert arbiter.ask(**given, game=chosen)["is_accepted"]
        kept = [m for m in arbiter.came if m["type"] == "said" and m["kind"] == "answer"]
        assert [said["text"] for said in kept] == [german("envelope:key-all")]
        for game in games:
            ruling = {"ruling": "ask-to-seal", "resumption": "morgen"}
            assert arbiter.ask(type="rule", game=game, ruling=ruling)["is_accepted"]
        for page in (one, other):
            assert page.ask(**WAYS[0])["is_accepted"]
            assert page.ask(type="ask", name="press")["is_accepted"]
            assert "game-adjourned" in {m.get("name") for m in page.came}


def test_no_passphrase_is_kept_behind_the_end_of_a_game(stage: Stage) -> None:
    links = arranged(stage)
    with stage.seats(links) as (white, _, arbiter):
        trust(arbiter, "pfeife")
        keyring = stage.hall.lobby.running[links["game"]["id"]].seated.keyring
        assert keyring.envelopes is not None
        white.resign()

        assert keyring.envelopes is None
