"""A game judged under an edition of the Laws: acts at a board go in, rulings come out.

Time is an argument: milliseconds on a clock of the caller's that never goes back. A game is a
value: a decision returns the next game, and the journal of any game is enough to restore it.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, Self, get_args

import chess

from voice_chess.arbiter.decide import decide
from voice_chess.by_color import SIDES
from voice_chess.clock.time_control import BadTimeControl, TimeControl
from voice_chess.compose.kept_games import event_read, event_written
from voice_chess.game.clocks import ClaimFlag, PassTime, StartClocks, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.draws import AcceptDraw, ClaimDraw, DeclineDraw, OfferDraw
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve, followed, replay
from voice_chess.game.game_end import Resign, RuleOnMatingChance
from voice_chess.game.irregularities import ClaimIllegalMove
from voice_chess.game.moves import AnnounceMove, CorrectSlip, PressClock, RepeatMove
from voice_chess.game.phases import AwaitingRuling, InPlay, Over
from voice_chess.game.refusals import Refusal, Refused
from voice_chess.game.results import Result
from voice_chess.game.setup import ArrangeGame, GameArranged, StartGame
from voice_chess.game.state import Game as State
from voice_chess.game.state import nothing_arranged
from voice_chess.game.table import Customs, Occasion, Role, Setup, Table
from voice_chess.laws.edition import UnknownEdition, edition
from voice_chess.laws.position import Position
from voice_chess.library.arguments import (
    check_kind,
    language_of,
    lines_of,
    milliseconds,
    one_of,
    position_of,
)
from voice_chess.library.errors import ArgumentError, JournalError
from voice_chess.records import pgn
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.session.ledger import UNTOLD
from voice_chess.session.ports import JournalLost
from voice_chess.speech.generation.announce import Scene, announce, cite
from voice_chess.speech.generation.styles import STYLES, USUAL, Style

_NAME = "event"
"""The JSON field with the written name of the event."""
_SHOWN = 60


def written(event: Event) -> str:
    """Return the event as one line, without a line end."""
    name, body = event_written(event)
    return json.dumps({_NAME: name, **json.loads(body)}, ensure_ascii=False)


def read(line: str) -> Event:
    """Read an event from its line. Raises `JournalError`."""
    try:
        fields = json.loads(line)
        name = str(fields.pop(_NAME))
    except (ValueError, LookupError, AttributeError, TypeError, RecursionError) as error:
        message = f"This line of a journal is no event: {str(line)[:_SHOWN]!r}."
        raise JournalError(message) from error
    try:
        event = event_read(name, json.dumps(fields))
    except JournalLost as error:
        raise JournalError(*error.args) from error
    return event


Who = Literal["white", "black", "arbiter"]
Act = Literal[
    "announce",
    "correct",
    "repeat",
    "press",
    "offer-draw",
    "accept-draw",
    "decline-draw",
    "claim-repetition",
    "claim-fifty-moves",
    "claim-flag",
    "claim-illegal-move",
    "resign",
    "pass-time",
    "stop-clocks",
    "start-clocks",
    "rule-can-mate",
    "rule-cannot-mate",
]
_COMMANDS: Mapping[Act, Callable[..., Command]] = {
    "announce": AnnounceMove,
    "correct": CorrectSlip,
    "repeat": RepeatMove,
    "press": PressClock,
    "offer-draw": OfferDraw,
    "accept-draw": AcceptDraw,
    "decline-draw": DeclineDraw,
    "claim-repetition": partial(ClaimDraw, kind="repetition"),
    "claim-fifty-moves": partial(ClaimDraw, kind="fifty"),
    "claim-flag": ClaimFlag,
    "claim-illegal-move": ClaimIllegalMove,
    "resign": Resign,
    "pass-time": PassTime,
    "stop-clocks": StopClocks,
    "start-clocks": StartClocks,
    "rule-can-mate": partial(RuleOnMatingChance, can_mate=True),
    "rule-cannot-mate": partial(RuleOnMatingChance, can_mate=False),
}
_WITH_MOVE: frozenset[Act] = frozenset({"announce", "correct", "repeat"})
_PERHAPS_WITH_MOVE: frozenset[Act] = frozenset({"claim-repetition", "claim-fifty-moves"})
_WHEN = "at_ms"
_INCONSISTENT = (AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""Errors of a replay when an event can't have happened: no such move, no envelope to open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game at one moment, made by `started` or `replayed`."""

    journal: tuple[str, ...]
    """All events so far, one a line, as JSON; later versions of the program can read them, too."""
    _state: State = field(repr=False, compare=False)

    @classmethod
    def started(
        cls,
        edition_id: str,
        time_control: str,
        *,
        board: chess.Board | None = None,
        has_arbiter: bool = False,
        counts_illegal_moves: bool = False,
    ) -> Self:
        """Start a game from the position on the board; its clock begins to run at 0 ms.

        `time_control` is in minutes and seconds as players write it: 15+10, 90/40+30/G+30. An
        illegal move is refused at once; with `counts_illegal_moves` it is penalised as the edition
        says, once the clock is pressed. Raises `ArgumentError`.
        """
        start = position_of(chess.Board() if board is None else board)
        table = Table(
            control=_control(edition_id, time_control),
            edition=edition_id,
            setup=Setup(fen=start.start_fen, chess960=start.chess960),
            customs=Customs(illegal_policy="count" if counts_illegal_moves else "refuse"),
            occasion=Occasion(has_arbiter=has_arbiter),
        )
        state, lines = nothing_arranged(), list[str]()
        for command in (
            ArrangeGame(by=Role.ARBITER, at_ms=0, table=table),
            StartGame(by=Role.ARBITER, at_ms=0),
        ):
            ruling = decide(state, command)
            if not isinstance(ruling, tuple):
                message = f"No game starts from {start.fen}: it is over already."
                raise ArgumentError(message)
            state = followed(state, ruling)
            lines += map(written, ruling)
        return cls(journal=tuple(lines), _state=state)

    @classmethod
    def replayed(cls, journal: Iterable[str]) -> Self:
        """Restore the game from a journal, to its end. Raises `ArgumentError`, `JournalError`."""
        lines = lines_of(journal)
        events = tuple(map(read, lines))
        arranged = [isinstance(event, GameArranged) for event in events]
        if arranged[:1] != [True] or any(arranged[1:]):
            message = "The journal does not begin with the one arrangement of a game."
            raise JournalError(message)
        try:
            return cls(journal=lines, _state=replay(events))
        except _INCONSISTENT as error:
            message = "The journal tells of things that can't follow one another."
            raise JournalError(message) from error

    @property
    def board(self) -> chess.Board:
        """A python-chess board with all moves that were completed."""
        position = self._state.position
        board = chess.Board(position.start_fen, chess960=position.chess960)
        for uci in position.moves:
            board.push(chess.Move.from_uci(uci))
        return board

    @property
    def is_over(self) -> bool:
        return self._state.is_over

    @property
    def result(self) -> str:
        """The result as in PGN: 1-0, 0-1, 1/2-1/2, 0-0; an asterisk until the game is over."""
        phase = self._state.phase
        return str(phase.result if isinstance(phase, Over) else Result.VOID)

    @property
    def reason(self) -> str:
        """The reason why it ended: checkmate, flag-fall, agreement; empty until it is over."""
        phase = self._state.phase
        return str(phase.reason) if isinstance(phase, Over) else ""

    @property
    def asks_arbiter(self) -> str:
        """The question that only an arbiter can answer: mating-chance; empty if there is none."""
        phase = self._state.phase
        return phase.question if isinstance(phase, AwaitingRuling) else ""

    @property
    def flag_falls_at_ms(self) -> int | None:
        """When the side to move runs out of time, in ms; None while the clocks stand."""
        return self._state.flag_falls_at_ms

    @property
    def pgn(self) -> str:
        """The game as PGN: the completed moves, with clocks, draw offers and the result.

        No PGN reader can go on past an illegal move that stands: from there all is a comment.
        """
        return pgn.written(scoresheet_of(map(read, self.journal)))

    def left_ms(self, who: Literal["white", "black"], at_ms: int) -> int:
        """Return the time that this side's display shows, in ms. Raises `ArgumentError`."""
        is_white = one_of(who, SIDES, "player") == "white"
        return self._state.left_ms(white=is_white, at_ms=milliseconds(at_ms, _WHEN))

    def play(self, move: chess.Move, *, at_ms: int) -> "Ruling":
        """Return the ruling when the side to move announces this and presses the clock at once.

        Raises `ArgumentError`.
        """
        by, now_ms = self._state.mover, milliseconds(at_ms, _WHEN)
        announced = AnnounceMove(by=by, at_ms=now_ms, uci=self._uci(move))
        return self._ruling(announced, PressClock(by=by, at_ms=now_ms))

    def decide(self, act: Act, *, by: Who, at_ms: int, move: chess.Move | None = None) -> "Ruling":
        """Return what follows from an act, or why it is not allowed.

        Raises `ArgumentError` for an unknown act, or a move that is missing or not called for.
        """
        one_of(act, get_args(Act), "act")
        role = Role(one_of(by, get_args(Who), "participant"))
        named = {} if move is None else {"uci": self._uci(move)}
        takes_move = _WITH_MOVE | (_PERHAPS_WITH_MOVE if named else frozenset())
        if bool(named) != (act in takes_move):
            message = f"{act} {'takes no' if named else 'needs a'} move."
            raise ArgumentError(message)
        command = _COMMANDS[act](by=role, at_ms=milliseconds(at_ms, _WHEN), **named)
        return self._ruling(command)

    def _uci(self, move: chess.Move) -> str:
        """Return the move in UCI; castling can be given as king takes rook, too.

        Raises `ArgumentError`.
        """
        check_kind(move, chess.Move, "move")
        return self._state.position.board.uci(move)

    def _ruling(self, *asked: Command) -> "Ruling":
        """Decide the commands in turn; one refusal undoes them all.

        Where an earlier command finds that time is up, the others are skipped. Raises
        `ArgumentError` if a command is earlier than the last event.
        """
        state, lines = self._state, list(self.journal)
        last_ms = read(lines[-1]).at_ms
        if any(command.at_ms < last_ms for command in asked):
            message = f"The last thing happened at {last_ms} ms; time does not go back."
            raise ArgumentError(message)
        told = list[tuple[Event | Refusal, Position]]()
        for command in asked:
            if told and not isinstance(state.phase, InPlay):
                break
            ruling = decide(state, command)
            if not isinstance(ruling, tuple):
                because = ruling.because.article
                return Ruling(game=self, article=because, _told=((ruling, state.position),))
            for event in ruling:
                told.append((event, state.position))
                state = evolve(state, event)
                lines.append(written(event))
        game = replace(self, journal=tuple(lines), _state=state)
        return Ruling(game=game, events=tuple(lines[len(self.journal) :]), _told=tuple(told))


