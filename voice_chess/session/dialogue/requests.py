"""What a player means, as a request to the game: whose it is, and when it was said."""

from collections.abc import Mapping

from voice_chess.arbiter.game_end import ending_at_once
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game import agreements
from voice_chess.game.adjournment import AskToSeal, OpenEnvelope, SealMove
from voice_chess.game.agreements import (
    AcceptRematch,
    AcceptTakeback,
    DeclineRematch,
    DeclineTakeback,
    ProposeRematch,
    ProposeTakeback,
)
from voice_chess.game.clocks import ClaimFlag, ClocksSet, SetClocks, StartClocks, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.draws import AcceptDraw, ClaimDraw, DeclineDraw, OfferDraw
from voice_chess.game.game_end import EndGame, GameEnded, Resign, RuleOnMatingChance
from voice_chess.game.information import AskInformation
from voice_chess.game.irregularities import (
    ClaimIllegalMove,
    GoBack,
    ReportFault,
    ReportTwoHands,
)
from voice_chess.game.moves import (
    AnnounceMove,
    CorrectSlip,
    ExecuteMove,
    MoveAnnounced,
    PressClock,
    SlipCorrected,
)
from voice_chess.game.objections import RuleOnObjection
from voice_chess.game.penalties import Expel, PlayerExpelled
from voice_chess.game.quickplay import ClaimQuickplay, RequestIncrement, RuleOnQuickplay
from voice_chess.game.scoresheets import ResultSettled, RuleOnResult
from voice_chess.game.state import Game, Over, Sealing
from voice_chess.game.table import Role
from voice_chess.game.touch import Adjust, TouchPieces
from voice_chess.session.dialogue.roles import whose
from voice_chess.session.dialogue.waiting import ConfirmingMove, ConfirmingOrder
from voice_chess.speech.commands import claimed
from voice_chess.speech.understanding.lichess import Viewpoint
from voice_chess.speech.understanding.meaning import CommandMeaning, Meaning, MoveMeaning

_Plain = (
    PressClock
    | OfferDraw
    | RequestIncrement
    | Resign
    | Adjust
    | StopClocks
    | StartClocks
    | agreements.Commands
)
_PLAIN: dict[str, type[_Plain]] = {
    "press": PressClock,
    "offer-draw": OfferDraw,
    "increment": RequestIncrement,
    "resign": Resign,
    "adjust": Adjust,
    "arbiter": StopClocks,
    "continue": StartClocks,
    "propose-takeback": ProposeTakeback,
    "accept-takeback": AcceptTakeback,
    "decline-takeback": DeclineTakeback,
    "rematch": ProposeRematch,
    "accept-rematch": AcceptRematch,
    "decline-rematch": DeclineRematch,
}
_RULINGS = (
    EndGame,
    GoBack,
    ReportFault,
    RuleOnMatingChance,
    RuleOnObjection,
    RuleOnQuickplay,
    RuleOnResult,
    SetClocks,
    ClaimFlag,
    ClaimIllegalMove,
    Expel,
    ReportTwoHands,
)
"""What an arbiter decides or has seen; what a sealed move is, they only state."""

_CLOSES = frozenset({"press", "seal"})
_ANSWERS: dict[str, type[AcceptDraw | DeclineDraw]] = {"accept": AcceptDraw, "decline": DeclineDraw}
ASKS: Mapping[str, type[Command]] = {
    **_PLAIN,
    **_ANSWERS,
    "correction": CorrectSlip,
    "seal": SealMove,
    "adjourn": AskToSeal,
    "see-score": AskInformation,
    "open-envelope": OpenEnvelope,
    "executed": ExecuteMove,
    "touched": TouchPieces,
}
"""What a spoken command asks the game for, where its name alone tells."""


_OF_REMATCHES = frozenset({"accept-rematch", "decline-rematch"})
_AFTER_THE_GAME = {"yes": "accept-rematch", "no": "decline-rematch"}
_REPLIES = frozenset({"accept", "decline"})
"""One word for whatever waits for an answer."""


def replied(meaning: Meaning, game: Game) -> Meaning:
    """Accepting and declining concern a draw, unless something else is proposed.

    Where everybody was asked whether there is to be another game, yes asks for it.
    """
    if not isinstance(meaning, CommandMeaning):
        return meaning
    if game.is_over and meaning.name in _AFTER_THE_GAME:
        name = _AFTER_THE_GAME[meaning.name] if game.proposed else "rematch"
        return CommandMeaning(name=name)
    if meaning.name in _REPLIES and game.proposed:
        return CommandMeaning(name=f"{meaning.name}-{game.proposed}")
    return meaning


def addressee(by: Role | None, game: Game) -> Role:
    """Whose affair it is: the side of the speaker, or of whom they speak for; else the mover's."""
    side = None if by is None else by.acts_for_white
    return game.mover if side is None else Role.player(white=side)


def is_overtaken(ended_ms: int, by: Role | None, game: Game) -> bool:
    """It was said before the move that they have announced since: it corrects nothing of that.

    So late is what a network or a machine has kept back, while a move was typed or clicked.
    """
    said = game.turn.announcement
    is_older = said is not None and ended_ms < said.at_ms
    return is_older and (by is None or by.acts_for_white == game.white_to_move)


def is_on_move(by: Role | None, game: Game) -> bool:
    """Their move is awaited, or the reply to one that can still be corrected."""
    if by is None or by.is_assistant or game.turn.announcement is not None:
        return True
    return by.acts_for_white == game.white_to_move


