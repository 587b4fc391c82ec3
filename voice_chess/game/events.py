"""The union of all events; folding events is the only way in which a game changes."""

from types import ModuleType

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

SUBJECTS: tuple[ModuleType, ...] = (
    setup,
    moves,
    touch,
    objections,
    irregularities,
    draws,
    quickplay,
    clocks,
    adjournment,
    scoresheets,
    information,
    game_end,
    penalties,
    agreements,
)
"""The modules that define the events; each folds its own."""
