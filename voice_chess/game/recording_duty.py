"""The duty to write moves down: whose it is, and what they owe who may leave off."""

from dataclasses import replace

from voice_chess.game.state import Game
from voice_chess.laws.recording import must_record


def must_write(game: Game, *, white: bool, at_ms: int) -> bool:
    """False in rapid and blitz, and for one who is, or was in this period, short of time."""
    period = game.clock.period_of(white=white)
    exempt_in = game.scores.of(white=white).exempt_in_period
    return must_record(
        game.edition,
        speed=game.speed,
        left_ms=game.clock.left_ms(white=white, at_ms=at_ms),
        increment_ms=max(period.increment_ms, period.delay_ms),
        was_exempt=exempt_in == game.clock.sides.of(white=white).period,
    )


def with_exemptions(game: Game, at_ms: int) -> Game:
    """The same moment, with players short of time let off for the rest of their period."""
    if game.table.customs.recording != "reported":
        return game
    scores = game.scores
    for white in (True, False):
        if not must_write(game, white=white, at_ms=at_ms):
            score = scores.of(white=white)
            period = game.clock.sides.of(white=white).period
            scores = scores.having(replace(score, exempt_in_period=period), white=white)
    return replace(game, scores=scores)


def with_scores_due(before: Game, after: Game) -> Game:
    """The same game, with the score owed that who passes their time control has left off.

    Their opponent may still be short of time, and goes on without writing until they pass it, too.
    """
    if not _is_written_at_all(after):
        return after
    scores = after.scores
    for white in (True, False):
        was, now = (game.clock.sides.of(white=white).period for game in (before, after))
        score = before.scores.of(white=white)
        if now > was and score.exempt_in_period == was:
            owed = len(score.moves) < len(after.position.moves)
            scores = scores.having(replace(score, is_owed=owed), white=white)
    return replace(after, scores=scores)


def with_completed(game: Game, *, white: bool) -> Game:
    """The same game, with everything on one player's scoresheet."""
    completed = replace(game.scores.of(white=white), moves=game.position.moves, is_owed=False)
    return replace(game, scores=game.scores.having(completed, white=white))


def with_both_completed(game: Game) -> Game:
    return with_completed(with_completed(game, white=True), white=False)


def _is_written_at_all(game: Game) -> bool:
    if game.table.customs.recording != "reported":
        return False
    return game.speed == "standard" or game.edition.rules.recording.rapid_is_recorded
