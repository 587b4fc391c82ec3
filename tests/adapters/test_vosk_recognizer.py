"""What every recogniser promises, kept by Vosk with our own model on sound made by eSpeak NG."""

import itertools
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
import pytest

from tests.benchmarks.speech import HARD_SOUNDS
from voice_chess.adapters.espeak import Delivery, installed
from voice_chess.adapters.resampler import as_float, as_int16, resampled
from voice_chess.adapters.vosk_recognizer import VoskModel, VoskRecognizer, load_model
from voice_chess.session.ports import RecognizerLost
from voice_chess.settings import Settings
from voice_chess.speech.hypothesis import Heard

MODEL = Settings.from_environment().models / "fide-de"
KNIGHT, CASTLING, PAWN = "springer felix drei", "kurze rochade", "eva vier"
PHRASES = (KNIGHT, "dame felix drei", "läufer gustav fünf", CASTLING, PAWN, "hektor acht", "remis")
IN_BETWEEN = "damfer felix drei"
"""Neither this phrase nor that."""

RATE = 16_000

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no model in {MODEL}"),
]


@pytest.fixture(scope="module")
def model() -> VoskModel:
    return load_model(MODEL)


@pytest.fixture
def recognizer(model: VoskModel) -> VoskRecognizer:
    made = VoskRecognizer(model)
    made.expect(PHRASES)
    return made


@cache
def said(text: str) -> bytes:
    """As a voice of eSpeak NG says it, without silence around."""
    chunks: list[bytes] = []

    def take(samples: bytes) -> bool:
        chunks.append(samples)
        return True

    installed().speak(text, Delivery(voice="de", words_per_minute=150), take)
    sound = resampled(as_float(b"".join(chunks)), installed().sample_rate, RATE)
    loud = np.flatnonzero(np.abs(sound) > 0.02)
    return as_int16(0.5 * sound[loud[0] : loud[-1]])


