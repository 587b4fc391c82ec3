"""Who leads which part: equal shares, and what the dead leave goes to all others."""

import pytest

from voice_chess.session.lobby.parts import Dealing, to_give, to_take

TWO = ("one", "two")
DEALING = Dealing(13)
PARTS = DEALING.parts


def led(**shares: int) -> dict[str, str]:
    """Each server with as many parts, in their order."""
    leaders = [server for server, count in shares.items() for _ in range(count)]
    return dict(zip(PARTS, leaders, strict=False))


def test_who_is_alone_takes_everything() -> None:
    assert to_take(PARTS, {}, (), "one") == PARTS
    assert to_give(PARTS, led(one=len(PARTS)), ("one",), "one") == 0


def test_each_of_two_takes_its_share_and_no_more() -> None:
    first = to_take(PARTS, {}, TWO, "one")
    second = to_take(PARTS, dict.fromkeys(first, "one"), TWO, "two")

    assert {*first, *second} == set(PARTS)
    assert abs(len(first) - len(second)) <= 1
    assert to_take(PARTS, led(one=len(PARTS) // 2), TWO, "one") == PARTS[6:7]


def test_nothing_is_taken_from_who_is_alive() -> None:
    assert to_take(PARTS, led(one=len(PARTS)), TWO, "two") == ()


def test_who_has_more_than_their_share_gives_up_the_rest() -> None:
    assert to_give(PARTS, led(one=len(PARTS)), TWO, "one") == len(PARTS) - 7
    assert to_give(PARTS, led(one=7, two=6), TWO, "one") == 0


@pytest.mark.parametrize("servers", range(1, 20))
def test_the_shares_of_all_cover_everything(servers: int) -> None:
    alive = [f"server {number}" for number in range(servers)]
    leaders: dict[str, str] = {}
    for server in alive:
        leaders |= dict.fromkeys(to_take(PARTS, leaders, alive, server), server)

    assert set(leaders) == set(PARTS)


def test_a_dead_servers_parts_are_shared_by_the_others() -> None:
    alive = ("one", "two")
    leaders = led(one=4, two=4)
    for server in alive:
        leaders |= dict.fromkeys(to_take(PARTS, leaders, alive, server), server)

    assert set(leaders) == set(PARTS)
    assert [list(leaders.values()).count(server) for server in alive] == [7, 6]


def test_a_game_is_of_the_same_part_wherever_it_is_asked() -> None:
    found = {DEALING.part_of(f"game {number}") for number in range(2_000)}

    assert found == set(PARTS)
    assert DEALING.part_of("u7h2k9ab") == "part 3"
    assert Dealing().part_of("u7h2k9ab") == "part 32"
