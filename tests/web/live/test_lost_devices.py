"""A microphone that leaves, or leaves sound out: nothing of it becomes a move nobody wanted."""

from pathlib import Path

import pytest

from tests.german import by_ear, german
from tests.simulation.devices import FRAME_MS, SILENT, SimulatedEar, SimulatedEars, sound_of
from tests.web.stage import staged
from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.listening.seat_ear import SeatEar, SoundFrame
from voice_chess.session.table_settings import TableSettings

E4 = [*sound_of(by_ear("e4").split())]
A_PAUSE = [SILENT] * 8


@pytest.mark.parametrize("is_lost", [True, False])
def test_what_was_said_last_into_a_microphone_that_was_pulled_out_counts_for_nothing(
    tmp_path: Path, *, is_lost: bool
) -> None:
    with staged(tmp_path, SimulatedEars()) as stage:
        links = stage.arrange()
        with stage.page(links["white"]) as white, stage.page(links["black"]):
            white.open_microphone()
            white.speak(E4)
            white.until(lambda m: m["type"] == "hearing" and m["state"] == "speech")
            white.close_microphone(is_lost=is_lost)
            white.ask(type="ask", name="whose-turn")
            told = {m["name"] for m in white.came if m["type"] == "happened"}

    assert ("move-announced" in told) is not is_lost


def test_what_was_said_before_another_move_was_clicked_corrects_nothing_of_it(
    tmp_path: Path,
) -> None:
    with staged(tmp_path, SimulatedEars()) as stage:
        links = stage.arrange(customs={"press": "command"})
        with stage.page(links["white"]) as white, stage.page(links["black"]):
            white.open_microphone()
            white.speak(E4)
            white.until(lambda m: m["type"] == "hearing" and m["state"] == "speech")
            assert white.move("d2d4", 0)["is_accepted"]
            white.speak(A_PAUSE)
            shown = white.until(lambda m: m["type"] == "said")
            told = [m["name"] for m in white.came if m["type"] == "happened"]
            state = white.state()["state"]

    assert (shown["kind"], shown["clip"]) == ("unheeded", None)
    assert by_ear("e4") in shown["text"]
    assert told.count("move-announced") == 1
    assert "slip-corrected" not in told
    assert state["announced"]["uci"] == "d2d4"


@pytest.mark.parametrize("missing", [5, 25, 125])
def test_behind_a_gap_of_any_length_a_move_is_dated_when_it_was_said(missing: int) -> None:
    ear = SeatEar(SimulatedEar(), TableSettings(language=load_language("de")), None)
    expected = Expectation(position=Position.start(), commands=frozenset())
    heard = None
    numbers = [*range(10), *range(10 + missing, 10 + missing + len(E4) + len(A_PAUSE))]
    frames = [*[SILENT] * 10, *E4, *A_PAUSE]
    for number, samples in zip(numbers, frames, strict=True):
        came_ms = 1_000_000 + (number + 1) * FRAME_MS
        frame = SoundFrame(number=number, samples=samples, came_ms=came_ms)
        heard = ear.hear(frame, expected) or heard

    assert heard is not None
    assert heard.ended_ms == 1_000_000 + (10 + missing + len(E4)) * FRAME_MS
    assert ear.tally.missing == missing


@pytest.mark.parametrize(
    ("lost", "moves"),
    [
        (range(4), False),
        (range(4, 8), False),
        (range(8, 14), False),
        (range(1), True),
        (range(0), True),
    ],
    ids=["first-word", "word-within", "last-word-and-behind", "no-word", "nothing"],
)
def test_of_an_announcement_of_which_a_word_never_came_nothing_is_taken_for_a_move(
    lost: range, tmp_path: Path, *, moves: bool
) -> None:
    """Knight c3 without its first word is the pawn's move c3."""
    said = [*sound_of(by_ear("Nc3").split()), *A_PAUSE]
    with staged(tmp_path, SimulatedEars()) as stage:
        links = stage.arrange()
        with stage.page(links["white"]) as white, stage.page(links["black"]):
            white.open_microphone()
            for number, frame in enumerate(said):
                if number not in lost:
                    white.speak([frame], first=number)
            white.close_microphone(is_lost=False)
            white.ask(type="ask", name="clock")
            told = [m for m in white.came if m["type"] == "happened" and m["move"]]
            texts = white.texts()

    assert [each["move"]["uci"] for each in told] == (["b1c3"] if moves else [])
    not_understood = german("NotUnderstood").removesuffix(".")
    assert any(not_understood in text for text in texts) is not moves, texts
