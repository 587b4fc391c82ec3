"""The ports of sound in memory: for tests and trials, and as their shortest specification."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from voice_chess.decoding.grammar import Grammar
from voice_chess.session.ports import RecordedMove, Signal
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.sound.sampling import BYTES_PER_MS, SAMPLES_PER_MS
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis

_BLOCK_MS = 20
_TALKING = b"\x00\x10"
_END_MS = 440


@dataclass
class MemorySpeaker:
    """`Speaker` that keeps its words for later; each letter takes a fixed time."""

    ms_a_letter: int = 60
    said: list[str] = field(default_factory=list)
    signals: list[Signal] = field(default_factory=list)
    adopted: list[tuple[VoicePreferences, str]] = field(default_factory=list)
    """The preferences in use for each utterance, and its listener."""
    was_cut: bool = False

    def say(self, text: str) -> int:
        self.said.append(text)
        return self.ms_a_letter * len(text)

    def signal(self, name: Signal) -> int:
        self.signals.append(name)
        return 500

    def stop(self) -> None:
        """Do nothing: `say` has already returned, so nothing sounds."""

    def adopt(self, preferences: VoicePreferences, listener: str) -> None:
        self.adopted.append((preferences, listener))


@dataclass
class MemoryRecord:
    """`SoundRecord` that counts the bytes it hears, and keeps announcements."""

    heard_bytes: int = 0
    kept: list[RecordedMove] = field(default_factory=list)

    def hear(self, samples: bytes) -> None:
        self.heard_bytes += len(samples)

    def keep(self, spoken: RecordedMove) -> None:
        self.kept.append(spoken)


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptedTalk:
    """Talk after a silence; only the recogniser with the same script knows its words."""

    after_ms: int
    lasts_ms: int


@dataclass
class MemoryMicrophone:
    """`Microphone` that gives silence and talk without words."""

    script: Sequence[ScriptedTalk]
    tail_ms: int = 4_000

    def blocks(self) -> Iterator[bytes]:
        for talk in self.script:
            yield from _blocks(b"\0\0", talk.after_ms)
            yield from _blocks(_TALKING, talk.lasts_ms)
        yield from _blocks(b"\0\0", self.tail_ms)


@dataclass
class MemoryRecognizer:
    """`Recognizer` that finds talk by level and takes its words from a script, in order."""

    script: Iterable[tuple[Hypothesis, ...]]
    expected: list[tuple[str, ...]] = field(default_factory=list)
    _taken_ms: int = 0
    _began_ms: int | None = None
    _ended_ms: int = 0
    _words: deque[tuple[Hypothesis, ...]] = field(default_factory=deque)

    def __post_init__(self) -> None:
        self._words.extend(self.script)

    def expect(
        self,
        grammar: Grammar,
        is_complete: Callable[[Heard], bool] | None = None,  # silence is scripted
    ) -> None:
        self.expected.append(grammar.phrases)

    def hear(self, samples: bytes) -> Heard | None:
        self._taken_ms += len(samples) // BYTES_PER_MS
        if any(samples):
            if self._began_ms is None:
                self._began_ms = self._taken_ms - len(samples) // BYTES_PER_MS
            self._ended_ms = self._taken_ms
            return None
        if self._began_ms is None or self._taken_ms - self._ended_ms < _END_MS:
            return None
        return self.flush()

    def partial(self) -> Heard | None:
        if self._began_ms is None:
            return None
        return Heard(hypotheses=self._words[0], started_ms=self._began_ms, ended_ms=self._ended_ms)

    def flush(self) -> Heard | None:
        began, self._began_ms = self._began_ms, None
        if began is None:
            return None
        words = self._words.popleft()
        return Heard(hypotheses=words, started_ms=began, ended_ms=self._ended_ms)

    def reset(self, *, is_cut_off: bool = True) -> None:
        self._began_ms = None

    @property
    def is_hearing(self) -> bool:
        return self._began_ms is not None

    @property
    def may_be_hearing(self) -> bool:
        return self.is_hearing


def _blocks(sample: bytes, duration_ms: int) -> Iterator[bytes]:
    for _ in range(duration_ms // _BLOCK_MS):
        yield sample * (SAMPLES_PER_MS * _BLOCK_MS)
