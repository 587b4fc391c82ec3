"""Every penalty of the arbiter's list: from the page to the game, the journal and both players."""

import json
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import Any

import pytest
from pydantic import TypeAdapter

from tests.arbiter.asked import followed
from tests.german import GERMAN, german
from tests.web.stage import Stage
from voice_chess.adapters.storage.event_codec import EVENTS
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import AddTime
from voice_chess.game.events import Event
from voice_chess.game.evolve import evolve
from voice_chess.game.game_end import Resign
from voice_chess.game.penalties import Expel, PlayerExpelled, PlayerWarned, ReasonStated
from voice_chess.game.phases import Over
from voice_chess.game.refusals import BadField, GameIsOver, NotYourRole
from voice_chess.game.results import EndReason, Result
from voice_chess.game.scoresheets import RuleOnResult, SignScore
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.game.table import Role, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.clauses import clauses
from voice_chess.laws.edition import edition, known_editions
from voice_chess.speech.generation.announce import Scene, announce
from voice_chess.web.messages.rulings import RuledReconciliation, Ruling, command_of

MINUTE_MS = 60_000
RULINGS: TypeAdapter[Any] = TypeAdapter(Ruling)
Seen = Callable[[Game], object]


def ended(result: str, *points: int) -> dict[str, object]:
    half_points = {"half_points": list(points)} if points else {}
    return {"ruling": "end-game", "result": result, "reason": "penalty", **half_points}


def settled(result: str, *points: int) -> dict[str, object]:
    return {**ended(result, *points), "ruling": "settle-result"}


def white_ms(game: Game) -> int:
    return game.clock.sides.white.left_ms


def black_ms(game: Game) -> int:
    return game.clock.sides.black.left_ms


def points(game: Game) -> object:
    return getattr(game.phase, "half_points", None)


def is_over(game: Game) -> bool:
    return isinstance(game.phase, Over)


PENALTIES: dict[str, tuple[dict[str, object], Seen, object]] = {
    "penalty-warning": ({"ruling": "warn", "colour": "white"}, is_over, False),
    "penalty-more-time": (
        {"ruling": "add-time", "colour": "black", "ms": MINUTE_MS},
        black_ms,
        6 * MINUTE_MS,
    ),
    "penalty-less-time": (
        {"ruling": "add-time", "colour": "white", "ms": -MINUTE_MS},
        white_ms,
        4 * MINUTE_MS,
    ),
    "penalty-loss": (ended("0-1"), points, (0, 2)),
    "penalty-fewer-points": (ended("1/2-1/2", 0, 1), points, (0, 1)),
    "penalty-more-points": (ended("1/2-1/2", 1, 2), points, (1, 2)),
    "penalty-expulsion": ({"ruling": "expel", "colour": "white"}, is_over, False),
}
"""What the arbiter's page sends for each penalty against White, and what can be seen of it."""

NUMBERED = [
    pytest.param(known, clause.name, id=f"{known}:{clause.number_in(known)}-{clause.name}")
    for known in known_editions()
    for clause in clauses()
    if clause.name in PENALTIES
]


def begun(edition_id: str) -> Game:
    table = Table(control=TimeControl.parsed("5+0"), edition=edition_id)
    game = nothing_arranged()
    for command in (
        ArrangeGame(by=Role.ARBITER, at_ms=0, table=table),
        StartGame(by=Role.ARBITER, at_ms=0),
    ):
        game = followed(game, decide(game, command))
    return game


def over(edition_id: str) -> Game:
    """White has won; nobody has signed."""
    game = begun(edition_id)
    return followed(game, decide(game, Resign(by=Role.BLACK, at_ms=1)))


def penalised(game: Game, name: str) -> tuple[Event, ...]:
    return ruled(game, PENALTIES[name][0])


def ruled(game: Game, ruling: dict[str, object], at_ms: int = 0) -> tuple[Event, ...]:
    command = command_of(RULINGS.validate_json(json.dumps(ruling)), Role.ARBITER, at_ms)
    assert not isinstance(command, RuledReconciliation)
    decided = decide(game, command)
    assert isinstance(decided, tuple), decided
    return decided


