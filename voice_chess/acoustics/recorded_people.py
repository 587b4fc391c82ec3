"""Makes talkers from recordings: finds the times of words, and drops takes that don't fit."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import soundfile
from tqdm import tqdm

from voice_chess.acoustics.align import realigned
from voice_chess.acoustics.augment import resampled
from voice_chess.acoustics.corpus import Utterance
from voice_chess.acoustics.joined_sounds import Spelling, spelling_of, words_of
from voice_chess.acoustics.network import Network
from voice_chess.acoustics.people import (
    LONGEST,
    LabelTable,
    Talker,
    TalkerRecording,
    announcements,
    by_person,
    is_other,
    load_table,
    read_recordings,
    spoken_part,
    strange_strings,
    word_of,
)
from voice_chess.acoustics.phones import Inventory
from voice_chess.acoustics.plan import SaidWord
from voice_chess.sound.chance import Rng
from voice_chess.sound.sampling import SAMPLE_RATE, Pcm

BELIEVABLE = 0.3
"""The least mean log likelihood a frame, relative to any sound, at which a label is believed."""

MOST_TAKES = 40
"""The most takes of one word by one person; some said each digit thirty times."""


class Listener:
    """Aligns recordings with a network that knows our words."""

    def __init__(self, network: Network, shares: np.ndarray, inventory: Inventory) -> None:
        self.network = network
        self.inventory = inventory
        self.log_priors = np.log(shares).astype(np.float32)

    def aligned(self, sound: Pcm, said: SaidWord) -> tuple[Utterance, float]:
        """Return a single word aligned, and its score: how well it fits."""
        utterance = Utterance(samples=sound, words=(said,), segments=None)
        return realigned(self.network, self.inventory, utterance, self.log_priors)

    def takes_for(self, take: Utterance, words: Iterable[str]) -> str:
        """Return which of these words a sound resembles most; this reveals badly joined words."""
        still = np.zeros(SAMPLE_RATE // 5, np.int16)
        sound = np.concatenate([still, take.samples, still])
        return max(words, key=lambda word: self.aligned(sound, said(word))[1])


def said(word: str) -> SaidWord:
    """Return a word of ours, with no particular pronunciation."""
    return SaidWord(word=word, pronunciation=())


def sound_of(file: Path) -> Pcm:
    """Return the spoken part of a file, at 16 kHz."""
    samples, rate = soundfile.read(file, dtype="float32", always_2d=True)
    mono = resampled(samples.mean(1) * 32_000, rate)
    return spoken_part(np.clip(mono, -32_768, 32_767).astype(np.int16))


def people(folder: Path, language: str, listener: Listener, rng: Rng) -> list[Talker]:
    """Return all speakers of a folder of recordings, with their words in a language."""
    table = load_table(language)
    speakers = list(by_person(read_recordings(folder)))
    return [_person(name, own, listener, table, rng) for name, own in tqdm(speakers, desc="people")]


def _person(
    name: str,
    recordings: Sequence[TalkerRecording],
    listener: Listener,
    table: LabelTable,
    rng: Rng,
) -> Talker:
    takes: dict[str, list[Utterance]] = {}
    spellings: list[Spelling] = []
    others: list[Pcm] = []
    for recording in recordings:
        sound = sound_of(recording.file)
        if not 0 < len(sound) < LONGEST:
            continue
        word = word_of(recording, table)
        if word is not None and len(takes.get(word, ())) < MOST_TAKES:
            take, score = listener.aligned(sound, said(word))
            if score > BELIEVABLE:
                takes.setdefault(word, []).append(take)
        if is_other(recording, table):
            others.append(sound)
        phones = table.sounds.get(recording.language, {}).get(recording.said)
        if phones is not None:
            spelled, score = listener.aligned(sound, SaidWord(word=None, pronunciation=phones))
            if score > 0:
                spellings.append(spelling_of(spelled, listener.inventory, phones))
    for word, joined in words_of(spellings, listener.inventory, table, rng).items():
        like_it = [take for take in joined if listener.takes_for(take, table.joined) == word]
        if like_it:
            takes.setdefault(word, []).extend(like_it)
    return Talker(name=name, takes=takes, others=others)


def said_by(person: Talker, rng: Rng, *, per_word: int, strings: float) -> list[Utterance]:
    """Return a person's utterances, in proportion to their own words and to their strange words."""
    own = announcements(person, per_word * len(person.takes), rng) if person.takes else []
    return own + strange_strings(person, round(strings * len(person.others)), rng)
