"""Measures how well announcements are recognised, beside what we aim at, in one table.

    python -m tests.benchmarks.aims ../shared/audio_dev ../shared/audio_human/de_christina \
        ../shared/audio_human/de_herweg ../measured/large --kept ../measured/aims.jsonl
    python -m tests.benchmarks.aims ../measured/cs --language cs --kept ../measured/aims.jsonl

Each folder has a `manifest.tsv`; the large set is one that `tests.benchmarks.large_set` makes,
another language's set one that `tests.benchmarks.announcements` makes. What was measured is kept
line by line, so the command can be stopped at any time and goes on where it was.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Literal

from voice_chess.acoustics.manifest import LIST, BadManifest, Row, read_manifest
from voice_chess.compose.models import load_recognizer_model, own_model
from voice_chess.evaluation.noises import noise_of
from voice_chess.evaluation.recordings import position_of
from voice_chess.evaluation.scores import Outcome, wilson
from voice_chess.evaluation.trial import Trial
from voice_chess.languages.language import load_language
from voice_chess.speech.understanding.scoring import NORMAL

AT_ONCE = 20
"""How many recordings one process hears before they are kept."""
PEOPLE = frozenset({"de/christina", "de_christina", "de/herweg", "de_herweg", "en/christina"})
"""Voices of recorded people, in their own announcements and in those joined from their words."""
MAN = frozenset({"de/herweg", "de_herweg"})
ACCENT = "@"
"""In the name of a voice that says words with the sounds of another language."""

Result = Literal["right", "wrong", "asked", "other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What is around an announcement: noise, and whether it is legal in its position."""

    noise: str | None = None
    snr_db: float | None = None
    is_legal: bool = True

    def __str__(self) -> str:
        noise = NOISES.get(self.noise or "", self.noise)
        around = f"{noise} at {self.snr_db:g} dB" if noise else "quiet"
        return around if self.is_legal else f"not legal, {around}"


