"""The measure of the way of a move counts what is called, but not what stands for devices."""

from tests.walk import at_a_seat, told


def test_every_module_on_the_way_is_listed_with_its_calls() -> None:
    at_a_seat()
    way = at_a_seat()

    lines = list(way.each())

    assert len(lines) == len(way.modules)
    (of_deciding,) = (line for line in lines if line.startswith("arbiter/decide.py, "))
    assert f"decide {way.calls['arbiter/decide.py', 'decide']}" in of_deciding
    assert "Recognizer" not in " ".join(lines), "a device in memory is none of it"


def test_the_changes_of_module_are_as_many_as_the_comings_into_one() -> None:
    way = at_a_seat()

    entered = sum(int(line.partition("entered ")[2].split()[0]) for line in way.each())

    assert entered == way.changes > len(way.modules)


def test_both_ways_are_told() -> None:
    lines = list(told())

    assert [line.partition(":")[0] for line in lines] == ["session", "table", "seat"]
