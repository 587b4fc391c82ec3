"""Which desks are found at a game, and of a seat."""

from collections.abc import Mapping

from voice_chess.game.table import Role
from voice_chess.session.games.chairs import Chair, Preferences
from voice_chess.session.outputs import Reply
from voice_chess.web.live.desks import Desk, Desks, KeptDesk, numbered
from voice_chess.web.live.speech_clips import Clips
from voice_chess.web.messages.wire import MOST_DESKS, Said

CLIPS = Clips()


def desk(listener: str, seat: str = "", *, begun_ms: int = 0) -> Desk:
    chair = Chair(id=seat or listener, role=Role.SPECTATOR, preferences=Preferences(language="en"))
    return Desk(chair=chair, listener=listener, games=(), clips=CLIPS, now_ms=lambda: begun_ms)


def since(told_by: Desk, heard: Mapping[str, int]) -> list[Said]:
    """What a page is sent that has heard so far of each count."""
    return [*told_by.said_since(told_by.last_heard(heard))]


def test_a_desk_is_found_at_each_of_its_games_and_at_no_other() -> None:
    desks, arbiter, player = Desks(), desk("arbiter"), desk("player")
    desks.put(arbiter, ("one", "two"))
    desks.put(player, ("two",))

    assert desks.at("one") == (arbiter,)
    assert desks.at("two") == (arbiter, player)
    assert desks.at("three") == ()


def test_a_desk_with_other_games_is_no_longer_found_at_those_before() -> None:
    desks, arbiter = Desks(), desk("arbiter")
    desks.put(arbiter, ("one", "two"))

    desks.put(arbiter, ("two", "three"))

    assert desks.at("one") == ()
    assert desks.at("two") == desks.at("three") == (arbiter,)
    assert [*desks] == [arbiter]


def test_a_desk_that_is_gone_is_found_nowhere() -> None:
    desks, first, second = Desks(), desk("seat.1", "seat"), desk("seat.2", "seat")
    for one in (first, second):
        desks.put(one, ("game",))

    desks.remove(first)
    desks.remove(first)

    assert desks.at("game") == desks.of_seat("seat") == (second,)
    assert desks.of_listener("seat.1") is None


def test_the_pages_of_one_seat_are_found_by_it() -> None:
    desks, first, second = Desks(), desk("seat.1", "seat"), desk("seat.2", "seat")
    for one in (first, second):
        desks.put(one, ("game",))

    assert desks.of_seat("seat") == (first, second)
    assert desks.of_listener("seat.2") is second


def test_an_arbiter_gets_the_first_desk_that_nobody_sits_at_or_may_come_back_to() -> None:
    desks, now_ms = Desks(), 0
    chair = Chair(id="a", role=Role.ARBITER, preferences=Preferences(language="en"))
    first, second = (
        Desk(
            chair=chair,
            listener=numbered("a", number),
            games=(),
            clips=CLIPS,
            now_ms=lambda: now_ms,
        )
        for number in (1, 2)
    )
    assert desks.free_number("a") == 1
    for one in (first, second):
        desks.put(one, ("game",))
        one.coming = 1
    assert (first.number, second.number, desks.free_number("a")) == (1, 2, 3)

    second.coming = 0
    assert desks.free_number("a") == 2
    second.wait_for_page()
    assert desks.free_number("a") == 3
    now_ms = 60_000
    assert desks.free_number("a") == 2


def test_a_page_finds_its_desk_again_unless_another_has_it_by_then() -> None:
    desks = Desks()
    mine = desks.given("a", None, 1_000)
    taken = desk(numbered("a", mine.number), "a")
    taken.holder = mine.holder
    desks.put(taken, ("game",))
    assert desks.given("a", mine, 70_000) == mine

    taken.holder = desks.given("a", None, 80_000).holder
    taken.coming = 1

    assert desks.given("a", mine, 90_000) == KeptDesk(number=2, holder="90000")


def test_after_a_restart_the_first_page_to_come_back_has_a_desk_that_two_had() -> None:
    desks, first, second = Desks(), KeptDesk(number=1, holder="1"), KeptDesk(number=1, holder="2")
    assert desks.given("a", second, 3) == second
    taken = desk("a")
    taken.holder, taken.coming = second.holder, 1
    desks.put(taken, ("game",))

    assert desks.given("a", first, 4) == KeptDesk(number=2, holder="4")


def test_where_every_desk_is_taken_a_page_gets_one_that_waits_for_its_page() -> None:
    desks = Desks()
    for number in range(1, MOST_DESKS + 1):
        taken = desk(numbered("a", number), "a")
        taken.coming = int(number != 5)
        taken.wait_for_page()
        desks.put(taken, ("game",))

    assert desks.free_number("a") == 5


def test_where_every_desk_is_taken_arbiters_share_the_first() -> None:
    desks = Desks()
    for number in range(1, MOST_DESKS + 1):
        taken = desk(numbered("a", number), "a")
        taken.coming = 1
        desks.put(taken, ("game",))

    assert desks.free_number("a") == 1


def test_a_page_that_was_elsewhere_meanwhile_is_told_only_what_it_has_not_heard() -> None:
    here, there = (desk("seat", begun_ms=begun_ms) for begun_ms in (1_000, 2_000))
    heard: dict[str, int] = {}
    for told_by, text in ((here, "one"), (there, "two"), (here, "three")):
        told_by.say(Reply(listener="seat", kind="answer", text=text, spoken=""), "game")
        if text != "three":
            heard |= {said.count: said.n for said in since(told_by, heard)}

    assert [said.text for said in since(here, heard)] == ["three"]
    assert since(there, heard) == []


def test_what_a_server_said_in_another_life_is_no_part_of_its_count() -> None:
    before, after = (desk("seat", begun_ms=begun_ms) for begun_ms in (1_000, 2_000))
    for one, texts in ((before, ["one", "two"]), (after, ["three"])):
        for text in texts:
            one.say(Reply(listener="seat", kind="answer", text=text, spoken=""), "game")
    heard = {said.count: said.n for said in since(before, {})}

    assert [said.text for said in since(after, heard)] == ["three"]
