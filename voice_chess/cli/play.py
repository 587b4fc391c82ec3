"""`play`: plays a game at one machine, live or from recordings, spoken or typed."""

import sys
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from voice_chess.arguments import USUAL_DATA
from voice_chess.cli import game_options, resume_command, table_options, talk_options
from voice_chess.cli.command import OTHERWISE, SUCCESS
from voice_chess.cli.console import CELLS, log_lines_afterwards, write_line
from voice_chess.cli.enrol import command_to_enrol
from voice_chess.cli.interruption import ToldToEnd
from voice_chess.cli.passphrases import all_passphrases
from voice_chess.cli.resume_command import settle
from voice_chess.cli.screen import Screen, TableTranscript
from voice_chess.cli.sheet_file import sheet_of
from voice_chess.cli.table_options import boards_of, engine_of, recall_opponent
from voice_chess.cli.talk_options import check_typed, outputs_of, settings_of
from voice_chess.compose.game_folders import Place, new_game_id
from voice_chess.compose.surroundings import Means
from voice_chess.compose.table import Sitting
from voice_chess.game.envelope import Passphrases
from voice_chess.languages.language import Language
from voice_chess.plain_error import BadInput
from voice_chess.records.scoresheet import UNFINISHED, Scoresheet
from voice_chess.session.games.game_session import Watch
from voice_chess.session.lobby.rematch import with_colours_swapped
from voice_chess.session.ports import OpponentLost, PortError
from voice_chess.session.table_settings import TableSettings
from voice_chess.settings import Settings


def configure(parser: ArgumentParser) -> None:
    """Declare where sound comes from and goes to, and what the table has agreed."""
    talk_options.configure(parser)
    game_options.configure(parser, usual_data=USUAL_DATA)
    table_options.configure(parser)
    parser.add_argument("--resume", metavar="GAME", help="continue a game from the journal")
    parser.add_argument(
        "--envelope",
        action="store_true",
        help="moves may be sealed: asks for three passphrases, White's, Black's and the arbiter's",
    )
    parser.add_argument(
        "--resumption",
        metavar="TEXT",
        help="when and where an adjourned game will resume",
    )


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
    if place.is_begun:
        recall_opponent(chosen, place)
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
    screen, table, sheets = people.screen, game_options.table_of(chosen), []
    have_sat_down = False
    try:
        with ExitStack() as opened:
            sitting = Sitting(place, people.settings, people.means, opened)
            have_sat_down = True
            screen.follow(lambda: sitting.is_over)
            while True:
                try:
                    played = sitting.play(place, table, people.add)
                except ToldToEnd:
                    sitting.say_kept()
                    raise
                sheets.append(played.sheet)
                _tell_where_it_lies(played.sheet, place, chosen, screen)
                if not played.wants_another:
                    return sheets[0]
                sitting.swap_colours()
                chosen = resume_command.with_colours_swapped(chosen)
                place = Place(data=place.data, game_id=new_game_id(place.data))
                table = with_colours_swapped(played.table)
    except (KeyboardInterrupt, PortError) as error:
        # Where nobody sat down, as at a damaged journal, the same command would fail once more.
        if have_sat_down and place.folder.is_dir():
            _tell_how_to_go_on(place, chosen, screen)
            if isinstance(error, OpponentLost):
                screen.label("go-on-without-engine")
                write_line(
                    sys.stdout, command_to_go_on(place.game_id, resume_command.among_people(chosen))
                )
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
    write_line(sys.stdout, command_to_go_on(place.game_id, chosen))


def command_to_go_on(game_id: str, chosen: Namespace) -> str:
    """Return the command in one line, to be copied, with those options that `play` has."""
    parser = ArgumentParser()
    configure(parser)
    return resume_command.command_to_go_on(game_id, chosen, parser.parse_args([]))


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
