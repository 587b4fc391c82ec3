"""Short of time, a player asks for an increment for both; that offers a draw too."""

from collections.abc import Callable, Iterable

import pytest

from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import PassTime, TimeAdded
from voice_chess.game.commands import Command
from voice_chess.game.draws import AcceptDraw, DeclineDraw
from voice_chess.game.evolve import evolve
from voice_chess.game.game_end import GameEnded
from voice_chess.game.moves import AnnounceMove, PressClock
from voice_chess.game.quickplay import (
    ClaimQuickplay,
    IncrementIntroduced,
    IncrementRefused,
    IncrementRequested,
    RequestIncrement,
    RuleOnIncrement,
    RuleOnQuickplay,
)
from voice_chess.game.refusals import (
    DrawAlreadyOffered,
    NoQuickplayFinish,
    NothingToRuleOn,
    NotYourMove,
    RulingAwaited,
)
from voice_chess.game.results import EndReason
from voice_chess.game.state import Game
from voice_chess.game.table import Occasion, Role, Table
from voice_chess.laws.edition import edition
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
JUDGED = Occasion(has_arbiter=True, games_per_arbiter=1)
LATE_MS = 5_400_000 - 100_000
LATER_MS = LATE_MS + 1_000
WITH_IT = ("2018", "2023")


def table(edition_id: str, control: str = "90+0", occasion: Occasion = JUDGED) -> Table:
    return Table(control=TimeControl.parsed(control), edition=edition_id, occasion=occasion)


def request(at_ms: int = LATE_MS, by: Role = WHITE) -> RequestIncrement:
    return RequestIncrement(by=by, at_ms=at_ms)


def ruling(*, is_granted: bool) -> RuleOnIncrement:
    return RuleOnIncrement(by=ARBITER, at_ms=LATER_MS, is_granted=is_granted)


DECLINED = DeclineDraw(by=BLACK, at_ms=LATE_MS + 500)
BOTH_MOVED: tuple[Command, ...] = (
    AnnounceMove(by=WHITE, at_ms=0, uci="e2e4"),
    PressClock(by=WHITE, at_ms=0),
    AnnounceMove(by=BLACK, at_ms=0, uci="e7e5"),
    PressClock(by=BLACK, at_ms=0),
)


@pytest.mark.law("quickplay-increment")
@pytest.mark.parametrize("edition_id", WITH_IT)
def test_the_request_stops_the_clocks_and_offers_a_draw(edition_id: str, play: Play) -> None:
    game = play(table(edition_id), ())

    asked = decide(game, request())

    because = edition(edition_id).cite(Topic.QUICKPLAY_INCREMENT)
    assert because.article == "III.4"
    assert asked == (IncrementRequested(white=True, ms=5_000, because=because, at_ms=LATE_MS),)
    game = play(table(edition_id), (request(),))
    assert not game.clock.is_running
    assert game.turn.offer_by_white is True
    assert decide(game, PassTime(by=ARBITER, at_ms=9_000_000)) == ()
    said = decide(game, AnnounceMove(by=WHITE, at_ms=LATER_MS, uci="e2e4"))
    assert said == RulingAwaited(because=because)


@pytest.mark.law("quickplay-increment")
@pytest.mark.parametrize("edition_id", WITH_IT)
def test_granted_both_get_it_with_every_move_and_the_opponent_two_minutes(
    edition_id: str, play: Play
) -> None:
    game = play(table(edition_id), (request(), DECLINED))

    granted = decide(game, ruling(is_granted=True))

    because = edition(edition_id).cite(Topic.QUICKPLAY_INCREMENT)
    assert granted == (
        IncrementIntroduced(white=True, ms=5_000, because=because, at_ms=LATER_MS),
        TimeAdded(white=False, ms=120_000, because=because, at_ms=LATER_MS),
    )
    for event in granted:
        game = evolve(game, event)
    for by, uci in ((WHITE, "e2e4"), (BLACK, "e7e5")):
        for command in (
            AnnounceMove(by=by, at_ms=LATER_MS, uci=uci),
            PressClock(by=by, at_ms=LATER_MS),
        ):
            done = decide(game, command)
            assert isinstance(done, tuple)
            for what in done:
                game = evolve(game, what)
    assert (game.clock.sides.white.left_ms, game.clock.sides.black.left_ms) == (105_000, 5_525_000)


