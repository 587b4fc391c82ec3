"""`voice-chess evaluate`: how well announcements are recognised, measured on a manifest."""

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path

import numpy as np
from tqdm import tqdm

from voice_chess.acoustics import disturbance
from voice_chess.acoustics.evaluate import (
    Outcome,
    Row,
    as_json,
    edit_distance,
    read_manifest,
    reliability,
    table,
)
from voice_chess.adapters import sound_files
from voice_chess.adapters.vosk_recognizer import VoskRecognizer
from voice_chess.cli.command import SUCCESS, BadInput, Command
from voice_chess.cli.words import evaluate_words
from voice_chess.compose import load_recognizer_model
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import Position
from voice_chess.session.expectation import Expectation
from voice_chess.session.listening import Listened, listen
from voice_chess.speech.grammar import phrases_for
from voice_chess.speech.interpret import interpret
from voice_chess.speech.meaning import MoveMeaning
from voice_chess.speech.parse import Tokens, parse
from voice_chess.speech.weigh import CAUTION, Accepted, NothingFits, Unclear
from voice_chess.speech.whole_language import whole_move_language

BLOCK = 1280
"""Bytes: 40 ms, as a browser sends them."""
TAIL = b"\0" * (2 * 16_000)
"""A second of silence behind a clean recording, so that the end is found as it would be live."""
NOISES = ("white", "pink", "babble", "hall")


class WholeLanguage(Expectation):
    """The legal moves are what counts, but every announcement of any move may be heard."""

    def phrases(self, language: Language) -> tuple[str, ...]:
        return tuple(" ".join(phrase) for phrase in whole_move_language(language))


def configure(parser: ArgumentParser) -> None:
    """Name the arguments."""
    parser.add_argument("manifest", type=Path, help="tab-separated: file, voice, FEN, UCI, words")
    parser.add_argument("--snr", type=float, metavar="DB", help="add noise this far below speech")
    parser.add_argument(
        "--noise",
        default="pink",
        metavar="white|pink|babble|hall|FILE",
        help="kind of noise: babble is voices without words, hall is six others announcing",
    )
    parser.add_argument("--seed", type=int, default=0, help="chance of the noise")
    parser.add_argument("--language", default="de", help="language of the announcements")
    parser.add_argument("--caution", choices=sorted(CAUTION), default="normal")
    parser.add_argument("--model", help="name or folder of a model instead of the language's own")
    parser.add_argument("--words", action="store_true", help="a manifest of single words")
    parser.add_argument(
        "--no-legal-moves", action="store_true", help="listen for any move, legal or not"
    )
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--errors", action="store_true", help="list what was not accepted rightly")


def run(chosen: Namespace) -> int:
    """Measure and print."""
    language = load_language(chosen.language)
    if chosen.words:
        return evaluate_words(chosen.manifest, language, chosen.model, as_json=chosen.json)
    rows = read_manifest(chosen.manifest)
    noise = _disturbance(chosen, rows)
    model = load_recognizer_model(language, chosen.model)
    outcomes = [
        _outcome(row, n, chosen, language, model, noise)
        for n, row in enumerate(tqdm(rows, desc="recordings", file=sys.stderr, disable=None))
    ]
    _report(chosen, outcomes)
    return SUCCESS


def _report(chosen: Namespace, outcomes: list[Outcome]) -> None:
    write = partial(print, file=sys.stdout)
    if chosen.json:
        write(json.dumps(as_json(outcomes), indent=2))
        return
    write(table(outcomes))
    for b in reliability(outcomes):
        write(f"probability {b.probability:.2f}: {b.right} of {b.utterances} right")
    if chosen.errors:
        for outcome in outcomes:
            if not outcome.is_right:
                write(f"{outcome.name} {outcome.voice} {outcome.meant}: {_told(outcome)}")


def _told(outcome: Outcome) -> str:
    match outcome.verdict:
        case Accepted(belief=belief):
            return f"WRONG {' '.join(belief.words)} {belief.probability:.3f}"
        case Unclear(beliefs=beliefs):
            heard = ", ".join(f"{' '.join(b.words)} {b.probability:.2f}" for b in beliefs[:3])
            return f"asked: {heard}"
        case NothingFits(words=words):
            return f"refused: {' '.join(words)}"


