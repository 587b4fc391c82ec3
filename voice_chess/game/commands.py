"""The union of all commands; each states its author and its time."""

from voice_chess.game import (
    adjournment,
    agreements,
    clocks,
    draws,
    game_end,
    information,
    irregularities,
    moves,
    objections,
    penalties,
    quickplay,
    scoresheets,
    setup,
    touch,
)

Command = (
    setup.Commands
    | moves.Commands
    | touch.Commands
    | objections.Commands
    | irregularities.Commands
    | draws.Commands
    | quickplay.Commands
    | clocks.Commands
    | adjournment.Commands
    | scoresheets.Commands
    | information.Commands
    | game_end.Commands
    | penalties.Commands
    | agreements.Commands
)