@pytest.mark.law("quickplay-increment")
def test_a_ruling_on_another_claim_is_none_on_the_request(play: Play) -> None:
    game = play(table("2018"), (request(), DECLINED))
    drawn = RuleOnQuickplay(by=ARBITER, at_ms=LATER_MS, outcome="draw")

    assert isinstance(decide(game, drawn), RulingAwaited)


@pytest.mark.law("quickplay-increment")
def test_a_request_is_not_what_a_claim_of_a_draw_waits_for(play: Play) -> None:
    claim = ClaimQuickplay(by=WHITE, at_ms=LATE_MS, ground="no-effort")
    game = play(table("2009"), (claim,))

    assert isinstance(decide(game, ruling(is_granted=True)), RulingAwaited)


@pytest.mark.law("quickplay-increment")
def test_refused_by_the_arbiter_play_goes_on_as_it_was(play: Play) -> None:
    game = play(table("2018"), (request(), DECLINED))

    refused = decide(game, ruling(is_granted=False))

    assert isinstance(refused, tuple)
    assert [type(event) for event in refused] == [IncrementRefused]
    game = evolve(game, refused[0])
    assert game.flag_falls_at_ms == LATER_MS + 100_000
    assert game.clock.period_of(white=True).increment_ms == 0


@pytest.mark.law("quickplay-increment")
def test_the_arbiter_answers_only_once_the_draw_is_refused(play: Play) -> None:
    game = play(table("2018"), (*BOTH_MOVED, request()))

    assert isinstance(decide(game, ruling(is_granted=True)), DrawAlreadyOffered)
    agreed = decide(game, AcceptDraw(by=BLACK, at_ms=LATE_MS + 500))
    assert isinstance(agreed, tuple)
    assert isinstance(agreed[-1], GameEnded)
    assert agreed[-1].reason is EndReason.AGREEMENT


@pytest.mark.law("quickplay-increment")
@pytest.mark.parametrize(
    ("edition_id", "control", "occasion", "at_ms"),
    [
        ("2005", "90+0", JUDGED, LATE_MS),
        ("2009", "90+0", JUDGED, LATE_MS),
        ("2018", "90+0", JUDGED, 5_400_000 - 120_000),
        ("2018", "90+5", JUDGED, LATE_MS),
        ("2018", "90/40+30/G", JUDGED, LATE_MS),
        ("2018", "5+0", JUDGED, 250_000),
        ("2018", "90+0", Occasion(), LATE_MS),
    ],
    ids=["2005", "2009", "two minutes", "increment", "first period", "blitz", "no arbiter"],
)
def test_it_has_its_place_in_a_quickplay_finish_with_an_arbiter(
    edition_id: str, control: str, occasion: Occasion, at_ms: int, play: Play
) -> None:
    game = play(table(edition_id, control, occasion), ())

    assert isinstance(decide(game, request(at_ms)), NoQuickplayFinish)


def test_only_the_player_on_move_may_ask_for_it(play: Play) -> None:
    assert isinstance(decide(play(table("2018"), ()), request(by=BLACK)), NotYourMove)


@pytest.mark.law("quickplay-increment")
def test_nobody_rules_on_what_was_not_asked_nor_claims_once_it_was_granted(play: Play) -> None:
    asked = play(table("2018"), (request(), DECLINED, ruling(is_granted=True)))

    assert isinstance(decide(asked, request(LATER_MS)), NoQuickplayFinish)
    claim = ClaimQuickplay(by=WHITE, at_ms=LATER_MS, ground="no-effort")
    assert isinstance(decide(asked, claim), NoQuickplayFinish)
    assert isinstance(decide(asked, ruling(is_granted=True)), NothingToRuleOn)
