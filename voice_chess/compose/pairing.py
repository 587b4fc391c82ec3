"""Chooses what pairs a round: our own pairing here or in its own process, or another program."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from voice_chess.adapters.events.pairing_process import AT_ONCE, PairerInProcess
from voice_chess.adapters.events.pairing_program import PairingProgram
from voice_chess.event.dutch_system import DutchPairer
from voice_chess.event.entrants import Round, round_to_pair
from voice_chess.event.pairing import Pairer, PairerLost, paired
from voice_chess.event.report_faults import Fault
from voice_chess.event.results import Colour
from voice_chess.event.trf import read_trf
from voice_chess.plain_error import BadInput
from voice_chess.session.lobby.event_ports import PairerFor

_PATIENCE_S = 20
_TWO_PLAYERS = f"XXR 1\n001{1:5}{0:76.1f}{1:5}\n001{2:5}{0:76.1f}{2:5}\n"
"""A report of two players before their first round."""


def takes_long(round_: Round) -> bool:
    """Return whether our own pairing of this round takes longer than a moment."""
    return len(round_.entrants) > AT_ONCE


def pairer_by(program: Path | None) -> PairerFor:
    """Return what chooses the pairer of each round; it is this program, if one is named."""
    return partial(pairer_for, program=program)


def pairer_for(round_: Round, waited: Callable[[int], None], program: Path | None = None) -> Pairer:
    """Return the program that was named; else our own pairer, in this process unless it takes long.

    `waited` is called with the number of seconds that the pairing has taken so far.
    """
    if program is not None:
        return PairingProgram(program, waited)
    return PairerInProcess(DutchPairer(), waited) if takes_long(round_) else DutchPairer()


def pairing_program_of_the_server(program: Path) -> Path:
    """Return the program. Raises `PairerLost` where there is none, `BadInput` if it can't pair."""
    PairingProgram(program, lambda _: None)
    try:
        try_pairing(program)
    except PairerLost as error:
        message = (
            f"{error} The server tries it with two players before it starts: "
            "name another with --pairing-program, or none."
        )
        raise BadInput(message) from error
    return program


def try_pairing(program: Path) -> None:
    """Let another program pair two players. Raises `PairerLost`."""

    def waited(seconds: int) -> None:
        if seconds > _PATIENCE_S:
            raise PairerLost.of(Fault.PAIRER_SLOW, name=program.name, seconds=_PATIENCE_S)

    first_round = round_to_pair(read_trf(_TWO_PLAYERS), 1, Colour.WHITE)
    paired(first_round, PairingProgram(program, waited))
