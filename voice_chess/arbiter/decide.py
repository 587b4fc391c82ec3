"""Decides on every command by its row in `rules`: whether it is in place, and the ruling."""

from collections.abc import Mapping
from typing import Literal, assert_never

from voice_chess.arbiter import clocks, objections, recording
from voice_chess.arbiter.game_end import topic_of
from voice_chess.arbiter.rules import ADJOURNED, ARBITER, RULES, Moments
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.adjournment import AskToSeal, OpenEnvelope, Resume, SealerTooLate
from voice_chess.game.agreements import ProposeTakeback
from voice_chess.game.clocks import PassTime, StartClocks
from voice_chess.game.commands import Command
from voice_chess.game.events import Event
from voice_chess.game.evolve import followed
from voice_chess.game.irregularities import ReportFault
from voice_chess.game.moves import AnnounceMove, CorrectSlip, ExecuteMove, PressClock, RepeatMove
from voice_chess.game.penalties import ReasonStated
from voice_chess.game.phases import (
    Adjourned,
    Arranged,
    AwaitingRuling,
    InPlay,
    NotArranged,
    Objecting,
    Over,
    Resuming,
    Sealing,
)
from voice_chess.game.refusals import (
    ClocksAreStopped,
    EnvelopeStillOpen,
    GameAlreadyStarted,
    GameIsAdjourned,
    GameIsOver,
    GameNotOver,
    GameNotStarted,
    NotAdjourned,
    NothingSealed,
    NotYourRole,
    Refusal,
    RoleHint,
    RulingAwaited,
)
from voice_chess.game.results import EndReason
from voice_chess.game.scoresheets import CompleteScore, RecordMove
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.topics import Topic

# The article that gives a role its duties, and so denies it all others.
_PART_OF: dict[Role, Topic] = {
    Role.WHITE: Topic.PENALTIES,
    Role.BLACK: Topic.PENALTIES,
    Role.ASSISTANT_WHITE: Topic.ASSISTANT,
    Role.ASSISTANT_BLACK: Topic.ASSISTANT,
    Role.ARBITER: Topic.ARBITER_LIMITS,
    Role.SPECTATOR: Topic.SPECTATORS,
}

# Commands of the arbiter that the players give themselves at an event without one.
THE_ARBITERS: Mapping[type[Command], Topic] = {
    StartClocks: Topic.STOPPING_CLOCKS,
    AskToSeal: Topic.SEALING,
    Resume: Topic.RESUMPTION,
    OpenEnvelope: Topic.RESUMPTION,
    ReportFault: Topic.WRONG_START,
}
"""Each with the topic that leaves it to the arbiter who is in charge."""
# Commands of a sighted player's assistant while the blind opponent has no assistant.
SIGHTED_PLAYERS_ASSISTANT = (AnnounceMove, CorrectSlip, RepeatMove, ExecuteMove)
# Commands that an assistant may give for a player who can't use the clock, or write.
CLOCK_AND_SCORE = (PressClock, RecordMove, CompleteScore)


def decide(game: Game, command: Command) -> Ruling:
    """Return the events that a command causes, or the refusal; the game itself is not changed."""
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
    ruling = rule.adjourned.get(type(game.phase), rule.answer)(game, command)
    if not isinstance(ruling, tuple) or not ruling:
        return ruling
    if game.table.are_scores_reported:
        ruling = (*ruling, *recording.stopped_to_record(game, ruling))
    return (*ruling, *_reason(command))


def _overdue(game: Game, events: tuple[Event, ...], command: Command) -> Ruling:
    """Put the events that time has caused before the command, which mostly has no place then."""
    if not any(isinstance(event, SealerTooLate) for event in events):
        return events
    # Only the sealer's envelope is still awaited, and this command may be the one that opens it.
    following = decide(followed(game, events), command)
    return (*events, *following) if isinstance(following, tuple) else events


def _reason(command: Command) -> tuple[ReasonStated, ...]:
    """Return an event for the reason in the arbiter's words; other roles' words don't count."""
    if command.by is not Role.ARBITER or not command.in_words:
        return ()
    return (ReasonStated(in_words=command.in_words, at_ms=command.at_ms),)


def not_permitted(game: Game, command: Command, roles: frozenset[Role]) -> NotYourRole | None:
    """Return a refusal unless these roles include the command's and it has that duty here."""
    if command.by in roles and _has_a_part(game, command):
        return None
    hint = _hint(game, command, roles)
    if not command.by.is_player or not _is_left_to_arbiter(game, command):
        return not_yours(game, command.by, hint)
    because = game.edition.cite(THE_ARBITERS[type(command)])
    return NotYourRole(role=command.by, hint=hint, because=because)


def not_yours(game: Game, role: Role, hint: RoleHint = "") -> NotYourRole:
    """Return the refusal of what is none of this role's duties, by the article that gives them."""
    return NotYourRole(role=role, hint=hint, because=game.edition.cite(_part_of(game, role)))


def _part_of(game: Game, role: Role) -> Topic:
    """Return the topic of the article that gives this role its duties at this table."""
    white = role.acts_for_white is True
    own = game.table.seat(white=white)
    if not role.is_assistant or own.is_blind or not own.has_assistant:
        return _PART_OF[role]
    is_free = _stands_in(game, white=white)
    return Topic.SIGHTED_PLAYERS_ASSISTANT if is_free else Topic.CLOCK_ASSISTANT


