"""A board that differs, told at a seat: play stands until it is settled what the Laws ask for."""

from collections.abc import Sequence
from typing import Protocol

from voice_chess.arbiter.decide import Ruling
from voice_chess.arbiter.permissions import PART_OF
from voice_chess.arbiter.reconciliation import AdjustBoard, BoardsAgree, GoBackTo, Reconciliation
from voice_chess.game.commands import Command, GoBack, StopClocks
from voice_chess.game.dispute_commands import CorrectBoard
from voice_chess.game.refusals import NothingToRuleOn, NotYourRole
from voice_chess.game.state import Game, InPlay
from voice_chess.game.table import Role
from voice_chess.laws.edition import Topic
from voice_chess.session.board_questions import PegSets, to_confirm
from voice_chess.session.conversation import Conversation
from voice_chess.session.house import House
from voice_chess.session.replies import Make
from voice_chess.session.seat_hands import step_words
from voice_chess.session.telling import Noticed, Output
from voice_chess.session.told_boards import Told, ToldBoards
from voice_chess.speech import hand_words
from voice_chess.speech.sentence import phrase
from voice_chess.tactile.guide import corrections
from voice_chess.tactile.peg_board import HoleDifference, PegBoard
from voice_chess.tactile.peg_set import PegSet


class AtASeat(Protocol):
    """One seat, as far as it is needed here."""

    @property
    def by(self) -> Role: ...

    @property
    def house(self) -> House: ...

    @property
    def talk(self) -> Conversation: ...

    @property
    def boards(self) -> PegSets: ...

    def show(self) -> None:
        """The page shows how the board stands."""


class Apart(Protocol):
    """A game whose people sit apart."""

    @property
    def game(self) -> Game: ...

    @property
    def boards(self) -> ToldBoards: ...

    def ask(self, command: Command) -> Ruling:
        """Decide, write, and tell everybody what happened. Raises `JournalLost`, `Conflict`."""

    def tell(self, output: Output) -> None: ...

    def seats_of(self, role: Role) -> Sequence[AtASeat]: ...


def show(game: Apart, seat: AtASeat, told: Told, at_ms: int) -> None:
    """A player tells of their board: the clocks stop for what must be put right."""
    white = seat.by.acts_for_white is True
    game.boards.take(told, white=white)
    finding = game.boards.finding(game.game)
    if finding is None or isinstance(finding, BoardsAgree):
        game.boards.forget()
        seat.talk.tell(lambda manner: phrase("compare:same", manner.language))
        return
    is_on = isinstance(game.game.phase, InPlay)
    if game.game.clock.is_running or not is_on:
        seat.talk.do(StopClocks(by=seat.by, at_ms=at_ms, why="displaced-pieces"))
    if seat.talk.state.was_refused:
        game.boards.forget()
        return
    _tell_differences(game, seat, told)
    position = game.game
    game.tell(Noticed(make=lambda language: to_confirm(finding, position, language)))


def awaits(game: Apart, role: Role) -> bool:
    """True while it is for this role to say yes or no to what was found."""
    return game.boards.are_told and _may_settle(game, role)


def settle(game: Apart, seat: AtASeat, at_ms: int, *, accepts: bool, why: str) -> None:
    """The arbiter has it done, or leaves everything; without one at the event, the other player."""
    finding, role = game.boards.finding(game.game), seat.by
    if finding is None:
        seat.talk.refuse(NothingToRuleOn(because=game.game.edition.cite(Topic.POSITIONS_DIFFER)))
    elif not _may_settle(game, role):
        seat.talk.refuse(NotYourRole(role=role, because=game.game.edition.cite(PART_OF[role])))
    elif accepts:
        _apply(game, finding, at_ms, why if role is Role.ARBITER else "")
    else:
        game.boards.forget()
        game.tell(Noticed(make=lambda language: phrase("Cancelled", language)))


def _may_settle(game: Apart, role: Role) -> bool:
    if game.game.table.occasion.has_arbiter or not role.is_player:
        return role is Role.ARBITER
    return not game.boards.is_only_from(white=role is Role.WHITE)


def _apply(game: Apart, finding: Reconciliation, at_ms: int, why: str) -> None:
    by = Role.ARBITER
    match finding:
        case BoardsAgree():
            pass
        case GoBackTo(moves_kept=kept):
            game.ask(GoBack(by=by, at_ms=at_ms, moves_kept=kept, why="scores-differ", in_words=why))
            game.tell(Noticed(make=lambda language: phrase("compare:times", language)))
        case adjustments:
            for adjustment in adjustments:
                white = adjustment.white
                game.ask(CorrectBoard(by=by, at_ms=at_ms, white=white, in_words=why))
                _tell_corrections(game, adjustment)
    game.boards.forget()


def _tell_differences(game: Apart, seat: AtASeat, told: Told) -> None:
    peg_set = seat.boards.peg_set(white=seat.by.acts_for_white is True)
    for hole in told.board.differences(PegBoard.from_fen(game.game.position.fen)):
        seat.talk.tell(_difference(hole, peg_set))


def _tell_corrections(game: Apart, adjustment: AdjustBoard) -> None:
    """To the player whose board it is, wherever they listen."""
    board = game.boards.board(game.game, white=adjustment.white)
    steps = corrections(board, PegBoard.from_fen(game.game.position.fen))
    for seat in game.seats_of(Role.player(white=adjustment.white)):
        peg_set = seat.boards.peg_set(white=adjustment.white)
        for step in steps:
            seat.talk.tell(step_words(step, peg_set))


def _difference(hole: HoleDifference, peg_set: PegSet) -> Make:
    return lambda manner: hand_words.difference(hole, manner.language, peg_set)
