"""Hard tapes hold what they should, and no move that is stated as sure is wrong."""

from concurrent.futures import ProcessPoolExecutor
from functools import partial

import pytest

from tests.benchmarks import tapes
from tests.benchmarks.tapes import MODEL, PLAYERS, Made, Said, judged, made, main, measured
from tests.pgn_games import games_of
from tests.thoroughness import enough
from voice_chess.laws.position import Position
from voice_chess.session.listening.recorded_game import Tape
from voice_chess.speech.transcription.possible_game import HeardLine
from voice_chess.speech.transcription.search import extended
from voice_chess.speech.transcription.transcript import transcript
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis
from voice_chess.speech.understanding.readings import readings

NEEDS_MODEL = pytest.mark.skipif(not MODEL.is_dir(), reason=f"no model in {MODEL}")
TAPES = (5, 0)
"""Two accents, then none: the harder one is always tried, since each takes a minute."""
SAID = (
    Said(uci="e2e4", start_ms=1_000, end_ms=2_000),
    Said(uci="e7e5", start_ms=4_000, end_ms=5_000),
    Said(uci="g1f3", start_ms=7_000, end_ms=8_000),
    Said(uci="b8c6", start_ms=20_000, end_ms=21_000),
)


def transcribed(*words: str) -> Tape:
    """Return a transcript without a fault, each move at the time of its announcement."""
    lines: tuple[HeardLine, ...] = (HeardLine(position=Position.start()),)
    utterances = []
    for number, (text, said) in enumerate(zip(words, SAID, strict=False)):
        way = Hypothesis(words=tuple(text.split()), log_likelihood=0.0)
        heard = Heard(
            hypotheses=(way,),
            started_ms=said.start_ms,
            ended_ms=said.end_ms,
        )
        utterances.append(heard)
        lines = extended(lines, readings(heard, tapes.GERMAN), number)
    return Tape(utterances=tuple(utterances), transcript=transcript(lines))


TAPE = Made(sound=bytes(64_000), said=SAID)


def test_a_move_is_right_where_it_was_said_at_that_time() -> None:
    found = judged(TAPE, transcribed("eva vier", "eva fünf", "springer felix drei"))

    assert (found.right_sure, found.wrong_sure) == (3, 0)
    assert (found.missing_untold, found.missing_told) == (1, 0)


def test_another_move_than_was_said_is_wrong() -> None:
    found = judged(TAPE, transcribed("david vier", "eva fünf", "springer felix drei"))

    assert (found.right_sure, found.wrong_sure) == (2, 1)


def test_a_move_is_told_of_where_something_near_it_is_doubtful() -> None:
    words = ("eva vier", "eva fünf", "turm hektor acht", "springer cesar drei")
    found = judged(TAPE, transcribed(*words))

    assert found.missing_told + found.missing_untold + found.right_sure == len(SAID)
    assert found.missing_told >= 1


def test_there_is_a_game_of_sixty_plies_for_each_pair_of_players() -> None:
    games = games_of(tapes.GAMES.read_text("utf-8"))

    assert [len(game.moves) for game in games] == [60] * len(PLAYERS)


def test_another_draw_is_another_tape_of_the_same_game() -> None:
    first, second = made(0, plies=2), made(0, plies=2, draw=1)

    assert [said.uci for said in first.said] == [said.uci for said in second.said]
    assert first.sound != second.sound


def test_a_tape_holds_every_move_in_its_order_and_time() -> None:
    tape = made(0, plies=6)

    assert [said.uci for said in tape.said] == ["e2e4", "c7c6", "c2c4", "e7e6", "g1f3", "d7d5"]
    times = [time for said in tape.said for time in (said.start_ms, said.end_ms)]
    assert times == sorted(times)
    assert times[-1] < 1_000 * tape.seconds


@pytest.mark.slow
@pytest.mark.model
@NEEDS_MODEL
@pytest.mark.parametrize("number", TAPES[: enough(1)])
def test_no_move_stated_as_sure_is_wrong_and_none_is_missing_untold(number: int) -> None:
    """Chatter, corrections, six others talking 10 dB below.

    The tape is made in a process of its own, as for the table in `recognition.md`: eSpeak NG speaks
    otherwise after it has spoken before, so the tape would depend on the tests run earlier.
    """
    measure = partial(measured, plies=30, snr_db=10.0, decoder=None)
    with ProcessPoolExecutor(1, max_tasks_per_child=1) as workers:
        found = workers.submit(measure, number).result()

    assert (found.wrong_sure, found.missing_untold) == (0, 0), found
    assert found.right_sure >= 24, found


@pytest.mark.slow
@pytest.mark.model
@NEEDS_MODEL
def test_every_tape_is_told_on_a_line_and_all_together(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--tapes", "0", "--plies", "6"]) == 0
    first, together = capsys.readouterr().out.splitlines()

    assert first.startswith("tape 0: ")
    assert first.removeprefix("tape 0: ") == together.removeprefix("together: ")
