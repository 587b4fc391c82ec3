"""Checks that a game can be played at a table, and finds where its customs override the edition.

Only editions with rules for Chess960 allow it, because the others do not say how to castle in it.
"""

from typing import Literal

from voice_chess.arbiter.game_end import ending_of
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.refusals import BadField
from voice_chess.game.setup import GameArranged
from voice_chess.game.state import Game
from voice_chess.game.table import Table
from voice_chess.laws.edition import UnknownEdition, edition
from voice_chess.laws.fen_placement import BadPosition
from voice_chess.laws.position import NotLegal, Position
from voice_chess.laws.topics import Topic

Departure = Literal["understanding", "flag"]


def departures(game: Game) -> tuple[Departure, ...]:
    """Return the departures of a game's table from its edition.

    `understanding`: some of the time between announcement and press is charged to nobody.
    `flag`: flags fall by themselves in a game in which only a player may claim them.
    """
    customs, players_only = game.table.customs, game.edition.rules.clock.flag_on_claim_only
    found: dict[Departure, bool] = {
        "understanding": customs.free_ms > 0,
        "flag": customs.flag_mode == "automatic" and game.kind in players_only,
    }
    return tuple(departure for departure, is_so in found.items() if is_so)


def arranged(game: Game, table: Table, at_ms: int) -> Ruling:
    """Return the arranged game, or a refusal if the table can't be used."""
    because = game.edition.cite(Topic.START)
    try:
        edition(table.edition)
        setup = table.setup
        position = Position.after(setup.moves, start_fen=setup.fen, chess960=setup.chess960)
    except UnknownEdition:
        return BadField(field="edition", problem="unknown-edition", because=because)
    except BadPosition:
        return BadField(field="setup", problem="impossible-position", because=because)
    except NotLegal:
        return BadField(field="setup", problem="illegal-move", because=because)
    if setup.chess960 and not edition(table.edition).rules_on(Topic.CHESS960):
        return BadField(field="chess960", problem="no-chess960", because=because)
    if ending_of(position, edition(table.edition)) is not None:
        return BadField(field="setup", problem="over-before-the-start", because=because)
    if _lacks_an_assistant(table):
        because = edition(table.edition).cite(Topic.ASSISTANT_REQUIRED)
        return BadField(field="has_assistant", problem="assistant-required", because=because)
    return (GameArranged(table=table, at_ms=at_ms),)


def _lacks_an_assistant(table: Table) -> bool:
    """Return whether an assistant is missing between a blind and a hearing-impaired player.

    Only some editions require one.
    """
    seats = table.seats
    is_required = edition(table.edition).rules.assistance.is_required_against_hearing_impaired
    is_such_a_pair = any(
        one.is_blind and other.is_hearing_impaired for one, other in (seats, seats.swapped)
    )
    return is_required and is_such_a_pair and not any(seat.has_assistant for seat in seats)
