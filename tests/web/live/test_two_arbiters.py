"""Arbiters who share a seat: each has questions and replies of their own, on their own page."""

from collections.abc import Iterator
from functools import partial

import pytest

from tests.stage.page import Message, Page
from tests.waiting import waited
from tests.web.stage import Seat, Stage
from voice_chess.session.games.chairs import Chair

END = {"ruling": "end-game", "result": "1-0", "reason": "arbiter"}


@pytest.fixture
def seat(stage: Stage) -> Iterator[Seat]:
    """The arbiters' seat at a game in play."""
    people = {"white": {"language": "en"}, "black": {"language": "en"}}
    links = stage.arrange(**people, arbiter="new", language="en")
    with stage.page(links["white"]) as white, stage.page(links["black"]):
        white.event("game-started")
        yield stage.seat(links["arbiter"])


def desk_of(welcome: Message) -> Message:
    """What a page tells of its desk when it comes back."""
    return {"desk": welcome["desk"], "holder": welcome["holder"]}


def is_over(page: Page) -> bool:
    page.ask(type="ask", name="clock")
    return bool(page.state()["state"]["phase"] == "over")


def test_a_yes_answers_the_question_of_its_own_arbiter_alone(stage: Stage, seat: Seat) -> None:
    with stage.at(seat) as (arbiter,), stage.at(seat) as (deputy,):
        arbiter.ask(type="rule", ruling=END)

        assert not deputy.ask(type="ask", name="yes")["is_accepted"]
        assert not is_over(arbiter)
        assert arbiter.ask(type="ask", name="yes")["is_accepted"]
        deputy.event("game-ended")
        assert not any(m["type"] == "said" and m["kind"] == "question" for m in deputy.came)


def test_whoever_comes_after_a_page_was_closed_finds_its_question(stage: Stage, seat: Seat) -> None:
    with stage.at(seat):
        with stage.at(seat) as (deputy,):
            deputy.ask(type="rule", ruling=END)
        with stage.at(seat) as (after,):
            assert after.next("said")["kind"] == "question"
            assert after.ask(type="ask", name="yes")["is_accepted"]


def test_a_page_whose_line_was_lost_comes_back_to_its_own_desk(stage: Stage, seat: Seat) -> None:
    with stage.at(seat):
        with stage.socket(*seat) as lost:
            welcome = lost.greet()
            lost.ask(type="rule", ruling=END)
            lost.socket.close(1006)  # type: ignore[attr-defined]  # a test client's socket
        with stage.at(seat) as (other,):
            assert other.came[-1]["desk"] not in (1, welcome["desk"])
            with stage.at(seat, **desk_of(welcome)) as (back,):
                assert back.ask(type="ask", name="yes")["is_accepted"]


def test_a_page_that_comes_back_after_another_has_taken_its_desk_gets_one_of_its_own(
    stage: Stage, seat: Seat
) -> None:
    with stage.at(seat) as (arbiter,):
        with stage.socket(*seat) as away:
            before = desk_of(away.greet())
        with stage.at(seat) as (other,), stage.at(seat, **before) as (back,):
            taken, own = desk_of(other.came[0]), desk_of(back.came[0])
            other.ask(type="rule", ruling=END)

            assert taken["desk"] == before["desk"] != own["desk"]
            assert not back.ask(type="ask", name="yes")["is_accepted"]
            assert not is_over(arbiter)
            assert other.ask(type="ask", name="yes")["is_accepted"]


def test_all_arbiters_at_a_seat_hear_the_language_that_one_of_them_has_chosen(
    stage: Stage, seat: Seat
) -> None:
    with stage.at(seat) as (arbiter,), stage.at(seat) as (deputy,):
        arbiter.tell("prefer", language="pl")

        assert deputy.next("seat")["seat"]["language"] == "pl"
        deputy.ask(type="rule", ruling=END)
        asked = [m for m in deputy.came if m["type"] == "said" and m["kind"] == "question"]
        assert [said["language"] for said in asked] == ["pl"]


def test_what_one_arbiter_chooses_for_the_seat_is_written_once(
    stage: Stage, seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    register = stage.hall.lobby.means.register
    write = register.prefer

    def noted(chair: Chair) -> None:
        write(chair)
        written.append(chair.preferences.language)

    def last_is(language: str) -> bool:
        return written[-1:] == [language]

    monkeypatch.setattr(register, "prefer", noted)
    with stage.at(seat) as (arbiter,), stage.at(seat) as (deputy,):
        for page, language in ((arbiter, "pl"), (deputy, "de"), (arbiter, "cs")):
            page.tell("prefer", language=language)
            for each in (arbiter, deputy):
                while each.next("seat")["seat"]["language"] != language:
                    pass
            waited(partial(last_is, language))

    assert written == ["pl", "de", "cs"]
