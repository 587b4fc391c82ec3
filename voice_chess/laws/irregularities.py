"""The consequences that an edition attaches to a game that was begun wrongly."""

from typing import Literal

from voice_chess.laws.edition import Edition

Fault = Literal["wrong-position", "turned-board", "reversed-colours", "wrong-clock"]
Consequence = Literal["annulled", "carried-over", "goes-on", "put-right", "too-late"]


def consequence_of(fault: Fault, edition: Edition, *, kind: str, moves_by_both: int) -> Consequence:
    """Return the consequence of a wrong beginning that is noticed now.

    `kind` is the speed, with `-unsupervised` appended if no arbiter watches each board. Complaints
    of the pieces' places, the board and the clock end in time; of the colours no article says so.
    """
    limit = edition.rules.setup.complaints_end_after.get(kind)
    if fault != "reversed-colours" and limit is not None and moves_by_both >= limit:
        return "too-late"
    match fault:
        case "wrong-position":
            return "annulled"
        case "turned-board":
            return "carried-over"
        case "wrong-clock":
            return "put-right"
        case "reversed-colours":
            below = edition.rules.setup.reversed_colours_annulled_below
            return "annulled" if below is not None and moves_by_both < below else "goes-on"
