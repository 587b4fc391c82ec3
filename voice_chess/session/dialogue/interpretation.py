"""The interpretation of an utterance: decided once, from what was heard and what was expected.

Nothing is done or said here: a `Conversation` acts on the interpretation, the evidence keeps it,
and both read the same value. First the meanings are weighed; an answer to an open question gets
better odds, since the person asked probably answers. Then one of five outcomes follows:

- `Understood`: one meaning is clear, or the most probable one begins a move or a command;
- `Ambiguous`: several meanings are possible, or one that is not certain enough;
- `Objected`: the words clearly announce a move that is not legal, and legal ones are unlikely;
- `NotUnderstood`: somebody speaks to the program, and nothing fits;
- `Unheeded`: people talk, but not to the program.
"""

from dataclasses import dataclass, replace
from typing import TypeAlias

from voice_chess.languages.language import Language
from voice_chess.laws.notation import Untrue, is_uci
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import (
    BEGUN,
    HALF,
    REPETITION,
    Expectation,
)
from voice_chess.session.dialogue.open_question import MOVE_BEGUN
from voice_chess.session.dialogue.queries import ANSWERED, ASIDES
from voice_chess.session.dialogue.replies_before_moves import behind_reply
from voice_chess.session.evidence import Alternative, NotedReading, SoundSpan, UtteranceHeard
from voice_chess.speech.commands import WITH_MOVE
from voice_chess.speech.orders import NUMBERED_ORDERS
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.illegal_announcements import IllegalAnnouncement, objection
from voice_chess.speech.understanding.interpret import (
    CORRECTION,
    WORDS_OF_REPAIR,
    CommandMeaning,
    Meaning,
    MoveMeaning,
    is_one_of,
    untrue_word,
    whose,
    written,
)
from voice_chess.speech.understanding.mending import mended
from voice_chess.speech.understanding.parse import UNKNOWN, Tokens, parse, without_unknown_edges
from voice_chess.speech.understanding.scoring import (
    CAREFUL,
    UNKNOWN_WORD,
    Accepted,
    Belief,
    Caution,
    Halves,
    NothingFits,
    Unclear,
    Verdict,
    judge,
    weigh_by,
)

LIKELY = 0.5
"""The least total probability at which beliefs count; below it, something else was said."""

QUESTIONABLE = 0.25
"""A legal move at least so probable is asked about, even if an illegal one sounds likelier.

Measured in quiet, noise and halls: of 600 legal moves, the program objected to 10 without this
rule and to 2 with it; of 600 illegal ones, it now asks about 14 to which it objected before.
"""

_MOST_CHOICES = 3
"""The most choices of a question: nobody remembers more, and the fourth was hardly ever right."""

_MOST_ALIKE = 4
"""The most choices if the same words leave them open: a pawn can become one of four pieces."""

_WORTH_ASKING = 0.1
"""The least probability of a choice, as a share of the best one's."""

_NEAR = 25.0
"""A choice is also asked about if its score is at most this far below the best one's, in nats.

Next to words that mean nothing here, a move can seem less probable than a rival that sounds like
it. Without such words, this distance stands for a tenth of the best one's probability.
"""
_OFFER = "offer-draw"
"""The token of a draw offer, which may be said or written behind a move."""

_ADDRESSED = 2
"""Speech with this many known words, and no more unknown ones, is meant for the program."""
_FAVOUR = 8.0
"""The factor by which the odds of an answer grow while a question waits for it."""


def worth_asking(beliefs: tuple[Belief, ...], heard: Heard) -> tuple[Meaning, ...]:
    """Return the few meanings that are worth asking about, the most probable first.

    Nobody is asked whether they repeated or began a move.
    """
    if not beliefs or _is_no_choice(beliefs[0]):
        return ()
    found = _told_apart([belief for belief in beliefs if not _is_no_choice(belief)])
    least = beliefs[0].probability * _WORTH_ASKING
    near = _nearly_as_good(found, heard)
    worthy = [b for b in found if b.probability >= least or b.meaning in near]
    alike = sum(belief.words == worthy[0].words for belief in worthy)
    most = max(_MOST_CHOICES, min(alike, _MOST_ALIKE))
    return tuple(belief.meaning for belief in worthy[:most])


