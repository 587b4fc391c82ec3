"""One player's own board beside a game: sensed or assumed, dictated step by step, and checked.

It is the same at a table, where both players have a board, and at a seat. The player makes the
opponent's moves on it, too. The reports of a board that senses its pieces change no game by
themselves, because a position on the way to a move can look like another move. At a seat a move on
the board counts as played, but only once the board has stood still for a while; the caller of
`FeltBoard.played` decides how long.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from voice_chess.game.commands import Command
from voice_chess.game.events import Event
from voice_chess.game.irregularities import PositionRestored
from voice_chess.game.moves import ExecuteMove, MoveAnnounced, MoveCompleted, SlipCorrected
from voice_chess.game.setup import GameArranged
from voice_chess.game.state import Game, InPlay
from voice_chess.game.table import Role
from voice_chess.laws.position import Position
from voice_chess.session.boards.board_watch import BoardWatch, board_of, without_announced
from voice_chess.session.dialogue.replies import Make
from voice_chess.session.outputs import Happening
from voice_chess.session.table_settings import HandCustoms
from voice_chess.speech.generation import hand_words
from voice_chess.speech.generation.sentence import phrase
from voice_chess.tactile.guide import Movement, movements
from voice_chess.tactile.hands import Hands
from voice_chess.tactile.peg_board import HoleDifference, NotPossible, PegBoard
from voice_chess.tactile.peg_set import PegSet
from voice_chess.tactile.sensing import Felt, executed, is_executed

Standing: TypeAlias = Literal["level", "differs"]
MOST_TOLD = 4
"""The most holes that are told when a board differs: nobody can keep track of more by ear."""
MOVES_PIECES = (GameArranged, MoveCompleted, PositionRestored)
"""The events after which pieces must be moved on a board."""
FOLLOWED = (*MOVES_PIECES, MoveAnnounced, SlipCorrected)
"""The events after which the remaining steps of an earlier move count as done."""
STEPPED = frozenset({"continue", "executed", "yes"})
"""What a player says when a step is done."""


class Owner(Protocol):
    """The owner of a board: passes on its commands to the game, and its words to its player."""

    @property
    def game(self) -> Game: ...

    def customs(self, *, white: bool) -> HandCustoms: ...

    def do(self, command: Command) -> None:
        """Ask the game. Raises `JournalLost`, `Conflict`."""

    def tell_owner(self, make: Make, *, white: bool) -> None: ...

    def tell_all(self, make: Make) -> None:
        """Say a sentence to everybody who sits around the board."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedOnIt:
    """A move that was made on the board, and the number of half-moves before it."""

    uci: str
    ply: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FeltSoFar:
    """What a board has reported, and whether its connection was lost."""

    watch: BoardWatch
    is_lost: bool


