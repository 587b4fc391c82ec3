"""Microphones at the seats: sound from a browser becomes moves, and what is lost is counted."""

import struct
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import dropwhile
from pathlib import Path

import pytest

from tests.stage.ports import ScriptedEars
from tests.unsearched import in_memory, unsearched
from tests.waiting import waited
from tests.web.stage import Stage, staged
from voice_chess.adapters.audio_io.sound_files import read
from voice_chess.adapters.recognition.exact_recognizer import ExactRecognizer
from voice_chess.adapters.recognition.recognizer_pool import RecognizerPool
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer
from voice_chess.session.listening.ear import Ear
from voice_chess.session.ports import Recognizer, RecognizerLost
from voice_chess.settings import Settings
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.web.live.microphone import Source
from voice_chess.web.live.microphone_session import MicrophoneSession
from voice_chess.web.live.open_ear import HeardApart

SETTINGS = Settings.from_environment()
DEMO = SETTINGS.audio / "demo"
FRAME_BYTES = 1_280
SILENCE = bytes(FRAME_BYTES)
QUIET = 300
LISTENING = (MicrophoneSession, Ear, ExactRecognizer)


class FailingEars(ScriptedEars):
    """Recognisers that fail at the first sound."""

    def __init__(self, error: type[Exception]) -> None:
        super().__init__([])
        self._error = error

    def recognizer(self, language_id: str) -> Recognizer:  # each fails
        return FailingRecognizer([], error=self._error)


@dataclass
class FailingRecognizer(MemoryRecognizer):
    error: type[Exception] = RecognizerLost

    def hear(self, samples: bytes) -> Heard | None:  # whatever they are
        raise self.error


needs_model = [
    pytest.mark.model,
    pytest.mark.skipif(not (SETTINGS.models / "fide-de").is_dir(), reason="no model of ours"),
]


def frames(samples: bytes, *, silent: int = 25) -> list[bytes]:
    """Frames of 40 ms with a second of silence before and behind."""
    whole = samples + bytes(-len(samples) % FRAME_BYTES)
    cut = [whole[i : i + FRAME_BYTES] for i in range(0, len(whole), FRAME_BYTES)]
    return [SILENCE] * silent + cut + [SILENCE] * silent


def is_quiet(frame: bytes) -> bool:
    samples: tuple[int, ...] = struct.unpack(f"<{len(frame) // 2}h", frame)
    return max(map(abs, samples)) < QUIET


