"""An event on the server: from its making to its standings, everybody with one code."""

import io
import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pypdf
import pytest

from tests.english import TEXT, english, text
from tests.german import NUMBERS, PAGE, by_ear, german
from tests.pgn_games import games_of
from tests.stage.page import Page
from tests.stage.play import FOOLS_MATE
from tests.stage.ports import ScriptedEars
from tests.waiting import waited
from tests.web.events.event_stage import TERMS, EventStage, State, made
from tests.web.stage import ADDRESS, Stage, staged
from voice_chess.adapters.storage.sqlite_event_journal import SqliteEventJournal
from voice_chess.event import pairing
from voice_chess.event.changes import Change
from voice_chess.event.crosscheck import crosscheck, doubtful_points
from voice_chess.event.dutch_system import DutchPairer
from voice_chess.event.entrants import round_to_pair
from voice_chess.event.identity import TITLES
from voice_chess.event.standings import standings
from voice_chess.event.trf import read_trf
from voice_chess.languages.language import Language
from voice_chess.records.paper_tables import PaperTables
from voice_chess.session.lobby.event_rounds import EventRounds
from voice_chess.session.lobby.lobby import Arrangement
from voice_chess.session.lobby.register import ORGANISER
from voice_chess.session.ports import JournalLost
from voice_chess.web.events import event_feed, event_views
from voice_chess.web.events.event_public import REPORTS, Version
from voice_chess.web.events.event_rest import EventState
from voice_chess.web.live.print_shop import PrintShop
from voice_chess.web.protection.security import LARGEST_BODY

NAMES = ("Anna", "Bert", "Cleo", "Dora")


def nobody_looks(stage: Stage) -> None:
    """Games that nobody needs leave memory; the first look still finds the requests before it."""
    assert stage.client.portal is not None
    for _ in range(3):
        stage.client.portal.call(stage.hall.games_over.look)


def results_of(event: EventStage, number: int) -> list[str | None]:
    return [board["result"] for board in event.state()["rounds"][number - 1]["boards"]]


