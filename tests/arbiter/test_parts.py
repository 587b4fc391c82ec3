"""Every role and every command, in every edition: who may ask for what, from one table."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, get_args

import pytest

from tests.arbiter.asked import followed
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
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
from voice_chess.game.quickplay import (
    ClaimQuickplay,
    RequestIncrement,
    RuleOnIncrement,
    RuleOnQuickplay,
)
from voice_chess.game.refusals import NotYourRole
from voice_chess.game.results import EndReason, Result
from voice_chess.game.scoresheets import (
    CompleteScore,
    ReconstructGame,
    RecordMove,
    RuleOnResult,
    SignScore,
)
from voice_chess.game.setup import ArrangeGame, Arrive, StartGame
from voice_chess.game.state import Game
from voice_chess.game.table import Occasion, Role, Seat, Table
from voice_chess.game.touch import Adjust, SetPieceDown, TouchPieces
from voice_chess.laws.edition import edition
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
EDITIONS = ("2005", "2009", "2018", "2023")
CONTROL = TimeControl.parsed("90+0")
BLIND = Seat(is_blind=True, has_assistant=True)
SIGHTED = Seat(has_assistant=True)

# Who may ask: a player where an arbiter is at the event, a player where none is, a blind player's
# assistant, a sighted player's whose blind opponent has none, the arbiter, a spectator.
PARTS = """
                      player  alone  assistant  sighted's  arbiter  spectator
