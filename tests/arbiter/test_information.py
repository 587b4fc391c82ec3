"""Times and numbers of moves are told on request, and by whom."""

from collections.abc import Callable, Iterable

import pytest

from tests.arbiter.asked import followed
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.commands import Command
from voice_chess.game.information import (
    AskInformation,
    Inform,
    InformationAsked,
    MoveCountTold,
    ScoreShown,
    TimesTold,
)
from voice_chess.game.moves import AnnounceMove, PressClock
from voice_chess.game.refusals import (
    BadField,
    NobodyAsked,
    NoLookAtScore,
    NotYourMove,
    NotYourRole,
)
from voice_chess.game.setup import ArrangeGame, GameArranged
from voice_chess.game.state import Game, nothing_arranged
from voice_chess.game.table import Occasion, Role, Seat, Table
from voice_chess.laws.edition import edition, known_editions
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK = Role.WHITE, Role.BLACK
AIDE = Role.ASSISTANT_WHITE
CONTROL = TimeControl.parsed("90+0")
EDITIONS = known_editions()
ARTICLES = dict(zip(EDITIONS, ("F.2.9.d", "E.2.9.d", "D.2.10.4", "D.2.10.4"), strict=True))
MOVED: tuple[Command, ...] = (
    AnnounceMove(by=WHITE, at_ms=1_000, uci="e2e4"),
    PressClock(by=WHITE, at_ms=1_000),
)


def helped(edition_id: str = "2009") -> Table:
    seat = Seat(is_blind=True, has_assistant=True)
    return Table(control=CONTROL, edition=edition_id, white=seat)


@pytest.mark.law("assistant-informs")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_an_assistant_tells_nothing_that_was_not_asked(edition_id: str, play: Play) -> None:
    game = play(helped(edition_id), MOVED)

    ruling = decide(game, Inform(by=AIDE, at_ms=2_000, about="time"))

    assert isinstance(ruling, NobodyAsked)
    assert ruling.because.article == ARTICLES[edition_id]


@pytest.mark.law("assistant-informs")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_asked_they_tell_the_time_of_both_once(edition_id: str, play: Play) -> None:
    game = play(helped(edition_id), MOVED)
    asked = decide(game, AskInformation(by=WHITE, at_ms=2_000, about="time"))
    assert asked == (InformationAsked(white=True, about="time", at_ms=2_000),)
    game = followed(game, asked)
    answer = Inform(by=AIDE, at_ms=3_000, about="time")

    told = decide(game, answer)

    assert told == (TimesTold(white=True, white_ms=5_399_000, black_ms=5_398_000, at_ms=3_000),)
    assert isinstance(decide(followed(game, told), answer), NobodyAsked)


@pytest.mark.law("assistant-informs", "sighted-assistant")
@pytest.mark.parametrize("opponent", [Seat(), Seat(is_blind=True)], ids=["sighted", "blind"])
def test_2009_e_2_9_d_a_sighted_player_is_told_at_once_whatever_helper_they_have(
    opponent: Seat, play: Play
) -> None:
    helper = Seat(has_assistant=True)
    game = play(Table(control=CONTROL, white=helper, black=opponent), MOVED)

    asked = decide(game, AskInformation(by=WHITE, at_ms=2_000, about="moves"))

    assert asked == (
        InformationAsked(white=True, about="moves", at_ms=2_000),
        MoveCountTold(white=True, count=0, at_ms=2_000),
    )


@pytest.mark.law("assistant-informs")
def test_asked_for_the_moves_they_tell_their_number_and_not_the_time(play: Play) -> None:
    game = play(helped(), MOVED)
    game = followed(game, decide(game, AskInformation(by=WHITE, at_ms=2_000, about="moves")))

    told = decide(game, Inform(by=AIDE, at_ms=3_000, about="moves"))

    assert told == (MoveCountTold(white=True, count=0, at_ms=3_000),)
    assert isinstance(decide(game, Inform(by=AIDE, at_ms=3_000, about="time")), NobodyAsked)


@pytest.mark.law("assistant-informs")
def test_without_an_assistant_a_player_is_answered_at_once(play: Play) -> None:
    game = play(Table(control=CONTROL, white=Seat(is_blind=True)), MOVED)

    ruling = decide(game, AskInformation(by=WHITE, at_ms=2_000, about="time"))

    assert ruling == (
        InformationAsked(white=True, about="time", at_ms=2_000),
        TimesTold(white=True, white_ms=5_399_000, black_ms=5_399_000, at_ms=2_000),
    )


