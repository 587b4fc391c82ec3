"""`record --play`: a move of a game as it was announced, or spoken where it was typed."""

import sys
from argparse import Namespace
from pathlib import Path

from voice_chess.adapters.audio_io.loudspeaker import Loudspeaker
from voice_chess.adapters.audio_io.sound_sinks import SAMPLE_RATE, MemorySink, Sink
from voice_chess.adapters.audio_io.wav_file_sink import WavFileSink
from voice_chess.adapters.sound_record.audio_archive import (
    IndexLine,
    announcements_in,
    sound_folders,
    sound_in,
)
from voice_chess.adapters.synthesis.pyttsx3_speaker import Pyttsx3Speaker, delivery_in
from voice_chess.cli.command import SUCCESS
from voice_chess.compose.bad_input import BadInput
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.records.longhand import move_text
from voice_chess.records.scoresheet import Entry, Scoresheet
from voice_chess.speech.generation.sentence import sentence
from voice_chess.speech.generation.wording import move_words

_PAUSE = bytes(2 * SAMPLE_RATE * 400 // 1_000)
_SECOND = 2 * SAMPLE_RATE


_Record = dict[int, tuple[Path, IndexLine]]


def play_again(sheet: Scoresheet, game: Path, chosen: Namespace, language: Language) -> int:
    """White's and Black's move of that number, one after the other."""
    wanted = [index for index, entry in enumerate(sheet.entries) if _is_wanted(entry, chosen)]
    if not wanted:
        message = f"Move {chosen.play} was not played in this game."
        raise BadInput(message)
    record = {
        found.ply: (folder, found)
        for folder in sound_folders(game)
        for found in announcements_in(folder)
    }
    sink = WavFileSink(chosen.out) if chosen.out else Loudspeaker()
    sounds = [_sound(sheet, index, record, language) for index in wanted]
    _give(sink, _PAUSE.join(sounds))
    return SUCCESS


def _is_wanted(entry: Entry, chosen: Namespace) -> bool:
    sides = {None, "white" if entry.is_white else "black"}
    return entry.number == chosen.play and chosen.side in sides


def _sound(sheet: Scoresheet, index: int, record: _Record, language: Language) -> bytes:
    """From the record, unless another move was announced there; told in a line, too."""
    entry = sheet.entries[index]
    before = Position.after(sheet.moves[:index], start_fen=sheet.terms.start_fen)
    kept = record.get(before.ply + 1)
    is_kept = kept is not None and kept[1].uci == entry.uci
    how = "as announced" if is_kept else "spoken by the program, for it was typed"
    side = language.sheet["white" if entry.is_white else "black"]
    sys.stdout.write(f"{entry.number} {side}: {move_text(entry, language)}  ({how})\n")
    if kept is not None and is_kept:
        return sound_in(*kept)
    return _spoken(move_words(entry.uci, before, language), language)


def _spoken(words: str, language: Language) -> bytes:
    sink = MemorySink()
    Pyttsx3Speaker(sink, delivery_in(language.id)).say(sentence(words, language).spoken)
    return b"".join(uttered.samples for uttered in sink.uttered)


def _give(sink: Sink, samples: bytes) -> None:
    sink.begin("")
    for start in range(0, len(samples), _SECOND):
        sink.write(samples[start : start + _SECOND])
    sink.end(cut=False)
