"""Pages come and go: nothing is lost, nothing told twice, whoever comes too often is sent away."""

import asyncio
import json
import threading
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from tests.german import says
from tests.stage.page import Message, Page
from tests.stage.play import play
from tests.web.stage import Stage, staged
from voice_chess.session.ports import JournalLost
from voice_chess.web.live import connection, socket
from voice_chess.web.live.incoming import LARGEST_TEXT
from voice_chess.web.live.socket import MOST_SOCKETS


def test_who_comes_back_gets_just_what_they_missed(stage: Stage) -> None:
    links = stage.arrange()
    game = links["game"]["id"]

    with stage.page(links["white"]) as white:
        with stage.page(links["black"]) as black:
            black.event("game-started")
            seen = black.came[-1]["seq"]
        white.move("e2e4", 0)
        with stage.page(links["black"], since={game: seen}) as black:
            black.ask(type="ask", name="whose-turn")
            told = [m for m in black.came if m["type"] == "happened"]

    assert [m["seq"] for m in told] == list(range(seen + 1, seen + 1 + len(told)))
    assert [m["name"] for m in told] == ["move-announced", "move-completed"]
    assert all(m["is_past"] for m in told)


def test_who_missed_more_than_a_queue_holds_gets_it_all_the_same(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        play(white, black, "g1f3", "g8f6", "f3g1", "f6g8")
    monkeypatch.setattr(connection, "LONGEST_QUEUE", 6)
    monkeypatch.setattr(socket, "_MISSED_AT_ONCE", 2)

    with stage.page(links["spectator"]) as late:
        late.until(lambda m: m["type"] == "people")
        told = [m["seq"] for m in late.came if m["type"] == "happened"]

    assert len(told) > 6
    assert told == list(range(1, len(told) + 1))


def catching_up_waits(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """From now on a page that comes takes what it has missed only once this is set."""
    may_go_on, sent = threading.Event(), connection.Connection.sent

    async def sent_then(page: connection.Connection) -> None:
        await asyncio.to_thread(may_go_on.wait)
        await sent(page)

    monkeypatch.setattr(connection.Connection, "sent", sent_then)
    return may_go_on


def test_a_move_made_while_a_page_takes_what_it_has_missed_is_on_its_board(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white:
        with stage.page(links["black"]):
            white.event("game-started")
        is_made = catching_up_waits(monkeypatch)
        with stage.page(links["black"]) as black:
            assert white.move("e2e4", 0)["is_accepted"]
            is_made.set()
            black.ask(type="ask", name="whose-turn")
            shown = black.state()

    made = [shown["state"]["announced"], *shown["moves"]]
    assert [move["uci"] for move in made if move is not None] == ["e2e4"]


def test_how_a_seat_is_spoken_to_may_change_while_its_other_page_comes_back(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as one:
        is_changed = catching_up_waits(monkeypatch)
        with stage.page(links["white"]) as other:
            one.tell("prefer", words_per_minute=333)
            one.next("seat")
            is_changed.set()
            other.ask(type="ask", name="whose-turn")

    seats = [m["seat"] for m in other.came if m["type"] in ("welcome", "seat")]
    assert seats[-1]["words_per_minute"] == 333


def test_replies_that_did_not_arrive_are_said_again(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white:
        white.ask(type="ask", name="whose-turn")
        white.ask(type="ask", name="move-number")
        first = next(m for m in white.came if m["type"] == "said")
    with stage.page(links["white"], heard={first["count"]: first["n"]}) as white:
        white.ask(type="ask", name="whose-turn")
        said = [m for m in white.came if m["type"] == "said"]

    assert [m["n"] for m in said] == [first["n"] + 1, first["n"] + 2]
    assert {m["count"] for m in said} == {first["count"]}


def test_what_was_missed_keeps_its_language_when_the_seat_has_another_since(stage: Stage) -> None:
    links = stage.arrange(white={"language": "de"})
    with stage.page(links["white"]) as white:
        white.ask(type="ask", name="whose-turn")
        heard = next(m for m in white.came if m["type"] == "said")
        white.ask(type="ask", name="clock")
        white.tell("prefer", language="en")
        white.ask(type="ask", name="clock")

    with stage.page(links["white"], heard={heard["count"]: heard["n"]}) as white:
        white.ask(type="ask", name="whose-turn")
        missed = [m for m in white.came if m["type"] == "said"]

    assert [m["language"] for m in missed] == ["de", "en", "en"]


def test_a_page_that_is_opened_anew_hears_nothing_twice(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white:
        white.ask(type="ask", name="whose-turn")
        white.ask(type="line", text="Ke4")
    with stage.page(links["white"]) as white:
        welcome = white.came[-1]
        white.ask(type="ask", name="whose-turn")
        said = [m for m in white.came if m["type"] == "said"]
    with stage.page(links["white"], heard={welcome["count"]: welcome["n"]}) as white:
        again = white.next("said")

    assert [m["n"] for m in said] == [welcome["n"] + 1]
    assert again["n"] == said[0]["n"]


def test_a_page_that_is_opened_anew_is_asked_what_still_waits(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["black"]) as black:
        with stage.page(links["white"]) as white:
            white.ask(type="ask", name="whose-turn")
            white.ask(type="ask", name="resign")
            asked = [m for m in white.came if m["type"] == "said"][-1]
        with stage.page(links["white"]) as white, stage.page(links["white"]) as other:
            repeated = [page.next("said") for page in (white, other)]
            white.ask(type="ask", name="yes")
            black.until(lambda m: m["type"] == "happened" and m["name"] == "game-ended")
        with stage.page(links["white"]) as white:
            white.ask(type="ask", name="whose-turn")
            said = [m["n"] for m in white.came if m["type"] == "said"]

    assert asked["kind"] == "question"
    assert [m["n"] for m in repeated] == [asked["n"]] * 2
    assert asked["n"] not in said


def test_a_page_opened_anew_is_asked_again_though_something_else_was_answered_since(
    stage: Stage,
) -> None:
    links = stage.arrange()

    with stage.page(links["black"]):
        with stage.page(links["white"]) as white:
            for name in ("resign", "own-clock", "repeat"):
                white.ask(type="ask", name=name)
            came = [m for m in white.came if m["type"] == "said"]
        with stage.page(links["white"]) as white:
            told = white.next("said")

    said = [(m["kind"], m["text"]) for m in came if m["kind"] != "notice"]
    (_, question), (_, answer) = said[:2]
    assert said == [
        ("question", question),
        ("beside", answer),
        ("beside", answer),
        ("question", question),
    ]
    assert (told["kind"], told["text"]) == ("question", question)


def test_a_page_opened_anew_hears_what_may_have_been_lost_with_a_line(stage: Stage) -> None:
    links = stage.arrange()
    with stage.page(links["white"]) as white:
        white.ask(type="ask", name="whose-turn")
        said = [m for m in white.came if m["type"] == "said"][-1]
        assert isinstance(white.socket, WebSocketTestSession)
        white.socket.close(1006)

    with stage.page(links["white"]) as white:
        again = white.next("said")

    assert again["n"] == said["n"]


def test_a_number_from_another_life_of_the_server_means_nothing(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"], since={links["game"]["id"]: 99}, heard={"7": 99}) as white:
        arranged = white.next("happened")

    assert arranged["seq"] == 1


def test_two_pages_of_one_seat_hear_the_same(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as one, stage.page(links["white"]) as other:
        one.ask(type="ask", name="whose-turn")
        said = other.next("said")

    assert said["text"] == next(m["text"] for m in one.came if m["type"] == "said")


def test_the_other_seats_learn_who_is_there(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white:
        with stage.page(links["black"]):
            both = white.until(lambda m: m["type"] == "people" and len(m["here"]) == 2)
        alone = white.until(lambda m: m["type"] == "people" and len(m["here"]) == 1)

    assert both["here"] == {"white": 1, "black": 1}
    assert alone["here"] == {"white": 1}


def test_more_pages_than_anybody_needs_are_sent_away(stage: Stage) -> None:
    links = stage.arrange()
    path, headers = stage.seat(links["white"])
    hello = json.dumps({"type": "hello", "protocol": 1})

    with ExitStack() as pages:
        for _ in range(MOST_SOCKETS):
            page = pages.enter_context(stage.socket(path, headers))
            page.socket.send_text(hello)
            page.next("welcome")
        late = pages.enter_context(stage.socket(path, headers))
        late.socket.send_text(hello)
        bye = late.next("bye")

    assert bye["code"] == "too-many"


def test_a_page_that_does_not_greet_is_sent_away(stage: Stage) -> None:
    path, headers = stage.seat(stage.arrange()["white"])

    with stage.socket(path, headers) as page:
        page.tell("line", key="abcdefgh", text="e4")
        bye = page.next("bye")
        with pytest.raises(WebSocketDisconnect):
            page.socket.receive_json()

    assert bye["code"] == "no-hello"


def test_a_page_of_another_protocol_is_sent_away(stage: Stage) -> None:
    path, headers = stage.seat(stage.arrange()["white"])

    with stage.socket(path, headers) as page:
        page.tell("hello", protocol=2)

        assert page.next("bye")["code"] == "no-hello"


def test_who_sends_nothing_but_nonsense_is_sent_away(stage: Stage) -> None:
    with stage.page(stage.arrange()["white"]) as white:
        for _ in range(30):
            white.socket.send_text("{")
        bye = white.next("bye")

    assert bye["code"] == "too-bad"
    assert next(m["code"] for m in white.came if m["type"] == "problem") == "malformed"


def test_a_request_that_can_not_be_is_refused_by_its_key(stage: Stage) -> None:
    """A page repeats what was not answered, whenever its line comes back."""
    links = stage.arrange(arbiter="new")
    days = {"ruling": "add-time", "colour": "white", "ms": 100 * 3_600_000}

    with stage.page(links["arbiter"]) as arbiter:
        answers = [
            arbiter.ask(type="rule", ruling=days),
            arbiter.ask(type="hands", did="touched", squares=["e2"] * 9),
            arbiter.ask(type="nothing"),
        ]

    assert [(each["type"], each["code"]) for each in answers] == [("problem", "malformed")] * 3


def test_a_message_longer_than_any_of_ours_is_not_read(stage: Stage) -> None:
    with stage.page(stage.arrange()["white"]) as white:
        white.socket.send_text("x" * (LARGEST_TEXT + 1))

        assert white.next("problem")["code"] == "too-long"


def test_who_sends_too_fast_is_told_so(stage: Stage) -> None:
    with stage.page(stage.arrange()["white"]) as white:
        for _ in range(300):
            white.tell("frames-dropped", count=1)

        assert white.next("problem")["code"] == "too-fast"


def test_preferences_are_told_to_every_page_and_kept(stage: Stage) -> None:
    links = stage.arrange()
    path, headers = stage.seat(links["white"])

    with stage.page(links["white"]) as white, stage.page(links["white"]) as other:
        white.tell("prefer", language="en", style="short")
        told = other.next("seat")["seat"]
        white.next("seat")
        white.ask(type="ask", name="whose-turn")
    kept = stage.client.get(f"{path}/view", headers=headers).json()

    assert told["language"] == kept["language"] == "en"
    assert white.texts()[-1] == "White to move."


def test_a_page_that_comes_before_they_are_written_has_them(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = stage.arrange(language="de")
    path, headers = stage.seat(links["white"])

    def lost(*_: object) -> None:
        raise JournalLost

    monkeypatch.setattr(stage.hall.lobby.means.register, "prefer", lost)
    with stage.page(links["white"]) as white:
        white.tell("prefer", language="en")
        white.next("seat")
        shown = stage.client.get(f"{path}/view", headers=headers).json()

    assert shown["language"] == "en"


def test_a_spoken_wish_changes_the_seat_too(stage: Stage) -> None:
    with stage.page(stage.arrange()["white"]) as white:
        white.send(type="ask", name="faster")

        assert white.next("seat")["seat"]["words_per_minute"] > 175


def preferred(page: Page, name: str) -> list[object]:
    """How its people wanted to be spoken to, each time that it was told."""
    return [m["seat"][name] for m in page.came if m["type"] in ("welcome", "seat")]


@pytest.mark.parametrize(
    ("wish", "kept"),
    [
        ({"type": "ask", "name": "faster"}, "words_per_minute"),
        ({"type": "ask", "name": "louder"}, "volume_percent"),
        ({"type": "line", "text": says("style")}, "style"),
        ({"type": "line", "text": says("behind")}, "behind_ms"),
    ],
)
def test_a_wish_that_is_repeated_to_the_next_life_of_a_server_is_done_once(
    tmp_path: Path, wish: Message, kept: str
) -> None:
    """Killed between what it had kept and its reply; the page asks again by the same key."""
    with staged(tmp_path) as stage:
        link = stage.arrange()["white"]
        with stage.page(link) as white:
            assert white.ask(**wish, key="wish-0001")["is_accepted"]
            before, once = preferred(white, kept)
    with staged(tmp_path) as stage, stage.page(link) as white:
        again = white.ask(**wish, key="wish-0001")
        told = preferred(white, kept)
        another = white.ask(**wish, key="wish-0002")
        *_, twice = preferred(white, kept)

    assert once != before
    assert (again["is_accepted"], again["is_repetition"], told) == (True, True, [once])
    assert (another["is_accepted"], another["is_repetition"]) == (True, False)
    assert twice != once


def test_a_language_that_there_is_not_changes_nothing(stage: Stage) -> None:
    with stage.page(stage.arrange()["white"]) as white:
        white.tell("prefer", language="xx")

        assert white.next("problem")["code"] == "unknown-language"
