"""Both players' own boards at a table: whose it is that somebody speaks of, or that has told."""

from collections.abc import Callable, Mapping

from voice_chess.game.commands import Command, ExecuteMove
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.felt_board import FeltSoFar
from voice_chess.session.hand_customs import BothHands, HandCustoms
from voice_chess.session.inbox import BoardFelt, BoardGone
from voice_chess.session.ledger import Ledger
from voice_chess.session.own_board import STEPPED, OwnBoard
from voice_chess.session.replies import Make, Replies
from voice_chess.session.requests import done_by_hands
from voice_chess.session.telling import Happening
from voice_chess.speech.meaning import CommandMeaning, Meaning
from voice_chess.tactile.peg_board import PegBoard
from voice_chess.tactile.peg_set import PegSet

Do = Callable[[Command], None]


class PlayersBoards:
    """`Owner` of both, White's under True; commands go to the game by `do`."""

    def __init__(self, ledger: Ledger, replies: Replies, do: Do, customs: BothHands) -> None:
        self._ledger = ledger
        self._replies = replies
        self._do = do
        self._customs = customs
        self._boards = {white: OwnBoard(self, white=white) for white in (True, False)}

    @property
    def game(self) -> Game:
        return self._ledger.game

    def customs(self, *, white: bool) -> HandCustoms:
        return self._customs.of(white=white)

    def do(self, command: Command) -> None:
        self._do(command)

    def tell_owner(self, make: Make, *, white: bool) -> None:
        self._replies.tell(make, Role.player(white=white))

    def tell_all(self, make: Make) -> None:
        self._replies.tell(make)

    @property
    def sensed(self) -> tuple[PegBoard | None, PegBoard | None]:
        """What White's and Black's boards tell by themselves."""
        return self._boards[True].sensed, self._boards[False].sensed

    @property
    def felt_so_far(self) -> Mapping[bool, FeltSoFar]:
        return {white: board.felt_board.so_far for white, board in self._boards.items()}

    def go_on_from(self, felt: Mapping[bool, FeltSoFar]) -> None:
        """A board tells what stands on it only once."""
        for white, board in self._boards.items():
            board.felt_board.go_on_from(felt[white])

    def peg_set(self, *, white: bool) -> PegSet:
        return self._boards[white].peg_set

    def set_known(self, peg_set: PegSet, *, white: bool) -> None:
        self._boards[white].peg_set = peg_set

    @property
    def is_guided(self) -> bool:
        """True while steps wait for anybody's hands."""
        return any(board.is_guided for board in self._boards.values())

    @property
    def may_press(self) -> bool:
        """False while the announced move is still to be executed and nobody is trusted with it."""
        announced = self.game.turn.announcement
        is_assumed = self.game.table.customs.execution == "assumed"
        return announced is None or announced.is_executed or is_assumed or self._movers.is_trusted

    def before_press(self, by: Role, at_ms: int) -> None:
        """A trusted hand has made the move by now."""
        announced = self.game.turn.announcement
        is_own = by.acts_for_white == self.game.white_to_move
        is_reported = self.game.table.customs.execution == "reported"
        is_waiting = announced is not None and not announced.is_executed
        if is_reported and is_waiting and is_own and self._movers.is_trusted:
            self._do(ExecuteMove(by=by, at_ms=at_ms))

    def takes(self, meaning: Meaning, by: Role, at_ms: int) -> bool:
        """Do what was meant, if it is about hands; False when it is not."""
        board = self._boards[by.acts_for_white is True]
        match meaning:
            case CommandMeaning(name=name) if name in STEPPED and board.is_guided:
                board.step(at_ms)
            case CommandMeaning(name="steps"):
                if not board.dictates():
                    self._replies.phrase("NothingAnnounced", board.by)
            case _:
                command = done_by_hands(meaning, by, at_ms)
                if command is not None:
                    self._do(command)
                return command is not None
        return True

    def happened(self, happening: Happening) -> None:
        """The boards follow the game."""
        for board in self._boards.values():
            board.happened(happening)

    def settle(self, at_ms: int) -> None:
        """What stands on the mover's board is looked at."""
        self._movers.felt_board.settle(at_ms)

    def felt(self, entry: BoardFelt) -> None:
        """A board has told something."""
        self._boards[entry.white].felt(entry.happening, entry.at_ms)
        self.settle(entry.at_ms)

    def gone(self, entry: BoardGone) -> None:
        """A board tells nothing more."""
        self._boards[entry.white].felt_board.lost()

    def of(self, *, white: bool) -> OwnBoard:
        return self._boards[white]

    def correct(self, board: PegBoard, *, white: bool) -> None:
        """Guide a player from this board to that of the game."""
        self._boards[white].correct(board)

    @property
    def _movers(self) -> OwnBoard:
        return self._boards[self.game.white_to_move]
