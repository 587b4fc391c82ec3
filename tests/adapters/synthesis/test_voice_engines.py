"""Voices of other programs: chosen by name, as understandable as our own, and never silent."""

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import numpy as np
import pytest

from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.adapters.synthesis import espeak_driver, pyttsx3_speaker
from voice_chess.adapters.synthesis.engines import festival
from voice_chess.adapters.synthesis.engines.child import Child
from voice_chess.adapters.synthesis.engines.engine import InstalledVoice, SpokenSound, VoiceEngine
from voice_chess.adapters.synthesis.engines.festival import Festival
from voice_chess.adapters.synthesis.engines.flite import Flite
from voice_chess.adapters.synthesis.engines.installed_voices import (
    InstalledVoices,
    installed_voices,
    look,
)
from voice_chess.adapters.synthesis.engines.system import SystemVoices
from voice_chess.adapters.synthesis.pyttsx3_speaker import PageVoices, delivery_in, spoken_samples
from voice_chess.cli.command_line import main
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import load_language
from voice_chess.session.ports import SpeechLost
from voice_chess.session.voice_preferences import VOICE_NAMES
from voice_chess.settings import Settings
from voice_chess.speech.generation.sentence import sentence

SPOKEN = {
    "festival": ("festival:czech_dita", "Jezdec Felix tři."),
    "flite": ("flite:slt", "Knight Felix three."),
    "system": (f"{espeak_driver.NAME}:German", "Springer Felix drei."),
}
HAS = {
    "festival": shutil.which("festival") is not None,
    "flite": shutil.which("flite") is not None,
}
ENGINES = [
    pytest.param(
        name, marks=pytest.mark.skipif(not HAS.get(name, True), reason=f"{name} is not installed")
    )
    for name in SPOKEN
]


MAKERS: Mapping[str, Callable[[], VoiceEngine]] = {
    "festival": Festival,
    "flite": Flite,
    # Windows and macOS have drivers of their own; this one is ours, on any machine.
    "system": lambda: SystemVoices(espeak_driver.NAME),
}


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Iterator[VoiceEngine]:
    found = MAKERS[request.param]()
    yield found
    found.close()


def voice_of(engine: VoiceEngine, name: str) -> InstalledVoice:
    """Skips loudly where the program is there without this voice."""
    voices = {voice.name: voice for voice in engine.voices()}
    if name not in voices:
        pytest.skip(f"there is no {name}, only {', '.join(voices)}")
    return voices[name]


@pytest.fixture
def voice(engine: VoiceEngine, request: pytest.FixtureRequest) -> InstalledVoice:
    return voice_of(engine, SPOKEN[request.node.callspec.params["engine"]][0])


@pytest.fixture
def words(request: pytest.FixtureRequest) -> str:
    return SPOKEN[request.node.callspec.params["engine"]][1]


def seconds(sound: SpokenSound) -> float:
    return len(sound.samples) / sound.sample_rate


@pytest.mark.parametrize("engine", ENGINES, indirect=True)
def test_says_a_sentence_aloud_and_faster_when_asked(
    engine: VoiceEngine, voice: InstalledVoice, words: str
) -> None:
    usual, fast = engine.spoken(words, voice, 175), engine.spoken(words, voice, 350)

    assert 0.6 < seconds(usual) < 5
    assert np.abs(usual.samples.astype(int)).max() > 1_000
    assert 0.3 < seconds(fast) / seconds(usual) < 0.75


@pytest.mark.parametrize("engine", ENGINES, indirect=True)
@pytest.mark.parametrize(
    "text",
    [
        '") (quit) ("',
        "\\",
        "-o /dev/null",
        "a\nb\r\n{}",
        "\N{CYRILLIC SMALL LETTER ZHE}\N{SNOWMAN}",
    ],
    ids=["Scheme", "backslash", "option", "lines", "letters that it lacks"],
)
def test_what_stands_in_a_name_gives_no_orders(
    engine: VoiceEngine, voice: InstalledVoice, words: str, text: str
) -> None:
    before = engine.spoken(words, voice, 175)
    with_name = engine.spoken(f"{words} {text}", voice, 175)
    after = engine.spoken(words, voice, 175)

    assert seconds(with_name) >= 0.9 * seconds(before)
    assert seconds(after) == pytest.approx(seconds(before), rel=0.1)


