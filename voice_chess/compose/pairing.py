"""Chooses who pairs a round: the library here or in a process of its own, or another program."""

from collections.abc import Callable
from pathlib import Path

from voice_chess.adapters.events.dutch_pairer import DutchPairer
from voice_chess.adapters.events.pairing_process import AT_ONCE, PairerInProcess
from voice_chess.adapters.events.pairing_program import PairingProgram
from voice_chess.event.entrants import Round
from voice_chess.event.ports import Pairer


def takes_long(round_: Round) -> bool:
    """Whether our own pairing of it takes longer than a moment."""
    return len(round_.entrants) > AT_ONCE


def pairer_for(round_: Round, waited: Callable[[int], None], program: Path | None = None) -> Pairer:
    """The program that was named; else our own, in this process unless that takes long.

    `waited` is told for how many seconds it has been going on.
    """
    if program is not None:
        return PairingProgram(program, waited)
    return PairerInProcess(DutchPairer(), waited) if takes_long(round_) else DutchPairer()
