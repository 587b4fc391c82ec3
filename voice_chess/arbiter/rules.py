"""One row for each command: who may give it, when it has its place, and what answers it.

A row's roles are those whom the Laws ever let ask for it; what else a table settles about them,
`permissions` knows. Its moments are told apart in `phases`. `decide` asks nothing else.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from voice_chess.arbiter import (
    adjournment,
    agreements,
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
from voice_chess.arbiter.permissions import ARBITER, ASSISTANTS, EVERYBODY, HELPED, PLAYERS
from voice_chess.arbiter.phases import (
    ADJOURNED,
    AWAITED,
    EVER,
    IN_PLAY,
    TALK,
    Moments,
)
from voice_chess.arbiter.reconciliation import board_corrected
from voice_chess.arbiter.ruling import Ruling
from voice_chess.arbiter.table_check import arranged
from voice_chess.game import (
    agreement_commands,
    commands,
    dispute_commands,
    increment_commands,
    record_commands,
)
from voice_chess.game.commands import Command
from voice_chess.game.state import Game
from voice_chess.game.table import Role

Some = TypeVar("Some", bound=Command)
Roles = frozenset[Role]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What the Laws have to say about one kind of command."""

    roles: Roles
    moments: Moments
    answer: Callable[[Game, Any], Ruling]


def _row(
    kind: type[Some], roles: Roles, moments: Moments, answer: Callable[[Game, Some], Ruling]
) -> tuple[type[Any], Rule]:
    """A row whose answer takes that kind of command."""
    return kind, Rule(roles=roles, moments=moments, answer=answer)


def _arrange(game: Game, command: commands.ArrangeGame) -> Ruling:
    return arranged(game, command.table, command.at_ms)


def _nothing(_game: Game, _command: commands.PassTime) -> Ruling:
    """What time brings about has been decided before anything is answered."""
    return ()


_RUNNING: Moments = frozenset({"running"})
_CLAIMED: Moments = frozenset({"running", "claiming"})
_AT_THE_BOARD = ARBITER | HELPED
_BY_BOTH = ARBITER | PLAYERS

