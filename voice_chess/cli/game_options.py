"""What is settled before a game by the options of `play` and `demo`: clock, start, Laws, people."""

import secrets
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping

from voice_chess.arbiter.table_check import arranged
from voice_chess.arguments import any_number, data_folder, named_path, whole_number
from voice_chess.by_color import SIDES
from voice_chess.cli.language_option import add_language
from voice_chess.cli.resume_command import USUAL_TIME
from voice_chess.cli.sheet_file import sheet_of
from voice_chess.cli.table_options import is_against_engine, seated
from voice_chess.cli.talk_options import add_caution
from voice_chess.clock.time_control import CLOCK_TIME, TimeControl, shown_ms
from voice_chess.game.refusals import BadField
from voice_chess.game.state import nothing_arranged
from voice_chess.game.table import Customs, Seat, Setup, Table
from voice_chess.languages.language import load_language
from voice_chess.laws.chess960 import STARTS, starting_position
from voice_chess.laws.edition import STANDARD_EDITION, edition, known_editions
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.plain_error import BadInput
from voice_chess.records.going_on import ply_named, setup_after
from voice_chess.records.scoresheet import Header, Scoresheet
from voice_chess.session.dialogue.clock_announcements import USUAL_WARNINGS_MS
from voice_chess.session.table_settings import GRACE_MS


def configure(parser: ArgumentParser, *, usual_data: str) -> None:
    """Declare what is settled before a game, and where it is kept: usually in that folder."""
    _configure_clock(parser)
    _add_start(parser)
    table = parser.add_argument_group("the game")
    table.add_argument("--time", help=f"minutes, or 0.5, + seconds per move (default {USUAL_TIME})")
    table.add_argument(
        "--edition",
        help=f"the edition of the Laws: {', '.join(known_editions())} (default {STANDARD_EDITION})",
    )
    add_language(table)
    table.add_argument("--white", metavar="NAME", help="White's name")
    table.add_argument("--black", metavar="NAME", help="Black's name")
    table.add_argument(
        "--press",
        choices=("auto", "command"),
        default="auto",
        help="who presses the clock: the program after a pause (for a typed move, Enter on an"
        " empty line), or a player by saying so",
    )
    table.add_argument(
        "--charge",
        choices=("announcement", "press"),
        help="when the mover's time stops: at the end of the announcement (default), or at the "
        "press",
    )
    _add_customs(parser)
    add_caution(table)
    table.add_argument(
        "--data",
        type=data_folder,
        metavar="DIR",
        help=f"the folder in which the game and its scoresheets are kept (default: {usual_data})",
    )
    table.add_argument(
        "--expect", type=named_path, metavar="PGN", help="exit with 1 unless the game is this one"
    )


def _add_customs(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--flags",
        choices=("automatic", "claim"),
        help="a flag falls by itself, or when a player claims it (default automatic)",
    )
    parser.add_argument(
        "--takebacks",
        action="store_true",
        default=None,
        help="moves may be taken back if both agree; an engine always does",
    )
    parser.add_argument(
        "--no-agreed-draw-before",
        type=whole_number(1, 200),
        metavar="MOVE",
        help="until both have made this move, a draw by agreement needs the arbiter (from 2009 on)",
    )
    parser.add_argument(
        "--no-agreed-draws",
        action="store_true",
        default=None,
        help="a draw by agreement needs the arbiter in the whole game (from 2009 on)",
    )
    parser.add_argument(
        "--repeat",
        action="store_true",
        default=None,
        help="the opponent must repeat each move",
    )
    parser.add_argument(
        "--report-scores",
        action="store_true",
        default=None,
        help="players who write by hand report each move before their next one",
    )


def _add_start(parser: ArgumentParser) -> None:
    start = parser.add_argument_group("the start")
    start.add_argument("--fen", help="another starting position")
    start.add_argument(
        "--chess960",
        metavar="NUMBER",
        help="the starting position of Chess960 with this number, or 'lot' for a random one",
    )
    start.add_argument(
        "--pgn",
        type=named_path,
        metavar="FILE",
        help="continue the first game of this file, as far as it can be read",
    )
    start.add_argument(
        "--after",
        metavar="MOVE",
        help="with --pgn: continue after this move; 12 is White's, 12... Black's (default: the "
        "last)",
    )


def _configure_clock(parser: ArgumentParser) -> None:
    """Declare the pause before the press, and which times are announced without a question."""
    clock = parser.add_argument_group("the clock")
    clock.add_argument(
        "--pause",
        type=any_number,
        metavar="SECONDS",
        help="the pause before the program presses the clock, also for typed moves"
        f" (default {GRACE_MS / 1_000} for spoken ones; typed ones wait for Enter)",
    )
    clock.add_argument(
        "--announce-clock",
        nargs="?",
        type=_warnings,
        const=USUAL_WARNINGS_MS,
        default=(),
        metavar="TIMES",
        help="announce when little time is left (TIMES: such as 5:00,1:00,0:30), and count down "
        "the last ten seconds",
    )
    for side in SIDES:
        clock.add_argument(
            f"--{side}-behind",
            type=_margin,
            default=0,
            metavar="TIME",
            help=f"warn {side.capitalize()} when they have this much less time, such as 2:00 "
            "(default: never)",
        )
    clock.add_argument(
        "--clock-clicks",
        action="store_true",
        help="a click every five minutes, two every fifteen, as on a tactile dial",
    )


