"""Runs a table at which everything is spoken if the recogniser knows its words, and else typed."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.stage.around_table import AroundTable
from tests.stage.usual import IN_GERMAN
from voice_chess.adapters.simulation.simulated_time import (
    RecordedInbox,
)
from voice_chess.adapters.sound_record.audio_archive import AudioArchive
from voice_chess.adapters.storage.sealed_envelope import PassphraseEnvelopes
from voice_chess.adapters.storage.sqlite_journal import SqliteJournal
from voice_chess.adapters.synthesis.espeak import Delivery, sound_of
from voice_chess.game.envelope import Passphrases
from voice_chess.session.listening.inputs import RoomInput, TimePassed, Typed
from voice_chess.session.listening.recognizer_model import RecognizerModel

RATE = 16_000
BLOCK_BYTES = 640
PEAK, HISS = 9_000.0, 4.0
PAUSE_MS = 2_600
SECRETS = Passphrases(white="weiß", black="schwarz", arbiter="rot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Words that a player says after a pause."""

    by: str
    words: str
    pause_ms: int = PAUSE_MS
    only_after: str = ""
    """Said only if these were the program's last words."""


def turns_of(session: dict[str, Any]) -> list[Said]:
    """Return the turns of one session of a script."""
    found: list[Said] = []
    for turn in session["turn"]:
        ((by, words),) = ((side, turn[side]) for side in ("white", "black") if side in turn)
        said = Said(
            by=by,
            words=words,
            pause_ms=turn.get("pause_ms", PAUSE_MS),
            only_after=turn.get("only_after", ""),
        )
        found += [said] * turn.get("times", 1)
    return found


@dataclass(kw_only=True)
class SoundTable(AroundTable):
    """A table where all is real but the time, the loudspeaker and the people."""

    folder: Path
    model: RecognizerModel
    voices: dict[str, str]
    spoken: list[str] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.settings = IN_GERMAN
        self.journal = SqliteJournal(self.folder / "journal.sqlite")
        self.envelopes = PassphraseEnvelopes(SECRETS)

    def hold(self, turns: Sequence[Said]) -> None:
        """Hold a session, and store its sound."""
        with closing(AudioArchive(self.folder / "sound")) as record:
            self.run(Turns(self, turns), self.model.recognizer(), record=record)

    @property
    def last_answer(self) -> str:
        """The last words of the program."""
        return self.said[-1] if self.said else ""

    def is_heard(self, words: str) -> bool:
        return all(self.model.knows(word) for word in words.split())


@dataclass
class Turns:
    """`Inbox` of the turns of two players, spoken or typed."""

    table: SoundTable
    turns: Sequence[Said]

    def entries(self) -> Iterator[RoomInput]:
        for said in self.turns:
            if said.only_after not in ("", self.table.last_answer):
                continue
            if self.table.is_heard(said.words):
                self.table.spoken.append(said.words)
                yield from RecordedInbox(Speech(self.table.voices, said), self.table.time).entries()
            else:
                self.table.typed.append(said.words)
                yield from self._quiet(said.pause_ms)
                yield Typed(text=said.words, at_ms=self.table.time.now_ms())
        yield from self._quiet(3_000)

    def _quiet(self, lasts_ms: int) -> Iterator[RoomInput]:
        for _ in range(lasts_ms // 100):
            self.table.time.passed(100)
            yield TimePassed()


@dataclass
class Speech:
    """`Microphone` of a person who says one thing in a quiet room."""

    voices: dict[str, str]
    said: Said

    def blocks(self) -> Iterator[bytes]:
        chance = np.random.default_rng(len(self.said.words))
        silence = np.zeros(self.said.pause_ms * RATE // 1_000, np.float32)
        speech = speech_of(self.said.words, self.voices[self.said.by])
        tail = np.zeros(RATE, np.float32)
        sound = np.concatenate([silence, speech, tail])
        sound += chance.normal(0.0, HISS, len(sound)).astype(np.float32)
        samples = np.round(sound).astype("<i2").tobytes()
        for begin in range(0, len(samples), BLOCK_BYTES):
            yield samples[begin : begin + BLOCK_BYTES]


def speech_of(words: str, voice: str) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return speech at 16 kHz, as loud as a person at a microphone."""
    sound = sound_of(words, Delivery(voice=voice))
    return (sound * np.float32(PEAK / float(np.abs(sound).max()))).astype(np.float32)
