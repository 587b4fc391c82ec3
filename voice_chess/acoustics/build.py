"""The whole way from nothing to a model, in stages that can be stopped and taken up again."""

import multiprocessing
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import TypeVar

import numpy as np
from tqdm import tqdm

from voice_chess.acoustics import corpus
from voice_chess.acoustics.align import realigned
from voice_chess.acoustics.augment import Surroundings
from voice_chess.acoustics.engines.catalogue import engines
from voice_chess.acoustics.engines.engine import SPELT, Engine, EngineVoice
from voice_chess.acoustics.everyday_speech import chatter
from voice_chess.acoustics.examples import Examples, examples_of
from voice_chess.acoustics.export import export
from voice_chess.acoustics.fine_tuning import averaged, normalise, taken_up
from voice_chess.acoustics.handing import vowel_states
from voice_chess.acoustics.hurry import HURRIED, hurried
from voice_chess.acoustics.native_lexicon import lexicon_of
from voice_chess.acoustics.network import Network
from voice_chess.acoustics.people import read_recordings
from voice_chess.acoustics.phones import Inventory
from voice_chess.acoustics.plan import USUAL, Plan
from voice_chess.acoustics.recorded_people import Listener, people, said_by
from voice_chess.acoustics.speakers import is_named, name_of, own_system, speakers
from voice_chess.acoustics.train import Batches, Recipe, priors, train
from voice_chess.languages.language import load_language
from voice_chess.sound.chance import happens

Job = TypeVar("Job")
Done = TypeVar("Done")

CHATTER = "espeak-chatter.npz"

SAMPLED = 20
"""Of so many files of examples one tells means and variances."""

MEASURED = 12
"""Batches on which an averaged network is measured."""

SHARE_OF_NEW = 0.6
"""Of a network trained on, in its average with the one before; found on unheard voices."""

UVULAR = frozenset({"fr", "da"})
"""Foreign voices that say the r at the back, as most Germans do and eSpeak NG's German does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """How much each kind of voice says, and how often each utterance is augmented anew."""

    synthetic: int = 100
    foreign: int = 40
    uvular: int = 100
    natural: int = 1500
    native: int | None = None
    """A natural voice whose own language it is; as much as any other where nothing is told."""
    synthetic_rounds: int = 2
    natural_rounds: int = 5
    own_words: int = 5
    strange_words: float = 0.02
    chatter: float = 1.0
    """The share of everyday sentences that is learnt from."""
    people_rounds: int = 2
    """Recorded people say so many utterances for each word of ours that they have, and for each
    that is none; together they are to be 10 to 20 of 100 examples."""
    hurried: float = HURRIED
    """The share of utterances whose vowels are shortened."""
    kinds: Mapping[str, float] = field(default_factory=lambda: USUAL)
    """Of what kinds the voices' utterances are, by shares."""

    without: Sequence[str] = ()
    """Names of voices that say nothing, so that a confidence can be fitted on them; see
    `speakers.is_named`."""

    def of(self, voice: EngineVoice, own: str) -> int:
        """How many utterances one voice says; `own` is the system of those at home."""
        if is_named(voice, self.without):
            return 0
        if voice.engine != "espeak":
            if voice.system == SPELT and self.native is not None:
                return self.native
            return self.natural
        if voice.system == own:
            return self.synthetic
        return self.uvular if voice.language in UVULAR else self.foreign


