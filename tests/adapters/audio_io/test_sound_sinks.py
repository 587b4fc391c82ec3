"""Sinks keep what was said: numbered files, whole at every moment, or memory."""

import wave
from pathlib import Path

import pytest

from voice_chess.adapters.audio_io.sound_sinks import MemorySink, Sink, Tee, WavFolder, WavSink
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.ports import SpeakerLost
from voice_chess.speech.generation.sentence import sentence, unspelled

SECOND = b"\x01\x02" * 16_000


def speak(sink: Sink, text: str, samples: bytes = SECOND) -> None:
    sink.begin(text)
    sink.write(samples)
    sink.end(cut=False)


def test_names_files_by_number_and_as_many_words_as_fit(tmp_path: Path) -> None:
    sink = WavSink(WavFolder(tmp_path))
    speak(sink, "Springer Gustav eins, Felix drei. Schach!")
    speak(sink, "Bauer Eva fünf schlägt David sechs en passant, Schach, und danach Patt")
    speak(sink, "Läufer [[rOx'A:d@]] nimmt")
    speak(sink, "ловац на гe5 пет шест седам осам")
    speak(sink, "!?")

    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "0001-springer-gustav-eins-felix-drei-schach.wav",
        "0002-bauer-eva-fünf-schlägt-david-sechs-en-passant-schach-und.wav",
        "0003-läufer-nimmt.wav",
        "0004-ловац-на-гe5-пет-шест-седам-осам.wav",
        "0005-sound.wav",
    ]


@pytest.mark.parametrize("language_id", known_languages())
def test_a_word_that_is_respelled_for_the_voice_is_in_the_name(
    language_id: str, tmp_path: Path
) -> None:
    """A synthesiser needs phonemes for David; who looks for the file does not."""
    language = load_language(language_id)
    folder = WavFolder(tmp_path, lambda spoken: unspelled(spoken, language))
    words = ("eins", *language.sound.respelled, "zwei")[:6]
    speak(WavSink(folder), sentence(" ".join(words), language).spoken)

    assert [path.stem for path in tmp_path.iterdir()] == ["0001-" + "-".join(words).lower()]


def test_names_no_file_longer_than_a_disk_can_hold(tmp_path: Path) -> None:
    speak(WavSink(WavFolder(tmp_path)), "ж" * 500)

    assert len(next(tmp_path.iterdir()).name.encode()) < 255


def test_goes_on_counting_after_files_of_an_earlier_run(tmp_path: Path) -> None:
    (tmp_path / "0041-matt.wav").write_bytes(b"kept")
    speak(WavSink(WavFolder(tmp_path)), "Patt")

    assert (tmp_path / "0041-matt.wav").read_bytes() == b"kept"
    assert (tmp_path / "0042-patt.wav").exists()


def test_two_listeners_share_a_folder_without_sharing_files(tmp_path: Path) -> None:
    folder = WavFolder(tmp_path)
    white, black = WavSink(folder), WavSink(folder)
    white.begin("weiß")
    black.begin("schwarz")
    white.write(SECOND)
    black.write(SECOND + SECOND)
    white.end(cut=False)
    black.end(cut=False)

    with wave.open(str(tmp_path / "0001-weiß.wav")) as sound:
        assert sound.getnframes() == 16_000
    with wave.open(str(tmp_path / "0002-schwarz.wav")) as sound:
        assert sound.getnframes() == 32_000


def test_a_file_is_whole_before_it_is_closed(tmp_path: Path) -> None:
    sink = WavSink(WavFolder(tmp_path))
    sink.begin("Anna")
    sink.write(SECOND)

    with wave.open(str(tmp_path / "0001-anna.wav")) as sound:
        assert sound.getparams()[:4] == (1, 2, 16_000, 16_000)
        assert sound.readframes(16_000) == SECOND
    sink.end(cut=True)


def test_a_folder_that_is_a_file_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "said").write_text("a file")

    told = r"^Speech can't be written to .*said: File exists\. Name another, or rename .*name\.$"
    with pytest.raises(SpeakerLost, match=told):
        WavFolder(tmp_path / "said")


def test_a_tee_gives_every_sink_everything() -> None:
    sinks = MemorySink(), MemorySink()
    speak(Tee(sinks), "Anna")

    assert sinks[0].uttered == sinks[1].uttered
    assert sinks[0].uttered[0].samples == SECOND
