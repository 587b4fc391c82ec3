"""Both players' own boards beside a game: felt or believed, dictated step by step, and checked."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from voice_chess.game.commands import Command, ExecuteMove
from voice_chess.game.events import Event, GameArranged, MoveCompleted, PositionRestored
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.session.board_watch import BoardWatch, board_of
from voice_chess.session.hand_customs import BothHands
from voice_chess.session.inbox import BoardFelt, BoardGone
from voice_chess.session.ledger import Ledger
from voice_chess.session.replies import Replies
from voice_chess.session.requests import done_by_hands
from voice_chess.speech import hand_words
from voice_chess.speech.meaning import CommandMeaning, Meaning
from voice_chess.speech.sentence import phrase
from voice_chess.speech.wording import move_words
from voice_chess.tactile.hands import Hands
from voice_chess.tactile.peg_board import NotPossible, PegBoard
from voice_chess.tactile.peg_set import PegSet

Do = Callable[[Command], None]
STEPPED = frozenset({"continue", "executed", "yes"})
"""What a player says when a step is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltSoFar:
    """What the boards have told of themselves, White's under True, and which tell nothing more."""

    watches: Mapping[bool, BoardWatch]
    lost: frozenset[bool]


class PlayersBoards:
    """What each hand has to do, and what each board tells; commands go to the game by `do`."""

    def __init__(self, ledger: Ledger, replies: Replies, do: Do, customs: BothHands) -> None:
        self._ledger = ledger
        self._replies = replies
        self._do = do
        self._customs = customs
        self._watches = {white: BoardWatch(white=white) for white in (True, False)}
        board = board_of(ledger.game)
        self._hands = {
            white: Hands(board=board, peg_set=customs.of(white=white).peg_set)
            for white in (True, False)
        }
        self._lost: set[bool] = set()
        self._told_step: dict[bool, object] = {}
        self._contradicted: str | None = None

    @property
    def sensed(self) -> tuple[PegBoard | None, PegBoard | None]:
        """What White's and Black's boards tell by themselves."""
        return self._watches[True].board, self._watches[False].board

    @property
    def felt_so_far(self) -> FeltSoFar:
        return FeltSoFar(watches=dict(self._watches), lost=frozenset(self._lost))

    def go_on_from(self, felt: FeltSoFar) -> None:
        """A board tells what stands on it only once."""
        self._watches, self._lost = dict(felt.watches), set(felt.lost)

    def peg_set(self, *, white: bool) -> PegSet:
        return self._hands[white].peg_set

    def set_known(self, peg_set: PegSet, *, white: bool) -> None:
        self._hands[white] = replace(self._hands[white], peg_set=peg_set)

    def is_guided(self, *, white: bool) -> bool:
        """True while steps wait for this player's hands."""
        return self._hands[white].next is not None

    def may_press(self, game: Game) -> bool:
        """False while the announced move is still to be executed and nobody is trusted with it."""
        announced = game.turn.announcement
        is_assumed = game.table.customs.execution == "assumed"
        if announced is None or announced.is_executed or is_assumed:
            return True
        return self._is_trusted(white=game.white_to_move)

    def before_press(self, by: Role, at_ms: int) -> None:
        """A trusted hand has made the move by now."""
        game = self._ledger.game
        announced = game.turn.announcement
        is_own = by.acts_for_white == game.white_to_move
        is_reported = game.table.customs.execution == "reported"
        is_waiting = announced is not None and not announced.is_executed
        if is_reported and is_waiting and is_own and self._is_trusted(white=game.white_to_move):
            self._do(ExecuteMove(by=by, at_ms=at_ms))

    def takes(self, meaning: Meaning, by: Role, at_ms: int) -> bool:
        """Do what was meant, if it is about hands; False when it is not."""
        white = by.acts_for_white is True
        match meaning:
            case CommandMeaning(name=name) if name in STEPPED and self.is_guided(white=white):
                self._step(at_ms, white=white)
            case CommandMeaning(name="steps"):
                self._dictate(white=white)
            case _:
                command = done_by_hands(meaning, by, at_ms)
                if command is not None:
                    self._do(command)
                return command is not None
        return True

    def happened(self, event: Event) -> None:
        """The boards follow the game; steps are told when everything about the event was said."""
        match event:
            case GameArranged():
                for white, hands in self._hands.items():
                    self._hands[white] = hands.standing(board_of(self._ledger.game))
            case MoveCompleted(uci=uci, white=white):
                self._contradicted = None
                self._made(white=white)
                self._mirrored(uci, white=not white)
            case PositionRestored():
                for white in (True, False):
                    self._corrected(white=white)
            case _:
                return
        for white, watch in self._watches.items():
            self._watches[white] = watch.compared(self._ledger.game)

    def settle(self, at_ms: int) -> None:
        """The announced move is executed where it stands; where another stands, that is said."""
        game = self._ledger.game
        watch = self._watches[game.white_to_move]
        execution = watch.execution(game, at_ms)
        if execution is not None:
            self._do(execution)
            return
        other = watch.contradiction(game)
        if other is not None and other != self._contradicted:
            self._replies.tell(
                lambda m: phrase(
                    "board-shows",
                    m.language,
                    move=move_words(other, game.position, m.language, m.style),
                ),
                watch.by,
            )
        self._contradicted = other

    def felt(self, entry: BoardFelt) -> None:
        """A board has told something."""
        white, game = entry.white, self._ledger.game
        if white in self._lost:
            self._lost.discard(white)
            self._say_of_board("board-found", white=white)
        touch = self._watches[white].touch(entry.happening, game, entry.at_ms)
        self._watches[white] = self._watches[white].felt(entry.happening, game)
        if touch is not None:
            self._do(touch)
        self._follow(white=white)
        self.settle(entry.at_ms)

    def gone(self, entry: BoardGone) -> None:
        """A board tells nothing more: said to both, and the player goes on by voice."""
        self._lost.add(entry.white)
        self._watches[entry.white] = self._watches[entry.white].lost()
        self._say_of_board("BoardLost", white=entry.white)

    def correct(self, board: PegBoard, *, white: bool) -> None:
        """Guide a player from his board to that of the game."""
        hands = self._hands[white].standing(board)
        self._hands[white] = hands.correcting(board_of(self._ledger.game))
        self._tell_next(white=white)

    def _is_trusted(self, *, white: bool) -> bool:
        is_felt = self._watches[white].board is not None
        return not is_felt and self._customs.of(white=white).own == "trust"

    def _say_of_board(self, name: str, *, white: bool) -> None:
        self._replies.tell(lambda m: hand_words.about_side(name, m.language, white=white))

    def _made(self, *, white: bool) -> None:
        """The mover's own move: whatever steps of it were still waiting are done."""
        hands = self._hands[white].caught_up()
        now = board_of(self._ledger.game)
        self._hands[white] = hands.standing(now) if hands.board.differences(now) else hands

    def _mirrored(self, uci: str, *, white: bool) -> None:
        """The opponent's move, dictated to this player as he wants it."""
        told = "off" if self._watches[white].board else self._customs.of(white=white).told
        try:
            hands = self._hands[white].told(uci)
        except NotPossible:
            # His board is not as in the game: he will be told how it should be, when he asks.
            hands = self._hands[white].standing(board_of(self._ledger.game))
        self._hands[white] = hands.caught_up() if told == "off" else hands
        if told == "paced":
            self._tell_next(white=white)
        elif told == "at-once":
            self._tell_all(white=white)

    def _corrected(self, *, white: bool) -> None:
        """The position was put back: the board follows step by step, or is trusted to."""
        board = self._watches[white].board or self._hands[white].caught_up().board
        if self._customs.of(white=white).told == "off":
            self._hands[white] = self._hands[white].standing(board_of(self._ledger.game))
        else:
            self.correct(board, white=white)

    def _dictate(self, *, white: bool) -> None:
        """The steps of the announced move, or those that still wait."""
        game = self._ledger.game
        announced, hands = game.turn.announcement, self._hands[white]
        if hands.next is None and announced is not None and game.white_to_move == white:
            try:
                self._hands[white] = hands.told(announced.uci)
            except NotPossible:
                self._hands[white] = hands.standing(board_of(game))
        if self._hands[white].next is None:
            self._replies.phrase("NothingAnnounced", Role.player(white=white))
        else:
            self._tell_next(white=white)

    def _step(self, at_ms: int, *, white: bool) -> None:
        """One step is done; the last one of one's own announced move executes it."""
        self._hands[white] = self._hands[white].stepped()
        if self._hands[white].next is not None:
            self._tell_next(white=white)
            return
        self._replies.phrase("steps:done", Role.player(white=white))
        game = self._ledger.game
        is_own = game.turn.announcement is not None and game.white_to_move == white
        if is_own and game.table.customs.execution == "reported":
            self._do(ExecuteMove(by=Role.player(white=white), at_ms=at_ms))

    def _follow(self, *, white: bool) -> None:
        """While a player is guided, a board that feels itself tells which step is next."""
        board = self._watches[white].board
        if board is None or not self.is_guided(white=white):
            return
        self._hands[white] = (
            self._hands[white].standing(board).correcting(board_of(self._ledger.game))
        )
        if self._hands[white].next is None:
            self._replies.phrase("steps:done", Role.player(white=white))
        elif self._hands[white].next != self._told_step.get(white):
            self._tell_next(white=white)

    def _tell_next(self, *, white: bool) -> None:
        movement, peg_set = self._hands[white].next, self._hands[white].peg_set
        self._told_step[white] = movement
        if movement is not None:
            self._replies.tell(
                lambda m: hand_words.step(movement, m.language, peg_set), Role.player(white=white)
            )

    def _tell_all(self, *, white: bool) -> None:
        while self.is_guided(white=white):
            self._tell_next(white=white)
            self._hands[white] = self._hands[white].stepped()