def _control(edition_id: str, time_control: str) -> TimeControl:
    """Read the time control and check that the edition exists. Raises `ArgumentError`."""
    check_kind(edition_id, str, "edition")
    check_kind(time_control, str, "time control")
    try:
        edition(edition_id)
        return TimeControl.parsed(time_control)
    except (UnknownEdition, BadTimeControl) as error:
        raise ArgumentError(*error.args) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The outcome of an act: the game as it goes on, or the same game if `is_refused`."""

    game: Game
    events: tuple[str, ...] = ()
    """The events that happened: the lines that were added to the journal."""
    article: str = ""
    """The article of the edition on which a refusal rests; empty if nothing was refused."""
    _told: tuple[tuple[Event | Refusal, Position], ...] = field(repr=False, compare=False)
    """The events, or the refusal, to be announced; each with the position before it."""

    @property
    def is_refused(self) -> bool:
        return bool(self.article)

    def in_words(self, language: str, style: Style = USUAL) -> tuple[str, ...]:
        """Return what players need to hear of it, a sentence each; empty if nothing needs saying.

        A refusal is followed by its article. Raises `ArgumentError`.
        """
        chosen, how = language_of(language), one_of(style, STYLES, "style")
        words = []
        for thing, position in self._told:
            if not isinstance(thing, UNTOLD):
                scene = Scene(position=position, language=chosen, style=how)
                words.append(announce(thing, scene).text)
            if isinstance(thing, Refused):
                words.append(cite(thing.because, chosen).text)
        return tuple(words)
