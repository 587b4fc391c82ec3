"""`review`: goes through a finished game in words: moves, times, mistakes, what was better."""

import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing
from importlib import import_module
from pathlib import Path

from voice_chess.arguments import folder_to_write, named_path
from voice_chess.cli import talk_options
from voice_chess.cli.command import BAD_INPUT, SUCCESS
from voice_chess.cli.console import CELLS, log_lines_afterwards
from voice_chess.cli.game_place import add_game_place, games_of
from voice_chess.cli.language_option import add_language
from voice_chess.cli.screen import Screen
from voice_chess.cli.sheet_file import sheet_of
from voice_chess.compose.surroundings import Means
from voice_chess.compose.without_game import opened_engines, review
from voice_chess.game.evolve import replay
from voice_chess.languages.language import Language, load_language
from voice_chess.plain_error import InTheirLanguage
from voice_chess.review.reviewed_game import ReviewedGame
from voice_chess.review.walk import Walk
from voice_chess.session.review.analysis import Analysis, Analyst
from voice_chess.speech.generation.styles import STYLES, USUAL

NO_ENGINE = "none"


def configure(parser: ArgumentParser) -> None:
    """Declare which game, which engine, and how people talk with the program about it."""
    parser.add_argument(
        "game", help="a game of the journal, or a file: PGN, longhand, PDF, braille"
    )
    add_game_place(parser)
    add_language(parser)
    parser.add_argument(
        "--engine",
        metavar="NAME|PATH",
        help=f"the engine that finds mistakes (default: Stockfish, if it is installed); "
        f"{NO_ENGINE!r}"
        " for none",
    )
    parser.add_argument(
        "--style", choices=STYLES, default=USUAL, help="the style in which moves are said"
    )
    parser.add_argument(
        "--hear", type=named_path, metavar="FILE|DIR", help="use recordings instead of a microphone"
    )
    told = parser.add_mutually_exclusive_group()
    told.add_argument(
        "--say",
        type=folder_to_write,
        metavar="DIR",
        help="write replies to files instead of speaking them",
    )
    parser.add_argument("--typed", action="store_true", help="type, without a microphone")
    told.add_argument("--silent", action="store_true", help="replies as text only")
    parser.add_argument("--model", metavar="NAME|DIR", help="another acoustic model")
    talk_options.add_decoder(parser)


def run(chosen: Namespace) -> int:
    """Go through the game until the player ends the review; `BAD_INPUT` if it was cut short."""
    talk_options.check_typed(chosen)
    language = load_language(chosen.language)
    game, is_cut_short = _game(chosen, language)
    is_live = chosen.hear is None and sys.stdin.isatty()
    means = Means(
        hear=chosen.hear,
        say=chosen.say,
        lines=None if chosen.hear is not None else sys.stdin,
        is_scripted=not is_live,
        listens=is_live and not chosen.typed,
        is_silent=chosen.silent,
        model=chosen.model,
        decoder=chosen.decoder,
    )
    screen = Screen(sys.stdout, language, CELLS)
    named = None if chosen.engine == NO_ENGINE else chosen.engine
    with log_lines_afterwards(), opened_engines(named) as engines:
        has_engine = chosen.engine != NO_ENGINE and engines.are_there()
        walk = Walk(game=game, language=language, has_engine=has_engine, style=chosen.style)
        with closing(Analyst(engines)) as analyst:
            analysis = _analysis(analyst, game, waits=not is_live) if has_engine else None
            judges = engines.evaluate if has_engine else None
            review(means, walk, analysis, screen.write, judges)
    return BAD_INPUT if is_cut_short else SUCCESS


def _analysis(analyst: Analyst, game: ReviewedGame, *, waits: bool) -> Analysis:
    """Let the engine look at the game in the background; if lines are a script, wait for it."""
    analysis = analyst.look_at("game", game)
    if waits:
        analyst.finish()
    return analysis


def _game(chosen: Namespace, language: Language) -> tuple[ReviewedGame, bool]:
    """Return the game in a file of this name, or else the game of the journal.

    The second value tells whether the file could be read only in part.

    Raises `InTheirLanguage` if it is not over.
    """
    path = Path(chosen.game)
    if path.is_file():
        sheet, _ = sheet_of(path, language, as_far=True)
        return ReviewedGame.of_sheet(sheet), bool(sheet.left_out)
    with games_of(chosen.game, chosen) as games:
        events = games.events(chosen.game)
        if not replay(events).is_over:
            raise _not_over(chosen, language, has_seats=games.has_seats(chosen.game))
    return ReviewedGame.of_events(events), False


def _not_over(chosen: Namespace, language: Language, *, has_seats: bool) -> InTheirLanguage:
    """Return the refusal of a game in play, of which an engine would show what to play next.

    It says how a game at a table goes on; one with seats goes on at its server.
    """
    if has_seats:
        return InTheirLanguage(language.screen["review-open-seats"])
    # Imported here: nobody else who reviews a game needs what is needed to play one.
    play = import_module("voice_chess.cli.play")
    command = play.command_to_go_on(chosen.game, chosen)
    return InTheirLanguage(language.screen["review-open"].format(command=command))