def _warnings(text: str) -> tuple[int, ...]:
    """Read times as clocks show them; return ms, the longest first.

    Raises `ArgumentTypeError`.
    """
    times = [_clock_time_ms(part) for part in text.split(",")]
    if not all(times):
        message = f"times are minutes and seconds with commas between, as 5:00,0:30, not {text!r}"
        raise ArgumentTypeError(message)
    return tuple(sorted({time for time in times if time}, reverse=True))


def _margin(text: str) -> int:
    """Read one time as a clock shows it; return ms. Raises `ArgumentTypeError`."""
    time_ms = _clock_time_ms(text)
    if not time_ms:
        message = f"a time is minutes and seconds, as 2:00, not {text!r}"
        raise ArgumentTypeError(message)
    return time_ms


def _clock_time_ms(text: str) -> int | None:
    """Return the ms, or None unless the text is minutes and seconds; hours are not needed here."""
    is_shown = CLOCK_TIME.fullmatch(text) and text.count(":") == 1
    return shown_ms(text) if is_shown else None


_NO_GAME: Mapping[str, str] = {
    "over-before-the-start": "The game is over in this position: nobody can go on from it.",
    "no-chess960": "This edition of the Laws knows no Chess960: name another with --edition.",
}


def table_of(chosen: Namespace) -> Table:
    """Return the table as chosen. Raises an error that names the first impossible choice."""
    before = _before(chosen)
    setup = _setup(chosen) if before is None else _setup_after(chosen.after, before)
    header = Header() if before is None else before.header
    for side in SIDES:
        if not vars(chosen)[side].isprintable():
            message = f"--{side}: a name is one line, without signs that can't be printed."
            raise BadInput(message)
    table = Table(
        control=TimeControl.parsed(chosen.time),
        edition=edition(chosen.edition).id,
        setup=setup,
        white=Seat(name=chosen.white or header.white, is_blind=True),
        black=Seat(name=chosen.black or header.black, is_blind=True),
        customs=Customs(
            must_repeat=chosen.repeat,
            recording="reported" if chosen.report_scores else "program",
            charge_until=chosen.charge,
            flag_mode=chosen.flags,
            takebacks=chosen.takebacks or is_against_engine(chosen),
        ),
    )
    table = seated(table, chosen)
    ruling = arranged(nothing_arranged(), table, 0)
    if isinstance(ruling, BadField) and ruling.problem in _NO_GAME:
        raise BadInput(_NO_GAME[ruling.problem])
    return table


def _before(chosen: Namespace) -> Scoresheet | None:
    """Return the game to continue from a file, or None; damage in the file is reported.

    Raises `BadRecord` or `BadInput`.
    """
    path = getattr(chosen, "pgn", None)
    if path is None:
        if getattr(chosen, "after", None) is not None:
            message = "--after names a move of a game: name its file with --pgn."
            raise BadInput(message)
        return None
    if chosen.fen != ORDINARY_START or chosen.chess960 is not None:
        message = "Name either a game to go on with or another start, not both."
        raise BadInput(message)
    return sheet_of(path, load_language(chosen.language), as_far=True)[0]


def _setup_after(move: str | None, sheet: Scoresheet) -> Setup:
    """Return the setup after a move of the sheet. Raises `BadInput` if it has no such move."""
    ply = len(sheet.entries) if move is None else ply_named(move, sheet)
    if ply is None:
        last = sheet.entries[-1] if sheet.entries else None
        ends = (
            f"its last is {last.number}{'' if last.is_white else '...'}" if last else "it has none"
        )
        message = f"The game has no move {move!r}: {ends}."
        raise BadInput(message)
    return setup_after(sheet, ply)


def _setup(chosen: Namespace) -> Setup:
    start = _start(chosen)
    return Setup(fen=start.start_fen, chess960=start.chess960)


def _start(chosen: Namespace) -> Position:
    """Return the starting position. Raises `BadPosition` or `BadInput`."""
    wanted = getattr(chosen, "chess960", None)
    if wanted is None:
        return Position.from_fen(chosen.fen)
    if chosen.fen != ORDINARY_START:
        message = "Name either a position or a start of Chess960, not both."
        raise BadInput(message)
    number = secrets.randbelow(STARTS) if wanted == "lot" else wanted
    try:
        return starting_position(int(number))
    except ValueError as error:
        message = f"Chess960 has the starts 0 to {STARTS - 1}, or lot draws one: not {wanted!r}."
        raise BadInput(message) from error
