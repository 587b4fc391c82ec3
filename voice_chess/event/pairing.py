"""Pairs a round: finds the pairs, checks them, gives them colours, and puts them in order."""

from voice_chess.event.boards import Board, coloured, in_order, violations
from voice_chess.event.entrants import Round
from voice_chess.event.ports import Pairer
from voice_chess.event.tournament import BadEvent


def paired(round_: Round, pairer: Pairer) -> tuple[Board, ...]:
    """Return the boards in their order.

    Raises `PairerLost`, or `BadEvent` if the rules forbid the pairs: a pairer that should find the
    best pairing returns such pairs only if there is none that is allowed.
    """
    boards = pairer.boards(round_)
    forbidden = next(violations(boards, round_), None)
    if forbidden is not None:
        message = (
            f"{pairer.name} finds no pairing of round {round_.number} that the rules allow: "
            f"{forbidden}."
        )
        raise BadEvent(message)
    if not pairer.allots_colours:
        boards = coloured(boards, round_)
    return in_order(boards, round_)
