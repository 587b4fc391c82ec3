"""Draws batches of whole utterances, with speed, room and noise drawn anew for each batch."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Self

import numpy as np
import numpy.typing as npt
import torch

from voice_chess.acoustics import corpus
from voice_chess.acoustics.augment import PHASES
from voice_chess.acoustics.batch_cepstra import BatchCepstra, hidden
from voice_chess.acoustics.build import Build
from voice_chess.acoustics.corpus import Segment, Utterance
from voice_chess.acoustics.drawn_sound import BatchChance, DrawnSound, at_speed
from voice_chess.acoustics.examples import AUDIBLE, FASTEST, SLOWEST, labels_of, moved_to
from voice_chess.acoustics.handing import vowel_states
from voice_chess.acoustics.hurry import hurried
from voice_chess.acoustics.network import LEFT, RIGHT
from voice_chess.acoustics.non_speech import stranger
from voice_chess.acoustics.people import PEAK
from voice_chess.acoustics.phones import GARBAGE_PDF, SILENCE_PDF
from voice_chess.acoustics.train import CHUNK, Recipe
from voice_chess.decoding.cepstra import HOP, WINDOW
from voice_chess.decoding.network import OUTPUT_SAMPLES, STRIDE
from voice_chess.sound.chance import Rng
from voice_chess.sound.loudness import FRAME, frame_levels
from voice_chess.sound.sampling import SAMPLE_RATE

Integers = npt.NDArray[np.int64]

SPEEDS = tuple(round(PHASES * float(speed)) for speed in np.geomspace(SLOWEST, FASTEST, 9))
"""Speeds, as the number of samples from which `PHASES` samples are made."""

WINDOWS = (50, 80, 120, 170)
"""The numbers of outputs in a window; an utterance is put into the shortest that holds it."""
ROOM_LEFT = 4
"""The least number of outputs by which a window is longer than its utterance."""
LONGEST_LEAD = 26
"""The most outputs before an utterance."""
LEAST_ROWS = 8

PEOPLE = 0.25
"""The share of recorded people in the drawn utterances, by their duration."""
NOBODY = 0.03
"""The share of windows in which nobody near speaks."""
STRANGERS = 250
"""The number of sounds that are no speech; each is drawn as often as an utterance of its length."""
LONGEST_STRANGER = 5 * SAMPLE_RATE
LONGEST = int(6.5 * SAMPLE_RATE)

TALK = 2_600
"""The number of utterances that come from other boards."""
LONGEST_GAP_S = (0.05, 1.5)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DrySpeech:
    """Aligned utterances of each voice, and of all recorded people."""

    voices: Sequence[Sequence[Utterance]]
    people: Sequence[Utterance]

    @classmethod
    def of(cls, build: Build) -> Self:
        """Read a working folder's utterances, and shorten vowels of some, but not of people's."""
        vowels = vowel_states(build.inventory)
        voices: list[list[Utterance]] = []
        people: list[Utterance] = []
        for path, _ in build.sources(aligned=True):
            is_person = path.parent == build.work / "people"
            rng = np.random.default_rng(zlib.crc32(path.name.encode()))
            share = 0.0 if is_person else build.amounts.hurried
            said = (hurried(utterance, vowels, rng, share) for utterance in corpus.load(path))
            kept = [u for u in said if u.segments and 0 < len(u.samples) <= LONGEST]
            if is_person:
                people += kept
            else:
                voices.append(kept)
        return cls(voices=voices, people=people)

    def talk(self, rng: Rng) -> npt.NDArray[np.int16]:
        """Return a long recording of announcements with pauses, one voice after the other."""
        said = [(voice, each) for voice, kept in enumerate(self.voices) for each in kept]
        chosen = sorted(rng.permutation(len(said))[:TALK].tolist())
        parts: list[npt.NDArray[np.int16]] = []
        for _, numbers in groupby(chosen, lambda number: said[number][0]):
            longest = rng.uniform(*LONGEST_GAP_S)
            for number in numbers:
                gap = int(rng.uniform(0, longest) * SAMPLE_RATE)
                parts += [said[number][1].samples, np.zeros(gap, np.int16)]
        return np.concatenate(parts)


def strangers(count: int, rng: Rng) -> list[Utterance]:
    """Return sounds that are no speech, labelled as garbage where they are audible."""
    found = []
    for _ in range(count):
        sound = stranger(rng)[:LONGEST_STRANGER]
        sound = sound * (PEAK / (np.abs(sound).max() + 1e-9))
        levels = frame_levels(sound)
        segments, end = [], 0
        for sounding, frames in groupby(levels > AUDIBLE * levels.max()):
            end += FRAME * len(list(frames))
            segments.append(Segment(pdf=GARBAGE_PDF if sounding else SILENCE_PDF, end=end))
        samples = sound.astype(np.int16)
        found.append(Utterance(samples=samples, words=(), segments=tuple(segments)))
    return found


class UtteranceBatches:
    """Windows of four lengths; all windows of a batch have one length and one speed."""

    def __init__(
        self, said: DrySpeech, others: Sequence[Utterance], recipe: Recipe, on: torch.device
    ) -> None:
        """`others` are drawn like utterances, but do not come from other boards."""
        self.recipe = recipe
        self._rng = np.random.default_rng(1)
        self._chance = chance = BatchChance(on, seed=1)
        self.utterances = [*(u for kept in said.voices for u in kept), *others, *said.people]
        sizes = np.array([len(u.samples) for u in self.utterances])
        self._sizes = torch.from_numpy(sizes).to(on)
        self._starts = self._sizes.cumsum(0) - self._sizes
        sound = np.concatenate([u.samples for u in self.utterances])
        self._sound = torch.from_numpy(sound).to(on)
        self._answers = np.array([_answers(self.utterances, down) for down in SPEEDS])
        self._weights = _weights(sizes, len(said.people))
        self._drawn = DrawnSound(torch.from_numpy(said.talk(self._rng)).to(on), chance)
        self._cepstra = BatchCepstra(chance)
        self._std = self.heard()[0].flatten(0, 1).std(0)

    def draw(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return features (batch, frames, coefficients) with hidden spans, and labels."""
        features, labels = self.heard()
        return hidden(features, self._std, self.recipe.masking, self._chance), labels

    def heard(self) -> tuple[torch.Tensor, torch.Tensor]:
        """Return features and labels with nothing hidden."""
        speed, answers, rows = self.chosen()
        room = np.minimum(answers - self._answers[speed][rows], LONGEST_LEAD)
        leads = self._rng.integers(0, room + 1)
        sounds, labels = self.windows(rows, leads, SPEEDS[speed], answers)
        is_silent = self._chance.happens(NOBODY, len(rows))
        features = self._cepstra.drawn(self._drawn(sounds, is_silent))
        return features, torch.where(is_silent, SILENCE_PDF, labels)

    def windows(
        self, rows: Integers, leads: Integers, down: int, answers: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Return dry sound (batch, samples) of these utterances, and labels.

        `rows` are numbers of utterances, `leads` the outputs before each, `down` the speed.
        """
        on = self._chance.on
        length = (LEFT + STRIDE * answers + RIGHT - 1) * HOP + WINDOW
        taken = torch.arange(length * down // PHASES + down, device=on)
        numbers = torch.from_numpy(rows).to(on)
        starts, sizes = self._starts[numbers, None], self._sizes[numbers, None]
        dry = self._sound[(starts + taken).clamp(max=len(self._sound) - 1)].float()
        said = at_speed(torch.where(taken < sizes, dry, 0.0), down)
        begins = LEFT * HOP + OUTPUT_SAMPLES * torch.from_numpy(leads).to(on)
        since = torch.arange(length, device=on) - begins[:, None]
        sounds = torch.where(since >= 0, said.gather(1, since.clamp(min=0)), 0.0)
        labels = [
            self._labels(row, lead, down, answers)
            for row, lead in zip(rows.tolist(), leads.tolist(), strict=True)
        ]
        return sounds, torch.from_numpy(np.stack(labels).astype(np.int64)).to(on)

    def _labels(self, row: int, lead: int, down: int, answers: int) -> npt.NDArray[np.int16]:
        segments = self.utterances[row].segments or ()
        moved = moved_to(segments, lead * OUTPUT_SAMPLES, down / PHASES)
        return labels_of(moved, STRIDE * answers)

    def chosen(self) -> tuple[int, int, Integers]:
        """Draw a speed, the number of outputs of the window, and the utterances of a batch."""
        speed = int(self._rng.integers(len(SPEEDS)))
        needed = self._answers[speed] + ROOM_LEFT
        window_of = np.searchsorted(WINDOWS, needed)
        fits = window_of < len(WINDOWS)
        time = np.where(fits, self._weights * np.append(WINDOWS, 0)[window_of], 0.0)
        masses = np.bincount(window_of, time, minlength=len(WINDOWS))[: len(WINDOWS)]
        window = int(self._rng.choice(len(WINDOWS), p=masses / masses.sum()))
        pool = np.flatnonzero(window_of == window)
        shares = self._weights[pool] / self._weights[pool].sum()
        count = max(LEAST_ROWS, self.recipe.batch * CHUNK // WINDOWS[window])
        return speed, WINDOWS[window], self._rng.choice(pool, count, p=shares)


def _answers(utterances: Sequence[Utterance], down: int) -> Integers:
    """Return how many outputs each utterance needs at a speed, at least one for each state."""
    return np.array(
        [
            max(len(u.samples) * PHASES // down // OUTPUT_SAMPLES + 1, len(u.segments or ()))
            for u in utterances
        ]
    )


def _weights(sizes: Integers, people: int) -> npt.NDArray[np.float64]:
    """Return the relative probability of each utterance; the last `people` are those of people."""
    weights = np.ones(len(sizes))
    if people:
        before = len(sizes) - people
        others = sizes[:before].sum() / sizes[before:].sum()
        weights[before:] = PEOPLE / (1 - PEOPLE) * others
    return weights
