"""Applies inputs to a game, one after the other, and keeps the game running whatever goes wrong.

It serves a table's thread as well as a server's tasks. What can't be written has not happened: the
clocks stand until there is room. If somebody else has written to the journal, or the program itself
is wrong, the game is read again from its journal, and goes on with the people who are there. After
the machine has slept the clocks stand, too, as nobody knows what they have missed.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Generic, TypeAlias, TypeVar, assert_never

from voice_chess.arbiter.moves import may_answer
from voice_chess.game.information import InformArbiter
from voice_chess.game.moves import AnnounceMove, ExecuteMove, RepeatMove
from voice_chess.game.phases import InPlay, Resuming, Sealing
from voice_chess.game.setup import Arrive
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.plain_error import described
from voice_chess.session.dialogue.expectation import REPETITION
from voice_chess.session.games.live_game import LiveGame, SomeParticipant
from voice_chess.session.ledger import Happening
from voice_chess.session.listening.inputs import (
    Asked,
    BoardLeft,
    BoardStands,
    BoardTells,
    BoardTold,
    Decided,
    DiskFull,
    EngineThought,
    Entrusted,
    GameInput,
    Gone,
    Handled,
    MovedByHand,
    OfBoards,
    Outcome,
    Present,
    Reconciled,
    Spoke,
    TimePassed,
    Typed,
    Wanted,
    Woken,
)
from voice_chess.session.listening.recording import PatientRecord
from voice_chess.session.outputs import HearingChanged
from voice_chess.session.ports import Conflict, JournalLost, PortError, RequestKey, TimeSource
from voice_chess.speech.dialogue import Cue
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.understanding.interpret import CommandMeaning, MoveMeaning

Came = TypeVar("Came")
Done = TypeVar("Done")
Untold: TypeAlias = Callable[[Sequence[Happening]], None]
_log = logging.getLogger(__name__)
SLEPT_MS = 1_000
"""The least sleep that is noticed, in ms: two clocks of one machine differ by less."""
_PRESS = CommandMeaning(name="press")
_KEPT = {"one": "envelope:key", "all": "envelope:key-all"}


class ReadAgain(JournalLost):
    """The program itself was wrong and has not done what was asked; `__cause__` is its error."""


class RunningGame(Generic[SomeParticipant]):
    """A running game: `live` is the game as it was last read. Used by one thread at a time."""

    def __init__(
        self,
        opened: Callable[[], LiveGame[SomeParticipant]],
        untold: Untold,
        *,
        outlives_conflicts: bool,
        sound: PatientRecord | None = None,
    ) -> None:
        """`opened` reads the game from its journal; raises `JournalLost`.

        `untold` gets the events that were written but told to nobody. `outlives_conflicts`: other
        programs may write the game, and it goes on from there. `sound` may run out of room, too.
        """
        self._opened = opened
        self._untold = untold
        self._outlives_conflicts = outlives_conflicts
        self._sound = sound
        self.live = opened()

    def step(self, do: Callable[[Came], Done], came: Came) -> Done:
        """Do what came and return its result; whatever goes wrong, the next input can follow.

        Raises a `PortError` if the input was not done: `ReadAgain` if we are wrong ourselves.
        """
        try:
            done = do(came)
        except JournalLost as error:
            # Memory holds no event that the journal lacks: nothing is read again.
            _log.error("game=%s storage=%s", self._game_id, type(error).__name__)
            self.live.halt(self._sound)
            raise
        except Conflict:
            _log.error("game=%s storage=Conflict", self._game_id)
            if self._outlives_conflicts:
                self._read_again(goes_on=True)
            raise
        except PortError:
            raise
        except Exception as error:
            # We are wrong: the game goes on from its journal.
            kind = type(came).__name__
            _log.error("game=%s entry=%s %s", self._game_id, kind, described(error))
            self._read_again(goes_on=False)
            message = f"The game {self._game_id} had to be read again."
            raise ReadAgain(message) from error
        is_sound_behind = self._sound is not None and self._sound.is_behind
        if (self.live.ledger.is_behind or is_sound_behind) and not self.live.is_in_arrears:
            # Something that was said or heard could not be kept.
            self.live.halt(self._sound)
        return done

    @property
    def _game_id(self) -> str:
        return self.live.ledger.game_id

    def _read_again(self, *, goes_on: bool) -> None:
        """Read the game from its journal; people stay at it, but open questions are forgotten.

        `goes_on`: a game that waited for the people now there goes on. That is not tried where we
        were wrong ourselves. A game that can't be read stays in memory, and its clocks stand, also
        where the reading itself is wrong.
        """
        before = self.live
        try:
            live = self._opened()
            self._untold(live.happenings(after=before.seq))
            before.hand_over(live)
            self.live = live
            live.ledger.owe(before.ledger.unnoted)
            if before.ledger.is_behind:
                live.recover()
            elif goes_on:
                live.play_on()
        except JournalLost:
            self.live.halt(self._sound)
        except PortError:
            raise
        except Exception as error:  # noqa: BLE001 - we are wrong twice; the next input must follow
            _log.error("game=%s not read again: %s", self._game_id, described(error))
            self.live.halt(self._sound)


class SleepWatch:
    """Detects that the machine has slept, once for each sleep."""

    def __init__(self, time: TimeSource) -> None:
        self._time = time
        self._known_ms = time.slept_ms()

    def has_slept(self) -> bool:
        """Return whether the machine has slept since the last call."""
        slept_ms = self._time.slept_ms()
        is_new = slept_ms - self._known_ms >= SLEPT_MS
        self._known_ms = slept_ms if is_new else self._known_ms
        return is_new


def attend(game: LiveGame[SomeParticipant], entry: GameInput) -> Outcome:
    """Apply an input to the game. Raises `JournalLost` or `Conflict` if nothing has happened.

    Raises `DoneBefore` for a request whose key was used before, by this program or one before it.
    """
    match entry:
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
        case EngineThought():
            return game.thought(entry)
        case BoardTells() | BoardStands() | BoardLeft():
            _feel(game, game.participant(entry.listener), entry)
        case _:
            return _attend_to(game, game.participant(entry.listener), entry)
    return "done"


def _attend_to(game: LiveGame[SomeParticipant], one: SomeParticipant, entry: Asked) -> Outcome:
    """Apply what a participant has given as input, once if it is a request with a key."""
    if not isinstance(entry, Spoke):
        _acted(game, one, entry.at_ms)
    if entry.key is None:
        return _answer_in_time(game, one, entry)
    request = RequestKey(seat=entry.listener, key=entry.key)
    with game.ledger.requested(request):
        outcome = _answer_in_time(game, one, entry)
    if outcome != "stale":
        game.ledger.answered(request, is_accepted=outcome == "done")
    return outcome


def _acted(game: LiveGame[SomeParticipant], one: SomeParticipant, at_ms: int) -> None:
    """Take note that a player who acts at their seat has come, if that is not known yet.

    Their page may have been open when the arbiter resumed the game without them.
    Raises `JournalLost`, `Conflict`.
    """
    if one.role is None or not one.role.is_player:
        return
    now = game.ledger.game
    if not now.attendance.is_somebody_missing or not isinstance(now.phase, InPlay | Resuming):
        return
    if not now.attendance.here.of(white=one.role is Role.WHITE):
        game.ask(Arrive(by=one.role, at_ms=at_ms))


def is_short(game: Game, entry: object) -> bool:
    """Return whether the input takes little more than writing it.

    A move on a board does, and a typed line: even the longest is read within a few milliseconds.
    """
    return isinstance(entry, MovedByHand | Typed) and isinstance(game.phase, InPlay)


def _answer_in_time(game: LiveGame[SomeParticipant], one: SomeParticipant, entry: Asked) -> Outcome:
    """Answer, unless the request waited for a connection and the position is another one by now.

    Somebody who could not be heard may have played on at another page, and what they said first
    may be a move in the new position, too.
    """
    now = game.ledger.game
    unpressed = (now.turn.announcement is not None) + (now.reply is not None)
    plies = len(now.position.moves) + unpressed
    if entry.seen_ply not in (None, plies):
        return "stale"
    return _answer(game, one, entry)


def _answer(
    game: LiveGame[SomeParticipant],
    one: SomeParticipant,
    entry: Asked,
) -> Outcome:
    one.talk.begin()
    was_hard_to_hear = one.talk.hearing.is_hard_to_hear
    try:
        return _in_turn(game, one, entry)
    finally:
        if one.talk.hearing.is_hard_to_hear != was_hard_to_hear:
            game.tell(HearingChanged())


def _in_turn(game: LiveGame[SomeParticipant], one: SomeParticipant, entry: Asked) -> Outcome:
    if isinstance(entry, Spoke):
        return _done(game, one, entry)
    with game.pressing.written(entry.at_ms, one.settings):
        return _done(game, one, entry)


def _done(game: LiveGame[SomeParticipant], one: SomeParticipant, entry: Asked) -> Outcome:
    at_ms = entry.at_ms
    match entry:
        case Typed(text=text):
            _read(game, one, text, at_ms)
        case Spoke(heard=heard, expected=expected, span=span, found=found):
            one.talk.understand(found or one.talk.interpreted(heard, expected), span)
            if not one.talk.state.was_refused:
                # An open microphone may have heard only an empty room.
                _acted(game, one, at_ms)
        case Wanted(command=CommandMeaning(name=name)) if name == REPETITION:
            by, uci = _who(game, one), game.ledger.game.last_move or ""
            one.talk.do(RepeatMove(by=by, at_ms=at_ms, uci=uci))
        case Wanted(command=command):
            one.talk.take(command, began_ms=at_ms, at_ms=at_ms)
        case MovedByHand():
            return _move(game, one, entry)
        case _:
            _report(game, one, entry)
    return "refused" if one.talk.state.was_refused else "done"


def _report(
    game: LiveGame[SomeParticipant],
    one: SomeParticipant,
    entry: Handled | Decided | BoardTold | Reconciled | Entrusted,
) -> None:
    at_ms, by = entry.at_ms, _who(game, one)
    match entry:
        case Handled(is_executed=True):
            one.talk.do(ExecuteMove(by=by, at_ms=at_ms))
        case Handled(squares=squares):
            one.boards.touched(squares, by, at_ms)
        case Decided(command=InformArbiter() as told):
            _inform(game, one, told)
        case Decided(command=command):
            one.talk.order(command)
        case BoardTold(board=board, agreed=agreed):
            one.boards.told(board, agreed, at_ms)
        case Reconciled(accepts=accepts, in_words=why):
            one.boards.settle(by, at_ms, accepts=accepts, why=why)
        case Entrusted(passphrase=passphrase, among=among):
            game.keyring.give(by, passphrase)
            name = _KEPT.get(among)
            if name is not None:
                one.talk.tell(lambda preferences: phrase(name, preferences.language))
        case _:
            assert_never(entry)


def _inform(game: LiveGame[SomeParticipant], one: SomeParticipant, told: InformArbiter) -> None:
    """Pass on to the arbiter, and to nobody else, what a spectator has noticed."""
    one.talk.do(told)
    if one.talk.state.was_refused:
        return
    game.inform_arbiter(told)
    one.talk.tell(lambda preferences: phrase("spectator:told", preferences.language))


def _read(game: LiveGame[SomeParticipant], one: SomeParticipant, text: str, at_ms: int) -> None:
    """Take a typed line. Enter alone presses after an announced or sealed move, and no more."""
    if text:
        one.talk.state.heed(Cue.BARGE_IN)
        one.talk.read(text, at_ms)
    elif _may_press(game.ledger.game) and not one.talk.state.is_pending:
        one.talk.take(_PRESS, began_ms=at_ms, at_ms=at_ms)


def _may_press(game: Game) -> bool:
    is_written = isinstance(game.phase, Sealing) and game.phase.text is not None
    return is_written or game.turn.announcement is not None


def _feel(game: LiveGame[SomeParticipant], one: SomeParticipant, entry: OfBoards) -> None:
    """Take what a player's own board reports; at a seat, a move on it is like a clicked one."""
    board, at_ms = one.boards.felt_board(white=entry.white), entry.at_ms
    before = board.standing
    one.talk.begin()
    match entry:
        case BoardTells(happenings=happenings):
            one.boards.felt(happenings, at_ms, white=entry.white)
            if board.standing != before:
                one.show()
        case BoardLeft(is_lost=is_lost):
            if is_lost:
                board.lost()
            else:
                board.left()
            one.show()
        case BoardStands(is_long=is_long):
            played = board.played()
            if played is not None:
                moved = MovedByHand(
                    listener=entry.listener, at_ms=at_ms, uci=played.uci, ply=played.ply
                )
                _answer(game, one, moved)
            elif is_long:
                board.object()
            else:
                board.settle(at_ms)