class TestWithTheRecogniser:
    """With our own model and the recordings of the demonstration."""

    pytestmark = needs_model

    def test_a_spoken_move_is_announced_by_its_seat_and_kept_as_sound(self, tmp_path: Path) -> None:
        spoken = read(DEMO / "01-white.flac")
        with staged(tmp_path, RecognizerPool(SETTINGS.models)) as stage:
            links = stage.arrange(customs={"keeps_sound": True})
            with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
                opened = white.open_microphone()
                white.speak(frames(spoken))
                told = black.event("move-announced")
                closed = white.close_microphone()
            path, headers = stage.seat(links["white"])
            sound = stage.client.get(
                f"{path}/games/{links['game']['id']}/records/sound/1.wav", headers=headers
            )

        assert opened["state"] == "listening"
        assert told["move"]["uci"] == "e2e4"
        assert told["colour"] == "white"
        assert closed["frames"] == len(frames(spoken))
        assert (closed["missing"], closed["skipped"]) == (0, 0)
        assert len(sound.content) > len(spoken) // 2

    def test_one_that_was_closed_needs_no_search_for_garbage(self, tmp_path: Path) -> None:
        with staged(tmp_path, RecognizerPool(SETTINGS.models)) as stage:
            links = stage.arrange()
            with unsearched():
                before = in_memory(*LISTENING)
                with stage.page(links["white"]) as white, stage.page(links["black"]):
                    white.open_microphone()
                    white.speak(frames(read(DEMO / "01-white.flac")))
                    white.event("move-announced")
                    white.close_microphone()
                    assert in_memory(*LISTENING) > before

                waited(lambda: in_memory(*LISTENING) <= before)

    def test_what_a_player_says_on_the_opponents_move_moves_nothing(self, tmp_path: Path) -> None:
        spoken = read(DEMO / "02-black.flac")
        with staged(tmp_path, RecognizerPool(SETTINGS.models)) as stage:
            links = stage.arrange()
            with stage.page(links["white"]), stage.page(links["black"]) as black:
                black.open_microphone()
                black.speak(frames(spoken))
                black.close_microphone()
                moves = black.ask(type="ask", name="last-move")
                told = {m["name"] for m in black.came if m["type"] == "happened"}

        assert moves["is_accepted"]
        assert "move-announced" not in told

    @pytest.mark.parametrize("is_lost", [True, False])
    def test_what_is_said_last_counts_only_if_the_player_closes_the_microphone(
        self, tmp_path: Path, *, is_lost: bool
    ) -> None:
        spoken = frames(read(DEMO / "03-white.flac"))[:-33]
        with staged(tmp_path, RecognizerPool(SETTINGS.models)) as stage:
            links = stage.arrange()
            with stage.page(links["black"]) as black:
                with stage.page(links["white"]) as white:
                    black.until(lambda m: m["type"] == "people" and "white" in m["here"])
                    white.open_microphone()
                    white.speak(spoken)
                    white.until(lambda m: m["type"] == "hearing" and m["state"] == "speech")
                    if not is_lost:
                        white.close_microphone()
                black.until(lambda m: m["type"] == "people" and "white" not in m["here"])
                black.ask(type="ask", name="whose-turn")
                told = {m["name"] for m in black.came if m["type"] == "happened"}

        assert ("move-announced" in told) is not is_lost

    @pytest.mark.parametrize("is_resumed", [True, False])
    def test_who_still_speaks_when_the_connection_is_back_is_heard_from_their_next_words_on(
        self, tmp_path: Path, *, is_resumed: bool
    ) -> None:
        half, whole = (frames(read(DEMO / f"{name}-white.flac")) for name in ("03", "01"))
        half = list(dropwhile(is_quiet, half))
        with staged(tmp_path, RecognizerPool(SETTINGS.models)) as stage:
            links = stage.arrange()
            with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
                white.open_microphone(is_resumed=is_resumed)
                white.speak(half)
                white.speak(whole)
                white.close_microphone()
                white.ask(type="ask", name="press")
                black.event("move-completed")
                told = [m for m in black.came if m["type"] == "happened" and m["move"]]

        assert told[0]["move"]["uci"] == ("e2e4" if is_resumed else "b1c3")

    def test_missing_frames_are_counted(self, tmp_path: Path) -> None:
        with staged(tmp_path, RecognizerPool(SETTINGS.models)) as stage:
            links = stage.arrange()
            with stage.page(links["white"]) as white:
                white.open_microphone()
                white.speak([SILENCE] * 3)
                white.speak([SILENCE] * 3, first=10)
                white.tell("frames-dropped", count=7)
                closed = white.close_microphone()

        assert closed["frames"] == 6
        assert closed["missing"] == 7
        assert closed["dropped"] == 7

    @pytest.mark.parametrize("frame", [b"", b"\0\0\0\0", b"\0\0\0\0\1", b"\0\0\0\0" + bytes(3_400)])
    def test_a_frame_that_is_none_is_refused(self, tmp_path: Path, frame: bytes) -> None:
        with (
            staged(tmp_path, RecognizerPool(SETTINGS.models)) as stage,
            stage.page(stage.arrange()["white"]) as white,
        ):
            white.open_microphone()
            white.socket.send_bytes(frame)

            assert white.next("problem")["code"] == "bad-frame"

    def test_a_frame_said_twice_is_refused(self, tmp_path: Path) -> None:
        with (
            staged(tmp_path, RecognizerPool(SETTINGS.models)) as stage,
            stage.page(stage.arrange()["white"]) as white,
        ):
            white.open_microphone()
            white.speak([SILENCE])
            white.speak([SILENCE], first=0)

            assert white.next("problem")["code"] == "bad-frame"

    def test_more_sound_than_a_microphone_makes_is_refused(self, tmp_path: Path) -> None:
        with (
            staged(tmp_path, RecognizerPool(SETTINGS.models)) as stage,
            stage.page(stage.arrange()["white"]) as white,
        ):
            white.open_microphone()
            white.speak([SILENCE] * 800)

            assert white.next("problem")["code"] == "too-fast"

    def test_the_page_that_opens_its_microphone_last_is_heard(self, tmp_path: Path) -> None:
        with staged(tmp_path, RecognizerPool(SETTINGS.models)) as stage:
            links = stage.arrange()
            with stage.page(links["white"]) as one, stage.page(links["white"]) as other:
                one.open_microphone()
                other.open_microphone()

                assert one.next("hearing")["state"] == "off"


def test_a_seat_whose_language_has_no_model_is_told_so(stage: Stage) -> None:
    with stage.page(stage.arrange()["white"]) as white:
        assert white.open_microphone()["state"] == "deaf"


def test_a_microphone_that_its_page_opens_anew_is_not_said_to_be_off(tmp_path: Path) -> None:
    with (
        staged(tmp_path, ScriptedEars([])) as stage,
        stage.page(stage.arrange()["white"]) as white,
    ):
        white.open_microphone()

        assert white.open_microphone()["state"] == "listening"


@pytest.mark.parametrize("error", [RecognizerLost, KeyError])
def test_a_microphone_whose_recogniser_fails_is_not_said_to_be_closed(
    tmp_path: Path, error: type[Exception]
) -> None:
    with (
        staged(tmp_path, FailingEars(error)) as stage,
        stage.page(stage.arrange()["white"]) as white,
    ):
        white.open_microphone()
        white.speak([SILENCE])

        white.until(lambda m: m["type"] == "hearing" and m["state"] != "listening")

        assert white.came[-1]["state"] == "failed"


def test_sound_without_an_open_microphone_is_refused(stage: Stage) -> None:
    with stage.page(stage.arrange()["white"]) as white:
        white.speak([SILENCE])

        assert white.next("problem")["code"] == "microphone-closed"


def test_a_spectators_microphone_is_never_heard(stage: Stage) -> None:
    with stage.page(stage.arrange()["spectator"]) as spectator:
        assert spectator.open_microphone()["state"] == "deaf"


class DeafMicrophone(HeardApart):
    """A microphone whose sound nobody has decoded yet."""

    def _weigh(self, heard: Heard) -> None:
        raise AssertionError(heard)


@pytest.mark.parametrize(("seconds", "is_all_kept"), [(4, True), (60, False)])
def test_sound_waits_for_a_slow_recogniser_but_not_without_end(
    seconds: int, *, is_all_kept: bool
) -> None:
    with ThreadPoolExecutor(1) as decoders:
        microphone = DeafMicrophone(
            MemoryRecognizer([]), Source(rate=16_000, convert=bytes), decoders
        )
        for number in range(seconds * 25):
            microphone.feed(struct.pack("<I", number) + SILENCE, number * 40)

    assert (microphone.hearing.skipped == 0) is is_all_kept