def test_a_round_is_paired_played_and_counted(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")

    event.play(1, 2, white_wins=True)

    state = event.state()
    (board,) = state["rounds"][0]["boards"]
    assert board["result"] == "1-0"
    assert [(row["name"], row["points"]) for row in state["standings"]] == [
        ("Anna", "1"),
        ("Bert", "0"),
    ]


def test_a_round_that_was_not_paired_cannot_be_started(stage: Stage) -> None:
    assert made(stage, "Anna", "Bert").refused("/start") == TEXT["event-refused:not-paired"]


def test_codes_of_an_event_that_is_moved_last_until_its_new_end(stage: Stage) -> None:
    event = made(stage, "Anna")
    event.enter("Bert", has_assistant=True)
    register = stage.hall.lobby.means.register
    before = {key.until_ms for key in register.all_keys() if key.kind != "entry"}
    terms = event.state()["terms"]

    event.done("/terms", {**terms, "first_day": "2031-02-01", "last_day": "2031-02-09"})
    a_week_behind_ms = int(datetime(2031, 2, 16, tzinfo=UTC).timestamp() * 1_000)
    told = [key for key in register.all_keys() if key.kind == "code" and key.owner != ORGANISER]
    assert max(before) < a_week_behind_ms
    assert [key.until_ms for key in told] == [a_week_behind_ms] * len(
        ("arbiter", "Anna", "Bert", "Bert's assistant")
    )


def test_one_code_leads_to_the_board_of_each_round(stage: Stage) -> None:
    event = made(stage, *NAMES)
    event.done("/pairing")
    assert event.now(1)["is_ready"] is False
    event.done("/start")
    with event.at_board(event.links[1]) as page:
        first = page.came[-1]["games"][0]["game"]
    for board in (1, 2):
        ruling = {"round": 1, "board": board, "result": "1-0", "reason": "a test"}
        event.done("/results", ruling)

    event.done("/pairing")
    event.done("/start")

    assert event.now(1)["is_ready"] is True
    with event.at_board(event.links[1]) as page:
        assert page.came[-1]["games"][0]["game"] != first


def test_the_game_has_the_edition_the_time_and_the_names_of_the_event(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert", time="90+30", edition="2018")
    event.done("/pairing")
    event.done("/start")

    with event.at_board(event.links[2]) as page:
        (game,) = page.came[-1]["games"]

    assert (game["white"]["name"], game["black"]["name"]) == ("Anna", "Bert")
    assert game["customs"]["time"] == "5400+30"
    assert game["customs"]["edition"] == "2018"


def test_the_pairing_is_told_where_they_wait_in_their_language(stage: Stage) -> None:
    event = made(stage, "Anna")
    event.enter("Bert", language="de")
    assert event.now(1)["text"] == "No round yet."

    event.done("/pairing")

    assert event.now(1)["text"] == "Round one, board one, White, against Bert."
    assert event.now(2)["text"] == german(
        "pairing", "black", round=NUMBERS[1], board=NUMBERS[1], name="Anna"
    )


def test_who_is_blind_hears_the_pairing(stage: Stage) -> None:
    event = made(stage, "Anna")
    event.enter("Bert", is_blind=True)
    event.done("/pairing")
    assert event.now(1)["clip"] is None

    clip = event.now(2)["clip"]
    _, headers = event.place(event.links[2])
    wav = stage.client.get(clip, headers=headers)

    assert wav.content[44:].decode("utf-16-le") == "Round one, board one, Black, against Anna."


def test_the_pairing_is_said_at_the_board_too(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")

    with event.at_board(event.links[1]) as page:
        said = page.next("said")

    assert said["text"] == "Round one, board one, White, against Bert."


def test_the_pairing_is_not_said_again_to_a_page_that_comes_back(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")
    with event.at_board(event.links[1]) as before:
        before.next("said")
        # Whatever came before a page's own message has reached it.
        before.ask(type="ask", name="clock")

    with event.at_board(event.links[1]) as page:
        page.ask(type="ask", name="clock")

    said = [sum(text.startswith("Round one") for text in each.texts()) for each in (before, page)]
    assert said == [1, 0]


def match_won_by_white(stage: Stage, **terms: object) -> EventStage:
    """Return a match whose first game White has won."""
    event = made(stage, "Anna", "Bert", system="match", **terms)
    event.done("/pairing")
    event.done("/start")
    event.play(1, 2, white_wins=True)
    return event


def after_one_round(stage: Stage) -> EventStage:
    """Return an event of four whose first round ended in two draws."""
    event = made(stage, *NAMES)
    event.done("/pairing")
    event.done("/start")
    for board in (1, 2):
        ruling = {"round": 1, "board": board, "result": "1/2-1/2", "reason": "a test"}
        event.done("/results", ruling)
    return event


def test_who_still_sits_at_an_old_board_hears_of_the_next_round(stage: Stage) -> None:
    event = after_one_round(stage)

    with event.at_board(event.links[1]) as page:
        event.done("/pairing")
        page.until(lambda m: (m.get("text") or "").startswith("Round two, board"))


def test_who_still_sits_at_an_old_board_hears_that_the_new_one_is_ready(stage: Stage) -> None:
    """The pairing said twice told nobody that their clock may be running."""
    event = after_one_round(stage)
    (first, second) = event.done("/pairing")["rounds"][1]["boards"]
    unplayed = {"board": 2, "result": "+/-", "reason": "a test"}
    event.done("/results", {"round": 2, **unplayed})
    ready = english("pairing:begun", link=TEXT["event-back"])

    with (
        event.at_board(event.links[first["white"]], of_round=1) as page,
        event.at_board(event.links[second["white"]], of_round=1) as without_game,
    ):
        event.done("/start")
        page.until(lambda m: m.get("text") == ready)
        for board in (1, 2):
            event.done("/results", {"round": 1, **unplayed, "board": board})
        without_game.until(lambda m: (m.get("text") or "").startswith("Round one, board"))

    assert ready not in without_game.texts()


def test_an_arbiter_who_still_has_the_boards_of_an_old_round_hears_once_of_the_new_ones(
    stage: Stage,
) -> None:
    """Another arbiter has started the round; calls from its boards do not come to the old page."""
    event = after_one_round(stage)
    event.done("/pairing")
    ready = english("pairing:boards", round="two", link=TEXT["event-back"])

    with event.at_board(event.arbiter, of_round=1) as arbiter:
        event.done("/start")
        arbiter.until(lambda m: m.get("text") == ready)
        arbiter.ask(type="ask", name="position", game=arbiter.state()["game"])

    assert arbiter.texts().count(ready) == 1


def test_they_hear_that_it_no_longer_stands_when_it_is_undone(stage: Stage) -> None:
    event = after_one_round(stage)

    with event.at_board(event.links[1]) as page:
        event.done("/pairing")
        event.done("/undoing")
        page.until(lambda m: (m.get("text") or "").startswith("Round two, board"))
        told = page.next("said")

    assert told["text"] == english("pairing:undone", round="two")


def second_round_on(stage: Stage) -> tuple[EventStage, State]:
    """Return an event whose second round has begun, and the first board of its first round."""
    event = after_one_round(stage)
    event.done("/pairing")
    state = event.done("/start")
    return event, state["rounds"][0]["boards"][0]


APPEAL_UPHELD = {"round": 1, "board": 1, "result": "+/-", "reason": "appeal upheld."}


def corrected(board: State, player: int, result: str, reason: str = "") -> str:
    """Return what a player is told of a new result in the first round."""
    other = {board["white"]: board["black"], board["black"]: board["white"]}[player]
    news = {"round": "one", "board": "one", "name": NAMES[other - 1], "result": result}
    because = english("result-news:because", words=reason) if reason else ""
    return " ".join(filter(None, [english("result-news", **news), because]))


def test_players_hear_a_late_correction_with_its_reason_and_that_it_was_undone(
    stage: Stage,
) -> None:
    event, board = second_round_on(stage)
    black = board["black"]
    by_forfeit = english("result-news:forfeit", result=english("result:white-wins"))
    news = corrected(board, black, by_forfeit, "appeal upheld")

    with event.at_board(event.links[black]) as page:
        before = event.done("/results", APPEAL_UPHELD)
        page.until(lambda m: m.get("text") == news)
        event.done("/undoing", {"made_at_ms": before["undo_made_at_ms"]})
        draw = corrected(board, black, english("result:draw"), "a test")
        page.until(lambda m: m.get("text") == draw)


def test_who_waits_hears_which_result_counts_once_a_correction_is_undone(stage: Stage) -> None:
    """At the page of the event the new result only vanished."""
    event, board = second_round_on(stage)
    black = board["black"]
    before = event.done("/results", APPEAL_UPHELD)
    by_forfeit = english("result-news:forfeit", result=english("result:white-wins"))
    assert corrected(board, black, by_forfeit, "appeal upheld") in event.now(black)["text"]

    event.done("/undoing", {"made_at_ms": before["undo_made_at_ms"]})

    told = event.now(black)["text"]
    assert corrected(board, black, english("result:draw"), "a test") in told
    assert "appeal upheld" not in told


def test_arbiters_at_the_boards_hear_a_result_that_another_arbiter_has_set_or_corrected(
    stage: Stage,
) -> None:
    event, _ = second_round_on(stage)
    of_board = {"round": "one", "board": "one"}
    won = english("result-news:forfeit", result=english("result:white-wins"))
    late = english("result-news:at-board", **of_board, result=won)
    undone = english("result-news:at-board", **of_board, result=english("result:draw"))
    set_now = english(
        "result-news:at-board", round="two", board="one", result=english("result:black-wins")
    )

    with event.at_board(event.arbiter) as page:
        before = event.done("/results", APPEAL_UPHELD)
        because = english("result-news:because", words="appeal upheld")
        page.until(lambda m: m.get("text") == f"{late} {because}")
        event.done("/undoing", {"made_at_ms": before["undo_made_at_ms"]})
        because = english("result-news:because", words="a test")
        page.until(lambda m: m.get("text") == f"{undone} {because}")
        event.done("/results", {"round": 2, "board": 1, "result": "0-1", "reason": "seen"})
        because = english("result-news:because", words="seen")
        page.until(lambda m: m.get("text") == f"{set_now} {because}")


def test_a_late_correction_counts_at_once_and_is_told_to_those_who_come_later(
    stage: Stage,
) -> None:
    event, board = second_round_on(stage)
    white, black = board["white"], board["black"]
    others = [number for number in event.links if number not in {white, black}]
    known = event.now(others[0])["text"]

    state = event.done("/results", APPEAL_UPHELD)

    points = {row["number"]: row["points"] for row in state["standings"]}
    assert (points[white], points[black]) == ("1", "0")
    assert "appeal upheld" in event.now(white)["text"]
    assert event.now(others[0])["text"] == known
    with event.at_board(event.links[white]) as page:
        page.until(lambda m: "appeal upheld" in (m.get("text") or ""))


def test_the_pairing_is_not_said_again_when_a_result_is_undone(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")
    none_yet = english("result-news:open").lower()

    with event.at_board(event.links[1]) as page:
        pairing = page.next("said")["text"]
        event.done("/results", {**APPEAL_UPHELD, "result": "1-0"})
        event.done("/undoing")
        page.until(lambda m: none_yet in (m.get("text") or "").lower())

    assert page.texts().count(pairing) == 1


def test_an_assistant_has_a_code_of_their_own_for_the_same_board(stage: Stage) -> None:
    event = made(stage, "Anna")
    answer = event.post("/players", {"name": "Bert", "language": "en", "has_assistant": True})
    player, assistant = answer.json()
    event.links[2] = player
    event.done("/pairing")
    event.done("/start")

    with event.at_board(player) as one, event.at_board(assistant) as other:
        assert one.came[-1]["seat"]["role"] == "black"
        assert other.came[-1]["seat"]["role"] == "assistant-black"
        same = {page.came[-1]["games"][0]["game"] for page in (one, other)}

    assert len(same) == 1


def test_an_assistant_who_comes_in_the_middle_of_a_round_waits_for_the_next(stage: Stage) -> None:
    """There is no seat for them at the board yet, and they are not sent there."""
    event = made(stage, "Anna", "Bert", system="match")
    event.done("/pairing")
    event.done("/start")
    event.done("/players/1", {"name": "Anna", "language": "en", "has_assistant": True})
    (_, event.links[1]) = event.codes("/players/1/codes")

    first = event.now(1)["is_ready"]
    event.done("/results", {"round": 1, "board": 1, "result": "1-0", "reason": "a test"})
    event.done("/pairing")
    event.done("/start")

    assert (first, event.now(1)["is_ready"]) == (False, True)
    with event.at_board(event.links[1]) as page:
        assert page.came[-1]["seat"]["role"] == "assistant-black"


def test_an_arbiter_has_one_code_for_all_boards_and_runs_the_event(stage: Stage) -> None:
    event = made(stage, *NAMES)
    path, headers = event.place(event.arbiter)
    paired = stage.client.post(f"{path}/event/pairing", headers=headers, json={})
    started = stage.client.post(f"{path}/event/start", headers=headers, json={})

    assert (paired.status_code, started.status_code) == (200, 200)
    with event.at_board(event.arbiter) as page:
        assert page.came[-1]["seat"]["role"] == "arbiter"
        assert len(page.came[-1]["games"]) == 2


@pytest.mark.parametrize(
    ("time", "arbiters", "is_supervised"),
    [
        ("15+10", ["Ada"], False),
        ("15+10", ["Ada", "Ben"], True),
        ("3+2", ["Ada", "Ben"], False),
        ("3+2", ["Ada", "Ben", "Cyd", "Dan"], True),
    ],
    ids=["2009-A.3-four", "2009-A.3-two", "2009-B.2-two", "2009-B.2-one"],
)
def test_supervision_counts_the_boards_that_begin_together_for_each_arbiter(
    stage: Stage, time: str, arbiters: list[str], *, is_supervised: bool
) -> None:
    chief, *deputies = arbiters
    terms = {"edition": "2009", "time": time, "chief_arbiter": chief, "deputies": deputies}
    event = made(stage, *"ABCDEFGH", **terms)
    event.done("/pairing")
    event.done("/start")

    games = [task.seated.game for task in stage.hall.lobby.running.values()]
    assert [game.is_supervised for game in games] == 4 * [is_supervised]


def test_who_names_no_arbiter_has_one_for_all_boards(stage: Stage) -> None:
    event = made(stage, *NAMES)
    event.done("/pairing")
    event.done("/start")

    tasks = stage.hall.lobby.running.values()
    assert {task.seated.game.table.occasion.games_per_arbiter for task in tasks} == {2}


def test_a_player_does_not_run_the_event_and_sees_no_other_place(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    path, headers = event.place(event.links[1])
    other, _ = event.place(event.links[2])

    paired = stage.client.post(f"{path}/event/pairing", headers=headers, json={})
    spied = stage.client.get(f"{other}/now", headers=headers)

    assert (paired.status_code, spied.status_code) == (403, 403)


def test_preferences_last_from_round_to_round(stage: Stage) -> None:
    event = made(stage, *NAMES)
    event.done("/pairing")
    event.done("/start")
    with event.at_board(event.links[1]) as page:
        page.tell("prefer", words_per_minute=300)
        page.until(lambda m: m["type"] == "seat" and m["seat"]["words_per_minute"] == 300)
    for board in (1, 2):
        ruling = {"round": 1, "board": board, "result": "0-1", "reason": "a test"}
        event.done("/results", ruling)

    event.done("/pairing")
    event.done("/start")

    with event.at_board(event.links[1]) as page:
        assert page.came[-1]["seat"]["words_per_minute"] == 300


@pytest.mark.law("early-draw-ban")
@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ({"no_agreed_draw_before_move": 20}, english("DrawNotYetAllowed:arbiter", number="twenty")),
        ({"agreed_draws": False}, english("NoAgreedDraws")),
    ],
    ids=["2009:9.1.a early", "2009:9.1.a at all"],
)
def test_an_event_settles_for_all_its_games_that_players_agree_on_no_draw_alone(
    terms: dict[str, object], expected: str, stage: Stage
) -> None:
    event = made(stage, edition="2009", **terms)
    event.enter("Anna", "Bert", language="en")
    event.done("/pairing")
    event.done("/start")

    with event.board(1, 2) as (one, other):
        one.event("game-started")
        assert one.ask(type="ask", name="offer-draw")["is_accepted"]
        assert not other.ask(type="ask", name="accept")["is_accepted"]
        assert expected in other.texts()
    kept = event.state()["terms"]
    assert {name: kept[name] for name in terms} == terms


@pytest.mark.law("record-moves", "blind-score")
def test_an_event_settles_for_all_its_games_that_sighted_players_report_what_they_write(
    stage: Stage,
) -> None:
    event = made(stage, time="90+30", reports=True)
    event.enter("Anna", "Bert", language="en")
    event.enter("Cleo", "Dora", language="en", is_blind=True)
    event.done("/pairing")
    event.done("/start")

    tables = [task.seated.game.table for task in stage.hall.lobby.running.values()]
    seats = [(table.seat(white=white), table, white) for table in tables for white in (True, False)]
    assert {seat.name: table.reports(white=white) for seat, table, white in seats} == {
        "Anna": True,
        "Bert": True,
        "Cleo": False,
        "Dora": False,
    }


@pytest.mark.law("press")
@pytest.mark.parametrize("charge", ["announcement", "press"])
def test_2023_6_2_1_an_event_settles_until_when_its_players_time_runs(
    stage: Stage, charge: str
) -> None:
    """Without a choice the time between announcement and press was charged to nobody."""
    event = made(stage, "Anna", "Bert", time="1+0", charge=charge)
    event.done("/pairing")
    event.done("/start")

    tables = [task.seated.game.table for task in stage.hall.lobby.running.values()]
    told = f"{TEXT['custom:charge']} {TEXT['custom:charge:press']}"
    assert [table.customs.charge_until for table in tables] == [charge]
    assert event.state()["terms"]["charge"] == charge
    shown = stage.client.get(f"/events/{event.event}?lang=en").text
    assert (told in shown) is (charge == "press")


@pytest.mark.law("early-draw-ban")
@pytest.mark.parametrize(
    ("ban", "field"),
    [
        ({"no_agreed_draw_before_move": 20}, "no-draw"),
        ({"agreed_draws": False}, "no-agreed-draws"),
    ],
    ids=["2005:9.1 early", "2005:9.1 at all"],
)
def test_a_ban_that_the_edition_does_not_know_is_told_at_its_field(
    ban: dict[str, object], field: str, stage: Stage
) -> None:
    """It was accepted and shown, and players agreed on draws all the same."""
    wanted = {"edition": "2005", **ban}
    event = stage.organise("POST", "/events?lang=en", {**TERMS, **wanted})
    game = stage.organise("POST", "/games", wanted)

    assert (event.json()["code"], event.json()["field"]) == ("event-refused", field)
    assert event.json()["detail"] == TEXT["problem:no-ban"]
    assert (game.json()["code"], game.json()["field"]) == ("no-ban", field)
    assert stage.organise("POST", "/games", {**wanted, "edition": "2009"}).is_success


def test_an_arbiter_is_spoken_to_in_the_language_in_which_the_round_was_started(
    stage: Stage,
) -> None:
    """They need have nothing in common with the first of the players."""
    event = made(stage)
    event.enter("Anna", "Bert", language="pl", is_blind=True)
    event.done("/pairing")
    event.done("/start")

    with event.at_board(event.arbiter) as page:
        seat = page.came[-1]["seat"]

    assert (seat["language"], seat["interface"], seat["speech"]) == ("en", "en", "reader")


def test_a_result_by_the_arbiter_is_undone_until_the_next_round(stage: Stage) -> None:
    event = match_won_by_white(stage)
    event.done("/results", {"round": 1, "board": 1, "result": "-/+", "reason": "fair play"})
    assert results_of(event, 1) == ["-/+"]

    state = event.done("/undoing")

    assert state["rounds"][0]["boards"][0]["result"] == "1-0"
    assert event.refused("/undoing") == (
        "There is nothing to undo: a round that has started cannot be undone."
    )


NOT_THERE = {"round": 1, "board": 1, "result": "+/-", "reason": "Bert is ill"}


def not_there(against: str) -> str:
    """Return what a player is told of that result."""
    won = english("result-news:forfeit", result=english("result:white-wins"))
    news = english("result-news", round="one", board="one", name=against, result=won)
    return f"{news} {english('result-news:because', words='Bert is ill')}"


def test_a_game_whose_result_is_set_before_it_does_not_begin_and_both_hear_why(
    stage: Stage,
) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")
    with event.at_board(event.links[1]) as white:
        event.done("/results", NOT_THERE)
        white.until(lambda m: m.get("text") == not_there("Bert"))
        with event.at_board(event.links[2]) as black:
            black.until(lambda m: m.get("text") == not_there("Anna"))
            refused = white.move("e2e4", 0)

    assert not refused["is_accepted"]
    assert "game-started" not in {m.get("name") for m in (*white.came, *black.came)}
    assert not_there("Anna") in event.now(2)["text"]
    assert results_of(event, 1) == ["+/-"]


def test_a_game_begins_once_the_result_that_kept_it_from_beginning_is_undone(
    stage: Stage,
) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")
    event.done("/results", NOT_THERE)

    with event.board(1, 2) as (white, black):
        black.until(lambda m: m.get("text") == not_there("Anna"))
        event.done("/undoing")
        white.event("game-started")

    assert not_there("Anna") not in event.now(2)["text"]


def test_points_that_an_arbiter_gives_at_a_board_take_its_result_back_from_the_event(
    stage: Stage,
) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")
    event.play(1, 2, white_wins=True)
    own_points = {"result": "1/2-1/2", "reason": "penalty", "half_points": [0, 1]}

    with event.at_board(event.arbiter) as arbiter:
        game, ruling = arbiter.state()["game"], {"ruling": "settle-result", **own_points}
        assert arbiter.ask(type="rule", game=game, ruling=ruling)["is_accepted"]
        assert arbiter.ask(type="ask", game=game, name="yes")["is_accepted"]
    waited(lambda: results_of(event, 1) == [None])
    assert [row["points"] for row in event.state()["standings"]] == ["0", "0"]

    event.done("/results", {"round": 1, "board": 1, "result": "0-1", "reason": "fair play"})
    assert results_of(event, 1) == ["0-1"]


def test_a_refusal_is_one_sentence_in_the_language_of_the_page(stage: Stage) -> None:
    event = made(stage, "Anna")

    assert event.refused("/pairing") == "This can't be paired; players: 1"
    answer = stage.organise("POST", f"/events/{event.event}/pairing?lang=de", {})
    assert answer.json()["detail"] == PAGE["event-refused:too-few-players"].format(players=1)


def test_a_list_with_a_wrong_line_lets_nobody_in(stage: Stage) -> None:
    event = made(stage)
    text = "name;rating\nAnna;1900\nBert;many\n"

    told = event.refused("/players/list", {"text": text, "language": "en"})

    assert told == "Line 3, Rating: many is not a rating."
    assert event.state()["players"] == []


@pytest.mark.parametrize("year", ["1899", "2200"])
def test_a_year_that_nobody_who_plays_was_born_in_is_told_with_line_and_field(
    stage: Stage, year: str
) -> None:
    event = made(stage, "Anna")
    kept = Path(__file__).parents[2] / "event" / "kept" / "full_26.trf"
    lists = {
        3: f"name;birth\nBert;1990\nClara;{year}-05-31\n",
        24: kept.read_text("utf-8").replace("1984/03/09", f"{year}/03/09"),
    }

    def wrong(value: str) -> str:
        return TEXT["event-refused:birth-wrong"].format(value=value)

    told = {line: event.refused("/players/list", {"text": text}) for line, text in lists.items()}
    one = event.post("/players", {"name": "Dora", "birth": year}).json()
    other = event.post("/players/1", {"name": "Anna", "birth": f"{year}-05-31"}).json()

    assert told == {
        3: f"Line 3, Date of birth: {wrong(f'{year}/05/31')}",
        24: f"Line 24, Date of birth: {wrong(f'{year}/03/09')}",
    }
    assert (one["field"], one["detail"]) == ("birth", wrong(year))
    assert other["field"] == "birth"
    assert len(event.state()["players"]) == 1


def test_a_list_may_be_as_long_as_an_event_is_large(stage: Stage) -> None:
    event = made(stage)
    rows = (f"Anneliese Mustermann-Schmidt {n};{3_000 - n};GER;{n}" for n in range(999))
    text = "\n".join(("name;rating;federation;fide-number", *rows))

    links = event.codes("/players/list", {"text": text})

    assert len(text) > 2 * LARGEST_BODY
    assert [link["number"] for link in links] == list(range(1, 1_000))
    assert len({link["code"] for link in links}) == 999


def test_a_list_lets_everybody_in_with_a_code_each(stage: Stage) -> None:
    event = made(stage)
    text = "name;rating;blind;assistant\nAnna;1900;;\nBert;2000;yes;yes\n"

    links = event.codes("/players/list", {"text": text, "language": "en"})
    state = event.done("/players/ranking")

    assert [(link["name"], link["is_assistant"]) for link in links] == [
        ("Anna", False),
        ("Bert", False),
        ("Bert", True),
    ]
    assert len({link["code"] for link in links}) == 3
    assert [player["name"] for player in state["players"]] == ["Bert", "Anna"]
    event.links[1] = links[1]
    assert event.now(1)["text"] == "No round yet."


def test_a_new_code_opens_the_place_and_the_old_one_does_not(stage: Stage) -> None:
    event = made(stage, "Anna")
    old = event.links[1]

    assert "55" in event.refused("/players/55/codes")
    (new,) = event.codes("/players/1/codes")

    assert stage.client.post("/entries", json={"code": old["code"]}).status_code == 403
    path, _ = stage.enter(code=new["code"])
    assert path.startswith("/places/")


def test_a_player_whose_entry_was_undone_has_no_place_any_more(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/undoing")

    answer = stage.client.post("/entries", json={"code": event.links[2]["code"]})

    assert answer.status_code == 403


def test_nobody_is_sent_to_a_board_without_a_game(stage: Stage) -> None:
    """Who has withdrawn from a match has lost each game of it, and no board is opened."""
    event = made(stage, "Anna", "Bert", system="match")
    event.done("/pairing")
    board = event.now(1)["text"]
    event.done("/undoing")
    event.done("/players/2/withdrawal")
    event.done("/pairing")
    event.done("/start")

    assert board == "Round one, board one, White, against Bert."
    assert [event.now(player)["text"] for player in (1, 2)] == [
        "Round one: no game, one point.",
        "Round one: no game.",
    ]


def test_byes_withdrawals_and_pairs_kept_apart_are_asked_for(stage: Stage) -> None:
    event = made(stage, *NAMES, "Emil")
    event.done("/players/5/byes", {"round": 1})
    event.done("/forbidden-pairs", {"one": 1, "other": 3})
    event.done("/players/4/withdrawal")
    state = event.done("/pairing")

    boards = state["rounds"][0]["boards"]
    assert {board["white"] for board in boards} | {board["black"] for board in boards} == {
        *(1, 2, 3),
        None,
    }
    assert event.now(5)["text"] == "Round one: no game, half a point."
    event.done("/undoing")
    state = event.done("/players/4/return")
    assert not any(player["is_away"] for player in state["players"])


def test_an_event_goes_on_after_a_restart_with_results_that_nobody_took(tmp_path: Path) -> None:
    with staged(tmp_path) as stage:
        event = made(stage, "Anna", "Bert")
        event.done("/pairing")
        event.done("/start")
        (game,) = (board["game"] for board in event.state()["rounds"][0]["boards"])
        name = stage.hall.events.competitions.all[event.event]
        rows = stage.hall.lobby.means.events.journal.read(event.event)
        event.play(1, 2, white_wins=False)
        assert name.version == len(rows) + 1
    forget_last_change(tmp_path)

    with staged(tmp_path) as stage:
        again = EventStage(stage, event.event, event.arbiter, event.links)
        assert again.state()["rounds"][0]["boards"][0]["game"] == game
        assert results_of(again, 1) == ["0-1"]
        assert again.now(2)["is_over"] is True


def forget_last_change(data: Path) -> None:
    """As if the power had gone between the end of a game and its result in the event."""
    journal = SqliteEventJournal(data / "events.sqlite")
    (event_id,) = journal.event_ids()
    changes = journal.read(event_id)
    journal.close()
    for name in ("events.sqlite", "events.sqlite-wal", "events.sqlite-shm"):
        (data / name).unlink(missing_ok=True)
    journal = SqliteEventJournal(data / "events.sqlite")
    journal.append(event_id, changes[:-1], after=0)
    journal.close()


def test_a_start_that_was_interrupted_arranges_no_board_twice(stage: Stage) -> None:
    event = made(stage, *NAMES)
    event.done("/pairing")
    competitions = stage.hall.events.competitions
    event.done("/start")
    before = len(stage.hall.lobby.running)
    open_one = competitions.all[event.event]
    assert open_one.history is not None
    rounds = open_one.now.rounds
    unstarted = replace(open_one.now, rounds=(replace(rounds[0], is_started=False),))
    open_one.history = replace(open_one.history, competition=unstarted)

    event.done("/start")

    assert len(stage.hall.lobby.running) == before


def begun_by_halves(event: EventStage, stage: Stage, broken: pytest.MonkeyPatch) -> None:
    """The disk is full behind the first board of the round."""
    arrange = stage.hall.lobby.arrange
    arranged: list[Arrangement] = []

    async def once(arrangement: Arrangement) -> object:
        if arranged:
            raise JournalLost
        arranged.append(arrangement)
        return await arrange(arrangement)

    with broken.context() as here:
        here.setattr(stage.hall.lobby, "arrange", once)
        assert event.post("/start").status_code == 503


def names_at_boards(event: EventStage, stage: Stage) -> list[tuple[str, str]]:
    boards = event.state()["rounds"][0]["boards"]
    tables = (stage.hall.lobby.running[board["game"]].seated.game.table for board in boards)
    return [(table.white.name, table.black.name) for table in tables]


def test_who_is_paired_anew_after_an_interrupted_start_sits_at_the_new_board(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = made(stage, *NAMES)
    event.done("/pairing")
    (one, other), _ = ((b["white"], b["black"]) for b in event.state()["rounds"][0]["boards"])
    begun_by_halves(event, stage, monkeypatch)
    event.done("/undoing")
    event.done("/forbidden-pairs", {"one": one, "other": other})
    event.done("/pairing")

    boards = event.done("/start")["rounds"][0]["boards"]

    paired = [(NAMES[board["white"] - 1], NAMES[board["black"] - 1]) for board in boards]
    assert names_at_boards(event, stage) == paired
    assert set(stage.hall.lobby.means.register.games()) == {board["game"] for board in boards}


def test_a_start_that_was_interrupted_goes_on_with_the_boards_that_are_there(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = made(stage, *NAMES)
    event.done("/pairing")
    begun_by_halves(event, stage, monkeypatch)
    (first,) = stage.hall.lobby.running

    boards = event.done("/start")["rounds"][0]["boards"]

    assert boards[0]["game"] == first
    assert len(stage.hall.lobby.running) == len(boards)


@pytest.mark.parametrize("when", [{}, {"at_ms": 1}, {"at_ms": -1}, {"at_ms": 10**18}])
def test_a_round_does_not_start_at_a_time_that_is_past_or_that_no_page_can_show(
    stage: Stage, when: dict[str, int]
) -> None:
    """At a past one, everybody would have lost by being too late, for good."""
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    answer = event.post("/start", {"beginning": {"starts": "at", **when}})

    assert answer.status_code == 422
    assert answer.json()["field"] in {"at", "at-ms"}
    assert not event.state()["rounds"][0]["is_started"]

    ahead = stage.hall.time.wall_ms() + 600_000
    event.done("/start", {"beginning": {"starts": "at", "at_ms": ahead}})
    assert event.state()["rounds"][0]["is_started"]
    assert results_of(event, 1) == [None]


def test_a_round_without_an_allowed_pairing_is_refused_in_the_language_of_the_page(
    stage: Stage,
) -> None:
    """The reason was in English on every page."""
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/results", {"round": 1, "board": 1, "result": "1-0", "reason": "played"})
    before = event.state()

    answer = stage.organise("POST", f"/events/{event.event}/pairing?lang=de", {})

    assert answer.status_code == 422
    assert answer.json()["detail"] == PAGE["event-refused:no-pairing"].format(round=2)
    assert event.state() == before


def test_a_round_that_waits_for_its_time_tells_it_and_nobody_is_missing_yet(stage: Stage) -> None:
    """Before, every board waited for its players hours ahead, and nobody heard of the time."""
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    ahead = stage.hall.time.wall_ms() + 600_000
    event.done("/start", {"beginning": {"starts": "at", "at_ms": ahead}})

    (organisers,), (everybodys,) = event.state()["rounds"], event.watched()["rounds"]
    with event.at_board(event.links[1]) as page:
        game = page.state()

    assert organisers["starts_at_ms"] == everybodys["starts_at_ms"] == ahead
    assert organisers["boards"][0]["needs"] == ""
    assert game["customs"]["starts_at_ms"] == ahead


def test_a_round_that_begins_without_a_time_tells_none(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    (round_,) = event.done("/start")["rounds"]

    assert round_["starts_at_ms"] is None
    assert round_["boards"][0]["needs"] == "absent"


def test_the_games_of_a_round_are_a_feed_with_clocks_and_an_etag(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")
    event.play(1, 2, white_wins=False)
    path = f"/events/{event.event}/round-1.pgn"

    answer = stage.client.get(path)
    again = stage.client.get(path, headers={"If-None-Match": answer.headers["etag"]})

    assert '[Event "Spring Open"]' in answer.text
    assert '[Round "1.1"]' in answer.text
    assert answer.text.count("[%clk 0:15:") == len(FOOLS_MATE)
    assert "Qh4#" in answer.text
    assert (again.status_code, again.content) == (304, b"")
    assert stage.client.get(f"/events/{event.event}/round-2.pgn").status_code == 404


def test_games_bear_the_day_of_their_round_and_the_place_of_their_event(stage: Stage) -> None:
    terms = {"city": "Marburg", "round_days": ["2026-11-21", "2026-11-28"]}
    event = made(stage, "Anna", "Bert", system="match", **terms)
    for number, white_wins in ((1, True), (2, False)):
        event.done("/pairing")
        event.done("/start")
        event.play(number, 3 - number, white_wins=white_wins)

    feeds = [stage.client.get(f"/events/{event.event}/round-{n}.pgn").text for n in (1, 2)]

    assert all('[Site "Marburg"]' in feed for feed in feeds)
    assert ['[Date "2026.11.21"]' in feed for feed in feeds] == [True, False]
    assert '[Date "2026.11.28"]' in feeds[1]


def test_a_round_is_written_once_until_something_is_new(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")
    path = f"/events/{event.event}/round-1.pgn"
    written, write = [], event_feed.round_as_pgn

    def counted(*asked: Any) -> str:
        written.append(asked)
        return write(*asked)

    monkeypatch.setattr(event_feed, "round_as_pgn", counted)
    monkeypatch.setattr(event_feed, "_KEPT_MS", 24 * 3_600_000 * 365 * 1_000)
    with event.board(1, 2) as (one, other):
        one.until(lambda m: m["type"] == "happened" and m["name"] == "game-started")
        before = [stage.client.get(path).text for _ in range(2)]
        one.move("e2e4", 0)
        other.until(lambda m: m["type"] == "happened" and m["name"] == "move-completed")
        after = [stage.client.get(path).text for _ in range(2)]
    event.done("/results", {"round": 1, "board": 1, "result": "1-0", "reason": "a test"})
    ruled = stage.client.get(path).text

    assert len(written) == 3
    assert ["1. e4" in text for text in (*before, *after)] == [False, False, True, True]
    assert '[Result "1-0"]' in ruled


@pytest.mark.parametrize(
    ("ruled", "told"), [("1/2-1/2", "1/2-1/2"), ("+/-", "1-0"), ("-/+", "0-1"), ("-/-", "0-0")]
)
def test_the_feed_tells_the_result_that_an_arbiter_has_settled(
    stage: Stage, ruled: str, told: str
) -> None:
    event = made(stage, "Anna", "Bert", delay_minutes=15)
    event.done("/pairing")
    event.done("/start")
    path = f"/events/{event.event}/round-1.pgn"
    before = stage.client.get(path)

    event.done("/results", {"round": 1, "board": 1, "result": ruled, "reason": "fair play"})
    after = stage.client.get(path, headers={"If-None-Match": before.headers["etag"]})

    assert '[Result "*"]' in before.text
    assert f'[Result "{told}"]' in after.text


@pytest.mark.parametrize(
    ("ruled", "told"), [("+/-", "1-0"), ("-/+", "0-1"), ("-/-", "0-0"), ("1/2-1/2", "1/2-1/2")]
)
def test_the_feed_has_a_board_that_was_settled_before_its_round(
    stage: Stage, ruled: str, told: str
) -> None:
    event = made(stage, "Anna", "Bert", "Cleo", "Dora")
    path = f"/events/{event.event}/round-1.pgn"
    event.done("/pairing")
    (board, _) = event.state()["rounds"][0]["boards"]
    names = {each["number"]: each["name"] for each in event.state()["players"]}

    event.done("/results", {"round": 1, "board": 1, "result": ruled, "reason": "ill"})
    before = stage.client.get(path).text
    event.done("/start")
    after = games_of(stage.client.get(path).text)

    assert '[Termination "Unplayed"]' in before
    assert f'[Result "{told}"]' in before
    assert [(each.header.round, each.result, each.moves) for each in after] == [
        ("1.1", told, ()),
        ("1.2", "*", ()),
    ]
    sheet, other = after
    assert (sheet.header.white, sheet.header.black) == (
        names[board["white"]],
        names[board["black"]],
    )
    assert sheet.terms == other.terms


def test_only_a_game_without_moves_is_told_as_unplayed(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert", delay_minutes=15)
    event.done("/pairing")
    event.done("/start")
    path = f"/events/{event.event}/round-1.pgn"
    ruling = {"round": 1, "board": 1, "result": "+/-", "reason": "nobody came"}
    open_ = stage.client.get(path).text
    event.done("/results", ruling)
    forfeited = stage.client.get(path).text
    event.done("/undoing")
    event.play(1, 2, white_wins=False)
    event.done("/results", ruling)
    hidden = stage.client.get(path).text

    assert ["Unplayed" in text for text in (open_, forfeited, hidden)] == [False, True, False]
    assert "f3" not in hidden


def test_whoever_watches_sees_nothing_that_the_delay_hides(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert", delay_minutes=15)
    event.done("/pairing")
    event.done("/start")
    event.play(1, 2, white_wins=False)

    text = stage.client.get(f"/events/{event.event}/round-1.pgn").text
    watched = event.watched()

    assert "Anna" in text
    assert "f3" not in text
    assert "0-1" not in text
    assert watched["rounds"][0]["boards"][0]["result"] is None
    assert {row["points"] for row in watched["standings"]} == {"0"}
    assert results_of(event, 1) == ["0-1"]
    report = stage.client.get(f"/events/{event.event}/report.trf").text
    assert "2 w 0" not in report


def test_the_delay_hides_every_round_that_ended_within_it(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert", system="match", delay_minutes=15)
    for white, black in ((1, 2), (2, 1)):
        event.done("/pairing")
        event.done("/start")
        event.play(white, black, white_wins=False)

    watched = event.watched()

    assert {row["points"] for row in watched["standings"]} == {"0"}
    assert all(row["rounds"] == [] for row in watched["standings"])
    report = read_trf(stage.client.get(f"/events/{event.event}/report.trf").text)
    assert report.columns_paired == 0


@pytest.mark.parametrize(("delay", "result"), [(0, "0-1"), (15, None)])
def test_after_a_restart_whoever_watches_sees_what_they_saw(
    tmp_path: Path, delay: int, result: str | None
) -> None:
    with staged(tmp_path) as stage:
        event = made(stage, "Anna", "Bert", delay_minutes=delay)
        event.done("/pairing")
        event.done("/start")
        event.play(1, 2, white_wins=False)
        path = f"/events/{event.event}/round-1.pgn"
        before = stage.client.get(path).text
        nobody_looks(stage)

    with staged(tmp_path) as stage:
        again = EventStage(stage, event.event, event.arbiter, event.links)
        assert stage.client.get(path).text == before
        assert again.watched()["rounds"][0]["boards"][0]["result"] == result
        nobody_looks(stage)
        assert len(stage.hall.lobby.running) == (1 if delay else 0)


def test_what_everybody_sees_has_nothing_of_the_arbiters(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")
    event.done("/results", {"round": 1, "board": 1, "result": "1-0", "reason": "left early"})

    watched = json.dumps(event.watched())

    assert "left early" not in watched
    assert event.state()["undo"] == "result-ruled"
    assert event.watched()["undo"] == ""


def test_the_report_is_one_that_our_own_reader_takes(stage: Stage) -> None:
    event = made(stage, *NAMES, "Emil")
    for _ in range(2):
        state = event.done("/pairing")
        number = len(state["rounds"])
        event.done("/start")
        for board in state["rounds"][-1]["boards"]:
            if board["black"]:
                ruling = {"round": number, "board": board["board"], "reason": "a test"}
                event.done("/results", {**ruling, "result": "1/2-1/2"})

    text = stage.client.get(f"/events/{event.event}/report.trf").text
    report = read_trf(text)
    crosscheck(report)

    assert report.name == "Spring Open"
    assert report.rounds == 7
    assert [each.player.number for each in standings(report, 2)] == [
        row["number"] for row in event.state()["standings"]
    ]


@pytest.mark.parametrize("version", ["16", "26"])
def test_who_pairs_by_the_report_is_told_who_is_away_and_who_may_not_meet(
    version: Version, stage: Stage
) -> None:
    """As the server pairs: without withdrawn players, byes asked for, and forbidden pairs."""
    event = made(stage, *NAMES, "Emil", "Fritz", "Gerd")
    event.done("/players/2/byes", {"round": 2})
    event.done("/forbidden-pairs", {"one": 1, "other": 3})
    for board in event.done("/pairing")["rounds"][0]["boards"]:
        if board["black"]:
            ruling = {"round": 1, "board": board["board"], "result": "1/2-1/2", "reason": "a test"}
            event.done("/results", ruling)
    event.done("/start")
    event.done("/players/4/withdrawal")

    path = f"/events/{event.event}/report.trf?version={version}"
    report = read_trf(stage.client.get(path).text)
    round_ = round_to_pair(report, 2)

    assert {each.number for each in round_.entrants} == {1, 3, 5, 6, 7}
    assert round_.forbids(1, 3)
    assert not doubtful_points(report)
    paired = event.done("/pairing")["rounds"][1]["boards"]
    assert [(each.white, each.black) for each in pairing.paired(round_, DutchPairer())] == [
        (each["white"], each["black"]) for each in paired
    ]


def test_a_player_is_corrected_and_their_birthday_told_to_arbiters_alone(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    body = {"name": "Anna Nowak", "title": "wfm", "fide_number": "1120034", "birth": "1990-05-31"}

    state = event.done("/players/1", body)

    assert state["players"][0]["told"]["birth"] == "1990/05/31"
    public = event.watched()
    assert public["players"][0] == {**state["players"][0], "told": None}
    path = f"/events/{event.event}/report.trf"
    mine = stage.organise("GET", f"{path}?version=26").text
    everybodys = stage.client.get(f"{path}?version=26").text
    assert "Anna Nowak" in everybodys
    assert ("1990/05/31" in mine, "1990" in everybodys) == (True, False)
    refused = event.refused("/players/1", {**body, "title": "Dr."})
    titles = ", ".join(TITLES)
    assert refused == TEXT["event-refused:title-wrong"].format(value="DR.", titles=titles)


def test_the_report_of_2026_is_had_too(stage: Stage) -> None:
    event = made(stage, *NAMES)
    path = f"/events/{event.event}/report.trf"

    new, old, none = (stage.client.get(f"{path}?version={each}") for each in (26, 16, 99))

    assert "192 FIDE_DUTCH\r\n" in new.text
    assert "XXR 7\n" in old.text
    assert none.status_code == 422


def test_the_standings_are_had_as_text_and_in_braille(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")
    event.play(1, 2, white_wins=True)

    plain = stage.client.get(f"/events/{event.event}/standings.txt?lang=en").text
    braille = stage.client.get(f"/events/{event.event}/standings.brf?lang=en").text

    assert plain.splitlines()[:3] == [
        "Spring Open",
        "Standings after round 1",
        "1. Anna: points 1, BH-C1 0, BH 0, SB 0, WIN 1, PS 1",
    ]
    assert max(map(len, braille.splitlines())) <= 40
    assert "ANNA" in braille.upper()


def test_tables_on_paper_are_made_once_and_not_where_moves_are_decided(stage: Stage) -> None:
    """They take seconds, and anybody may ask for them."""
    made_in: list[tuple[str, str]] = []

    def tabled(_: PaperTables, language: Language) -> bytes:
        made_in.append((language.id, threading.current_thread().name.partition("_")[0]))
        return b""

    stage.hall.print_shop = PrintShop(tabled)
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    for language in ("en", "en", "de", "en"):
        stage.client.get(f"/events/{event.event}/standings.pdf?lang={language}")
    event.done("/results", {"round": 1, "board": 1, "result": "1-0", "reason": "a test"})
    stage.client.get(f"/events/{event.event}/standings.pdf?lang=en")

    assert made_in == [("en", "printer"), ("de", "printer"), ("en", "printer")]


@pytest.mark.parametrize("told", ["state", "standings.txt", "standings.brf", "standings.pdf"])
def test_what_is_told_of_an_event_is_made_where_no_move_is_decided(
    told: str, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large event takes a while, and anybody may ask for it, again and again."""
    event, made_in = made(stage, "Anna", "Bert"), list[str]()
    monkeypatch.setattr(event_views, "EventState", noting_threads(EventState, made_in))

    assert stage.client.get(f"/events/{event.event}/{told}").status_code == 200
    event.state()
    assert made_in == ["teller", "teller"]


def test_what_spectators_see_is_made_once_until_something_is_new(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, made_in = made(stage, "Anna", "Bert"), list[str]()
    event.done("/pairing")
    monkeypatch.setattr(event_views, "EventState", noting_threads(EventState, made_in))
    path = f"/events/{event.event}/state"

    first, again = (stage.client.get(path) for _ in range(2))
    known = stage.client.get(path, headers={"if-none-match": first.headers["etag"]})
    assert (again.text, known.status_code, len(made_in)) == (first.text, 304, 1)

    event.post("/results", {"round": 1, "board": 1, "result": "1-0", "reason": "a test"})
    made_in.clear()
    assert event.watched()["rounds"][0]["boards"][0]["result"] == "1-0"
    assert event.watched()["standings"][0]["points"] == "1"
    assert len(made_in) == 1


@pytest.mark.parametrize("version", ["16", "26"])
def test_reports_are_made_where_no_move_is_decided(
    version: Version, stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, made_in = made(stage, "Anna", "Bert"), list[str]()
    monkeypatch.setitem(REPORTS, version, noting_threads(REPORTS[version], made_in))

    for asked in (stage.client.get, lambda path: stage.organise("GET", path)):
        answer = asked(f"/events/{event.event}/report.trf?version={version}")
        assert answer.status_code == 200
        assert "Anna" in answer.text
    assert made_in == ["teller", "teller"]


def noting_threads(make: Callable[..., Any], names: list[str]) -> Callable[..., Any]:
    """The same, which notes the name of the thread in which it is called."""

    def noted(*given: Any, **named: Any) -> Any:
        names.append(threading.current_thread().name.partition("_")[0])
        return make(*given, **named)

    return noted


def test_standings_and_crosstable_are_had_on_paper(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert", "Zoë")
    event.done("/pairing")
    event.done("/start")
    event.play(1, 2, white_wins=True)

    answer = stage.client.get(f"/events/{event.event}/standings.pdf?lang=en")
    (page,) = pypdf.PdfReader(io.BytesIO(answer.content)).pages
    lines = page.extract_text().splitlines()

    assert answer.headers["content-type"] == "application/pdf"
    assert lines[:3] == [
        "Spring Open",
        "2026-11-21 \N{EN DASH} 2026-11-29",
        "Standings after round 1",
    ]
    assert lines[lines.index("Crosstable") + 1 :] == [
        "Place Number Name Round 1",
        "1 3 Zoë no game, one point",
        "2 1 Anna 2, White: won",
        "3 2 Bert 1, Black: lost",
    ]


def test_an_arbiter_sees_which_boards_need_somebody(stage: Stage) -> None:
    event = made(stage, *NAMES)
    event.done("/pairing")
    event.done("/start")

    with event.at_board(event.links[1]), event.at_board(event.links[3]):
        needs = {board["board"]: board["needs"] for board in event.state()["rounds"][0]["boards"]}

    assert needs == {1: "", 2: "absent"}


def test_an_arbiter_sees_at_which_board_they_are_called(stage: Stage) -> None:
    event = made(stage, *NAMES, edition="2023")
    event.done("/pairing")
    event.done("/start")
    first = event.state()["rounds"][0]["boards"][0]

    with event.board(first["white"], first["black"]) as (white, _):
        white.ask(type="ask", name="arbiter")
        white.ask(type="ask", name="yes")
        called = event.state()["rounds"][0]["boards"][0]["needs"]

    assert called == "called"


@pytest.mark.law("no-appeal")
def test_2018_11_10_an_appeal_is_marked_until_it_is_decided_also_after_the_end(
    tmp_path: Path,
) -> None:
    """It outlives the game's result, its leaving memory, a restart, and the next pairing."""

    def need(event: EventStage) -> str:
        return str(event.state()["rounds"][0]["boards"][0]["needs"])

    with staged(tmp_path) as stage:
        event = made(stage, "Anna", "Bert", edition="2018", system="match")
        event.done("/pairing")
        event.done("/start")
        game = event.state()["rounds"][0]["boards"][0]["game"]
        with event.board(1, 2) as (white, _), event.at_board(event.arbiter) as arbiter:
            white.event("game-started")
            arbiter.ask(type="rule", ruling={"ruling": "warn", "colour": "white"})
            white.event("player-warned")
            white.ask(type="ask", name="claim", args=["ruling"])
            white.ask(type="ask", name="yes")
            arbiter.event("appeal-made")
            assert need(event) == "appeal"
            white.resign()
            arbiter.event("game-ended")
        waited(lambda: event.state()["rounds"][0]["boards"][0]["result"])
        nobody_looks(stage)
        assert game not in stage.hall.lobby.running
        assert need(event) == "appeal"
        event.done("/pairing")
        event.done("/start")
        assert need(event) == "appeal"
    with staged(tmp_path) as stage:
        event.stage = stage
        assert game not in stage.hall.lobby.running
        assert need(event) == "appeal"
        with (
            event.at_board(event.links[2], of_round=1) as black,
            event.at_board(event.arbiter, of_round=1) as arbiter,
        ):
            arbiter.ask(type="rule", ruling={"ruling": "appeal", "is_upheld": False})
            black.event("appeal-rejected")
        waited(lambda: not need(event))
        assert event.watched()["rounds"][0]["boards"][0]["needs"] == ""


@pytest.mark.law("no-appeal")
@pytest.mark.parametrize("later_rounds", [0, 1])
def test_2018_11_10_an_appeal_after_the_end_is_marked_even_if_the_server_died_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, later_rounds: int
) -> None:
    """The game holds it, the event does not yet: these are two writes."""
    with staged(tmp_path) as stage:
        event = made(stage, "Anna", "Bert", edition="2018", system="match")
        event.done("/pairing")
        event.done("/start")
        with event.board(1, 2) as (white, _), event.at_board(event.arbiter) as arbiter:
            white.event("game-started")
            arbiter.ask(type="rule", ruling={"ruling": "warn", "colour": "white"})
            white.event("player-warned")
            white.resign()
        waited(lambda: event.state()["rounds"][0]["boards"][0]["result"])
        for _ in range(later_rounds):
            event.done("/pairing")
            event.done("/start")
        nobody_looks(stage)
        monkeypatch.setattr(EventRounds, "take_outcome", _dies)
        with event.at_board(event.links[1], of_round=1) as white:
            white.ask(type="ask", name="claim", args=["ruling"])
            assert white.ask(type="ask", name="yes")["is_accepted"]
        assert event.state()["rounds"][0]["boards"][0]["needs"] == ""
    monkeypatch.undo()

    with staged(tmp_path) as stage:
        event.stage = stage
        assert event.state()["rounds"][0]["boards"][0]["needs"] == "appeal"


async def _dies(*_: object) -> None:
    """Write nothing, as a server that is killed."""
    raise JournalLost


@pytest.mark.law("no-appeal")
def test_2018_11_10_a_result_stated_at_the_board_on_a_late_appeal_counts(stage: Stage) -> None:
    event = match_won_by_white(stage, edition="2018")
    event.done("/pairing")
    event.done("/start")

    with event.at_board(event.links[2]) as player:
        with event.at_board(event.arbiter, of_round=1) as arbiter:
            rule_black_wins(arbiter)
        black_wins = english("result:black-wins")
        player.until(lambda m: (m.get("text") or "").endswith(f"{black_wins}."))

    assert results_of(event, 1) == ["0-1"]
    assert [row["points"] for row in event.state()["standings"]] == ["1", "0"]


BLACK_WINS = {"ruling": "settle-result", "result": "0-1", "reason": "penalty"}


def rule_black_wins(arbiter: Page) -> None:
    """State at a board whose game is over that Black has won, as a penalty."""
    game = arbiter.state()["game"]
    assert arbiter.ask(type="rule", game=game, ruling=BLACK_WINS)["is_accepted"]
    assert arbiter.ask(type="ask", game=game, name="yes")["is_accepted"]


@pytest.mark.law("no-appeal")
@pytest.mark.parametrize("later_rounds", [0, 1])
def test_2018_11_10_a_result_stated_at_the_board_is_undone_and_both_hear_it(
    tmp_path: Path, later_rounds: int
) -> None:
    """It stays undone when nobody looks at the game any more, and after a restart."""
    with staged(tmp_path) as stage:
        event = match_won_by_white(stage, edition="2018")
        for _ in range(later_rounds):
            event.done("/pairing")
            event.done("/start")
        with event.at_board(event.links[2], of_round=1) as player:
            with event.at_board(event.arbiter, of_round=1) as arbiter:
                rule_black_wins(arbiter)
            waited(lambda: results_of(event, 1) == ["0-1"])
            assert event.state()["undo"] == "result-taken"

            event.done("/undoing", {"made_at_ms": event.state()["undo_made_at_ms"]})

            white_wins = english("result:white-wins")
            player.until(lambda m: (m.get("text") or "").endswith(f"{white_wins}."))
        assert results_of(event, 1) == ["1-0"]
        assert '[Result "1-0"]' in stage.client.get(f"/events/{event.event}/round-1.pgn").text
        game = event.state()["rounds"][0]["boards"][0]["game"]
        nobody_looks(stage)
        assert game not in stage.hall.lobby.running
    with staged(tmp_path) as stage:
        event.stage = stage
        assert results_of(event, 1) == ["1-0"]


def test_a_result_stated_at_the_board_again_after_it_was_undone_counts(stage: Stage) -> None:
    event = match_won_by_white(stage)
    with event.at_board(event.arbiter) as arbiter:
        for _ in range(2):
            rule_black_wins(arbiter)
            waited(lambda: results_of(event, 1) == ["0-1"])
            event.done("/undoing", {"made_at_ms": event.state()["undo_made_at_ms"]})
            assert results_of(event, 1) == ["1-0"]
        rule_black_wins(arbiter)
        waited(lambda: results_of(event, 1) == ["0-1"])


def kept(result: str, why: str = "") -> str:
    """What is told of the first board of the first round, whose result the event keeps."""
    told = english("result-kept", round="one", board="one", result=english(f"result:{result}"))
    return f"{told} {english(f'result-kept:{why}')}" if why else told


def hears(page: Page, text: str) -> None:
    """They are told this, perhaps already."""
    if not any(m.get("text") == text for m in page.came):
        page.until(lambda m: m.get("text") == text)


@pytest.mark.parametrize("why", ["paired", "begun"])
def test_in_a_knock_out_a_late_ruling_for_another_winner_does_not_count_and_all_are_told(
    stage: Stage, why: str
) -> None:
    """The game leaves memory once the next round has begun; until then undoing lets it count."""
    event = made(stage, *NAMES, system="knock-out", rounds=2)
    event.done("/pairing")
    event.done("/start")
    first, second = event.state()["rounds"][0]["boards"]
    for board in (first, second):
        event.play(board["white"], board["black"], white_wins=True)
    event.done("/pairing")
    if why == "begun":
        event.done("/start")

    with (
        event.at_board(event.links[first["black"]], of_round=1) as player,
        event.at_board(event.arbiter, of_round=1) as arbiter,
    ):
        arbiter.ask(type="rule", game=first["game"], ruling=BLACK_WINS)
        arbiter.ask(type="ask", game=first["game"], name="yes")
        hears(arbiter, kept("white-wins", why))
        hears(player, kept("white-wins"))

    assert results_of(event, 1) == ["1-0", "1-0"]
    nobody_looks(stage)
    assert (first["game"] in stage.hall.lobby.running) is (why == "paired")
    if why == "paired":
        with event.at_board(event.links[first["black"]], of_round=1) as player:
            event.done("/undoing", {"made_at_ms": event.state()["undo_made_at_ms"]})
            news = english("result:black-wins")
            player.until(lambda m: m.get("kind") == "notice" and news in m["text"])
        assert results_of(event, 1) == ["0-1", "1-0"]
        assert news in event.now(first["white"])["text"]


def test_a_ruling_at_a_board_whose_result_was_set_at_the_event_is_told_not_to_count(
    stage: Stage,
) -> None:
    event = match_won_by_white(stage)
    event.done("/results", {"round": 1, "board": 1, "result": "1/2-1/2", "reason": "agreed"})

    with event.at_board(event.arbiter) as arbiter:
        rule_black_wins(arbiter)
        hears(arbiter, kept("draw", "set"))

    assert results_of(event, 1) == ["1/2-1/2"]


def test_points_given_at_a_board_of_an_earlier_round_leave_its_result_at_the_event(
    stage: Stage,
) -> None:
    event = match_won_by_white(stage)
    event.done("/pairing")

    with event.at_board(event.arbiter, of_round=1) as arbiter:
        game = arbiter.state()["game"]
        own_points = {**BLACK_WINS, "result": "1/2-1/2", "half_points": [0, 1]}
        arbiter.ask(type="rule", game=game, ruling=own_points)
        arbiter.ask(type="ask", game=game, name="yes")
        hears(arbiter, kept("white-wins", "open"))


def test_an_arbiter_sees_at_which_board_nobody_is_understood(tmp_path: Path) -> None:
    with staged(tmp_path, ScriptedEars([by_ear("NN33")] * 3)) as stage:
        event = made(stage)
        event.enter(*NAMES, language="de")
        event.done("/pairing")
        event.done("/start")
        first = event.state()["rounds"][0]["boards"][0]

        with event.board(first["white"], first["black"]) as (white, _):
            white.until(lambda m: m["type"] == "game")
            white.open_microphone()
            for _ in range(3):
                white.speak()
                white.until(lambda m: m["type"] == "said")
            needs = [board["needs"] for board in event.state()["rounds"][0]["boards"]]

    assert needs == ["unclear", "absent"]


@pytest.mark.parametrize("path", ["", "/state"])
def test_an_event_that_there_is_not_is_not_found(stage: Stage, path: str) -> None:
    assert stage.client.get(f"/events/nothing{path}").status_code == 404
    assert stage.organise("GET", f"/events/nothing{path}").status_code == 404


def test_a_stranger_runs_no_event(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    headers = {"origin": ADDRESS}

    answer = stage.client.post(f"/organiser/events/{event.event}/pairing", headers=headers, json={})

    assert (answer.status_code, answer.json()["code"]) == (403, "not-entered")


def test_moves_are_played_as_in_any_other_game(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    event.done("/pairing")
    event.done("/start")

    event.play(1, 2, white_wins=False)

    game = next(iter(stage.hall.lobby.running.values())).seated.game
    assert tuple(game.position.moves) == FOOLS_MATE


def test_the_arbiters_code_leads_to_the_event_itself(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert")
    path, headers = event.place(event.arbiter)

    sent = stage.client.get(f"{path}?lang=en", headers=headers, follow_redirects=False)
    page = stage.client.get(sent.headers["location"], headers=headers)

    assert sent.headers["location"] == f"{path}/event?lang=en"
    assert "Set the result" in page.text


def test_a_result_that_could_not_be_written_is_taken_before_the_next_pairing(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = made(stage, "Anna", "Bert", system="match")
    event.done("/pairing")
    event.done("/start")
    journal = stage.hall.lobby.means.events.journal
    append = journal.append
    failed: list[str] = []

    def full(event_id: str, changes: Sequence[Change], *, after: int) -> int:
        del changes, after
        failed.append(event_id)
        message = "The disk is full."
        raise JournalLost(message)

    monkeypatch.setattr(journal, "append", full)
    with event.board(1, 2) as (one, other):
        one.event("game-started")
        one.move("e2e4", 0)
        other.resign()
        waited(lambda: bool(failed))
    monkeypatch.setattr(journal, "append", append)
    assert results_of(event, 1) == [None]

    state = event.done("/pairing")

    assert state["rounds"][0]["boards"][0]["result"] == "1-0"
    assert len(state["rounds"]) == 2


def test_that_somebody_who_withdrew_early_does_not_count_is_told_wherever_the_standings_are(
    stage: Stage,
) -> None:
    event = made(stage, "Anna", "Bert", "Cleo", "Dora", system="round-robin", rounds=3)
    event.done("/pairing")
    for board in (1, 2):
        settled = {"round": 1, "board": board, "result": "1-0", "reason": "seen"}
        event.done("/results", settled)
    assert all(player["is_counted"] for player in event.state()["players"])

    told = event.done("/players/1/withdrawal")
    counted = {player["name"]: player["is_counted"] for player in told["players"]}
    files = f"/events/{event.event}/standings"
    plain = stage.client.get(f"{files}.txt?lang=en").text.splitlines()
    braille = stage.client.get(f"{files}.brf?lang=de").text
    printed = pypdf.PdfReader(io.BytesIO(stage.client.get(f"{files}.pdf?lang=en").content))

    sentence = text("event-uncounted", name="Anna")
    assert counted == {"Anna": False, "Bert": True, "Cleo": True, "Dora": True}
    assert plain[2] == sentence
    assert plain[-1] == f"Anna: {TEXT['event-unplaced']}, {text('event-points', points='1')}"
    assert {row["name"]: row["place"] for row in told["standings"]}["Anna"] is None
    assert {row["name"]: row["points"] for row in told["standings"]}["Dora"] == "0"
    assert "GEZOGEN" in braille.upper()
    assert sentence in " ".join(printed.pages[0].extract_text().split())

    all_count = {**TERMS, "system": "round-robin", "rounds": 3, "count_all": True}
    told = event.done("/terms", all_count)
    assert all(row["place"] for row in told["standings"])
    assert sentence not in stage.client.get(f"{files}.txt?lang=en").text
    assert TEXT["event-count-all"] in stage.client.get(f"/events/{event.event}?lang=en").text


def test_who_is_free_in_a_round_robin_is_told_of_no_point(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert", "Cleo", system="round-robin", rounds=3)
    event.done("/pairing")
    event.done("/start")
    (board,) = (each for each in event.state()["rounds"][0]["boards"] if each["black"])
    event.done("/results", {"round": 1, "board": board["board"], "reason": "x", "result": "1-0"})

    rows = {row["name"]: row for row in event.state()["standings"]}

    assert (rows["Anna"]["points"], rows["Anna"]["rounds"][0]["result"]) == ("0", "free")
    assert event.now(1)["text"] == "Round one: no game."
    plain = stage.client.get(f"/events/{event.event}/standings.txt?lang=en").text
    assert "Anna: points 0" in plain
