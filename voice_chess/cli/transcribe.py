"""`transcribe`: turns a recorded game into PGN, scoresheets and a list of doubtful moves."""

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from datetime import date
from itertools import chain, repeat
from pathlib import Path

from voice_chess.arguments import folder_to_write, named_path
from voice_chess.cli.command import OTHERWISE, SUCCESS
from voice_chess.cli.language_option import add_language
from voice_chess.cli.long_work import hearing
from voice_chess.cli.sheet_file import sheet_of
from voice_chess.cli.talk_options import add_decoder
from voice_chess.compose.kept_games import write_records
from voice_chess.compose.models import load_recognizer_model
from voice_chess.compose.recordings import BLOCK_BYTES, BLOCK_MS, Recording
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.plain_error import BadInput
from voice_chess.records import longhand
from voice_chess.records.comparison import compared, told
from voice_chess.records.scoresheet import Header, Scoresheet, Terms
from voice_chess.session.listening.recorded_game import Tape, transcribed
from voice_chess.session.listening.recorded_game_doubts import doubts, time_text
from voice_chess.sound.endpointer import ONE_AFTER_THE_OTHER

DOUBTS = "doubts.txt"
TIMES = "times.tsv"
_BLOCKS_OF_SILENCE = 75
_DATE = re.compile(r"(\d{4}|\?{4})\.(\d\d|\?\?)\.(\d\d|\?\?)")


def configure(parser: ArgumentParser) -> None:
    """Declare the recording, what is spoken in it, and where the records go."""
    parser.add_argument("file", type=named_path, help="a recording: WAV, FLAC, OGG, MP3 and others")
    parser.add_argument(
        "--out", type=folder_to_write, metavar="DIR", help="write all records to this folder"
    )
    add_language(parser)
    parser.add_argument("--model", metavar="NAME|DIR", help="another acoustic model")
    add_decoder(parser)
    parser.add_argument("--fen", default=ORDINARY_START, help="another starting position")
    parser.add_argument("--white", metavar="NAME", help="White's name")
    parser.add_argument("--black", metavar="NAME", help="Black's name")
    parser.add_argument("--date", help="the date for the scoresheet, such as 2026.11.21")
    parser.add_argument(
        "--expect", type=named_path, metavar="GAME", help="exit with 1 unless the game is this one"
    )


def run(chosen: Namespace) -> int:
    """Print the game and its doubts; return `OTHERWISE` if it is empty or not the expected one."""
    language = load_language(chosen.language)
    white, black = chosen.white or "", chosen.black or ""
    header = Header(white=white, black=black, date=_date(chosen.date))
    start = Position.from_fen(chosen.fen)
    expected = sheet_of(chosen.expect, language)[0] if chosen.expect else None
    recording = Recording(chosen.file)
    duration_ms = recording.measured_ms()
    model = load_recognizer_model(language, chosen.model, chosen.decoder)
    recognizer = model.recognizer(ONE_AFTER_THE_OTHER)
    with hearing(duration_ms) as work:
        blocks = work.over(recording.blocks(), lambda _: BLOCK_MS)
        tape = transcribed(recognizer, chain(blocks, _silence()), language, start)
    sheet = tape.sheet(header, Terms(start_fen=start.start_fen))
    _print(sheet, tape, language)
    if chosen.out is not None:
        _write(sheet, tape, language, chosen.out)
    return work.code(_answer(sheet, expected, language))


def _date(text: str | None) -> str:
    """Return the date as PGN writes it, with question marks for unknown parts; empty for none.

    Raises `BadInput`.
    """
    if text is None:
        return ""
    known = text.replace("????.", "2000.").replace("??", "01")
    try:
        date.fromisoformat(known.replace(".", "-"))
        is_day = _DATE.fullmatch(text) is not None
    except ValueError:
        is_day = False
    if not is_day:
        message = f"{text!r} is no date; write it as 2026.11.21, or 2026.??.?? for a year alone."
        raise BadInput(message)
    return text


def _silence() -> Iterable[bytes]:
    return repeat(bytes(BLOCK_BYTES), _BLOCKS_OF_SILENCE)


def _print(sheet: Scoresheet, tape: Tape, language: Language) -> None:
    lines = [language.sheet["doubts"], "", *doubts(tape, language)]
    text = longhand.written(sheet, language) + "\n" + "".join(f"{line}\n" for line in lines)
    sys.stdout.write(text)


def _write(sheet: Scoresheet, tape: Tape, language: Language, folder: Path) -> None:
    """Write all records of a game, the doubts, and where in the recording each move was said."""
    sentences = "".join(f"{line}\n" for line in doubts(tape, language))
    times = "".join(
        f"{time_text(heard.started_ms)}\t{time_text(heard.ended_ms)}\t{move.probability:.3f}\t"
        f"{entry.number}\t{'white' if entry.is_white else 'black'}\t{entry.san}\n"
        for move, entry in zip(tape.transcript.moves, sheet.entries, strict=True)
        for heard in [tape.utterances[move.utterance]]
    )
    paths = write_records(sheet, language, folder, {DOUBTS: sentences, TIMES: times})
    sys.stdout.write("\n" + "".join(f"{path}\n" for path in paths))


def _answer(sheet: Scoresheet, expected: Scoresheet | None, language: Language) -> int:
    if expected is None:
        return SUCCESS if sheet.moves else OTHERWISE
    comparison = compared(sheet, expected)
    sys.stdout.write("\n" + "".join(f"{line}\n" for line in told(comparison, language)))
    return SUCCESS if comparison.is_same else OTHERWISE
