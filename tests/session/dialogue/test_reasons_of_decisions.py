"""Whoever asks why after a decision hears it once more, with the article that it rests on."""

from dataclasses import replace

import pytest

from tests.german import GERMAN, YES, german, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.usual import BLIND, BY_COMMAND
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import SetClocks, TimeAdded
from voice_chess.game.events import Event
from voice_chess.game.game_end import GameEnded
from voice_chess.game.objections import ObjectionUpheld, ObjectToTouch, RuleOnObjection
from voice_chess.game.penalties import PlayerWarned, Warn
from voice_chess.game.quickplay import QuickplayClaimed, QuickplayRejected, RuleOnQuickplay
from voice_chess.game.results import EndReason, Result
from voice_chess.game.table import Occasion, Role, Table
from voice_chess.laws.edition import edition
from voice_chess.laws.position import Position
from voice_chess.laws.topics import Topic
from voice_chess.speech.generation.announce import Scene, announce, cite

WHY = says("why")
PLAYERS = (Role.WHITE, Role.BLACK)
CLAIM = says("claim claim:no-effort")
ARTICLE_ON_TOUCH = cite(edition("2009").cite(Topic.TOUCH_MOVE), GERMAN).text
JUDGED = replace(BLIND, occasion=Occasion(has_arbiter=True, games_per_arbiter=1))


def alone(edition_id: str) -> Apart:
    """White, with a minute and a half left and no arbiter present, has claimed a draw."""
    control = TimeControl.parsed("90+0")
    stage = Apart(Table(control=control, edition=edition_id))
    stage.live.ask(SetClocks(by=Role.ARBITER, at_ms=0, white_ms=90_000, black_ms=90_000))
    stage.play(CLAIM, YES)
    stage.fetch()
    return stage


def why(stage: Apart, by: Role) -> list[str]:
    """What a person at their seat is told who asks why."""
    stage.fetch()
    stage.types(WHY, by)
    return stage.told(by)


def in_words(event: Event) -> str:
    scene = Scene(position=Position.start(), language=GERMAN)
    return announce(event, scene).text


@pytest.mark.law("no-arbiter-claim")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=lambda id_: f"{id_} D.1")
@pytest.mark.parametrize("by", [*PLAYERS, Role.ARBITER])
def test_why_a_claim_without_an_arbiter_was_taken_and_rejected_is_told(
    edition_id: str, by: Role
) -> None:
    stage = alone(edition_id)
    because = edition(edition_id).cite(Topic.QUICKPLAY_WITHOUT_ARBITER)
    article = cite(because, GERMAN).text
    (claimed,) = stage.of(QuickplayClaimed)

    assert because.article == "D.1"
    assert why(stage, by) == [in_words(claimed), article]

    at_ms = stage.time.now_ms()
    stage.live.ask(RuleOnQuickplay(by=Role.ARBITER, at_ms=at_ms, outcome="reject"))
    (rejected,), (ended,) = stage.of(QuickplayRejected), stage.of(GameEnded)
    assert (ended.result, ended.reason) == (Result.BLACK_WINS, EndReason.QUICKPLAY_FINISH)
    assert why(stage, by) == [in_words(rejected), in_words(ended), article]


def test_a_refusal_gives_way_to_a_decision_after_it_and_that_to_a_later_refusal() -> None:
    stage = alone("2009")
    stage.types(says("resign"), Role.WHITE)
    refused = why(stage, Role.WHITE)
    at_ms = stage.time.now_ms()
    stage.live.ask(RuleOnQuickplay(by=Role.ARBITER, at_ms=at_ms, outcome="draw"))
    decided = why(stage, Role.WHITE)
    stage.types("e4", Role.WHITE)

    assert german("RulingAwaited") in refused
    assert decided[:1] == [in_words(stage.of(GameEnded)[0])]
    assert german("GameIsOver") in why(stage, Role.WHITE)


@pytest.mark.law("claim-wrong")
@pytest.mark.parametrize("place", [Apart, AroundTable])
def test_2009_9_5_b_why_a_claim_was_wrong_names_each_article_once(
    place: type[Apart | AroundTable],
) -> None:
    stage = place(JUDGED)
    stage.play(says("claim claim:fifty"), YES, WHY)
    told = stage.answer_to(WHY)

    laws = edition("2009")
    assert told.count(cite(laws.cite(Topic.APPEARED_FIFTY), GERMAN).text) == 1
    assert told[-2:] == [
        in_words(stage.of(TimeAdded)[-1]),
        cite(laws.cite(Topic.WRONG_CLAIM), GERMAN).text,
    ]


@pytest.mark.parametrize("place", [Apart, AroundTable])
def test_once_a_move_is_announced_nobody_is_told_of_what_was_decided_before(
    place: type[Apart | AroundTable],
) -> None:
    stage = place(JUDGED)
    stage.play(says("claim claim:fifty"), YES, "e4", WHY)

    assert stage.answer_to(WHY) == [german("why:none")]


@pytest.mark.law("penalty-warning", "touch-own")
def test_the_arbiters_own_words_are_told_again_and_not_that_the_clock_runs() -> None:
    stage = Apart(JUDGED, settings=BY_COMMAND)
    stage.types("e4", Role.WHITE)
    stage.types(says("press"), Role.WHITE)
    at_ms = stage.time.now_ms()
    stage.live.ask(ObjectToTouch(by=Role.WHITE, at_ms=at_ms, squares=("d7",)))
    stage.live.ask(RuleOnObjection(by=Role.ARBITER, at_ms=at_ms + 1, is_upheld=True))
    upheld = why(stage, Role.BLACK)
    stage.live.ask(Warn(by=Role.ARBITER, at_ms=at_ms + 2, white=True, in_words="Zu laut."))
    warned = why(stage, Role.WHITE)

    assert upheld == [in_words(stage.of(ObjectionUpheld)[0]), ARTICLE_ON_TOUCH]
    assert warned[:1] == [in_words(stage.of(PlayerWarned)[0])]
    assert any("Zu laut" in said for said in warned)
