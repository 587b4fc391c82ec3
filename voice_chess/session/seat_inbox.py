"""What comes to a game from its seats, one thing after the other, and what is done about each.

Times are those of the session's `TimeSource`.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias, assert_never

from voice_chess.game.commands import (
    AnnounceMove,
    Command,
    ExecuteMove,
    RepeatMove,
    TouchPieces,
)
from voice_chess.game.table import Role
from voice_chess.session.expectation import REPETITION, Expectation
from voice_chess.session.live_game import LiveGame
from voice_chess.session.patient_record import PatientRecord
from voice_chess.session.seat import Seat, sit_down
from voice_chess.session.seat_voice import Sitter
from voice_chess.speech.hypothesis import Heard
from voice_chess.speech.meaning import CommandMeaning, MoveMeaning
from voice_chess.speech.sentence import phrase
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.sensing import Felt

Outcome = Literal["done", "refused", "stale"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FromSeat:
    listener: str
    at_ms: int

    @property
    def was_heard(self) -> bool:
        """By ears that may be wrong; what is written or clicked nobody can have misheard."""
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidInText(FromSeat):
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted(FromSeat):
    """A command by its name, as a button gives it."""

    command: CommandMeaning


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedByHand(FromSeat):
    """On a board that shows this many half-moves."""

    uci: str
    ply: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Handled(FromSeat):
    """On the peg board: pieces touched, or the announced move executed."""

    squares: tuple[str, ...]
    is_executed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(FromSeat):
    """A command as it was given; whether it may be is for the game to say."""

    command: Command


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTold(FromSeat):
    """A player's own board as it stands; their score has so many moves of the game, or all."""

    board: PegBoard
    agreed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciled(FromSeat):
    """What was found of boards that differ is done, or left."""

    accepts: bool
    in_words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrusted(FromSeat):
    """A passphrase for the envelope of this game."""

    passphrase: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoke(FromSeat):
    """An utterance, and what was expected when it was heard."""

    heard: Heard
    expected: Expectation

    @property
    def was_heard(self) -> bool:
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTells(FromSeat):
    """The board that a player has joined has felt this."""

    happenings: tuple[Felt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardStands(FromSeat):
    """It has told nothing for a while, or for long."""

    is_long: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardLeft(FromSeat):
    """It is not joined any more; `is_lost`: that was nobody's wish."""

    is_lost: bool


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
    """The program itself was gone until now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Woken:
    """The machine has slept until now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiskFull:
    """The journal could not be written, or this sound."""

    sound: PatientRecord | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimePassed:
    """Nobody did anything."""


_Answered: TypeAlias = (
    SaidInText
    | Wanted
    | MovedByHand
    | Handled
    | Decided
    | BoardTold
    | Reconciled
    | Entrusted
    | Spoke
)
"""What a seat asks for, and gets an answer to."""

_OfBoards: TypeAlias = BoardTells | BoardStands | BoardLeft

SeatEntry: TypeAlias = (
    _Answered | _OfBoards | Seated | Unseated | Present | Gone | Woken | DiskFull | TimePassed
)


def attend(game: LiveGame[Seat], entry: SeatEntry) -> Outcome:
    """Do what came. Raises `JournalLost` or `Conflict`; then nothing has happened."""
    match entry:
        case Seated(sitter=sitter):
            sit_down(game, sitter)
        case Unseated(listener=listener):
            game.leave(listener)
        case Present(here=here):
            game.came(here)
        case Gone():
            game.go_on()
        case Woken():
            game.wake()
        case DiskFull(sound=sound):
            game.halt(sound)
        case TimePassed():
            game.look()
        case BoardTells() | BoardStands() | BoardLeft():
            _feel(game, game.participant(entry.listener), entry)
        case _:
            return _answer(game, game.participant(entry.listener), entry)
    return "done"


def _answer(
    game: LiveGame[Seat],
    seat: Seat,
    entry: _Answered,
) -> Outcome:
    seat.talk.begin()
    if entry.was_heard:
        return _done(game, seat, entry)
    is_alone = isinstance(entry, MovedByHand)
    with game.pressing.written(entry.at_ms, seat.house, is_alone=is_alone):
        return _done(game, seat, entry)


def _done(game: LiveGame[Seat], seat: Seat, entry: _Answered) -> Outcome:
    at_ms, by = entry.at_ms, seat.by
    match entry:
        case SaidInText(text=text):
            seat.talk.read(text, at_ms)
        case Spoke(heard=heard, expected=expected):
            seat.talk.understand(heard, expected)
        case Wanted(command=CommandMeaning(name=name)) if name == REPETITION:
            seat.talk.do(RepeatMove(by=by, at_ms=at_ms, uci=game.game.last_move or ""))
        case Wanted(command=command):
            seat.talk.take(command, began_ms=at_ms, at_ms=at_ms)
        case MovedByHand():
            return _move(game, seat, entry)
        case _:
            _report(game, seat, entry)
    return "refused" if seat.talk.state.was_refused else "done"


def _report(
    game: LiveGame[Seat],
    seat: Seat,
    entry: Handled | Decided | BoardTold | Reconciled | Entrusted,
) -> None:
    at_ms, by = entry.at_ms, seat.by
    match entry:
        case Handled(is_executed=True):
            seat.talk.do(ExecuteMove(by=by, at_ms=at_ms))
        case Handled(squares=squares):
            seat.talk.do(TouchPieces(by=by, at_ms=at_ms, squares=squares))
        case Decided(command=command):
            seat.talk.order(command)
        case BoardTold(board=board, agreed=agreed):
            seat.boards.told(board, agreed, at_ms)
        case Reconciled(accepts=accepts, in_words=why):
            seat.boards.settle(by, at_ms, accepts=accepts, why=why)
        case Entrusted(passphrase=passphrase):
            game.keyring.give(by, passphrase)
            seat.talk.tell(lambda manner: phrase("envelope:key", manner.language))
        case _:
            assert_never(entry)


def _feel(game: LiveGame[Seat], seat: Seat, entry: _OfBoards) -> None:
    """What is played on a player's own board is played as if it were clicked."""
    board, at_ms = seat.felt_board, entry.at_ms
    seat.talk.begin()
    match entry:
        case BoardTells(happenings=happenings):
            seat.felt(happenings, at_ms)
        case BoardLeft(is_lost=is_lost):
            seat.parted(is_lost=is_lost)
        case BoardStands(is_long=is_long):
            played = board.played()
            if played is not None:
                moved = MovedByHand(
                    listener=entry.listener, at_ms=at_ms, uci=played.uci, ply=played.ply
                )
                _answer(game, seat, moved)
            elif is_long:
                board.object()
            else:
                board.settle(at_ms)


def _move(game: LiveGame[Seat], seat: Seat, moved: MovedByHand) -> Outcome:
    """Announced as if it were typed, and executed; an answer lets the opponent's be pressed."""
    at_ms, by = moved.at_ms, seat.by
    turn, mover_is_white = game.game.turn, game.game.white_to_move
    is_answer = turn.announcement is not None and by.acts_for_white != mover_is_white
    if is_answer and moved.ply == len(game.game.position.moves) + 1:
        game.end_turn(at_ms)
    if moved.ply != len(game.game.position.moves):
        return "stale"
    if by.is_assistant and turn.announcement is not None and not is_answer:
        # Their player's announced move is corrected, not answered.
        seat.talk.do(AnnounceMove(by=by, at_ms=at_ms, uci=moved.uci))
    else:
        seat.talk.take(MoveMeaning(uci=moved.uci), began_ms=at_ms, at_ms=at_ms)
    is_announced = not seat.talk.state.was_refused and game.game.turn.announcement is not None
    if is_announced and game.game.table.customs.execution == "reported":
        seat.talk.do(ExecuteMove(by=by, at_ms=at_ms))
    return "refused" if seat.talk.state.was_refused else "done"