RULES: Mapping[type[Command], Rule] = dict(
    (
        # How a game begins
        _row(commands.ArrangeGame, _BY_BOTH, frozenset({"unarranged"}), _arrange),
        _row(commands.Arrive, PLAYERS, IN_PLAY | {"arranged", "resuming"}, clocks.arrive),
        _row(commands.StartGame, _BY_BOTH, frozenset({"arranged"}), clocks.start),
        # Moves
        _row(commands.AnnounceMove, HELPED, _RUNNING | {"sealing"}, adjournment.announced),
        _row(commands.CorrectSlip, HELPED, _RUNNING, moves.announce),
        _row(commands.RepeatMove, HELPED, IN_PLAY, moves.repeat),
        _row(commands.TouchPieces, _AT_THE_BOARD, _RUNNING, moves.touch),
        _row(commands.Adjust, PLAYERS, _RUNNING, moves.adjust),
        _row(commands.ExecuteMove, HELPED, _RUNNING, moves.execute),
        _row(commands.PressClock, HELPED, _RUNNING, moves.press),
        # Offers and claims
        _row(commands.OfferDraw, PLAYERS, IN_PLAY | ADJOURNED, draws.offer),
        _row(commands.AcceptDraw, PLAYERS, IN_PLAY | AWAITED | ADJOURNED, draws.accept),
        _row(commands.DeclineDraw, PLAYERS, IN_PLAY | AWAITED | ADJOURNED, draws.decline),
        _row(commands.Resign, PLAYERS, TALK, resigning.resign),
        _row(commands.ClaimDraw, PLAYERS, _CLAIMED, draws.claim),
        _row(commands.ClaimQuickplay, PLAYERS, _CLAIMED, quickplay.claim),
        _row(commands.ClaimFlag, _AT_THE_BOARD, IN_PLAY, clocks.claim_flag),
        _row(commands.ClaimIllegalMove, _BY_BOTH, IN_PLAY, illegal_moves.claim),
        _row(increment_commands.RequestIncrement, PLAYERS, _RUNNING, quickplay.request_increment),
        # The clocks
        _row(commands.PassTime, EVERYBODY, EVER | {"arranged"}, _nothing),
        _row(commands.StopClocks, _AT_THE_BOARD, IN_PLAY | {"sealing"}, adjournment.stopped),
        _row(commands.StartClocks, _BY_BOTH, IN_PLAY | {"sealing"}, clocks.start_again),
        # Adjournment
        _row(commands.AskToSeal, _BY_BOTH, IN_PLAY, adjournment.ask_to_seal),
        _row(commands.AdjournEarly, PLAYERS, IN_PLAY, adjournment.adjourn_early),
        _row(commands.SealMove, HELPED, frozenset({"sealing", "alone"}), adjournment.seal),
        _row(commands.Resume, _BY_BOTH, frozenset({"adjourned"}), adjournment.resume),
        _row(commands.OpenEnvelope, _BY_BOTH, frozenset({"resuming"}), adjournment.open_envelope),
        # Rulings
        _row(commands.AddTime, ARBITER, TALK - {"adjourned"}, rulings.add_time),
        _row(commands.SetClocks, ARBITER, IN_PLAY | {"sealing", "resuming"}, rulings.set_clocks),
        _row(commands.Warn, ARBITER, TALK | {"mating-chance"}, rulings.warn),
        _row(commands.Expel, ARBITER, EVER, rulings.expel),
        _row(commands.GoBack, ARBITER, IN_PLAY, rulings.go_back),
        _row(commands.EndGame, ARBITER, TALK | {"mating-chance"}, rulings.end),
        _row(
            commands.RuleOnMatingChance,
            ARBITER,
            IN_PLAY | {"mating-chance"},
            rulings.rule_on_mating_chance,
        ),
        _row(commands.RuleOnQuickplay, ARBITER, IN_PLAY | {"quickplay"}, quickplay.rule),
        _row(
            increment_commands.RuleOnIncrement,
            ARBITER,
            IN_PLAY | {"increment"},
            quickplay.rule_on_increment,
        ),
        # Disputes at the board
        _row(dispute_commands.SetPieceDown, _AT_THE_BOARD, _RUNNING, hands.set_down),
        _row(dispute_commands.ReportTwoHands, ARBITER, _RUNNING, hands.report_two_hands),
        _row(dispute_commands.ObjectToTouch, HELPED, IN_PLAY, objections.to_touch),
        _row(dispute_commands.ObjectToRelease, HELPED, IN_PLAY, objections.to_release),
        _row(dispute_commands.RuleOnObjection, ARBITER, IN_PLAY | {"objecting"}, objections.rule),
        _row(
            dispute_commands.TakeBackTogether,
            PLAYERS,
            _RUNNING,
            illegal_moves.take_back_together,
        ),
        _row(dispute_commands.ReportFault, _BY_BOTH, IN_PLAY, wrong_start.report),
        _row(dispute_commands.CorrectBoard, ARBITER, IN_PLAY, board_corrected),
        # Scoresheets, and what is on them
        _row(record_commands.RecordMove, HELPED, IN_PLAY | {"sealing"}, recording.record),
        _row(record_commands.CompleteScore, HELPED, IN_PLAY, recording.complete),
        _row(record_commands.ReconstructGame, ARBITER, IN_PLAY, recording.reconstruct),
        _row(record_commands.BeginNextPeriod, ARBITER, IN_PLAY, recording.begin_next_period),
        _row(record_commands.SignScore, PLAYERS, frozenset({"over"}), recording.sign),
        _row(record_commands.RuleOnResult, ARBITER, frozenset({"over"}), recording.rule_on_result),
        _row(record_commands.AskInformation, PLAYERS, TALK, information.ask),
        _row(record_commands.Inform, ASSISTANTS | ARBITER, TALK, information.inform),
        # What players agree on
        _row(agreement_commands.ProposeRematch, PLAYERS, frozenset({"over"}), agreements.rematch),
        _row(agreement_commands.AcceptRematch, PLAYERS, IN_PLAY | {"over"}, agreements.rematch),
        _row(agreement_commands.DeclineRematch, PLAYERS, IN_PLAY | {"over"}, agreements.rematch),
        _row(agreement_commands.ProposeTakeback, PLAYERS, _RUNNING, agreements.takeback),
        _row(agreement_commands.AcceptTakeback, PLAYERS, _RUNNING, agreements.takeback),
        _row(agreement_commands.DeclineTakeback, PLAYERS, IN_PLAY, agreements.takeback),
    )
)
