"""Events and evidence to JSON and back: the only place that knows written names and versions.

A class may be renamed freely, a string in these tables never. When an event changes its shape it
gets a new written name, and an upcaster turns the old form into the new one on reading.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from pydantic import ConfigDict, TypeAdapter
from typing_extensions import TypeAliasType

from voice_chess.game import (
    agreement_events,
    dispute_events,
    events,
    record_events,
    suspension_events,
)
from voice_chess.session import evidence
from voice_chess.session.ports import JournalLost

Fields = dict[str, Any]
Upcaster = Callable[[Fields], tuple[str, Fields]]

_EXACT = ConfigDict(strict=True, extra="forbid", ser_json_inf_nan="constants")
"""What this version wrote, and nothing that only looks like it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Codec:
    """Values of a closed union to a written name and a JSON text, and back."""

    written_as: Mapping[type, str]
    upcasters: Mapping[str, Upcaster]

    def encode(self, value: object) -> tuple[str, str]:
        kind = cast("type", type(value))
        return self.written_as[kind], _form(kind).dump_json(value).decode()

    def decode(self, name: str, body: str) -> Any:
        """The value again; raises `JournalLost` for anything this program doesn't understand."""
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
        """The name and the text that this version would have written for it."""
        if name not in self.upcasters:
            return name, body
        written = json.loads(body)
        while name in self.upcasters:
            name, written = self.upcasters[name](written)
        return name, json.dumps(written)


@cache
def _form(kind: type) -> TypeAdapter[Any]:
    """Made when the first value of its kind is read or written, and only then."""
    # Only an alias takes settings for a class that has none of its own.
    alias: Any = TypeAliasType(kind.__name__, kind)
    return TypeAdapter(alias, config=_EXACT)


EVENTS = Codec(
    written_as={
        events.GameArranged: "game-arranged/1",
        events.PlayerArrived: "player-arrived/1",
        events.GameStarted: "game-started/1",
        events.MoveAnnounced: "move-announced/1",
        events.SlipCorrected: "slip-corrected/1",
        events.MoveExecuted: "move-executed/1",
        events.MoveCompleted: "move-completed/1",
        events.MoveRepeated: "move-repeated/1",
        events.AdjustmentAnnounced: "adjustment-announced/1",
        events.PiecesTouched: "pieces-touched/1",
        events.IllegalMoveCompleted: "illegal-move-completed/1",
        events.TimeAdded: "time-added/1",
        events.TimeDeducted: "time-deducted/1",
        events.ClocksSet: "clocks-set/1",
        events.ClocksStopped: "clocks-stopped/1",
        events.ClocksStarted: "clocks-started/1",
        events.DrawOffered: "draw-offered/1",
        events.DrawDeclined: "draw-declined/1",
        events.DrawAccepted: "draw-accepted/1",
        events.ClaimUpheld: "claim-upheld/1",
        events.ClaimRejected: "claim-rejected/1",
        suspension_events.QuickplayClaimed: "quickplay-claimed/1",
        suspension_events.QuickplayPostponed: "quickplay-postponed/1",
        suspension_events.QuickplayRejected: "quickplay-rejected/1",
        suspension_events.QuickplayReopened: "quickplay-reopened/1",
        events.Resigned: "resigned/1",
        events.FlagFell: "flag-fell/1",
        events.RulingAsked: "ruling-asked/1",
        suspension_events.IncrementRequested: "increment-requested/1",
        suspension_events.IncrementIntroduced: "increment-introduced/1",
        suspension_events.IncrementRefused: "increment-refused/1",
        suspension_events.SealingAsked: "sealing-asked/1",
        suspension_events.MoveSealed: "move-sealed/1",
        suspension_events.GameAdjourned: "game-adjourned/1",
        suspension_events.GameResumed: "game-resumed/1",
        suspension_events.SealerTooLate: "sealer-too-late/1",
        suspension_events.EnvelopeOpened: "envelope-opened/1",
        events.PlayerWarned: "player-warned/1",
        events.PlayerExpelled: "player-expelled/1",
        events.PositionRestored: "position-restored/1",
        dispute_events.PieceSetDown: "piece-set-down/1",
        dispute_events.ObjectionRaised: "objection-raised/1",
        dispute_events.ObjectionUpheld: "objection-upheld/1",
        dispute_events.ObjectionRejected: "objection-rejected/1",
        dispute_events.ClockPressedWrongly: "clock-pressed-wrongly/1",
        dispute_events.CorrectionProposed: "correction-proposed/1",
        dispute_events.FaultFound: "fault-found/1",
        dispute_events.MoveAnswered: "move-answered/1",
        dispute_events.BoardCorrected: "board-corrected/1",
        dispute_events.ReasonStated: "reason-stated/1",
        record_events.MoveRecorded: "move-recorded/1",
        record_events.ScoreCompleted: "score-completed/1",
        record_events.GameReconstructed: "game-reconstructed/1",
        record_events.PeriodBegun: "period-begun/1",
        record_events.ScoreSigned: "score-signed/1",
        record_events.ResultSettled: "result-settled/1",
        record_events.InformationAsked: "information-asked/1",
        record_events.TimesTold: "times-told/1",
        record_events.MoveCountTold: "move-count-told/1",
        record_events.ScoreShown: "score-shown/1",
        agreement_events.RematchProposed: "rematch-proposed/1",
        agreement_events.RematchAccepted: "rematch-accepted/1",
        agreement_events.RematchDeclined: "rematch-declined/1",
        agreement_events.TakebackProposed: "takeback-proposed/1",
        agreement_events.TakebackAccepted: "takeback-accepted/1",
        agreement_events.TakebackDeclined: "takeback-declined/1",
        events.GameEnded: "game-ended/1",
    },
    upcasters={},
)


def _by_nobody_known(name: str) -> Upcaster:
    """Before there were seats, nobody knew who it was."""
    return lambda written: (name, {**written, "by": None})


EVIDENCE = Codec(
    written_as={
        evidence.UtteranceHeard: "utterance-heard/2",
        evidence.LineTyped: "line-typed/2",
        evidence.AnswerSpoken: "answer-spoken/1",
        evidence.CommandRefused: "command-refused/2",
    },
    upcasters={
        "utterance-heard/1": _by_nobody_known("utterance-heard/2"),
        "line-typed/1": _by_nobody_known("line-typed/2"),
        "command-refused/1": _by_nobody_known("command-refused/2"),
    },
)
