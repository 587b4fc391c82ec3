"""Rules on draw offers and draw claims, and charges for a wrong claim."""

from collections.abc import Mapping
from dataclasses import replace

from voice_chess.arbiter.game_end import completed, ended
from voice_chess.arbiter.moves import made_unpressed, may_answer
from voice_chess.arbiter.recording import not_yet_recorded, written_already
from voice_chess.arbiter.ruling import Ruling
from voice_chess.arbiter.touch_obligation import has_let_go, not_free
from voice_chess.game.clocks import ClocksStarted, TimeAdded, TimeDeducted
from voice_chess.game.draws import (
    AcceptDraw,
    ClaimDraw,
    ClaimRejected,
    ClaimUpheld,
    DeclineDraw,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    OfferDraw,
)
from voice_chess.game.events import Event
from voice_chess.game.evolve import followed
from voice_chess.game.refusals import (
    BadField,
    ClaimLost,
    DrawAlreadyOffered,
    DrawNotYetAllowed,
    NoAgreedDraws,
    NoDrawOffered,
    NotALegalMove,
    NotYourMove,
    OwnDrawOffer,
    PromotionPieceMissing,
    Refusal,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game, PendingMove
from voice_chess.game.table import Role
from voice_chess.laws.draws import (
    ClaimKind,
    may_claim,
    may_claim_with,
    wrong_claim_deduction_ms,
)
from voice_chess.laws.notation import is_uci
from voice_chess.laws.reasons import NeedsPromotionPiece, why_not
from voice_chess.laws.topics import Topic

TOPICS: Mapping[ClaimKind, Topic] = {
    "repetition": Topic.REPETITION,
    "fifty": Topic.FIFTY_MOVES,
}
_ON_THE_BOARD: Mapping[ClaimKind, Topic] = {
    "repetition": Topic.APPEARED_REPETITION,
    "fifty": Topic.APPEARED_FIFTY,
}
_WITH_MOVE: Mapping[ClaimKind, Topic] = {
    "repetition": Topic.INTENDED_REPETITION,
    "fifty": Topic.INTENDED_FIFTY,
}
"""By ground, the topics of claims by the position, and by the move that is written down."""
REASONS: Mapping[ClaimKind, EndReason] = {
    "repetition": EndReason.REPETITION,
    "fifty": EndReason.FIFTY_MOVES,
}


def offer(game: Game, command: OfferDraw) -> Ruling:
    """Rule on an offer: valid at any time, but timely only between one's own move and the press."""
    white = command.by.acts_for_white is True
    because = game.edition.cite(Topic.DRAW_OFFER)
    if game.turn.offer_by_white is not None:
        return DrawAlreadyOffered(because=because)
    if game.edition.rules.draws.ban_covers_offers:
        made = made_unpressed(game, command.at_ms)
        early = banned(followed(game, made))
        if early is not None:
            return early
    is_timely = game.turn.announcement is not None and white == game.white_to_move
    return (DrawOffered(white=white, is_timely=is_timely, at_ms=command.at_ms),)


def accept(game: Game, command: AcceptDraw) -> Ruling:
    """Rule on accepting an offer that stands, or one passed over in words alone.

    The move that the offer came with is made, so it counts where an agreement needs so many moves.
    """
    white, no_offer = command.by.acts_for_white is True, _no_offer_for(game, command)
    is_instead = no_offer is not None and _has_only_spoken(game, white=white)
    if no_offer is not None and not is_instead:
        return no_offer
    made = () if is_instead else made_unpressed(game, command.at_ms)
    after = followed(game, made)
    if after.is_over:
        return made
    early = _too_early(after)
    if early is not None:
        return early
    agreed = (Result.DRAW, EndReason.AGREEMENT, Topic.AGREEMENT)
    accepted = DrawAccepted(white=white, at_ms=command.at_ms)
    return (*made, accepted, ended(game, agreed, command.at_ms))


def _has_only_spoken(game: Game, *, white: bool) -> bool:
    """Return whether a side has declined only by an announcement, which may be a slip or misheard.

    An offer is declined by a word against it or by a touch, and words alone are no move.
    """
    said, turn = game.turn.announcement, game.turn
    if said is None or said.is_executed or said.is_binding or said.answer is not None:
        return False
    is_theirs = turn.passed_over_by is white and game.white_to_move is white
    return is_theirs and not turn.touched and not has_let_go(game)


def decline(game: Game, command: DeclineDraw) -> Ruling:
    refusal = _no_offer_for(game, command)
    if refusal is not None:
        return refusal
    white = command.by.acts_for_white is True
    return (DrawDeclined(white=white, by="word", at_ms=command.at_ms),)


def claim(game: Game, command: ClaimDraw) -> Ruling:
    """Decide at once a claim by the position, or by the move written down.

    One that names no ground is upheld by the first that makes it right.
    """
    said = game.turn.announcement
    if said is not None and _is_to_be_answered(game, said, command.by):
        return _claim_ahead(game, said.uci, command)
    command = _with_announced_move(game, command)
    refusal = _no_claim(game, command)
    if refusal is not None:
        return refusal
    kind = _ground(game, command)
    if kind is None:
        return _rejected(game, command)
    topic = _topic_of_ground(kind, command)
    upheld = ClaimUpheld(
        white=game.white_to_move,
        kind=kind,
        uci=command.uci,
        because=game.edition.cite(topic),
        at_ms=command.at_ms,
    )
    return (upheld, ended(game, (Result.DRAW, REASONS[kind], topic), command.at_ms))


def _rejected(game: Game, command: ClaimDraw) -> tuple[Event, ...]:
    """Reject a claim; the move that it rests on stands on the claimant's scoresheet already."""
    white, at_ms = game.white_to_move, command.at_ms
    kind = command.kind
    topic = Topic.WRONG_CLAIM if kind is None else _topic_of_ground(kind, command)
    rejected = ClaimRejected(
        white=white,
        kind=kind,
        uci=command.uci,
        because=game.edition.cite(topic),
        at_ms=at_ms,
    )
    events = (rejected, *_price_of_wrong_claim(game, at_ms), *_going_on(game, command))
    if command.uci is None:
        return events
    return (*events, *written_already(followed(game, events), white=white, at_ms=at_ms))


def _is_to_be_answered(game: Game, said: PendingMove, by: Role) -> bool:
    """Return whether the announced move stands on the board and waits for this role's reply."""
    return said.is_executed and said.answer is None and may_answer(game, by)


def _claim_ahead(game: Game, uci: str, command: ClaimDraw) -> Ruling:
    """Complete an executed move without a press, because the opponent may claim now."""
    until_ms = game.charged_until_ms(command.at_ms)
    made = completed(game, uci, at_ms=command.at_ms, charged_until_ms=until_ms)
    ruling = claim(followed(game, made), command)
    return (*made, *ruling) if isinstance(ruling, tuple) else ruling


def _with_announced_move(game: Game, command: ClaimDraw) -> ClaimDraw:
    """Return the claim with the move that its claimant has announced, if only that makes it right.

    Who announces a move and then claims has declared the move that they intend to make.
    """
    said = game.turn.announcement
    is_by_position = command.uci is not None or _ground(game, command) is not None
    if said is None or is_by_position or command.by.acts_for_white != game.white_to_move:
        return command
    intended = replace(command, uci=said.uci)
    return command if _ground(game, intended) is None else intended


def _going_on(game: Game, command: ClaimDraw) -> tuple[Event, ...]:
    """Start the clocks again if the claimant stopped them in order to claim."""
    started = ClocksStarted(at_ms=command.at_ms)
    return (started,) if game.is_halted_to_claim(command.by) else ()


def _ground(game: Game, command: ClaimDraw) -> ClaimKind | None:
    """Return the ground by which a claim is right, or None."""
    kinds = TOPICS if command.kind is None else (command.kind,)
    return next((kind for kind in kinds if _is_right(game, kind, command.uci)), None)


def _is_right(game: Game, kind: ClaimKind, uci: str | None) -> bool:
    if uci is None:
        return may_claim(game.position, game.edition, kind)
    return may_claim_with(game.position, game.edition, kind, uci)


def _topic_of_ground(kind: ClaimKind, command: ClaimDraw) -> Topic:
    """Return the topic of the point on this ground: the position is there, or a move brings it."""
    return (_ON_THE_BOARD if command.uci is None else _WITH_MOVE)[kind]


def _topic_of(command: ClaimDraw) -> Topic:
    """Return the topic of the article on the claimed ground, or on claims if none is named."""
    return Topic.CLAIM if command.kind is None else TOPICS[command.kind]


def _no_claim(game: Game, command: ClaimDraw) -> Refusal | None:
    """Return why the claim can't be considered at all, or None."""
    cite = game.edition.cite
    if command.by.acts_for_white != game.white_to_move:
        return NotYourMove(because=cite(_topic_of(command)))
    said = game.turn.announcement
    has_touched = game.edition.rules.claims.lost_by == "touch" and game.turn.touched
    # Words alone are no move: they can be corrected until the press, or a reply to them.
    has_moved = said is not None and (said.is_executed or said.is_binding or bool(said.answer))
    if has_touched or has_moved or has_let_go(game):
        return ClaimLost(because=cite(Topic.CLAIM_LOST))
    if command.uci is None:
        return None
    return _cannot_mean(game, command.uci) or not_yet_recorded(game, at_ms=command.at_ms)


def _cannot_mean(game: Game, uci: str) -> Refusal | None:
    cite = game.edition.cite
    if not is_uci(uci):
        return BadField(field="uci", problem="not-a-move", because=cite(Topic.MOVEMENT))
    if not game.position.is_legal(uci):
        reason = why_not(game.position, uci)
        if isinstance(reason, NeedsPromotionPiece):
            return PromotionPieceMissing(uci=uci, because=cite(Topic.PROMOTION))
        return NotALegalMove.under(game.edition, uci, reason)
    return not_free(game, uci)


def _price_of_wrong_claim(game: Game, at_ms: int) -> tuple[Event, ...]:
    white = game.white_to_move
    because = game.edition.cite(Topic.WRONG_CLAIM)
    bonus_ms = game.edition.rules.claims.opponent_bonus_ms[game.speed]
    left_ms = game.left_ms(white=white, at_ms=at_ms)
    deducted_ms = wrong_claim_deduction_ms(left_ms, game.edition)
    added = TimeAdded(white=not white, ms=bonus_ms, because=because, at_ms=at_ms)
    if not deducted_ms:
        return (added,)
    deducted = TimeDeducted(white=white, ms=deducted_ms, because=because, at_ms=at_ms)
    return (added, deducted)


def _no_offer_for(game: Game, command: AcceptDraw | DeclineDraw) -> Refusal | None:
    because = game.edition.cite(Topic.DRAW_OFFER)
    turn = game.turn
    if turn.offer_by_white is None:
        return NoDrawOffered(because=because)
    is_own = turn.offer_by_white == command.by.acts_for_white
    if is_own and not turn.is_offered_by_both:
        return OwnDrawOffer(because=because)
    return None


def _too_early(game: Game) -> DrawNotYetAllowed | NoAgreedDraws | None:
    """Return a refusal before the move at which event and edition allow agreement, or None."""
    moves_by_both = len(game.position.moves) // 2
    needed = game.edition.rules.draws.moves_before_agreement
    if moves_by_both < needed:
        return DrawNotYetAllowed(move=needed, because=game.edition.cite(Topic.AGREEMENT))
    return banned(game)


def banned(game: Game) -> DrawNotYetAllowed | NoAgreedDraws | None:
    """Return a refusal where the event lets the players agree only with the arbiter, else None."""
    occasion, until = game.table.occasion, game.table.occasion.no_agreed_draw_before_move
    if not game.edition.rules.draws.may_ban_early_agreement:
        return None
    because = game.edition.cite(Topic.EARLY_AGREEMENT)
    if not occasion.has_agreed_draws:
        return NoAgreedDraws(because=because)
    if until is not None and len(game.position.moves) // 2 < until:
        may_consent = occasion.has_arbiter
        return DrawNotYetAllowed(move=until, may_arbiter_consent=may_consent, because=because)
    return None
