"""What spectators notice: for the arbiter alone, from the edition on that says so."""

from collections.abc import Callable, Iterable

import pytest

from tests.arbiter.asked import followed
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.game_end import Resign
from voice_chess.game.information import InformArbiter
from voice_chess.game.refusals import NotYourRole
from voice_chess.game.setup import ArrangeGame
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.game.table import Occasion, Role, Table

Play = Callable[[Table, Iterable[Command]], Game]
TELLS = InformArbiter(by=Role.SPECTATOR, at_ms=1_000, text="The flag is down.")


def watched(edition_id: str, *, has_arbiter: bool = True) -> Table:
    occasion = Occasion(has_arbiter=has_arbiter)
    return Table(control=TimeControl.parsed("90+0"), edition=edition_id, occasion=occasion)


@pytest.mark.law("spectators-silent")
@pytest.mark.parametrize(
    "edition_id",
    [
        pytest.param("2009", id="2009:13.7.a"),
        pytest.param("2018", id="2018:12.7"),
        pytest.param("2023", id="2023:12.7"),
    ],
)
def test_a_spectator_may_tell_the_arbiter_what_they_notice(edition_id: str, play: Play) -> None:
    game = play(watched(edition_id), ())

    assert decide(game, TELLS) == ()


@pytest.mark.law("spectators-silent")
@pytest.mark.parametrize(
    ("edition_id", "has_arbiter", "article"),
    [
        pytest.param("2005", True, "13.7.a", id="2005:13.7.a"),
        pytest.param("2009", False, "13.7.a", id="2009:13.7.a"),
    ],
)
def test_they_may_not_in_2005_nor_where_nobody_is_the_arbiter(
    edition_id: str, article: str, play: Play, *, has_arbiter: bool
) -> None:
    refusal = decide(play(watched(edition_id, has_arbiter=has_arbiter), ()), TELLS)

    assert isinstance(refusal, NotYourRole)
    assert refusal.because.article == article


@pytest.mark.law("spectators-silent")
@pytest.mark.parametrize(
    ("edition_id", "has_arbiter", "hint"),
    [
        pytest.param("2005", True, "", id="2005:13.7.a"),
        pytest.param("2009", True, "noticed", id="2009:13.7.a"),
        pytest.param("2009", False, "", id="2009:13.7.a, no arbiter"),
    ],
)
def test_a_spectator_who_interferes_hears_what_they_may_do_instead(
    edition_id: str, hint: str, play: Play, *, has_arbiter: bool
) -> None:
    game = play(watched(edition_id, has_arbiter=has_arbiter), ())

    refusal = decide(game, StopClocks(by=Role.SPECTATOR, at_ms=1_000))

    assert isinstance(refusal, NotYourRole)
    assert (refusal.hint, refusal.because.article) == (hint, "13.7.a")


@pytest.mark.law("spectators-silent")
@pytest.mark.parametrize("by", [role for role in Role if role is not Role.SPECTATOR])
def test_who_has_a_part_at_the_board_has_other_ways(by: Role, play: Play) -> None:
    told = InformArbiter(by=by, at_ms=1_000, text="The flag is down.")

    assert isinstance(decide(play(watched("2009"), ()), told), NotYourRole)


@pytest.mark.law("spectators-silent")
def test_a_wrong_start_is_seen_before_it_and_a_wrong_result_behind_it(play: Play) -> None:
    arranging = ArrangeGame(by=Role.ARBITER, at_ms=0, table=watched("2009"))
    arranged = followed(nothing_arranged(), decide(nothing_arranged(), arranging))
    resigned = play(watched("2009"), (Resign(by=Role.WHITE, at_ms=500),))

    assert resigned.is_over
    assert decide(arranged, TELLS) == decide(resigned, TELLS) == ()
