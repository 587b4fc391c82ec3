"""The recogniser with Vosk: finds utterances by level, brings them to one loudness, decodes."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from voice_chess.adapters.recognition.endpointed import EndpointedRecognizer, IsComplete
from voice_chess.adapters.recognition.model_files import check_model
from voice_chess.decoding.grammar import Grammar
from voice_chess.own_command import command_to_install
from voice_chess.session.ports import RecognizerLost
from voice_chess.sound import watermark
from voice_chess.sound.endpointer import Endpointing
from voice_chess.sound.loudness import TARGET, near_level
from voice_chess.sound.noise_reduction import without_noise
from voice_chess.sound.sampling import SAMPLE_RATE, SAMPLES_PER_MS
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis
from voice_chess.speech.understanding.scoring import UNKNOWN_WORD

ALTERNATIVES = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class VoskModel:
    """A loaded model, shared by any number of recognisers."""

    library: Any

    def knows(self, word: str) -> bool:
        """Whether the model has a pronunciation of this word."""
        return bool(self.library.vosk_model_find_word(word) >= 0)

    def with_words(
        self, phones: Mapping[str, Sequence[str]], gain_per_phone: float = 0.0
    ) -> "VoskModel":
        """Return the model unchanged: models of others have a lexicon of their own."""
        del phones, gain_per_phone
        return self

    def recognizer(self, rules: Endpointing | None = None) -> "VoskRecognizer":
        """Return a new recogniser on this model."""
        return VoskRecognizer(self, rules)


def load_vosk_model(path: Path) -> VoskModel:
    """Check and load a Vosk model, as the library ends the process on a damaged one.

    Raises `RecognizerLost`.
    """
    check_model(path)
    # Imported here: it loads a native library, and downloads if given a name instead of a path.
    try:
        import vosk
    except (ImportError, OSError) as reason:
        install = command_to_install("vosk")
        message = f"Vosk can't be loaded ({reason}); install it with: {install}"
        raise RecognizerLost(message) from reason
    vosk.SetLogLevel(-1)
    try:
        return VoskModel(library=vosk.Model(str(path)))
    except Exception as reason:  # the binding raises bare Exception
        message = f"The model in {path} can't be loaded ({reason}); install it again"
        raise RecognizerLost(message) from reason


class VoskRecognizer(EndpointedRecognizer):
    """One speaker's recogniser on a shared model."""

    def __init__(self, model: VoskModel, rules: Endpointing | None = None) -> None:
        import vosk  # the model's own library, loaded by now

        super().__init__(rules)
        self._decoder = vosk.KaldiRecognizer(model.library, SAMPLE_RATE)
        self._decoder.SetMaxAlternatives(ALTERNATIVES)
        self._decoder.SetWords(False)  # noqa: FBT003 - Vosk's own signature
        self._model = model
        self._tried_at = -1

    def expect(self, grammar: Grammar, is_complete: IsComplete | None = None) -> None:
        """Set the grammar; `is_complete` says which words may end after a short silence already.

        The library keeps only pairs of words, so the grammar's rules would add nothing.
        """
        phrases = [*grammar.phrases, UNKNOWN_WORD]
        self._decoder.SetGrammar(json.dumps(phrases, ensure_ascii=False))
        self._is_complete = is_complete or (lambda _: True)

    def _follow(self) -> None:
        """Do nothing: the library needs the whole utterance, at one level."""

    def _ended(self) -> Heard | None:
        """Return a complete utterance after a short silence, and any utterance after a long one."""
        ends = self._ends
        if ends.is_given_up or ends.is_too_long:
            return self._closed(self._try())
        is_new_end = ends.is_long_silent and self._tried_at != ends.speech_end_sample
        if is_new_end and self._may_try:
            self._tried_at = ends.speech_end_sample
            heard = self._try()
            if self._is_complete(heard):
                return self._closed(heard)
        return None

    def _decoded(self) -> Heard:
        """Decode what was said so far, without steady noise and at one level."""
        ends = self._ends
        sound = ends.utterance()
        is_own_voice = watermark.is_own_voice(sound)
        begun = time.process_time()
        cleaned = without_noise(sound) if ends.room_is_steady else sound
        level = near_level(cleaned)
        levelled = np.clip(np.round(cleaned * (TARGET / (level + 1e-9))), -32768, 32767)
        samples = levelled.astype("<i2").tobytes()
        hypotheses = () if is_own_voice else _hypotheses(self._decoder, samples)
        self.last_decoding_ms = 1000 * (time.process_time() - begun)
        return Heard(
            hypotheses=hypotheses,
            is_own_voice=is_own_voice,
            is_by_pairs=True,
            started_ms=(ends.position - len(sound)) // SAMPLES_PER_MS,
            ended_ms=ends.speech_end_sample // SAMPLES_PER_MS,
            level_dbfs=float(20 * np.log10(level / 32768 + 1e-9)),
            is_torn=ends.is_torn,
        )


def _hypotheses(decoder: Any, samples: bytes) -> tuple[Hypothesis, ...]:
    decoder.AcceptWaveform(samples)
    return tuple(
        Hypothesis(words=tuple(a["text"].split()), log_likelihood=float(a["confidence"]))
        for a in json.loads(decoder.FinalResult()).get("alternatives", ())
    )