class FeltBoard:
    """What one player's board has reported so far; nothing while it senses no pieces."""

    def __init__(self, owner: Owner, *, white: bool) -> None:
        self._owner = owner
        self._watch = BoardWatch(white=white)
        self._is_lost = False
        """Whether a board was there, and its connection was lost."""
        self._level_with: tuple[str, ...] | None = None
        """The moves with which the board last agreed; a move on it is played after these."""
        self._tried: PlayedOnIt | None = None
        """The move that `played` has returned since the board last changed."""
        self._told: PegBoard | None = None
        """The board whose differences were told since it last agreed with the game."""
        self._executed_of_ms: int | None = None
        """The time of the announced move whose execution was asked since the last change."""

    @property
    def board(self) -> PegBoard | None:
        return self._watch.board

    @property
    def so_far(self) -> FeltSoFar:
        return FeltSoFar(watch=self._watch, is_lost=self._is_lost)

    def go_on_from(self, felt: FeltSoFar) -> None:
        """Take over earlier reports: a board reports all of its pieces only once."""
        self._watch, self._is_lost = felt.watch, felt.is_lost

    @property
    def standing(self) -> Standing | None:
        """Whether it agrees with the game, an announced move made or not; None without a board."""
        if self.board is None:
            return None
        return "differs" if self._agrees is None else "level"

    def felt(self, happening: Felt, at_ms: int) -> None:
        """Take a report of the board; where hands are reported, a lift can be a touch."""
        if self._is_lost:
            self._is_lost = False
            self._say_of_it("board-found")
        self._tried = self._executed_of_ms = None
        self._compare()
        game, happening = self._owner.game, self._watch.righted(happening)
        touch = self._watch.touch(happening, game, at_ms)
        self._watch = self._watch.felt(happening, game)
        self._compare()
        if touch is not None and self._are_hands_reported:
            self._owner.do(touch)

    def followed(self) -> None:
        """Compare again after an event of the game; differences from it were not told yet."""
        if self._watch.board is not None:
            self._told = None
            self._compare()

    def left(self) -> None:
        """Forget the board, which its player has disconnected."""
        self._watch, self._told, self._level_with = self._watch.lost(), None, None

    def lost(self) -> None:
        """Forget the board, whose connection was lost, and say so: the player goes on by voice."""
        self.left()
        self._is_lost = True
        self._say_of_it("BoardLost")

    def played(self) -> PlayedOnIt | None:
        """Return the move that was made on the board since it agreed with the game, else None.

        It is the player's own move, or their reply to a move that the opponent has announced. Each
        move is returned once.
        """
        game, position = self._owner.game, self._owner.game.position
        announced = game.turn.announcement
        is_on = isinstance(game.phase, InPlay) and game.clock.is_running
        is_own = game.white_to_move == self._watch.white
        if self.board is None or not is_on or is_own == (announced is not None):
            return None
        if announced is not None:
            if not position.is_legal(announced.uci):
                return None
            position = position.played(announced.uci)
        if self._level_with != position.moves:
            return None
        found = executed(PegBoard.from_fen(position.fen), self.board, position.legal_moves)
        played = PlayedOnIt(uci=found[0], ply=len(position.moves)) if found else None
        if played == self._tried:
            return None
        self._tried = played
        return played

    def settle(self, at_ms: int) -> None:
        """Report an announced move as executed if it stands; if another stands, say so."""
        if self.board is None:
            return
        game = self._owner.game
        execution, other = self._watch.execution(game, at_ms), self._watch.contradiction(game)
        if execution is not None and self._are_hands_reported:
            self._execute(execution)
        elif other is not None and self._is_news:
            self._told = self.board
            self._tell(lambda m: hand_words.shows(other, game.position, m.language, m.style))

    def _execute(self, command: ExecuteMove) -> None:
        """Ask once: a refusal stands until the board changes or another move is announced."""
        announced = self._owner.game.turn.announcement
        since_ms = None if announced is None else announced.at_ms
        if since_ms != self._executed_of_ms:
            self._executed_of_ms = since_ms
            self._owner.do(command)

    def object(self) -> None:
        """Tell once where the board differs from the game, after it has stood still for long.

        Where pieces are only missing, a hand holds them, and nothing is told.
        """
        game = self._owner.game
        found = self._watch.differences(game) if self.standing == "differs" else ()
        is_held = all(hole.here is None for hole in found)
        if not is_held and isinstance(game.phase, InPlay):
            self._tell_of(found)

    def explain(self) -> None:
        """Tell once which differences keep a move on the board from counting as executed."""
        game = self._owner.game
        announced = game.turn.announcement
        is_waiting = announced is not None and not announced.is_executed
        is_reported = game.table.customs.execution == "reported"
        if is_waiting and is_reported and self._watch.has_made(game):
            self._tell_of(self._watch.differences(game))

    def _tell_of(self, found: Sequence[HoleDifference]) -> None:
        if found and self._is_news:
            self._told = self.board
            for hole in found[:MOST_TOLD]:
                self._tell(_difference(hole, PegSet()))

    def _compare(self) -> None:
        """Note whether the board agrees with the game as it is now."""
        agrees = self._agrees
        if agrees is not None:
            self._watch = self._watch.compared(self._owner.game)
            self._level_with, self._told = agrees, None

    @property
    def _agrees(self) -> tuple[str, ...] | None:
        """The moves with which the board agrees, perhaps with the announced one; None if none."""
        if self.board is None:
            return None
        game = self._owner.game
        before, announced = board_of(game), game.turn.announcement
        if not self.board.differences(before):
            return game.position.moves
        if announced is not None and is_executed(before, self.board, announced.uci):
            return (*game.position.moves, announced.uci)
        return None

    @property
    def _are_hands_reported(self) -> bool:
        return self._owner.game.table.customs.execution == "reported"

    @property
    def _is_news(self) -> bool:
        return self.board != self._told

    def _tell(self, make: Make) -> None:
        self._owner.tell_owner(make, white=self._watch.white)

    def _say_of_it(self, name: str) -> None:
        white = self._watch.white
        self._owner.tell_all(lambda m: hand_words.about_side(name, m.language, white=white))


