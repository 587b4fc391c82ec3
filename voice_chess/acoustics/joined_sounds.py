"""Joins words from one person's own sounds, as diphone synthesisers do, if recordings are lacking.

Letters and digits of other languages contain most of our sounds: a Dutch "drie" and a Dutch "y" are
nearly a German "drei". Runs of neighbouring sounds stay together if a recording contains them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from voice_chess.acoustics.corpus import Segment, Utterance
from voice_chess.acoustics.people import LabelTable
from voice_chess.acoustics.phones import SILENCE_PDF, Inventory
from voice_chess.acoustics.plan import SaidWord
from voice_chess.sound.chance import Rng, one_of
from voice_chess.sound.sampling import SAMPLE_RATE, SAMPLES_PER_MS, Pcm

FADE = 15 * SAMPLES_PER_MS
"""The number of samples, 15 ms, over which sounds are cross-faded."""

SHORTEST = SAMPLE_RATE * 3 // 100
LONGEST_SOUND = SAMPLE_RATE * 13 // 100
"""The greatest length of a sound, in samples: a letter read alone is drawn out, a word is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """A recording, its phones, and where they lie in it."""

    samples: Pcm
    phones: tuple[str, ...]
    edges: tuple[int, ...]
    """The samples at which phones begin and end: one more than there are phones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A run of the wanted phones that one recording contains."""

    spelling: Spelling
    first: int
    count: int


def spelling_of(utterance: Utterance, inventory: Inventory, phones: Sequence[str]) -> Spelling:
    """Return the phones' edges in an aligned utterance, which says `phones` as one plain word.

    Raises ValueError if the alignment does not contain every state.
    """
    ends: dict[int, int] = {}
    begin: int | None = None
    before = 0
    wanted = [pdf for phone in phones for pdf in inventory.plain_pdfs[phone]]
    at = -1
    for segment in utterance.segments or ():
        if segment.pdf != SILENCE_PDF:
            at += 1
            begin = before if begin is None else begin
            ends[at] = segment.end
        before = segment.end
    counts = np.cumsum([len(inventory.plain_pdfs[phone]) for phone in phones])
    if at + 1 != len(wanted):
        message = f"{' '.join(phones)} was not found state by state"
        raise ValueError(message)
    edges = (begin or 0, *(ends[int(count) - 1] for count in counts))
    return Spelling(samples=utterance.samples, phones=tuple(phones), edges=edges)


def pieces_for(
    way: Sequence[str], spellings: Sequence[Spelling], table: LabelTable, rng: Rng
) -> list[tuple[Piece, ...]] | None:
    """Return the pieces for each phone of a way, longest runs first; None if a phone is missing.

    A run stands at the first of its phones; the others get no pieces of their own.
    """
    found: list[tuple[Piece, ...]] = []
    at = 0
    while at < len(way):
        run = _longest(way[at:], spellings, rng)
        if run is not None:
            found.append((run,))
            found += [()] * (run.count - 1)
            at += run.count
            continue
        parts = [_longest((p,), spellings, rng) for p in table.instead.get(way[at], ())]
        if not parts or any(part is None for part in parts):
            return None
        found.append(tuple(part for part in parts if part is not None))
        at += 1
    return found


def _longest(phones: Sequence[str], spellings: Sequence[Spelling], rng: Rng) -> Piece | None:
    for count in range(len(phones), 0, -1):
        runs = [
            Piece(spelling=spelling, first=first, count=count)
            for spelling in spellings
            for first in range(len(spelling.phones) - count + 1)
            if spelling.phones[first : first + count] == tuple(phones[:count])
        ]
        if runs:
            return one_of(rng, runs)
    return None


def joined_word(
    word: str,
    spellings: Sequence[Spelling],
    inventory: Inventory,
    table: LabelTable,
    rng: Rng,
) -> Utterance | None:
    """Return a word of ours in a person's sounds, with its states; None if sounds are missing."""
    for way in table.joined[word]:
        pieces = pieces_for(way, spellings, table, rng)
        if pieces is not None:
            return _joined(word, way, pieces, inventory)
    return None


def _joined(
    word: str, way: Sequence[str], pieces: Sequence[tuple[Piece, ...]], inventory: Inventory
) -> Utterance:
    sound = np.zeros(0, np.float32)
    ends: list[int] = []
    for own in pieces:
        if not own:
            continue
        for part in own:
            spans = _spans(part)
            before = len(sound)
            sound = _faded(sound, np.concatenate(spans))
            lost = before + sum(map(len, spans)) - len(sound)
            marks = np.cumsum([len(span) for span in spans]) + before - lost
        ends += marks.tolist()
    states = [phone.pdfs for phone in inventory.word_phones[word]]
    segments: list[Segment] = []
    for pdfs, (begin, end) in zip(states, pairwise([0, *ends]), strict=True):
        edges = np.linspace(begin, end, len(pdfs) + 1)[1:]
        segments += [
            Segment(pdf=pdf, end=round(edge)) for pdf, edge in zip(pdfs, edges, strict=True)
        ]
    peak = np.abs(sound).max(initial=1.0)
    return Utterance(
        samples=(sound * (12_000 / peak)).astype(np.int16),
        words=(SaidWord(word=word, pronunciation=tuple(way)),),
        segments=tuple(segments),
    )


def _spans(piece: Piece) -> list[npt.NDArray[np.float32]]:
    """Return the sound of each phone of a piece."""
    edges = piece.spelling.edges[piece.first : piece.first + piece.count + 1]
    samples = piece.spelling.samples.astype(np.float32)
    spans = [samples[begin : max(end, begin + SHORTEST)] for begin, end in pairwise(edges)]
    return [_shortened(span) for span in spans]


def _shortened(span: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return a long sound without its middle, since its ends lead to its neighbours."""
    if len(span) <= LONGEST_SOUND + FADE:
        return span
    half = (LONGEST_SOUND + FADE) // 2
    return _faded(span[:half], span[-half:])


def _faded(
    before: npt.NDArray[np.float32], after: npt.NDArray[np.float32]
) -> npt.NDArray[np.float32]:
    """Return two sounds joined by a cross-fade."""
    size = min(FADE, len(before), len(after))
    if size == 0:
        return np.concatenate([before, after])
    rise = np.linspace(0.0, 1.0, size, dtype=np.float32)
    both = before[-size:] * (1 - rise) + after[:size] * rise
    return np.concatenate([before[:-size], both, after[size:]])


def words_of(
    spellings: Sequence[Spelling],
    inventory: Inventory,
    table: LabelTable,
    rng: Rng,
    *,
    takes: int = 3,
) -> Mapping[str, list[Utterance]]:
    """Return every word that can be joined from a person's sounds, in up to `takes` versions."""
    made: dict[str, list[Utterance]] = {}
    for word in table.joined:
        tries = [joined_word(word, spellings, inventory, table, rng) for _ in range(takes)]
        done = [one for one in tries if one is not None]
        if done:
            made[word] = done
    return made
