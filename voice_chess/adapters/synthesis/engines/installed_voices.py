"""The voices of other speech programs that are installed on this machine, looked up once."""

import atexit
import functools
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from voice_chess.adapters.synthesis.engines.engine import InstalledVoice, SpokenSound, VoiceEngine
from voice_chess.adapters.synthesis.engines.festival import Festival
from voice_chess.adapters.synthesis.engines.flite import Flite
from voice_chess.adapters.synthesis.engines.system import SystemVoices
from voice_chess.languages.language import load_language
from voice_chess.session.ports import SpeechLost
from voice_chess.session.voice_preferences import VOICE_NAMES, VoiceName
from voice_chess.speech.generation.sentence import unspelled

ENGINES: tuple[type[VoiceEngine], ...] = (Festival, Flite, SystemVoices)
_looking = threading.Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledVoices:
    """`voices` by name, each with its program; `complaints` of programs that failed."""

    voices: Mapping[str, tuple[InstalledVoice, VoiceEngine]]
    complaints: tuple[str, ...] = ()

    def of_language(self, language: str) -> tuple[InstalledVoice, ...]:
        """Return the language's voices; a language with two scripts is spoken in one way."""
        spoken = language.partition("-")[0]
        return tuple(voice for voice, _ in self.voices.values() if voice.language == spoken)

    def names(self, language: str) -> tuple[str, ...]:
        return tuple(voice.name for voice in self.of_language(language))

    def found(self, name: str, language: str) -> str:
        """Return the name if a voice of this language has it, else an empty text."""
        return name if name in self.names(language) else ""

    def spoken(self, text: str, name: str, words_per_minute: int) -> SpokenSound:
        """Speak, with this voice, a text that was meant for eSpeak NG. Raises `SpeechLost`."""
        voice, engine = self.voices[name]
        words = unspelled(text, load_language(voice.language))
        return engine.spoken(words, voice, words_per_minute)


def look(engines: tuple[VoiceEngine, ...]) -> InstalledVoices:
    """Ask every program for its voices; one that fails has none."""
    voices: dict[str, tuple[InstalledVoice, VoiceEngine]] = {}
    complaints: list[str] = []
    for engine in engines:
        try:
            voices |= {voice.name: (voice, engine) for voice in engine.voices()}
        except SpeechLost as lost:
            complaints.append(str(lost))
    return InstalledVoices(voices=MappingProxyType(voices), complaints=tuple(complaints))


def installed_voices() -> InstalledVoices:
    """Return the voices on this machine; the first call of a process takes up to a second."""
    with _looking:  # two threads must not start the same program twice
        return _found()


def voices_in(language: str) -> tuple[VoiceName, ...]:
    """Return the usual voices and those of other programs that speak this language."""
    return VOICE_NAMES + installed_voices().names(language)


@functools.cache
def _found() -> InstalledVoices:
    engines = tuple(engine() for engine in ENGINES)
    for engine in engines:
        atexit.register(engine.close)
    return look(engines)
