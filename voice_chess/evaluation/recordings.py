"""Prepares the rows of a manifest for measuring: position, words, sound with or without noise."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

import numpy as np

from voice_chess.acoustics.manifest import BadManifest, Row
from voice_chess.decoding.acoustic_model import AcousticModel
from voice_chess.decoding.following import Following
from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.graph import Prices, compiled
from voice_chess.decoding.network import OUTPUT_MS
from voice_chess.decoding.search import Search, SpokenWord
from voice_chess.languages.language import Language
from voice_chess.laws.fen_placement import BadPosition
from voice_chess.laws.position import Position
from voice_chess.sound import noise_mixing
from voice_chess.sound.sampling import BYTES_PER_MS, SAMPLES_PER_MS, in_blocks
from voice_chess.speech.understanding.grammar import Phrase, phrases_for
from voice_chess.speech.understanding.interpret import MoveMeaning, interpret, moves_meant
from voice_chess.speech.understanding.parse import Tokens, parse


def meaningless(said: Tokens, positions: Sequence[Position], first: int) -> Position:
    """Return the first position after index `first` where `said` is no legal move.

    The search wraps around to the start. Raises `BadManifest` if it is legal in all of them.
    """
    for step in range(1, len(positions) + 1):
        position = positions[(first + step) % len(positions)]
        if not moves_meant(said, position):
            return position
    message = "An announcement is legal in every position of the manifest; add other positions"
    raise BadManifest(message)


BLOCK_BYTES = 40 * BYTES_PER_MS
"""The amount of sound that a browser sends at once, 40 ms."""
TAIL = b"\0" * (1_000 * BYTES_PER_MS)
"""A second of silence after a recording, so that the end of speech is found as in live sound."""


def sent(sound: bytes) -> Iterator[bytes]:
    """Yield the sound block by block, as the microphone of a page sends it."""
    return in_blocks(sound, BLOCK_BYTES)


def position_of(row: Row) -> Position:
    """Return the position in which the row's move is announced.

    Raises `BadManifest` if the position can't be, or the move is illegal in it.
    """
    try:
        position = Position.from_fen(row.fen)
    except BadPosition as error:
        message = f"{row.place}, FEN: {error}"
        raise BadManifest(message) from error
    if not position.is_legal(row.uci):
        message = f"{row.place}, UCI: {row.uci} is not legal in {row.fen}."
        raise BadManifest(message)
    return position


def disturbed(
    clean: np.ndarray, noise: noise_mixing.Disturbance | None, rng: np.random.Generator, voice: str
) -> tuple[bytes, int]:
    """Return the sound as bytes, and where speech ends in it, in ms from its start.

    Speech ends with the last sample of the clean sound that is within 34 dB of the loudest. Without
    noise a second of silence follows.
    """
    loud = np.flatnonzero(np.abs(clean) > 0.02 * np.abs(clean).max(initial=1.0))
    end = int(loud[-1]) if len(loud) else len(clean)
    if noise is None:
        return clean.astype("<i2").tobytes() + TAIL, end // SAMPLES_PER_MS
    sound = np.round(noise.on(clean, rng, voice)).astype("<i2")
    return sound.tobytes(), (end + noise_mixing.MARGIN) // SAMPLES_PER_MS


def ends_at_ms(sound: bytes, words: Phrase, model: AcousticModel | None, level_ms: int) -> int:
    """Return where these words end in a recording, in ms: by alignment, or else `level_ms`.

    `level_ms` comes from the loudness alone: in a recording that is noisy throughout, that is where
    the recording ends.
    """
    way = spoken_when(np.frombuffer(sound, "<i2"), words, model) if model else ()
    return way[-1].last * OUTPUT_MS if way else level_ms


def spoken_when(sound: np.ndarray, words: Phrase, model: AcousticModel) -> tuple[SpokenWord, ...]:
    """Align each of these words in the sound; empty if the model lacks one of them."""
    graph = compiled(Grammar(phrases=(" ".join(words),)), model.vocabulary, Prices())
    search = Search(graph)
    following = Following(model, search)
    following.go_on([sound.astype(np.float32)])
    beam = following.ended()
    if len(graph.finals) != 1 or not beam.frames:
        return ()
    return search.way_to(beam, int(graph.finals[0]))


def spoken(row: Row, position: Position, language: Language) -> Phrase:
    """Return the way to say this row's move that is spelt most like the row's words."""
    written = " ".join(row.words)
    ways = [
        phrase
        for phrase in phrases_for(position, language)
        if MoveMeaning(uci=row.uci) in interpret(parse(phrase, language), position, frozenset())
    ]
    likeness = SequenceMatcher(b=written, autojunk=False)

    def alike(phrase: Sequence[str]) -> float:
        likeness.set_seq1(" ".join(phrase))
        return likeness.ratio()

    return max(ways, key=alike)
