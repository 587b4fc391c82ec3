"""From a meaning to the command that it asks the game for, in the name of the person who spoke.

Words that come too late ask for nothing (`LateSound`).
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from voice_chess.arbiter.decide import may_resume
from voice_chess.arbiter.moves import may_answer
from voice_chess.game import agreements
from voice_chess.game.adjournment import AskToSeal, OpenEnvelope, Resume, SealMove
from voice_chess.game.agreements import (
    AcceptRematch,
    AcceptTakeback,
    DeclineRematch,
    DeclineTakeback,
    ProposeRematch,
    ProposeTakeback,
)
from voice_chess.game.clocks import ClaimFlag, StartClocks, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.draws import AcceptDraw, ClaimDraw, DeclineDraw, OfferDraw
from voice_chess.game.game_end import Resign
from voice_chess.game.information import AskInformation
from voice_chess.game.irregularities import ClaimIllegalMove, TakeBackTogether
from voice_chess.game.moves import (
    AnnounceMove,
    CorrectSlip,
    ExecuteMove,
    MoveAnnounced,
    PressClock,
    SlipCorrected,
)
from voice_chess.game.objections import ObjectToRelease, ObjectToTouch
from voice_chess.game.penalties import Appeal
from voice_chess.game.phases import Over, Sealing
from voice_chess.game.quickplay import ClaimQuickplay, RequestIncrement
from voice_chess.game.results import Result
from voice_chess.game.scoresheets import RecordMove, SignScore, awaited_writer
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.game.touch import Adjust, TouchPieces
from voice_chess.session.dialogue.arbiter_commands import moves_before
from voice_chess.session.dialogue.interpretation import Interpretation
from voice_chess.session.ledger import Ledger
from voice_chess.speech.commands import UNNAMED_CLAIM, claimed, squares_of
from voice_chess.speech.understanding.interpret import (
    NO,
    YES,
    CommandMeaning,
    Meaning,
    MoveMeaning,
    whose,
)
from voice_chess.speech.understanding.lichess import Viewpoint

_Plain = (
    PressClock
    | OfferDraw
    | RequestIncrement
    | Resign
    | Adjust
    | StopClocks
    | StartClocks
    | RecordMove
    | agreements.Commands
)
_PLAIN: dict[str, type[_Plain]] = {
    "press": PressClock,
    "offer-draw": OfferDraw,
    "increment": RequestIncrement,
    "resign": Resign,
    "adjust": Adjust,
    "arbiter": StopClocks,
    "pause": StopClocks,
    "continue": StartClocks,
    "written": RecordMove,
    "propose-takeback": ProposeTakeback,
    "accept-takeback": AcceptTakeback,
    "decline-takeback": DeclineTakeback,
    "rematch": ProposeRematch,
    "accept-rematch": AcceptRematch,
    "decline-rematch": DeclineRematch,
}

_DRAW_REPLIES: dict[str, type[AcceptDraw | DeclineDraw]] = {
    "accept": AcceptDraw,
    "decline": DeclineDraw,
}
ASKS: Mapping[str, type[Command]] = {
    **_PLAIN,
    **_DRAW_REPLIES,
    "correction": CorrectSlip,
    "seal": SealMove,
    "adjourn": AskToSeal,
    "see-score": AskInformation,
    "open-envelope": OpenEnvelope,
    "take-back-together": TakeBackTogether,
    "sign": SignScore,
    "object-to-touch": ObjectToTouch,
    "object-to-release": ObjectToRelease,
    "executed": ExecuteMove,
    "touched": TouchPieces,
}
"""The command to the game for the name of each spoken command, where the name alone decides it."""


_OF_ONE_ARGUMENT: Mapping[str, Callable[[Role, int, str], Command]] = {
    "correction": lambda by, at_ms, uci: CorrectSlip(by=by, at_ms=at_ms, uci=uci),
    "seal": lambda by, at_ms, uci: SealMove(by=by, at_ms=at_ms, text=uci),
    "object-to-touch": lambda by, at_ms, squares: ObjectToTouch(
        by=by, at_ms=at_ms, squares=squares_of(squares)
    ),
    "object-to-release": lambda by, at_ms, uci: ObjectToRelease(by=by, at_ms=at_ms, uci=uci),
}
"""The commands to the game that take the one argument of a spoken command."""
_OF_REMATCHES = frozenset({"accept-rematch", "decline-rematch"})
_AFTER_THE_GAME = {"yes": "accept-rematch", "no": "decline-rematch"}
_ANSWERS: Mapping[CommandMeaning, CommandMeaning] = {
    YES: CommandMeaning(name="accept"),
    NO: CommandMeaning(name="decline"),
}
_TO_A_DRAW_OFFER = {**_ANSWERS, CommandMeaning(name="offer-draw"): CommandMeaning(name="accept")}
_CALL = CommandMeaning(name="arbiter")
_REPLIES = frozenset({"accept", "decline"})
"""Replies that serve for any offer or proposal."""


def replied(
    meaning: Meaning, game: Game, speaker: Role | None = None, *, is_asked: bool = False
) -> Meaning:
    """Return what a reply refers to; any other meaning stays as it is.

    "Draw", "yes" and "no", said by the `speaker` to whom a draw is offered, are about that offer,
    and so are "yes" and "no" about moves that the opponent wants to take back.
    Accepting and declining refer to a draw, unless something else is proposed. After the game,
    when everybody was asked whether they want another one, a yes asks for it. A no is for the
    question that the program has just asked (`is_asked`), whatever else is proposed.
    A report that the opponent touched their piece is an objection, which the arbiter examines.
    A call for the arbiter where there is none can only stop the clock.
    """
    if meaning == _CALL and not game.table.occasion.has_arbiter:
        return CommandMeaning(name="pause")
    if not isinstance(meaning, CommandMeaning) or (is_asked and meaning == NO):
        return meaning
    if is_of_the_opponent(meaning, game, speaker):
        return CommandMeaning(name="object-to-touch", args=("".join(meaning.args),))
    if game.is_over and game.proposed and meaning.name in _AFTER_THE_GAME:
        return CommandMeaning(name=_AFTER_THE_GAME[meaning.name])
    if game.is_over and meaning == YES:
        return CommandMeaning(name="rematch")
    if speaker is not None and not is_asked:
        meaning = _to_offers(speaker, game).get(meaning, meaning)
    if meaning.name in _REPLIES and game.proposed:
        return CommandMeaning(name=f"{meaning.name}-{game.proposed}")
    return meaning


def is_of_the_opponent(meaning: CommandMeaning, game: Game, speaker: Role | None) -> bool:
    """Return whether a player or their assistant reports that the opponent touched a piece.

    Then it is the opponent's move, and one of the opponent's own pieces was touched.
    """
    if meaning.name != "touched" or speaker is None or may_answer(game, speaker):
        return False
    if speaker.acts_for_white is not (not game.white_to_move):
        return False
    pieces = [game.position.piece_at(square) for square in meaning.args]
    return any(piece is not None and piece.isupper() is game.white_to_move for piece in pieces)


def _to_offers(role: Role, game: Game) -> Mapping[CommandMeaning, CommandMeaning]:
    """Return what a player's replies mean while the opponent offers a draw or a takeback."""
    turn, own = game.turn, role.acts_for_white
    if not role.is_player:
        return {}
    if turn.offer_by_white is not None:
        return _TO_A_DRAW_OFFER if turn.offer_by_white is not own else {}
    return _ANSWERS if turn.takeback is not None and turn.takeback[0] is not own else {}