NOISES = {"pink": "pink noise", "hall": "a hall"}
QUIET = Condition()
PINK_10, PINK_5 = (Condition(noise="pink", snr_db=db) for db in (10, 5))
HALL_20, HALL_10 = (Condition(noise="hall", snr_db=db) for db in (20, 10))
ILLEGAL = Condition(is_legal=False)
ILLEGAL_PINK_10 = Condition(noise="pink", snr_db=10, is_legal=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """One recording in one condition, and what became of it."""

    folder: str
    file: str
    voice: str
    condition: str
    result: Result
    latency_ms: float | None
    sound_s: float
    computing_s: float


Which = Callable[[Heard], bool]


@dataclass(frozen=True, slots=True)
class Aim:
    """What of some recordings should be right, wrong, and right or asked about, per cent.

    `found` counts an announcement that is asked about with the right move among the choices.
    """

    recordings: str
    condition: Condition
    right: float | None
    wrong: float
    found: float | None = None


RECORDINGS: dict[str, Which] = {
    "audio_dev": lambda heard: heard.folder == "audio_dev",
    "recorded people": lambda heard: heard.voice in PEOPLE,
    "letters and digits alone": lambda heard: heard.voice in MAN,
    "foreign accents": lambda heard: ACCENT in heard.voice,
    "all": lambda _: True,
}
GERMAN = (
    Aim("audio_dev", QUIET, 99, 0),
    Aim("audio_dev", PINK_10, 98, 0.2),
    Aim("audio_dev", PINK_5, 95, 0.5),
    Aim("audio_dev", HALL_20, 98, 0.2),
    Aim("audio_dev", HALL_10, 92, 0.5),
    Aim("recorded people", QUIET, 96, 0.3, 99.5),
    Aim("recorded people", PINK_10, 85, 0.5, 97),
    Aim("recorded people", HALL_10, 72, 1, 94),
    Aim("letters and digits alone", QUIET, 90, 0.5),
    Aim("letters and digits alone", PINK_10, 75, 1),
    Aim("foreign accents", QUIET, 97, 0.3),
    Aim("all", ILLEGAL, None, 1),
    Aim("all", ILLEGAL_PINK_10, None, 2),
)
OTHER = (
    Aim("all", QUIET, 97, 0.3),
    Aim("all", PINK_10, 93, 0.5),
    Aim("all", HALL_10, 80, 1),
    Aim("all", ILLEGAL, None, 1),
    Aim("all", ILLEGAL_PINK_10, None, 2),
)
"""What we aim at in any language that has none of its own in `AIMS`."""
AIMS = {"de": GERMAN}
FOR_ALL = (QUIET, PINK_10, HALL_10, ILLEGAL, ILLEGAL_PINK_10)
ONLY_FOR_DEVELOPMENT = (PINK_5, HALL_20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    """Some recordings of one folder that one process hears, by their numbers in its manifest."""

    folder: Path
    condition: Condition
    language: str
    numbers: tuple[int, ...]


def conditions_for(folder: Path) -> Sequence[Condition]:
    """Return the conditions in which a folder's recordings are heard."""
    return FOR_ALL + (ONLY_FOR_DEVELOPMENT if folder.name == "audio_dev" else ())


def still_to_hear(folders: Sequence[Path], language: str, kept: Iterable[Heard]) -> Iterator[Lot]:
    """Yield what has not been kept yet, in lots for one process each."""
    known = {(heard.folder, heard.condition, heard.file) for heard in kept}
    for folder in folders:
        rows = read_manifest(folder / LIST)
        for condition in conditions_for(folder):
            missing = [
                number
                for number, row in enumerate(rows)
                if (folder.name, str(condition), row.file.name) not in known
            ]
            for first in range(0, len(missing), AT_ONCE):
                numbers = tuple(missing[first : first + AT_ONCE])
                yield Lot(folder=folder, condition=condition, language=language, numbers=numbers)


def hear(lot: Lot) -> list[Heard]:
    """Hear a lot as `voice-chess evaluate` hears the same recordings in the same noise."""
    rows = _rows_of(lot.folder)
    trial = _trial(lot.folder, lot.condition, lot.language)
    found = ((rows[number], trial.outcome(rows[number], number)) for number in lot.numbers)
    return [
        Heard(
            folder=lot.folder.name,
            file=row.file.name,
            voice=row.voice,
            condition=str(lot.condition),
            result=result_of(outcome),
            latency_ms=outcome.latency_ms,
            sound_s=outcome.sound_s,
            computing_s=outcome.computing_s,
        )
        for row, outcome in found
    ]


@cache
def _rows_of(folder: Path) -> Sequence[Row]:
    return read_manifest(folder / LIST)


@cache
def _trial(folder: Path, condition: Condition, language_id: str) -> Trial:
    rows, language = _rows_of(folder), load_language(language_id)
    model = load_recognizer_model(language, None, "exact")
    own = own_model(model)
    noise = None
    if condition.noise is not None and condition.snr_db is not None:
        noise = noise_of(condition.noise, condition.snr_db, rows, language_id)
    return Trial(
        language=language,
        model=model,
        noise=noise,
        caution=NORMAL,
        seed=0,
        aligned_by=own.acoustic if own is not None else None,
        any_move=False,
        commands=frozenset(),
        elsewhere=() if condition.is_legal else [position_of(row) for row in rows],
    )


def result_of(outcome: Outcome) -> Result:
    """Return what became of a recording; "asked" only with the right move among the choices."""
    if outcome.is_accepted:
        return "right" if outcome.is_right else "wrong"
    return "asked" if outcome.is_among else "other"


def table(heard: Sequence[Heard], aims: Sequence[Aim]) -> Iterator[str]:
    """Yield the lines of a table: what was measured in per cent, and what we aim at."""
    yield "| Recordings | condition | number | right | wrong | right or asked about | aim |"
    yield "|---|---|---|---|---|---|---|"
    for aim in aims:
        chosen = [h for h in heard if h.condition == str(aim.condition)]
        results = [h.result for h in chosen if RECORDINGS[aim.recordings](h)]
        if results:
            yield _line(aim, results)


def _line(aim: Aim, results: Sequence[Result]) -> str:
    right, wrong = (_share(results, {result}) for result in ("right", "wrong"))
    found = _share(results, {"right", "asked"})
    wanted = [f"wrong {aim.wrong:g}"]
    if aim.right is not None:
        wanted.insert(0, f"right {aim.right:g}")
    if aim.found is not None:
        wanted.append(f"right or asked about {aim.found:g}")
    shown = (right, wrong, found) if aim.condition.is_legal else ("-", wrong, "-")
    parts = (aim.recordings, aim.condition, len(results), *shown, ", ".join(wanted))
    return f"| {' | '.join(map(str, parts))} |"


def _share(results: Sequence[Result], counted: Collection[str]) -> str:
    count = sum(result in counted for result in results)
    low, high = (100 * end for end in wilson(count, len(results)))
    return f"{100 * count / len(results):.1f} ({low:.1f} to {high:.1f})"


def speed(heard: Sequence[Heard]) -> Iterator[str]:
    """Yield the median latency in each condition, and what one core computes."""
    for condition in dict.fromkeys(each.condition for each in heard):
        chosen = [each for each in heard if each.condition == condition]
        late = [each.latency_ms for each in chosen if each.latency_ms is not None]
        computing = sum(each.computing_s for each in chosen) / sum(h.sound_s for h in chosen)
        decided = f"decided after {median(late):.0f} ms (median), " if late else ""
        yield f"{condition}: {decided}{computing:.3f} s of computing for each second of sound"


def read_kept(path: Path | None) -> list[Heard]:
    """Return what was measured before; nothing if the file does not exist yet."""
    if path is None or not path.exists():
        return []
    return [Heard(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def measured(lots: Sequence[Lot], processes: int, keep: Callable[[Sequence[Heard]], None]) -> None:
    """Hear all lots, some of them side by side, and keep each as soon as it was heard."""
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        for number, found in enumerate(pool.map(hear, lots), 1):
            keep(found)
            sys.stderr.write(f"{number} of {len(lots)} lots\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what has not been measured yet, and print the table."""
    parser = ArgumentParser(prog="python -m tests.benchmarks.aims", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, help="folders with a manifest.tsv each")
    parser.add_argument("--language", default="de")
    parser.add_argument("--kept", type=Path, metavar="FILE", help="keep what was measured here")
    parser.add_argument("--processes", type=int, default=1, metavar="N")
    chosen = parser.parse_args(arguments)
    folders = [folder.resolve() for folder in chosen.folders]
    heard = read_kept(chosen.kept)

    def keep(found: Sequence[Heard]) -> None:
        heard.extend(found)
        if chosen.kept is not None:
            with chosen.kept.open("a", encoding="utf-8") as kept:
                kept.writelines(json.dumps(asdict(each)) + "\n" for each in found)

    try:
        lots = list(still_to_hear(folders, chosen.language, heard))
    except BadManifest as error:
        sys.stderr.write(f"{error}\n")
        return 2
    measured(lots, chosen.processes, keep)
    names = {folder.name for folder in folders}
    wanted = [each for each in heard if each.folder in names]
    lines = [*table(wanted, AIMS.get(chosen.language, OTHER)), "", *speed(wanted)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
