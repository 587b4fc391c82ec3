"""`evaluate --enrol`: what an ear of one's own is worth, on recordings that did not turn it."""

import json
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass

from voice_chess.acoustics.evaluate import Outcome, Row, as_json, read_manifest, table
from voice_chess.adapters.exact_recognizer import ExactModel
from voice_chess.adapters.recognizer_models import RecognizerModel
from voice_chess.cli.command import SUCCESS, BadInput
from voice_chess.cli.enrol import examples_in
from voice_chess.cli.long_work import going_over
from voice_chess.cli.noises import samples_of
from voice_chess.cli.recordings import position_of, spoken
from voice_chess.decoding.voice_fit import Fit, Reading, fitted
from voice_chess.languages.language import Language, load_language

MANIFEST = "manifest.tsv"


@dataclass(frozen=True, slots=True, kw_only=True)
class Turning:
    """What one ear was turned by, and what it is judged on."""

    voice: str
    readings: tuple[Reading, ...]
    rows: tuple[Row, ...]


def turnings(chosen: Namespace, language: Language) -> list[Turning]:
    """By the folder's examples, judged on the manifest; without one, by halves of each voice."""
    if chosen.manifest is not None:
        rows = read_manifest(chosen.manifest)
        whose = ", ".join(sorted({row.voice for row in rows}))
        readings = tuple(examples_in(chosen.enrol))
        return [Turning(voice=whose, readings=readings, rows=tuple(rows))]
    rows = read_manifest(chosen.enrol / MANIFEST)
    return list(_by_halves(rows, language))


def _by_halves(rows: Sequence[Row], language: Language) -> Iterator[Turning]:
    """Every other recording of a voice enrols, the others are judged; then the other way round."""
    for voice in sorted({row.voice for row in rows}):
        mine = [row for row in rows if row.voice == voice]
        halves = mine[::2], mine[1::2]
        for taught, judged in (halves, halves[::-1]):
            readings = tuple(_reading(row, language) for row in taught)
            yield Turning(voice=voice, readings=readings, rows=tuple(judged))


def _reading(row: Row, language: Language) -> Reading:
    words = spoken(row, position_of(row), language)
    return Reading(words=words, sound=samples_of(row.file))


Hear = Callable[[ExactModel, Row, int], Outcome]
"""Hears a row by its number."""


def evaluate(chosen: Namespace, model: RecognizerModel, hear: Hear) -> int:
    """Hear all of it without and with ears of their own, and print both."""
    if not isinstance(model, ExactModel):
        message = "--enrol needs a model of our own: no other can be turned to a voice"
        raise BadInput(message)
    wanted = turnings(chosen, load_language(chosen.language))
    without: list[Outcome] = []
    with_own: list[Outcome] = []
    fits: list[tuple[Turning, Fit]] = []
    with going_over("ears", len(wanted)) as work:
        for turning in work.over(wanted):
            fit = fitted(model.acoustic, turning.readings)
            fits.append((turning, fit))
            own = model.turned(fit.adaptations)
            for number, row in enumerate(turning.rows):
                without.append(hear(model, row, number))
                with_own.append(hear(own, row, number) if fit.adaptations else without[-1])
    if with_own:
        _report(without, with_own, fits, is_json=chosen.json)
    return work.code(SUCCESS)


def _report(
    without: list[Outcome],
    with_own: list[Outcome],
    fits: list[tuple[Turning, Fit]],
    *,
    is_json: bool,
) -> None:
    told = [
        {"voice": turning.voice, "taken": bool(fit.adaptations), **asdict(fit.tried)}
        for turning, fit in fits
    ]
    if is_json:
        both = {**as_json(with_own), "without": as_json(without), "ears": told}
        sys.stdout.write(json.dumps(both, indent=2) + "\n")
        return
    for each in told:
        verdict = "turned" if each["taken"] else "left as it was"
        sys.stdout.write(
            f"{each['voice']}: {verdict}; held back {each['examples']},"
            f" right before {each['right_before']}, after {each['right_after']}\n"
        )
    sys.stdout.write(f"without an ear of their own:\n{table(without)}\n")
    sys.stdout.write(f"with it:\n{table(with_own)}\n")
