"""What is done where it is not clear what was meant: what is asked about, and what objected to."""

from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import BEGINNING, REPETITION
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.illegal_announcements import IllegalAnnouncement, objection
from voice_chess.speech.understanding.meaning import CommandMeaning, Meaning
from voice_chess.speech.understanding.parse import Tokens
from voice_chess.speech.understanding.scoring import CAREFUL, UNKNOWN_WORD, Belief

LIKELY = 0.5
"""Beliefs that are together at least so probable are believed; below, something else was said."""

QUESTIONABLE = 0.25
"""A legal move at least so probable is asked about, also where an illegal one sounds likelier.

Measured in quiet, noise and halls: of 600 legal moves 10 were objected to and now 2 are;
of 600 that were not legal, 14 that were objected to are asked about now.
"""

_MOST_CHOICES = 3
"""More nobody keeps in mind; the right move was hardly ever the fourth."""

_MOST_ALIKE = 4
"""The same of what one and the same words leave open: four pieces a pawn may become."""

_WORTH_ASKING = 0.1
"""Of the probability of the best."""

_NEAR = 25.0
"""Nats: whatever explains the sound this nearly as well as the best choice is asked about.

Among words that mean nothing here a move seems less probable than its rival, though it sounds
alike; this is what a tenth of the best one's probability is without such words.
"""


def worth_asking(beliefs: tuple[Belief, ...], heard: Heard) -> tuple[Meaning, ...]:
    """The few that are worth asking about, by how probable they are.

    Nobody is asked whether they repeated or began a move.
    """
    if not beliefs or _is_no_choice(beliefs[0]):
        return ()
    found = [belief for belief in beliefs if not _is_no_choice(belief)]
    least = beliefs[0].probability * _WORTH_ASKING
    near = _nearly_as_good(found, heard)
    worthy = [b for b in found if b.probability >= least or b.meaning in near]
    alike = sum(belief.words == worthy[0].words for belief in worthy)
    most = max(_MOST_CHOICES, min(alike, _MOST_ALIKE))
    return tuple(belief.meaning for belief in worthy[:most])


def illegal_announcement(
    beliefs: tuple[Belief, ...], heard: Heard, tokens: Tokens, position: Position
) -> IllegalAnnouncement | None:
    """What is wrong with these words, where they are likelier than anything that is possible."""
    if sum(belief.probability for belief in beliefs) >= LIKELY:
        return None
    if heard.exact is not None and _is_questionable(beliefs):
        return None
    return objection(tokens, position)


def is_vague_beginning(beliefs: tuple[Belief, ...], heard: Heard) -> bool:
    """One word of somebody's talk is soon mistaken for the first step of a move."""
    match beliefs:
        case (Belief(meaning=CommandMeaning(name=name)) as best, *_) if name == BEGINNING:
            least = CAREFUL.accept_at if heard.exact is None else LIKELY
            return best.probability < least or UNKNOWN_WORD in best.words
        case _:
            return False


def _is_questionable(beliefs: tuple[Belief, ...]) -> bool:
    match beliefs:
        case (best, *_):
            return best.probability >= QUESTIONABLE and not _is_no_choice(best)
        case _:
            return False


def _nearly_as_good(found: list[Belief], heard: Heard) -> frozenset[Meaning]:
    """By their best words; of a recogniser that scores exactly."""
    if heard.exact is None:
        return frozenset()
    scores = {each.words: each.log_likelihood for each in heard.hypotheses}
    least = max(scores[belief.words] for belief in found) - _NEAR
    return frozenset(belief.meaning for belief in found if scores[belief.words] >= least)


def _is_no_choice(belief: Belief) -> bool:
    meaning = belief.meaning
    return isinstance(meaning, CommandMeaning) and meaning.name in (REPETITION, BEGINNING)