def _outcome(  # noqa: PLR0913 - one row and what it is measured with
    row: Row,
    number: int,
    chosen: Namespace,
    language: Language,
    model: object,
    noise: disturbance.Disturbance | None,
) -> Outcome:
    position = _position(row)
    clean = _samples(row.file)
    sound, end_ms = _disturbed(
        clean, noise, np.random.default_rng([chosen.seed, number]), row.voice
    )
    kind = WholeLanguage if chosen.no_legal_moves else Expectation
    expectation = kind(position=position, commands=frozenset())
    caution = CAUTION[chosen.caution]
    recognizer = VoskRecognizer(model)
    begun = time.perf_counter()
    blocks = (sound[n : n + BLOCK] for n in range(0, len(sound), BLOCK))
    listened = listen(recognizer, blocks, expectation, language, caution)
    computing = time.perf_counter() - begun
    said, heard = _spoken(row, position, language), _heard(listened, language)
    return Outcome(
        name=row.file.name,
        voice=row.voice,
        verdict=listened.verdict,
        meant=row.uci,
        word_errors=edit_distance(said, heard),
        words=len(said),
        sound_s=len(sound) / 32_000,
        computing_s=computing,
        latency_ms=listened.decided_ms - end_ms + recognizer.last_decoding_ms
        if isinstance(listened.verdict, Accepted)
        else None,
    )


def _position(row: Row) -> Position:
    position = Position.from_fen(row.fen)
    if not position.is_legal(row.uci):
        message = f"{row.file.name}: {row.uci} is not legal in {row.fen}"
        raise BadInput(message)
    return position


def _samples(file: Path) -> np.ndarray:
    data = b"".join(sound_files.blocks(file))
    return np.frombuffer(data, np.int16).astype(np.float32)


def _disturbed(
    clean: np.ndarray, noise: disturbance.Disturbance | None, rng: np.random.Generator, voice: str
) -> tuple[bytes, int]:
    """Sound as bytes, and where speech ends in it: the last sample within 34 dB of the loudest."""
    loud = np.flatnonzero(np.abs(clean) > 0.02 * np.abs(clean).max(initial=1.0))
    end = int(loud[-1]) if len(loud) else len(clean)
    if noise is None:
        return clean.astype("<i2").tobytes() + TAIL, end * 1000 // 16_000
    sound = np.round(noise.on(clean, rng, voice)).astype("<i2")
    return sound.tobytes(), (end + disturbance.MARGIN) * 1000 // 16_000


def _spoken(row: Row, position: Position, language: Language) -> Tokens:
    """What was said, as tokens: of all ways to say this move the one spelt most like the row."""
    written = " ".join(row.words)
    ways = [
        phrase
        for phrase in phrases_for(position, language)
        if MoveMeaning(uci=row.uci) in interpret(parse(phrase, language), position, frozenset())
    ]
    likeness = SequenceMatcher(b=written, autojunk=False)

    def alike(phrase: tuple[str, ...]) -> float:
        likeness.set_seq1(" ".join(phrase))
        return likeness.ratio()

    return parse(max(ways, key=alike), language)


def _heard(listened: Listened, language: Language) -> Tokens:
    if listened.heard is None or not listened.heard.hypotheses:
        return ()
    return tuple(t for t in parse(listened.heard.hypotheses[0].words, language) if t != "unknown")


def _disturbance(chosen: Namespace, rows: list[Row]) -> disturbance.Disturbance | None:
    if chosen.snr is None:
        return None
    name = chosen.noise
    if name in {"white", "pink"}:
        noise = disturbance.steady({"white": 0.0, "pink": 1.0}[name])
    elif name in {"babble", "hall"}:
        noise = getattr(disturbance, name)(_others(rows, chosen.language))
    elif Path(name).is_file():
        noise = disturbance.recorded(_samples(Path(name)))
    else:
        message = f"There is no noise {name}; there are {', '.join(NOISES)}, or give a sound file"
        raise BadInput(message)
    return disturbance.Disturbance(name=name, snr_db=chosen.snr, noise=noise)


def _others(rows: list[Row], language: str) -> disturbance.Others:
    """The other voices of the manifest; with fewer than three of them, synthetic ones besides."""
    voices: defaultdict[str, list[np.ndarray]] = defaultdict(list)
    for row in rows:
        voices[row.voice].append(_samples(row.file))
    if len(voices) <= MOST_FEW:
        voices.update(_synthetic(rows, language))
    return disturbance.Others(voices=voices)


MOST_FEW = 3


def _synthetic(rows: list[Row], language: str) -> dict[str, list[np.ndarray]]:
    """eSpeak NG's variants saying what the rows say."""
    from voice_chess.adapters.espeak import synthesised  # noqa: PLC0415 - a native library

    texts = [" ".join(row.words) for row in rows][:40]
    return {
        f"espeak {variant}": [synthesised(text, language + variant) for text in texts]
        for variant in ("", "+m3", "+m7", "+f2", "+f4", "+f5")
    }


COMMAND = Command(
    name="evaluate",
    summary="measure recognition on a manifest of recordings",
    configure=configure,
    run=run,
)
