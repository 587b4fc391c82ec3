"""The table with one row for each command: its roles, its moments, and the function that rules.

A row's roles are all that the Laws ever allow for the command. `decide` applies the table's further
settings for roles and finds the present moment; nothing else limits a command.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from voice_chess.arbiter import (
    adjournment,
    agreements,
    appeals,
    clocks,
    draws,
    hands,
    illegal_moves,
    information,
    moves,
    objections,
    quickplay,
    recording,
    resigning,
    rulings,
    wrong_start,
)
from voice_chess.arbiter.reconciliation import board_corrected
from voice_chess.arbiter.ruling import Ruling
from voice_chess.arbiter.table_check import arranged
from voice_chess.game.adjournment import AdjournEarly, AskToSeal, OpenEnvelope, Resume, SealMove
from voice_chess.game.agreements import (
    AcceptRematch,
    AcceptTakeback,
    DeclineRematch,
    DeclineTakeback,
    ProposeRematch,
    ProposeTakeback,
)
from voice_chess.game.clocks import (
    AddTime,
    BeginNextPeriod,
    ClaimFlag,
    PassTime,
    SetClocks,
    StartClocks,
    StopClocks,
)
from voice_chess.game.commands import Command
from voice_chess.game.draws import AcceptDraw, ClaimDraw, DeclineDraw, OfferDraw
from voice_chess.game.game_end import EndGame, Resign, RuleOnMatingChance
from voice_chess.game.information import AskInformation, Inform, InformArbiter
from voice_chess.game.irregularities import (
    ClaimIllegalMove,
    CorrectBoard,
    GoBack,
    ReportFault,
    ReportTwoHands,
    TakeBackTogether,
)
from voice_chess.game.moves import AnnounceMove, CorrectSlip, ExecuteMove, PressClock, RepeatMove
from voice_chess.game.objections import ObjectToRelease, ObjectToTouch, RuleOnObjection
from voice_chess.game.penalties import Appeal, Expel, RuleOnAppeal, Warn
from voice_chess.game.phases import Objecting, Phase, Resuming, Sealing
from voice_chess.game.quickplay import (
    ClaimQuickplay,
    RequestIncrement,
    RuleOnIncrement,
    RuleOnQuickplay,
)
from voice_chess.game.scoresheets import (
    CompleteScore,
    ReconstructGame,
    RecordMove,
    RuleOnResult,
    SignScore,
)
from voice_chess.game.setup import ArrangeGame, Arrive, StartGame
from voice_chess.game.state import Game
from voice_chess.game.table import Role
from voice_chess.game.touch import Adjust, SetPieceDown, TouchPieces

Some = TypeVar("Some", bound=Command)
Roles = frozenset[Role]

PLAYERS = frozenset({Role.WHITE, Role.BLACK})
ASSISTANTS = frozenset({Role.ASSISTANT_WHITE, Role.ASSISTANT_BLACK})
HELPED = PLAYERS | ASSISTANTS
ARBITER = frozenset({Role.ARBITER})
SPECTATORS = frozenset({Role.SPECTATOR})
EVERYBODY = frozenset(Role)

Moment = Literal[
    "unarranged",
    "arranged",
    "running",
    "halted",
    "claiming",
    "alone",
    "objecting",
    "mating-chance",
    "quickplay",
    "increment",
    "sealing",
    "adjourned",
    "resuming",
    "over",
]
"""A state of the game that allows certain commands. In play the clocks are running or halted;
`claiming`: halted by the side that gives the command; `alone`: a player has not come back. A game
that waits for a ruling is named by its question."""

Moments = frozenset[Moment]

IN_PLAY: Moments = frozenset({"running", "halted"})
AWAITED: Moments = frozenset({"quickplay", "increment"})
"""The arbiter must rule, and otherwise the game would go on."""
STOPPED: Moments = AWAITED | {"objecting"}
"""The arbiter examines a claim or the hands, and the clocks stand."""
ADJOURNED: Moments = frozenset({"sealing", "adjourned", "resuming"})
TALK: Moments = IN_PLAY | STOPPED | ADJOURNED
"""All moments while a game is on."""
EVER: Moments = TALK | {"mating-chance", "over"}
"""Also the moments after the end, and while a ruling on a mating chance decides how it ended."""


_NEVER: Mapping[type[Phase], Callable[[Game, Any], Ruling]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """The row for one kind of command; `answer` returns the ruling.

    `adjourned`: the functions that return it instead in phases of an adjournment, or while an
    objection is examined.
    """

    roles: Roles
    moments: Moments
    answer: Callable[[Game, Any], Ruling]
    adjourned: Mapping[type[Phase], Callable[[Game, Any], Ruling]]


def _row(
    kind: type[Some],
    roles: Roles,
    moments: Moments,
    answer: Callable[[Game, Some], Ruling],
    adjourned: Mapping[type[Phase], Callable[[Game, Some], Ruling]] = _NEVER,
) -> tuple[type[Any], Rule]:
    """Return a row, with the type check that its answers take this kind of command."""
    return kind, Rule(roles=roles, moments=moments, answer=answer, adjourned=adjourned)


def _arrange(game: Game, command: ArrangeGame) -> Ruling:
    return arranged(game, command.table, command.at_ms)


def _nothing(_game: Game, _command: PassTime) -> Ruling:
    """Return no events: `decide` has already added those that time caused."""
    return ()


_RUNNING: Moments = frozenset({"running"})
_TIMED: Moments = IN_PLAY | {"sealing", "resuming"}
"""A player's time may run: in play, while they seal, and until they have come back to reply."""
_CLAIMED: Moments = frozenset({"running", "claiming", "sealing"})
"""The player has the move, even if they stopped the clocks to claim or are to seal a move."""
_AT_THE_BOARD = ARBITER | HELPED
_BY_BOTH = ARBITER | PLAYERS

