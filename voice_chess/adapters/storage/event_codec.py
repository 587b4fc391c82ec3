"""Converts events, evidence and changes of competitions to JSON and back, by written names.

No other module knows these names. A class may be renamed freely, a string in these tables never.
When an event changes its shape it gets a new written name, and an upcaster turns the old form into
the new one on reading.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from pydantic import ConfigDict, TypeAdapter
from typing_extensions import TypeAliasType

from voice_chess.event import changes
from voice_chess.game.adjournment import (
    EnvelopeOpened,
    GameAdjourned,
    GameResumed,
    MoveSealed,
    SealerTooLate,
    SealingAsked,
)
from voice_chess.game.agreements import (
    RematchAccepted,
    RematchDeclined,
    RematchProposed,
    TakebackAccepted,
    TakebackDeclined,
    TakebackProposed,
)
from voice_chess.game.clocks import (
    ClocksSet,
    ClocksStarted,
    ClocksStopped,
    FlagFell,
    PeriodBegun,
    TimeAdded,
    TimeDeducted,
)
from voice_chess.game.draws import (
    ClaimRejected,
    ClaimUpheld,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    DrawOfferStands,
)
from voice_chess.game.game_end import GameEnded, Resigned, RulingAsked
from voice_chess.game.information import InformationAsked, MoveCountTold, ScoreShown, TimesTold
from voice_chess.game.irregularities import (
    BoardCorrected,
    ClockPressedWrongly,
    CorrectionProposed,
    FaultFound,
    IllegalMoveCompleted,
    PositionRestored,
)
from voice_chess.game.moves import (
    MoveAnnounced,
    MoveAnswered,
    MoveCompleted,
    MoveExecuted,
    MoveRepeated,
    SlipCorrected,
)
from voice_chess.game.objections import ObjectionRaised, ObjectionRejected, ObjectionUpheld
from voice_chess.game.penalties import (
    AppealMade,
    AppealRejected,
    AppealUpheld,
    PlayerExpelled,
    PlayerWarned,
    ReasonStated,
)
from voice_chess.game.quickplay import (
    IncrementIntroduced,
    IncrementRefused,
    IncrementRequested,
    QuickplayClaimed,
    QuickplayPostponed,
    QuickplayRejected,
    QuickplayReopened,
)
from voice_chess.game.scoresheets import (
    GameReconstructed,
    MoveRecorded,
    ResultSettled,
    ScoreCompleted,
    ScoreSigned,
)
from voice_chess.game.setup import GameArranged, GameStarted, PlayerArrived
from voice_chess.game.touch import AdjustmentAnnounced, PieceSetDown, PiecesTouched
from voice_chess.session import evidence
from voice_chess.session.ports import JournalLost

Fields = dict[str, Any]
Upcaster = Callable[[Fields], tuple[str, Fields]]

_EXACT = ConfigDict(strict=True, extra="forbid", ser_json_inf_nan="constants")
"""Accept exactly what this version wrote, and nothing that only resembles it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Codec:
    """Converts the values of a closed union to a written name and a JSON text, and back."""

    written_as: Mapping[type, str]
    upcasters: Mapping[str, Upcaster]

    def encode(self, value: object) -> tuple[str, str]:
        kind = cast("type", type(value))
        return self.written_as[kind], _form(kind).dump_json(value).decode()

    def decode(self, name: str, body: str) -> Any:
        """Return the value. Raises `JournalLost` for anything this program doesn't understand."""
        try:
            current, text = self._brought_up(name, body)
            kind = next(kind for kind, its_name in self.written_as.items() if its_name == current)
            return _form(kind).validate_json(text)
        except (StopIteration, KeyError, TypeError, ValueError, AttributeError) as error:
            message = (
                f"The journal holds an entry that this version can't read ({name}): "
                "it was written by a newer version, or the file is damaged."
            )
            raise JournalLost(message) from error

    def _brought_up(self, name: str, body: str) -> tuple[str, str]:
        """Return the name and the text that this version would have written."""
        if name not in self.upcasters:
            return name, body
        written = json.loads(body)
        while name in self.upcasters:
            name, written = self.upcasters[name](written)
        return name, json.dumps(written)


@cache
def _form(kind: type) -> TypeAdapter[Any]:
    """Return the validator of a class, made when the first of its values is read or written."""
    # A class without settings of its own takes them only through an alias.
    alias: Any = TypeAliasType(kind.__name__, kind)
    return TypeAdapter(alias, config=_EXACT)


