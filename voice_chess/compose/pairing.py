"""Chooses what pairs a round: the library here or in its own process, or another program."""

from collections.abc import Callable
from pathlib import Path

from voice_chess.adapters.events.dutch_pairer import DutchPairer
from voice_chess.adapters.events.pairing_process import AT_ONCE, PairerInProcess
from voice_chess.adapters.events.pairing_program import PairingProgram
from voice_chess.event.entrants import Round
from voice_chess.event.ports import Pairer


def takes_long(round_: Round) -> bool:
    """Return whether our own pairing of this round takes longer than a moment."""
    return len(round_.entrants) > AT_ONCE


def pairer_for(round_: Round, waited: Callable[[int], None], program: Path | None = None) -> Pairer:
    """Return the program that was named; else our own pairer, in this process unless it takes long.

    `waited` is called with the number of seconds that the pairing has taken so far.
    """
    if program is not None:
        return PairingProgram(program, waited)
    return PairerInProcess(DutchPairer(), waited) if takes_long(round_) else DutchPairer()
