"""Settling boards that differ from the game, in the same way at a table and at seats.

A player tells how their board stands and what they have written: a `ReportedBoard`. If something
must be put right, the clocks stop, and the result waits until a person who may decide says yes or
no. After a yes the game goes back, or the record says that a board was put right. Then hands are
guided from the reported board to that of the game, one board after the other. Where the program
guides them step by step, it knows when they are done, and starts the clocks that it had stopped;
at seats, somebody there starts them.

A report about a position that the game has left since is void.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol

from voice_chess.arbiter.decide import not_yours
from voice_chess.arbiter.reconciliation import BoardsAgree, GoBackTo, Reconciliation, reconcile
from voice_chess.arbiter.ruling import Ruling
from voice_chess.game.clocks import StartClocks, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.irregularities import CorrectBoard, GoBack
from voice_chess.game.phases import Adjourned, Arranged, InPlay, Over, StopReason
from voice_chess.game.refusals import NothingToRuleOn, Refusal
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.languages.language import Language
from voice_chess.laws.position import Position
from voice_chess.laws.topics import Topic
from voice_chess.session.boards.board_watch import board_of
from voice_chess.session.boards.own_board import OwnBoard
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.outputs import Noticed
from voice_chess.speech.generation import hand_words
from voice_chess.speech.generation.sentence import Sentence, phrase
from voice_chess.tactile.peg_board import PegBoard

_WHY: StopReason = "displaced-pieces"
_TO_ARBITER = ("compare:board", "compare:back")
_TO_PLAYERS = ("compare:board-players", "compare:back-players")
"""The questions whether to correct boards, and whether to go back; one is put to an arbiter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportedBoard:
    """A board as its player feels it; `score` is None if they have written what the game has."""

    board: PegBoard
    score: tuple[str, ...] | None = None


def finding_of(game: Game, told: Mapping[bool, ReportedBoard]) -> Reconciliation:
    """Return what must be done by the Laws about the reported boards, White's under True.

    A side that has reported nothing counts as having what the game has.
    """
    same = ReportedBoard(board=board_of(game))
    white, black = told.get(True, same), told.get(False, same)
    played = game.position.moves
    scores = (
        played if white.score is None else white.score,
        played if black.score is None else black.score,
    )
    if scores[0] == scores[1] != played:
        # The Laws know two scores. The program keeps a third one, and here only that was wrong.
        because = game.edition.cite(Topic.SCORES_DIFFER)
        return GoBackTo(moves_kept=_common(played, scores[0]), because=because)
    return reconcile(
        game.edition,
        game.position.rewound(0),
        boards=(white.board, black.board),
        scores=scores,
    )


def to_confirm(finding: Reconciliation, game: Game, language: Language) -> Sentence:
    """Return the sentence that asks the arbiter, or else the players, to confirm the finding."""
    board, back = _TO_ARBITER if game.table.occasion.has_arbiter else _TO_PLAYERS
    match finding:
        case GoBackTo(moves_kept=moves_kept):
            before = game.position.rewound(moves_kept)
            return hand_words.about_move(back, before, language)
        case BoardsAgree():
            return hand_words.about_side("compare:same", language, white=True)
        case adjustments:
            sides = [adjustment.white for adjustment in adjustments]
            return hand_words.about_sides(board, sides, language)


def _to_go_on(language: Language) -> Sentence:
    """Return the sentence about the word that lets the clocks run."""
    return phrase("resumed:wait", language, command=language.written("continue"))


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many moves from the start are the same."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


class ComparedGame(Protocol):
    """The game whose boards differ, and the people whose hands are guided there."""

    @property
    def game(self) -> Game: ...

    def ask(self, command: Command) -> Ruling:
        """Decide, write, and tell everybody what happened. Raises `JournalLost`, `Conflict`."""

    def tell(self, output: Noticed) -> None:
        """Tell everybody there."""

    def tell_arbiter(self, make: Make) -> None:
        """Tell an arbiter at a seat of their own; around a table they hear everything anyway."""

    def correct(self, board: PegBoard, *, white: bool) -> None:
        """Guide the hands of that player from this board to that of the game."""

    def leads(self, *, white: bool) -> bool:
        """Return whether the hands of that player are being guided now."""

    @property
    def leads_step_by_step(self) -> bool:
        """Whether hands are guided so that the program knows when a board has been put right."""

    @property
    def is_leading(self) -> bool:
        """Whether everybody waits for hands that are being guided now."""


