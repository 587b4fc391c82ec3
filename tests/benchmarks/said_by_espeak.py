"""Records announcements by eSpeak NG's German voice, listed as those of people are."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import soundfile

from voice_chess.acoustics.manifest import LIST
from voice_chess.adapters.synthesis.espeak import Delivery, sound_of
from voice_chess.laws.position import Position
from voice_chess.sound.sampling import SAMPLE_RATE

AROUND = 4_800
"""Samples of silence before and after."""


def recorded(folder: Path, said: Iterable[tuple[str, str]]) -> None:
    """Write a recording of each first move, in UCI with its words, and the list of them."""
    lines = []
    for uci, words in said:
        sound = sound_of(words, Delivery(voice="de", words_per_minute=130))
        path = folder / f"{uci}.flac"
        soundfile.write(path, np.pad(sound, AROUND), SAMPLE_RATE, subtype="PCM_16")
        lines.append(f"{path.name}\tde\t{Position.start().fen}\t{uci}\t{words}\n")
    (folder / LIST).write_text("".join(lines), "utf-8")