def test_the_list_of_the_laws_is_here_but_for_what_is_no_games() -> None:
    listed = {clause.name for clause in clauses() if clause.name.startswith("penalty-")}

    assert listed - set(PENALTIES) == {"penalty-fine", "penalty-rounds"}


def but_its_last_decision(game: Game) -> Game:
    """Against that an appeal can be made; else it is what the game is."""
    return replace(game, decision=None)


@pytest.mark.law(
    "penalty-warning",
    "penalty-more-time",
    "penalty-less-time",
    "penalty-loss",
    "penalty-fewer-points",
    "penalty-more-points",
    "penalty-expulsion",
)
@pytest.mark.parametrize(("edition_id", "name"), NUMBERED)
def test_is_given_cited_written_and_said(edition_id: str, name: str) -> None:
    game = begun(edition_id)
    _, seen, wanted = PENALTIES[name]

    (event,) = penalised(game, name)
    number = next(row.number_in(edition_id) for row in clauses() if row.name == name)
    because = next(getattr(event, field.name) for field in fields(event) if field.name == "because")
    said = {
        language: announce(event, Scene(position=game.position, language=load_language(language)))
        for language in known_languages()
    }

    assert seen(evolve(game, event)) == wanted
    assert because.edition == edition_id
    assert f"{number}.".startswith(f"{because.article}.")
    assert EVENTS.decode(*EVENTS.encode(event)) == event
    assert all(sentence.text for sentence in said.values())


@pytest.mark.law("penalty-expulsion")
@pytest.mark.parametrize(
    ("edition_id", "article"),
    [
        pytest.param("2005", "13.4.g", id="2005:13.4.g"),
        pytest.param("2009", "13.4.g", id="2009:13.4.g"),
        pytest.param("2018", "12.9.9", id="2018:12.9.9"),
        pytest.param("2023", "12.9.9", id="2023:12.9.9"),
    ],
)
def test_expulsion_cites_its_own_line_and_leaves_the_game_as_it_is(
    edition_id: str, article: str
) -> None:
    game = begun(edition_id)

    (event,) = penalised(game, "penalty-expulsion")

    assert isinstance(event, PlayerExpelled)
    assert (event.because.edition, event.because.article) == (edition_id, article)
    assert but_its_last_decision(evolve(game, event)) == game


@pytest.mark.law("penalty-expulsion")
def test_a_player_can_be_expelled_for_what_they_do_after_the_game() -> None:
    game = begun("2009")
    game = followed(game, penalised(game, "penalty-loss"))

    expelled = followed(game, penalised(game, "penalty-expulsion"))
    assert but_its_last_decision(expelled) == but_its_last_decision(game)


AFTER_THE_GAME: dict[str, tuple[dict[str, object], tuple[Result, tuple[int, int]]]] = {
    "penalty-loss": (settled("0-1"), (Result.BLACK_WINS, (0, 2))),
    "penalty-fewer-points": (settled("1-0", 1, 0), (Result.WHITE_WINS, (1, 0))),
    "penalty-more-points": (settled("1-0", 2, 1), (Result.WHITE_WINS, (2, 1))),
}
"""What becomes of the points of White, who has won."""
BEHIND = [
    pytest.param(known, clause.name, id=f"{known}:{clause.number_in(known)}-{clause.name}")
    for known in known_editions()
    for clause in clauses()
    if clause.name in AFTER_THE_GAME
]


@pytest.mark.law("penalty-loss", "penalty-fewer-points", "penalty-more-points")
@pytest.mark.parametrize(("edition_id", "name"), BEHIND)
def test_is_given_once_the_game_is_over_and_before_anybody_has_signed(
    edition_id: str, name: str
) -> None:
    ruling, wanted = AFTER_THE_GAME[name]
    won = over(edition_id)

    (event,) = ruled(won, ruling, 2)
    after = evolve(won, event)

    assert isinstance(after.phase, Over)
    assert (after.phase.result, after.phase.half_points) == wanted
    because = next(getattr(event, field.name) for field in fields(event) if field.name == "because")
    number = next(row.number_in(edition_id) for row in clauses() if row.name == name)
    assert f"{number}.".startswith(f"{because.article}.")
    assert EVENTS.decode(*EVENTS.encode(event)) == event


