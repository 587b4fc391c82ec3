"""Where a custom of the table wins over a clause of its edition: the players must know of it."""

from typing import Literal

from voice_chess.game.state import Game

Departure = Literal["understanding", "flag"]


def departures(game: Game) -> tuple[Departure, ...]:
    """`understanding`: some of the time between announcement and press is nobody's.

    `flag`: it falls by itself where only a player may claim it.
    """
    customs, players_only = game.table.customs, game.edition.rules.clock.flag_on_claim_only
    found: dict[Departure, bool] = {
        "understanding": customs.free_ms > 0,
        "flag": customs.flag_mode == "automatic" and game.kind in players_only,
    }
    return tuple(departure for departure, is_so in found.items() if is_so)