def illegal_announcement(
    beliefs: tuple[Belief, ...], heard: Heard, tokens: Tokens, position: Position
) -> IllegalAnnouncement | None:
    """Return what makes the words an illegal announcement; None if something legal is likelier."""
    if sum(belief.probability for belief in beliefs) >= LIKELY:
        return None
    if heard.exact is not None and _is_questionable(beliefs):
        return None
    return objection(tokens, position)


def is_vague_beginning(beliefs: tuple[Belief, ...], heard: Heard) -> bool:
    """Return whether the best belief is a beginning that is too uncertain to act on.

    A word of people's own talk is easily mistaken for the first step of a move. Half a command
    must be more certain still, because people use its words among themselves.
    """
    if not beliefs:
        return False
    best, *_ = beliefs
    match whose(best.meaning)[1]:
        case CommandMeaning(name=name) if name == HALF:
            least = CAREFUL.accept_at if heard.exact is None else CAREFUL.accept_exact_at
            return best.probability < least
        case CommandMeaning(name=name) if name in MOVE_BEGUN:
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
    """Return the meanings whose best words score within `_NEAR` of the best.

    It is empty for a recogniser that gives no exact scores.
    """
    if heard.exact is None:
        return frozenset()
    scores = {each.words: each.log_likelihood for each in heard.hypotheses}
    least = max(scores[belief.words] for belief in found) - _NEAR
    return frozenset(belief.meaning for belief in found if scores[belief.words] >= least)


def _told_apart(beliefs: list[Belief]) -> list[Belief]:
    """Return the beliefs, of those that differ only in who speaks the most probable one.

    A question names no speaker, so that these choices would be the same words.
    """
    first: dict[Meaning, Belief] = {}
    for belief in beliefs:
        first.setdefault(whose(belief.meaning)[1], belief)
    return list(first.values())


def _is_no_choice(belief: Belief) -> bool:
    return is_one_of((REPETITION, *BEGUN), belief.meaning)


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """The meaning is to be done; `is_clear` is False for a beginning that was heard uncertainly."""

    meaning: Meaning
    is_clear: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguous:
    """The speaker is asked about the choices, most probable first; none if no question helps."""

    choices: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Objected:
    """The speaker is to be told why their announcement is not legal in this position."""

    objection: IllegalAnnouncement
    position: Position


@dataclass(frozen=True, slots=True, kw_only=True)
class NotUnderstood:
    """The speaker is to say it again.

    `untrue` is a word that is not true of the move that they named in this position, if any.
    """

    untrue: Untrue | None = None
    position: Position | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unheeded:
    """The speech is to be ignored."""


Outcome: TypeAlias = Understood | Ambiguous | Objected | NotUnderstood | Unheeded


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation:
    """An utterance with its possible meanings, most probable first, and the outcome.

    `verdict` is the word for the outcome in the evidence: accept, ask, reject, refuse or ignore.
    """

    heard: Heard
    beliefs: tuple[Belief, ...]
    outcome: Outcome
    verdict: str

    @property
    def is_move(self) -> bool:
        """Whether a move is to be done."""
        done = self.outcome
        return isinstance(done, Understood) and isinstance(whose(done.meaning)[1], MoveMeaning)

    def evidence(self, span: SoundSpan | None = None) -> UtteranceHeard:
        """Return the evidence of it; `span` is the utterance's place in the sound record."""
        heard = self.heard
        return UtteranceHeard(
            at_ms=heard.ended_ms,
            verdict=self.verdict,
            alternatives=tuple(
                [
                    Alternative(words=found.words, log_likelihood=found.log_likelihood)
                    for found in heard.hypotheses
                ]
            ),
            readings=tuple(
                [
                    NotedReading(
                        meaning=written(belief.meaning), probability=round(belief.probability, 4)
                    )
                    for belief in self.beliefs
                ]
            ),
            level_dbfs=round(heard.level_dbfs, 1),
            sound=span,
        )


