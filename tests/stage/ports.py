"""Stand-ins for recognisers, voices and engines in the games of tests."""

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from voice_chess.adapters.audio_io.wav_writer import wav_header
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer
from voice_chess.decoding.voice_fit import SpokenExample, Tried
from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation, Pawns
from voice_chess.session.engine_levels import Level
from voice_chess.session.listening.enrolled_voice import AnnouncedSound, EnrolledVoice, VoiceKey
from voice_chess.session.ports import Chosen, OpponentLost, Recognizer, RecognizerLost, TimeLeft
from voice_chess.session.voice_preferences import VOICE_NAMES, VoiceName, VoicePreferences
from voice_chess.speech.understanding.hypothesis import Hypothesis
from voice_chess.web.ports import Ears


class NoEars:
    """The recognisers of a server without any model."""

    def hears(self, language_id: str) -> bool:  # none
        return False

    def recognizer(self, language_id: str) -> Recognizer:
        raise RecognizerLost(language_id)

    def beside_games(self, language_id: str) -> Recognizer:
        raise RecognizerLost(language_id)

    def of_orders(self, language_id: str) -> Recognizer:
        raise RecognizerLost(language_id)


class NoEngines:
    """The engines of a server on which none is installed."""

    def are_there(self) -> bool:
        return False

    def name(self) -> str:
        message = "There is no engine."
        raise OpponentLost(message)

    def move(self, position: Position, left: TimeLeft, level: Level) -> Chosen:
        return Chosen(uci=self.name(), wants_draw=False)

    def evaluate(self, position: Position) -> Evaluation:
        return Evaluation(score=Pawns(hundredths=0), line=(self.name(),))


class ScriptedEars:
    """Recognisers that hear these words in every language, one utterance after another."""

    def __init__(self, lines: Iterable[str]) -> None:
        words = [tuple(line.lower().split()) for line in lines]
        heard = [(Hypothesis(words=said, log_likelihood=0.0),) for said in words]
        self._recognizer = MemoryRecognizer(heard)

    def hears(self, language_id: str) -> bool:  # every one
        return True

    def recognizer(self, language_id: str) -> Recognizer:  # there is one
        return self._recognizer

    def beside_games(self, language_id: str) -> Recognizer:  # the same
        return self._recognizer

    def of_orders(self, language_id: str) -> Recognizer:  # the same
        return self._recognizer

    @property
    def expected(self) -> list[tuple[str, ...]]:
        """The phrases that could be said, after each change."""
        return self._recognizer.expected


@dataclass
class MemoryOwnEars:
    """Stores what was read and learnt, but recognises every voice alike."""

    ears: Ears
    readings: dict[VoiceKey, list[SpokenExample]] = field(default_factory=dict)
    agreed: set[VoiceKey] = field(default_factory=set)
    heard_by: list[VoiceKey] = field(default_factory=list)
    learnt: list[str] = field(default_factory=list)
    is_full: bool = False

    def learns_voices(self, language_id: str) -> bool:
        return self.ears.hears(language_id)

    def voice(self, key: VoiceKey) -> EnrolledVoice | None:
        if key not in self.readings:
            return None
        count = len(self.readings[key])
        return EnrolledVoice(
            examples=count,
            is_adapted=True,
            learns=key in self.agreed,
            tried=Tried(examples=count),
        )

    def recognizer(self, language_id: str, key: VoiceKey) -> Recognizer:
        self.heard_by.append(key)
        return self.ears.recognizer(language_id)

    def beside_games(self, language_id: str, key: VoiceKey) -> Recognizer:
        return self.recognizer(language_id, key)

    def of_orders(self, language_id: str, key: VoiceKey) -> Recognizer:
        return self.recognizer(language_id, key)

    def enrol(
        self, key: VoiceKey, language_id: str, readings: Sequence[SpokenExample]
    ) -> EnrolledVoice | None:
        if not self.is_full:
            self.readings[key] = list(readings)
        return self.voice(key)

    def agree(self, key: VoiceKey, *, learns: bool) -> EnrolledVoice | None:
        (self.agreed.add if learns else self.agreed.discard)(key)
        return self.voice(key)

    def delete(self, key: VoiceKey) -> None:
        self.readings.pop(key, None)

    def learn(self, key: VoiceKey, language_id: str, announced: Iterable[AnnouncedSound]) -> int:
        found = list(announced)
        self.learnt += [each.uci for each in found]
        return len(found)


class PlainVoices:
    """Voices whose sound is the text itself, so that tests can tell sentences apart."""

    def names(self, language_id: str) -> tuple[VoiceName, ...]:
        return VOICE_NAMES

    def wav(self, text: str, preferences: VoicePreferences) -> bytes:
        samples = text.encode("utf-16-le")
        return wav_header(len(samples)) + samples


@dataclass
class ScriptedEngines:
    """Engines that play these moves, then the first legal one; they fail while `fails` is set."""

    moves: list[str] = field(default_factory=list)
    wants_draw: bool = False
    fails: threading.Event = field(default_factory=threading.Event)
    asked: list[tuple[int, Level]] = field(default_factory=list)

    def are_there(self) -> bool:
        return True

    def name(self) -> str:
        return "Tiny 1"

    def move(self, position: Position, left: TimeLeft, level: Level) -> Chosen:
        self.asked.append((left.left_ms.of(white=position.white_to_move), level))
        if self.fails.is_set():
            message = "It is gone."
            raise OpponentLost(message)
        uci = self.moves.pop(0) if self.moves else min(position.legal_moves)
        return Chosen(uci=uci, wants_draw=self.wants_draw)

    def evaluate(self, position: Position) -> Evaluation:
        return Evaluation(score=Pawns(hundredths=0), line=(min(position.legal_moves),))


class ScriptedOpponent:
    """`Opponent` that plays these moves."""

    def __init__(self, moves: Sequence[str], *, is_content: bool = False) -> None:
        self.is_content = is_content
        self.moves = list(moves)
        self.asked: list[tuple[Position, TimeLeft]] = []

    def move(self, position: Position, left: TimeLeft) -> Chosen:
        self.asked.append((position, left))
        if not self.moves:
            message = "The engine has stopped playing."
            raise OpponentLost(message)
        return Chosen(uci=self.moves.pop(0), wants_draw=self.is_content)
