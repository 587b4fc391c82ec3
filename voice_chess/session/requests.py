"""What a player means, as a request to the game: whose it is, and when it was said."""

from voice_chess.game.commands import (
    AcceptDraw,
    Adjust,
    AnnounceMove,
    ClaimDraw,
    ClaimFlag,
    ClaimQuickplay,
    Command,
    CorrectSlip,
    DeclineDraw,
    OfferDraw,
    PressClock,
    Resign,
    StartClocks,
    StopClocks,
)
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.speech.commands import CLAIMS
from voice_chess.speech.meaning import CommandMeaning, Meaning, MoveMeaning

_PLAIN: dict[str, type[PressClock | OfferDraw | Resign | Adjust | StopClocks | StartClocks]] = {
    "press": PressClock,
    "offer-draw": OfferDraw,
    "resign": Resign,
    "adjust": Adjust,
    "arbiter": StopClocks,
    "continue": StartClocks,
}


def mover(game: Game) -> Role:
    return Role.WHITE if game.white_to_move else Role.BLACK


def request(meaning: Meaning, game: Game, at_ms: int) -> Command | None:
    """The command for the game, or None for what concerns the conversation alone.

    At one machine nobody knows whose voice it was: what is said belongs to the side to move, an
    answer to an offer to the side that was offered.
    """
    by = mover(game)
    match meaning:
        case MoveMeaning(uci=uci):
            return AnnounceMove(by=by, at_ms=at_ms, uci=uci)
        case CommandMeaning(name="correction", args=(uci,)):
            return CorrectSlip(by=by, at_ms=at_ms, uci=uci)
        case CommandMeaning(name="claim", args=args):
            return _claim(args, by, at_ms)
        case CommandMeaning(name="accept"):
            return AcceptDraw(by=_offered(game), at_ms=at_ms)
        case CommandMeaning(name="decline"):
            return DeclineDraw(by=_offered(game), at_ms=at_ms)
        case CommandMeaning(name=name):
            kind = _PLAIN.get(name)
            return None if kind is None else kind(by=by, at_ms=at_ms)


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
