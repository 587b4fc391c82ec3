"""Boards that differ at seats apart: told by a player, confirmed by the arbiter, on record."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.english import english
from tests.german import NUMBERS, german, in_words, says
from tests.stage.page import Page, Seats
from tests.web.stage import Stage
from voice_chess.game.clocks import ClocksStopped
from voice_chess.game.events import Event
from voice_chess.game.irregularities import BoardCorrected, PositionRestored
from voice_chess.game.penalties import ReasonStated
from voice_chess.laws.topics import Topic
from voice_chess.web.pages.view_models import need_of

AS_IN_THE_GAME = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"
PAWN_ON_D4 = "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR"
STEPS = [
    german("step:Lift", piece=in_words("P"), square=in_words("e2")),
    german("step:LayAside", piece=in_words("P")),
    german("step:Lift", piece=in_words("P"), square=in_words("d4")),
    german("step:LayAside", piece=in_words("P")),
    german("step:TakeUp", piece=german("P:white")),
    german("step:Insert", piece=in_words("P"), square=in_words("d2")),
    german("step:TakeUp", piece=german("P:white")),
    german("step:Insert", piece=in_words("P"), square=in_words("e4")),
]


@pytest.fixture
def links(stage: Stage) -> dict[str, dict[str, str]]:
    return stage.arrange(arbiter="new", edition="2009", black={"language": "en"})


@contextmanager
def seated(stage: Stage, links: dict[str, dict[str, str]]) -> Iterator[Seats]:
    """Both have moved once."""
    with stage.seats(links) as (white, black, arbiter):
        white.move("e2e4", 0)
        black.move("e7e5", 1)
        yield white, black, arbiter


def differs(page: Page, placement: str, **more: object) -> bool:
    declaration = {"declaration": "board-differs", "placement": placement, **more}
    return bool(page.ask(type="declare", declaration=declaration)["is_accepted"])


def reconcile(page: Page, reason: str = "", *, accepts: bool = True) -> bool:
    ruling = {"ruling": "reconcile", "accepts": accepts}
    return bool(page.ask(type="rule", ruling=ruling, reason=reason)["is_accepted"])


def events_of(stage: Stage, links: dict[str, dict[str, str]]) -> tuple[Event, ...]:
    return stage.journal.read(links["game"]["id"])


def test_a_board_that_differs_stops_play_and_waits_for_the_arbiter(
    stage: Stage, links: dict[str, dict[str, str]]
) -> None:
    with seated(stage, links) as (white, black, arbiter):
        taken = differs(white, PAWN_ON_D4)
        *differing, asked = (arbiter.next("said") for _ in range(5))
        heard = black.next("said")
        game = arbiter.until(lambda m: m["type"] == "game" and m["game"]["state"]["halted_by"])[
            "game"
        ]

    assert taken
    assert (
        german(
            "compare:differs",
            square=in_words("d4"),
            here=german("P:white"),
            there=says("empty"),
        )
        in white.texts()
    )
    assert [m["text"] for m in differing] == [
        m["text"] for m in white.came if m["type"] == "said" and m["kind"] == "answer"
    ]
    assert not any(m["is_urgent"] for m in (asked, heard))
    assert asked["text"] == german("compare:board", "white")
    assert heard["text"] == english("compare:board", "white")
    assert game["clock"]["runs"] is None
    assert game["state"]["halted_why"] == "displaced-pieces"
    assert game["state"]["waits_for_arbiter"] == "called"
    assert need_of(stage.hall.lobby.running[game["game"]].seated.game) == "boards"


def test_where_the_scores_agree_the_board_is_put_right_step_by_step(
    stage: Stage, links: dict[str, dict[str, str]]
) -> None:
    with seated(stage, links) as (white, black, arbiter):
        differs(white, PAWN_ON_D4)
        accepted = reconcile(arbiter, "laut Formular")
        black.until(lambda m: m.get("text") == "Arbiter: laut Formular.")
        white.ask(type="ask", name="whose-turn")
        going = arbiter.ask(type="rule", ruling={"ruling": "start-clocks"})
    stopped, corrected, stated, _ = events_of(stage, links)[-4:]

    assert accepted
    assert white.texts()[-9:-1] == STEPS
    assert german("step:Lift", piece=in_words("P"), square=in_words("d4")) not in arbiter.texts()
    assert isinstance(stopped, ClocksStopped)
    assert isinstance(corrected, BoardCorrected)
    assert corrected.because.topic is Topic.POSITIONS_DIFFER
    assert corrected.because.edition == "2009"
    assert isinstance(stated, ReasonStated)
    assert going["is_accepted"]


def test_where_the_scores_differ_too_play_goes_back_and_stands_until_the_arbiter_starts_it(
    stage: Stage, links: dict[str, dict[str, str]]
) -> None:
    with seated(stage, links) as (_, black, arbiter):
        differs(black, PAWN_ON_D4, agreed=1)
        accepted = reconcile(arbiter, "nur 1. e4 steht auf beiden")
        game = next(m["game"] for m in reversed(arbiter.came) if m["type"] == "game")
        asked = arbiter.texts()
        with stage.page(links["spectator"]):
            arbiter.next("people")
    restored, stated = events_of(stage, links)[-2:]

    assert accepted
    assert german("compare:back", "black", number=NUMBERS[1]) in asked
    assert game["fen"].split()[:2] == [AFTER_E4, "b"]
    assert isinstance(restored, PositionRestored)
    assert restored.because.topic is Topic.SCORES_DIFFER
    assert isinstance(stated, ReasonStated)


def test_a_board_like_the_game_changes_nothing(
    stage: Stage, links: dict[str, dict[str, str]]
) -> None:
    with seated(stage, links) as (white, _, arbiter):
        before = len(events_of(stage, links))
        differs(white, AS_IN_THE_GAME)
        said = white.texts()[-1]
        nothing = reconcile(arbiter)

    assert said == german("compare:same")
    assert not nothing
    assert len(events_of(stage, links)) == before


def test_what_the_arbiter_leaves_is_left(stage: Stage, links: dict[str, dict[str, str]]) -> None:
    with seated(stage, links) as (white, _, arbiter):
        differs(white, PAWN_ON_D4, agreed=0)
        left = reconcile(arbiter, accepts=False)
        again = reconcile(arbiter)
        game = next(m["game"] for m in reversed(arbiter.came) if m["type"] == "game")

    assert left
    assert not again
    assert game["fen"].split()[0] == AS_IN_THE_GAME


def test_what_was_told_is_void_once_the_game_has_gone_on(
    stage: Stage, links: dict[str, dict[str, str]]
) -> None:
    with seated(stage, links) as (white, _, arbiter):
        differs(white, PAWN_ON_D4)
        arbiter.ask(type="rule", ruling={"ruling": "start-clocks"})
        white.move("g1f3", 2)
        done = reconcile(arbiter)

    assert not done
    assert not any(isinstance(one, BoardCorrected) for one in events_of(stage, links))


def test_a_player_confirms_nothing_where_there_is_an_arbiter(
    stage: Stage, links: dict[str, dict[str, str]]
) -> None:
    with seated(stage, links) as (white, black, _):
        differs(white, PAWN_ON_D4, agreed=0)

        assert not reconcile(black)


def test_without_an_arbiter_the_other_player_confirms(stage: Stage) -> None:
    links = stage.arrange()

    with stage.page(links["white"]) as white, stage.page(links["black"]) as black:
        white.move("e2e4", 0)
        differs(white, PAWN_ON_D4, agreed=0)
        own, others = reconcile(white), reconcile(black)
        game = next(m["game"] for m in reversed(black.came) if m["type"] == "game")

    assert (own, others) == (False, True)
    assert game["fen"].startswith("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w")


@pytest.mark.parametrize("role", ["arbiter", "spectator"])
def test_who_has_no_board_tells_of_none(
    stage: Stage, links: dict[str, dict[str, str]], role: str
) -> None:
    with stage.page(links[role]) as page:
        declaration = {"declaration": "board-differs", "placement": PAWN_ON_D4}
        answer = page.ask(type="declare", declaration=declaration)

    assert answer["code"] == "malformed"
