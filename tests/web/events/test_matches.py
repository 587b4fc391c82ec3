"""A match of two and a knock-out on the server: how it ends is told, wherever its standings are."""

import io

import pypdf

from tests.english import TEXT, english, says, text
from tests.stage.play import play
from tests.web.events.event_stage import TERMS, made
from tests.web.stage import Stage

LEVEL = [("Anna", 1, "1"), ("Bert", 1, "1")]


def test_a_match_that_ends_level_is_said_to_be_so_wherever_it_is_told(stage: Stage) -> None:
    """A tie-break would put one of them first: who won earlier has the better progressive score."""
    event = made(stage, "Anna", "Bert", system="match", rounds=2)
    for white, black in ((1, 2), (2, 1)):
        event.done("/pairing")
        event.done("/start")
        event.play(white, black, white_wins=True)
        if white == 1:
            assert event.watched()["match_end"] is None

    watched = event.watched()
    files = f"/events/{event.event}/standings"
    plain = stage.client.get(f"{files}.txt?lang=en").text.splitlines()
    braille = stage.client.get(f"{files}.brf?lang=de").text
    (page,) = pypdf.PdfReader(io.BytesIO(stage.client.get(f"{files}.pdf?lang=en").content)).pages

    assert watched["match_end"] == {"winner": None}
    assert watched["tie_breaks"] == []
    assert [(row["name"], row["place"], row["points"]) for row in watched["standings"]] == LEVEL
    assert plain[2:] == [TEXT["event-match:level"], "1. Anna: points 1", "1. Bert: points 1"]
    assert "UNENTSCHIEDEN" in braille.upper()
    assert TEXT["event-match:level"] in page.extract_text()
    assert event.now(1)["text"].endswith(TEXT["event-match:level"])


def test_players_at_the_board_of_a_match_hear_who_has_won_it_and_what_a_correction_makes_of_it(
    stage: Stage,
) -> None:
    event = made(stage, "Anna", "Bert", system="match", rounds=1)
    event.done("/pairing")
    event.done("/start")
    won = text("event-match:won", name="Anna")
    with event.at_board(event.links[1]) as page:
        settled = {"round": 1, "board": 1, "reason": "no show"}
        event.done("/results", settled | {"result": "1-0"})
        page.until(lambda m: m["type"] == "said" and m["text"] == won)
        event.done("/results", settled | {"result": "1/2-1/2"})
        level = TEXT["event-match:level"]
        page.until(lambda m: m["type"] == "said" and m["text"] == level)


def test_a_match_that_goes_on_after_it_was_level_has_not_ended(stage: Stage) -> None:
    event = made(stage, "Anna", "Bert", system="match", rounds=1)
    event.done("/pairing")
    event.done("/results", {"round": 1, "board": 1, "result": "1/2-1/2", "reason": "a draw"})
    assert event.watched()["match_end"] == {"winner": None}

    event.done("/terms", {**TERMS, "system": "match", "rounds": 2})

    assert event.watched()["match_end"] is None


def test_who_wins_the_final_of_a_knock_out_is_told_wherever_its_standings_are(
    stage: Stage,
) -> None:
    event = made(stage, "Anna", "Bert", "Cora", "Dora", system="knock-out", rounds=2)
    for round_, results in ((1, ("1-0", "1-0")), (2, ("1/2-1/2",))):
        event.done("/pairing")
        for board, result in enumerate(results, 1):
            settled = {"round": round_, "board": board, "result": result, "reason": "over"}
            event.done("/results", settled)
        assert event.watched()["match_end"] is None
    (final,) = event.state()["rounds"][1]["boards"]
    winner = {1: "Anna", 2: "Bert", 3: "Cora", 4: "Dora"}[final["white"]]
    loser = next(number for number in range(1, 5) if number != final["white"])
    won = text("event-knock-out:won", name=winner)

    event.done("/results", {"round": 2, "board": 1, "result": "1-0", "reason": "blitz 2-0"})

    assert event.watched()["match_end"] == {"winner": winner}
    plain = stage.client.get(f"/events/{event.event}/standings.txt?lang=en").text.splitlines()
    assert plain[2] == won
    assert event.now(loser)["text"].endswith(won)


def test_who_loses_in_the_same_round_of_a_knock_out_shares_a_place(stage: Stage) -> None:
    """Buchholz would put the one first who lost to the winner."""
    event = made(stage, "Anna", "Bert", "Cora", "Dora", system="knock-out", rounds=2)
    for round_, boards in ((1, 2), (2, 1)):
        event.done("/pairing")
        for board in range(1, boards + 1):
            settled = {"round": round_, "board": board, "result": "1-0", "reason": "over"}
            event.done("/results", settled)

    watched = event.watched()

    assert [row["place"] for row in watched["standings"]] == [1, 2, 3, 3]
    assert watched["tie_breaks"] == []


def test_after_a_draw_in_a_knock_out_everybody_hears_who_decides_and_the_arbiter_that_they_must(
    stage: Stage,
) -> None:
    """The board was shown as over, and the players heard no more than that it was a draw."""
    event = made(stage, "Anna", "Bert", system="knock-out", rounds=1)
    event.done("/pairing")
    event.done("/start")
    undecided = english("pairing:undecided")

    with event.board(1, 2) as (white, black):
        white.event("game-started")
        assert undecided not in event.now(1)["text"]
        play(white, black, "e2e4", "e7e5")
        white.ask(type="line", text=says("offer-draw"))
        white.move("g1f3", 2)
        black.ask(type="line", text=says("accept"))
        black.ask(type="ask", name="yes")
        for page in (white, black):
            page.until(lambda m: m.get("text") == undecided)
        (drawn,) = event.state()["rounds"][0]["boards"]
        heard = event.now(2)["text"]
        event.done("/results", {"round": 1, "board": 1, "result": "0-1", "reason": "blitz 2-0"})
        (settled,) = event.state()["rounds"][0]["boards"]

    assert (drawn["result"], drawn["needs"]) == ("1/2-1/2", "advance")
    assert heard.endswith(undecided)
    assert settled["needs"] == ""
    assert undecided not in event.now(2)["text"]
