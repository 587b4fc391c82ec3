"""Builds a model from nothing, in stages that can be stopped and resumed."""

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
"""One in this many files of examples is used to measure means and variances."""

MEASURED = 12
"""The number of batches on which an averaged network's statistics are measured."""

SHARE_OF_NEW = 0.6
"""The share of the further trained network in its average with the earlier one.

It was found on voices that neither had learnt from.
"""

UVULAR = frozenset({"fr", "da"})
"""Foreign voices with an r at the back, like most Germans and unlike eSpeak NG's German."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Amounts:
    """How many utterances each kind of voice says, and how often each is augmented anew."""

    synthetic: int = 100
    foreign: int = 40
    uvular: int = 100
    natural: int = 1500
    native: int | None = None
    """The number for a natural voice of the language itself; None for the same as `natural`."""
    synthetic_rounds: int = 2
    natural_rounds: int = 5
    own_words: int = 5
    strange_words: float = 0.02
    chatter: float = 1.0
    """The share of everyday sentences to learn from."""
    people_rounds: int = 2
    """How often recorded people's utterances are augmented. `own_words` and `strange_words` are the
    utterances for each word of ours that they have, and for each other word; together these should
    be 10 to 20 of 100 examples."""
    hurried: float = HURRIED
    """The share of utterances whose vowels are shortened."""
    kinds: Mapping[str, float] = field(default_factory=lambda: USUAL)
    """The share of each kind of utterance."""

    without: Sequence[str] = ()
    """Names of voices that are left out, so that a confidence can be fitted on them; see
    `speakers.is_named`."""

    def of(self, voice: EngineVoice, own: str) -> int:
        """Return how many utterances a voice says; `own` is the system of the language's voices."""
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
    """The build of a model in a working folder with `dry/` speech, `examples/`, checkpoints."""

    def __init__(
        self,
        work: Path,
        language: str = "de",
        amounts: Amounts | None = None,
        *,
        people: Path | None = None,
        processes: int = 2,
    ) -> None:
        """Raise `OSError` or `BadManifest` if people's recordings are not listed or missing."""
        if people is not None:
            # A missing recording should be found before hours of speech are made, not after.
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
        """Make speech and a first model, align the voices that need it, and train the final model.

        A finished `model` serves as the first one, and its network is trained further.
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
        """Return examples of all voices and people; `first` finds the times that are missing."""
        self.find_times(first, shares)
        return self.examples("final", self.sources(aligned=True))

    def find_times(self, first: Network, shares: np.ndarray) -> None:
        """Let this network find the times of all words of voices and recorded people."""
        self.align(first, shares)
        if self.people is not None:
            self.record(self.people, first, shares)

    def _trained_on(
        self, first: Network, paths: Sequence[Path], recipe: Recipe
    ) -> tuple[Network, np.ndarray]:
        """Train a finished network further, and return its average with the earlier one."""
        some = Batches([load_examples(path) for path in paths[::SAMPLED]], recipe, seed=2)
        normalise(first, some.draw()[0])
        network, shares = self.train("final", paths, recipe, start=first)
        measured = (some.draw()[0] for _ in range(MEASURED))
        return averaged(first, network, SHARE_OF_NEW, measured), shares

    def _first(self, recipe: Recipe) -> tuple[Network, np.ndarray]:
        """Train shortly on only those voices whose engines report times."""
        examples = self.examples("first", self.sources(aligned=False))
        return self.train("first", examples, replace(recipe, steps=max(1, recipe.steps // 4)))

    def _taken_up(self, model: Path) -> tuple[Network, np.ndarray]:
        return taken_up(model, self.inventory.pdf_count)

    def speak(self) -> None:
        """Let every installed voice say its share; existing files are kept."""
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
        """Do every job, in several processes if allowed, and show the progress."""
        if self.processes == 1:
            return [work(job) for job in tqdm(jobs, desc=name)]
        with multiprocessing.get_context("spawn").Pool(self.processes) as pool:
            return list(tqdm(pool.imap_unordered(work, jobs), total=len(jobs), desc=name))

    def _dry_path(self, voice: EngineVoice) -> Path:
        return self.work / "dry" / f"{name_of(voice)}.npz"

    def say(self, engine: Engine, voice: EngineVoice) -> None:
        """Let one voice say its share."""
        count = self.amounts.of(voice, self.own)
        rng = np.random.default_rng(zlib.crc32(voice.id.encode()))
        said = corpus.render(engine, voice, self.plan, self.inventory, count=count, rng=rng)
        corpus.save(self._dry_path(voice), said)

    def align(self, network: Network, shares: np.ndarray) -> None:
        """Find the times for voices whose engine reports none, and drop utterances that don't fit.

        Existing files are kept.
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
        """Make every recorded person's share of utterances, unless there are some already."""
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
        """Return the files to learn from and how often; aligned files replace their dry ones."""
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
        """Return the aligned files, each with how often to learn from it."""
        found = sorted((self.work / "aligned").glob("*.npz"))
        return [(path, self.amounts.natural_rounds) for path in found]

    def examples(self, tag: str, paths: Sequence[tuple[Path, int]]) -> list[Path]:
        """Augment each file of dry speech the given number of times; existing files are kept."""
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
        """Train on files of examples, and return the network and the priors of its states."""
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
    """Read one file of examples."""
    with np.load(path) as data:
        return Examples(features=data["features"], labels=data["labels"])


def gather_talkers(folder: Path, out: Path, rng: np.random.Generator) -> None:
    """Save some announcements of every natural voice and of some others, for backgrounds."""
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
    """Read the talkers that `gather_talkers` saved, one list for each voice."""
    talkers: list[list[np.ndarray]] = [[]]
    for utterance in corpus.load(path):
        if len(utterance.samples):
            talkers[-1].append(utterance.samples.astype(np.float32))
        else:
            talkers.append([])
    return Surroundings(talkers=[t for t in talkers if t])


def _say(work: Path, language: str, amounts: Amounts, job: tuple[int, EngineVoice]) -> str | None:
    """Let a voice say its share; return the reason if it can't and is left out, else None."""
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