def offered_to(game: Game) -> Role | None:
    """Return the player whose reply an open offer or proposal waits for; None if it is nobody's."""
    turn, phase = game.turn, game.phase
    if isinstance(phase, Over):
        by_white = phase.rematch_by_white
    elif turn.offer_by_white is not None:
        by_white = None if turn.is_offered_by_both else turn.offer_by_white
    else:
        by_white = None if turn.takeback is None else turn.takeback[0]
    return None if by_white is None else Role.player(white=not by_white)


def as_told(meaning: CommandMeaning, command: Command | None) -> CommandMeaning:
    """Add what the question tells, since an arbiter can change the result before the answer."""
    if not isinstance(command, SignScore):
        return meaning
    side = "white" if command.by.acts_for_white else "black"
    return replace(meaning, args=(side, command.result))


def is_on_move(by: Role | None, game: Game) -> bool:
    """Return whether this role can announce a move now: their own, or a reply or correction.

    True for an unknown speaker and for assistants, who speak about both sides' moves.
    """
    if by is None or by.is_assistant or game.turn.announcement is not None:
        return True
    return by.acts_for_white == game.white_to_move


def is_announced(meaning: Meaning, game: Game) -> bool:
    """Return whether the meaning is the move that is announced now."""
    announced = game.turn.announcement
    _, meant = whose(meaning)
    return announced is not None and meant == MoveMeaning(uci=announced.uci)


