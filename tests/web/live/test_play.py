"""A game over the socket: what each seat is told, what it may do, and what it may not."""

import pytest

from tests.german import GERMAN, german, in_words, says
from tests.stage.page import Page
from tests.web.stage import Stage

LONE_BLACK_KING = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
FOOLS_MATE = ("f2f3", "e7e5", "g2g4", "d8h4")


def test_a_game_begins_when_both_players_are_there(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white:
        phase = white.came[-1]["games"][0]["state"]["phase"]
        with stage.page(links["black"]):
            begun = white.until(lambda m: m["type"] == "game")

    assert phase == "arranged"
    assert begun["game"]["state"]["phase"] == "in-play"
    assert begun["game"]["clock"]["runs"] == "white"


def test_a_move_on_the_board_is_announced_and_pressed_and_told_to_both(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        done = white.move("e2e4", 0)
        told = black.event("move-announced")
        game = black.until(lambda m: m["type"] == "game" and m["game"]["moves"])["game"]

    assert done["is_accepted"]
    assert told["text"] == german("MoveAnnounced", move=in_words("Pe4"))
    assert [move["written"] for move in game["moves"]] == ["e4"]
    assert game["clock"]["runs"] == "black"
    assert game["state"]["legal_ply"] == 1
    assert "e7e5" in game["state"]["legal"]


def test_a_game_is_played_to_its_end(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        sides = (white, black)
        begun = black.until(lambda m: m["type"] == "game")
        done = [sides[ply % 2].move(uci, ply) for ply, uci in enumerate(FOOLS_MATE)]
        done.append(black.ask(type="ask", name="yes"))
        ended = white.until(lambda m: m["type"] == "game" and m["game"]["state"]["result"])

    since = black.came[black.came.index(begun) :]
    assert [m["kind"] for m in since if m["type"] == "said"] == ["question"]
    assert all(answer["is_accepted"] for answer in done)
    assert ended["game"]["state"]["result"] == "0-1"
    assert ended["game"]["state"]["end_reason"] == "checkmate"


@pytest.mark.law("resigning")
def test_the_page_of_a_drawn_resignation_says_as_was_announced_why_it_is_no_loss(
    stage: Stage,
) -> None:
    links = stage.arrange(edition="2023", fen=LONE_BLACK_KING)

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        black.until(lambda m: m["type"] == "game")
        white.resign()
        told = black.event("game-ended")["text"]
        ended = black.until(lambda m: m["type"] == "game" and m["game"]["state"]["result"])

    assert told == german(
        "GameEnded:lack-of-mate",
        result=german("result:draw"),
        reason=GERMAN.phrase("end:resignation"),
    )
    assert ended["game"]["state"]["ended_text"] == told


def test_a_move_of_an_old_board_is_stale(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.move("e2e4", 0)
        answer = black.move("e7e5", 0)

    assert answer["type"] == "problem"
    assert answer["code"] == "stale"


def test_who_is_not_on_move_is_told_so_alone(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        answer = black.move("e7e5", 0)
        white.ask(type="ask", name="clock")

    assert not answer["is_accepted"]
    assert german("NotYourMove") in black.texts()
    assert german("NotYourMove") not in white.texts()


def test_a_typed_command_is_answered_in_the_language_of_the_seat(stage: Stage) -> None:
    links = stage.arrange(black={"language": "en"})

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.ask(type="line", text=says("what-is-on file:e rank:1"))
        black.ask(type="line", text="what is on eva one")

    assert white.texts()[-1] == german("what-is-on", square=in_words("e1"), piece=german("K:white"))
    assert black.texts()[-1] == "Eva one: white king."


def test_the_key_of_a_command_is_typed_into_the_line(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.ask(type="line", text=",s e1")

    assert white.texts()[-1] == german("what-is-on", square=in_words("e1"), piece=german("K:white"))


def test_a_players_own_pieces_are_those_of_their_seat(stage: Stage) -> None:
    links = stage.arrange(black={"language": "en"})

    with stage.page(links["white"]), stage.page(links["black"]) as black:
        black.ask(type="ask", name="where-is-own", args=["K"])

    assert black.texts()[-1] == "Black king: Eva eight."


def test_resigning_waits_for_a_yes_of_the_same_seat(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        black.ask(type="ask", name="resign")
        question = [m for m in black.came if m["type"] == "said"][-1]
        white.ask(type="ask", name="yes")
        black.ask(type="ask", name="yes")
        ended = white.until(lambda m: m["type"] == "game" and m["game"]["state"]["result"])

    assert question["kind"] == "question"
    assert ended["game"]["state"]["result"] == "1-0"


def test_the_same_request_is_done_once(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]):
        first = white.ask(type="line", text="e4", key="same-key")
        again = white.ask(type="line", text="e4", key="same-key")

    assert not first["is_repetition"]
    assert again["is_repetition"]
    assert again["seq"] == first["seq"]


def test_spectators_see_and_ask_and_change_nothing(stage: Stage) -> None:
    links = stage.arrange()

    with (
        stage.page(links["white"]) as white,
        stage.page(links["black"]),
        stage.page(links["spectator"]) as spectator,
    ):
        white.move("e2e4", 0)
        spectator.event("move-announced")
        moved = spectator.move("e7e5", 1)
        ruled = spectator.ask(type="rule", ruling={"ruling": "stop-clocks"})
        asked = spectator.ask(type="ask", name="last-move")

    assert not moved["is_accepted"]
    assert not ruled["is_accepted"]
    assert asked["is_accepted"]


def test_what_one_spectator_asks_no_other_hears(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["spectator"]) as one, stage.page(links["spectator"]) as other:
        one.ask(type="ask", name="position")
        other.ask(type="ask", name="whose-turn")

    assert len([m for m in other.came if m["type"] == "said"]) == 1


def test_the_arbiter_rules_with_a_reason_that_both_hear(stage: Stage) -> None:
    links = stage.arrange(arbiter="new", black={"language": "en"})

    with (
        stage.page(links["white"]) as white,
        stage.page(links["black"]) as black,
        stage.page(links["arbiter"]) as arbiter,
    ):
        ruling = {"ruling": "add-time", "colour": "black", "ms": 120_000}
        done = arbiter.ask(type="rule", ruling=ruling, reason="Handy von Weiß")
        white.until(lambda m: m.get("text") == german("ReasonStated", words="Handy von Weiß"))
        black.until(lambda m: m.get("text") == "Arbiter: Handy von Weiß.")
        game = arbiter.came[-2] if arbiter.came[-2]["type"] == "game" else arbiter.next("game")

    assert done["is_accepted"]
    assert game["game"]["clock"]["black_ms"] == 17 * 60_000


def test_a_player_may_not_rule_where_there_is_an_arbiter(stage: Stage) -> None:
    links = stage.arrange(arbiter="new")

    with stage.page(links["white"]) as white, stage.page(links["black"]):
        ruling = {"ruling": "add-time", "colour": "white", "ms": 120_000}
        done = white.ask(type="rule", ruling=ruling)

    assert not done["is_accepted"]


def test_an_announced_move_is_pressed_by_the_program_after_a_while(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.ask(type="line", text="e4")
        pressed = black.event("move-completed")

    assert pressed["colour"] == "white"


def wants_time(page: Page) -> None:
    """What they type is not pressed at once."""
    page.tell("prefer", correction_ms=10000)
    wished = page.next("seat")["seat"]["correction_ms"]
    page.ask(type="ask", name="whose-turn")

    assert wished == 10_000


@pytest.mark.parametrize("made", [{"type": "line", "text": "e4"}, {"type": "move", "uci": "e2e4"}])
def test_a_move_typed_or_clicked_is_pressed_at_once_unless_its_player_wants_time(
    stage: Stage, made: dict[str, str]
) -> None:
    links = stage.arrange()
    message: dict[str, object] = {**made, "ply": 0} if "uci" in made else {**made}

    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.ask(**message)
        at_once = [m["name"] for m in white.came if m["type"] == "happened"]
    links = stage.arrange()
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        wants_time(white)
        white.ask(**message)
        white.ask(type="ask", name="whose-turn")
        later = [m["name"] for m in white.came if m["type"] == "happened"]

    assert "move-completed" in at_once
    assert "move-announced" in later
    assert "move-completed" not in later


def test_who_answers_an_announced_move_lets_it_be_pressed(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        wants_time(white)
        white.ask(type="line", text="e4")
        game = black.until(lambda m: m["type"] == "game" and m["game"]["state"]["announced"])
        state = game["game"]["state"]
        done = black.move("e7e5", state["legal_ply"])

    assert state["legal_ply"] == 1
    assert done["is_accepted"]


def test_an_arbiter_has_all_their_games_on_one_page(stage: Stage) -> None:
    first = stage.arrange(arbiter="new")
    second = stage.arrange(arbiter=first["arbiter"]["seat"])

    with stage.page(first["arbiter"]) as arbiter:
        games = [game["game"] for game in arbiter.came[-1]["games"]]
        unnamed = arbiter.ask(type="ask", name="clock")
        named = arbiter.ask(type="ask", name="clock", game=second["game"]["id"])

    assert games == [first["game"]["id"], second["game"]["id"]]
    assert unnamed["code"] == "no-such-game"
    assert named["is_accepted"]


@pytest.mark.parametrize("games", [1, 2])
def test_the_customs_of_the_table_are_not_told_to_an_arbiter_at_each_of_several_boards(
    stage: Stage, games: int
) -> None:
    first = stage.arrange(arbiter="new")
    for _ in range(games - 1):
        stage.arrange(arbiter=first["arbiter"]["seat"])
    with (
        stage.page(first["arbiter"]) as arbiter,
        stage.page(first["white"]) as white,
        stage.page(first["black"]),
    ):
        white.event("game-started")
        arbiter.event("game-started")

    told = [[m["text"] for m in page.came if m["type"] == "said"] for page in (white, arbiter)]
    assert told == [told[0], told[0] if games == 1 else []]
    assert told[0]


def test_supervision_follows_from_how_many_games_an_arbiter_has(stage: Stage) -> None:
    first = stage.arrange(arbiter="new", time="3+2", edition="2018")
    stage.arrange(arbiter=first["arbiter"]["seat"], time="3+2", edition="2018")

    with stage.page(first["arbiter"]) as arbiter:
        supervised = [game["customs"]["is_supervised"] for game in arbiter.came[-1]["games"]]

    assert supervised == [True, False]


def test_each_spectator_has_the_page_in_the_language_they_ask_for(stage: Stage) -> None:
    links = stage.arrange()
    path, headers = stage.seat(links["spectator"])
    _, white = stage.seat(links["white"])

    watched = stage.client.get(f"{path}?lang=pl", headers=headers).text
    played = stage.client.get(f"/seats/{links['white']['seat']}?lang=pl", headers=white).text

    assert '<html lang="pl"' in watched
    assert '<html lang="de"' in played
