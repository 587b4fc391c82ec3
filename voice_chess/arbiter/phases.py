"""What has its place in which phase of a game."""

from typing import assert_never

from voice_chess.game.agreement_commands import (
    AcceptRematch,
    AcceptTakeback,
    DeclineRematch,
    ProposeRematch,
    ProposeTakeback,
)
from voice_chess.game.commands import (
    AcceptDraw,
    AddTime,
    Adjust,
    AnnounceMove,
    ArrangeGame,
    Arrive,
    ClaimDraw,
    ClaimQuickplay,
    Command,
    CorrectSlip,
    DeclineDraw,
    EndGame,
    ExecuteMove,
    Expel,
    OfferDraw,
    OpenEnvelope,
    PassTime,
    PressClock,
    Resign,
    Resume,
    RuleOnMatingChance,
    RuleOnQuickplay,
    SealMove,
    SetClocks,
    StartClocks,
    StartGame,
    StopClocks,
    TouchPieces,
    Warn,
)
from voice_chess.game.dispute_commands import (
    ReportTwoHands,
    RuleOnObjection,
    SetPieceDown,
    TakeBackTogether,
)
from voice_chess.game.increment_commands import RequestIncrement, RuleOnIncrement
from voice_chess.game.record_commands import (
    AskInformation,
    Inform,
    RecordMove,
    RuleOnResult,
    SignScore,
)
from voice_chess.game.refusals import (
    ClocksAreStopped,
    GameAlreadyStarted,
    GameIsAdjourned,
    GameIsOver,
    GameNotOver,
    GameNotStarted,
    NotAdjourned,
    Refusal,
    RulingAwaited,
)
from voice_chess.game.state import (
    Adjourned,
    Arranged,
    AwaitingRuling,
    Game,
    InPlay,
    NotArranged,
    Objecting,
    Over,
    Resuming,
    Sealing,
)
from voice_chess.laws.edition import Topic

Kinds = tuple[type[Command], ...]

INFORMATION: Kinds = (AskInformation, Inform)
REMATCH: Kinds = (ProposeRematch, AcceptRematch, DeclineRematch)
AFTERWARDS: Kinds = (PassTime, SignScore, RuleOnResult, Expel, *REMATCH)
TALK: Kinds = (
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    Resign,
    EndGame,
    PassTime,
    Warn,
    Expel,
    *INFORMATION,
)
NEEDS_RUNNING_CLOCKS: Kinds = (
    AnnounceMove,
    CorrectSlip,
    ExecuteMove,
    TouchPieces,
    Adjust,
    PressClock,
    ClaimDraw,
    ClaimQuickplay,
    RequestIncrement,
    SetPieceDown,
    ReportTwoHands,
    TakeBackTogether,
    ProposeTakeback,
    AcceptTakeback,
)
ONES_OWN_CLAIM: Kinds = (ClaimDraw, ClaimQuickplay)
WITH_THE_CLOCKS_STOPPED: Kinds = (Resign, Warn, Expel, AddTime, EndGame, PassTime, *INFORMATION)
WHILE_HANDS_ARE_ASKED_ABOUT: Kinds = (RuleOnObjection, *WITH_THE_CLOCKS_STOPPED)
WHILE_THE_ARBITER_THINKS: dict[str, Kinds] = {
    # The game is over but for their answer: nobody resigns it any more.
    "mating-chance": (RuleOnMatingChance, EndGame, PassTime, Warn, Expel),
    "quickplay": (RuleOnQuickplay, AcceptDraw, DeclineDraw, *WITH_THE_CLOCKS_STOPPED),
    "increment": (RuleOnIncrement, AcceptDraw, DeclineDraw, *WITH_THE_CLOCKS_STOPPED),
}
WHILE_ADJOURNING: dict[type[Sealing | Adjourned | Resuming], Kinds] = {
    Sealing: (
        *(*TALK, SealMove, AnnounceMove, RecordMove),
        *(StopClocks, StartClocks, AddTime, SetClocks),
    ),
    Adjourned: (*TALK, Resume),
    Resuming: (*TALK, Arrive, OpenEnvelope, AddTime, SetClocks),
}


def out_of_place(game: Game, command: Command) -> Refusal | None:
    """Why a command of this kind has no place in this phase of the game."""
    cite = game.edition.cite
    match game.phase:
        case NotArranged():
            is_asked = isinstance(command, ArrangeGame)
            return None if is_asked else GameNotStarted(because=cite(Topic.START))
        case Arranged():
            is_asked = isinstance(command, Arrive | StartGame | PassTime)
            return None if is_asked else GameNotStarted(because=cite(Topic.START))
        case Over(because=because):
            return None if isinstance(command, AFTERWARDS) else GameIsOver(because=because)
        case AwaitingRuling(question=question):
            is_asked = isinstance(command, WHILE_THE_ARBITER_THINKS[question])
            return None if is_asked else RulingAwaited(because=cite(Topic.FLAG_FALL))
        case Objecting():
            is_asked = isinstance(command, WHILE_HANDS_ARE_ASKED_ABOUT)
            return None if is_asked else RulingAwaited(because=cite(Topic.TOUCH_MOVE))
        case Sealing() | Adjourned() | Resuming() as phase:
            is_asked = isinstance(command, WHILE_ADJOURNING[type(phase)])
            return None if is_asked else GameIsAdjourned(because=cite(Topic.SEALING))
        case InPlay() as phase:
            return _out_of_play(game, phase, command)
        case _:
            assert_never(game.phase)


def _out_of_play(game: Game, phase: InPlay, command: Command) -> Refusal | None:
    cite = game.edition.cite
    if isinstance(command, ArrangeGame | StartGame):
        return GameAlreadyStarted(because=cite(Topic.START))
    is_answer = isinstance(command, SealMove) and game.is_somebody_missing
    if isinstance(command, SealMove | Resume | OpenEnvelope) and not is_answer:
        return NotAdjourned(because=cite(Topic.SEALING))
    if isinstance(command, SignScore | RuleOnResult | ProposeRematch):
        return GameNotOver(because=cite(Topic.RESULT_SIGNED))
    is_to_claim = isinstance(command, ONES_OWN_CLAIM) and phase.halted == (command.by, "claim")
    if is_to_claim:
        return None
    if phase.halted is not None and isinstance(command, NEEDS_RUNNING_CLOCKS):
        return ClocksAreStopped(because=cite(Topic.STOPPING_CLOCKS))
    return None
