"""Appeals against what was decided: from 2009 on, noted and told, and so is their outcome."""

from collections.abc import Callable, Iterable

import pytest

from tests.arbiter.asked import followed
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import AddTime, PassTime
from voice_chess.game.commands import Command
from voice_chess.game.draws import ClaimDraw
from voice_chess.game.game_end import EndGame, Resign
from voice_chess.game.penalties import (
    Appeal,
    AppealMade,
    AppealRejected,
    AppealUpheld,
    ReasonStated,
    RuleOnAppeal,
    Warn,
)
from voice_chess.game.quickplay import ClaimQuickplay, QuickplayOutcome, RuleOnQuickplay
from voice_chess.game.refusals import (
    DecisionIsFinal,
    NoAppeals,
    NothingDecided,
    NothingToRuleOn,
    NotYourRole,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.scoresheets import RuleOnResult, SignScore
from voice_chess.game.state import Game
from voice_chess.game.table import Occasion, Role, Table
from voice_chess.laws.edition import edition
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
JUDGED = Occasion(has_arbiter=True, games_per_arbiter=1)
LATE_MS = 5_400_000 - 100_000
APPEALS = [
    pytest.param("2009", "12.10", id="2009:12.10"),
    pytest.param("2018", "11.10", id="2018:11.10"),
    pytest.param("2023", "11.10", id="2023:11.10"),
]
WARNED = Warn(by=ARBITER, at_ms=1_000, white=True)
PENALISED = EndGame(by=ARBITER, at_ms=1_000, result=Result.BLACK_WINS, reason=EndReason.PENALTY)


def table(edition_id: str = "2009", occasion: Occasion = JUDGED) -> Table:
    return Table(control=TimeControl.parsed("90+0"), edition=edition_id, occasion=occasion)


def appeal(by: Role = WHITE, at_ms: int = LATE_MS + 60_000) -> Appeal:
    return Appeal(by=by, at_ms=at_ms)


def against(game: Game, by: Role = WHITE) -> Topic:
    """What the decision rests on that this appeal is against."""
    ruling = decide(game, appeal(by))
    assert isinstance(ruling, tuple), ruling
    (made,) = ruling
    assert isinstance(made, AppealMade)
    return made.against.topic


@pytest.mark.law("no-appeal")
@pytest.mark.parametrize(("edition_id", "article"), APPEALS)
def test_an_appeal_names_the_article_of_the_decision(
    edition_id: str, article: str, play: Play
) -> None:
    game = play(table(edition_id), (WARNED,))

    ruling = decide(game, appeal(at_ms=2_000))

    laws = edition(edition_id)
    because = laws.cite(Topic.APPEALS)
    assert because.article == article
    assert ruling == (
        AppealMade(white=True, against=laws.cite(Topic.PENALTIES), because=because, at_ms=2_000),
    )
    after = followed(game, ruling)
    assert (after.clock, after.phase, after.position) == (game.clock, game.phase, game.position)


@pytest.mark.law("no-appeal")
@pytest.mark.parametrize(
    ("decided", "topic"),
    [
        pytest.param((WARNED,), Topic.PENALTIES, id="a warning"),
        pytest.param(
            (AddTime(by=ARBITER, at_ms=1_000, white=False, ms=9_000, why="disturbance"),),
            Topic.EXTERNAL_DISTURBANCE,
            id="time given",
        ),
        pytest.param(
            (ClaimDraw(by=WHITE, at_ms=1_000, kind="fifty"),),
            Topic.WRONG_CLAIM,
            id="a wrong claim",
        ),
        pytest.param((PENALISED,), Topic.PENALTIES, id="a lost game"),
        pytest.param(
            (
                Resign(by=BLACK, at_ms=1_000),
                SignScore(by=WHITE, at_ms=2_000, result=Result.WHITE_WINS),
                SignScore(by=BLACK, at_ms=2_000, result=Result.WHITE_WINS),
                RuleOnResult(by=ARBITER, at_ms=3_000, result=Result.DRAW),
            ),
            Topic.RESULT_SIGNED,
            id="a signed result",
        ),
    ],
)
@pytest.mark.parametrize("by", [WHITE, BLACK])
def test_any_decision_can_be_appealed_against_also_once_the_game_is_over(
    by: Role, decided: tuple[Command, ...], topic: Topic, play: Play
) -> None:
    assert against(play(table(), decided), by) is topic


@pytest.mark.law("no-appeal")
def test_it_is_the_last_decision_and_each_player_appeals_once(play: Play) -> None:
    game = play(table(), (WARNED, appeal(at_ms=2_000)))
    because = edition("2009").cite(Topic.APPEALS)

    assert decide(game, appeal(WHITE)) == NothingDecided(because=because)
    assert against(game, BLACK) is Topic.PENALTIES
    later = AddTime(by=ARBITER, at_ms=3_000, white=True, ms=-9_000, why="restored")
    assert against(followed(game, decide(game, later)), WHITE) is Topic.CLOCK_RESTORED


@pytest.mark.law("no-appeal")
@pytest.mark.parametrize("played", [(), (Resign(by=BLACK, at_ms=1_000),)], ids=["play", "resigned"])
def test_where_nothing_was_decided_there_is_nothing_to_appeal_against(
    played: tuple[Command, ...], play: Play
) -> None:
    because = edition("2009").cite(Topic.APPEALS)

    assert decide(play(table(), played), appeal()) == NothingDecided(because=because)


def claimed_and_ruled(outcome: QuickplayOutcome) -> tuple[Command, ...]:
    """White claims a draw in a quickplay finish, and an arbiter rules a second later."""
    return (
        ClaimQuickplay(by=WHITE, at_ms=LATE_MS, ground="no-effort"),
        RuleOnQuickplay(by=ARBITER, at_ms=LATE_MS + 1_000, outcome=outcome),
    )


@pytest.mark.law("no-appeal", "quickplay-final")
@pytest.mark.parametrize(
    ("edition_id", "is_final"),
    [
        pytest.param("2005", True, id="2005:10.2.d"),
        pytest.param("2009", True, id="2009:12.10, 10.2.d"),
        pytest.param("2018", False, id="2018:11.10"),
    ],
)
@pytest.mark.parametrize("outcome", ["draw", "postpone", "reject"])
def test_until_2009_a_ruling_on_a_quickplay_finish_is_final(
    outcome: QuickplayOutcome, edition_id: str, is_final: bool, play: Play
) -> None:
    game = play(table(edition_id), claimed_and_ruled(outcome))

    for by in (WHITE, BLACK):
        assert isinstance(decide(game, appeal(by)), DecisionIsFinal) is is_final


@pytest.mark.law("no-appeal", "quickplay-final", "quickplay-postponed")
@pytest.mark.parametrize("outcome", ["draw", "reject"])
@pytest.mark.parametrize(
    ("edition_id", "is_final"),
    [
        pytest.param("2005", True, id="2005:10.2.b, 10.2.d"),
        pytest.param("2009", True, id="2009:12.10, 10.2.b, 10.2.d"),
        pytest.param("2018", False, id="2018:11.10"),
    ],
)
def test_so_is_a_postponed_ruling_that_comes_after_the_flag(
    edition_id: str, is_final: bool, outcome: QuickplayOutcome, play: Play
) -> None:
    later_ms = 2 * LATE_MS
    asked = (
        *claimed_and_ruled("postpone"),
        PassTime(by=ARBITER, at_ms=later_ms),
        RuleOnQuickplay(by=ARBITER, at_ms=later_ms, outcome=outcome),
    )
    game = play(table(edition_id), asked)

    assert game.is_over
    for by in (WHITE, BLACK):
        assert isinstance(decide(game, appeal(by, later_ms)), DecisionIsFinal) is is_final


@pytest.mark.law("no-appeal", "no-arbiter-claim")
@pytest.mark.parametrize("outcome", ["draw", "reject"])
@pytest.mark.parametrize(
    ("edition_id", "article"),
    [
        pytest.param("2005", "D.1", id="2005:D.1"),
        pytest.param("2009", "12.10", id="2009:12.10, D.1"),
    ],
)
def test_so_is_one_on_a_claim_that_was_sent_to_an_arbiter(
    edition_id: str, article: str, outcome: QuickplayOutcome, play: Play
) -> None:
    game = play(table(edition_id, Occasion()), claimed_and_ruled(outcome))

    for by in (WHITE, BLACK):
        refusal = decide(game, appeal(by))
        assert isinstance(refusal, DecisionIsFinal)
        assert refusal.because.article == article


@pytest.mark.law("no-appeal", "no-arbiter-claim")
@pytest.mark.parametrize(
    ("edition_id", "occasion", "lacks_arbiter"),
    [
        pytest.param("2005", JUDGED, False, id="2005 has no such article"),
        pytest.param("2005", Occasion(), True, id="2005 without an arbiter"),
        pytest.param("2009", Occasion(), True, id="2009 without an arbiter"),
    ],
)
def test_where_the_laws_or_the_table_know_of_none_it_is_refused_with_the_reason(
    edition_id: str, occasion: Occasion, *, lacks_arbiter: bool, play: Play
) -> None:
    game = play(table(edition_id, occasion), (ClaimDraw(by=WHITE, at_ms=1_000, kind="fifty"),))

    refusal = decide(game, appeal(at_ms=2_000))

    assert isinstance(refusal, NoAppeals)
    assert refusal.lacks_arbiter == lacks_arbiter


def rule(at_ms: int = 5_000, *, is_upheld: bool, by: Role = ARBITER, why: str = "") -> RuleOnAppeal:
    return RuleOnAppeal(by=by, at_ms=at_ms, is_upheld=is_upheld, in_words=why)


@pytest.mark.law("no-appeal")
@pytest.mark.parametrize(("edition_id", "article"), APPEALS)
@pytest.mark.parametrize("kind", [AppealUpheld, AppealRejected])
@pytest.mark.parametrize("ending", [(), (PENALISED,)], ids=["in play", "over"])
def test_the_outcome_of_an_appeal_is_kept_with_its_reason_and_changes_nothing(
    ending: tuple[Command, ...],
    kind: type[AppealUpheld | AppealRejected],
    edition_id: str,
    article: str,
    play: Play,
) -> None:
    game = play(table(edition_id), (WARNED, appeal(at_ms=2_000), *ending))

    ruling = decide(game, rule(is_upheld=kind is AppealUpheld, why="The committee heard both."))

    assert isinstance(ruling, tuple), ruling
    reason, decided = sorted(ruling, key=lambda event: isinstance(event, kind))
    assert isinstance(reason, ReasonStated)
    assert isinstance(decided, kind)
    assert (decided.white, decided.because.article) == (True, article)
    assert decided.against.topic is Topic.PENALTIES
    after = followed(game, ruling)
    assert (after.clock, after.phase, after.position) == (game.clock, game.phase, game.position)
    assert after.appeals == ()


@pytest.mark.law("no-appeal")
def test_of_two_appeals_the_earlier_is_decided_first(play: Play) -> None:
    first, second = appeal(BLACK, at_ms=2_000), appeal(WHITE, at_ms=3_000)
    game = play(table(), (WARNED, first, second))

    ruling = decide(game, rule(is_upheld=False))

    assert isinstance(ruling, tuple), ruling
    assert [each.white for each in followed(game, ruling).appeals] == [True]


@pytest.mark.law("no-appeal")
def test_what_was_decided_on_an_appeal_is_not_decided_again(play: Play) -> None:
    game = play(table(), (WARNED, appeal(at_ms=2_000), rule(is_upheld=False)))

    assert isinstance(decide(game, rule(6_000, is_upheld=True)), NothingToRuleOn)
    assert isinstance(decide(game, appeal(at_ms=6_000)), NothingDecided)


@pytest.mark.law("no-appeal")
@pytest.mark.parametrize("by", [WHITE, BLACK, Role.SPECTATOR])
def test_nobody_but_the_arbiter_says_what_became_of_an_appeal(by: Role, play: Play) -> None:
    game = play(table(), (WARNED, appeal(at_ms=2_000)))

    assert isinstance(decide(game, rule(is_upheld=True, by=by)), NotYourRole)