class OwnersBoards(Owner, Protocol):
    """`Owner` that knows what its players have told about their boards."""

    def begin(self) -> None:
        """Start with new words: what is told next replaces what the player can repeat."""

    def told_of(self, position: Position, *, white: bool) -> PegBoard | None:
        """Return that player's board in this position by their own words; None if untold."""


class OwnBoard:
    """One player's board: what their hands have to do on it, and what it senses."""

    def __init__(self, owner: OwnersBoards, *, white: bool) -> None:
        self._owner = owner
        self._white = white
        self.felt_board = FeltBoard(owner, white=white)
        self._peg_set = owner.customs(white=white).peg_set
        self._hands: Hands | None = None
        """The guided hands; None while the board is assumed to agree with the game."""
        self._told_step: object = None

    @property
    def white(self) -> bool:
        """Whether the board is White's."""
        return self._white

    @property
    def peg_set(self) -> PegSet:
        """How the set tells colours apart, as far as its player was asked."""
        return self._peg_set

    def set_known(self, peg_set: PegSet) -> None:
        """Take what its player has told about the set."""
        self._peg_set = peg_set

    @property
    def by(self) -> Role:
        return Role.player(white=self._white)

    @property
    def sensed(self) -> PegBoard | None:
        """What the board senses; None if it senses nothing."""
        return self.felt_board.board

    @property
    def is_guided(self) -> bool:
        """Whether steps wait for the player's hands."""
        return self._hands is not None and self._hands.next is not None

    @property
    def is_paced(self) -> bool:
        """Whether the player wants one step at a time."""
        return self._customs.told == "paced"

    @property
    def is_trusted(self) -> bool:
        """Whether the player need not report that a move stands, on a board that senses nothing."""
        return self.sensed is None and self._customs.own == "trust"

    def step(self, at_ms: int) -> None:
        """Note that a step is done; the last step of the player's announced move executes it."""
        self._hands = None if self._hands is None else self._hands.stepped()
        if self.is_guided:
            self._tell_next()
            return
        self._tell_done()
        if self._has_executed and self._game.table.customs.execution == "reported":
            self._owner.do(ExecuteMove(by=self.by, at_ms=at_ms))

    def dictates(self) -> bool:
        """Tell the next step that waits; if none does, begin with the move that is to be made.

        That is the player's announced move, else the last one. A board that senses its pieces can
        show that it stands already; then this is told. Return False if there are no steps.
        """
        move = self._to_make
        if not self.is_guided and move is not None:
            about = _about_to_make(*move)
            self._hands = None if about is None else self._as_felt(about)
            if self._hands is not None and not self.is_guided:
                self._tell_done()
                return True
        self._tell_next()
        return self.is_guided

    def follow(self, happened: Sequence[Happening], *, is_dictated: bool, are_news: bool) -> None:
        """Let the board follow the events in `FOLLOWED`, after everything about them was said.

        `is_dictated`: the player wants the opponent's moves as steps. `are_news`: somebody else
        caused the events, so the steps are new words to the player.
        """
        for happening in happened:
            event, before = happening.event, happening.before
            if not isinstance(event, FOLLOWED):
                continue
            has_steps = is_dictated and isinstance(event, MOVES_PIECES)
            if are_news and has_steps:
                self._owner.begin()
            # Steps of an earlier move that still waited count as done.
            self._hands = None
            if has_steps:
                self._dictate(event, before)
            self.felt_board.followed()

    def _dictate(self, event: Event, before: Position) -> None:
        """Dictate the steps of an event that moved pieces on the opponent's board, or on both."""
        match event:
            case MoveCompleted(uci=uci, white=white) if white is not self._white:
                self._mirrored(uci, before)
            case PositionRestored():
                told = self._owner.told_of(before, white=self._white)
                self.correct(told or _board_at(before))
            case _:
                pass

    def felt(self, happening: Felt, at_ms: int) -> None:
        """Take a report of the board, and go on with the steps that it shows to be done."""
        self.felt_board.felt(happening, at_ms)
        self._follow()

    def do(self, command: Command) -> None:
        """Ask the game for a command. Raises `JournalLost`, `Conflict`."""
        self._owner.do(command)

    def tell(self, make: Make) -> None:
        """Say a sentence to the board's player alone."""
        self._owner.tell_owner(make, white=self._white)

    def differences(self, board: PegBoard) -> tuple[Make, ...]:
        """Return sentences about where this board differs from the game, at most `MOST_TOLD`."""
        found = board.differences(board_of(self._game))[:MOST_TOLD]
        return tuple(_difference(hole, self.peg_set) for hole in found)

    def correct(self, board: PegBoard) -> None:
        """Guide the player from this board, or what it senses by now, to that of the game."""
        standing = without_announced(self.sensed or board, self._game)
        self._hands = Hands(board=standing).correcting(board_of(self._game))
        self._tell_next()

    @property
    def _game(self) -> Game:
        return self._owner.game

    @property
    def _customs(self) -> HandCustoms:
        return self._owner.customs(white=self._white)

    @property
    def _to_make(self) -> tuple[str, Position] | None:
        """The move for the player's hands and the position before it; None if not their turn."""
        game = self._game
        position, announced = game.position, game.turn.announcement
        if game.white_to_move is not self._white:
            return None
        if announced is not None:
            return announced.uci, position
        moves = position.moves
        return (moves[-1], position.rewound(len(moves) - 1)) if moves else None

    @property
    def _has_executed(self) -> bool:
        """Whether the steps have made the player's announced move, and not put a board right."""
        game, hands = self._game, self._hands
        announced = game.turn.announcement
        if hands is None or announced is None or game.white_to_move is not self._white:
            return False
        return is_executed(board_of(game), hands.board, announced.uci)

    def _mirrored(self, uci: str, before: Position) -> None:
        """Dictate the opponent's move, one step at a time or all at once, as the player wants."""
        if self.sensed:
            return
        hands = _about_to_make(uci, before)
        if self.is_paced:
            self._hands = hands
            self._tell_next()
        elif hands is not None:
            for movement in hands.waiting:
                self._tell_step(movement)

    def _follow(self) -> None:
        """While the player is guided, take the next step from what the board senses."""
        if self.sensed is None or self._hands is None or not self.is_guided:
            return
        self._hands = self._as_felt(self._hands)
        if self._hands.next is None:
            self._tell_done()
        elif self._hands.next != self._told_step:
            self._tell_next()

    def _as_felt(self, hands: Hands) -> Hands:
        """Return the hands as far as the board senses that they have come, if it senses pieces."""
        board, game = self.sensed, self._game
        if board is None:
            return hands
        is_put_right = not hands.caught_up().board.differences(board_of(game))
        return hands.felt(without_announced(board, game) if is_put_right else board)

    def _tell_next(self) -> None:
        movement = None if self._hands is None else self._hands.next
        self._told_step = movement
        if movement is not None:
            self._tell_step(movement)

    def _tell_step(self, movement: Movement) -> None:
        peg_set = self.peg_set
        self.tell(lambda m: hand_words.step(movement, m.language, peg_set))

    def _tell_done(self) -> None:
        self.tell(lambda preferences: phrase("steps:done", preferences.language))


