"""The moves of a game as pages show them, however it came to where it stands."""

from collections.abc import Callable

import pytest

from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.web.messages.views import MoveView
from voice_chess.web.pages.moves_shown import Moves, MovesRead, move_view

READING = MovesRead(language=load_language("de"), interface=load_language("de"))
MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
ITALIAN = ("e2e4", "e7e5", "g1f3", "b8c6", "f1c4")


def position(*moves: str) -> Position:
    found = Position.start()
    for uci in moves:
        found = found.made(uci)
    return found


def each_by_itself(shown: Position) -> list[MoveView]:
    return [move_view(uci, shown.rewound(index), READING) for index, uci in enumerate(shown.moves)]


GAMES: dict[str, tuple[tuple[str, ...], ...]] = {
    "move by move": tuple(ITALIAN[:count] for count in range(6)),
    "opened in the middle": (ITALIAN, (*ITALIAN, "f8c5")),
    "a move taken back for another": (ITALIAN, ITALIAN[:3], (*ITALIAN[:3], "g8f6")),
    "another game": (ITALIAN, MATE),
    "an illegal move that stood": (("e2e4",), ("e2e4", "a8a5"), ("e2e4", "a8a5", "d2d4")),
}


@pytest.mark.parametrize("steps", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("is_told_first", [True, False])
def test_each_move_is_shown_as_if_it_were_the_only_one(
    steps: tuple[tuple[str, ...], ...], *, is_told_first: bool
) -> None:
    moves = Moves(READING)
    for step in steps:
        shown = position(*step)
        if is_told_first and step:
            moves.view(step[-1], position(*step[:-1]))

        assert [*moves.of(shown)] == each_by_itself(shown)


def test_a_move_that_is_told_and_then_shown_is_worded_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def counted(found: Callable[..., MoveView]) -> Callable[..., MoveView]:
        def view(uci: str, *more: object) -> MoveView:
            asked.append(uci)
            return found(uci, *more)

        return view

    monkeypatch.setattr("voice_chess.web.pages.moves_shown.move_view", counted(move_view))
    moves, before = Moves(READING), position(*ITALIAN[:4])
    moves.of(before)
    asked.clear()

    for _ in range(2):
        moves.view("f1c4", before)
    moves.of(before.played("f1c4"))

    assert asked == ["f1c4"]
