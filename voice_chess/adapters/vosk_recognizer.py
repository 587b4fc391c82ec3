"""The recogniser on Vosk: finds utterances by level, brings the talker to one loudness, decodes."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from voice_chess.adapters.endpointer import SAMPLE_RATE, Endpointer, Endpointing
from voice_chess.adapters.model_files import check_model
from voice_chess.session import own_voice
from voice_chess.session.loudness import FRAME, TARGET, near_level
from voice_chess.session.ports import RecognizerLost
from voice_chess.speech.hypothesis import Heard, Hypothesis
from voice_chess.speech.weigh import UNKNOWN_WORD

ALTERNATIVES = 20
FRAME_BYTES = 2 * FRAME
SOUND = "+"
"""Before the name of a plain sound in the word table of our own models."""

SOUNDS = (
    "GBG", "@", "E", "I", "N", "O", "S", "U", "Y", "a", "a:", "aI", "b", "d", "e:", "f", "g", "h",
    "i:", "k", "l", "m", "n", "o:", "p", "r", "s", "t", "u:", "v", "x", "z",
)  # fmt: skip
"""Enough plain sounds to explain speech that is no word of ours; all of them take twice as long."""

IsComplete = Callable[[Heard], bool]


def load_model(path: Path) -> Any:  # noqa: ANN401 - the binding has no types
    """Load a Vosk model, checked first: the library ends the process on a damaged one."""
    check_model(path)
    # Imported here: it loads a native library and, given a name instead of a path, downloads.
    try:
        import vosk  # noqa: PLC0415
    except (ImportError, OSError) as reason:
        message = f"Vosk can't be loaded ({reason}); install it with: pip install vosk"
        raise RecognizerLost(message) from reason
    vosk.SetLogLevel(-1)
    try:
        return vosk.Model(str(path))
    except Exception as reason:  # the binding raises bare Exception
        message = f"The model in {path} can't be loaded: {reason}"
        raise RecognizerLost(message) from reason


class VoskRecognizer:
    """One speaker's ear on a shared model."""

    def __init__(self, model: Any, rules: Endpointing | None = None) -> None:  # noqa: ANN401
        import vosk  # noqa: PLC0415 - the model's own library, loaded by now

        self._decoder = vosk.KaldiRecognizer(model, SAMPLE_RATE)
        self._decoder.SetMaxAlternatives(ALTERNATIVES)
        self._decoder.SetWords(False)  # noqa: FBT003 - Vosk's own signature
        self._stranger = _stranger(vosk, model)
        self._model = model
        self._ends = Endpointer(rules=rules or Endpointing())
        self._rest = b""
        self._levelled = b""
        self._is_complete: IsComplete = lambda _: True
        self._tried_at = -1
        self.last_decoding_ms = 0.0
        """What the last decoding cost of a processor core, for measurements."""

    def expect(self, phrases: Sequence[str], is_complete: IsComplete | None = None) -> None:
        """Set the grammar; `is_complete` tells what may end after a short silence already."""
        grammar = [*phrases, UNKNOWN_WORD]
        self._decoder.SetGrammar(json.dumps(grammar, ensure_ascii=False))
        self._is_complete = is_complete or (lambda _: True)

    def hear(self, samples: bytes) -> Heard | None:
        """Take sound; return an utterance when its end was found.

        What lies behind that end waits for the next call: it may have to meet another grammar.
        """
        data = self._rest + samples
        frames = len(data) // FRAME_BYTES
        for number in range(frames):
            begin = number * FRAME_BYTES
            frame = np.frombuffer(data, "<i2", FRAME, begin)
            self._ends.take(frame.astype(np.float32))
            heard = self._ended()
            if heard is not None:
                self._rest = data[begin + FRAME_BYTES :]
                return heard
        self._rest = data[frames * FRAME_BYTES :]
        return None

    def _ended(self) -> Heard | None:
        ends = self._ends
        if ends.must_be_over:
            return self._close()
        if ends.may_be_over and self._tried_at != ends.speech_end_sample:
            self._tried_at = ends.speech_end_sample
            heard = self._decoded()
            if self._is_complete(heard) and self._is_complete(heard := self._doubted(heard)):
                ends.close()
                return heard
        return None

    def flush(self) -> Heard | None:
        """The next utterance in what waits, else the one still open, decoded as it is."""
        heard = self.hear(b"")
        if heard is not None:
            return heard
        heard = self._doubted(self._decoded()) if self._ends.is_open else None
        self.reset()
        return heard

    def reset(self) -> None:
        """Forget the open utterance and what waits; their time has passed all the same."""
        self._ends.close(unheard=len(self._rest) // 2)
        self._rest = b""

    @property
    def is_hearing(self) -> bool:
        """True while somebody speaks."""
        return self._ends.is_open

    def _close(self) -> Heard:
        heard = self._doubted(self._decoded())
        self._ends.close()
        return heard

    def _decoded(self) -> Heard:
        """What was said so far, at the talker's own level."""
        ends = self._ends
        sound = ends.utterance()
        level = near_level(sound)
        is_own_voice = own_voice.is_own_voice(sound)
        levelled = np.clip(np.round(sound * (TARGET / (level + 1e-9))), -32768, 32767)
        self._levelled = levelled.astype("<i2").tobytes()
        begun = time.process_time()
        hypotheses = () if is_own_voice else _hypotheses(self._decoder, self._levelled)
        self.last_decoding_ms = 1000 * (time.process_time() - begun)
        return Heard(
            hypotheses=hypotheses,
            is_own_voice=is_own_voice,
            started_ms=(ends.position - len(sound)) * 1000 // SAMPLE_RATE,
            ended_ms=ends.speech_end_sample * 1000 // SAMPLE_RATE,
            level_dbfs=float(20 * np.log10(level / 32768 + 1e-9)),
        )

    def _doubted(self, heard: Heard) -> Heard:
        """The same, with how well the sound is explained by no word at all."""
        if not heard.hypotheses or self._stranger is None:
            return heard
        begun = time.process_time()
        (unknown,) = _hypotheses(self._stranger, self._levelled)[:1] or (None,)
        self.last_decoding_ms += 1000 * (time.process_time() - begun)
        return replace(
            heard, unknown_log_likelihood=None if unknown is None else unknown.log_likelihood
        )


def _stranger(vosk: Any, model: Any) -> Any:  # noqa: ANN401
    """A decoder that knows plain sounds and no word; None where the model has no such sounds."""
    sounds = [SOUND + phone for phone in SOUNDS if model.vosk_model_find_word(SOUND + phone) >= 0]
    if not sounds:
        return None
    decoder = vosk.KaldiRecognizer(model, SAMPLE_RATE, json.dumps(sounds, ensure_ascii=False))
    decoder.SetMaxAlternatives(1)
    return decoder


def _hypotheses(decoder: Any, samples: bytes) -> tuple[Hypothesis, ...]:  # noqa: ANN401
    decoder.AcceptWaveform(samples)
    return tuple(
        Hypothesis(words=tuple(a["text"].split()), log_likelihood=float(a["confidence"]))
        for a in json.loads(decoder.FinalResult()).get("alternatives", ())
    )