@pytest.mark.parametrize("engine", ENGINES, indirect=True)
def test_speaks_again_after_it_was_closed(
    engine: VoiceEngine, voice: InstalledVoice, words: str
) -> None:
    engine.close()

    assert seconds(engine.spoken(words, voice, 175)) > 0.6


ECHO = """
import os, sys
for line in sys.stdin:
    print(os.getpid(), line.strip(), flush=True)
"""


def test_a_program_that_was_killed_is_started_again() -> None:
    child = Child((sys.executable, "-c", ECHO), "The echo", 60)
    child.tell(b"first")
    pid, _ = child.told().split()
    os.kill(int(pid), signal.SIGKILL)
    with pytest.raises(SpeechLost, match="The echo was lost: it ended by itself"):
        child.told()

    child.tell(b"second")
    said = child.told().split()
    child.close()

    assert said[0] != pid
    assert said[1] == b"second"


def test_a_program_that_does_not_return_is_given_up() -> None:
    silent = Child((sys.executable, "-c", "input(); input()"), "The silent one", 0.2)
    silent.tell(b"speak")

    with pytest.raises(SpeechLost, match=r"The silent one was lost: no word from it for 0\.2 s"):
        silent.told()


def test_a_sentence_is_waited_for_less_long_than_the_first_list_of_voices() -> None:
    silent = Child((sys.executable, "-c", "input(); input()"), "The silent one", 60)
    silent.tell(b"speak")

    with pytest.raises(SpeechLost, match=r"no word from it for 0\.2 s"):
        silent.told(0.2)