class LateSound:
    """Tells what was said before its speaker made their last move, and is heard only after it.

    A network, a busy machine or a browser that misses sound can keep words back. Whoever then
    clicks or types another move has changed their mind: the words must neither correct that move
    nor be taken for the next one, now or as a premove. All times are the game's, in ms. A spoken
    move is compared by the end of its sound: the game may date the move later, to the
    beginning of the turn, and words after it still come after it.
    """

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._sound_ms: dict[int, int] = {}
        """The end of the sound of the last move announced here, by the time in the game."""

    @contextmanager
    def heard(self, ended_ms: int) -> Iterator[None]:
        """Remember the end of an utterance if the block announces a move by it."""
        known = len(self._ledger.history)
        yield
        for happening in self._ledger.history[known:]:
            if isinstance(happening.event, MoveAnnounced | SlipCorrected):
                self._sound_ms = {happening.event.at_ms: ended_ms}

    def is_overtaken(self, found: Interpretation, by: Role | None) -> bool:
        """Return whether it was said before its speaker's last move, and must not follow it.

        Whatever it is, it is not about a move announced meanwhile. Once that is completed, a move
        is no later one, but questions and orders are as good then as before. `by` is None where
        nobody knows whose voice it was: then the last move of either side counts.
        """
        made_ms, game = self._last_made_ms(by), self._ledger.game
        if made_ms is None or found.heard.ended_ms >= self._sound_ms.get(made_ms, made_ms):
            return False
        is_own_turn = by is None or by.acts_for_white == game.white_to_move
        return (game.turn.announcement is not None and is_own_turn) or found.is_move

    def _last_made_ms(self, by: Role | None) -> int | None:
        events = (happening.event for happening in reversed(self._ledger.history))
        announced = (event for event in events if isinstance(event, MoveAnnounced | SlipCorrected))
        times = (made.at_ms for made in announced if by is None or by.acts_for_white is made.white)
        return next(times, None)


def lichess_asking(by: Role | None, game: Game) -> Viewpoint:
    """Return the side of the person who asks in Lichess's words, and if they are offered a draw."""
    is_white = (by or game.mover).acts_for_white
    offered_by = game.turn.offer_by_white
    return Viewpoint(
        is_white=is_white, is_offered=offered_by is not None and offered_by is not is_white
    )


