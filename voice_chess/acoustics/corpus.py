"""Dry speech of many voices with its alignment, stored on disk in one file for each voice."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from voice_chess.acoustics.augment import resampled
from voice_chess.acoustics.engines.engine import Audio, Engine, EngineVoice, Spoken, Timed
from voice_chess.acoustics.handing import handed, is_sayable, timed_as
from voice_chess.acoustics.lexicon import Lexicon, unstressed
from voice_chess.acoustics.phones import GARBAGE_PDF, SILENCE_PDF, Inventory
from voice_chess.acoustics.plan import Plan, SaidWord
from voice_chess.sound.chance import Rng, happens
from voice_chess.sound.sampling import SAMPLE_RATE, SAMPLES_PER_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A state and the sample at which it ends."""

    pdf: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """Dry 16 kHz speech; `segments` is None until it has been aligned."""

    samples: npt.NDArray[np.int16]
    words: tuple[SaidWord, ...]
    segments: tuple[Segment, ...] | None


def states_of(inventory: Inventory, said: SaidWord) -> tuple[tuple[int, ...], ...]:
    """Return the pdfs of each phone of a word; of plain phones for a word that is not ours."""
    if said.word is None:
        return tuple(inventory.plain_pdfs[unstressed(p)] for p in said.pronunciation)
    return tuple(phone.pdfs for phone in inventory.word_phones[said.word])


def aligned(
    inventory: Inventory, words: Sequence[SaidWord], timing: Sequence[Timed], factor: float
) -> tuple[Segment, ...]:
    """Return the states with their ends, from the times of an engine's words.

    `factor`: samples a second.
    """
    segments: list[Segment] = []
    for said, timed in zip(words, timing, strict=True):
        start = round(timed.start * factor)
        if start > (segments[-1].end if segments else 0) + 20 * SAMPLES_PER_MS:
            segments.append(Segment(pdf=SILENCE_PDF, end=start))
        states = states_of(inventory, said)
        ends = timed.phone_ends
        if ends is None or len(ends) != len(states):
            states = (tuple(pdf for phone in states for pdf in phone),)
            ends = (timed.end,)
        begin = timed.start
        for pdfs, end in zip(states, ends, strict=True):
            edges = np.linspace(begin, end, len(pdfs) + 1)[1:]
            segments += [
                Segment(pdf=pdf, end=round(edge * factor))
                for pdf, edge in zip(pdfs, edges, strict=True)
            ]
            begin = end
    return tuple(segments)


def render(  # noqa: PLR0913 - what `build` draws from, which has no object of its own
    engine: Engine, voice: EngineVoice, plan: Plan, inventory: Inventory, *, count: int, rng: Rng
) -> list[Utterance]:
    """Let one voice say `count` utterances of the plan, except those that it can't say."""
    lexicon = inventory.lexicon
    drawn = (plan.draw(rng) for _ in range(count))
    said = [words for words in drawn if all(is_sayable(w, voice, lexicon) for w in words)]
    requests = [_request(words, voice, lexicon, rng) for words in said]
    return [
        utterance_of(words, timed_as(words, audio, voice, lexicon), inventory)
        for words, audio in zip(said, engine.speak(requests), strict=True)
        if len(audio.samples)
    ]


def _request(words: tuple[SaidWord, ...], voice: EngineVoice, lexicon: Lexicon, rng: Rng) -> Spoken:
    pausing = happens(rng, 0.35)
    gaps = tuple(
        int(rng.uniform(40, 420)) if pausing and happens(rng, 0.4) else 0 for _ in words[1:]
    )
    return Spoken(
        words=tuple(handed(w, voice, lexicon) for w in words),
        voice=voice,
        rate=float(rng.uniform(0.75, 1.45)),
        pitch=float(rng.uniform(0.7, 1.4)),
        gaps_ms=gaps,
        seed=int(rng.integers(1 << 30)),
    )


def utterance_of(words: tuple[SaidWord, ...], audio: Audio, inventory: Inventory) -> Utterance:
    """Return an utterance at 16 kHz, aligned if the engine reported times."""
    samples = resampled(audio.samples.astype(np.float32), audio.sample_rate)
    segments = None
    if audio.timing is not None:
        segments = aligned(inventory, words, audio.timing, SAMPLE_RATE)
    return Utterance(
        samples=np.clip(samples, -32768, 32767).astype(np.int16), words=words, segments=segments
    )


def garbage(samples: npt.NDArray[np.int16]) -> Utterance:
    """Return an utterance of garbage: speech without our words, whose phones are unknown."""
    whole = (Segment(pdf=GARBAGE_PDF, end=len(samples)),)
    return Utterance(samples=samples, words=(), segments=whole)


def save(path: Path, utterances: Sequence[Utterance]) -> None:
    """Write utterances to one file: their sound end to end, and their words and times as JSON."""
    rows = [
        {
            "length": len(u.samples),
            "words": [[w.word, " ".join(w.pronunciation)] for w in u.words],
            "segments": None if u.segments is None else [[s.pdf, s.end] for s in u.segments],
        }
        for u in utterances
    ]
    sound = np.concatenate([u.samples for u in utterances]) if utterances else np.zeros(0, np.int16)
    partial = path.with_name(f"{path.name}.partial")
    with partial.open("wb") as file:
        np.savez(file, sound=sound, rows=np.array(json.dumps(rows)))
    partial.rename(path)


def load(path: Path) -> Iterator[Utterance]:
    """Yield the utterances that `save` wrote."""
    with np.load(path) as data:
        sound, rows = data["sound"], json.loads(str(data["rows"]))
    begin = 0
    for row in rows:
        words = tuple(SaidWord(word=w, pronunciation=tuple(p.split())) for w, p in row["words"])
        segments = row["segments"]
        yield Utterance(
            samples=sound[begin : begin + row["length"]],
            words=words,
            segments=None
            if segments is None
            else tuple(Segment(pdf=pdf, end=end) for pdf, end in segments),
        )
        begin += row["length"]
