"""Judges every command by its row: whether it may be asked now, and what answers it."""

from voice_chess.arbiter import clocks, recording
from voice_chess.arbiter.moves import followed
from voice_chess.arbiter.permissions import not_permitted, out_of_place
from voice_chess.arbiter.rules import RULES
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.adjournment import SealerTooLate
from voice_chess.game.commands import Command
from voice_chess.game.events import Event
from voice_chess.game.penalties import ReasonStated
from voice_chess.game.state import Game
from voice_chess.game.table import Role


def decide(game: Game, command: Command) -> Ruling:
    """The events this command brings about, or why it can't be done. Changes nothing itself."""
    rule = RULES[type(command)]
    refusal = (
        clocks.bad_times(game, at_ms=command.at_ms)
        or not_permitted(game, command, rule.roles)
        or out_of_place(game, command, rule.moments)
    )
    if refusal is not None:
        return refusal
    overdue = clocks.due(game, command.at_ms)
    if overdue:
        return _overdue(game, overdue, command)
    ruling = rule.answer(game, command)
    if not isinstance(ruling, tuple) or not ruling:
        return ruling
    return (*ruling, *recording.stopped_to_record(game, ruling), *_reason(command))


def _overdue(game: Game, events: tuple[Event, ...], command: Command) -> Ruling:
    """What time has brought about goes before what is asked, and mostly leaves it no place."""
    if not any(isinstance(event, SealerTooLate) for event in events):
        return events
    # Only their envelope is waited for: what is asked may be to open it.
    following = decide(followed(game, events), command)
    return (*events, *following) if isinstance(following, tuple) else events


def _reason(command: Command) -> tuple[ReasonStated, ...]:
    """Only the arbiter's words are anything to the game."""
    if command.by is not Role.ARBITER or not command.in_words:
        return ()
    return (ReasonStated(in_words=command.in_words, at_ms=command.at_ms),)
