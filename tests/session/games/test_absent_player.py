"""An engine at the table: its moves are told like a person's, what is said is the other's."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.session.typed_table import BLIND, TypedTable
from voice_chess.game.events import (
    ClocksStopped,
    DrawDeclined,
    GameEnded,
    MoveAnnounced,
    MoveCompleted,
    MoveExecuted,
    MoveRepeated,
)
from voice_chess.game.table import Customs, Role, Setup
from voice_chess.laws.position import Position
from voice_chess.session.ports import OpponentLost, TimeLeft


class Script:
    """`Opponent` that plays these moves, each after being asked so many times."""

    def __init__(
        self, moves: Sequence[str], *, patience: int = 0, is_content: bool = False
    ) -> None:
        self.is_content = is_content
        self.moves = list(moves)
        self.patience = patience
        self.asked: list[tuple[Position, TimeLeft]] = []
        self._waited = 0
        self._thinks = False

    def think(self, position: Position, left: TimeLeft) -> None:
        self.asked.append((position, left))
        self._waited = 0
        self._thinks = True

    def wants_draw(self) -> bool:
        return self.is_content

    def choice(self) -> str | None:
        if not self._thinks:
            return None
        self._waited += 1
        if self._waited <= self.patience:
            return None
        if not self.moves:
            message = "The engine has stopped playing."
            raise OpponentLost(message)
        self._thinks = False
        return self.moves.pop(0)


def test_its_moves_are_announced_and_pressed_like_a_persons() -> None:
    table = TypedTable(opponent=Script(["e7e5", "b8c6"]))
    session = table.play("e4", "gedrückt", "Sf3", "gedrückt")

    assert table.answer_to("gedrückt") == ["Springer Cesar sechs."]
    assert session.game.position.moves == ("e2e4", "e7e5", "g1f3", "b8c6")
    assert len(table.of(MoveCompleted)) == 4


def test_it_may_begin() -> None:
    table = TypedTable(opponent=Script(["e2e4", "g1f3"]), absent=Role.WHITE)
    session = table.play("e5", "gedrückt")

    assert session.game.position.moves == ("e2e4", "e7e5", "g1f3")


def test_it_is_asked_once_for_each_move_however_long_it_thinks() -> None:
    opponent = Script(["e7e5"], patience=4)
    table = TypedTable(opponent=opponent)
    table.play("e4", "gedrückt", "uhr", "uhr", "uhr")

    assert len(opponent.asked) == 1
    position, left = opponent.asked[0]
    assert position.moves == ("e2e4",)
    assert left.increment_ms == (10_000, 10_000)


def test_while_it_thinks_questions_are_answered_and_moves_are_refused() -> None:
    table = TypedTable(opponent=Script(["e7e5"], patience=1_000))
    table.play("e4", "gedrückt", "e7e5", "meine Uhr")

    assert [name for name, _ in table.refusals] == ["NotYourMove"]
    assert table.answer_to("meine Uhr")[0].startswith("Fünfzehn Minuten")


def test_an_offer_is_declined_before_it_moves() -> None:
    table = TypedTable(opponent=Script(["e7e5"]))
    table.play("e4", "remis", "gedrückt")

    (declined,) = table.of(DrawDeclined)
    assert isinstance(declined, DrawDeclined)
    assert declined.by == "word"


def test_an_offer_that_suits_it_is_accepted_in_place_of_a_move() -> None:
    table = TypedTable(opponent=Script(["e7e5"], is_content=True))
    session = table.play("e4", "remis", "gedrückt")

    assert "Remis angenommen von Schwarz." in table.said
    assert session.game.is_over
    assert session.game.position.moves == ("e2e4",)


def test_it_answers_an_offer_when_it_has_thought() -> None:
    table = TypedTable(opponent=Script(["e7e5"], patience=1_000))
    table.play("e4", "remis", "gedrückt", "uhr")

    assert table.of(DrawDeclined) == []


def test_it_repeats_what_must_be_repeated_and_executes_what_is_reported() -> None:
    customs = Customs(must_repeat=True, execution="reported")
    table = TypedTable(table=replace(BLIND, customs=customs), opponent=Script(["e7e5"]))
    table.play("e4", "gedrückt", "e5")

    repeated = [event for event in table.of(MoveRepeated) if isinstance(event, MoveRepeated)]
    assert [(event.white, event.uci) for event in repeated] == [(False, "e2e4"), (True, "e7e5")]
    assert len(table.of(MoveExecuted)) == 2


def test_resigning_while_it_thinks_is_the_players_own() -> None:
    table = TypedTable(opponent=Script(["e7e5"], patience=1_000))
    table.play("e4", "gedrückt", "ich gebe auf", "ja")

    (ended,) = table.of(GameEnded)
    assert isinstance(ended, GameEnded)
    assert ended.result == "0-1"


def test_its_mate_ends_the_game() -> None:
    setup = Setup(fen="r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1")
    table = TypedTable(table=replace(BLIND, setup=setup), opponent=Script(["a8a1"]))
    session = table.play("uhr")

    assert session.game.is_over
    assert [event.uci for event in table.of(MoveAnnounced) if isinstance(event, MoveAnnounced)] == [
        "a8a1"
    ]


def test_an_engine_that_stops_playing_stops_the_clocks_and_is_told() -> None:
    table = TypedTable(opponent=Script([]))

    with pytest.raises(OpponentLost):
        table.play("e4", "gedrückt")
    assert len(table.of(ClocksStopped)) == 1
