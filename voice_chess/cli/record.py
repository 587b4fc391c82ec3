"""`record`: shows what is kept of a game, writes it in every form, compares it, replays it."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from voice_chess.arguments import folder_to_write, whole_number
from voice_chess.by_color import SIDES
from voice_chess.cli.command import BAD_INPUT, OTHERWISE, SUCCESS
from voice_chess.cli.game_place import add_game_place, games_of
from voice_chess.cli.language_option import add_language
from voice_chess.cli.long_work import going_over
from voice_chess.cli.screen import Screen
from voice_chess.cli.sheet_file import sheet_of
from voice_chess.compose.braille import prose_by_liblouis
from voice_chess.compose.kept_games import (
    AnnouncementKept,
    KeptGames,
    announcements_of,
    write_records,
)
from voice_chess.compose.kept_sound import JoinedMeanwhile, KeptSound, kept_sounds
from voice_chess.compose.voices import ENDINGS, give, sound_to_write, speech_of
from voice_chess.languages.language import Language, load_language
from voice_chess.plain_error import BadInput, why_and_what_now
from voice_chess.records import longhand
from voice_chess.records.braille_page import Paper, prose
from voice_chess.records.braille_profile import PROFILES
from voice_chess.records.braille_sheet import Prose, Style
from voice_chess.records.comparison import compared, told
from voice_chess.records.damage import incomplete
from voice_chess.records.longhand import move_text
from voice_chess.records.scoresheet import Entry, Scoresheet
from voice_chess.review.reviewed_game import minuted_sheet
from voice_chess.session.ports import JournalDamaged, WholePart
from voice_chess.speech.generation.sentence import sentence
from voice_chess.speech.generation.wording import move_words

_ONE_OF = ("compare", "play", "sound", "write")
_OF_PLAY = ("out", "side")
_SMALLEST, _LARGEST = Paper(cells=14, lines=3), Paper(cells=200, lines=200)


def configure(parser: ArgumentParser) -> None:
    """Declare which game, and what to do with it."""
    parser.add_argument(
        "game", nargs="?", help="a game of the journal, or a file: PGN, longhand, PDF, braille"
    )
    add_game_place(parser)
    add_language(parser)
    parser.add_argument(
        "--compare",
        nargs=2,
        metavar=("A", "B"),
        help="compare two games or files: the last move on which they agree, and the differences; "
        "exit code 1 if there are any",
    )
    parser.add_argument(
        "--write", type=folder_to_write, metavar="DIR", help="write all formats to this folder"
    )
    parser.add_argument(
        "--whole",
        action="store_true",
        help="use what is whole of a damaged journal, or what can be read of damaged sound",
    )
    sound = parser.add_argument_group("sound")
    sound.add_argument(
        "--play", type=whole_number(1), metavar="N", help="play the recording of move N"
    )
    sound.add_argument("--side", choices=SIDES, help="with --play: only this side's move")
    sound.add_argument(
        "--out",
        type=sound_to_write,
        metavar="FILE",
        help=f"with --play: write the recording to a file ({ENDINGS}) instead of playing it",
    )
    sound.add_argument(
        "--sound",
        type=sound_to_write,
        metavar="FILE",
        help=f"write the sound of the whole game to one file ({ENDINGS})",
    )
    _configure_braille(parser)


def _configure_braille(parser: ArgumentParser) -> None:
    braille = parser.add_argument_group("braille, with --write")
    braille.add_argument(
        "--cells",
        type=whole_number(_SMALLEST.cells, _LARGEST.cells),
        default=40,
        help="cells per line (default 40)",
    )
    braille.add_argument(
        "--lines",
        type=whole_number(_SMALLEST.lines, _LARGEST.lines),
        default=25,
        help="lines per page (default 25)",
    )
    braille.add_argument(
        "--code",
        choices=PROFILES,
        default="ukaaf",
        help="the notation: letters of UKAAF 2015, national letters with a capital sign, or from "
        "square to square",
    )
    braille.add_argument(
        "--layout",
        choices=("columns", "running"),
        default="columns",
        help="the layout of the moves on the page",
    )
    braille.add_argument(
        "--prose",
        choices=("computer", "liblouis"),
        default="computer",
        help="how names and headings are written",
    )


def run(chosen: Namespace) -> int:
    """Do what the options ask; without any, print the longhand scoresheet.

    A damaged file is shown or written as far as it can be read, but the exit code is that of bad
    input.
    """
    _check_together(chosen)
    language = load_language(chosen.language)
    if chosen.compare:
        return _compare(chosen, language)
    if chosen.game is None:
        message = "Name a game or a file, or give two with --compare."
        raise BadInput(message)
    with games_of(chosen.game, chosen) as games:
        sheet, found = _sheet(chosen.game, games, chosen, language)
        if chosen.play is not None:
            return play_again(sheet, games.sound(chosen.game), chosen, language)
        if chosen.sound is not None:
            return _export(chosen, games)
    if chosen.write is not None:
        _write(sheet, chosen, language)
    else:
        sys.stdout.write(longhand.written(sheet, found))
    is_cut_short = bool(sheet.left_out) and Path(chosen.game).is_file()
    return BAD_INPUT if is_cut_short else SUCCESS


def _check_together(chosen: Namespace) -> None:
    """Refuse options that contradict each other or change nothing. Raises `BadInput`."""
    if chosen.compare and chosen.game is not None:
        message = f"--compare names both games: leave {chosen.game} away."
        raise BadInput(message)
    asked = [f"--{name}" for name in _ONE_OF if getattr(chosen, name) not in (None, False)]
    if len(asked) > 1:
        message = f"{asked[0]} and {asked[1]} are two things to do: one at a time."
        raise BadInput(message)
    for name in _OF_PLAY:
        if getattr(chosen, name) is not None and chosen.play is None:
            message = f"--{name} is about --play: say --play N, too."
            raise BadInput(message)


def _compare(chosen: Namespace, language: Language) -> int:
    """Print how two sheets compare; return `OTHERWISE` if they differ."""
    sheets: list[Scoresheet] = []
    for name in chosen.compare:
        with games_of(name, chosen) as games:
            sheets.append(_sheet(name, games, chosen, language)[0])
    first, second = sheets
    comparison = compared(first, second)
    sys.stdout.write("".join(f"{line}\n" for line in told(comparison, language)))
    return SUCCESS if comparison.is_same else OTHERWISE


def _sheet(
    name: str, games: KeptGames, chosen: Namespace, language: Language
) -> tuple[Scoresheet, Language]:
    """Read the sheet from a file of this name, or else from the game of the journal.

    Sheets are compared only if both can be read to their ends.
    """
    if Path(name).is_file():
        return sheet_of(Path(name), language, as_far=not chosen.compare)
    part = games.whole_part(name) if chosen.whole else WholePart(events=games.events(name))
    sheet = minuted_sheet(part.events, language, games.header(name, part.events))
    if part.damage is not None:
        sheet = incomplete(sheet, len(part.events), language)
    return sheet, language


def _export(chosen: Namespace, games: KeptGames) -> int:
    """Write the sound to one file, or to one for each player's microphone. Raises `BadInput`."""
    targets = {
        chosen.sound.with_stem(chosen.sound.stem + sound.whose): sound
        for sound in kept_sounds(games.sound(chosen.game))
        if sound.is_any
    }
    if not targets:
        message = f"No sound was kept of game {chosen.game}."
        raise BadInput(message)
    for path in (path for target in targets for path in (target, KeptSound.index_of(target))):
        if path.exists():
            message = f"{path} exists and is not written over: choose another name."
            raise BadInput(message)
    code = SUCCESS
    for target, sound in targets.items():
        code = max(code, _exported(sound, target, whole=chosen.whole))
    return code


