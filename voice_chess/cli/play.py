"""`play`: plays a game at one machine, live or from recordings, spoken or typed."""

import secrets
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from voice_chess.arbiter.table_check import arranged
from voice_chess.arguments import any_number, whole_number
from voice_chess.cli import going_on, table_options, talk_options
from voice_chess.cli.command import OTHERWISE, SUCCESS
from voice_chess.cli.console import CELLS, write_line
from voice_chess.cli.enrol import command_to_enrol
from voice_chess.cli.language_option import add_language
from voice_chess.cli.log_lines import log_lines_afterwards
from voice_chess.cli.passphrases import all_passphrases
from voice_chess.cli.screen import Screen
from voice_chess.cli.settled_options import USUAL_EDITION, USUAL_TIME, settle
from voice_chess.cli.sheet_file import sheet_of
from voice_chess.cli.table_options import SIDES, boards_of, engine_of, seated
from voice_chess.cli.talk_options import check_typed, outputs_of, settings_of
from voice_chess.cli.transcript import TableTranscript
from voice_chess.clock.clock_display import CLOCK_TIME, shown_ms
from voice_chess.clock.time_control import TimeControl
from voice_chess.compose.bad_input import BadInput
from voice_chess.compose.game_folders import Place, new_game_id
from voice_chess.compose.table import Means, Sitting
from voice_chess.game.envelope import Passphrases
from voice_chess.game.refusals import BadField
from voice_chess.game.state import nothing_arranged
from voice_chess.game.table import Customs, Seat, Setup, Table
from voice_chess.languages.language import Language, load_language
from voice_chess.laws.chess960 import STARTS, starting_position
from voice_chess.laws.edition import edition, known_editions
from voice_chess.laws.position import ORDINARY_START, Position
from voice_chess.records.going_on import ply_named, setup_after
from voice_chess.records.scoresheet import UNFINISHED, Header, Scoresheet
from voice_chess.session.dialogue.clock_announcements import USUAL_WARNINGS_MS
from voice_chess.session.games.game_session import Watch
from voice_chess.session.lobby.rematch import with_colours_swapped
from voice_chess.session.ports import OpponentLost, PortError
from voice_chess.session.table_settings import GRACE_MS, TableSettings
from voice_chess.settings import Settings
from voice_chess.speech.understanding.scoring import CAUTION


def configure(parser: ArgumentParser) -> None:
    """Declare where sound comes from and goes to, and what the table has agreed."""
    talk_options.configure(parser)
    configure_table(parser)
    table_options.configure(parser)
    parser.add_argument("--resume", metavar="GAME", help="continue a game from the journal")
    parser.add_argument(
        "--envelope",
        action="store_true",
        help="moves may be sealed: asks for three passphrases, White's, Black's and the arbiter's",
    )
    parser.add_argument(
        "--resumption",
        default="",
        metavar="TEXT",
        help="when and where an adjourned game will resume",
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
        type=Path,
        metavar="FILE",
        help="continue the first game of this file, as far as it can be read",
    )
    start.add_argument(
        "--after",
        metavar="MOVE",
        help="with --pgn: continue after this move; 12 is White's, 12... Black's (default: the "
        "last)",
    )