RULES: Mapping[type[Command], Rule] = dict(
    (
        # How a game begins
        _row(ArrangeGame, _BY_BOTH, frozenset({"unarranged"}), _arrange),
        _row(Arrive, PLAYERS, IN_PLAY | {"arranged", "resuming"}, clocks.arrive),
        _row(StartGame, _BY_BOTH, frozenset({"arranged"}), clocks.start),
        # Moves
        _row(
            AnnounceMove,
            HELPED,
            _RUNNING | {"sealing"},
            moves.announce,
            {Sealing: adjournment.announce_sealing},
        ),
        _row(CorrectSlip, HELPED, _RUNNING, moves.announce),
        _row(RepeatMove, HELPED, IN_PLAY, moves.repeat),
        _row(TouchPieces, _AT_THE_BOARD, _RUNNING, moves.touch),
        _row(Adjust, PLAYERS, _RUNNING, moves.adjust),
        _row(ExecuteMove, HELPED, _RUNNING, moves.execute),
        _row(PressClock, HELPED, _RUNNING, moves.press),
        # Offers and claims
        _row(OfferDraw, PLAYERS, IN_PLAY | ADJOURNED | {"objecting"}, draws.offer),
        _row(AcceptDraw, PLAYERS, TALK, draws.accept),
        _row(DeclineDraw, PLAYERS, TALK, draws.decline),
        _row(Resign, PLAYERS, TALK, resigning.resign),
        _row(
            ClaimDraw,
            PLAYERS,
            IN_PLAY | {"sealing"},
            draws.claim,
            {Sealing: adjournment.claim_sealing},
        ),
        _row(ClaimQuickplay, PLAYERS, _CLAIMED, quickplay.claim),
        _row(ClaimFlag, _AT_THE_BOARD, _TIMED, clocks.claim_flag),
        _row(ClaimIllegalMove, _BY_BOTH, IN_PLAY, illegal_moves.claim),
        _row(RequestIncrement, PLAYERS, _RUNNING | {"sealing"}, quickplay.request_increment),
        # The clocks
        _row(PassTime, EVERYBODY, EVER | {"arranged"}, _nothing),
        _row(
            StopClocks,
            _AT_THE_BOARD,
            _TIMED,
            clocks.stop,
            {Sealing: adjournment.stop_sealing, Resuming: adjournment.stop_resuming},
        ),
        _row(
            StartClocks,
            _BY_BOTH,
            _TIMED | {"objecting"},
            clocks.start_again,
            {Resuming: adjournment.start_resuming, Objecting: objections.withdraw},
        ),
        # Adjournment
        _row(AskToSeal, _BY_BOTH, IN_PLAY, adjournment.ask_to_seal),
        _row(AdjournEarly, PLAYERS, IN_PLAY, adjournment.adjourn_early),
        _row(SealMove, HELPED, frozenset({"sealing", "alone"}), adjournment.seal),
        _row(Resume, _BY_BOTH, frozenset({"adjourned"}), adjournment.resume),
        _row(OpenEnvelope, _BY_BOTH, frozenset({"resuming"}), adjournment.open_envelope),
        # Rulings
        _row(AddTime, ARBITER, TALK - {"adjourned"}, rulings.add_time),
        _row(SetClocks, ARBITER, IN_PLAY | {"sealing", "resuming"}, rulings.set_clocks),
        _row(Warn, ARBITER, EVER, rulings.warn),
        _row(Expel, ARBITER, EVER, rulings.expel),
        _row(Appeal, PLAYERS, EVER, appeals.appeal),
        _row(RuleOnAppeal, ARBITER, EVER, appeals.rule),
        _row(GoBack, ARBITER, IN_PLAY, rulings.go_back),
        _row(EndGame, ARBITER, TALK | {"mating-chance"}, rulings.end),
        _row(
            RuleOnMatingChance,
            ARBITER,
            IN_PLAY | {"mating-chance"},
            rulings.rule_on_mating_chance,
        ),
        _row(RuleOnQuickplay, ARBITER, IN_PLAY | {"quickplay", "sealing"}, quickplay.rule),
        _row(
            RuleOnIncrement,
            ARBITER,
            IN_PLAY | {"increment"},
            quickplay.rule_on_increment,
        ),
        # Disputes at the board
        _row(SetPieceDown, _AT_THE_BOARD, _RUNNING, hands.set_down),
        _row(ReportTwoHands, ARBITER, _RUNNING, hands.report_two_hands),
        _row(ObjectToTouch, HELPED, IN_PLAY, objections.to_touch),
        _row(ObjectToRelease, HELPED, IN_PLAY, objections.to_release),
        _row(RuleOnObjection, ARBITER, IN_PLAY | {"objecting"}, objections.rule),
        _row(
            TakeBackTogether,
            PLAYERS,
            _RUNNING,
            illegal_moves.take_back_together,
        ),
        _row(ReportFault, _BY_BOTH, IN_PLAY, wrong_start.report),
        _row(CorrectBoard, ARBITER, IN_PLAY, board_corrected),
        # Scoresheets, and what is on them
        _row(RecordMove, HELPED, IN_PLAY | {"sealing", "over"}, recording.record),
        _row(CompleteScore, HELPED, IN_PLAY, recording.complete),
        _row(ReconstructGame, ARBITER, IN_PLAY, recording.reconstruct),
        _row(BeginNextPeriod, ARBITER, IN_PLAY, recording.begin_next_period),
        _row(SignScore, PLAYERS, frozenset({"over"}), recording.sign),
        _row(RuleOnResult, ARBITER, frozenset({"over"}), rulings.rule_on_result),
        _row(AskInformation, PLAYERS, TALK, information.ask),
        _row(Inform, ASSISTANTS | ARBITER, TALK, information.inform),
        _row(InformArbiter, SPECTATORS, EVER | {"arranged"}, information.inform_arbiter),
        # What players agree on
        _row(ProposeRematch, PLAYERS, frozenset({"over"}), agreements.rematch),
        _row(AcceptRematch, PLAYERS, IN_PLAY | {"over"}, agreements.rematch),
        _row(DeclineRematch, PLAYERS, IN_PLAY | {"over"}, agreements.rematch),
        _row(ProposeTakeback, PLAYERS, _RUNNING, agreements.takeback),
        _row(AcceptTakeback, PLAYERS, _RUNNING, agreements.takeback),
        _row(DeclineTakeback, PLAYERS, IN_PLAY, agreements.takeback),
    )
)
