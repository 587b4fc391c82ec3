"""An illegal move that stands is claimed by the opponent: by voice, line, key and button."""

from collections.abc import Callable

import pytest

from tests.german import GERMAN, PRESS, YES, german, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.by_channel import confirmed
from tests.stage.scripted_game import ScriptedGame
from tests.stage.usual import BY_COMMAND
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import TimeAdded
from voice_chess.game.irregularities import IllegalMoveCompleted
from voice_chess.game.phases import Over
from voice_chess.game.results import EndReason
from voice_chess.game.table import Customs, Occasion, Table
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.session.table_settings import TableSettings

ILLEGAL = "e2e5"
CLAIM = says("claim claim:illegal-move")
COUNTING = Customs(illegal_policy="count")
UNWATCHED = Occasion(has_arbiter=True, games_per_arbiter=20)
CLAIMED_BY: dict[str, tuple[str, str]] = {
    "2005 B.6": ("2005", "20+0"),
    "2005 C.3": ("2005", "5+0"),
    "2009 A.4.c": ("2009", "20+0"),
    "2009 B.3.c": ("2009", "5+0"),
    "2018 A.4.2": ("2018", "20+0"),
    "2023 A.5.2": ("2023", "20+0"),
}
"""By edition and article: under which it can be claimed before one's own move, and in which game.

Where one illegal move loses a blitz game, the claim wins it.
"""


def table(edition: str, time: str, customs: Customs = COUNTING) -> Table:
    control = TimeControl.parsed(time)
    return Table(control=control, edition=edition, customs=customs, occasion=UNWATCHED)


BLITZ = table(*CLAIMED_BY["2009 B.3.c"])
Place = Callable[[TableSettings], ScriptedGame]


def around_table(settings: TableSettings) -> ScriptedGame:
    return AroundTable(BLITZ, settings=settings)


def apart(settings: TableSettings) -> ScriptedGame:
    return Apart(BLITZ, settings=settings)


def claiming(language: Language) -> str:
    return f"{language.say('claim')} {language.say('claim:illegal-move')}"


def is_won(stage: ScriptedGame) -> bool:
    over = stage.game.phase
    return isinstance(over, Over) and over.reason is EndReason.ILLEGAL_MOVE


@pytest.mark.law("rapid-illegal", "blitz-illegal")
@pytest.mark.parametrize("at", CLAIMED_BY)
def test_the_opponent_claims_it_before_their_own_move(at: str) -> None:
    stage = Apart(table(*CLAIMED_BY[at]))
    stage.play(ILLEGAL, PRESS)
    assert stage.game.position.moves == (ILLEGAL,)

    stage.play(CLAIM, YES)

    (found,) = stage.of(IllegalMoveCompleted)
    assert (found.white, found.uci) == (True, ILLEGAL)
    assert is_won(stage) == (at in ("2005 C.3", "2009 B.3.c"))
    assert is_won(stage) or [added.white for added in stage.of(TimeAdded)] == [False]


@pytest.mark.slow
@pytest.mark.law("blitz-illegal")
@pytest.mark.parametrize("place", [around_table, apart])
@pytest.mark.parametrize("channel", ["spoken", "typed", "key"])
@pytest.mark.parametrize("language_id", known_languages())
def test_2009_b_3_c_in_every_language_by_voice_line_and_key(
    language_id: str, channel: str, place: Place
) -> None:
    language = load_language(language_id)
    stage = place(TableSettings(language=language))

    claim = confirmed(claiming(language), channel, language)
    stage.play(ILLEGAL, language.say("press"), *claim)

    assert is_won(stage)


@pytest.mark.law("blitz-illegal")
@pytest.mark.parametrize("language_id", known_languages())
def test_2009_b_3_c_what_an_arbiter_calls_it_is_understood_of_a_player_in_writing(
    language_id: str,
) -> None:
    language = load_language(language_id)
    stage = apart(TableSettings(language=language))
    for called in language.orders["illegal-move"]:
        stage.play(ILLEGAL, language.say("press"), f"{language.say('claim')} {called}")

    stage.play(language.say("yes"))

    assert is_won(stage)


@pytest.mark.law("blitz-illegal")
def test_2009_b_3_c_a_button_claims_it_once_it_is_confirmed() -> None:
    stage = Apart(BLITZ)
    stage.play(ILLEGAL, PRESS, lambda: stage.wants("claim", "illegal-move"))
    assert not is_won(stage)

    stage.play(lambda: stage.wants("yes"))

    assert is_won(stage)


@pytest.mark.law("blitz-illegal")
def test_2009_b_3_c_it_is_told_what_is_claimed_before_it_counts() -> None:
    stage = Apart(BLITZ)
    stage.play(ILLEGAL, PRESS, CLAIM)

    claim = GERMAN.phrase("claim:illegal-move")
    assert stage.answer_to(CLAIM) == [german("confirm:claim", claim=claim)]


@pytest.mark.law("blitz-illegal")
@pytest.mark.parametrize(
    ("script", "why"),
    [
        ((ILLEGAL, PRESS, "Sf6"), "ClaimLost"),
        (("e4", PRESS), "NoIllegalMove"),
        ((ILLEGAL, PRESS, "Sf6", PRESS, "d4", PRESS), "NoIllegalMove"),
    ],
    ids=["after the answer is announced", "a legal move", "after one's own move"],
)
def test_2009_b_3_c_what_cannot_be_claimed_is_told_at_once(
    script: tuple[str, ...], why: str
) -> None:
    stage = Apart(BLITZ, settings=BY_COMMAND)
    stage.play(*script)
    claimant = stage.mover
    stage.fetch()

    stage.types(CLAIM, claimant)

    assert stage.told(claimant) == [german(why)]


@pytest.mark.law("illegal-move")
def test_2009_7_4_a_where_illegal_moves_are_refused_none_is_left_to_claim() -> None:
    stage = Apart(table("2009", "5+0", Customs(illegal_policy="refuse")))
    stage.play(ILLEGAL, "e4", PRESS, CLAIM)

    assert stage.game.position.moves == ("e2e4",)
    assert stage.answer_to(CLAIM) == [german("NoIllegalMove")]
