"""A move in two steps, typed: the square that follows belongs to the piece that was named."""

import pytest

from tests.session.stage import GAME, Stage
from voice_chess.adapters.simulated_time import ScriptedInbox
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.session.evidence import AnswerSpoken


def played(*lines: str, fen: str | None = None) -> tuple[tuple[str, ...], list[str]]:
    stage = Stage({"turn": [], **({"fen": fen} if fen else {})})
    stage.session().run(stage.table, ScriptedInbox(lines, stage.time))
    told = [item.text for item in stage.seen if isinstance(item, AnswerSpoken)]
    return scoresheet_of(stage.journal.read(GAME)).moves, told[1:]


@pytest.mark.parametrize(
    ("lines", "moves"),
    [
        (("springer", "f3"), ("g1f3",)),
        (("springer", "Sc3"), ("b1c3",)),
        (("springer", "g1f3"), ("g1f3",)),
        (("g1", "f3"), ("g1f3",)),
        (("e2", "e4"), ("e2e4",)),
        (("springer", "springer c3"), ("b1c3",)),
        (("springer", "bauer e4"), ("e2e4",)),
        (("springer", "nein", "e4"), ("e2e4",)),
        (("springer", "e4", "f3"), ("g1f3",)),
    ],
)
def test_the_second_step_completes_the_first(
    lines: tuple[str, ...], moves: tuple[str, ...]
) -> None:
    assert played(*lines)[0] == moves


def test_a_second_step_that_leaves_two_moves_is_asked_about() -> None:
    moves, told = played("turm", "d1", "a", fen="4k3/8/8/8/8/8/4K3/R6R w - - 0 1")

    assert told[:2] == ["Turm wohin?", "Turm Hektor oder Anna?"]
    assert moves == ("a1d1",)


def test_a_piece_that_cannot_move_is_not_begun_with() -> None:
    _, told = played("turm")

    assert told == ["Nicht verstanden."]
