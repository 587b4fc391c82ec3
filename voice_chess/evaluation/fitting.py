"""Fits, from recordings, how far the exact scores of a model can be believed."""

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from tqdm import tqdm

from voice_chess.acoustics.confidence_fit import Case, fitted, judged_by_others
from voice_chess.acoustics.manifest import Row, read_manifest
from voice_chess.acoustics.situations import ALWAYS, read_situations
from voice_chess.compose.recordings import Recording
from voice_chess.decoding.network import OUTPUT_SAMPLES
from voice_chess.evaluation.false_alarms import sounds_in
from voice_chess.evaluation.noises import noise_of
from voice_chess.evaluation.recordings import (
    TAIL,
    disturbed,
    meaningless,
    position_of,
    sent,
    spoken,
    spoken_when,
)
from voice_chess.evaluation.scores import bins, reliability_table
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.listening.one_recording import listen
from voice_chess.session.listening.recognizer_model import OwnModel
from voice_chess.speech.understanding.confidence import as_text
from voice_chess.speech.understanding.grammar import Phrase
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.interpret import written
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.scoring import NORMAL, understood

COMMANDS_HEARD = 0.5
"""Probability that commands are listened for as well as moves."""
LEAST_WORDS = 3
SQUARE_WORDS = 2
CONDITIONS = (None, ("pink", 15.0), ("hall", 15.0), ("pink", 10.0), ("hall", 10.0), ("pink", 5.0))
DRAWS = 2
"""The number of conditions in which each recording is heard; its neighbours get other ones."""
ILLEGAL = 0.15
"""Weight of an illegal announcement: how often players make one, for each legal one."""

PART = 0.25
"""Weight of a partial move (its piece, its square, its target), for each legal announcement."""

STRANGERS = 0.5
"""Total weight of the sounds that are no announcements, as a share of all other cases."""