class Build:
    """One working folder: `dry/` speech, `examples/`, checkpoints."""

    def __init__(
        self,
        work: Path,
        language: str = "de",
        amounts: Amounts | None = None,
        *,
        people: Path | None = None,
        processes: int = 2,
    ) -> None:
        """Raises `OSError` or `BadManifest` where the people are not listed, or not there."""
        if people is not None:
            # Before hours of speech rather than behind them.
            for recording in read_recordings(people):
                recording.file.stat()
        self.work = work
        self.people = people
        self.processes = processes
        self.language = language
        self.amounts = amounts or Amounts()
        self.own = own_system(language)
        self.inventory = Inventory(lexicon_of(language))
        self.plan = Plan(self.inventory.lexicon, load_language(language), self.amounts.kinds)
        for folder in ("dry", "aligned", "people", "examples"):
            (work / folder).mkdir(parents=True, exist_ok=True)

    def all(self, out: Path, recipe: Recipe, model: Path | None = None) -> None:
        """Speech, a first model, alignment of the voices that need one, the model proper.

        A finished `model` serves as the first, and its network is trained on.
        """
        known = None if model is None else self._taken_up(model)
        self.speak()
        first, shares = known or self._first(recipe)
        recipe = replace(recipe, width=first.output.in_features)
        final = self.timed(first, shares)
        if model is None:
            network, shares = self.train("final", final, recipe, start=first)
        else:
            network, shares = self._trained_on(first, final, recipe)
        self.export(out, network, shares)

    def timed(self, first: Network, shares: np.ndarray) -> list[Path]:
        """Examples of every voice and person; where nobody tells when, this network finds it."""
        self.find_times(first, shares)
        return self.examples("final", self.sources(aligned=True))

    def find_times(self, first: Network, shares: np.ndarray) -> None:
        """Have this network find when every voice and recorded person says what."""
        self.align(first, shares)
        if self.people is not None:
            self.record(self.people, first, shares)

    def _trained_on(
        self, first: Network, paths: Sequence[Path], recipe: Recipe
    ) -> tuple[Network, np.ndarray]:
        """A finished network trained on, and averaged with what it was."""
        some = Batches([load_examples(path) for path in paths[::SAMPLED]], recipe, seed=2)
        normalise(first, some.draw()[0])
        network, shares = self.train("final", paths, recipe, start=first)
        measured = (some.draw()[0] for _ in range(MEASURED))
        return averaged(first, network, SHARE_OF_NEW, measured), shares

    def _first(self, recipe: Recipe) -> tuple[Network, np.ndarray]:
        """A short training on those voices alone whose engines tell when they said what."""
        examples = self.examples("first", self.sources(aligned=False))
        return self.train("first", examples, replace(recipe, steps=max(1, recipe.steps // 4)))

    def _taken_up(self, model: Path) -> tuple[Network, np.ndarray]:
        return taken_up(model, self.inventory.pdf_count)

    def speak(self) -> None:
        """Have every installed voice say its share; what is there is kept."""
        first: dict[Path, tuple[int, EngineVoice]] = {}
        for number, engine in enumerate(speakers(self.language, engines())):
            for voice in engine.voices():
                if self.amounts.of(voice, self.own):
                    first.setdefault(self._dry_path(voice), (number, voice))
        jobs = [job for path, job in first.items() if not path.exists()]
        say = partial(_say, self.work, self.language, self.amounts)
        for failure in self._each(say, jobs, "voices"):
            if failure is not None:
                tqdm.write(failure)
        if not (self.work / "dry" / CHATTER).exists():
            rng = np.random.default_rng(5)
            heard = [said for said in chatter(rng) if happens(rng, self.amounts.chatter)]
            corpus.save(self.work / "dry" / CHATTER, heard)

    def _each(self, work: Callable[[Job], Done], jobs: Sequence[Job], name: str) -> list[Done]:
        """Do every job, in processes of their own where there are several, and show how far."""
        if self.processes == 1:
            return [work(job) for job in tqdm(jobs, desc=name)]
        with multiprocessing.get_context("spawn").Pool(self.processes) as pool:
            return list(tqdm(pool.imap_unordered(work, jobs), total=len(jobs), desc=name))

    def _dry_path(self, voice: EngineVoice) -> Path:
        return self.work / "dry" / f"{name_of(voice)}.npz"

    def say(self, engine: Engine, voice: EngineVoice) -> None:
        """Have one voice say its share."""
        count = self.amounts.of(voice, self.own)
        rng = np.random.default_rng(zlib.crc32(voice.id.encode()))
        said = corpus.render(engine, voice, self.plan, self.inventory, count=count, rng=rng)
        corpus.save(self._dry_path(voice), said)

    def align(self, network: Network, shares: np.ndarray) -> None:
        """Find the timing of the voices whose engine does not tell it; drop what does not fit.

        What is there is kept.
        """
        log_priors = np.log(shares).astype(np.float32)
        for path in tqdm(self._dry(natural=True), desc="alignment", unit="voice"):
            if (self.work / "aligned" / path.name).exists():
                continue
            utterances = list(corpus.load(path))
            if all(u.segments is not None for u in utterances):
                continue
            found = [realigned(network, self.inventory, u, log_priors) for u in utterances]
            low, high = np.percentile([score for _, score in found if np.isfinite(score)], [25, 75])
            kept = [u for u, score in found if score >= low - 3 * (high - low)]
            corpus.save(self.work / "aligned" / path.name, kept)

    def record(self, folder: Path, network: Network, shares: np.ndarray) -> None:
        """Have every recorded person of a folder say their share; what is there is kept."""
        if any((self.work / "people").iterdir()):
            return
        rng = np.random.default_rng(7)
        listener = Listener(network, shares, self.inventory)
        for person in people(folder, self.language, listener, rng):
            said = said_by(
                person, rng, per_word=self.amounts.own_words, strings=self.amounts.strange_words
            )
            if said:
                name = re.sub(r"[^A-Za-z0-9]+", "-", person.name)
                corpus.save(self.work / "people" / f"people-{name}.npz", said)

    def _dry(self, *, natural: bool) -> list[Path]:
        paths = sorted((self.work / "dry").glob("*.npz"))
        return [p for p in paths if p.name.startswith("espeak-") is not natural]

    def sources(self, *, aligned: bool) -> list[tuple[Path, int]]:
        """Files to learn from and how often; aligned ones replace their dry ones."""
        amounts = self.amounts
        synthetic = [(p, amounts.synthetic_rounds) for p in self._dry(natural=False)]
        natural = self._dry(natural=True)
        if aligned:
            found = {p.name: p for p in (self.work / "aligned").glob("*.npz")}
            natural = [found.get(p.name, p) for p in natural]
        recorded = sorted((self.work / "people").glob("*.npz")) if aligned else []
        return [
            *synthetic,
            *((p, amounts.natural_rounds) for p in natural),
            *((p, amounts.people_rounds) for p in recorded),
        ]

    def aligned(self) -> list[tuple[Path, int]]:
        """The files that were aligned, and how often they are to be learnt from."""
        found = sorted((self.work / "aligned").glob("*.npz"))
        return [(path, self.amounts.natural_rounds) for path in found]

    def examples(self, tag: str, paths: Sequence[tuple[Path, int]]) -> list[Path]:
        """Augment each file of dry speech the given number of times; what is there is kept."""
        jobs = [
            (path, self.work / "examples" / f"{tag}-{path.stem}-{n}.npz", n)
            for n in range(max((rounds for _, rounds in paths), default=0))
            for path, rounds in paths
            if n < rounds
        ]
        missing = [job for job in jobs if not job[1].exists()]
        around = self.work / "talkers.npz"
        if not around.exists():
            gather_talkers(self.work / "dry", around, np.random.default_rng(3))
        vowels = vowel_states(self.inventory)
        self._each(partial(_augment, around, vowels, self.amounts.hurried), missing, "examples")
        return [out for _, out, _ in jobs]

    def train(
        self, tag: str, paths: Sequence[Path], recipe: Recipe, *, start: Network | None = None
    ) -> tuple[Network, np.ndarray]:
        """Train on files of examples; returns the network and the priors of its states."""
        given = [load_examples(path) for path in paths]
        outputs = self.inventory.pdf_count
        shares = priors(given, outputs)
        network = train(
            given,
            outputs,
            recipe,
            checkpoint=self.work / f"{tag}.pt",
            start=start,
        )
        return network, shares

    def export(self, out: Path, network: Network, shares: np.ndarray) -> None:
        """Write the model directory."""
        rng = np.random.default_rng(11)
        sentences = [
            [w.word for w in self.plan.move(rng) if w.word is not None] for _ in range(20_000)
        ] + [list(command) for command in self.plan.commands for _ in range(100)]
        export(out, network, self.inventory, shares, sentences)


def load_examples(path: Path) -> Examples:
    """One file of examples."""
    with np.load(path) as data:
        return Examples(features=data["features"], labels=data["labels"])


def gather_talkers(folder: Path, out: Path, rng: np.random.Generator) -> None:
    """Keep some announcements of every natural voice and of some others, for backgrounds."""
    paths = sorted(folder.glob("*.npz"))
    natural = [p for p in paths if not p.name.startswith("espeak-")]
    others = [p for p in paths if p not in natural and p.name != CHATTER]
    chosen = [*natural, *rng.permutation(np.array(others, object))[:20]]
    talkers = []
    for path in chosen:
        utterances = [u for u in corpus.load(path) if len(u.samples)]
        talkers += [
            corpus.garbage(utterances[n].samples) for n in rng.permutation(len(utterances))[:30]
        ]
        talkers.append(corpus.garbage(np.zeros(0, np.int16)))  # the voice ends here
    corpus.save(out, talkers)


@cache
def surroundings(path: Path) -> Surroundings:
    """The talkers that `gather_talkers` kept, one list a voice."""
    talkers: list[list[np.ndarray]] = [[]]
    for utterance in corpus.load(path):
        if len(utterance.samples):
            talkers[-1].append(utterance.samples.astype(np.float32))
        else:
            talkers.append([])
    return Surroundings(talkers=[t for t in talkers if t])


def _say(work: Path, language: str, amounts: Amounts, job: tuple[int, EngineVoice]) -> str | None:
    """Have a voice say its share; a voice that can't is left out, and the reason told."""
    number, voice = job
    engine = speakers(language, engines())[number]
    try:
        Build(work, language, amounts).say(engine, voice)
    except OSError as reason:
        return f"{engine.name} {voice.id} is left out: {reason}"
    return None


def _augment(
    around: Path, vowels: frozenset[int], hurry: float, job: tuple[Path, Path, int]
) -> None:
    source, out, round_number = job
    rng = np.random.default_rng([round_number, zlib.crc32(source.name.encode())])
    said = [hurried(utterance, vowels, rng, hurry) for utterance in corpus.load(source)]
    examples = examples_of(said, rng, surroundings(around))
    partial_path = out.with_suffix(".partial.npz")
    np.savez(partial_path, features=examples.features, labels=examples.labels)
    partial_path.rename(out)
