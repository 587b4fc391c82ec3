"""eSpeak NG: it streams, stops, reads phonemes, and never ends the process."""

import shutil
import subprocess
import sys
from pathlib import Path

import espeakng_loader
import pytest

from voice_chess.adapters.synthesis.espeak import Delivery, Espeak, installed
from voice_chess.session.ports import SpeechLost

SENTENCE = "Springer Gustav eins Felix drei, Läufer Gustav fünf."


def spoken(text: str, delivery: Delivery | None = None) -> bytes:
    heard = bytearray()

    def take(samples: bytes) -> bool:
        heard.extend(samples)
        return True

    assert installed().speak(text, delivery or Delivery(), take)
    return bytes(heard)


def test_takes_as_long_for_the_same_text_each_time() -> None:
    # Not the same samples, nor to the sample as many: it goes on in the middle of a sound wave.
    seconds = [len(spoken(SENTENCE)) / 2 / installed().sample_rate for _ in range(20)]

    assert 2.5 < min(seconds) < 4.5
    assert max(seconds) - min(seconds) < 0.02


def test_streams_in_chunks_shorter_than_a_syllable() -> None:
    sizes: list[int] = []

    def take(samples: bytes) -> bool:
        sizes.append(len(samples))
        return True

    installed().speak(SENTENCE, Delivery(), take)

    assert len(sizes) > 20
    assert max(sizes) <= 2 * installed().sample_rate * 60 // 1_000 + 64


def test_stops_when_samples_are_refused_and_speaks_the_next_text_whole() -> None:
    whole = len(spoken(SENTENCE))
    taken: list[bytes] = []

    def take_three(samples: bytes) -> bool:
        taken.append(samples)
        return len(taken) < 3

    was_whole = installed().speak(SENTENCE, Delivery(), take_three)

    assert not was_whole
    assert len(taken) == 3
    assert len(spoken(SENTENCE)) == pytest.approx(whole, rel=0.01)


def test_raises_what_the_taker_raised() -> None:
    def take(_samples: bytes) -> bool:
        message = "disk full"
        raise OSError(message)

    with pytest.raises(OSError, match="disk full"):
        installed().speak(SENTENCE, Delivery(), take)


def test_speaks_faster_and_louder_when_told() -> None:
    slow = spoken(SENTENCE, Delivery(words_per_minute=120))
    fast = spoken(SENTENCE, Delivery(words_per_minute=300))
    soft = spoken(SENTENCE, Delivery(volume_percent=20))
    loud = spoken(SENTENCE, Delivery(volume_percent=100))

    assert len(slow) > 1.8 * len(fast)
    assert loudest(loud) > 4 * loudest(soft) > 0


def test_speaks_faster_than_its_own_articulation_by_pressing_time_together() -> None:
    seconds = {
        rate: len(spoken(SENTENCE, Delivery(words_per_minute=rate))) for rate in (450, 600, 800)
    }

    assert seconds[600] == pytest.approx(seconds[450] * 450 / 600, rel=0.1)
    assert seconds[800] == pytest.approx(seconds[450] * 450 / 800, rel=0.1)


def loudest(samples: bytes) -> int:
    return max(abs(sample) for sample in memoryview(samples).cast("h"))


@pytest.mark.parametrize("voice", ["cs", "de", "de+f2", "en", "pl", "sr"])
def test_has_the_voices_of_the_five_languages(voice: str) -> None:
    assert len(spoken("Anna 8", Delivery(voice=voice))) > 2 * installed().sample_rate // 4


def test_reads_phonemes_between_double_brackets() -> None:
    assert installed().phonemes("David", "de") != "dˈɑːvɪt"
    assert spoken("[[d'A:vIt]]") != spoken("David")


def test_breath_is_the_same_in_each_run_of_a_program() -> None:
    program = (
        "from voice_chess.adapters.synthesis.espeak import Delivery, installed\n"
        "installed().speak('Anna', Delivery(voice='de+f2'), lambda made: print(made.hex()) or True)"
    )
    command = [sys.executable, "-c", program]
    first, second = (
        subprocess.run(command, check=True, capture_output=True).stdout for _ in range(2)
    )

    assert first
    assert first == second


def test_names_a_voice_that_does_not_exist() -> None:
    with pytest.raises(SpeechLost, match="no voice 'de-DE'"):
        spoken("Hallo", Delivery(voice="de-DE"))


def test_lists_its_voices() -> None:
    assert {"cs", "de", "en-gb", "pl", "sr"} <= {voice.language for voice in installed().voices()}


def test_takes_a_zero_byte_for_a_space() -> None:
    # The first utterance of a process is some hundredths shorter than the next ones.
    assert len(spoken("Anna\0eins")) == pytest.approx(len(spoken("Anna eins")), rel=0.05)


def test_says_what_to_do_when_the_library_is_missing() -> None:
    with pytest.raises(SpeechLost, match="pip install --force-reinstall espeakng-loader"):
        Espeak("/nowhere/libespeak-ng.so", None)


def test_says_which_data_are_missing(tmp_path: Path) -> None:
    with pytest.raises(SpeechLost, match=f"missing in {tmp_path}"):
        Espeak(espeakng_loader.get_library_path(), str(tmp_path))


def in_a_process_of_its_own(program: str) -> subprocess.CompletedProcess[str]:
    """The library can be started only once in a process."""
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=600, check=False
    )


def speaking_with(data: Path) -> subprocess.CompletedProcess[str]:
    program = f"""
import espeakng_loader
from voice_chess.adapters.synthesis.espeak import Delivery, Espeak
from voice_chess.session.ports import SpeechLost
try:
    espeak = Espeak(espeakng_loader.get_library_path(), {str(data)!r})
    sizes = []
    espeak.speak("Anna eins", Delivery(), lambda samples: sizes.append(len(samples)) is None)
    print("spoke", sum(sizes) > 10_000)
except SpeechLost as lost:
    print("lost:", lost)
"""
    return in_a_process_of_its_own(program)


def test_reads_phonemes_before_it_has_spoken() -> None:
    program = """
from voice_chess.adapters.synthesis.espeak import installed
print(ascii(installed().phonemes("[[d'A:vIt]]", "de")))
"""
    ended = in_a_process_of_its_own(program)

    assert ended.stdout.strip() == ascii("dˈɑːvɪt")


def test_outlives_data_that_are_damaged(tmp_path: Path) -> None:
    (tmp_path / "phontab").write_bytes(b"no phonemes")
    ended = speaking_with(tmp_path)

    assert (ended.returncode, ended.stdout[:5]) == (0, "lost:"), ended


def test_finds_its_data_at_the_end_of_a_long_path(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30) / ("longer" * 30) / "espeak-ng-data"
    shutil.copytree(espeakng_loader.get_data_path(), folder)
    ended = speaking_with(folder)

    assert ended.stdout == "spoke True\n", ended
