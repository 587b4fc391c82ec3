"""Adapts a model to a voice by sentences that a player read, only as far as held-back ones gain.

Each third of the examples judges an adaptation that was learnt from the other two, in quiet and in
noise. A player whom an adapted model recognises no better keeps the common model.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from voice_chess.decoding.acoustic_model import AcousticModel
from voice_chess.decoding.adaptation import Adaptation, Example, States, adapted
from voice_chess.decoding.alignment import best_path, states_of
from voice_chess.decoding.cepstra import Matrix, band_powers, cepstra
from voice_chess.decoding.grammar import Grammar
from voice_chess.decoding.graph import WORDS, Graph, Prices, compiled
from voice_chess.decoding.network import STRIDE
from voice_chess.decoding.search import Search
from voice_chess.sound.loudness import TARGET, near_level
from voice_chess.sound.noise_mixing import coloured
from voice_chess.sound.sampling import Waveform

FEWEST = 12
"""With fewer examples the judgement would be unreliable."""
MOST = 60
"""Only the latest examples count: voices and microphones change, and fitting must stay short."""
PARTS = 3
NOISE_DB = 18.0
"""How far the noise that is added to a second copy of each example lies below the voice, in dB."""
STRENGTHS = (1.0, 0.5, 0.25)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SpokenExample:
    """Words that a player has read, and the sound: 16 kHz, in the range of 16-bit integers."""

    words: tuple[str, ...]
    sound: Waveform

    def is_same_as(self, other: "SpokenExample") -> bool:
        return self.words == other.words and np.array_equal(self.sound, other.sound)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """The result on held-back examples, in quiet and in noise together."""

    examples: int
    right_before: int = 0
    right_after: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Fit:
    """The changes for each network, or none if they did not help, and the result of the trial."""

    adaptations: tuple[Adaptation, ...]
    tried: Tried


def turned(model: AcousticModel, adaptations: Sequence[Adaptation]) -> AcousticModel:
    """Return the model with its networks adapted to a voice; unchanged without adaptations."""
    if not adaptations:
        return model
    pairs = zip(model.networks, adaptations, strict=True)
    return replace(model, networks=tuple(adaptation.on(network) for network, adaptation in pairs))


def fitted(model: AcousticModel, readings: Sequence[SpokenExample]) -> Fit:
    """Return the strongest adaptation by which held-back examples gain, or none."""
    heard = [_Heard.of(model, reading) for reading in _usable(model, readings)]
    if len(heard) < FEWEST:
        return Fit(adaptations=(), tried=Tried(examples=len(heard)))
    parts = [heard[number::PARTS] for number in range(PARTS)]
    taught = [_taught(model, [each for each in heard if each not in part]) for part in parts]
    before = _Judged.together([_judged(model, part) for part in parts])
    for strength in STRENGTHS:
        ears = [turned(model, _weakened(teaching, strength)) for teaching in taught]
        after = _Judged.together([_judged(*pair) for pair in zip(ears, parts, strict=True)])
        if after.is_better_than(before):
            whole = _weakened(_taught(model, heard), strength)
            return Fit(adaptations=whole, tried=before.against(after))
    return Fit(adaptations=(), tried=before.against(before))


def likeliest(
    model: AcousticModel, sound: Waveform, ways: Iterable[tuple[str, ...]]
) -> tuple[str, ...] | None:
    """Return which of these phrases was said; None if other words explain the sound better."""
    grammar = Grammar(phrases=tuple(" ".join(way) for way in ways))
    graph = compiled(grammar, model.vocabulary, Prices())
    rows = _rows(sound)
    if len(rows) < STRIDE or not len(graph.finals):
        return None
    search = Search(graph)
    beam = search.advanced(search.begun(), _outputs(model, rows))
    reached = search.reached(beam)
    best = int(graph.finals[reached[graph.finals].argmax()])
    if reached[best] < reached[WORDS]:
        return None
    return tuple(spoken.word for spoken in search.way_to(beam, best))


def unknown_words(model: AcousticModel, reading: SpokenExample) -> tuple[str, ...]:
    """Return the words that the model does not know; a voice can't be learnt from them."""
    return tuple(word for word in reading.words if word not in model.vocabulary.words)


def is_long_enough(model: AcousticModel, reading: SpokenExample) -> bool:
    """Return whether the sound is long enough for its words, which must all be known."""
    states = sum(len(model.vocabulary.words[word]) for word in reading.words)
    return len(_rows(reading.sound)) // STRIDE > states