def _who(game: LiveGame[SomeParticipant], one: SomeParticipant) -> Role:
    """Return the role in which they ask; the mover's where nobody knows who spoke."""
    return one.by or game.ledger.game.mover


def _move(game: LiveGame[SomeParticipant], one: SomeParticipant, moved: MovedByHand) -> Outcome:
    """Announce a clicked move as if it were typed, and execute it where hands are reported.

    A reply presses the opponent's announced move first, where it implies that.
    """
    at_ms, by = moved.at_ms, _who(game, one)
    turn, mover_is_white = game.ledger.game.turn, game.ledger.game.white_to_move
    is_answer = turn.announcement is not None and by.acts_for_white != mover_is_white
    if is_answer and moved.ply == len(game.ledger.game.position.moves) + 1:
        game.end_turn(at_ms)
    if moved.ply != _half_moves_before(game.ledger.game, by):
        return "stale"
    if by.is_assistant and turn.announcement is not None and not is_answer:
        # An assistant corrects their own player's announced move, and does not reply to it.
        one.talk.do(AnnounceMove(by=by, at_ms=at_ms, uci=moved.uci))
    else:
        one.talk.take(MoveMeaning(uci=moved.uci), began_ms=at_ms, at_ms=at_ms)
    after = game.ledger.game
    is_announced = not one.talk.state.was_refused and after.turn.announcement is not None
    is_reported = after.table.customs.execution == "reported"
    if is_announced and is_reported and not may_answer(after, by):
        one.talk.do(ExecuteMove(by=by, at_ms=at_ms))
    return "refused" if one.talk.state.was_refused else "done"


def _half_moves_before(game: Game, by: Role) -> int:
    """Return how many half-moves come before the next one of this role, completed or not."""
    made = len(game.position.moves)
    if may_answer(game, by):
        return made + 1
    is_theirs = by.acts_for_white == game.white_to_move
    return made + 2 if is_theirs and game.reply is not None else made
