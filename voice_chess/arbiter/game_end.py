"""Finds how completed moves, fallen flags and penalties end a game, as events."""

from dataclasses import replace

from voice_chess.game.clocks import FlagFell
from voice_chess.game.events import Event
from voice_chess.game.game_end import GameEnded, RulingAsked
from voice_chess.game.moves import MoveCompleted
from voice_chess.game.phases import Adjourned
from voice_chess.game.quickplay import QuickplayReopened
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.laws.draws import is_dead, is_fivefold, is_seventy_five_move_draw
from voice_chess.laws.edition import Edition
from voice_chess.laws.mating_chances import MatingChance, mating_chance
from voice_chess.laws.position import Position
from voice_chess.laws.topics import Topic

Ending = tuple[Result, EndReason, Topic]


def ending_of(position: Position, edition: Edition) -> Ending | None:
    """Return how the move that led to this position has ended the game, or None."""
    if position.is_checkmate:
        winner = Result.won_by(white=not position.white_to_move)
        return winner, EndReason.CHECKMATE, Topic.CHECKMATE
    if position.is_stalemate:
        return Result.DRAW, EndReason.STALEMATE, Topic.STALEMATE
    if is_dead(position):
        return Result.DRAW, EndReason.DEAD_POSITION, Topic.DEAD_POSITION
    if is_fivefold(position, edition):
        return Result.DRAW, EndReason.FIVEFOLD, Topic.FIVEFOLD
    if is_seventy_five_move_draw(position, edition):
        return Result.DRAW, EndReason.SEVENTY_FIVE_MOVES, Topic.SEVENTY_FIVE_MOVES
    return None


def ended(game: Game, ending: Ending, at_ms: int) -> GameEnded:
    result, reason, topic = ending
    return GameEnded(result=result, reason=reason, because=game.edition.cite(topic), at_ms=at_ms)


def completed(game: Game, uci: str, *, at_ms: int, charged_until_ms: int) -> tuple[Event, ...]:
    """Return the completion of a move, and the end of the game if the move ends it."""
    move = _completion(game, uci, at_ms, charged_until_ms)
    ending = _ending_by(game, uci)
    return (move,) if ending is None else (move, ended(game, ending, at_ms))


def ending_at_once(game: Game, uci: str, *, at_ms: int) -> tuple[Event, ...]:
    """Return the completion of a move that ends the game without a press; nothing for any other.

    A position that allows no further play counts only when the move is completed.
    """
    after = game.position.played(uci) if game.position.is_legal(uci) else None
    if after is None or after.is_beyond_play:
        return ()
    ending = ending_of(after, game.edition)
    return (
        () if ending is None else (_completion(game, uci, at_ms, at_ms), ended(game, ending, at_ms))
    )


def _completion(game: Game, uci: str, at_ms: int, charged_until_ms: int) -> MoveCompleted:
    white = game.white_to_move
    return MoveCompleted(white=white, uci=uci, at_ms=at_ms, charged_until_ms=charged_until_ms)


def _ending_by(game: Game, uci: str) -> Ending | None:
    """Return how a move ends the game; None if it does not, or is illegal."""
    if not game.position.is_legal(uci):
        return None
    after = game.position.played(uci)
    if after.is_beyond_play:
        drawn = (Result.DRAW, EndReason.ILLEGAL_MOVE, Topic.BEYOND_PLAY)
        return drawn if game.illegal_move_rule.is_drawn_beyond_play else None
    return ending_of(after, game.edition)


def would_end(game: Game, *, at_ms: int) -> bool:
    """Return whether the move on the board ends the game, so that only its correction can come."""
    return game.unpressed is not None and bool(ending_at_once(game, game.unpressed, at_ms=at_ms))


def ended_on_the_board(game: Game) -> tuple[Event, ...]:
    """Return the end of the game by the move that stands unpressed, as of when it was made."""
    uci, said = game.unpressed, game.turn.announcement
    return () if uci is None or said is None else ending_at_once(game, uci, at_ms=said.at_ms)


def flag_fallen(game: Game, *, white: bool, at_ms: int) -> tuple[Event, ...]:
    """Return the events of a fallen flag: a loss, unless the opponent can't possibly mate.

    A move made before the fall, or its claim, may already have ended the game, even without a
    press.
    """
    ending = ended_on_the_board(game)
    if ending:
        return ending
    fell = FlagFell(white=white, at_ms=at_ms)
    if white in game.postponed:
        because = game.edition.cite(Topic.QUICKPLAY_FINISH)
        return (fell, QuickplayReopened(white=white, because=because, at_ms=at_ms))
    return (fell, lost_unless_safe(game, white=white, reason=EndReason.FLAG_FALL, at_ms=at_ms))