def is_announced(meaning: Meaning, game: Game) -> bool:
    """It was a move, and stands."""
    announced = game.turn.announcement
    _, meant = whose(meaning)
    return announced is not None and meant == MoveMeaning(uci=announced.uci)


def lichess_asking(by: Role | None, game: Game) -> Viewpoint:
    """The asker in Lichess's words, and whether a draw is offered to them."""
    is_white = (by or game.mover).acts_for_white
    offered_by = game.turn.offer_by_white
    return Viewpoint(
        is_white=is_white, is_offered=offered_by is not None and offered_by is not is_white
    )


def request(meaning: Meaning, game: Game, at_ms: int, role: Role | None = None) -> Command | None:
    """The command for the game, or None for what concerns the conversation alone.

    Unless a role says whose it is, nobody knows whose voice it was: what is said belongs to the
    side to move, so that nobody answers their own offer in the other's name. Once nobody is on move
    any more, the answer to a proposal belongs to the one asked.
    """
    by = role or _who_replies(meaning, game) or game.mover
    match meaning:
        case MoveMeaning(uci=uci):
            return AnnounceMove(by=by, at_ms=at_ms, uci=uci)
        case CommandMeaning(name="correction", args=(uci,)):
            return CorrectSlip(by=by, at_ms=at_ms, uci=uci)
        case CommandMeaning(name="seal", args=(uci,)):
            return SealMove(by=by, at_ms=at_ms, text=uci)
        case CommandMeaning(name="claim", args=args):
            return _claim(args, by, at_ms)
        case CommandMeaning(name="open-envelope"):
            # Whether it can be opened, and what is in it, those know who have the passphrases.
            return OpenEnvelope(by=by, at_ms=at_ms, uci=None)
        case CommandMeaning(name="accept" | "decline" as name):
            return _ANSWERS[name](by=by, at_ms=at_ms)
        case CommandMeaning(name=name):
            return _plain(name, game, by, at_ms)


def _who_replies(meaning: Meaning, game: Game) -> Role | None:
    over = game.phase
    if not isinstance(over, Over) or over.rematch_by_white is None:
        return None
    is_reply = isinstance(meaning, CommandMeaning) and meaning.name in _OF_REMATCHES
    return Role.player(white=not over.rematch_by_white) if is_reply else None


def done_by_hands(meaning: Meaning, by: Role, at_ms: int) -> Command | None:
    """A move that stands on the board, pieces touched; None for anything else."""
    match meaning:
        case CommandMeaning(name="executed"):
            return ExecuteMove(by=by, at_ms=at_ms)
        case CommandMeaning(name="touched", args=squares):
            return TouchPieces(by=by, at_ms=at_ms, squares=squares)
        case _:
            return None


def _plain(name: str, game: Game, by: Role, at_ms: int) -> Command | None:
    """What needs nothing but its name; the press behind a sealed move closes its envelope."""
    if name == "adjourn":
        return AskToSeal(by=by, at_ms=at_ms, resumption="")
    if name == "see-score":
        return AskInformation(by=by, at_ms=at_ms, about="score")
    closes = name in _CLOSES and isinstance(game.phase, Sealing)
    kind = StopClocks if closes else _PLAIN.get(name)
    return None if kind is None else kind(by=by, at_ms=at_ms)


def ending_soon(after: Game, command: Command, ruling: Ruling) -> ConfirmingMove | None:
    """How an announcement would end the game as soon as it is not corrected; None if it won't.

    `after` is the game as the ruling would leave it. Where hands are reported, they confirm it.
    """
    if not isinstance(command, AnnounceMove | CorrectSlip):
        return None
    if not isinstance(ruling, tuple) or not isinstance(ruling[-1], MoveAnnounced | SlipCorrected):
        return None
    uci = after.unpressed
    events = () if uci is None else ending_at_once(after, uci, at_ms=command.at_ms)
    ends = [event.reason for event in events if isinstance(event, GameEnded)]
    return ConfirmingMove(command=command, reason=ends[0]) if ends else None


def grave_order(command: Command, ruling: Ruling) -> ConfirmingOrder | None:
    """What an arbiter's ruling would end or set; None for one that does neither, or is refused."""
    if command.by is not Role.ARBITER or not isinstance(command, _RULINGS):
        return None
    events = ruling if isinstance(ruling, tuple) else ()
    grave = [
        event
        for event in events
        if isinstance(event, GameEnded | ClocksSet | PlayerExpelled | ResultSettled)
    ]
    return ConfirmingOrder(command=command, outcome=grave[-1]) if grave else None


def _claim(args: tuple[str, ...], by: Role, at_ms: int) -> Command | None:
    match claimed(args):
        case (("repetition" | "fifty" as kind), uci):
            return ClaimDraw(by=by, at_ms=at_ms, kind=kind, uci=uci)
        case "quickplay", _:
            return ClaimQuickplay(by=by, at_ms=at_ms)
        case (("cannot-win" | "no-effort" as ground), _):
            return ClaimQuickplay(by=by, at_ms=at_ms, ground=ground)
        case "time", _:
            return ClaimFlag(by=by, at_ms=at_ms)
        case "illegal-move", _:
            return ClaimIllegalMove(by=by, at_ms=at_ms)
        case _:
            return None