def silence(ms: int) -> bytes:
    return bytes(2 * ms * RATE // 1000)


def room(ms: int, rms: float = 20.0) -> bytes:
    chance = np.random.default_rng(ms)
    return np.round(rms * chance.standard_normal(ms * RATE // 1000)).astype("<i2").tobytes()


def ms_of(sound: bytes) -> int:
    return len(sound) // 2 * 1000 // RATE


def heard_in(recognizer: VoskRecognizer, sound: bytes, block: int = 1_280) -> list[Heard]:
    found = [recognizer.hear(sound[n : n + block]) for n in range(0, len(sound), block)]
    return [heard for heard in (*found, recognizer.flush()) if heard is not None]


def words(heard: Heard) -> str:
    return " ".join(word for word in heard.hypotheses[0].words if word != "[unk]")


@pytest.mark.parametrize("text", [KNIGHT, CASTLING])
def test_hears_what_was_said_and_when(recognizer: VoskRecognizer, text: str) -> None:
    sound = room(900) + said(text) + room(1_500)

    (heard,) = heard_in(recognizer, sound)

    assert words(heard) == text
    assert heard.started_ms <= 900
    assert heard.ended_ms == pytest.approx(900 + ms_of(said(text)), abs=120)


def test_gives_alternatives_best_first(recognizer: VoskRecognizer) -> None:
    sound = room(900) + said(IN_BETWEEN) + room(1_500)

    (heard,) = heard_in(recognizer, sound)

    scores = [hypothesis.log_likelihood for hypothesis in heard.hypotheses]
    assert len(scores) > 1
    assert scores == sorted(scores, reverse=True)


def gain_over_strangers(heard: Heard) -> float:
    assert heard.unknown_log_likelihood is not None
    return heard.hypotheses[0].log_likelihood - heard.unknown_log_likelihood


def test_words_explain_an_announcement_better_than_they_explain_other_speech(
    recognizer: VoskRecognizer,
) -> None:
    (ours,) = heard_in(recognizer, room(900) + said(KNIGHT) + room(1_500))
    (other,) = heard_in(recognizer, room(900) + said("Das Wetter war schlimm") + room(1_500))

    assert gain_over_strangers(ours) > 0 > gain_over_strangers(other)


@pytest.mark.parametrize("gain", [0.05, 0.3, 1.9])
def test_the_talkers_level_does_not_matter(recognizer: VoskRecognizer, gain: float) -> None:
    other = (np.frombuffer(said(KNIGHT), "<i2") * gain).astype("<i2").tobytes()
    (usual,) = heard_in(recognizer, room(900, 5) + said(KNIGHT) + room(1_500, 5))

    (heard,) = heard_in(recognizer, room(900, 5) + other + room(1_500, 5))

    assert words(heard) == KNIGHT
    assert heard.level_dbfs - usual.level_dbfs == pytest.approx(20 * np.log10(gain), abs=1)


@pytest.mark.parametrize("block", [2, 333, 640, 4_096, 1_000_000])
def test_the_size_of_the_blocks_changes_nothing(model: VoskModel, block: int) -> None:
    sound = room(700) + said(PAWN) + room(1_500)
    usual, other = VoskRecognizer(model), VoskRecognizer(model)
    usual.expect(PHRASES)
    other.expect(PHRASES)

    assert heard_in(other, sound, block) == heard_in(usual, sound)


def test_two_announcements_in_one_block_are_two_utterances(recognizer: VoskRecognizer) -> None:
    sound = room(700) + said(PAWN) + room(1_300) + said(CASTLING) + room(1_300)

    heard = [recognizer.hear(sound), recognizer.hear(b""), recognizer.flush()]

    assert [h and words(h) for h in heard] == [PAWN, CASTLING, None]


@pytest.mark.parametrize("sound", [silence(3_000), room(5_000, 300)], ids=["silence", "noise"])
def test_silence_and_steady_noise_are_no_utterance(
    recognizer: VoskRecognizer, sound: bytes
) -> None:
    assert heard_in(recognizer, sound) == []


def test_noise_that_begins_suddenly_has_no_words(recognizer: VoskRecognizer) -> None:
    for heard in heard_in(recognizer, silence(2_000) + room(3_000, 600) + silence(1_500)):
        assert words(heard) == ""


def test_is_hearing_while_somebody_speaks(recognizer: VoskRecognizer) -> None:
    states = []
    for part in (room(900), said(KNIGHT), room(1_500)):
        recognizer.hear(part)
        states.append(recognizer.is_hearing)

    assert states == [False, True, False]


def test_what_was_said_so_far_can_be_shown(recognizer: VoskRecognizer) -> None:
    shown: list[str] = []
    sound = room(900) + said(KNIGHT)
    for at in range(0, len(sound), 6_400):
        recognizer.hear(sound[at : at + 6_400])
        partial = recognizer.partial()
        shown += [words(partial)] if partial else []

    assert len(shown) > 3
    assert shown[-1] == KNIGHT
    assert any(KNIGHT.startswith(text) and text != KNIGHT for text in shown)


def test_looking_at_what_was_said_so_far_changes_nothing(recognizer: VoskRecognizer) -> None:
    sound = room(900) + said(KNIGHT) + room(1_500)
    found = []
    for at in range(0, len(sound), 640):
        found.append(recognizer.hear(sound[at : at + 640]))
        recognizer.partial()

    assert [words(heard) for heard in found if heard] == [KNIGHT]
    assert recognizer.partial() is None


def test_the_end_of_sound_ends_an_utterance(recognizer: VoskRecognizer) -> None:
    assert recognizer.hear(room(900) + said(KNIGHT)) is None

    heard = recognizer.flush()

    assert heard is not None
    assert words(heard) == KNIGHT
    assert recognizer.flush() is None


def test_what_was_reset_is_forgotten_and_its_time_has_passed(recognizer: VoskRecognizer) -> None:
    first = room(900) + said(CASTLING) + b"\1\0" * 77
    recognizer.hear(first)
    recognizer.reset()

    (heard,) = heard_in(recognizer, room(1_000) + said(KNIGHT) + room(1_500))

    assert words(heard) == KNIGHT
    expected = ms_of(first) + 1_000 + ms_of(said(KNIGHT))
    assert heard.ended_ms == pytest.approx(expected, abs=120)


def test_a_complete_utterance_ends_sooner(model: VoskModel) -> None:
    sound = room(900) + said(KNIGHT) + room(1_500)

    def ends_after(is_complete: Callable[[Heard], bool]) -> int:
        recognizer = VoskRecognizer(model)
        recognizer.expect(PHRASES, is_complete)
        for at in range(0, len(sound), 640):
            heard = recognizer.hear(sound[at : at + 640])
            if heard is not None:
                return at // 32 - heard.ended_ms
        return 10_000

    assert ends_after(lambda _: True) <= 480
    assert 700 <= ends_after(lambda _: False) <= 900


def test_a_grammar_set_while_somebody_speaks_does_no_harm_and_counts(model: VoskModel) -> None:
    recognizer = VoskRecognizer(model)
    recognizer.expect(["hektor acht"])
    sound = room(900) + said(KNIGHT)
    half = len(sound) // 1_280 * 640
    assert recognizer.hear(sound[:half]) is None
    assert recognizer.is_hearing

    recognizer.expect(PHRASES)

    (heard,) = heard_in(recognizer, sound[half:] + room(1_500))
    assert words(heard) == KNIGHT


def test_speakers_on_one_model_have_grammars_of_their_own(model: VoskModel) -> None:
    one, other = VoskRecognizer(model), VoskRecognizer(model)
    one.expect([KNIGHT, CASTLING])
    other.expect(["dame", "turm"])
    sound = room(900) + said(KNIGHT) + room(1_500)
    found: dict[str, list[Heard]] = {"one": [], "other": []}

    for at in range(0, len(sound), 1_280):
        for name, recognizer in (("one", one), ("other", other)):
            heard = recognizer.hear(sound[at : at + 1_280])
            found[name] += [heard] if heard else []

    assert [words(h) for h in found["one"]] == [KNIGHT]
    assert KNIGHT not in [words(h) for h in found["other"]]


ODD_GRAMMARS: dict[str, Sequence[str]] = {
    "empty": [],
    "unknown words": ["völlig unbekannt", "wörter"],
    "quotes and breaks": ['"', "\\", "springer\nfelix", "\t", "]", '",["'],
    "empty phrase": [""],
    "long phrase": [" ".join(["anna"] * 3_000)],
    "many phrases": [" ".join(p) for p in itertools.product(["anna", "bella", "eins"], repeat=7)],
    "not of this plane": ["\U0001f409", "žluťoučký kůň"],
}
SURVIVES = """
import sys
import numpy as np
from pathlib import Path
from voice_chess.adapters.vosk_recognizer import VoskRecognizer, load_model
phrases = eval(sys.stdin.read())
talk = np.random.default_rng(1).standard_normal(24_000) * 3_000
sound = np.concatenate([np.zeros(16_000), talk, np.zeros(16_000)]).astype("<i2").tobytes()
recognizer = VoskRecognizer(load_model(Path(sys.argv[1])))
found = []
for at in range(0, len(sound), 1280):
    recognizer.expect(phrases)
    found.append(recognizer.hear(sound[at : at + 1280]))
    recognizer.expect(["springer felix drei"])
found += [recognizer.flush()]
print(sum(heard is not None for heard in found))
"""


@pytest.mark.parametrize("grammar", ODD_GRAMMARS)
def test_no_grammar_at_no_time_ends_the_process(grammar: str) -> None:
    told = subprocess.run(  # noqa: S603 - this Python
        [sys.executable, "-c", SURVIVES, str(MODEL)],
        input=repr(ODD_GRAMMARS[grammar]),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert told.returncode == 0, told.stderr
    assert int(told.stdout) >= 1


def test_a_missing_model_is_one_clear_sentence() -> None:
    with pytest.raises(RecognizerLost, match="no model folder"):
        load_model(MODEL / "nowhere")


def test_one_announcement_after_the_other_is_heard(recognizer: VoskRecognizer) -> None:
    assert len(heard_in(recognizer, (room(900) + said(KNIGHT) + room(900)) * 5)) == 5


@pytest.mark.parametrize("name", HARD_SOUNDS)
def test_no_sound_takes_long_to_make_nothing_of(recognizer: VoskRecognizer, name: str) -> None:
    loud = np.round(6_000 * HARD_SOUNDS[name]).astype("<i2").tobytes()
    begun = time.process_time()

    heard_in(recognizer, silence(1_000) + loud + silence(1_500))

    assert time.process_time() - begun < 6  # no figure: a search that runs away