EVENTS = Codec(
    written_as={
        GameArranged: "game-arranged/1",
        PlayerArrived: "player-arrived/1",
        GameStarted: "game-started/1",
        MoveAnnounced: "move-announced/1",
        SlipCorrected: "slip-corrected/1",
        MoveExecuted: "move-executed/1",
        MoveCompleted: "move-completed/1",
        MoveRepeated: "move-repeated/1",
        AdjustmentAnnounced: "adjustment-announced/1",
        PiecesTouched: "pieces-touched/1",
        IllegalMoveCompleted: "illegal-move-completed/1",
        TimeAdded: "time-added/1",
        TimeDeducted: "time-deducted/1",
        ClocksSet: "clocks-set/1",
        ClocksStopped: "clocks-stopped/1",
        ClocksStarted: "clocks-started/1",
        DrawOffered: "draw-offered/1",
        DrawDeclined: "draw-declined/1",
        DrawAccepted: "draw-accepted/1",
        DrawOfferStands: "draw-offer-stands/1",
        ClaimUpheld: "claim-upheld/1",
        ClaimRejected: "claim-rejected/2",
        QuickplayClaimed: "quickplay-claimed/2",
        QuickplayPostponed: "quickplay-postponed/1",
        QuickplayRejected: "quickplay-rejected/1",
        QuickplayReopened: "quickplay-reopened/1",
        Resigned: "resigned/1",
        FlagFell: "flag-fell/1",
        RulingAsked: "ruling-asked/1",
        IncrementRequested: "increment-requested/1",
        IncrementIntroduced: "increment-introduced/1",
        IncrementRefused: "increment-refused/1",
        SealingAsked: "sealing-asked/1",
        MoveSealed: "move-sealed/1",
        GameAdjourned: "game-adjourned/1",
        GameResumed: "game-resumed/1",
        SealerTooLate: "sealer-too-late/1",
        EnvelopeOpened: "envelope-opened/1",
        PlayerWarned: "player-warned/1",
        PlayerExpelled: "player-expelled/1",
        PositionRestored: "position-restored/1",
        PieceSetDown: "piece-set-down/1",
        ObjectionRaised: "objection-raised/1",
        ObjectionUpheld: "objection-upheld/1",
        ObjectionRejected: "objection-rejected/1",
        ClockPressedWrongly: "clock-pressed-wrongly/1",
        CorrectionProposed: "correction-proposed/1",
        FaultFound: "fault-found/1",
        MoveAnswered: "move-answered/1",
        BoardCorrected: "board-corrected/1",
        ReasonStated: "reason-stated/1",
        AppealMade: "appeal-made/1",
        AppealUpheld: "appeal-upheld/1",
        AppealRejected: "appeal-rejected/1",
        MoveRecorded: "move-recorded/1",
        ScoreCompleted: "score-completed/1",
        GameReconstructed: "game-reconstructed/1",
        PeriodBegun: "period-begun/1",
        ScoreSigned: "score-signed/1",
        ResultSettled: "result-settled/2",
        InformationAsked: "information-asked/1",
        TimesTold: "times-told/1",
        MoveCountTold: "move-count-told/1",
        ScoreShown: "score-shown/1",
        RematchProposed: "rematch-proposed/1",
        RematchAccepted: "rematch-accepted/1",
        RematchDeclined: "rematch-declined/1",
        TakebackProposed: "takeback-proposed/1",
        TakebackAccepted: "takeback-accepted/1",
        TakebackDeclined: "takeback-declined/1",
        GameEnded: "game-ended/1",
    },
    upcasters={
        "claim-rejected/1": lambda written: ("claim-rejected/2", written),
        "quickplay-claimed/1": lambda written: ("quickplay-claimed/2", written),
        "result-settled/1": lambda written: ("result-settled/2", written),
    },
)


def _by_nobody_known(name: str) -> Upcaster:
    """Return an upcaster for records from before there were seats: nobody knew who spoke."""
    return lambda written: (name, {**written, "by": None})


EVIDENCE = Codec(
    written_as={
        evidence.UtteranceHeard: "utterance-heard/2",
        evidence.LineTyped: "line-typed/2",
        evidence.AnswerSpoken: "answer-spoken/1",
        evidence.CommandRefused: "command-refused/2",
        evidence.ArbiterInformed: "arbiter-informed/1",
        evidence.ArbiterTold: "arbiter-told/1",
    },
    upcasters={
        "utterance-heard/1": _by_nobody_known("utterance-heard/2"),
        "line-typed/1": _by_nobody_known("line-typed/2"),
        "command-refused/1": _by_nobody_known("command-refused/2"),
    },
)


CHANGES = Codec(
    written_as={
        changes.CompetitionMade: "competition-made/1",
        changes.TermsChanged: "terms-changed/1",
        changes.PlayersEntered: "players-entered/1",
        changes.PlayerCorrected: "player-corrected/1",
        changes.PlayersRanked: "players-ranked/1",
        changes.PlayerWithdrew: "player-withdrew/1",
        changes.PlayerReadmitted: "player-readmitted/1",
        changes.ByeGranted: "bye-granted/1",
        changes.PairForbidden: "pair-forbidden/1",
        changes.RoundPaired: "round-paired/1",
        changes.RoundStarted: "round-started/1",
        changes.ResultTaken: "result-taken/1",
        changes.AppealsTaken: "appeals-taken/1",
        changes.ResultRuled: "result-ruled/1",
        changes.ChangeUndone: "change-undone/1",
        changes.CompetitionDeleted: "competition-deleted/1",
    },
    upcasters={},
)
