"""Pairs a round: asks a pairer for the pairs, checks, colours and orders them."""

from typing import Protocol

from voice_chess.event.boards import Board, coloured, in_order, violations
from voice_chess.event.entrants import Round
from voice_chess.event.report_faults import BadEvent, Fault, FaultInReport, ToldFault


class PairerLost(ToldFault):
    """No pairs can be found, since a program is missing or fails."""


class Pairer(Protocol):
    """Finds pairs; the caller checks them."""

    allots_colours: bool
    """False if the colours on its boards mean nothing."""

    def boards(self, round_: Round) -> tuple[Board, ...]:
        """Return pairs with every player to be paired once, in any order. Raises `PairerLost`."""


def paired(round_: Round, pairer: Pairer) -> tuple[Board, ...]:
    """Return the boards in their order.

    Raises `PairerLost`, or `BadEvent` if the rules forbid the pairs: a pairer that should find the
    best pairing returns such pairs only if there is none that is allowed.
    """
    boards = pairer.boards(round_)
    forbidden = next(violations(boards, round_), None)
    if forbidden is not None:
        fault = FaultInReport.of(Fault.NO_PAIRING, round=round_.number)
        raise BadEvent(fault.because_of(forbidden))
    if not pairer.allots_colours:
        boards = coloured(boards, round_)
    return in_order(boards, round_)