@pytest.mark.law("arbiter-silent")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_the_arbiter_tells_no_number_of_moves(edition_id: str, play: Play) -> None:
    game = play(helped(edition_id), MOVED)

    ruling = decide(game, Inform(by=Role.ARBITER, at_ms=2_000, about="moves"))

    because = edition(edition_id).cite(Topic.ARBITER_LIMITS)
    assert ruling == NotYourRole(role=Role.ARBITER, because=because)


def test_nobody_asks_for_another_and_no_sighted_players_assistant_tells_him(play: Play) -> None:
    sighted = Table(control=CONTROL, white=Seat(has_assistant=True), black=Seat(is_blind=True))
    game = play(sighted, MOVED)

    asked = decide(game, AskInformation(by=AIDE, at_ms=2_000, about="time"))
    told = decide(game, Inform(by=AIDE, at_ms=2_000, about="time"))

    assert isinstance(asked, NotYourRole)
    assert isinstance(told, NotYourRole)


@pytest.mark.law("sighted-assistant")
@pytest.mark.parametrize(
    ("edition_id", "is_required"), list(zip(EDITIONS, (False, False, True, True), strict=True))
)
def test_between_one_who_cannot_see_and_one_who_cannot_hear_an_assistant_is_needed(
    edition_id: str, is_required: bool
) -> None:
    blind, deaf = Seat(is_blind=True), Seat(is_hearing_impaired=True)
    helper = Seat(is_blind=True, has_assistant=True)

    def arranged(white: Seat, black: Seat) -> object:
        table = Table(control=CONTROL, edition=edition_id, white=white, black=black)
        return decide(nothing_arranged(), ArrangeGame(by=WHITE, at_ms=0, table=table))

    alone = arranged(deaf, blind)
    if is_required:
        because = edition(edition_id).cite(Topic.ASSISTANT_REQUIRED)
        wanted = BadField(field="has_assistant", problem="assistant-required", because=because)
        assert alone == wanted
    else:
        assert isinstance(alone, tuple)
    with_help = arranged(helper, deaf)
    assert isinstance(with_help, tuple)
    assert isinstance(with_help[0], GameArranged)
    assert isinstance(arranged(blind, blind), tuple)


def rapid(edition_id: str, games: int = 3, control: str = "15+0") -> Table:
    occasion = Occasion(has_arbiter=True, games_per_arbiter=games)
    return Table(control=TimeControl.parsed(control), edition=edition_id, occasion=occasion)


SEE = AskInformation(by=WHITE, at_ms=2_000, about="score")
SHOW = Inform(by=Role.ARBITER, at_ms=2_000, about="score")


@pytest.mark.law("score-shown")
@pytest.mark.parametrize(("edition_id", "article"), [("2018", "11.5"), ("2023", "11.5")])
def test_on_their_move_a_player_sees_the_arbiters_scoresheet_five_times(
    edition_id: str, article: str, play: Play
) -> None:
    game = play(rapid(edition_id), (SEE, SHOW) * 5)

    ruling = decide(game, SEE)

    assert isinstance(ruling, NoLookAtScore)
    assert ruling.because.article == article
    assert decide(play(rapid(edition_id), (SEE, SHOW) * 4), SEE) == (
        InformationAsked(white=True, about="score", at_ms=2_000),
    )


@pytest.mark.law("score-shown")
def test_the_arbiter_shows_it_to_who_asked_and_to_nobody_else(play: Play) -> None:
    game = play(rapid("2018"), (SEE,))

    assert decide(game, SHOW) == (ScoreShown(white=True, at_ms=2_000),)
    assert isinstance(decide(play(rapid("2018"), ()), SHOW), NobodyAsked)
    assistants = Inform(by=AIDE, at_ms=2_000, about="score")
    assert isinstance(decide(play(helped("2018"), ()), assistants), NotYourRole)


@pytest.mark.law("score-shown")
def test_who_is_not_on_move_does_not_see_it(play: Play) -> None:
    by_black = AskInformation(by=BLACK, at_ms=2_000, about="score")

    ruling = decide(play(rapid("2023"), ()), by_black)

    assert isinstance(ruling, NotYourMove)
    assert ruling.because.article == "A.4.3"


@pytest.mark.law("score-shown")
@pytest.mark.parametrize(
    "seats",
    [rapid("2005"), rapid("2009"), rapid("2018", games=4), rapid("2018", control="90+30")],
    ids=["2005", "2009", "not supervised", "standard"],
)
def test_elsewhere_there_is_no_scoresheet_of_the_arbiters_to_see(seats: Table, play: Play) -> None:
    assert isinstance(decide(play(seats, ()), SEE), NoLookAtScore)
