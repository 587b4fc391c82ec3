"""What somebody may ask of a game: each command says who and when."""

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