def interpret(
    heard: Heard,
    expected: Expectation,
    language: Language,
    caution: Caution,
    *,
    is_typed: bool = False,
) -> Interpretation:
    """Return the interpretation; what was typed is always meant for the program."""
    halves = expected.halves(language, is_typed=is_typed)
    beliefs = beliefs_of(heard, expected, language, caution, halves)
    verdict = judge(beliefs, heard, caution)
    wrong, is_idle, position = None, False, expected.position
    not_understood, is_correction = NotUnderstood(), False
    if sum([belief.probability for belief in beliefs]) < LIKELY:
        tokens = expected.completed(best_tokens(heard, language))
        announced, position = _announced(tokens, expected)
        wrong = illegal_announcement(beliefs, heard, announced, position)
        untrue = untrue_word(announced, position)
        not_understood = NotUnderstood(untrue=untrue, position=position)
        is_idle = wrong is None and not _is_addressed(tokens)
        # Such words are hardly people's talk, however little a beginning among them is worth.
        is_correction = wrong is not None and tokens[0] in WORDS_OF_REPAIR
    is_vague = not is_correction and is_vague_beginning(beliefs, heard)
    if not is_typed and (is_idle or is_vague):
        return Interpretation(heard=heard, beliefs=beliefs, outcome=Unheeded(), verdict="ignore")
    if wrong is None:
        outcome = _follows(verdict, beliefs, heard, not_understood)
    else:
        outcome = Objected(objection=wrong, position=position)
    outcome = _of_typed(outcome, heard, language) if is_typed else outcome
    name = _NAMES[type(verdict)] if wrong is None else "refuse"
    return Interpretation(heard=heard, beliefs=beliefs, outcome=outcome, verdict=name)


_NAMES: dict[type[Verdict], str] = {Accepted: "accept", Unclear: "ask", NothingFits: "reject"}


def beliefs_of(
    heard: Heard,
    expected: Expectation,
    language: Language,
    caution: Caution,
    halves: Halves | None = None,
) -> tuple[Belief, ...]:
    """Return the possible meanings, most probable first.

    Without `halves`, words are not read as the first half of a command.
    """
    understand = expected.understanding_of(heard)
    halves = halves or Halves(second=expected.second_half(language))
    if heard.exact is not None:
        halves = replace(halves, mended=lambda words: mended(words, language, understand, ASIDES))
    found = weigh_by(heard, language, understand, caution, halves)
    return _with_answers_favoured(found, expected)


def needs_nothing_more(verdict: Verdict) -> bool:
    """Return whether the verdict is clear and its meaning whole, so that nothing must follow."""
    if not isinstance(verdict, Accepted):
        return False
    return not is_one_of(BEGUN, verdict.belief.meaning)


def is_legal_still(meaning: Meaning, expected: Expectation) -> bool:
    """Return whether the move in the meaning, if any, is legal: the game may have gone on."""
    match meaning:
        case CommandMeaning(name=name, args=(uci,)) if name == CORRECTION:
            return expected.before is not None and expected.before.is_legal(uci)
        case MoveMeaning(uci=uci) | CommandMeaning(args=(*_, uci)) if is_uci(uci):
            return expected.position.is_legal(uci)
        case _:
            return True


def is_needless_repetition(found: Interpretation, expected: Expectation) -> bool:
    """Return whether it is understood as the opponent's move, which nobody has to repeat."""
    if not isinstance(found.outcome, Understood):
        return False
    if expected.said is None or expected.before is not None or expected.said.must_be_repeated:
        return False
    return is_one_of((REPETITION,), found.outcome.meaning)


