"""What a player means, as a request to the game: whose it is, and when it was said."""

from collections.abc import Mapping

from voice_chess.arbiter.decide import decide
from voice_chess.game.commands import (
    AcceptDraw,
    Adjust,
    AnnounceMove,
    AskToSeal,
    ClaimDraw,
    ClaimFlag,
    ClaimQuickplay,
    Command,
    CorrectSlip,
    DeclineDraw,
    ExecuteMove,
    OfferDraw,
    OpenEnvelope,
    PressClock,
    Resign,
    SealMove,
    StartClocks,
    StopClocks,
    TouchPieces,
)
from voice_chess.game.events import GameEnded, MoveAnnounced, SlipCorrected
from voice_chess.game.increment_commands import RequestIncrement
from voice_chess.game.record_commands import AskInformation
from voice_chess.game.state import Game, Sealing
from voice_chess.game.table import Role
from voice_chess.session.dialogue import ConfirmingMove
from voice_chess.speech.commands import CLAIMS
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning

_Plain = PressClock | OfferDraw | RequestIncrement | Resign | Adjust | StopClocks | StartClocks
_PLAIN: dict[str, type[_Plain]] = {
    "press": PressClock,
    "offer-draw": OfferDraw,
    "increment": RequestIncrement,
    "resign": Resign,
    "adjust": Adjust,
    "arbiter": StopClocks,
    "continue": StartClocks,
}
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


def mover(game: Game) -> Role:
    return Role.WHITE if game.white_to_move else Role.BLACK


def request(meaning: Meaning, game: Game, at_ms: int, role: Role | None = None) -> Command | None:
    """The command for the game, or None for what concerns the conversation alone.

    Unless a role says whose it is, nobody knows whose voice it was: what is said belongs to the
    side to move, an answer to an offer to the side that was offered.
    """
    by = role or mover(game)
    match meaning:
        case MoveMeaning(uci=uci):
            return AnnounceMove(by=by, at_ms=at_ms, uci=uci)
        case CommandMeaning(name="correction", args=(uci,)):
            return CorrectSlip(by=by, at_ms=at_ms, uci=uci)
        case CommandMeaning(name="seal", args=(uci,)):
            return SealMove(by=by, at_ms=at_ms, text=uci)
        case CommandMeaning(name="claim", args=args):
            return _claim(args, by, at_ms)
        case CommandMeaning(name="accept" | "decline" as name):
            return _ANSWERS[name](by=role or _offered(game), at_ms=at_ms)
        case CommandMeaning(name=name):
            return _plain(name, game, by, at_ms)


def _plain(name: str, game: Game, by: Role, at_ms: int) -> Command | None:
    """What needs nothing but its name; the press behind a sealed move closes its envelope."""
    if name == "adjourn":
        return AskToSeal(by=by, at_ms=at_ms, resumption="")
    if name == "see-score":
        return AskInformation(by=by, at_ms=at_ms, about="score")
    closes = name in _CLOSES and isinstance(game.phase, Sealing)
    kind = StopClocks if closes else _PLAIN.get(name)
    return None if kind is None else kind(by=by, at_ms=at_ms)


def ending_at_once(game: Game, command: Command) -> ConfirmingMove | None:
    """How an announcement would end the game before anybody could correct it; None if it won't."""
    if not isinstance(command, AnnounceMove | CorrectSlip):
        return None
    ruling = decide(game, command)
    events = ruling if isinstance(ruling, tuple) else ()
    is_said = any(isinstance(event, MoveAnnounced | SlipCorrected) for event in events)
    ends = [event.reason for event in events if isinstance(event, GameEnded)]
    return ConfirmingMove(command=command, reason=ends[0]) if is_said and ends else None


def _claim(args: tuple[str, ...], by: Role, at_ms: int) -> Command | None:
    """By repetition, unless he says what he claims; with the move he means to make, if he does."""
    named = [arg for arg in args if arg in CLAIMS]
    uci = next((arg for arg in args if arg not in CLAIMS), None)
    match named:
        case []:
            return ClaimDraw(by=by, at_ms=at_ms, kind="repetition", uci=uci)
        case ["repetition" | "fifty" as kind]:
            return ClaimDraw(by=by, at_ms=at_ms, kind=kind, uci=uci)
        case ["quickplay"]:
            return ClaimQuickplay(by=by, at_ms=at_ms, ground="cannot-win")
        case ["time"]:
            return ClaimFlag(by=by, at_ms=at_ms)
        case _:
            return None


def _offered(game: Game) -> Role:
    return Role.BLACK if game.turn.offer_by_white else Role.WHITE
