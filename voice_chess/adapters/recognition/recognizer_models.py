"""Loads an acoustic model for its recogniser: ours for the exact search, others for Vosk."""

from pathlib import Path
from typing import assert_never

from voice_chess.adapters.recognition.exact_recognizer import load_exact_model
from voice_chess.adapters.recognition.model_files import OUR_STATES, is_for_vosk, is_ours
from voice_chess.adapters.recognition.vosk_recognizer import load_vosk_model
from voice_chess.session.listening.recognizer_model import RecognizerModel
from voice_chess.session.ports import Decoder, RecognizerLost


def load_model(path: Path, decoder: Decoder | None = None) -> RecognizerModel:
    """Load a model for this decoder, or for the only one that can use it. Raises `RecognizerLost`.

    Without a decoder the model decides: the exact search needs the states of each word, and only
    our models list them.
    """
    is_others = path.is_dir() and not is_ours(path)
    match decoder or ("vosk" if is_others else "exact"):
        case "vosk" if is_for_vosk(path):
            return load_vosk_model(path)
        case "vosk" | "exact" if is_others:
            message = f"The model in {path} has no {OUR_STATES}: only Vosk can hear by it"
            raise RecognizerLost(message)
        case "vosk" | "exact":
            return load_exact_model(path)
        case nobody:
            assert_never(nobody)
