"""What the program says, it understands: its own words through its own recogniser."""

import pytest

from voice_chess.acoustics.lexicon import load_lexicon
from voice_chess.adapters.audio_io.sound_sinks import MemorySink
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker, delivery_in
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import load_language
from voice_chess.settings import Settings
from voice_chess.speech.generation.sentence import sentence
from voice_chess.speech.generation.vocabulary import speakable_words

LANGUAGE = load_language("de")
MODEL = Settings.from_environment().models / "fide-de"
BEFORE, BEHIND = bytes(9_600), bytes(48_000)
BLOCK = 1_280

pytestmark = pytest.mark.model

ANNOUNCED = sorted(
    {
        LANGUAGE.words[token][0]
        for token in LANGUAGE.words
        if token.startswith(("file:", "rank:", "piece:", "castle:", "takes", "check", "yes", "no"))
    }
)


def said(words: str) -> bytes:
    """The words as the program would speak them, without the mark of its own voice."""
    sink = MemorySink()
    speaker = Pyttsx3Speaker(sink, delivery_in("de"), is_marked=False)
    speaker.say(sentence(words, LANGUAGE).spoken)
    return BEFORE + b"".join(one.samples for one in sink.uttered) + BEHIND


def heard(sound: bytes, phrases: list[str]) -> str:
    recognizer = load_model(MODEL).recognizer()
    recognizer.expect(Grammar(phrases=tuple(phrases)))
    blocks = [sound[n : n + BLOCK] for n in range(0, len(sound), BLOCK)]
    found = [recognizer.hear(block) for block in blocks] + [recognizer.flush()]
    return " ".join(" ".join(h.hypotheses[0].words) for h in found if h and h.hypotheses)


@pytest.mark.parametrize("words", ANNOUNCED)
def test_every_word_of_an_announcement_is_heard_as_itself(words: str) -> None:
    assert heard(said(words), ANNOUNCED) == words


@pytest.mark.slow
def test_every_word_the_program_can_say_is_heard_as_itself() -> None:
    words = sorted(speakable_words(LANGUAGE) - set(load_lexicon().everyday))

    def is_misheard(word: str) -> bool:
        # The voice's breath is no two times the same: once in a while "falscher" is "falsche".
        return all(heard(said(word), words) != word for _ in range(3))

    assert not list(filter(is_misheard, words))


def test_every_word_the_program_can_say_is_in_the_lexicon() -> None:
    """Some, like "Runde", only as everyday talk: an ear takes them for none of ours."""
    lexicon = load_lexicon()

    assert speakable_words(LANGUAGE) <= {*lexicon.words, *lexicon.everyday}