SHARES_OF_STRANGERS = 4
"""Number of groups of other sounds; a fit leaves out one group at a time, like a speaker."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stimulus:
    """A sound, the expectation under which it is heard, and its meaning, or None."""

    voice: str
    sound: bytes
    expectation: Expectation
    meant: str | None
    weight: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitting:
    """Hears recordings as a table would hear them, and keeps what was heard as cases."""

    language: Language
    model: OwnModel
    seed: int

    def cases(
        self, manifests: Sequence[Path], situations: Path | None, others: Path | None
    ) -> list[Case]:
        """Return cases of announcements, of situations, and of sounds that are no announcements.

        `situations` is a manifest of what else is said in a game, `others` a folder of other
        sounds; either can be None. Raises `BadManifest`.
        """
        files = None if others is None else sounds_in(others)
        found = [case for manifest in manifests for case in self._heard(self._announced(manifest))]
        if situations is not None:
            found += self._heard(self._said(situations))
        if files is None:
            return found
        positions = [position_of(row) for row in read_manifest(manifests[0])]
        strange = list(self._heard(self._strange(files, positions)))
        weight = STRANGERS * sum(case.weight for case in found) / max(1, len(strange))
        return found + [replace(case, weight=min(1.0, weight), is_strange=True) for case in strange]

    def _announced(self, manifest: Path) -> Iterator[Stimulus]:
        rows = read_manifest(manifest)
        positions = [position_of(row) for row in rows]
        noises = [c and noise_of(*c, rows, self.language.id) for c in CONDITIONS]
        name = manifest.parent.name
        for number, row in enumerate(tqdm(rows, desc=name, file=sys.stderr, disable=None)):
            rng = np.random.default_rng([self.seed, number])
            for draw in range(DRAWS):
                noise = noises[(number + draw * len(noises) // DRAWS) % len(noises)]
                for scene in self._scenes(row, positions, number, rng):
                    sound = np.frombuffer(scene.sound, "<i2").astype(np.float32)
                    heard, _ = disturbed(sound, noise or None, rng, row.voice)
                    yield replace(scene, sound=heard)

    def _scenes(
        self, row: Row, positions: Sequence[Position], number: int, rng: np.random.Generator
    ) -> Iterator[Stimulus]:
        """Yield a recording where it is legal, where it is illegal, and a part of it."""
        here, clean = positions[number], Recording(row.file).samples()
        words = spoken(row, here, self.language)
        elsewhere = meaningless(parse(words, self.language), positions, number)
        part, cut = self._part(clean, words, rng)
        for sound, said, position, weight in (
            (clean, words, here, 1.0),
            (clean, words, elsewhere, ILLEGAL),
            (cut, part, here, PART),
        ):
            commands = ALWAYS if rng.random() < COMMANDS_HEARD else frozenset()
            expectation = Expectation(position=position, commands=commands)
            meant = tuple(map(written, expectation.meanings(parse(said, self.language))))
            if len(meant) <= 1:
                yield Stimulus(
                    voice=row.voice,
                    sound=sound.astype("<i2").tobytes(),
                    expectation=expectation,
                    meant=meant[0] if meant else None,
                    weight=weight,
                )

    def _part(
        self, clean: np.ndarray, words: Phrase, rng: np.random.Generator
    ) -> tuple[Phrase, np.ndarray]:
        """Return the first words of a recording, or the square at its end, with their sound.

        A recording that is too short to be cut, or not found word by word, comes back whole.
        """
        when = spoken_when(clean, words, self.model.acoustic)
        if len(when) != len(words) or len(words) < LEAST_WORDS:
            return words, clean
        is_end = bool(rng.random() < 1 / 3)
        at = len(words) - SQUARE_WORDS if is_end else int(rng.integers(1, len(words)))
        gap = (when[at - 1].last + when[at].first) // 2
        cut = gap * OUTPUT_SAMPLES
        return (words[at:], clean[cut:]) if is_end else (words[:at], clean[:cut])

    def _said(self, manifest: Path) -> Iterator[Stimulus]:
        rows = read_situations(manifest)
        for row in tqdm(rows, desc="situations", file=sys.stderr, disable=None):
            meant = row.situation.meant(self.language)
            yield Stimulus(
                voice=row.voice,
                sound=Recording(row.file).whole() + TAIL,
                expectation=row.situation.expectation(),
                meant=meant[0] if meant else None,
            )

    def _strange(self, files: Sequence[Path], positions: Sequence[Position]) -> Iterator[Stimulus]:
        for number, file in enumerate(tqdm(files, desc="others", file=sys.stderr, disable=None)):
            position = positions[number % len(positions)]
            commands = ALWAYS if number % 2 else frozenset()
            yield Stimulus(
                voice=f"strangers {number % SHARES_OF_STRANGERS}",
                sound=Recording(file).whole() + TAIL,
                expectation=Expectation(position=position, commands=commands),
                meant=None,
            )

    def _heard(self, scenes: Iterable[Stimulus]) -> Iterator[Case]:
        """Yield a case for each sound, from the utterance that `evaluate` would decide on."""
        for scene in scenes:
            blocks, recognizer = sent(scene.sound), self.model.recognizer()
            listened = listen(recognizer, blocks, scene.expectation, self.language, NORMAL)
            if listened.heard is not None:
                yield self._case(scene, listened.heard)

    def _case(self, scene: Stimulus, heard: Heard) -> Case:
        understand = scene.expectation.understanding_of(heard)
        return Case(
            voice=scene.voice,
            heard=heard,
            meanings=tuple(
                tuple(map(written, understood(hypothesis, self.language, understand)))
                for hypothesis in heard.hypotheses
            ),
            meant=scene.meant,
            weight=scene.weight,
        )


def report(cases: Iterable[Case], *, is_learnt: bool) -> str:
    """Return the numbers for `conf/confidence.toml`, then how reliable they are for new speakers.

    For the second part each speaker is judged by a fit to the others.
    """
    found = list(cases)
    held_out = judged_by_others(found, is_learnt=is_learnt)
    lines = [f"# {line}" for line in reliability_table(bins(held_out))]
    by_others = "# Each speaker judged by a fit without them:"
    return "\n".join((as_text(fitted(found, is_learnt=is_learnt)).rstrip("\n"), by_others, *lines))
