"""Finds where a table's customs override clauses of its edition, so that the players can know."""

from typing import Literal

from voice_chess.game.state import Game

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
