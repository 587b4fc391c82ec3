"""What comes to a game from its seats, one thing after the other, and what is done about each.

Times are those of the session's `TimeSource`.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from voice_chess.game.commands import (
    AnnounceMove,
    Command,
    ExecuteMove,
    OpenEnvelope,
    PressClock,
    RepeatMove,
    TouchPieces,
)
from voice_chess.game.table import Role
from voice_chess.session.ear import Ear
from voice_chess.session.evidence import LineTyped
from voice_chess.session.expectation import REPETITION
from voice_chess.session.sealing import opened
from voice_chess.session.seat_ear import deaf_ear
from voice_chess.session.seat_talk import SeatTalk, Sitter
from voice_chess.session.seated_game import SeatedGame
from voice_chess.session.telling import ReasonGiven
from voice_chess.session.typed import as_heard, as_move, offers_draw, wrong_in_writing
from voice_chess.speech.hypothesis import Heard
from voice_chess.speech.meaning import CommandMeaning

Outcome = Literal["done", "refused", "stale"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FromSeat:
    listener: str
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidInText(FromSeat):
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted(FromSeat):
    """A command by its name, as a button gives it."""

    command: CommandMeaning


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedByHand(FromSeat):
    """On a board that shows this many half-moves; the clock is pressed with it."""

    uci: str
    ply: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Handled(FromSeat):
    """On the peg board: pieces touched, or the announced move executed."""

    squares: tuple[str, ...]
    is_executed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(FromSeat):
    """A command with its reason; whether it may be given is for the game to say."""

    command: Command
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoke(FromSeat):
    """An utterance, and the ear that heard it."""

    heard: Heard
    ear: Ear


@dataclass(frozen=True, slots=True, kw_only=True)
class Seated:
    sitter: Sitter


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseated:
    listener: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Present:
    """Those roles that have somebody at the table."""

    here: frozenset[Role]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """The program itself was gone, and last seen running at this time."""

    alive_ms: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePassed:
    """Nobody did anything."""


SeatEntry: TypeAlias = (
    SaidInText
    | Wanted
    | MovedByHand
    | Handled
    | Decided
    | Spoke
    | Seated
    | Unseated
    | Present
    | Gone
    | TimePassed
)


def attend(game: SeatedGame, entry: SeatEntry) -> Outcome:
    """Do what came. Raises `JournalLost` or `Conflict`; then nothing has happened."""
    match entry:
        case Seated(sitter=sitter):
            game.seat(sitter)
        case Unseated(listener=listener):
            game.unseat(listener)
        case Present(here=here):
            game.came(here)
        case Gone(alive_ms=alive_ms):
            game.go_on(alive_ms)
        case TimePassed():
            game.look()
        case _:
            return _answer(game, game.talk(entry.listener), entry)
    return "done"


def _answer(
    game: SeatedGame,
    talk: SeatTalk,
    entry: SaidInText | Wanted | MovedByHand | Handled | Decided | Spoke,
) -> Outcome:
    talk.begin()
    at_ms, by = entry.at_ms, talk.sitter.role
    match entry:
        case SaidInText(text=text):
            _read(game, talk, text, at_ms)
        case Spoke(heard=heard, ear=ear):
            talk.understand(heard, ear)
        case Wanted(command=CommandMeaning(name=name)) if name == REPETITION:
            talk.do(RepeatMove(by=by, at_ms=at_ms, uci=game.game.last_move or ""))
        case Wanted(command=command):
            talk.take(command, began_ms=at_ms, at_ms=at_ms)
        case MovedByHand():
            return _move(game, talk, entry)
        case Handled(is_executed=True):
            talk.do(ExecuteMove(by=by, at_ms=at_ms))
        case Handled(squares=squares):
            talk.do(TouchPieces(by=by, at_ms=at_ms, squares=squares))
        case Decided(command=command, reason=reason):
            _decide(game, talk, command, reason)
    return "refused" if talk.was_refused else "done"


def _decide(game: SeatedGame, talk: SeatTalk, command: Command, reason: str) -> None:
    """What was decided, then why; a reason is kept whether it helped or not."""
    if reason:
        why = f"{type(command).__name__}: {reason}"
        game.note(LineTyped(at_ms=command.at_ms, text=why, by=talk.sitter.role))
    if isinstance(command, OpenEnvelope) and command.uci is None and not command.was_lost:
        uci = opened(game.game, talk.manner.language, game.ledger.game_id, None)
        command = replace(command, uci=uci)
    talk.do(command)
    if reason and not talk.was_refused:
        game.tell(ReasonGiven(text=reason))


def _read(game: SeatedGame, talk: SeatTalk, text: str, at_ms: int) -> None:
    game.note(LineTyped(at_ms=at_ms, text=text, by=talk.sitter.role))
    language = talk.manner.language
    position = talk.expected.position
    move = as_move(text, position, language)
    if move is not None:
        talk.take(move, began_ms=at_ms, at_ms=at_ms)
        if not talk.was_refused and offers_draw(text, position, language):
            talk.take(CommandMeaning(name="offer-draw"), began_ms=at_ms, at_ms=at_ms)
        return
    ear = deaf_ear(talk.sitter.house)
    ear.expect(talk.expected)
    heard = as_heard(text, at_ms, language)
    wrong = None if ear.beliefs(heard, language) else wrong_in_writing(text, position, language)
    if wrong is not None:
        talk.not_understood(wrong)
        return
    talk.understand(heard, ear, is_typed=True)


def _move(game: SeatedGame, talk: SeatTalk, moved: MovedByHand) -> Outcome:
    """Announced, executed and pressed at once; an answer lets the opponent's move be pressed."""
    at_ms, by = moved.at_ms, talk.sitter.role
    turn, mover_is_white = game.game.turn, game.game.white_to_move
    is_answer = turn.announcement is not None and by.acts_for_white != mover_is_white
    if is_answer and moved.ply == len(game.game.position.moves) + 1:
        game.end_turn(at_ms)
    if moved.ply != len(game.game.position.moves):
        return "stale"
    talk.do(AnnounceMove(by=by, at_ms=at_ms, uci=moved.uci))
    if talk.was_refused or game.game.turn.announcement is None:
        return "refused" if talk.was_refused else "done"
    if game.game.table.customs.execution == "reported":
        talk.do(ExecuteMove(by=by, at_ms=at_ms))
    if not talk.was_refused:
        talk.do(PressClock(by=by, at_ms=at_ms))
    return "refused" if talk.was_refused else "done"