ArrangeGame           yes     yes    -          -          yes      -
Arrive                yes     yes    -          -          -        -
StartGame             yes     yes    -          -          yes      -
AnnounceMove          yes     yes    yes        yes        -        -
CorrectSlip           yes     yes    yes        yes        -        -
RepeatMove            yes     yes    yes        yes        -        -
TouchPieces           yes     yes    yes        -          yes      -
Adjust                yes     yes    -          -          -        -
ExecuteMove           yes     yes    yes        yes        -        -
PressClock            yes     yes    yes        -          -        -
OfferDraw             yes     yes    -          -          -        -
AcceptDraw            yes     yes    -          -          -        -
DeclineDraw           yes     yes    -          -          -        -
ClaimDraw             yes     yes    -          -          -        -
ClaimQuickplay        yes     yes    -          -          -        -
ClaimFlag             yes     yes    yes        -          yes      -
ClaimIllegalMove      yes     yes    -          -          yes      -
Resign                yes     yes    -          -          -        -
PassTime              yes     yes    yes        yes        yes      yes
StopClocks            yes     yes    yes        -          yes      -
StartClocks           -       yes    -          -          yes      -
AskToSeal             -       yes    -          -          yes      -
AdjournEarly          yes     yes    -          -          -        -
SealMove              yes     yes    yes        -          -        -
Resume                -       yes    -          -          yes      -
OpenEnvelope          -       yes    -          -          yes      -
AddTime               -       -      -          -          yes      -
SetClocks             -       -      -          -          yes      -
Warn                  -       -      -          -          yes      -
Expel                 -       -      -          -          yes      -
Appeal                yes     yes    -          -          -        -
RuleOnAppeal          -       -      -          -          yes      -
GoBack                -       -      -          -          yes      -
RuleOnMatingChance    -       -      -          -          yes      -
RuleOnQuickplay       -       -      -          -          yes      -
EndGame               -       -      -          -          yes      -
SetPieceDown          yes     yes    yes        -          yes      -
ObjectToTouch         yes     yes    yes        -          -        -
ObjectToRelease       yes     yes    yes        -          -        -
RuleOnObjection       -       -      -          -          yes      -
ReportTwoHands        -       -      -          -          yes      -
TakeBackTogether      yes     yes    -          -          -        -
ReportFault           -       yes    -          -          yes      -
CorrectBoard          -       -      -          -          yes      -
RecordMove            yes     yes    yes        -          -        -
CompleteScore         yes     yes    yes        -          -        -
ReconstructGame       -       -      -          -          yes      -
BeginNextPeriod       -       -      -          -          yes      -
SignScore             yes     yes    -          -          -        -
RuleOnResult          -       -      -          -          yes      -
AskInformation        yes     yes    -          -          -        -
Inform(time)          -       -      yes        -          -        -
Inform(score)         -       -      -          -          yes      -
InformArbiter         -       -      -          -          -        yes
RequestIncrement      yes     yes    -          -          -        -
RuleOnIncrement       -       -      -          -          yes      -
ProposeRematch        yes     yes    -          -          -        -
AcceptRematch         yes     yes    -          -          -        -
DeclineRematch        yes     yes    -          -          -        -
ProposeTakeback       yes     yes    -          -          -        -
AcceptTakeback        yes     yes    -          -          -        -
DeclineTakeback       yes     yes    -          -          -        -
"""
HEAD, *LINES = (line.split() for line in PARTS.strip().splitlines())
ROWS = {name: dict(zip(HEAD, marks, strict=True)) for name, *marks in LINES}

COLUMNS: dict[str, tuple[tuple[Role, ...], Seat, Seat, bool]] = {
    "player": ((Role.WHITE, Role.BLACK), BLIND, BLIND, True),
    "alone": ((Role.WHITE, Role.BLACK), BLIND, BLIND, False),
    "assistant": ((Role.ASSISTANT_WHITE, Role.ASSISTANT_BLACK), BLIND, BLIND, True),
    "sighted's": ((Role.ASSISTANT_WHITE,), SIGHTED, Seat(is_blind=True), True),
    "arbiter": ((Role.ARBITER,), BLIND, BLIND, True),
    "spectator": ((Role.SPECTATOR,), BLIND, BLIND, True),
}
PART_OF = {
    Role.WHITE: Topic.PENALTIES,
    Role.BLACK: Topic.PENALTIES,
    Role.ASSISTANT_WHITE: Topic.ASSISTANT,
    Role.ASSISTANT_BLACK: Topic.ASSISTANT,
    Role.ARBITER: Topic.ARBITER_LIMITS,
    Role.SPECTATOR: Topic.SPECTATORS,
}
LEFT_TO_ARBITER: Mapping[type[Command], Topic] = {
    StartClocks: Topic.STOPPING_CLOCKS,
    AskToSeal: Topic.SEALING,
    Resume: Topic.RESUMPTION,
    OpenEnvelope: Topic.RESUMPTION,
    ReportFault: Topic.WRONG_START,
}
AT: dict[str, Any] = {"by": Role.SPECTATOR, "at_ms": 3_000}
ASKED: tuple[Command, ...] = (
    ArrangeGame(**AT, table=Table(control=CONTROL)),
    Arrive(**AT),
    StartGame(**AT),
    AnnounceMove(**AT, uci="e7e5"),
    CorrectSlip(**AT, uci="e7e5"),
    RepeatMove(**AT, uci="e2e4"),
    TouchPieces(**AT, squares=("e7",)),
    Adjust(**AT),
    ExecuteMove(**AT),
    PressClock(**AT),
    OfferDraw(**AT),
    AcceptDraw(**AT),
    DeclineDraw(**AT),
    ClaimDraw(**AT, kind="fifty"),
    ClaimQuickplay(**AT, ground="no-effort"),
    ClaimFlag(**AT),
    ClaimIllegalMove(**AT),
    Resign(**AT),
    PassTime(**AT),
    StopClocks(**AT),
    StartClocks(**AT),
    AskToSeal(**AT, resumption="tomorrow"),
    AdjournEarly(**AT, resumption="tomorrow", session_ends_at_ms=9_000),
    SealMove(**AT, text="e5"),
    Resume(**AT),
    OpenEnvelope(**AT, uci="e7e5"),
    AddTime(**AT, white=True, ms=1_000),
    SetClocks(**AT, white_ms=60_000, black_ms=60_000),
    Warn(**AT, white=True),
    Expel(**AT, white=True),
    Appeal(**AT),
    RuleOnAppeal(**AT, is_upheld=True),
    GoBack(**AT, moves_kept=0),
    RuleOnMatingChance(**AT, can_mate=True),
    RuleOnQuickplay(**AT, outcome="draw"),
    EndGame(**AT, result=Result.DRAW, reason=EndReason.PENALTY),
    SetPieceDown(**AT, uci="e7e5"),
    ObjectToTouch(**AT, squares=("d2",)),
    ObjectToRelease(**AT, uci="d2d4"),
    RuleOnObjection(**AT, is_upheld=True),
    ReportTwoHands(**AT),
    TakeBackTogether(**AT, moves_kept=0),
    ReportFault(**AT, fault="wrong-clock"),
    CorrectBoard(**AT, white=True),
    RecordMove(**AT),
    CompleteScore(**AT, source="arbiter"),
    ReconstructGame(**AT),
    BeginNextPeriod(**AT),
    SignScore(**AT, result=Result.DRAW),
    RuleOnResult(**AT, result=Result.DRAW),
    AskInformation(**AT, about="time"),
    Inform(**AT, about="time"),
    Inform(**AT, about="score"),
    InformArbiter(**AT, text="The flag is down."),
    RequestIncrement(**AT),
    RuleOnIncrement(**AT, is_granted=True),
    ProposeRematch(**AT),
    AcceptRematch(**AT),
    DeclineRematch(**AT),
    ProposeTakeback(**AT),
    AcceptTakeback(**AT),
    DeclineTakeback(**AT),
)
BEGUN = (
    AnnounceMove(by=Role.WHITE, at_ms=1_000, uci="e2e4"),
    OfferDraw(by=Role.WHITE, at_ms=1_500),
    PressClock(by=Role.WHITE, at_ms=2_000),
)


def game_at(column: str, edition_id: str, play: Play) -> Game:
    """White has moved and offered a draw."""
    _, white, black, has_arbiter = COLUMNS[column]
    occasion = Occasion(has_arbiter=has_arbiter, games_per_arbiter=1 if has_arbiter else None)
    table = Table(control=CONTROL, edition=edition_id, white=white, black=black, occasion=occasion)
    return play(table, BEGUN)


def test_the_table_has_every_command() -> None:
    kinds = {kind.__name__ for kind in _kinds(Command)}

    assert {name.partition("(")[0] for name in ROWS} == kinds
    assert list(ROWS) == [name_of(command) for command in ASKED]


def name_of(command: Command) -> str:
    name = type(command).__name__
    return f"{name}({command.about})" if isinstance(command, Inform) else name


def _kinds(union: object) -> Iterable[type]:
    for part in get_args(union):
        yield from _kinds(part) if get_args(part) else (part,)


@pytest.mark.law("arbiter-silent", "spectators-silent")
@pytest.mark.parametrize("edition_id", EDITIONS)
@pytest.mark.parametrize("column", COLUMNS)
def test_everybody_does_their_own_part_only(column: str, edition_id: str, play: Play) -> None:
    game = game_at(column, edition_id, play)

    may_ask: dict[tuple[str, Role], str] = {}
    for command in ASKED:
        for role in COLUMNS[column][0]:
            is_refused = isinstance(decide(game, replace(command, by=role)), NotYourRole)
            may_ask[name_of(command), role] = "-" if is_refused else "yes"

    later = () if edition(edition_id).rules.spectators.may_inform_arbiter else ("InformArbiter",)
    assert may_ask == {
        (name, role): "-" if name in later else row[column]
        for name, row in ROWS.items()
        for role in COLUMNS[column][0]
    }


@pytest.mark.parametrize("edition_id", EDITIONS)
@pytest.mark.parametrize("column", COLUMNS)
def test_whose_part_it_is_not_is_told_the_article(column: str, edition_id: str, play: Play) -> None:
    game = game_at(column, edition_id, play)
    refused = [command for command in ASKED if ROWS[name_of(command)][column] == "-"]

    for role in COLUMNS[column][0]:
        usual = Topic.SIGHTED_PLAYERS_ASSISTANT if column == "sighted's" else PART_OF[role]
        for command in refused:
            ruling = decide(game, replace(command, by=role))
            assert isinstance(ruling, NotYourRole)
            is_arbiters = role.is_player and game.table.occasion.has_arbiter
            topic = LEFT_TO_ARBITER.get(type(command), usual) if is_arbiters else usual
            assert (ruling.role, ruling.because) == (role, edition(edition_id).cite(topic))


@pytest.mark.law("restart", "sealing")
@pytest.mark.parametrize(
    ("edition_id", "started", "sealed"),
    [("2005", "6.13", "A.1"), ("2009", "6.12", "G.1"), ("2018", "6.11", "I.1")],
    ids=["2005 6.13.c and A.1.a", "2009 6.12.c and G.1.a", "2018 6.11.3 and I.1.1"],
)
def test_a_player_is_told_the_article_that_leaves_it_to_the_arbiter(
    edition_id: str, started: str, sealed: str, play: Play
) -> None:
    occasion = Occasion(has_arbiter=True)
    game = play(Table(control=CONTROL, edition=edition_id, occasion=occasion), BEGUN)
    halted = followed(game, decide(game, StopClocks(by=Role.WHITE, at_ms=3_000)))

    start = decide(halted, StartClocks(by=Role.WHITE, at_ms=4_000))
    seal = decide(game, AskToSeal(by=Role.WHITE, at_ms=4_000, resumption=""))

    assert isinstance(start, NotYourRole)
    assert isinstance(seal, NotYourRole)
    assert (start.because.article, seal.because.article) == (started, sealed)


@pytest.mark.parametrize("edition_id", EDITIONS)
@pytest.mark.parametrize("column", COLUMNS)
def test_whose_part_it_is_not_is_told_if_it_is_the_arbiters_alone(
    column: str, edition_id: str, play: Play
) -> None:
    """No player may give the command here then. Who informs whom is a matter of its own."""
    game = game_at(column, edition_id, play)
    others = {Role.WHITE, Role.BLACK}

    for command in (each for each in ASKED if not isinstance(each, Inform)):
        rulings = {
            role: decide(game, replace(command, by=role)) for role in (*others, Role.ARBITER)
        }
        refused = {role for role, each in rulings.items() if isinstance(each, NotYourRole)}
        hints = {each.hint for each in rulings.values() if isinstance(each, NotYourRole)}
        if Role.ARBITER not in refused:
            assert hints == ({"arbiter"} if refused == others else set()), command


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_only_an_arbiter_who_would_undo_a_move_is_told_of_their_rulings(
    edition_id: str, play: Play
) -> None:
    game = game_at("arbiter", edition_id, play)

    rulings = {command: decide(game, replace(command, by=Role.ARBITER)) for command in ASKED}

    refused = {each: told for each, told in rulings.items() if isinstance(told, NotYourRole)}
    told = {type(command) for command, refusal in refused.items() if refusal.hint == "rulings"}
    assert told == {CorrectSlip, ProposeTakeback}
    assert len(refused) > len(told)


@pytest.mark.parametrize("edition_id", EDITIONS)
def test_who_is_not_at_the_table_has_no_part(edition_id: str, play: Play) -> None:
    game = play(Table(control=CONTROL, edition=edition_id), BEGUN)

    for command in ASKED:
        for role in (Role.ASSISTANT_WHITE, Role.ASSISTANT_BLACK):
            assert isinstance(decide(game, replace(command, by=role)), NotYourRole)


@pytest.mark.law("sighted-assistant", "clock-helper")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_beside_a_blind_players_assistant_a_sighted_players_has_clock_and_score_only(
    edition_id: str, play: Play
) -> None:
    table = Table(control=CONTROL, edition=edition_id, white=SIGHTED, black=BLIND)
    game = play(table, BEGUN)

    rulings = {
        name_of(command): decide(game, replace(command, by=Role.ASSISTANT_WHITE))
        for command in ASKED
    }
    refused = {name: each for name, each in rulings.items() if isinstance(each, NotYourRole)}

    permitted = rulings.keys() - refused.keys()
    assert permitted == {"PassTime", "PressClock", "RecordMove", "CompleteScore"}
    cited = {each.because for each in refused.values()}
    assert cited == {edition(edition_id).cite(Topic.CLOCK_ASSISTANT)}