class Settling:
    """The boards' reports, the boards to put right, and whether the clocks stand for them."""

    def __init__(self, place: ComparedGame) -> None:
        self._place = place
        self._told: dict[bool, ReportedBoard] = {}
        self._moves: tuple[str, ...] = ()
        """The moves that had been played at the time of the reports."""
        self._to_correct: list[tuple[bool, PegBoard]] = []
        """The boards that hands must still put right, each with whether it is White's."""
        self._do_clocks_stand = False
        """Whether the clocks were stopped for this, and start again once all boards are right."""

    @property
    def finding(self) -> Reconciliation | None:
        """The finding that waits to be confirmed; None if none does."""
        if not self._told:
            return None
        game = self._place.game
        return finding_of(game, self._told) if game.position.moves == self._moves else None

    @property
    def is_open(self) -> bool:
        return self.finding is not None

    def told_of(self, position: Position, *, white: bool) -> PegBoard | None:
        """Return the board that the player has reported in this position, if it isn't settled."""
        told = self._told.get(white)
        return told.board if told is not None and position.moves == self._moves else None

    def forget(self) -> None:
        """Forget all reports."""
        self._told = {}

    def take(self, told: Mapping[bool, ReportedBoard], teller: OwnBoard, at_ms: int) -> None:
        """Take a player's report of their board, and perhaps of the other; White's is under True.

        If something must be put right, stop the clocks and ask for a confirmation.
        """
        moves = self._place.game.position.moves
        before = self._told if moves == self._moves else {}
        self._told, self._moves = {**before, **told}, moves
        finding = self.finding
        if finding is None or isinstance(finding, BoardsAgree):
            self.forget()
            teller.tell(lambda preferences: phrase("compare:same", preferences.language))
            self.go_on(at_ms)
        elif self._does_play_stand(teller, at_ms):
            for make in teller.differences(told[teller.white].board):
                teller.tell(make)
                self._place.tell_arbiter(make)
            self.ask()
        else:
            self.forget()

    def ask(self) -> None:
        """Tell everybody what waits to be confirmed."""
        finding, game = self.finding, self._place.game
        if finding is not None:
            self._place.tell(Noticed(make=lambda language: to_confirm(finding, game, language)))

    def may_decide(self, role: Role) -> bool:
        """Return whether this role may decide on the finding.

        It is the arbiter; without one at the event, a side, unless only that side has reported.
        """
        if self._place.game.table.occasion.has_arbiter or role.acts_for_white is None:
            return role is Role.ARBITER
        return set(self._told) != {role.acts_for_white}

    def decide(self, role: Role, at_ms: int, *, accepts: bool, why: str = "") -> Refusal | None:
        """Do what was found, or cancel it; return the refusal if this role may not, else None.

        `why` is an arbiter's reason for the record.
        """
        finding, cite = self.finding, self._place.game.edition.cite
        if finding is None:
            return NothingToRuleOn(because=cite(Topic.POSITIONS_DIFFER))
        if not self.may_decide(role):
            return not_yours(self._place.game, role)
        if accepts:
            refusal = self._apply(finding, at_ms, why if role is Role.ARBITER else "")
            if refusal is not None:
                return refusal
        else:
            self._notice("Cancelled")
        self.forget()
        self.go_on(at_ms)
        return None

    def go_on(self, at_ms: int) -> None:
        """Guide the next board that waits to be put right; after the last, start the clocks."""
        if not self._to_correct and not self._do_clocks_stand:
            return
        place = self._place
        while self._to_correct and not place.is_leading:
            white, board = self._to_correct.pop(0)
            place.correct(board, white=white)
        if place.is_leading or self.is_open or not self._do_clocks_stand:
            return
        self._do_clocks_stand = False
        phase = place.game.phase
        halted = phase.halted if isinstance(phase, InPlay) else None
        if halted is not None and halted[1] == _WHY:
            place.ask(StartClocks(by=Role.ARBITER, at_ms=at_ms))

    def _does_play_stand(self, teller: OwnBoard, at_ms: int) -> bool:
        """Stop the clocks if they run, and return whether they stand.

        Where no game is in progress, the game refuses this, and the reason is told.
        """
        place = self._place
        is_running = place.game.clock.is_running
        if not is_running and not isinstance(place.game.phase, Arranged | Adjourned | Over):
            return True
        teller.do(StopClocks(by=teller.by, at_ms=at_ms, why=_WHY))
        is_stopped = is_running and not place.game.clock.is_running
        self._do_clocks_stand = is_stopped and place.leads_step_by_step
        return is_stopped

    def _apply(self, finding: Reconciliation, at_ms: int, why: str) -> Refusal | None:
        place, by = self._place, Role.ARBITER
        match finding:
            case BoardsAgree():
                pass
            case GoBackTo(moves_kept=kept):
                wanted = board_of(place.game)
                ruling = place.ask(
                    GoBack(by=by, at_ms=at_ms, moves_kept=kept, why="scores-differ", in_words=why)
                )
                if not isinstance(ruling, tuple):
                    return ruling
                # The arbiter sets the clocks, too, and starts them.
                self._do_clocks_stand = False
                self._ask_for_times()
                for white, told in self._told.items():
                    # Players with dictated moves are guided already, from what they reported.
                    if told.board.differences(wanted) and not place.leads(white=white):
                        self._to_correct.append((white, told.board))
            case adjustments:
                for white in (adjustment.white for adjustment in adjustments):
                    # Hands can put a board right in every phase; only a game in play records it.
                    place.ask(CorrectBoard(by=by, at_ms=at_ms, white=white, in_words=why))
                    self._to_correct.append((white, self._told[white].board))
        return None

    def _ask_for_times(self) -> None:
        """Ask the arbiter for new times; without one, tell how the clocks go on as they are."""
        if self._place.game.table.occasion.has_arbiter:
            self._notice("compare:times")
        else:
            self._place.tell(Noticed(make=_to_go_on))

    def _notice(self, name: str) -> None:
        """Tell everybody the phrase of this name."""
        self._place.tell(Noticed(make=lambda language: phrase(name, language)))
