"""`record --play`: plays a move of a game as it was announced, or speaks a typed one."""

import sys
from argparse import Namespace
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from voice_chess.cli.command import SUCCESS
from voice_chess.cli.screen import Screen
from voice_chess.compose.bad_input import BadInput
from voice_chess.compose.kept_games import AnnouncementKept, announcements_of
from voice_chess.compose.voices import give, speech_of
from voice_chess.languages.language import Language
from voice_chess.records.longhand import move_text
from voice_chess.records.scoresheet import Entry, Scoresheet
from voice_chess.speech.generation.sentence import sentence
from voice_chess.speech.generation.wording import move_words


def play_again(sheet: Scoresheet, folder: Path, chosen: Namespace, language: Language) -> int:
    """Play White's and Black's move of that number in turn; `folder` holds the game's sound."""
    wanted = [index for index, entry in enumerate(sheet.entries) if _is_wanted(entry, chosen)]
    if not wanted:
        message = f"Move {chosen.play} was not played in this game."
        raise BadInput(message)
    record = announcements_of(folder)
    give([_sound(sheet, index, record, language) for index in wanted], chosen.out)
    return SUCCESS


def _is_wanted(entry: Entry, chosen: Namespace) -> bool:
    sides = {None, "white" if entry.is_white else "black"}
    return entry.number == chosen.play and chosen.side in sides


def _sound(
    sheet: Scoresheet, index: int, record: Mapping[int, AnnouncementKept], language: Language
) -> bytes:
    """Return the announcement's sound, or speak the move if none of it was kept.

    A line on the screen says which of the two it is.
    """
    entry = sheet.entries[index]
    before = next(islice(sheet.positions(), index, None))
    kept = record.get(before.ply + 1)
    is_kept = kept is not None and kept.uci == entry.uci
    told = "replay-announced" if is_kept else "replay-typed"
    side = language.sheet["white" if entry.is_white else "black"]
    move = move_text(entry, language)
    Screen(sys.stdout, language).label(told, number=str(entry.number), side=side, move=move)
    if kept is not None and is_kept:
        return kept.sound()
    words = move_words(entry.uci, before, language)
    return speech_of(sentence(words, language).spoken, language)