def request(meaning: Meaning, game: Game, at_ms: int, role: Role | None = None) -> Command | None:
    """Return the command for the game; None if the meaning concerns the conversation alone.

    Without a `role` nobody knows whose voice it was. Then the words count as those of the side to
    move, so that nobody replies to their own offer in the other's name; after the game, the reply
    to a proposal counts as that of the player asked; and a report of a move as that of the player
    who has still to write their own last one.
    """
    by = role or _who_replies(meaning, game) or _who_writes(meaning, game) or game.mover
    match meaning:
        case MoveMeaning(uci=uci):
            return AnnounceMove(by=by, at_ms=at_ms, uci=uci)
        case CommandMeaning(name=name, args=(said,)) if name in _OF_ONE_ARGUMENT:
            return _OF_ONE_ARGUMENT[name](by, at_ms, said)
        case CommandMeaning(name="claim", args=args):
            return _claim(args, by, at_ms)
        case CommandMeaning(name="take-back-together", args=args):
            kept = moves_before(args, game) if args else _disputed(game)
            return TakeBackTogether(by=by, at_ms=at_ms, moves_kept=kept)
        case CommandMeaning(name="sign", args=(_, result)):
            return SignScore(by=by, at_ms=at_ms, result=Result(result))
        case CommandMeaning(name="continue" | "open-envelope") if may_resume(game, by):
            return Resume(by=by, at_ms=at_ms)
        case CommandMeaning(name="open-envelope"):
            # `sealed` opens it where the passphrases are known, and fills in the move.
            return OpenEnvelope(by=by, at_ms=at_ms, uci=None)
        case CommandMeaning(name="accept" | "decline" as name):
            return _DRAW_REPLIES[name](by=by, at_ms=at_ms)
        case CommandMeaning(name=name):
            return _plain(name, game, by, at_ms)


def _disputed(game: Game) -> int:
    """Return the number of moves before the one that is to be taken back, or 0 if all are legal.

    It is the move that a player has asked about, or else the last illegal one.
    """
    wanted = game.turn.correction
    return max(game.position.illegal, default=0) if wanted is None else wanted[1]


def _who_replies(meaning: Meaning, game: Game) -> Role | None:
    over = game.phase
    if not isinstance(over, Over) or over.rematch_by_white is None:
        return None
    is_reply = isinstance(meaning, CommandMeaning) and meaning.name in _OF_REMATCHES
    return Role.player(white=not over.rematch_by_white) if is_reply else None


def _who_writes(meaning: Meaning, game: Game) -> Role | None:
    white = awaited_writer(game) if meaning == CommandMeaning(name="written") else None
    return None if white is None else Role.player(white=white)


def _plain(name: str, game: Game, by: Role, at_ms: int) -> Command | None:
    """Return the command of a name alone; a press after a sealed move closes its envelope."""
    if name == "adjourn":
        return AskToSeal(by=by, at_ms=at_ms, resumption="")
    if name == "see-score":
        return AskInformation(by=by, at_ms=at_ms, about="score")
    if name == "sign":
        result = game.phase.result if isinstance(game.phase, Over) else Result.VOID
        return SignScore(by=by, at_ms=at_ms, result=result)
    closes = name == "press" and isinstance(game.phase, Sealing)
    kind = StopClocks if closes else _PLAIN.get(name)
    return None if kind is None else kind(by=by, at_ms=at_ms)


def _claim(args: tuple[str, ...], by: Role, at_ms: int) -> Command | None:
    match claimed(args):
        case draw, uci if draw == UNNAMED_CLAIM:
            return ClaimDraw(by=by, at_ms=at_ms, kind=None, uci=uci)
        case (("repetition" | "fifty" as kind), uci):
            return ClaimDraw(by=by, at_ms=at_ms, kind=kind, uci=uci)
        case "quickplay", _:
            return ClaimQuickplay(by=by, at_ms=at_ms)
        case (("cannot-win" | "no-effort" | "both-grounds" as ground), _):
            return ClaimQuickplay(by=by, at_ms=at_ms, ground=ground)
        case "time", _:
            return ClaimFlag(by=by, at_ms=at_ms)
        case "illegal-move", _:
            return ClaimIllegalMove(by=by, at_ms=at_ms)
        case "ruling", _:
            return Appeal(by=by, at_ms=at_ms)
        case _:
            return None
