"""Measures what an ear adapted to one voice gains, on recordings it was not adapted with."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from voice_chess.acoustics.manifest import Row, read_manifest
from voice_chess.compose.recordings import Recording
from voice_chess.decoding.voice_fit import Fit, SpokenExample, fitted
from voice_chess.evaluation.recordings import position_of, spoken
from voice_chess.evaluation.scores import Outcome, as_json, table
from voice_chess.languages.language import Language
from voice_chess.session.listening.recognizer_model import OwnModel


@dataclass(frozen=True, slots=True, kw_only=True)
class Turning:
    """The readings that adapt one ear, and the rows on which it is judged."""

    voice: str
    readings: tuple[SpokenExample, ...]
    rows: tuple[Row, ...]


def judged_on(manifest: Path, readings: Iterable[SpokenExample]) -> list[Turning]:
    """Return one ear, adapted by these readings and judged on the whole manifest.

    Raises `BadManifest`.
    """
    rows = read_manifest(manifest)
    for row in rows:  # all are checked before anything is heard
        position_of(row)
    whose = ", ".join(sorted({row.voice for row in rows}))
    return [Turning(voice=whose, readings=tuple(readings), rows=tuple(rows))]


def by_halves(manifest: Path, language: Language) -> list[Turning]:
    """Return two ears for each voice: half of its recordings adapt it, the others judge it."""
    return list(_by_halves(read_manifest(manifest), language))


def _by_halves(rows: Sequence[Row], language: Language) -> Iterator[Turning]:
    """Split each voice's recordings alternately; each half adapts once and is judged once."""
    for voice in sorted({row.voice for row in rows}):
        mine = [row for row in rows if row.voice == voice]
        halves = mine[::2], mine[1::2]
        for taught, judged in (halves, halves[::-1]):
            readings = tuple(_reading(row, language) for row in taught)
            yield Turning(voice=voice, readings=readings, rows=tuple(judged))


def _reading(row: Row, language: Language) -> SpokenExample:
    words = spoken(row, position_of(row), language)
    return SpokenExample(words=words, sound=Recording(row.file).samples())


Hear = Callable[[OwnModel, Row, int], Outcome]
"""A function that hears one row with a model; the number is the row's index in its turning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EarComparison:
    """Outcomes for the same recordings without and with an adapted ear, and the fit of each ear."""

    without: tuple[Outcome, ...]
    with_own: tuple[Outcome, ...]
    fits: tuple[tuple[Turning, Fit], ...]

    def as_json(self) -> dict[str, object]:
        return {**as_json(self.with_own), "without": as_json(self.without), "ears": self._told}

    def text(self) -> str:
        """Format each ear in a line, then the tables of both outcomes."""
        lines = [
            f"{each['voice']}: {'turned' if each['taken'] else 'left as it was'};"
            f" held back {each['examples']},"
            f" right before {each['right_before']}, after {each['right_after']}"
            for each in self._told
        ]
        without = f"without an ear of their own:\n{table(self.without)}"
        return "\n".join((*lines, without, f"with it:\n{table(self.with_own)}"))

    @property
    def _told(self) -> list[dict[str, Any]]:
        return [
            {"voice": turning.voice, "taken": bool(fit.adaptations), **asdict(fit.tried)}
            for turning, fit in self.fits
        ]


def compared(turnings: Iterable[Turning], model: OwnModel, hear: Hear) -> EarComparison:
    """Hear all recordings twice: with the model as it is and with the adapted ears."""
    without: list[Outcome] = []
    with_own: list[Outcome] = []
    fits: list[tuple[Turning, Fit]] = []
    for turning in turnings:
        fit = fitted(model.acoustic, turning.readings)
        fits.append((turning, fit))
        own = model.turned(fit.adaptations)
        for number, row in enumerate(turning.rows):
            without.append(hear(model, row, number))
            with_own.append(hear(own, row, number) if fit.adaptations else without[-1])
    return EarComparison(without=tuple(without), with_own=tuple(with_own), fits=tuple(fits))
