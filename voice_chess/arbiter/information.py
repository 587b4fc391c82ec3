"""Rules on information that players get on request only, and on notices to the arbiter."""

from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.events import Event
from voice_chess.game.information import (
    AskInformation,
    Inform,
    InformArbiter,
    InformationAsked,
    MoveCountTold,
    ScoreShown,
    TimesTold,
)
from voice_chess.game.phases import InPlay
from voice_chess.game.refusals import (
    NobodyAsked,
    NoLookAtScore,
    NotYourMove,
    NotYourRole,
    Refusal,
)
from voice_chess.game.state import About, Game, are_complete
from voice_chess.game.table import Role
from voice_chess.laws.topics import Topic


def ask(game: Game, command: AskInformation) -> Ruling:
    """Rule on a player's question: a blind player's assistant answers it, else the program."""
    white = command.by.acts_for_white is True
    seat = game.table.seat(white=white)
    asked = InformationAsked(white=white, about=command.about, at_ms=command.at_ms)
    if command.about == "score":
        return _no_look(game, white=white) or (asked,)
    if seat.is_blind and seat.has_assistant:
        return (asked,)
    return (asked, _told(game, command.about, white=white, at_ms=command.at_ms))


def inform(game: Game, command: Inform) -> Ruling:
    """Rule on information from an assistant whose player asked, or from the arbiter.

    The arbiter may inform the mover only while scores are being completed.
    """
    if command.about == "score":
        return _shown(game, command)
    if command.by is Role.ARBITER:
        is_completing = isinstance(game.phase, InPlay) and not are_complete(game.scores)
        if not is_completing:
            because = game.edition.cite(Topic.ARBITER_LIMITS)
            return NotYourRole(role=command.by, because=because)
        return (_told(game, command.about, white=game.white_to_move, at_ms=command.at_ms),)
    white = command.by.acts_for_white is True
    if (white, command.about) not in game.turn.asked:
        return NobodyAsked(because=game.edition.cite(Topic.INFORMATION))
    return (_told(game, command.about, white=white, at_ms=command.at_ms),)


def inform_arbiter(game: Game, command: InformArbiter) -> Ruling:
    """Rule on a spectator's notice: there must be an arbiter, and the edition must allow it.

    The notice is no event, because everybody at the game is told of events.
    """
    if not game.may_spectators_inform:
        return NotYourRole(role=command.by, because=game.edition.cite(Topic.SPECTATORS))
    return ()


def _no_look(game: Game, *, white: bool) -> Refusal | None:
    """Return why a player can't see the arbiter's scoresheet: none, not now, too often; or None."""
    allowed, cite = game.edition.rules.recording.looks_at_score, game.edition.cite
    is_kept = game.speed != "standard" and game.is_supervised
    if not is_kept or not allowed:
        return NoLookAtScore(because=cite(Topic.RECORDING))
    if white != game.white_to_move:
        return NotYourMove(because=cite(Topic.SCORE_SHOWN))
    if game.scores.of(white=white).looks >= allowed:
        return NoLookAtScore(because=cite(Topic.DISTURBANCE))
    return None


def _shown(game: Game, command: Inform) -> Ruling:
    """Rule on showing the arbiter's scoresheet: only they show it, to a player who has asked."""
    if command.by is not Role.ARBITER:
        return NotYourRole(role=command.by, because=game.edition.cite(Topic.ASSISTANT))
    for white in (True, False):
        if (white, "score") in game.turn.asked:
            return (ScoreShown(white=white, at_ms=command.at_ms),)
    return NobodyAsked(because=game.edition.cite(Topic.ARBITER_LIMITS))


def _told(game: Game, about: About, *, white: bool, at_ms: int) -> Event:
    if about == "moves":
        count = game.clock.sides.of(white=game.white_to_move).moves
        return MoveCountTold(white=white, count=count, at_ms=at_ms)
    left_ms = game.both_left_ms(at_ms)
    return TimesTold(white=white, white_ms=left_ms.white, black_ms=left_ms.black, at_ms=at_ms)
