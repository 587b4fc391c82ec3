"""Rules on resigning, which loses; in some editions it draws if the opponent can never mate."""

from voice_chess.arbiter.game_end import lost_unless_safe
from voice_chess.arbiter.moves import made_unpressed
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.evolve import followed
from voice_chess.game.game_end import GameEnded, Resign, Resigned, RulingAsked
from voice_chess.game.refusals import RulingAwaited
from voice_chess.game.results import EndReason
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.laws.topics import Topic


def resign(game: Game, command: Resign) -> Ruling:
    """Rule on a resignation: it completes an opponent's unpressed move, but not one's own.

    A claim that has ended the game leaves nothing to resign: only its ruling is awaited.
    """
    if game.is_ended_by_claim:
        return RulingAwaited(because=game.edition.cite(Topic.QUICKPLAY_WITHOUT_ARBITER))
    white = command.by is Role.WHITE
    made = made_unpressed(game, command.at_ms) if white != game.white_to_move else ()
    game = followed(game, made)
    if game.is_over:
        return made
    resigned = Resigned(white=white, at_ms=command.at_ms)
    needs_chance = game.edition.rules.draws.resigning_needs_mating_chance
    outcome: GameEnded | RulingAsked = lost_unless_safe(
        game,
        white=white,
        reason=EndReason.RESIGNATION,
        at_ms=command.at_ms,
        is_ever_safe=needs_chance,
    )
    return (*made, resigned, outcome)
