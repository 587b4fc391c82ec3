"""An adjourned game at seats without an arbiter: the players themselves go on with it."""

import pytest

from tests.german import CONTINUE, PRESS, YES, german, says
from tests.stage.apart import Apart
from tests.stage.usual import PLAYERS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import GameResumed
from voice_chess.game.phases import Adjourned, InPlay, Resuming
from voice_chess.game.table import Occasion, Role, Table
from voice_chess.session.listening.inputs import Entrusted

WHITE, BLACK = PLAYERS
OPEN = says("open-envelope")


def adjourned(edition_id: str = "2009", occasion: Occasion | None = None) -> Apart:
    """White has sealed a move; both players gave their passphrases for that."""
    control = TimeControl.parsed("90")
    seats = Apart(Table(control=control, edition=edition_id, occasion=occasion or Occasion()))
    entrusted(seats)
    by = WHITE if occasion is None else Role.ARBITER
    seats.types(says("adjourn"), by)
    if occasion is None:
        seats.types(YES, WHITE)
    for line in (f"{says('seal')} e4", PRESS):
        seats.types(line, WHITE)
    assert isinstance(seats.game.phase, Adjourned)
    seats.fetch()
    return seats


def entrusted(seats: Apart) -> None:
    for role in PLAYERS:
        seats.attends(Entrusted, role, passphrase=role)


@pytest.mark.law("replier-present")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=["2005:A.9.a", "2009:G.9.a"])
@pytest.mark.parametrize("word", [CONTINUE, OPEN, ",g", ",O"])
@pytest.mark.parametrize("by", PLAYERS)
def test_either_player_resumes_it_and_both_passphrases_open_the_envelope(
    by: Role, word: str, edition_id: str
) -> None:
    seats = adjourned(edition_id)

    seats.types(word, by)
    assert isinstance(seats.game.phase, Resuming)
    entrusted(seats)
    seats.types(OPEN, by)

    assert isinstance(seats.game.phase, InPlay)
    assert seats.game.position.moves == ("e2e4",)
    assert seats.game.clock.is_running


def test_so_does_a_button() -> None:
    seats = adjourned()

    seats.wants("continue", by=BLACK)

    assert len(seats.of(GameResumed)) == 1


def test_whoever_wants_anything_else_is_told_the_word() -> None:
    seats = adjourned()

    seats.types("Sf3", WHITE)

    assert seats.told(WHITE) == [german("GameIsAdjourned:continue")]


def test_where_an_arbiter_is_in_charge_it_is_left_to_them() -> None:
    seats = adjourned(occasion=Occasion(has_arbiter=True))

    for word in (CONTINUE, OPEN):
        seats.types(word, BLACK)

    assert seats.told(BLACK) == [german("NotYourRole:arbiter")] * 2
    assert seats.of(GameResumed) == []
