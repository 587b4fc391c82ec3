"""The options of `play` about the table: boards, hands, an engine, other people."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import get_args

from voice_chess.arguments import any_number, whole_number
from voice_chess.by_color import SIDES, ByColor
from voice_chess.compose.engine_opponent import EngineOpponent, kept_opponent
from voice_chess.compose.game_folders import Place
from voice_chess.game.table import BanOnDraws, Role, ScoreMedium, Seat, Table, unknown_ban
from voice_chess.languages.language import load_language
from voice_chess.plain_error import BadInput
from voice_chess.session.ports import BOARDS, Strength
from voice_chess.session.table_settings import BothHands, HandCustoms
from voice_chess.tactile.peg_set import Marked, PegSet, Raised

ENGINE, PERSON = "engine", "person"
ENGINES = ("opponent", "side", "strength", "think")
"""Options that need an engine as opponent."""
LONGEST_THOUGHT_S = 3_600


def configure(parser: ArgumentParser) -> None:
    """Declare the options; the default is two blind players who are trusted with their boards."""
    _configure_opponent(parser)
    _configure_hands(parser)
    people = parser.add_argument_group("the people")
    people.add_argument("--arbiter", action="store_true", default=None, help="there is an arbiter")
    for side in SIDES:
        people.add_argument(
            f"--{side}-assistant",
            action="store_true",
            default=None,
            help=f"{side.capitalize()} has an assistant",
        )
        people.add_argument(
            f"--{side}-score",
            choices=get_args(ScoreMedium),
            help=f"how {side.capitalize()} keeps their score (default: the program does)",
        )


_BANS: Mapping[BanOnDraws, str] = {
    "no-draw": "--no-agreed-draw-before",
    "no-agreed-draws": "--no-agreed-draws",
}


def _configure_opponent(parser: ArgumentParser) -> None:
    engine = parser.add_argument_group("an engine as opponent")
    engine.add_argument(
        "--opponent",
        metavar="engine[:PATH]",
        help="play against an engine that speaks UCI; Stockfish unless another is named "
        "(a resumed game keeps its own; person: a person plays on in its place)",
    )
    engine.add_argument("--side", choices=SIDES, help="the side you play (default: white)")
    engine.add_argument(
        "--strength", type=whole_number(1), metavar="ELO", help="how strongly it plays"
    )
    engine.add_argument(
        "--think",
        type=any_number,
        metavar="SECONDS",
        help="its time for each move (default: its clock)",
    )


_DEVICES = " or ".join(f"{kind}:DEVICE" for kind in BOARDS)


def _configure_hands(parser: ArgumentParser) -> None:
    hands = parser.add_argument_group("the players' own boards")
    for side in SIDES:
        hands.add_argument(
            f"--{side}-board",
            metavar="KIND:DEVICE",
            help=f"{side.capitalize()}'s electronic board: {_DEVICES},"
            " followed by ,turned if Black sits at its lower edge",
        )
    hands.add_argument(
        "--hands",
        choices=("trust", "confirm"),
        default="trust",
        help="whether a player is trusted to have made their move, or must confirm it",
    )
    hands.add_argument(
        "--dictate",
        choices=("off", "paced", "at-once"),
        default="off",
        help="the opponent's move as steps for the hands, one at a time or at once",
    )
    hands.add_argument(
        "--marked",
        choices=get_args(Marked),
        help="whose pieces bear a mark (otherwise the program asks)",
    )
    hands.add_argument(
        "--raised",
        choices=get_args(Raised),
        help="which squares are raised (otherwise the program asks)",
    )


def engine_of(chosen: Namespace) -> EngineOpponent | None:
    """Return the engine that plays, or None. Raises `BadInput`."""
    options = vars(chosen)
    named: str | None = options.get("opponent")
    if named in {None, PERSON}:
        _need_opponent(options)
        return None
    kind, has_path, path = named.partition(":")
    if kind != ENGINE or (has_path and not path):
        message = f"No opponent is called {named!r}: say engine, or engine:PATH."
        raise BadInput(message)
    seconds: float | None = options["think"]
    if seconds is not None and not 0 < seconds <= LONGEST_THOUGHT_S:
        message = f"An engine thinks for 0.001 to {LONGEST_THOUGHT_S} seconds, not {seconds}."
        raise BadInput(message)
    move_ms = None if seconds is None else max(1, round(seconds * 1_000))
    return EngineOpponent(
        path=path or None,
        strength=Strength(elo=options["strength"], move_ms=move_ms),
        plays=Role.player(white=options["side"] == "black"),
    )


def is_against_engine(chosen: Namespace) -> bool:
    return vars(chosen).get("opponent") not in {None, PERSON}


def recall_opponent(chosen: Namespace, place: Place) -> None:
    """Choose the engine of a resumed game, with what is not named anew. Raises `BadInput`."""
    options = vars(chosen)
    engine = None if options.get("opponent") is not None else kept_opponent(place)
    if engine is None:
        return
    move_ms = engine.strength.move_ms
    kept = {
        "opponent": ENGINE if engine.path is None else f"{ENGINE}:{engine.path}",
        "side": "white" if engine.plays is Role.BLACK else "black",
        "strength": engine.strength.elo,
        "think": None if move_ms is None else move_ms / 1_000,
    }
    for name, value in kept.items():
        if options.get(name) is None:
            setattr(chosen, name, value)


def boards_of(chosen: Namespace) -> ByColor[str | None]:
    """Return the names of the boards that feel their pieces; None for a player without one."""
    options = vars(chosen)
    return ByColor(white=options.get("white_board"), black=options.get("black_board"))


def hands_of(chosen: Namespace) -> BothHands:
    options = vars(chosen)
    peg_set = PegSet(marked=options.get("marked"), raised=options.get("raised"))
    customs = HandCustoms(
        own=options.get("hands", "trust"), told=options.get("dictate", "off"), peg_set=peg_set
    )
    return BothHands(white=customs, black=customs)


def seated(table: Table, chosen: Namespace) -> Table:
    """Return the table with the people and boards that were named.

    On a board that feels its pieces one end is White's: its players can't swap colours. Raises
    `BadInput`.
    """
    _check_bans(table, chosen)
    is_reported = any(boards_of(chosen)) or hands_of(chosen).are_reported
    customs = replace(table.customs, execution="reported" if is_reported else "assumed")
    occasion = replace(
        table.occasion,
        has_arbiter=bool(vars(chosen).get("arbiter")),
        no_agreed_draw_before_move=vars(chosen).get("no_agreed_draw_before"),
        has_agreed_draws=not vars(chosen).get("no_agreed_draws"),
        has_rematches=vars(chosen).get("rematches", True) and not any(boards_of(chosen)),
    )
    seated_at = replace(
        table,
        white=_seat(table.white, chosen, "white"),
        black=_seat(table.black, chosen, "black"),
        customs=customs,
        occasion=occasion,
    )
    if customs.recording == "reported" and not seated_at.are_scores_reported:
        message = (
            "--report-scores is about players who write by hand: say who does so, as with "
            "--black-score paper."
        )
        raise BadInput(message)
    return seated_at


def _check_bans(table: Table, chosen: Namespace) -> None:
    """Raise `BadInput` for a ban on agreed draws that the edition knows nothing of."""
    options = vars(chosen)
    until, has_none = options.get("no_agreed_draw_before"), options.get("no_agreed_draws")
    banned = unknown_ban(table.edition, until=until, has_agreed_draws=not has_none)
    if banned is not None:
        message = (
            f"{_BANS[banned]}: under the Laws of {table.edition} no event can forbid players to "
            "agree on a draw: name a later edition with --edition."
        )
        raise BadInput(message)


def _seat(seat: Seat, chosen: Namespace, side: str) -> Seat:
    options, engine = vars(chosen), engine_of(chosen)
    if engine is not None and engine.plays == side:
        its_own = load_language(chosen.language).sheet["computer"]
        called = Path(engine.path).name if engine.path else its_own
        return replace(seat, name=seat.name or called, is_blind=False)
    return replace(
        seat,
        has_assistant=bool(options.get(f"{side}_assistant")),
        score_medium=options.get(f"{side}_score", "program"),
    )


def _need_opponent(options: dict[str, object]) -> None:
    """Refuse an engine's options if there is no engine. Raises `BadInput`."""
    named = [name for name in ENGINES[1:] if options.get(name) is not None]
    if named:
        message = f"--{named[0]} is about an engine: say --opponent engine, too."
        raise BadInput(message)
