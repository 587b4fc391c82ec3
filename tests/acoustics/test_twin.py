"""Vosk scores an utterance as our own features, network and path do: nothing is lost on the way."""

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.acoustics.kaldi_reader import Arc, Model, Transducer, read_fst, read_model
from voice_chess.adapters.recognition.vosk_recognizer import load_vosk_model
from voice_chess.adapters.synthesis.espeak import Delivery, sound_of
from voice_chess.settings import Settings
from voice_chess.sound.resampler import as_int16

pytest.importorskip("kaldi_native_fbank", reason="training needs: pip install -e '.[train]'")

from voice_chess.acoustics.features import mfcc

MODEL = Settings.from_environment().models / "fide-de"
WORDS = ("springer", "felix", "drei")
GRAPH_SCALE = 0.9
"""What Vosk multiplies graph costs by before it prints a score."""
STRIDE = 3

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no model in {MODEL}"),
]


@pytest.fixture(scope="module")
def read() -> Model:
    return read_model(MODEL / "am/final.mdl")


@pytest.fixture(scope="module")
def graph() -> Transducer:
    return read_fst(MODEL / "graph/HCLr.fst")


def said(words_per_minute: int) -> bytes:
    sound = sound_of(" ".join(WORDS), Delivery(voice="de", words_per_minute=words_per_minute))
    return as_int16(0.4 * sound)


def options() -> dict[str, str]:
    lines = (MODEL / "conf/model.conf").read_text("utf-8").split()
    return dict(line.removeprefix("--").split("=") for line in lines)


def offsets_of(model: Model, name: str) -> list[int]:
    (wired,) = [line for line in model.config if f"name={name} " in line]
    terms = wired.partition("input=Append(")[2]
    return [
        int(offset or 0) for offset in re.findall(r"(?:Offset\([\w.]+, (-?\d+)\)|[\w.]+)", terms)
    ] or [0]


def log_likelihoods(model: Model, sound: bytes) -> np.ndarray:
    """One row each 30 ms, one column a state: the network's answer without the prior."""
    features = mfcc(np.frombuffer(sound, "<i2").astype(np.float32))
    affine = [name for name in model.components if name.endswith(".affine")]
    spans = [offsets_of(model, name) for name in affine]
    left, right = -sum(min(span) for span in spans), sum(max(span) for span in spans)
    rows = -(-len(features) // STRIDE)
    right += rows * STRIDE - len(features)
    x = np.concatenate(
        [np.repeat(features[:1], left, 0), features, np.repeat(features[-1:], right, 0)]
    ).astype(np.float64)
    for name, span in zip(affine, spans, strict=True):
        values = model.components[name][1]
        at = np.arange(-min(span), len(x) - max(span))
        x = np.concatenate([x[at + o] for o in span], 1) @ values["weight"].T + values["bias"]
        if name != affine[-1]:
            x = np.maximum(x, 0)
    x = x[::STRIDE]
    shifted = x - x.max(1, keepdims=True)
    softened: np.ndarray = shifted - np.log(np.exp(shifted).sum(1, keepdims=True))
    likelihoods: np.ndarray = softened - np.log(model.priors)
    return likelihoods


Token = tuple[float, float, float]
"""Cost of the path as the decoder compares it, its graph cost, its log likelihood."""


def best_score(model: Model, graph: Transducer, rows: np.ndarray, words: list[int]) -> float:
    """Of the best path that says exactly these words."""
    scale = float(options()["acoustic-scale"])
    tokens: dict[tuple[int, int], Token] = {(graph.start, 0): (0.0, 0.0, 0.0)}
    tokens = _with_silent_arcs(graph, words, tokens)
    for row in rows:
        following: dict[tuple[int, int], Token] = {}
        for (state, said_words), (cost, paid, likely) in tokens.items():
            for arc, place in _arcs(graph, words, state, said_words):
                if arc.input:
                    heard = float(row[model.triples[(arc.input - 1) // 2][2]])
                    token = (cost + arc.cost - scale * heard, paid + arc.cost, likely + heard)
                    _keep(following, place, token)
        tokens = _with_silent_arcs(graph, words, following)
    ends = [
        (cost + final, paid + final, likely)
        for (state, said_words), (cost, paid, likely) in tokens.items()
        if said_words == len(words) and (final := graph.finals.get(state)) is not None
    ]
    _, paid, likely = min(ends)
    return scale * likely - GRAPH_SCALE * paid


def _arcs(
    graph: Transducer, words: list[int], state: int, said_words: int
) -> Iterator[tuple[Arc, tuple[int, int]]]:
    for arc in graph.arcs[state]:
        if not arc.output:
            yield arc, (arc.target, said_words)
        elif words[said_words : said_words + 1] == [arc.output]:
            yield arc, (arc.target, said_words + 1)


def _keep(tokens: dict[tuple[int, int], Token], place: tuple[int, int], token: Token) -> bool:
    if token[0] >= tokens.get(place, (math.inf,))[0]:
        return False
    tokens[place] = token
    return True


def _with_silent_arcs(
    graph: Transducer, words: list[int], tokens: dict[tuple[int, int], Token]
) -> dict[tuple[int, int], Token]:
    waiting = list(tokens)
    while waiting:
        state, said_words = waiting.pop()
        cost, paid, likely = tokens[state, said_words]
        for arc, place in _arcs(graph, words, state, said_words):
            token = (cost + arc.cost, paid + arc.cost, likely)
            if not arc.input and _keep(tokens, place, token):
                waiting.append(place)
    return tokens


def scored_by_vosk(sound: bytes) -> float:
    import vosk  # a native library

    decoder = vosk.KaldiRecognizer(load_vosk_model(MODEL).library, 16_000)
    decoder.SetMaxAlternatives(5)
    decoder.SetGrammar(json.dumps([" ".join(WORDS)], ensure_ascii=False))
    decoder.AcceptWaveform(sound)
    found = json.loads(decoder.FinalResult())["alternatives"]
    (score,) = [a["confidence"] for a in found if a["text"] == " ".join(WORDS)]
    return float(score)


def test_our_own_arithmetic_gives_the_score_that_vosk_prints(
    read: Model, graph: Transducer
) -> None:
    """The grammar's part of the score is the same for the same words, so it drops out."""
    table = [line.split()[0] for line in Path(MODEL / "graph/words.txt").read_text().splitlines()]
    words = [table.index(word) for word in WORDS]
    own, theirs = [], []
    for words_per_minute in (120, 150, 175, 200):
        sound = said(words_per_minute)
        own.append(best_score(read, graph, log_likelihoods(read, sound), words))
        theirs.append(scored_by_vosk(sound))

    apart = np.array(theirs) - np.array(own)
    assert np.ptp(theirs) > 1
    assert np.ptp(apart) < 1e-3
