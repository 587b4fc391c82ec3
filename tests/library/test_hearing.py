"""Announcements for other programs: what is heard, what is asked, and sound that is no use."""

import io
import wave
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from functools import cache
from pathlib import Path
from typing import Any

import chess
import chess.variant
import numpy as np
import numpy.typing as npt
import pytest

from tests.german import by_ear, either, german, in_words
from tests.heard_languages import heard_languages
from voice_chess import ArgumentError, Ear, Heard, UnavailableError, move_in_words, speak
from voice_chess.settings import Settings

pytestmark = pytest.mark.model

HEARD = heard_languages(Settings.from_environment().models)
START = chess.Board()
KNIGHT = chess.Move.from_uci("g1f3")
NOBODY = "Nobody speaks in this sound."


@cache
def ear(language: str = "de") -> Ear:
    return Ear(language)


@cache
def spoken(words: str, language: str = "de") -> bytes:
    return speak(words, language, is_marked=False).samples


def wav_of(rate: int, channels: int, samples: bytes = bytes(64_000)) -> bytes:
    """A whole WAV file with 16 bits."""
    content = io.BytesIO()
    with wave.open(content, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples)
    return content.getvalue()


def heard(words: str, board: chess.Board = START) -> Heard:
    return ear().hear(spoken(words), board)


@pytest.mark.parametrize("language", HEARD)
@pytest.mark.parametrize("uci", ["g1f3", "e2e4"])
def test_every_language_hears_the_moves_it_says(language: str, uci: str) -> None:
    move = chess.Move.from_uci(uci)
    words = move_in_words(move, START, language)

    found = ear(language).hear(spoken(words, language), START)

    assert (found.decision, found.move, found.answer) == ("accept", move, words)
    assert found.choice is not None
    assert found.choice.probability > 0.75
    assert found.problem == ""


def test_the_bytes_of_a_whole_wav_file_are_heard_as_its_samples() -> None:
    samples = spoken(in_words("Nf3"))

    assert ear().hear(wav_of(16_000, 1, samples), START) == ear().hear(samples, START)


def test_who_gives_a_sound_is_told_to_give_its_samples() -> None:
    with pytest.raises(ArgumentError, match="give its samples"):
        ear().hear(speak(in_words("Nf3"), "de"), START)  # type: ignore[arg-type] # the mistake


SAME: dict[str, Callable[[bytes], bytes | npt.NDArray[Any]]] = {
    "int16": lambda samples: np.frombuffer(samples, np.int16),
    "big-endian": lambda samples: np.frombuffer(samples, np.int16).astype(">i2"),
    "float32": lambda samples: np.frombuffer(samples, np.int16).astype(np.float32) / 32_768,
    "float64": lambda samples: np.frombuffer(samples, np.int16) / 32_768,
}


@pytest.mark.parametrize("kind", SAME)
def test_samples_of_every_kind_sound_the_same(kind: str) -> None:
    samples = spoken(by_ear("Nf3"))

    assert ear().hear(SAME[kind](samples), START) == ear().hear(samples, START)


def test_a_file_sounds_like_its_samples(tmp_path: Path) -> None:
    path = tmp_path / "said.wav"
    sound = speak(by_ear("Nf3"), "de", is_marked=False)
    sound.save(path)

    found = ear().hear(sound.samples, START)
    assert found.move == KNIGHT
    assert ear().hear(path, START) == ear().hear(str(path), START) == found


def test_what_is_not_clear_is_asked_about() -> None:
    board = chess.Board("4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1")

    found = heard(by_ear("Nd2"), board)

    files = either(in_words("b"), in_words("f"))
    which = german("ask:which", start=in_words("N"), choices=files)
    assert found.decision == "ask"
    assert {str(choice.move) for choice in found.choices} == {"b1d2", "f3d2"}
    assert found.answer == which
    assert found.move is None


def test_the_first_step_of_a_move_offers_all_that_begin_so() -> None:
    found = heard(by_ear("N"))

    assert found.decision == "ask"
    assert {str(choice.move) for choice in found.choices} == {"g1f3", "g1h3", "b1c3", "b1a3"}
    assert sum(choice.probability for choice in found.choices) <= 1


def test_a_command_is_told_by_its_name() -> None:
    found = heard(by_ear("clock"))
    assert (found.decision, found.command, found.move) == (
        "accept",
        "clock",
        None,
    )