def _usable(model: AcousticModel, readings: Sequence[SpokenExample]) -> list[SpokenExample]:
    """Return the latest readings whose words are known and that are long enough for them."""

    def is_usable(reading: SpokenExample) -> bool:
        is_known = bool(reading.words) and not unknown_words(model, reading)
        return is_known and is_long_enough(model, reading)

    return [reading for reading in readings if is_usable(reading)][-MOST:]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Heard:
    """One reading as features, in quiet and in noise; its states were aligned in quiet."""

    words: tuple[str, ...]
    rows: tuple[Matrix, Matrix]
    states: States

    @classmethod
    def of(cls, model: AcousticModel, reading: SpokenExample) -> "_Heard":
        quiet, noisy = _rows(reading.sound), _rows(_in_noise(reading.sound))
        states, optional = states_of(reading.words, model.vocabulary)
        path, _ = best_path(_outputs(model, quiet), states, optional)
        return cls(words=reading.words, rows=(quiet, noisy), states=states[list(path)])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Judged:
    """For each example, in quiet and noise: nats a frame above any other words, and success."""

    margins: npt.NDArray[np.float64]
    right: npt.NDArray[np.bool_]

    @classmethod
    def together(cls, parts: Sequence["_Judged"]) -> "_Judged":
        return cls(
            margins=np.concatenate([part.margins for part in parts]),
            right=np.concatenate([part.right for part in parts]),
        )

    def is_better_than(self, before: "_Judged") -> bool:
        """Return whether no condition has fewer right, and one has more or both are clearer."""
        change = self.right.sum(axis=0) - before.right.sum(axis=0)
        if (change < 0).any():
            return False
        is_clearer = self.margins.mean(axis=0) > before.margins.mean(axis=0)
        return bool(change.any() or is_clearer.all())

    def against(self, after: "_Judged") -> Tried:
        return Tried(
            examples=self.right.size,
            right_before=int(self.right.sum()),
            right_after=int(after.right.sum()),
        )


def _taught(model: AcousticModel, heard: Iterable[_Heard]) -> tuple[Adaptation, ...]:
    examples = [Example(rows=rows, states=each.states) for each in heard for rows in each.rows]
    silence = model.vocabulary.silence
    return tuple(adapted(network, examples, silence) for network in model.networks)


def _weakened(adaptations: Iterable[Adaptation], strength: float) -> tuple[Adaptation, ...]:
    return tuple(adaptation.weakened(strength) for adaptation in adaptations)


def _judged(model: AcousticModel, heard: Iterable[_Heard]) -> _Judged:
    graph = partial(compiled, vocabulary=model.vocabulary, prices=Prices())
    margins, right = [], []
    for each in heard:
        only = graph(Grammar(phrases=(" ".join(each.words),)))
        found = [_over_other_words(only, _outputs(model, rows)) for rows in each.rows]
        margins.append([margin for margin, _ in found])
        right.append([model.vocabulary.sound_alike(best, each.words) for _, best in found])
    return _Judged(margins=np.array(margins), right=np.array(right))


def _over_other_words(graph: Graph, outputs: Matrix) -> tuple[float, tuple[str, ...]]:
    """Return the lead of the graph's words over any others in nats a frame, and the best words."""
    search = Search(graph)
    beam = search.advanced(search.begun(), outputs)
    reached = search.reached(beam)
    margin = float(reached[graph.finals].max() - reached[WORDS]) / len(outputs)
    return margin, tuple(spoken.word for spoken in search.way_to(beam, WORDS))


def _rows(sound: Waveform) -> Matrix:
    return cepstra(band_powers(sound), TARGET / (near_level(sound) + 1e-9))


def _in_noise(sound: Waveform) -> Waveform:
    """Add noise, the same each time, so that the same examples always give the same adaptation."""
    noise = coloured(len(sound), np.random.default_rng(len(sound)), 1.0)
    loudness = near_level(sound) * 10 ** (-NOISE_DB / 20)
    noisy: Waveform = sound + noise * np.float32(loudness)
    return noisy


def _outputs(model: AcousticModel, rows: Matrix) -> Matrix:
    listening, outputs = model.advanced(model.begun(rows[0]), rows)
    return np.concatenate([outputs, model.finished(listening)])