def best_tokens(heard: Heard, language: Language) -> Tokens:
    """Return the tokens of the likeliest words, without unknown speech before and after them."""
    best = heard.likeliest
    return () if best is None else without_unknown_edges(parse(best.words, language))


def words_of(heard: Heard | None) -> str:
    """Return the likeliest words as text, "…" for unknown ones; empty if none was known."""
    best = None if heard is None else heard.likeliest
    if best is None or not set(best.words) - {UNKNOWN_WORD}:
        return ""
    return " ".join(best.words).replace(UNKNOWN_WORD, "…")


def _follows(
    verdict: Verdict, beliefs: tuple[Belief, ...], heard: Heard, not_understood: NotUnderstood
) -> Outcome:
    match verdict:
        case Accepted(belief=belief):
            return Understood(meaning=belief.meaning, is_clear=True)
        case Unclear(beliefs=(belief, *_)) if is_one_of(BEGUN, belief.meaning):
            return Understood(meaning=belief.meaning, is_clear=False)
        case Unclear(beliefs=(belief, *_)) if _is_numbered_order(belief.meaning):
            # After a no they can say the number again; a choice of numbers is hard to follow.
            return Ambiguous(choices=(belief.meaning,))
        case Unclear():
            return Ambiguous(choices=worth_asking(beliefs, heard))
        case NothingFits():
            return not_understood


def _of_typed(outcome: Outcome, heard: Heard, language: Language) -> Outcome:
    """Return what follows from a typed line, whose words are in no doubt.

    A question among other words is answered: that tells what was understood, and changes nothing.
    A single word that could begin a move begins none among more words that are unknown.
    """
    match outcome:
        case Ambiguous(choices=(only,)) if is_one_of(ANSWERED, only):
            return Understood(meaning=only, is_clear=True)
        case Understood(meaning=meaning) if is_one_of(MOVE_BEGUN, meaning):
            tokens = [] if heard.likeliest is None else parse(heard.likeliest.words, language)
            strange = sum(token == UNKNOWN for token in tokens)
            return NotUnderstood() if 2 * strange > len(tokens) else outcome
        case _:
            return outcome


def _is_numbered_order(meaning: Meaning) -> bool:
    _, meant = whose(meaning)
    return isinstance(meant, CommandMeaning) and meant.name in NUMBERED_ORDERS and bool(meant.args)


def _announced(tokens: Tokens, expected: Expectation) -> tuple[Tokens, Position]:
    """Return the announcement alone, and the position in which it must be legal.

    A command, a reply or a word of repair before it and a draw offer behind it are no part of it.
    """
    position = expected.position
    if tokens[:1] and tokens[0] in expected.commands & (WITH_MOVE - WORDS_OF_REPAIR):
        tokens = tokens[1:]
    elif tokens[:1] and tokens[0] in WORDS_OF_REPAIR and expected.correctable is not None:
        tokens, position = tokens[1:], expected.correctable.position
    elif expected.asked is None:
        tokens = behind_reply(tokens, expected.commands)
    return tokens[:-1] if tokens[-1:] == (_OFFER,) else tokens, position


def _is_addressed(tokens: Tokens) -> bool:
    strange = sum(token == UNKNOWN for token in tokens)
    return len(tokens) - strange >= max(_ADDRESSED, strange)


def _with_answers_favoured(
    beliefs: tuple[Belief, ...], expected: Expectation
) -> tuple[Belief, ...]:
    """Multiply the odds of every answer to the open question: the player asked probably answers."""
    awaited = {belief.meaning for belief in beliefs if expected.is_awaited(belief.meaning)}
    if not awaited:
        return beliefs
    odds = {belief.meaning: _FAVOUR if belief.meaning in awaited else 1.0 for belief in beliefs}
    total = 1.0 + sum((odds[belief.meaning] - 1.0) * belief.probability for belief in beliefs)
    favoured = (
        replace(belief, probability=belief.probability * odds[belief.meaning] / total)
        for belief in beliefs
    )
    return tuple(sorted(favoured, key=lambda belief: -belief.probability))