def configure_table(parser: ArgumentParser) -> None:
    """Declare what is settled before a game, and where the game is kept."""
    _configure_clock(parser)
    _add_start(parser)
    table = parser.add_argument_group("the game")
    table.add_argument("--time", help=f"minutes, or 0.5, + seconds per move (default {USUAL_TIME})")
    table.add_argument(
        "--edition",
        help=f"the edition of the Laws: {', '.join(known_editions())} (default {USUAL_EDITION})",
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
    table.add_argument(
        "--caution",
        choices=tuple(CAUTION),
        default="normal",
        help="how sure the program must be to accept what it heard",
    )
    table.add_argument(
        "--data", type=Path, metavar="DIR", help="the folder of the journal and the records"
    )
    table.add_argument(
        "--expect", type=Path, metavar="PGN", help="exit with 1 unless the game is this one"
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


def run(chosen: Namespace) -> int:
    """Play; return `OTHERWISE` only if another game was expected."""
    check_typed(chosen)
    is_live = chosen.hear is None and not chosen.typed
    is_scripted = chosen.typed and not sys.stdin.isatty()
    reads = chosen.typed or (is_live and sys.stdin.isatty())
    means = Means(
        hear=chosen.hear,
        say=chosen.say,
        lines=sys.stdin if reads else None,
        is_scripted=is_scripted,
        listens=not chosen.typed,
        is_silent=chosen.silent,
        outputs=outputs_of(chosen),
        model=chosen.model,
        decoder=chosen.decoder,
    )
    return run_with(chosen, means, is_live=is_live)


def run_with(chosen: Namespace, means: Means, *, is_live: bool = False) -> int:
    """Play by these means; print the talk, and where the records lie."""
    settle(chosen)
    data = chosen.data or Settings.from_environment().data
    place = _place(chosen, data)
    settings = settings_of(chosen, means, is_live=is_live)
    expected = sheet_of(chosen.expect, settings.language)[0] if chosen.expect else None
    screen = Screen(sys.stdout, settings.language, getattr(chosen, "cells", CELLS))
    told = TableTranscript(sys.stdout) if chosen.verbose else screen
    means = replace(
        means,
        progress=told.progress,
        tell_voice=partial(_tell_voice, chosen, screen),
        engine=engine_of(chosen),
        boards=boards_of(chosen),
        secrets=_secrets(chosen, settings.language),
    )
    if any(means.boards) and (means.hear is not None or means.is_scripted):
        message = (
            "A board tells what it feels in a live game only: not with recordings, nor with lines "
            "that come from a file or another program."
        )
        raise BadInput(message)
    if means.lines is not None and settings.press == "auto" and settings.grace.written_ms is None:
        screen.label("press")
    people = _Table(settings=settings, means=means, screen=screen, add=told.add)
    with log_lines_afterwards():
        first = _played(chosen, place, people)
    return _compared(first, expected)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """How the players sit at the table, and where they read what happens."""

    settings: TableSettings
    means: Means
    screen: Screen
    add: Watch


def _played(chosen: Namespace, place: Place, people: _Table) -> Scoresheet:
    """Return the sheet of their first game; more follow while they want. Raises `PortError`."""
    screen, table, sheets = people.screen, _table(chosen), []
    try:
        with ExitStack() as opened:
            sitting = Sitting(place, people.settings, people.means, opened)
            screen.follow(lambda: sitting.is_over)
            while True:
                played = sitting.play(place, table, people.add)
                sheets.append(played.sheet)
                _tell_where_it_lies(played.sheet, place, chosen, screen)
                if not played.wants_another:
                    return sheets[0]
                sitting.swap_colours()
                chosen = going_on.with_colours_swapped(chosen)
                place = Place(data=place.data, game_id=new_game_id(place.data))
                table = with_colours_swapped(played.table)
    except (KeyboardInterrupt, PortError) as error:
        if place.folder.is_dir():
            _tell_how_to_go_on(place, chosen, screen)
            if isinstance(error, OpponentLost):
                screen.label("go-on-without-engine")
                write_line(sys.stdout, _command_to_go_on(place, going_on.among_people(chosen)))
        raise


def _tell_voice(chosen: Namespace, screen: Screen, told: str, name: str, count: int) -> None:
    command = command_to_enrol(chosen, name)
    screen.label(told, name=name, count=str(count), command=command)


def _tell_where_it_lies(sheet: Scoresheet, place: Place, chosen: Namespace, screen: Screen) -> None:
    is_open = sheet.result == UNFINISHED
    result = screen.language.sheet["unfinished"] if is_open else sheet.result
    screen.label("game", game=place.game_id, result=result)
    screen.label("records")
    for path in sorted(place.folder.iterdir()) if chosen.verbose else [place.folder]:
        write_line(sys.stdout, str(path))
    if is_open:
        _tell_how_to_go_on(place, chosen, screen)


def _secrets(chosen: Namespace, language: Language) -> Passphrases | None:
    """Ask for the passphrases if moves can be sealed; on resuming, an absent person gives none."""
    options = vars(chosen)
    if not options.get("envelope"):
        return None
    return all_passphrases(language, opens=options["resume"] is not None)


def _tell_how_to_go_on(place: Place, chosen: Namespace, screen: Screen) -> None:
    """Write the command that continues the same game with the same players."""
    screen.label("go-on")
    write_line(sys.stdout, _command_to_go_on(place, chosen))


def _command_to_go_on(place: Place, chosen: Namespace) -> str:
    """Return the command in one line, to be copied."""
    parser = ArgumentParser()
    configure(parser)
    return going_on.command_to_go_on(place.game_id, chosen, parser.parse_args([]))


def _place(chosen: Namespace, data: Path) -> Place:
    """Return the place of a new game, or of the game to resume. Raises `BadInput`."""
    resumed = getattr(chosen, "resume", None)
    if resumed is None:
        return Place(data=data, game_id=new_game_id(data))
    place = Place(data=data, game_id=resumed, is_begun=True)
    if not place.is_there:
        message = f"There is no game {resumed!r} in {data / 'games'}."
        raise BadInput(message)
    return place


_NO_GAME: Mapping[str, str] = {
    "over-before-the-start": "The game is over in this position: nobody can go on from it.",
    "no-chess960": "This edition of the Laws knows no Chess960: name another with --edition.",
}


def _table(chosen: Namespace) -> Table:
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
            charge_until=chosen.charge,
            flag_mode=chosen.flags,
            takebacks=chosen.takebacks or bool(getattr(chosen, "opponent", None)),
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


def _compared(sheet: Scoresheet, expected: Scoresheet | None) -> int:
    if expected is None:
        return SUCCESS
    played, wanted = (
        [(entry.san, entry.draw_offered) for entry in each.entries] + [(each.result, False)]
        for each in (sheet, expected)
    )
    for number, (found, hoped) in enumerate(zip(played, wanted, strict=False)):
        if found != hoped:
            sys.stdout.write(f"Half-move {number + 1}: {found[0]}; expected was {hoped[0]}.\n")
            return OTHERWISE
    sys.stdout.write("The game is the one that was expected.\n")
    return SUCCESS