@pytest.mark.parametrize("engine", ENGINES[:1], indirect=True)
def test_a_festival_that_stands_still_is_given_up_and_the_next_one_speaks(
    engine: Festival, voice: InstalledVoice, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = engine._child._process  # noqa: SLF001 - as somebody stops it from outside
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    with monkeypatch.context() as short:
        short.setattr(festival, "SPEAKS_WITHIN_S", 0.2)
        with pytest.raises(SpeechLost, match=r"no word from it for 0\.2 s"):
            engine.spoken(words, voice, 175)

    assert seconds(engine.spoken(words, voice, 175)) > 0.6


def test_a_program_that_ends_says_so_at_once() -> None:
    short = Child((sys.executable, "-c", "input()"), "The short one", 60)
    short.tell(b"speak")

    with pytest.raises(SpeechLost, match="The short one was lost: it ended by itself"):
        short.told()


def test_a_program_that_listens_no_more_is_lost() -> None:
    deaf = "import os, time; os.close(0); print('deaf', flush=True); time.sleep(60)"
    child = Child((sys.executable, "-c", deaf), "The deaf one", 60)
    child.start()
    child.told()

    with pytest.raises(SpeechLost, match="The deaf one was lost"):
        child.tell(b"speak")


class Broken:
    """Has a German voice that fails whenever it is to speak."""

    def voices(self) -> tuple[InstalledVoice, ...]:
        return (InstalledVoice(name="broken:hans", language="de", called="hans"),)

    def spoken(self, text: str, voice: InstalledVoice, words_per_minute: int) -> SpokenSound:
        msg = f"{voice.called} has no breath for {text!r} at {words_per_minute}"
        raise SpeechLost(msg)

    def close(self) -> None:
        """Nothing was started."""


class Absent(Broken):
    """Can't even be asked."""

    def voices(self) -> tuple[InstalledVoice, ...]:
        msg = "nobody is there"
        raise SpeechLost(msg)


def made_by(language: str, voice: str) -> bytes:
    return spoken_samples("Springer Felix drei.", delivery_in(language, voice=voice))


@pytest.fixture
def _with_a_broken_one(monkeypatch: pytest.MonkeyPatch) -> None:
    found = look((Absent(), Broken()))
    monkeypatch.setattr(pyttsx3_speaker, "installed_voices", lambda: found)


def test_a_program_that_fails_has_no_voices_and_the_others_theirs() -> None:
    found = look((Absent(), Broken()))

    assert tuple(found.voices) == ("broken:hans",)
    assert found.complaints == ("nobody is there",)


@pytest.mark.usefixtures("_with_a_broken_one")
def test_where_a_voice_fails_the_standard_one_says_it(caplog: pytest.LogCaptureFixture) -> None:
    assert delivery_in("de", voice="broken:hans").other == "broken:hans"
    assert len(made_by("de", "broken:hans")) == pytest.approx(
        len(made_by("de", "standard")), rel=0.1
    )
    assert "hans has no breath" in caplog.text


@pytest.mark.usefixtures("_with_a_broken_one")
@pytest.mark.parametrize(
    ("language", "voice"), [("pl", "broken:hans"), ("de", "broken:nobody"), ("de", "romulan")]
)
def test_a_voice_of_another_language_and_one_that_is_gone_are_the_standard_one(
    language: str, voice: str
) -> None:
    assert delivery_in(language, voice=voice) == delivery_in(language, voice="standard")


def test_both_scripts_of_a_language_have_its_voices() -> None:
    voice = InstalledVoice(name="broken:ana", language="sr", called="ana")
    found = InstalledVoices(voices=MappingProxyType({"broken:ana": (voice, Broken())}))

    assert found.names("sr-cyrl") == found.names("sr") == ("broken:ana",)


@pytest.mark.model
@pytest.mark.parametrize(("language", "name"), [("cs", "festival:czech_dita"), ("en", "flite:slt")])
def test_its_announcements_are_understood_by_our_own_ear(language: str, name: str) -> None:
    """Through speaker and recogniser: spelled for eSpeak NG, said in plain words, as loud."""
    if not installed_voices().found(name, language):
        pytest.skip(f"there is no {name}")
    words = load_language(language)
    model = load_model(Settings.from_environment().models / f"fide-{language}")
    moves = tuple(
        " ".join(
            words.written(token) for token in (f"piece:{piece}", f"file:{file}", f"rank:{rank}")
        ).lower()
        for piece, file, rank in zip("KQRBNKQR", "abcdefgh", "35172846", strict=True)
    )

    def heard(move: str) -> str:
        delivery = delivery_in(language, voice=name)
        sound = spoken_samples(sentence(move, words).spoken, delivery, is_marked=False)
        recognizer = model.recognizer()
        recognizer.expect(Grammar(phrases=moves))
        found = recognizer.hear(bytes(9_600) + sound + bytes(48_000)) or recognizer.flush()
        return " ".join(found.hypotheses[0].words) if found and found.hypotheses else ""

    assert {move: heard(move) for move in moves} == {move: move for move in moves}


def test_a_page_offers_the_voices_of_its_language_behind_the_usual_ones() -> None:
    offered = {language: PageVoices().names(language) for language in ("cs", "de", "en", "pl")}

    assert all(names[: len(VOICE_NAMES)] == VOICE_NAMES for names in offered.values())
    assert all(
        names[len(VOICE_NAMES) :] == installed_voices().names(of) for of, names in offered.items()
    )
    assert not HAS["flite"] or "flite:slt" in offered["en"]
    assert "flite:slt" not in offered["de"]


def test_a_wrong_name_is_told_with_those_that_there_are(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", "--typed", "--silent", "--white-voice", "romulan"]) == 2

    told = capsys.readouterr().err
    assert "--white-voice romulan: no voice of that name speaks de; there is: standard," in told


@pytest.mark.skipif(not HAS["flite"], reason="flite is not installed")
def test_devices_lists_them_by_the_names_that_they_are_chosen_by(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["devices"]) == 0

    assert "  en: flite:slt" in capsys.readouterr().out.splitlines()
