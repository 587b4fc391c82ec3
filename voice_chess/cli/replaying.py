"""`record --play`: plays a move of a game as it was announced, or speaks a typed one.

So it does with one whose sound is damaged: the other side's move is heard all the same.
"""

import sys
from argparse import Namespace
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from voice_chess.cli.command import BAD_INPUT, SUCCESS
from voice_chess.cli.screen import Screen
from voice_chess.compose.kept_games import AnnouncementKept, announcements_of
from voice_chess.compose.voices import give, speech_of
from voice_chess.languages.language import Language
from voice_chess.plain_error import BadInput
from voice_chess.records.longhand import move_text
from voice_chess.records.scoresheet import Entry, Scoresheet
from voice_chess.session.ports import JournalDamaged
from voice_chess.speech.generation.sentence import sentence
from voice_chess.speech.generation.wording import move_words


def play_again(sheet: Scoresheet, folder: Path, chosen: Namespace, language: Language) -> int:
    """Play White's and Black's move of that number in turn; `folder` holds the game's sound."""
    wanted = [index for index, entry in enumerate(sheet.entries) if _is_wanted(entry, chosen)]
    if not wanted:
        message = f"Move {chosen.play} was not played in this game."
        raise BadInput(message)
    record = announcements_of(folder)
    found = [_sound(sheet, index, record, language) for index in wanted]
    give([samples for samples, _ in found], chosen.out)
    return BAD_INPUT if any(is_damaged for _, is_damaged in found) else SUCCESS


def _is_wanted(entry: Entry, chosen: Namespace) -> bool:
    sides = {None, "white" if entry.is_white else "black"}
    return entry.number == chosen.play and chosen.side in sides


def _sound(
    sheet: Scoresheet, index: int, record: Mapping[int, AnnouncementKept], language: Language
) -> tuple[bytes, bool]:
    """Return the announcement's sound and False, or the move spoken by the program.

    It speaks a move that was typed, and one whose sound is damaged: then True is returned. A line
    on the screen says which of the three it is.
    """
    entry = sheet.entries[index]
    before = next(islice(sheet.positions(), index, None))
    kept = record.get(before.ply + 1)
    told = "replay-typed"
    heard: bytes | None = None
    if kept is not None and kept.uci == entry.uci:
        try:
            told, heard = "replay-announced", kept.sound()
        except JournalDamaged:
            told = "replay-damaged"
    side = language.sheet["white" if entry.is_white else "black"]
    move = move_text(entry, language)
    Screen(sys.stdout, language).label(told, number=str(entry.number), side=side, move=move)
    if heard is not None:
        return heard, False
    words = move_words(entry.uci, before, language)
    spoken = speech_of(sentence(words, language).spoken, language)
    return spoken, told == "replay-damaged"
