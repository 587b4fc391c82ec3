"""What each of both players has: looked up, changed and swapped by their side."""

from dataclasses import dataclass

from voice_chess.by_color import ByColor, both

TIMES = ByColor(white=3, black=5)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named(ByColor[str]):
    """A pair with something that belongs to neither."""

    white: str = "Eva"
    black: str = "Adam"
    room: int = 0


def test_journals_have_whites_first() -> None:
    assert TIMES.pair == (3, 5)


def test_each_side_has_its_own() -> None:
    assert [TIMES.of(white=white) for white in (True, False)] == [3, 5]
    assert tuple(TIMES) == (3, 5)
    assert tuple(both(1)) == (1, 1)


def test_one_sides_is_changed_and_the_others_is_left() -> None:
    assert TIMES.having(9, white=True) == ByColor(white=9, black=5)
    assert TIMES.having(9, white=False) == ByColor(white=3, black=9)


def test_both_become_something_else() -> None:
    assert TIMES.map(str) == ByColor(white="3", black="5")


def test_what_belongs_to_neither_stays_when_colours_are_swapped() -> None:
    assert Named(room=2).swapped == Named(white="Adam", black="Eva", room=2)
    assert Named(room=2).having("Ute", white=True).room == 2
