"""Announcing, correcting, executing, repeating and pressing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import pytest

from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import PassTime, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.draws import DrawDeclined, OfferDraw
from voice_chess.game.events import Event
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import (
    AnnounceMove,
    CorrectSlip,
    ExecuteMove,
    MoveAnnounced,
    MoveCompleted,
    MoveExecuted,
    MoveRepeated,
    PressClock,
    RepeatMove,
    SlipCorrected,
)
from voice_chess.game.refusals import (
    BadField,
    NotALegalMove,
    NothingAnnounced,
    NothingToRepeat,
    NotYetExecuted,
    NotYetRepeated,
    NotYourMove,
    NotYourRole,
    PromotionPieceMissing,
    Refusal,
    TooLateToCorrect,
    TouchedPieceMustMove,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Role, Seat, Setup, Table
from voice_chess.game.touch import Adjust, AdjustmentAnnounced, PiecesTouched, TouchPieces
from voice_chess.laws.edition import Citation, edition
from voice_chess.laws.reasons import Blocked, Pinned
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK = Role.WHITE, Role.BLACK
CONTROL = TimeControl.parsed("15+10")
TABLE = Table(control=CONTROL)
HELPED = Table(control=CONTROL, white=Seat(is_blind=True, has_assistant=True))
BLIND_OPPONENT = replace(HELPED, black=Seat(is_blind=True))
CASTLE = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1"
REPEATING = Table(control=CONTROL, customs=Customs(must_repeat=True))
REPORTING = Table(control=CONTROL, customs=Customs(execution="reported"))
PAYING_TO_THE_PRESS = Table(control=CONTROL, customs=Customs(charge_until="press"))


def table_at(fen: str) -> Table:
    return Table(control=CONTROL, setup=Setup(fen=fen))


def cite(topic: Topic) -> Citation:
    return edition("2009").cite(topic)


def said(uci: str, at_ms: int = 1_000, by: Role = WHITE) -> AnnounceMove:
    return AnnounceMove(by=by, at_ms=at_ms, uci=uci)


def pressed(at_ms: int = 2_000, by: Role = WHITE) -> PressClock:
    return PressClock(by=by, at_ms=at_ms)


@dataclass(frozen=True, kw_only=True)
class Case:
    id: str
    table: Table = TABLE
    given: tuple[Command, ...] = ()
    when: Command
    then: tuple[Event, ...] | Refusal = field(default=())


E4 = (said("e2e4"), pressed())

CASES = [
    Case(
        id="an announcement waits for the press",
        when=said("e2e4"),
        then=(MoveAnnounced(white=True, uci="e2e4", at_ms=1_000),),
    ),
    Case(
        id="the press completes the move and the mover pays to the end of their announcement",
        given=(said("e2e4"),),
        when=pressed(4_000),
        then=(MoveCompleted(white=True, uci="e2e4", at_ms=4_000, charged_until_ms=1_000),),
    ),
    Case(
        id="at another table they pay to the press",
        table=PAYING_TO_THE_PRESS,
        given=(said("e2e4"),),
        when=pressed(4_000),
        then=(MoveCompleted(white=True, uci="e2e4", at_ms=4_000, charged_until_ms=4_000),),
    ),
    Case(
        id="nothing to complete before a move is announced",
        when=pressed(),
        then=NothingAnnounced(because=cite(Topic.PRESS)),
    ),
    Case(
        id="the opponent's press completes nothing",
        given=(said("e2e4"),),
        when=pressed(by=BLACK),
        then=NotYourMove(because=cite(Topic.PRESS)),
    ),
    Case(
        id="black waits for white",
        when=said("e7e5", by=BLACK),
        then=NotYourMove(because=cite(Topic.TURN)),
    ),
    Case(
        id="an announced move is not yet made, so black still waits",
        given=(said("e2e4"),),
        when=said("e7e5", by=BLACK),
        then=NotYourMove(because=cite(Topic.TURN)),
    ),
    Case(
        id="an assistant announces for their player",
        table=Table(control=CONTROL, white=Seat(is_blind=True, has_assistant=True)),
        when=said("e2e4", by=Role.ASSISTANT_WHITE),
        then=(MoveAnnounced(white=True, uci="e2e4", at_ms=1_000),),
    ),
    Case(
        id="an illegal move comes back with its reason",
        when=said("f1b5"),
        then=NotALegalMove(
            uci="f1b5", reason=Blocked(by_square="e2"), because=cite(Topic.MOVEMENT)
        ),
    ),
    Case(
        id="a pinned piece stays",
        table=table_at("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1"),
        when=said("e2c3"),
        then=NotALegalMove(uci="e2c3", reason=Pinned(by_square="e8"), because=cite(Topic.CHECK)),
    ),
    Case(
        id="a promotion must name its piece",
        table=table_at("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"),
        when=said("e7e8"),
        then=PromotionPieceMissing(uci="e7e8", because=cite(Topic.PROMOTION)),
    ),
    Case(
        id="2009 E.2.1: against a blind player, too, it must be announced",
        table=replace(table_at("8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"), black=Seat(is_blind=True)),
        when=said("e7e8"),
        then=PromotionPieceMissing(uci="e7e8", because=cite(Topic.ANNOUNCEMENT)),
    ),
    Case(
        id="what is no move at all is told so",
        when=said("Nf3"),
        then=BadField(field="uci", problem="not-a-move", because=cite(Topic.MOVEMENT)),
    ),
    Case(
        id="another announcement before the press corrects a slip of the tongue",
        given=(said("e2e4"),),
        when=said("d2d4", 1_500),
        then=(SlipCorrected(white=True, from_uci="e2e4", to_uci="d2d4", at_ms=1_500),),
    ),
    Case(
        id="a correction by name does the same",
        given=(said("e2e4"),),
        when=CorrectSlip(by=WHITE, at_ms=1_500, uci="d2d4"),
        then=(SlipCorrected(white=True, from_uci="e2e4", to_uci="d2d4", at_ms=1_500),),
    ),
    Case(
        id="after the press there is nothing of one's own to correct",
        given=E4,
        when=CorrectSlip(by=WHITE, at_ms=3_000, uci="d2d4"),
        then=NotYourMove(because=cite(Topic.TURN)),
    ),
    Case(
        id="nothing said, nothing to correct",
        when=CorrectSlip(by=WHITE, at_ms=1_500, uci="d2d4"),
        then=TooLateToCorrect(because=cite(Topic.PRESS)),
    ),
    Case(
        id="2009 E.2.6: where a player is blind, by the rule on slips of the tongue",
        table=Table(control=CONTROL, black=Seat(is_blind=True)),
        when=CorrectSlip(by=WHITE, at_ms=1_500, uci="d2d4"),
        then=TooLateToCorrect(because=cite(Topic.SLIP_OF_THE_TONGUE)),
    ),
    Case(
        id="a correction must be legal too",
        given=(said("e2e4"),),
        when=said("f1b5", 1_500),
        then=NotALegalMove(
            uci="f1b5", reason=Blocked(by_square="e2"), because=cite(Topic.MOVEMENT)
        ),
    ),
    Case(
        id="a mate in words alone waits for the press",
        table=table_at("7k/8/6K1/8/8/8/8/R7 w - - 0 1"),
        when=said("a1a8"),
        then=(MoveAnnounced(white=True, uci="a1a8", at_ms=1_000),),
    ),
    Case(
        id="2009 E.2.6: a misspoken mate is corrected like any slip of the tongue",
        table=table_at("7k/8/6K1/8/8/8/8/R7 w - - 0 1"),
        given=(said("a1a8"),),
        when=said("a1a7", 1_500),
        then=(SlipCorrected(white=True, from_uci="a1a8", to_uci="a1a7", at_ms=1_500),),
    ),
    Case(
        id="mate ends the game with the press",
        table=table_at("7k/8/6K1/8/8/8/8/R7 w - - 0 1"),
        given=(said("a1a8"),),
        when=pressed(),
        then=(
            MoveCompleted(white=True, uci="a1a8", at_ms=2_000, charged_until_ms=1_000),
            GameEnded(
                result=Result.WHITE_WINS,
                reason=EndReason.CHECKMATE,
                because=cite(Topic.CHECKMATE),
                at_ms=2_000,
            ),
        ),
    ),
    Case(
        id="so does stalemate",
        table=table_at("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1"),
        given=(said("g5g6"),),
        when=pressed(),
        then=(
            MoveCompleted(white=True, uci="g5g6", at_ms=2_000, charged_until_ms=1_000),
            GameEnded(
                result=Result.DRAW,
                reason=EndReason.STALEMATE,
                because=cite(Topic.STALEMATE),
                at_ms=2_000,
            ),
        ),
    ),
    Case(
        id="so does a capture that leaves bare kings",
        table=table_at("8/8/8/4k3/8/8/4r3/4K3 w - - 0 1"),
        given=(said("e1e2"),),
        when=pressed(),
        then=(
            MoveCompleted(white=True, uci="e1e2", at_ms=2_000, charged_until_ms=1_000),
            GameEnded(
                result=Result.DRAW,
                reason=EndReason.DEAD_POSITION,
                because=cite(Topic.DEAD_POSITION),
                at_ms=2_000,
            ),
        ),
    ),
    Case(
        id="2009 5.1.a: a mate said in time is no loss on time, though nobody has pressed",
        table=table_at("7k/8/6K1/8/8/8/8/R7 w - - 0 1"),
        given=(said("a1a8"),),
        when=PassTime(by=Role.ARBITER, at_ms=2_000_000),
        then=(
            MoveCompleted(white=True, uci="a1a8", at_ms=1_000, charged_until_ms=1_000),
            GameEnded(
                result=Result.WHITE_WINS,
                reason=EndReason.CHECKMATE,
                because=cite(Topic.CHECKMATE),
                at_ms=1_000,
            ),
        ),
    ),
    Case(
        id="2009 6.7.a: what it takes to understand a move is free",
        given=(said("e2e4"),),
        when=pressed(11_000),
        then=(MoveCompleted(white=True, uci="e2e4", at_ms=11_000, charged_until_ms=1_000),),
    ),
    Case(
        id="2009 6.7.a: and whatever more there is before the press is the mover's time",
        given=(said("e2e4"),),
        when=pressed(61_000),
        then=(MoveCompleted(white=True, uci="e2e4", at_ms=61_000, charged_until_ms=51_000),),
    ),
    Case(
        id="2009 E.2.9.b: an assistant announces the sighted opponent's move, too",
        table=HELPED,
        given=(said("e2e4"), pressed()),
        when=said("e7e5", 3_000, Role.ASSISTANT_WHITE),
        then=(MoveAnnounced(white=False, uci="e7e5", told_by=Role.ASSISTANT_WHITE, at_ms=3_000),),
    ),
    Case(
        id="2009 E.2.9.a: and makes it on their own player's board",
        table=HELPED,
        given=(said("e2e4"), pressed(), said("e7e5", 3_000, Role.ASSISTANT_WHITE)),
        when=ExecuteMove(by=Role.ASSISTANT_WHITE, at_ms=3_500),
        then=(MoveExecuted(white=False, uci="e7e5", at_ms=3_500),),
    ),
    Case(
        id="2009 E.2.6: what they have misspoken of it they may correct",
        table=HELPED,
        given=(said("e2e4"), pressed(), said("e7e5", 3_000, Role.ASSISTANT_WHITE)),
        when=CorrectSlip(by=Role.ASSISTANT_WHITE, at_ms=3_500, uci="e7e6"),
        then=(
            SlipCorrected(
                white=False,
                from_uci="e7e5",
                to_uci="e7e6",
                told_by=Role.ASSISTANT_WHITE,
                at_ms=3_500,
            ),
        ),
    ),
    Case(
        id="2009 E.2.9.b: but not what the opponent has said themselves",
        table=HELPED,
        given=(said("e2e4"), pressed(), said("e7e5", 3_000, BLACK)),
        when=said("e7e6", 3_500, Role.ASSISTANT_WHITE),
        then=NotYourMove(because=cite(Topic.SLIP_OF_THE_TONGUE)),
    ),
    Case(
        id="2009 E.2.3: nobody makes a blind opponent's move by telling it",
        table=BLIND_OPPONENT,
        given=(said("e2e4"), pressed()),
        when=said("e7e5", 3_000, Role.ASSISTANT_WHITE),
        then=NotYourMove(because=cite(Topic.TURN)),
    ),
    Case(
        id="2009 E.2.9.b: where a blind opponent's hands are reported, it may be told",
        table=replace(BLIND_OPPONENT, customs=Customs(execution="reported")),
        given=(said("e2e4"), ExecuteMove(by=WHITE, at_ms=1_500), pressed()),
        when=said("e7e5", 3_000, Role.ASSISTANT_WHITE),
        then=(MoveAnnounced(white=False, uci="e7e5", told_by=Role.ASSISTANT_WHITE, at_ms=3_000),),
    ),
    Case(
        id="2009 4.4.a: a king and their rook touched at the same time mean castling",
        table=table_at(CASTLE),
        when=TouchPieces(by=WHITE, at_ms=500, squares=("h1", "e1"), is_in_order=False),
        then=(PiecesTouched(white=True, squares=("e1", "h1"), at_ms=500),),
    ),
    Case(
        id="2009 4.4.b: a rook touched before the king does not",
        table=table_at(CASTLE),
        given=(TouchPieces(by=WHITE, at_ms=500, squares=("h1", "e1")),),
        when=said("e1g1"),
        then=TouchedPieceMustMove(
            touched=("h1", "e1"), allowed=("h1g1", "h1f1"), because=cite(Topic.TOUCH_CASTLING)
        ),
    ),
    Case(
        id="where hands are reported, a mating announcement still waits for them",
        table=Table(
            control=CONTROL,
            customs=Customs(execution="reported"),
            setup=Setup(fen="7k/8/6K1/8/8/8/8/R7 w - - 0 1"),
        ),
        when=said("a1a8"),
        then=(MoveAnnounced(white=True, uci="a1a8", at_ms=1_000),),
    ),
    Case(
        id="and ends the game when they are done",
        table=Table(
            control=CONTROL,
            customs=Customs(execution="reported"),
            setup=Setup(fen="7k/8/6K1/8/8/8/8/R7 w - - 0 1"),
        ),
        given=(said("a1a8"),),
        when=ExecuteMove(by=WHITE, at_ms=1_700),
        then=(
            MoveExecuted(white=True, uci="a1a8", at_ms=1_700),
            MoveCompleted(white=True, uci="a1a8", at_ms=1_700, charged_until_ms=1_700),
            GameEnded(
                result=Result.WHITE_WINS,
                reason=EndReason.CHECKMATE,
                because=cite(Topic.CHECKMATE),
                at_ms=1_700,
            ),
        ),
    ),
    Case(
        id="the clock waits until the move stands on the mover's board",
        table=REPORTING,
        given=(said("e2e4"),),
        when=pressed(),
        then=NotYetExecuted(uci="e2e4", because=cite(Topic.PRESS)),
    ),
    Case(
        id="an executed move can be pressed",
        table=REPORTING,
        given=(said("e2e4"), ExecuteMove(by=WHITE, at_ms=1_500)),
        when=pressed(),
        then=(MoveCompleted(white=True, uci="e2e4", at_ms=2_000, charged_until_ms=1_000),),
    ),
    Case(
        id="an executed move is no slip of the tongue any more",
        table=REPORTING,
        given=(said("e2e4"), ExecuteMove(by=WHITE, at_ms=1_500)),
        when=said("d2d4", 1_700),
        then=TooLateToCorrect(because=cite(Topic.RELEASED)),
    ),
    Case(
        id="2009 E.2.6: of a blind player nobody has seen where the piece was put",
        table=Table(
            control=CONTROL, customs=Customs(execution="reported"), white=Seat(is_blind=True)
        ),
        given=(said("g1f3"), ExecuteMove(by=WHITE, at_ms=1_500)),
        when=CorrectSlip(by=WHITE, at_ms=1_700, uci="g1h3"),
        then=(
            SlipCorrected(white=True, from_uci="g1f3", to_uci="g1h3", told_by=None, at_ms=1_700),
        ),
    ),
    Case(
        id="nor is the choice of a piece that stands on its square",
        table=Table(
            control=CONTROL,
            customs=Customs(execution="reported"),
            setup=Setup(fen="8/4P2k/8/8/8/8/8/4K3 w - - 0 1"),
        ),
        given=(said("e7e8q"), ExecuteMove(by=WHITE, at_ms=1_500)),
        when=said("e7e8n", 1_700),
        then=TooLateToCorrect(because=cite(Topic.RELEASED)),
    ),
    Case(
        id="nothing can be executed before it is announced",
        table=REPORTING,
        when=ExecuteMove(by=WHITE, at_ms=1_500),
        then=NothingAnnounced(because=cite(Topic.PRESS)),
    ),
    Case(
        id="the opponent repeats what they heard",
        given=E4,
        when=RepeatMove(by=BLACK, at_ms=3_000, uci="e2e4"),
        then=(MoveRepeated(white=False, uci="e2e4", is_right=True, at_ms=3_000),),
    ),
    Case(
        id="a wrong repetition is told as such and changes no move",
        given=E4,
        when=RepeatMove(by=BLACK, at_ms=3_000, uci="d2d4"),
        then=(MoveRepeated(white=False, uci="d2d4", is_right=False, at_ms=3_000),),
    ),
    Case(
        id="nobody repeats their own move",
        given=E4,
        when=RepeatMove(by=WHITE, at_ms=3_000, uci="e2e4"),
        then=NothingToRepeat(because=cite(Topic.ANNOUNCEMENT)),
    ),
    Case(
        id="a move is repeated once",
        given=(*E4, RepeatMove(by=BLACK, at_ms=3_000, uci="e2e4")),
        when=RepeatMove(by=BLACK, at_ms=3_500, uci="e2e4"),
        then=NothingToRepeat(because=cite(Topic.ANNOUNCEMENT)),
    ),
    Case(
        id="where the table wants it, one repeats before one answers",
        table=REPEATING,
        given=E4,
        when=said("e7e5", 3_000, BLACK),
        then=NotYetRepeated(uci="e2e4", because=cite(Topic.ANNOUNCEMENT)),
    ),
    Case(
        id="a wrong repetition does not count as one",
        table=REPEATING,
        given=(*E4, RepeatMove(by=BLACK, at_ms=3_000, uci="d2d4")),
        when=said("e7e5", 3_500, BLACK),
        then=NotYetRepeated(uci="e2e4", because=cite(Topic.ANNOUNCEMENT)),
    ),
    Case(
        id="after the right one the answer is heard",
        table=REPEATING,
        given=(*E4, RepeatMove(by=BLACK, at_ms=3_000, uci="e2e4")),
        when=said("e7e5", 3_500, BLACK),
        then=(MoveAnnounced(white=False, uci="e7e5", at_ms=3_500),),
    ),
    Case(
        id="a touched piece must move",
        given=(TouchPieces(by=WHITE, at_ms=500, squares=("g1",)),),
        when=said("e2e4"),
        then=TouchedPieceMustMove(
            touched=("g1",), allowed=("g1h3", "g1f3"), because=cite(Topic.TOUCH_MOVE)
        ),
    ),
    Case(
        id="and may choose where to",
        given=(TouchPieces(by=WHITE, at_ms=500, squares=("g1",)),),
        when=said("g1h3"),
        then=(MoveAnnounced(white=True, uci="g1h3", at_ms=1_000),),
    ),
    Case(
        id="the arbiter may tell what they have seen touched",
        table=Table(control=TimeControl.parsed("90+30")),
        given=(TouchPieces(by=Role.ARBITER, at_ms=500, squares=("g1",)),),
        when=said("e2e4"),
        then=TouchedPieceMustMove(
            touched=("g1",), allowed=("g1h3", "g1f3"), because=cite(Topic.TOUCH_MOVE)
        ),
    ),
    Case(
        id="in rapid chess nobody watches they wait until they are asked",
        when=TouchPieces(by=Role.ARBITER, at_ms=500, squares=("g1",)),
        then=NotYourRole(role=Role.ARBITER, because=cite(Topic.TOUCH_ON_REQUEST)),
    ),
    Case(
        id="where nobody can tell which was first, one's own piece was",
        table=table_at("4k3/8/8/3p1n2/4P3/2N5/8/4K3 w - - 0 1"),
        when=TouchPieces(by=WHITE, at_ms=500, squares=("f5", "c3"), is_in_order=False),
        then=(PiecesTouched(white=True, squares=("c3", "f5"), at_ms=500),),
    ),
    Case(
        id="hands that lift another piece than was announced bind before the press",
        given=(said("e2e4"), TouchPieces(by=WHITE, at_ms=1_500, squares=("d2",))),
        when=pressed(),
        then=TouchedPieceMustMove(
            touched=("d2",), allowed=("d2d3", "d2d4"), because=cite(Topic.TOUCH_MOVE)
        ),
    ),
    Case(
        id="nor can the announced move then be executed",
        table=REPORTING,
        given=(said("e2e4"), TouchPieces(by=WHITE, at_ms=1_500, squares=("d2",))),
        when=ExecuteMove(by=WHITE, at_ms=1_600),
        then=TouchedPieceMustMove(
            touched=("d2",), allowed=("d2d3", "d2d4"), because=cite(Topic.TOUCH_MOVE)
        ),
    ),
    Case(
        id="what is touched after the move was executed binds nobody",
        table=REPORTING,
        given=(
            said("e2e4"),
            ExecuteMove(by=WHITE, at_ms=1_500),
            TouchPieces(by=WHITE, at_ms=1_600, squares=("d2",)),
        ),
        when=pressed(),
        then=(MoveCompleted(white=True, uci="e2e4", at_ms=2_000, charged_until_ms=1_000),),
    ),
    Case(
        id="lifting the announced piece changes nothing",
        given=(said("e2e4"), TouchPieces(by=WHITE, at_ms=1_500, squares=("e2",))),
        when=pressed(),
        then=(MoveCompleted(white=True, uci="e2e4", at_ms=2_000, charged_until_ms=1_000),),
    ),
    Case(
        id="j'adoube is told to all",
        when=Adjust(by=WHITE, at_ms=400),
        then=(AdjustmentAnnounced(white=True, at_ms=400),),
    ),
    Case(
        id="only the player on move may adjust",
        when=Adjust(by=BLACK, at_ms=400),
        then=NotYourMove(because=cite(Topic.ADJUST)),
    ),
    Case(
        id="a piece put straight after j'adoube binds nobody",
        given=(
            Adjust(by=WHITE, at_ms=400),
            TouchPieces(by=WHITE, at_ms=500, squares=("g1",)),
        ),
        when=said("e2e4"),
        then=(MoveAnnounced(white=True, uci="e2e4", at_ms=1_000),),
    ),
    Case(
        id="squares that are none are told so",
        when=TouchPieces(by=WHITE, at_ms=500, squares=("g9",)),
        then=BadField(field="squares", problem="not-squares", because=cite(Topic.TOUCH_MOVE)),
    ),
    Case(
        id="answering with a move declines the offer",
        given=(said("e2e4"), OfferDraw(by=WHITE, at_ms=1_500), pressed()),
        when=said("e7e5", 3_000, BLACK),
        then=(
            DrawDeclined(white=False, by="move", at_ms=3_000),
            MoveAnnounced(white=False, uci="e7e5", at_ms=3_000),
        ),
    ),
    Case(
        id="touching a piece to move it declines the offer",
        given=(said("e2e4"), OfferDraw(by=WHITE, at_ms=1_500), pressed()),
        when=TouchPieces(by=BLACK, at_ms=3_000, squares=("e7",)),
        then=(
            DrawDeclined(white=False, by="touch", at_ms=3_000),
            PiecesTouched(white=False, squares=("e7",), at_ms=3_000),
        ),
    ),
    Case(
        id="putting pieces straight leaves the offer open",
        given=(
            said("e2e4"),
            OfferDraw(by=WHITE, at_ms=1_500),
            pressed(),
            Adjust(by=BLACK, at_ms=2_500),
        ),
        when=TouchPieces(by=BLACK, at_ms=3_000, squares=("e7",)),
        then=(PiecesTouched(white=False, squares=(), at_ms=3_000),),
    ),
]


@pytest.mark.law(
    "adjust",
    "press",
    "mate-wins",
    "stalemate",
    "dead-position",
    "dead-again",
    "blind-announcement",
    "blind-execution",
    "blind-touch",
    "slip-of-the-tongue",
    "assistant-announces",
    "assistant-moves",
    "touch-king-rook",
    "touch-rook-king",
    "promotion-choice",
)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_move_is_ruled_on(case: Case, play: Play) -> None:
    game = play(case.table, case.given)

    assert decide(game, case.when) == case.then


def test_a_completed_move_stands_and_the_other_clock_runs(play: Play) -> None:
    game = play(TABLE, E4)

    assert game.position.moves == ("e2e4",)
    assert not game.clock.white_to_move
    assert game.clock.left_ms(white=True, at_ms=10_000) == 900_000 - 1_000 + 10_000
    assert game.clock.left_ms(white=False, at_ms=10_000) == 900_000 - 8_000


def test_a_corrected_slip_is_the_move_that_counts(play: Play) -> None:
    game = play(TABLE, (said("e2e4"), said("d2d4", 1_200), pressed()))

    assert game.position.moves == ("d2d4",)


MAKING = {
    "2005": ("F.2.3", "6.8.a"),
    "2009": ("E.2.3", "6.7.a"),
    "2018": ("D.2.3", "6.2.1"),
    "2023": ("D.2.3", "6.2.1"),
}


@pytest.mark.law("blind-execution", "press")
@pytest.mark.parametrize("is_blind", [True, False], ids=["a blind player", "a sighted one"])
@pytest.mark.parametrize(
    "edition_id", MAKING, ids=lambda each: f"{each} {' or '.join(MAKING[each])}"
)
def test_a_refused_press_cites_the_rules_for_blind_players_to_them_alone(
    edition_id: str, is_blind: bool, play: Play
) -> None:
    """For their sighted opponent the ordinary rules of the edition are in force."""
    white, black = Seat(is_blind=is_blind), Seat(is_blind=not is_blind)
    customs = Customs(execution="reported")
    at = Table(control=CONTROL, edition=edition_id, white=white, black=black, customs=customs)
    article = MAKING[edition_id][0 if is_blind else 1]

    unsaid = decide(play(at, ()), pressed())
    unmade = decide(play(at, (said("e2e4"),)), pressed())

    assert isinstance(unsaid, NothingAnnounced)
    assert isinstance(unmade, NotYetExecuted)
    assert {unsaid.because.article, unmade.because.article} == {article}


CASTLING = {"2005": "3.8", "2009": "3.8", "2018": "3.8.2", "2023": "3.8.2"}


@pytest.mark.law("castling", "castling-prevented")
@pytest.mark.parametrize("edition_id", CASTLING, ids=lambda each: f"{each} {CASTLING[each]}")
@pytest.mark.parametrize("is_reply", [False, True])
def test_why_castling_is_refused_cites_the_article_on_castling(
    is_reply: bool, edition_id: str, play: Play
) -> None:
    """Also before the press, where a reply comes so early."""
    setup = Setup(fen="4k2r/8/8/8/8/8/4r3/R3K3 w Qk - 0 1")
    table = Table(control=CONTROL, edition=edition_id, setup=setup)
    is_early = edition(edition_id).rules.hands.may_answer_before_press
    checking: tuple[Command, ...] = (said("a1a8"),) if is_early else (said("a1a8"), pressed())
    if is_reply:
        table = replace(table, setup=Setup(fen="4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1"))
    game = play(table, checking if is_reply else ())

    ruling = decide(game, said("e8g8", 3_000, BLACK) if is_reply else said("e1c1"))

    assert isinstance(ruling, NotALegalMove)
    assert ruling.because.article == CASTLING[edition_id]


EXPOSING = {
    "pinned": ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3"),
    "still in check": ("4r1k1/8/8/8/8/8/8/N3K3 w - - 0 1", "a1b3"),
    "into check": ("3r2k1/8/8/8/8/8/8/4K3 w - - 0 1", "e1d1"),
}


@pytest.mark.law("check")
@pytest.mark.parametrize("edition_id", CASTLING, ids=lambda each: f"{each} 3.9")
@pytest.mark.parametrize(("fen", "uci"), EXPOSING.values(), ids=EXPOSING)
def test_why_no_king_is_left_in_check_cites_the_article_on_check(
    fen: str, uci: str, edition_id: str, play: Play
) -> None:
    game = play(Table(control=CONTROL, edition=edition_id, setup=Setup(fen=fen)), ())

    ruling = decide(game, said(uci))

    assert isinstance(ruling, NotALegalMove)
    assert ruling.because.article == "3.9"


@pytest.mark.law("touch-king-rook", "touch-rook-king")
@pytest.mark.parametrize("edition_id", CASTLING, ids=lambda each: f"{each} 4.4")
@pytest.mark.parametrize(("touched", "uci"), [(("e1", "h1"), "e1d1"), (("h1", "e1"), "e1g1")])
def test_who_has_touched_king_and_rook_is_told_the_article_on_castling_by_touch(
    touched: tuple[str, str], uci: str, edition_id: str, play: Play
) -> None:
    table = Table(control=CONTROL, edition=edition_id, setup=Setup(fen=CASTLE))
    game = play(table, (TouchPieces(by=WHITE, at_ms=500, squares=touched),))

    ruling = decide(game, said(uci))

    assert isinstance(ruling, TouchedPieceMustMove)
    assert ruling.because.article == "4.4"


def test_what_is_free_behind_an_announcement_stays_so_when_the_clocks_are_stopped(
    play: Play,
) -> None:
    game = play(TABLE, (said("e2e4"),))
    stopped = play(TABLE, (said("e2e4"), StopClocks(by=Role.ARBITER, at_ms=9_000)))

    shown_ms = game.left_ms(white=True, at_ms=9_000)
    assert shown_ms == game.left_ms(white=True, at_ms=1_000)
    assert stopped.left_ms(white=True, at_ms=9_000) == shown_ms
