"""What happened in a game; folding these events is the only way a game changes."""

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

Event = (
    setup.Events
    | moves.Events
    | touch.Events
    | objections.Events
    | irregularities.Events
    | draws.Events
    | quickplay.Events
    | clocks.Events
    | adjournment.Events
    | scoresheets.Events
    | information.Events
    | game_end.Events
    | penalties.Events
    | agreements.Events
)
