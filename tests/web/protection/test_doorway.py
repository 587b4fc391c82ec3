"""How many stand at the door, of one place and in all, and who goes for the sake of others."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_chess.web.protection.doorway import Doorway, Limits, place_of

LIMITS = Limits(connections=6, of_place=3, waiting=4, waiting_of_place=2)


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.168.1.20", "192.168.1.20"),
        ("::ffff:192.168.1.20", "192.168.1.20"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_network_of_ipv6_is_one_place(address: str, place: str) -> None:
    assert place_of(address) == place


def test_who_leaves_makes_room() -> None:
    doorway: Doorway[str] = Doorway(LIMITS)
    entered = [doorway.enters(name, "a") for name in "1234"]
    doorway.leaves("1")
    doorway.leaves("1")

    assert entered == [True, True, True, False]
    assert [doorway.enters(name, "a") for name in "56"] == [True, False]


def test_who_is_served_is_not_the_one_to_go() -> None:
    doorway: Doorway[str] = Doorway(LIMITS)
    for name in "123":
        doorway.enters(name, "a")
    doorway.waits("1")
    doorway.waits("2")
    doorway.served("1")

    assert doorway.waits("1") is None
    assert doorway.waits("3") == "2"


def test_who_waits_already_does_not_wait_anew() -> None:
    doorway: Doorway[str] = Doorway(LIMITS)
    for name in "123":
        doorway.enters(name, "a")
        doorway.waits(name)
    doorway.leaves("3")

    assert doorway.waits("1") is None
    doorway.enters("4", "a")
    assert doorway.waits("4") == "1"


def test_among_all_the_longest_waiting_goes_whatever_its_place() -> None:
    doorway: Doorway[str] = Doorway(LIMITS)
    gone = []
    for number, place in enumerate("abcde"):
        doorway.enters(str(number), place)
        gone.append(doorway.waits(str(number)))

    assert gone == [None, None, None, None, "0"]


STEPS = st.tuples(st.sampled_from(["enters", "leaves", "waits", "served"]), st.integers(0, 9))


@given(st.lists(STEPS, max_size=60))
def test_never_are_there_more_than_the_limits_say(steps: list[tuple[str, int]]) -> None:
    doorway: Doorway[int] = Doorway(LIMITS, lambda place: place == "proxy")
    places = ("a", "b", "proxy")
    inside: dict[int, str] = {}
    waiting: set[int] = set()
    for step, guest in steps:
        if step == "enters" and guest not in inside:
            place = places[guest % 3]
            if doorway.enters(guest, place):
                inside[guest] = place
        elif step == "waits" and guest in inside:
            gone = doorway.waits(guest)
            waiting.add(guest)
            if gone is not None:
                doorway.leaves(gone)
                inside.pop(gone)
                waiting.discard(gone)
        elif step == "served":
            doorway.served(guest)
            waiting.discard(guest)
        else:
            doorway.leaves(guest)
            inside.pop(guest, None)
            waiting.discard(guest)

        assert len(doorway) == len(inside) <= LIMITS.connections
        assert len(waiting) <= LIMITS.waiting
        for place in ("a", "b"):
            of_place = {guest for guest, its in inside.items() if its == place}
            assert len(of_place) <= LIMITS.of_place
            assert len(of_place & waiting) <= LIMITS.waiting_of_place