def test_an_illegal_move_is_rejected_with_its_reason() -> None:
    found = heard(by_ear("Qh5"))

    assert found.decision == "reject"
    blocked = german("Blocked", piece=in_words("P"), square=in_words("e2"))
    refused = german("NotALegalMove", move=in_words("Qh5"), reason=blocked)
    assert found.answer == refused


def test_the_programs_own_voice_is_not_obeyed() -> None:
    found = ear().hear(speak(by_ear("Nf3"), "de").samples, START)

    assert (found.decision, found.choices) == ("reject", ())
    assert found.problem == "This is the program's own voice, which it never obeys."


BAD: dict[str, tuple[Any, str]] = {
    "nothing": (b"", "There are no samples."),
    "half a sample": (b"\0\1\2", "odd number of bytes"),
    "silence": (bytes(32_000), "silent"),
    "no numbers": (np.full(16_000, np.nan), "no sound"),
    "endless": (np.full(16_000, np.inf), "no sound"),
    "integers as floats": (np.full(16_000, 3_000.0), "no sound"),
    "two channels": (np.zeros((16_000, 2), np.int16), "give one channel, such as samples[:, 0]"),
    "a WAV file of another kind": (wav_of(44_100, 2), "Give the path of the file"),
    "a WAV file cut short": (b"RIFF", "give samples"),
    "bytes as numbers": (np.zeros(16_000, np.uint8), "uint8"),
    "no file": ("nowhere.wav", "There is no file"),
    "a folder": (Path(__file__).parent, "is a folder"),
    "a text": (Path(__file__), "is not sound"),
    "an impossible name": ("\0", "There is no file"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_sound_is_answered_and_told_and_raises_nothing(kind: str) -> None:
    sound, problem = BAD[kind]

    found = ear().hear(sound, START)

    assert (found.decision, found.choices, found.move) == ("reject", (), None)
    assert found.answer == german("NotUnderstood")
    assert problem in found.problem


@pytest.mark.parametrize("level", [20, 300, 3_000])
def test_noise_is_never_a_move(level: int) -> None:
    noise = np.random.default_rng(1).normal(0, level, 32_000).astype(np.int16)

    assert ear().hear(noise, START).decision == "reject"


def test_no_more_than_a_minute_is_heard() -> None:
    quiet = np.random.default_rng(1).normal(0, 20, 60 * 16_000).astype("<i2").tobytes()

    assert ear().hear(quiet + spoken(by_ear("Nf3")), START).problem == NOBODY
    assert ear().hear(quiet[: 30 * 32_000] + spoken(by_ear("Nf3")), START).move == KNIGHT


def test_several_threads_hear_with_one_ear() -> None:
    words = [by_ear("Nf3"), by_ear("Pe4"), by_ear("Nc3"), by_ear("Pd4")]
    alone = [heard(said) for said in words]

    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(heard, words * 2))

    assert together == alone * 2


def test_a_game_that_is_over_hears_no_move() -> None:
    mated = chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")

    assert heard(by_ear("Kg8"), mated).move is None


def test_castling_in_chess960_is_a_move_of_its_board() -> None:
    board = chess.Board("1k6/8/8/8/8/8/8/R2K3R w HA - 0 1", chess960=True)

    found = heard(by_ear("castle:short"), board)

    assert found.move is not None
    assert board.is_castling(found.move)


@pytest.mark.parametrize(
    ("board", "told"),
    [
        (chess.Board("8/8/8/8/8/8/8/8 w - - 0 1"), "the board is empty"),
        (chess.variant.AtomicBoard(), "neither chess nor Chess960"),
    ],
)
def test_a_board_that_can_not_be_is_an_error(board: chess.Board, told: str) -> None:
    with pytest.raises(ArgumentError, match=told):
        heard(by_ear("Nf3"), board)


def test_a_language_a_style_and_a_caution_must_be_known() -> None:
    wrong: list[dict[str, Any]] = [
        {"language": "xx"},
        {"language": "de", "style": "brief"},
        {"language": "de", "caution": "none"},
    ]
    for arguments in wrong:
        with pytest.raises(ArgumentError, match=r"There is no .*\.$"):
            Ear(**arguments)


def test_a_model_that_is_missing_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match=str(tmp_path)):
        Ear("de", model=str(tmp_path))


def test_what_was_heard_can_not_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        heard(by_ear("clock")).decision = "accept"  # type: ignore[misc]  # wrong on purpose