def _exported(sound: KeptSound, target: Path, *, whole: bool) -> int:
    """Write one sound; an interruption leaves what was written so far. Raises `BadInput`.

    `whole`: of damaged sound, write what can be read, and say what is missing.
    """
    parts = sound.parts()
    lost: tuple[str, ...] = ()
    try:
        with sound.standing(parts), going_over("parts", len(parts)) as work:
            if whole:
                lost = sound.export_readable(work.over(parts), target)
            else:
                sound.export(work.over(parts), target)
    except JoinedMeanwhile:
        target.unlink(missing_ok=True)
        KeptSound.index_of(target).unlink(missing_ok=True)
        return _exported(sound, target, whole=whole)
    except (OSError, RuntimeError) as error:  # RuntimeError is libsndfile's
        hint = "" if whole else " With --whole, whatever can be read is written."
        message = f"The sound can't be written to {target}: {why_and_what_now(error)}"
        raise BadInput(message + (hint if sound.is_damaged(error) else "")) from error
    sys.stdout.write(f"{target}\n{KeptSound.index_of(target)}\n")
    if lost:
        sys.stderr.write(f"voice-chess: {target} lacks {', '.join(lost)}.\n")
    return work.code(BAD_INPUT if lost else SUCCESS)


def _write(sheet: Scoresheet, chosen: Namespace, language: Language) -> None:
    for path in write_records(sheet, language, chosen.write, style=_style(chosen, language)):
        sys.stdout.write(f"{path}\n")


def _style(chosen: Namespace, language: Language) -> Style:
    return Style(
        paper=Paper(cells=chosen.cells, lines=chosen.lines),
        profile=chosen.code,
        layout=chosen.layout,
        prose=_prose(chosen, language),
    )


def _prose(chosen: Namespace, language: Language) -> Prose:
    if chosen.prose == "computer":
        return prose
    return prose_by_liblouis(language)


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
