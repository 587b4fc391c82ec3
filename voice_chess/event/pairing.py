"""A round is paired: the pairs are found, get their colours, are put in order, and are checked."""

from voice_chess.event.boards import Board, coloured, in_order, violations
from voice_chess.event.entrants import Round
from voice_chess.event.ports import Pairer
from voice_chess.event.tournament import BadEvent


def paired(round_: Round, pairer: Pairer) -> tuple[Board, ...]:
    """The boards in their order.

    Raises `PairerLost`, and `BadEvent` where the rules forbid what was found: a pairer that is
    asked for the best pairing and gives such a one tells that there is none.
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