def lost_unless_safe(
    game: Game, *, white: bool, reason: EndReason, at_ms: int, is_ever_safe: bool = True
) -> GameEnded | RulingAsked:
    """Return the loss of the side `white`, a draw if the opponent can't mate, or a question.

    The arbiter is asked if the program can't decide. With `is_ever_safe` False nobody is asked and
    only a dead position is drawn, because it had ended the game before.
    """
    won = ended(game, (Result.won_by(white=not white), reason, topic_of(game, reason)), at_ms)
    chance = _chance_of(game, white=not white)
    if not is_ever_safe:
        if chance is MatingChance.NO and _chance_of(game, white=white) is MatingChance.NO:
            dead = (Result.DRAW, EndReason.DEAD_POSITION, Topic.DEAD_POSITION)
            return ended(game, dead, at_ms)
        return won
    return _by_chance(game, won, chance, white=not white)


def won_by_device(game: Game, *, white: bool, at_ms: int) -> GameEnded | RulingAsked:
    """Return the win of the side `white` after a sound from the opponent's device.

    If the edition demands that they can still mate and they can't, they score half a point.
    """
    reason = EndReason.DEVICE
    won = ended(game, (Result.won_by(white=white), reason, topic_of(game, reason)), at_ms)
    if not game.edition.rules.penalties.winning_by_device_needs_mating_chance:
        return won
    return _by_chance(game, won, _chance_of(game, white=white), white=white)


def _by_chance(
    game: Game, won: GameEnded, chance: MatingChance, *, white: bool
) -> GameEnded | RulingAsked:
    """Return the end for a known mating chance of that side, else the question to the arbiter."""
    if chance is not MatingChance.UNDETERMINED:
        return without_mate(game, won, can_mate=chance is MatingChance.YES)
    return RulingAsked(
        question="mating-chance",
        white=white,
        reason=won.reason,
        because=won.because,
        at_ms=won.at_ms,
    )


def without_mate(game: Game, won: GameEnded, *, can_mate: bool) -> GameEnded:
    """Return a win unchanged if the winner can mate; else make it a draw, or score it as one.

    The articles on a quickplay finish know a draw only by a claim that was right. After a wrong one
    it rests on the article on time.
    """
    if can_mate:
        return won
    if won.reason is EndReason.DEVICE:
        white, black = won.result.half_points
        return replace(won, half_points=(white // 2, black // 2))
    if won.reason is EndReason.QUICKPLAY_FINISH:
        won = replace(won, because=game.edition.cite(Topic.FLAG_FALL))
    return replace(won, result=Result.DRAW)


def _chance_of(game: Game, *, white: bool) -> MatingChance:
    """Return a side's mating chance on the board, with the moves not yet completed."""
    return mating_chance(game.on_the_board, white=white)


def topic_of(game: Game, reason: EndReason) -> Topic:
    """Return the topic that rules an end.

    If one illegal move loses, it is that of blitz. Once a game was adjourned, players can only be
    late for its resumption.
    """
    if reason is EndReason.ILLEGAL_MOVE and game.edition.rules_on(Topic.ILLEGAL_IN_BLITZ):
        is_lost_at_once = game.illegal_move_rule.to_lose == 1
        return Topic.ILLEGAL_IN_BLITZ if is_lost_at_once else Topic.ILLEGAL_MOVE_PENALTY
    if reason is EndReason.QUICKPLAY_FINISH:
        is_judged = game.table.occasion.has_arbiter
        return Topic.QUICKPLAY_FINISH if is_judged else Topic.QUICKPLAY_WITHOUT_ARBITER
    if reason is EndReason.LATENESS:
        is_resumed = game.attendance.is_resumption or isinstance(game.phase, Adjourned)
        return Topic.RESUMPTION_LATENESS if is_resumed else Topic.LATENESS
    return TOPIC_OF.get(reason, Topic.PENALTIES)


TOPIC_OF: dict[EndReason, Topic] = {
    EndReason.DEAD_POSITION: Topic.DEAD_POSITION,
    EndReason.AGREEMENT: Topic.AGREEMENT,
    EndReason.FLAG_FALL: Topic.FLAG_FALL,
    EndReason.ILLEGAL_MOVE: Topic.ILLEGAL_MOVE_PENALTY,
    EndReason.RESIGNATION: Topic.RESIGNATION,
    EndReason.SEALED_MOVE: Topic.SEALED_MOVE_BAD,
    EndReason.DISOBEDIENCE: Topic.DISOBEDIENCE,
    EndReason.DEVICE: Topic.DEVICES,
    EndReason.WRONG_START: Topic.WRONG_START,
    EndReason.POSITION_LOST: Topic.POSITION_LOST,
}