def _stands_in(game: Game, *, white: bool) -> bool:
    """Return whether a sighted player's assistant has duties that a blind opponent's would have."""
    opponent = game.table.seat(white=not white)
    return opponent.is_blind and not opponent.has_assistant


def _hint(game: Game, command: Command, roles: frozenset[Role]) -> RoleHint:
    if roles == ARBITER or _is_left_to_arbiter(game, command):
        return "arbiter"
    if command.by is Role.SPECTATOR and game.may_spectators_inform:
        return "noticed"
    is_undoing = isinstance(command, CorrectSlip | ProposeTakeback)
    return "rulings" if is_undoing and command.by is Role.ARBITER else ""


def _is_left_to_arbiter(game: Game, command: Command) -> bool:
    """Return whether the players leave the command to the arbiter who is in charge here."""
    return game.table.occasion.has_arbiter and type(command) in THE_ARBITERS


def _has_a_part(game: Game, command: Command) -> bool:
    if command.by.is_assistant:
        return _assists(game, command)
    return command.by is Role.ARBITER or not _is_left_to_arbiter(game, command)


def _assists(game: Game, command: Command) -> bool:
    """Return whether the command is one of this assistant's duties at this table.

    A blind player's assistant has all duties. A sighted player's has two, as long as the blind
    opponent has no assistant; otherwise they only help with the clock and the score.
    """
    white = command.by.acts_for_white is True
    own = game.table.seat(white=white)
    if not own.has_assistant or isinstance(command, PassTime):
        return own.has_assistant
    if own.is_blind:
        return True
    is_free = _stands_in(game, white=white)
    return isinstance(command, SIGHTED_PLAYERS_ASSISTANT if is_free else CLOCK_AND_SCORE)


def out_of_place(game: Game, command: Command, moments: Moments) -> Refusal | None:
    """Return why a command that belongs to these moments is out of place now, or None."""
    if not moments.isdisjoint(_moments(game, command)):
        return None
    cite = game.edition.cite
    match game.phase:
        case NotArranged() | Arranged():
            return GameNotStarted(because=cite(Topic.START))
        case Over(because=because):
            return GameIsOver(because=because)
        case AwaitingRuling() | Objecting() as phase:
            is_alone = isinstance(phase, Objecting) and not game.table.occasion.has_arbiter
            because = cite(_topic_awaited(game, phase))
            return RulingAwaited(may_be_withdrawn=is_alone, because=because)
        case Sealing(text=text):
            kind = NothingSealed if text is None else EnvelopeStillOpen
            return kind(because=cite(Topic.SEALING))
        case Adjourned():
            return GameIsAdjourned(first=_resuming_word(game, command), because=cite(Topic.SEALING))
        case Resuming():
            return GameIsAdjourned(first="envelope", because=cite(Topic.RESUMPTION))
        case InPlay():
            return _out_of_play(game, moments)
        case _:
            assert_never(game.phase)


def _resuming_word(game: Game, command: Command) -> Literal["", "resume", "continue"]:
    """Return the name of the word by which this role resumes an adjourned game, if it may."""
    if command.by is Role.ARBITER:
        return "resume"
    return "continue" if may_resume(game, command.by) else ""


def may_resume(game: Game, by: Role) -> bool:
    """Return whether the game is adjourned, and this player may resume it: there is no arbiter."""
    is_left_to_players = not game.table.occasion.has_arbiter and by.is_player
    return isinstance(game.phase, Adjourned) and is_left_to_players


def _topic_awaited(game: Game, phase: AwaitingRuling | Objecting) -> Topic:
    """Return the topic on which the arbiter must rule before the game goes on."""
    match phase:
        case Objecting():
            return objections.topic_examined(game, phase)
        case AwaitingRuling(question="mating-chance", reason=reason):
            return topic_of(game, reason)
        case AwaitingRuling(question="increment"):
            return Topic.QUICKPLAY_INCREMENT
        case AwaitingRuling():
            return topic_of(game, EndReason.QUICKPLAY_FINISH)


def _out_of_play(game: Game, moments: Moments) -> Refusal:
    cite = game.edition.cite
    if "running" in moments:
        return ClocksAreStopped(because=cite(Topic.STOPPING_CLOCKS))
    if moments & ADJOURNED:
        return NotAdjourned(because=cite(Topic.SEALING))
    if "over" in moments:
        return GameNotOver(because=cite(Topic.RESULT_SIGNED))
    return GameAlreadyStarted(because=cite(Topic.START))


def _moments(game: Game, command: Command) -> Moments:
    """Return the moments that the game is in, for the role that gives the command."""
    match game.phase:
        case NotArranged():
            return frozenset({"unarranged"})
        case Arranged():
            return frozenset({"arranged"})
        case InPlay():
            is_alone = game.attendance.is_somebody_missing
            return _in_play(game, command) | ({"alone"} if is_alone else set())
        case AwaitingRuling(question=question):
            return frozenset({question})
        case Objecting():
            return frozenset({"objecting"})
        case Sealing():
            return frozenset({"sealing"})
        case Adjourned():
            return frozenset({"adjourned"})
        case Resuming():
            return frozenset({"resuming"})
        case Over():
            return frozenset({"over"})
        case _:
            assert_never(game.phase)


def _in_play(game: Game, command: Command) -> Moments:
    if isinstance(game.phase, InPlay) and game.phase.halted is None:
        return frozenset({"running"})
    return frozenset({"halted", "claiming"} if game.is_halted_to_claim(command.by) else {"halted"})
