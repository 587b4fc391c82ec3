"""A property that is worked out once."""

from dataclasses import dataclass, field, replace

from voice_chess.remembered import remembered


@dataclass(frozen=True, kw_only=True)
class Pair:
    one: int
    other: int
    asked: list[str] = field(default_factory=list, compare=False)

    @remembered
    def total(self) -> int:
        """The sum of both."""
        self.asked.append("total")
        return self.one + self.other

    @remembered
    def nothing(self) -> None:
        self.asked.append("nothing")


def test_a_value_is_worked_out_once_and_none_is_a_value() -> None:
    pair = Pair(one=1, other=2)

    assert [pair.total, pair.total, pair.nothing, pair.nothing] == [3, 3, None, None]
    assert pair.asked == ["total", "nothing"]


def test_a_changed_copy_works_its_own_value_out() -> None:
    pair = Pair(one=1, other=2)

    assert pair.total == 3
    assert replace(pair, other=5).total == 6


def test_what_is_remembered_makes_no_difference_between_equal_values() -> None:
    asked, unasked = Pair(one=1, other=2), Pair(one=1, other=2)

    assert asked.total == 3
    assert asked == unasked
    assert hash(asked) == hash(unasked)


def test_the_class_shows_what_the_property_means() -> None:
    assert Pair.total.__doc__ == "The sum of both."