def _difference(hole: HoleDifference, peg_set: PegSet) -> Make:
    return lambda preferences: hand_words.difference(hole, preferences.language, peg_set)


def _about_to_make(uci: str, position: Position) -> Hands | None:
    """Return hands that are about to make the move; None if pieces can't make it.

    Such a move can have been announced.
    """
    try:
        return Hands(board=_board_at(position)).told(uci)
    except NotPossible:
        return None


def _board_at(position: Position) -> PegBoard:
    return PegBoard.from_fen(position.fen)


def steps(game: Game, peg_set: PegSet) -> tuple[Make, ...]:
    """Return the steps of the announced move, else of the last one, as sentences."""
    move = _latest(game)
    if move is None:
        return (lambda preferences: phrase("last-move:none", preferences.language),)
    before, uci = move
    wanted = movements(PegBoard.from_fen(before.fen), uci)
    return tuple(step_words(step, peg_set) for step in wanted)


def _latest(game: Game) -> tuple[Position, str] | None:
    """Return the announced move, else the last one, with the position before; None if none."""
    position, announced = game.position, game.turn.announcement
    if announced is not None and position.is_legal(announced.uci):
        return position, announced.uci
    if not position.moves:
        return None
    return position.rewound(len(position.moves) - 1), position.moves[-1]


def step_words(step: Movement, peg_set: PegSet) -> Make:
    """Return the sentence for one step, in terms of how this set feels to the hand."""
    return lambda preferences: hand_words.step(step, preferences.language, peg_set)
