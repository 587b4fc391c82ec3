"""Rules on appeals: they are recorded and told to everybody, and so is what became of them."""

from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.penalties import (
    Appeal,
    AppealMade,
    AppealRejected,
    AppealUpheld,
    RuleOnAppeal,
)
from voice_chess.game.refusals import (
    DecisionIsFinal,
    NoAppeals,
    NothingDecided,
    NothingToRuleOn,
)
from voice_chess.game.state import Game
from voice_chess.laws.topics import Topic


def appeal(game: Game, command: Appeal) -> Ruling:
    """Record an appeal against the last decision; each player can make one.

    There must be an arbiter, and an article on appeals in the edition. The rules of the event say
    whether an appeal is heard, and by whom. Some decisions are final, also those on a claim that
    was sent to an arbiter who was not there.
    """
    white, edition, decision = command.by.acts_for_white is True, game.edition, game.decision
    has_article = edition.rules_on(Topic.APPEALS)
    if decision is not None and decision.because.topic in edition.rules.appeals.final:
        article = edition.cite(Topic.APPEALS) if has_article else decision.because
        return DecisionIsFinal(because=article)
    if not game.table.occasion.has_arbiter:
        return NoAppeals(lacks_arbiter=True, because=edition.cite(Topic.ARBITER_LIMITS))
    if not has_article:
        return NoAppeals(because=edition.cite(Topic.ARBITER_LIMITS))
    because = edition.cite(Topic.APPEALS)
    if decision is None or white in decision.appealed_by:
        return NothingDecided(because=because)
    made = AppealMade(white=white, against=decision.because, because=because, at_ms=command.at_ms)
    return (made,)


def rule(game: Game, command: RuleOnAppeal) -> Ruling:
    """Record what was decided on the earliest open appeal; it changes nothing else."""
    if not game.appeals:
        return NothingToRuleOn(because=game.edition.cite(Topic.ARBITER_LIMITS))
    first, *_ = game.appeals
    decided = AppealUpheld if command.is_upheld else AppealRejected
    because = game.edition.cite(Topic.APPEALS)
    event = decided(white=first.white, against=first.against, because=because, at_ms=command.at_ms)
    return (event,)