@pytest.mark.law("penalty-more-points")
def test_no_penalty_gives_more_than_a_game_can_give() -> None:
    refusal = decide(
        over("2009"),
        RuleOnResult(
            by=Role.ARBITER,
            at_ms=2,
            result=Result.WHITE_WINS,
            reason=EndReason.PENALTY,
            half_points=(2, 3),
        ),
    )

    assert isinstance(refusal, BadField)
    assert refusal.because.article == "13.4"


@pytest.mark.law("penalty-less-time", "penalty-more-time")
def test_no_time_is_given_for_a_game_that_is_over() -> None:
    added = AddTime(by=Role.ARBITER, at_ms=2, white=True, ms=MINUTE_MS)

    assert isinstance(decide(over("2009"), added), GameIsOver)


@pytest.mark.law("signing", "penalty-loss")
def test_a_penalty_is_not_the_players_to_sign_away() -> None:
    game = over("2009")
    game = followed(game, ruled(game, settled("0-1"), 2))
    for by in (Role.WHITE, Role.BLACK):
        game = followed(game, decide(game, SignScore(by=by, at_ms=3, result=Result.WHITE_WINS)))

    assert isinstance(game.phase, Over)
    assert game.phase.result is Result.BLACK_WINS


def test_points_given_after_the_game_are_told_to_both(stage: Stage) -> None:
    links = stage.arrange(arbiter="new", edition="2009")
    with stage.seats(links) as (white, black, arbiter):
        black.resign()
        arbiter.ask(type="rule", ruling=settled("1-0", 1, 0))
        arbiter.ask(type="ask", name="yes")
        told = [page.event("result-settled")["text"] for page in (white, black)]
        ended = black.next("game")["game"]["state"]["ended_text"]

    words = german(
        "ResultSettled:points",
        result=german("result:white-wins"),
        white=GERMAN.phrase("points:half"),
        black=GERMAN.phrase("points:none"),
    )
    assert told == [words] * 2
    assert german("end:penalty") in ended


@pytest.mark.parametrize("by", [role for role in Role if role is not Role.ARBITER])
def test_nobody_else_expels(by: Role) -> None:
    game = begun("2009")

    assert isinstance(decide(game, Expel(by=by, at_ms=0, white=True)), NotYourRole)


@pytest.mark.law("penalty-warning", "penalty-expulsion")
@pytest.mark.parametrize(
    ("edition_id", "name"),
    [each for each in NUMBERED if each.values[1] in ("penalty-warning", "penalty-expulsion")],
)
def test_is_given_also_when_the_game_is_over(edition_id: str, name: str) -> None:
    game = begun(edition_id)
    over = followed(game, decide(game, Resign(by=Role.WHITE, at_ms=0)))

    (event,) = penalised(over, name)

    assert isinstance(event, PlayerWarned | PlayerExpelled)
    assert but_its_last_decision(evolve(over, event)) == over


@pytest.fixture
def expelled(stage: Stage) -> Iterator[tuple[Stage, str, list[str | None]]]:
    """The server after an expulsion with a reason, the game's name, and what both were told."""
    links = stage.arrange(arbiter="new", edition="2009")
    with stage.seats(links) as (white, black, arbiter):
        done = arbiter.ask(
            type="rule", ruling={"ruling": "expel", "colour": "black"}, reason="Handgemenge"
        )
        assert done["is_accepted"]
        arbiter.ask(type="ask", name="yes")
        told = [page.event("player-expelled") for page in (white, black)]
        yield stage, links["game"]["id"], [message["text"] for message in told]


def test_an_expulsion_is_told_to_both(expelled: tuple[Stage, str, list[str | None]]) -> None:
    _, _, told = expelled

    assert told == [german("PlayerExpelled", "black")] * 2


def test_an_expulsion_is_journaled_with_its_article_and_its_reason(
    expelled: tuple[Stage, str, list[str | None]],
) -> None:
    stage, game, _ = expelled
    event, reason = stage.journal.read(game)[-2:]

    assert isinstance(event, PlayerExpelled)
    assert not event.white
    assert event.because.edition == "2009"
    assert event.because.article == edition("2009").cite(event.because.topic).article == "13.4.g"
    assert isinstance(reason, ReasonStated)
    assert reason.in_words == "Handgemenge"
