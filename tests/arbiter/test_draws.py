"""Offers, agreements and claims of a draw."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Literal

import pytest

from tests.arbiter.asked import followed
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import ClocksStarted, PassTime, StopClocks, TimeAdded, TimeDeducted
from voice_chess.game.commands import Command
from voice_chess.game.draws import (
    AcceptDraw,
    ClaimDraw,
    ClaimRejected,
    ClaimUpheld,
    DeclineDraw,
    DrawAccepted,
    DrawDeclined,
    DrawOffered,
    OfferDraw,
)
from voice_chess.game.events import Event
from voice_chess.game.game_end import EndGame, GameEnded
from voice_chess.game.moves import (
    AnnounceMove,
    CorrectSlip,
    ExecuteMove,
    MoveCompleted,
    PressClock,
)
from voice_chess.game.phases import Over, StopReason
from voice_chess.game.refusals import (
    BadField,
    ClaimLost,
    DrawAlreadyOffered,
    DrawNotYetAllowed,
    NoAgreedDraws,
    NoDrawOffered,
    NotALegalMove,
    NothingToRuleOn,
    NotYourMove,
    OwnDrawOffer,
    PromotionPieceMissing,
    TooLateToCorrect,
)
from voice_chess.game.results import EndReason, Result
from voice_chess.game.state import Game
from voice_chess.game.table import Customs, Occasion, Role, Seat, Setup, Table
from voice_chess.game.touch import SetPieceDown, TouchPieces
from voice_chess.laws.draws import ClaimKind
from voice_chess.laws.edition import edition
from voice_chess.laws.topics import Topic

Play = Callable[[Table, Iterable[Command]], Game]
WHITE, BLACK = Role.WHITE, Role.BLACK
CONTROL = TimeControl.parsed("90+0")
TABLE = Table(control=CONTROL)
DANCE = ("g1f3", "g8f6", "f3g1", "f6g8")
EDITIONS = ("2005", "2009", "2018", "2023")


def table(edition_id: str = "2009", control: str = "90+0", fen: str | None = None) -> Table:
    setup = Setup(fen=fen) if fen else Setup()
    return Table(control=TimeControl.parsed(control), edition=edition_id, setup=setup)


def moves(*ucis: str, white_first: bool = True) -> list[Command]:
    """Each move announced and pressed at once, one a second."""
    commands: list[Command] = []
    for index, uci in enumerate(ucis):
        by = WHITE if (index % 2 == 0) == white_first else BLACK
        at_ms = 1_000 * (index + 1)
        commands += [AnnounceMove(by=by, at_ms=at_ms, uci=uci), PressClock(by=by, at_ms=at_ms)]
    return commands


def offered_on_time(play: Play, at: Table = TABLE) -> Game:
    """White has announced 1.e4, offered a draw and pressed."""
    said, press = moves("e2e4")
    return play(at, (said, OfferDraw(by=WHITE, at_ms=1_000), press))


def offered_by_hand(play: Play, edition_id: str) -> Game:
    """The same where hands make the moves."""
    customs = Customs(execution="reported")
    said, press = moves("e2e4")
    made = ExecuteMove(by=WHITE, at_ms=1_000)
    offer = OfferDraw(by=WHITE, at_ms=1_000)
    at = replace(table(edition_id), customs=customs)
    return play(at, (said, made, offer, press))


@pytest.mark.law("draw-offer", "offer-written")
def test_an_offer_between_move_and_press_is_timely(play: Play) -> None:
    game = play(TABLE, moves("e2e4")[:1])

    ruling = decide(game, OfferDraw(by=WHITE, at_ms=1_100))

    assert ruling == (DrawOffered(white=True, is_timely=True, at_ms=1_100),)


@pytest.mark.parametrize("by", [WHITE, BLACK])
def test_an_offer_at_another_moment_is_valid_but_noted(by: Role, play: Play) -> None:
    ruling = decide(play(TABLE, ()), OfferDraw(by=by, at_ms=100))

    assert ruling == (DrawOffered(white=by is WHITE, is_timely=False, at_ms=100),)


def test_an_offer_stands_until_it_is_answered(play: Play) -> None:
    game = offered_on_time(play)

    assert isinstance(decide(game, OfferDraw(by=WHITE, at_ms=5_000)), DrawAlreadyOffered)
    assert isinstance(decide(game, AcceptDraw(by=WHITE, at_ms=5_000)), OwnDrawOffer)
    assert isinstance(decide(game, AcceptDraw(by=BLACK, at_ms=500_000)), tuple)


@pytest.mark.law("agreed-draw")
def test_an_accepted_offer_ends_the_game(play: Play) -> None:
    ruling = decide(offered_on_time(play), AcceptDraw(by=BLACK, at_ms=2_000))

    assert isinstance(ruling, tuple)
    assert ruling[-1] == GameEnded(
        result=Result.DRAW,
        reason=EndReason.AGREEMENT,
        because=edition("2009").cite(Topic.AGREEMENT),
        at_ms=2_000,
    )


@pytest.mark.law("agreed-draw")
def test_the_move_that_the_offer_came_with_is_part_of_the_game(play: Play) -> None:
    said, _ = moves("e2e4")
    game = play(TABLE, (said, OfferDraw(by=WHITE, at_ms=1_100)))

    ended = followed(game, decide(game, AcceptDraw(by=BLACK, at_ms=2_000)))

    assert ended.is_over
    assert ended.position.moves == ("e2e4",)


@pytest.mark.law("mate-wins", "agreed-draw")
def test_an_offer_that_came_with_checkmate_cannot_be_accepted_any_more(play: Play) -> None:
    *before, mate, _ = moves("f2f3", "e7e5", "g2g4", "d8h4")
    game = play(TABLE, (*before, mate, OfferDraw(by=BLACK, at_ms=4_000)))

    ruling = decide(game, AcceptDraw(by=WHITE, at_ms=5_000))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[-1], GameEnded)
    assert ruling[-1].reason is EndReason.CHECKMATE
    assert not any(isinstance(event, DrawAccepted) for event in ruling)


def test_a_move_that_is_not_yet_executed_is_no_part_of_an_agreed_draw(play: Play) -> None:
    said, _ = moves("e2e4")
    reported = Table(control=CONTROL, customs=Customs(execution="reported"))
    game = play(reported, (said, OfferDraw(by=WHITE, at_ms=1_100)))

    ended = followed(game, decide(game, AcceptDraw(by=BLACK, at_ms=2_000)))

    assert ended.is_over
    assert ended.position.moves == ()


def test_a_declined_offer_is_gone(play: Play) -> None:
    game = offered_on_time(play)
    ruling = decide(game, DeclineDraw(by=BLACK, at_ms=2_000))

    assert ruling == (DrawDeclined(white=False, by="word", at_ms=2_000),)
    game = followed(game, ruling)
    assert isinstance(decide(game, AcceptDraw(by=BLACK, at_ms=3_000)), NoDrawOffered)


def test_an_offer_lifted_over_is_gone(play: Play) -> None:
    game = offered_on_time(play)
    lift = TouchPieces(by=BLACK, at_ms=2_000, squares=("e7",))

    game = followed(game, decide(game, lift))

    assert isinstance(decide(game, AcceptDraw(by=BLACK, at_ms=3_000)), NoDrawOffered)


OFFERED = [
    pytest.param("2005", "9.1", id="2005:9.1.a"),
    pytest.param("2009", "9.1.b", id="2009:9.1.b.1"),
    pytest.param("2018", "9.1.2", id="2018:9.1.2.1"),
    pytest.param("2023", "9.1.2", id="2023:9.1.2.1"),
]


@pytest.mark.law("draw-offer")
@pytest.mark.parametrize(("edition_id", "article"), OFFERED)
def test_an_offer_passed_over_in_words_can_be_accepted_in_their_place(
    edition_id: str, article: str, play: Play
) -> None:
    *opening, press = moves("d2d4", "d7d5", "e2e4")
    game = play(table(edition_id), (*opening, OfferDraw(by=WHITE, at_ms=3_000), press))
    game = followed(game, decide(game, AnnounceMove(by=BLACK, at_ms=4_000, uci="a7a5")))
    corrected = followed(game, decide(game, CorrectSlip(by=BLACK, at_ms=4_500, uci="a7a6")))

    for spoken in (game, corrected):
        ended = followed(spoken, decide(spoken, AcceptDraw(by=BLACK, at_ms=5_000)))
        assert ended.is_over
        assert ended.position.moves == ("d2d4", "d7d5", "e2e4")
    refusal = decide(game, AcceptDraw(by=WHITE, at_ms=5_000))
    assert isinstance(refusal, NoDrawOffered)
    assert refusal.because.article == article


@pytest.mark.law("draw-offer")
@pytest.mark.parametrize(("edition_id", "article"), OFFERED)
@pytest.mark.parametrize(
    "done",
    [
        pytest.param((ExecuteMove(by=BLACK, at_ms=2_500),), id="made"),
        pytest.param((TouchPieces(by=BLACK, at_ms=2_500, squares=("a7",)),), id="touched"),
        pytest.param(
            (ExecuteMove(by=BLACK, at_ms=2_500), PressClock(by=BLACK, at_ms=2_600)), id="pressed"
        ),
    ],
)
def test_not_once_their_hands_have_followed_the_words(
    edition_id: str, article: str, done: tuple[Command, ...], play: Play
) -> None:
    game = offered_by_hand(play, edition_id)
    for command in (AnnounceMove(by=BLACK, at_ms=2_000, uci="a7a5"), *done):
        game = followed(game, decide(game, command))

    refusal = decide(game, AcceptDraw(by=BLACK, at_ms=3_000))

    assert isinstance(refusal, NoDrawOffered)
    assert refusal.because.article == article


@pytest.mark.law("draw-offer")
def test_nor_once_they_have_declined_by_a_word_or_a_touch(play: Play) -> None:
    game = offered_on_time(play)
    said = AnnounceMove(by=BLACK, at_ms=2_500, uci="a7a5")
    for declining in (
        DeclineDraw(by=BLACK, at_ms=2_000),
        TouchPieces(by=BLACK, at_ms=2_000, squares=("a7",)),
    ):
        declined = followed(game, decide(game, declining))
        spoken = followed(declined, decide(declined, said))
        assert isinstance(decide(spoken, AcceptDraw(by=BLACK, at_ms=3_000)), NoDrawOffered)


@pytest.mark.law("early-draw-ban")
@pytest.mark.parametrize(
    "has_arbiter", [False, True], ids=["2009:9.1.a", "2009:9.1.a with an arbiter to consent"]
)
def test_an_event_may_forbid_early_agreement(has_arbiter: bool, play: Play) -> None:
    occasion = Occasion(no_agreed_draw_before_move=30, has_arbiter=has_arbiter)
    at = Table(control=CONTROL, edition="2009", occasion=occasion)
    offering = OfferDraw(by=WHITE, at_ms=2_100)
    game = play(at, (*moves("e2e4", "e7e5"), offering))

    ruling = decide(game, AcceptDraw(by=BLACK, at_ms=2_200))

    because = edition("2009").cite(Topic.EARLY_AGREEMENT)
    assert ruling == DrawNotYetAllowed(move=30, may_arbiter_consent=has_arbiter, because=because)


@pytest.mark.law("early-draw-ban")
def test_2009_9_1_a_with_the_arbiters_consent_the_players_agree_early(play: Play) -> None:
    occasion = Occasion(has_arbiter=True, no_agreed_draw_before_move=30)
    at = Table(control=CONTROL, edition="2009", occasion=occasion)
    consent = EndGame(by=Role.ARBITER, at_ms=2_200, result=Result.DRAW, reason=EndReason.AGREEMENT)

    game = play(at, moves("e2e4", "e7e5"))
    offered = followed(game, decide(game, OfferDraw(by=WHITE, at_ms=2_100)))

    because = edition("2009").cite(Topic.DRAW_OFFER)
    assert decide(game, consent) == NothingToRuleOn(because=because)
    assert decide(offered, replace(consent, result=Result.WHITE_WINS)) == NothingToRuleOn(
        because=because
    )
    assert decide(offered, consent) == (
        GameEnded(
            result=Result.DRAW,
            reason=EndReason.AGREEMENT,
            because=edition("2009").cite(Topic.EARLY_AGREEMENT),
            at_ms=2_200,
        ),
    )


@pytest.mark.law("early-draw-ban", "agreed-draw")
@pytest.mark.parametrize("uci", ["e2e4", "h5f7"])
def test_2009_9_1_a_the_move_that_came_with_the_offer_is_in_the_score_of_a_draw_consented_to(
    uci: str, play: Play
) -> None:
    """A mate that was announced has ended the game before anybody could consent."""
    before = () if uci == "e2e4" else moves("e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6")
    occasion = Occasion(has_arbiter=True, no_agreed_draw_before_move=30)
    at = Table(control=CONTROL, edition="2009", occasion=occasion)
    said = AnnounceMove(by=WHITE, at_ms=9_000, uci=uci)
    game = play(at, (*before, said, OfferDraw(by=WHITE, at_ms=9_100)))
    consent = EndGame(by=Role.ARBITER, at_ms=9_200, result=Result.DRAW, reason=EndReason.AGREEMENT)

    over = followed(game, decide(game, consent))

    assert isinstance(over.phase, Over)
    assert over.position.moves[-1] == uci
    is_mate = uci != "e2e4"
    assert over.phase.result is (Result.WHITE_WINS if is_mate else Result.DRAW)
    topic = Topic.CHECKMATE if is_mate else Topic.EARLY_AGREEMENT
    assert over.phase.because == edition("2009").cite(topic)


@pytest.mark.law("early-draw-ban")
@pytest.mark.parametrize("edition_id", EDITIONS)
def test_an_event_may_forbid_agreement_at_all_but_with_the_arbiter(
    edition_id: str, play: Play
) -> None:
    """9.1.a of 2009, 9.1.1 of 2018; the Laws of 2005 know no such event."""
    rules = edition(edition_id).rules.draws
    occasion = Occasion(has_arbiter=True, has_agreed_draws=False)
    at = Table(control=CONTROL, edition=edition_id, occasion=occasion)
    game = play(at, moves(*DANCE))
    offer = decide(game, OfferDraw(by=WHITE, at_ms=9_000))
    offered = followed(game, offer) if isinstance(offer, tuple) else game
    accepted = decide(offered, AcceptDraw(by=BLACK, at_ms=9_100))
    consent = EndGame(by=Role.ARBITER, at_ms=9_200, result=Result.DRAW, reason=EndReason.AGREEMENT)

    if not rules.may_ban_early_agreement:
        assert isinstance(accepted, tuple)
        return
    because = edition(edition_id).cite(Topic.EARLY_AGREEMENT)
    assert (offer if rules.ban_covers_offers else accepted) == NoAgreedDraws(because=because)
    ended = decide(offered, consent)
    assert isinstance(ended, tuple)
    assert isinstance(ended[-1], GameEnded)
    assert (ended[-1].result, ended[-1].because) == (Result.DRAW, because)


@pytest.mark.law("early-draw-ban")
@pytest.mark.parametrize("edition_id", ["2018", "2023"])
def test_later_editions_forbid_the_offer_too(edition_id: str, play: Play) -> None:
    occasion = Occasion(no_agreed_draw_before_move=2)
    at = Table(control=CONTROL, edition=edition_id, occasion=occasion)
    early = play(at, moves("e2e4", "e7e5"))
    in_time = play(at, moves("e2e4", "e7e5", "g1f3", "g8f6"))

    refused = decide(early, OfferDraw(by=WHITE, at_ms=9_000))

    because = edition(edition_id).cite(Topic.EARLY_AGREEMENT)
    assert refused == DrawNotYetAllowed(move=2, because=because)
    assert isinstance(decide(in_time, OfferDraw(by=WHITE, at_ms=9_000)), tuple)


AGREED_WITH_THE_LAST_MOVE = {"2009 9.1.a": ("2009", 2), "2018 9.1.1": ("2018", 2)}
AGREED_WITH_THE_FIRST_MOVE = {"2018 5.2.3": ("2018", None), "2023 5.2.3": ("2023", None)}
WITH_THAT_MOVE = AGREED_WITH_THE_LAST_MOVE | AGREED_WITH_THE_FIRST_MOVE


@pytest.mark.law("early-draw-ban", "agreed-draw")
@pytest.mark.parametrize(("edition_id", "until"), WITH_THAT_MOVE.values(), ids=WITH_THAT_MOVE)
def test_the_move_that_makes_agreement_possible_is_made_and_need_not_be_pressed(
    edition_id: str, until: int | None, play: Play
) -> None:
    """An offer is made between move and press, and so is that of the first player who may."""
    at = Table(
        control=CONTROL,
        edition=edition_id,
        occasion=Occasion(no_agreed_draw_before_move=until),
    )
    *before, reply, _press = moves("e2e4", "e7e5", "g1f3", "g8f6")[: 4 * (until or 1)]
    too_early = play(at, before)
    offering = play(at, (*before, reply, OfferDraw(by=BLACK, at_ms=9_000)))

    agreed = decide(offering, AcceptDraw(by=WHITE, at_ms=9_100))

    assert followed(offering, agreed).is_over
    assert isinstance(agreed, tuple)
    assert [type(event) for event in agreed] == [MoveCompleted, DrawAccepted, GameEnded]
    # Without the move itself it is too early.
    offered = decide(too_early, OfferDraw(by=WHITE, at_ms=9_000))
    if isinstance(offered, tuple):
        offered = decide(followed(too_early, offered), AcceptDraw(by=BLACK, at_ms=9_100))
    assert isinstance(offered, DrawNotYetAllowed)


def test_the_2005_laws_know_no_such_ban(play: Play) -> None:
    occasion = Occasion(no_agreed_draw_before_move=30)
    game = offered_on_time(play, Table(control=CONTROL, edition="2005", occasion=occasion))

    assert isinstance(decide(game, AcceptDraw(by=BLACK, at_ms=2_200)), tuple)


@pytest.mark.parametrize(
    ("edition_id", "is_allowed"), list(zip(EDITIONS, (True, True, False, False), strict=True))
)
def test_agreement_before_both_have_moved(edition_id: str, is_allowed: bool, play: Play) -> None:
    game = offered_on_time(play, table(edition_id))

    assert isinstance(decide(game, AcceptDraw(by=BLACK, at_ms=2_000)), tuple) == is_allowed


@pytest.mark.law("repetition-appeared", "claim-right")
def test_a_third_appearance_is_claimed_with_the_position_on_the_board(play: Play) -> None:
    game = play(TABLE, moves(*DANCE, *DANCE))

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=9_000, kind="repetition"))

    cited = edition("2009").cite(Topic.APPEARED_REPETITION)
    assert ruling == (
        ClaimUpheld(white=True, kind="repetition", uci=None, because=cited, at_ms=9_000),
        GameEnded(result=Result.DRAW, reason=EndReason.REPETITION, because=cited, at_ms=9_000),
    )


@pytest.mark.law("repetition-intended")
def test_a_third_appearance_is_claimed_with_the_move_that_brings_it(play: Play) -> None:
    game = play(TABLE, moves(*DANCE, *DANCE[:3]))

    ruling = decide(game, ClaimDraw(by=BLACK, at_ms=9_000, kind="repetition", uci="f6g8"))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], ClaimUpheld)


ARTICLES_OF_INTENDED = {
    "2005": ("9.2.a", "9.3.a"),
    "2009": ("9.2.a", "9.3.a"),
    "2018": ("9.2.1.1", "9.3.1"),
    "2023": ("9.2.1.1", "9.3.1"),
}


@pytest.mark.law("repetition-intended", "fifty-intended")
@pytest.mark.parametrize(
    "edition_id", EDITIONS, ids=lambda each: f"{each} {', '.join(ARTICLES_OF_INTENDED[each])}"
)
@pytest.mark.parametrize("kind", ["repetition", "fifty"])
@pytest.mark.parametrize("execution", ["assumed", "reported"])
def test_who_has_announced_the_move_and_then_claims_claims_with_that_move(
    execution: Literal["assumed", "reported"], kind: ClaimKind, edition_id: str, play: Play
) -> None:
    """They have declared it; the claim was ruled on without it, and cost them time."""
    is_third = kind == "repetition"
    setup = Setup() if is_third else Setup(fen="4k3/8/8/8/8/8/8/R3K3 b - - 99 90")
    customs = Customs(execution=execution)
    at = Table(control=CONTROL, edition=edition_id, setup=setup, customs=customs)
    before = moves(*DANCE, *DANCE[:3]) if is_third else []
    played = before if execution == "assumed" else with_hands(before)
    uci = "f6g8" if is_third else "e8e7"
    said = AnnounceMove(by=BLACK, at_ms=8_500, uci=uci)
    game = play(at, (*played, said))

    ruling = decide(game, ClaimDraw(by=BLACK, at_ms=9_000, kind=kind))

    assert isinstance(ruling, tuple)
    upheld, ended = ruling
    assert isinstance(upheld, ClaimUpheld)
    assert upheld.uci == uci
    assert upheld.because.article == ARTICLES_OF_INTENDED[edition_id][0 if is_third else 1]
    assert isinstance(ended, GameEnded)
    assert ended.because == upheld.because


EXACT = {
    "2005": ("9.2.b", "9.3.b", "9.5.b"),
    "2009": ("9.2.b", "9.3.b", "9.5.b"),
    "2018": ("9.2.1.2", "9.3.2", "9.5.3"),
    "2023": ("9.2.1.2", "9.3.2", "9.5.3"),
}


@pytest.mark.law("repetition-appeared", "fifty-appeared", "claim-wrong")
@pytest.mark.parametrize(
    "edition_id", EDITIONS, ids=lambda each: f"{each} {', '.join(EXACT[each])}"
)
@pytest.mark.parametrize("kind", ["repetition", "fifty", None])
def test_a_wrong_claim_by_the_position_is_rejected_by_the_point_that_it_rests_on(
    kind: ClaimKind | None, edition_id: str, play: Play
) -> None:
    """Its price is that of a wrong claim; so is the claim's own point where no ground is named."""
    game = play(Table(control=CONTROL, edition=edition_id), ())

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=1_000, kind=kind))

    repetition, fifty, wrong = EXACT[edition_id]
    assert isinstance(ruling, tuple)
    rejected, added, *_ = ruling
    assert isinstance(rejected, ClaimRejected)
    assert isinstance(added, TimeAdded)
    assert added.because.article == wrong
    assert rejected.because.article == {"repetition": repetition, "fifty": fifty, None: wrong}[kind]


def with_hands(commands: Iterable[Command]) -> Iterable[Command]:
    """Each announced move is made on the board before the press."""
    for command in commands:
        if isinstance(command, PressClock):
            yield ExecuteMove(by=command.by, at_ms=command.at_ms)
        yield command


@pytest.mark.parametrize(
    ("uci", "refusal"),
    [("a7a8", PromotionPieceMissing), ("a7a6", NotALegalMove), ("a7", BadField)],
    ids=["a promotion without its piece", "no legal move", "no move"],
)
def test_a_claim_needs_a_move_that_can_be_made(uci: str, refusal: type, play: Play) -> None:
    game = play(table(fen="4k3/P7/8/8/8/8/8/4K3 w - - 99 80"), ())

    refused = decide(game, ClaimDraw(by=WHITE, at_ms=1_000, kind="fifty", uci=uci))

    assert isinstance(refused, refusal)


def test_only_the_player_on_move_may_claim(play: Play) -> None:
    game = play(TABLE, moves(*DANCE, *DANCE))

    ruling = decide(game, ClaimDraw(by=BLACK, at_ms=9_000, kind="repetition"))

    assert ruling == NotYourMove(because=edition("2009").cite(Topic.REPETITION))


@pytest.mark.parametrize(("edition_id", "is_lost"), [("2005", False), ("2009", True)])
def test_touching_a_piece_costs_the_claim_where_the_edition_says_so(
    edition_id: str, is_lost: bool, play: Play
) -> None:
    touch = TouchPieces(by=WHITE, at_ms=8_500, squares=("g1",))
    game = play(table(edition_id), (*moves(*DANCE, *DANCE), touch))

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=9_000, kind="repetition"))

    assert isinstance(ruling, ClaimLost) == is_lost


@pytest.mark.law("claim-lost", "blind-execution")
@pytest.mark.parametrize("edition_id", EDITIONS, ids=lambda edition_id: f"{edition_id} 9.4")
@pytest.mark.parametrize("is_made", [False, True], ids=["only announced", "on their board"])
def test_a_move_that_is_made_costs_the_claim_and_words_do_not(
    is_made: bool, edition_id: str, play: Play
) -> None:
    said = AnnounceMove(by=WHITE, at_ms=8_500, uci="e2e4")
    made = (ExecuteMove(by=WHITE, at_ms=8_700),) if is_made else ()
    game = play(table(edition_id), (*moves(*DANCE, *DANCE), said, *made))

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=9_000, kind="repetition"))

    if is_made:
        assert ruling == ClaimLost(because=edition(edition_id).cite(Topic.CLAIM_LOST))
    else:
        assert isinstance(ruling, tuple)
        assert isinstance(ruling[-1], GameEnded)


@pytest.mark.law("claim-lost")
@pytest.mark.parametrize("edition_id", ["2005", "2018", "2023"], ids=lambda each: f"{each} 9.4")
def test_words_that_the_opponent_has_replied_to_have_made_the_move(
    edition_id: str, play: Play
) -> None:
    """Whether the position before it had appeared three times, or the one after it has."""
    said = AnnounceMove(by=WHITE, at_ms=8_500, uci="g1f3")
    reply = AnnounceMove(by=BLACK, at_ms=8_700, uci="e7e5")
    game = play(table(edition_id), (*moves(*DANCE, *DANCE), said, reply))

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=9_000, kind="repetition"))

    assert ruling == ClaimLost(because=edition(edition_id).cite(Topic.CLAIM_LOST))


@pytest.mark.law("claim-lost")
@pytest.mark.parametrize("edition_id", EDITIONS, ids=lambda edition_id: f"{edition_id} 9.4")
def test_a_piece_let_go_has_made_the_move_and_costs_the_claim(edition_id: str, play: Play) -> None:
    let_go = SetPieceDown(by=WHITE, at_ms=8_500, uci="e2e4")
    game = play(table(edition_id), (*moves(*DANCE, *DANCE), let_go))

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=9_000, kind="repetition"))

    assert ruling == ClaimLost(because=edition(edition_id).cite(Topic.CLAIM_LOST))


@pytest.mark.law("claim-lost", "released-castling")
def test_2005_9_4_a_king_let_go_two_squares_on_has_not_castled_yet(play: Play) -> None:
    let_go = SetPieceDown(by=WHITE, at_ms=500, uci="e1g1")
    game = play(table("2005", fen="4k3/8/8/8/8/8/8/4K2R w K - 100 90"), (let_go,))

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=1_000, kind="fifty"))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[-1], GameEnded)


def test_after_a_wrong_claim_an_announced_move_is_still_announced(play: Play) -> None:
    said = AnnounceMove(by=WHITE, at_ms=8_500, uci="e2e4")
    game = play(TABLE, (said,))

    game = followed(game, decide(game, ClaimDraw(by=WHITE, at_ms=9_000, kind="repetition")))

    assert game.turn.announcement is not None
    assert game.turn.announcement.uci == "e2e4"


OFFER_ARTICLES = {"2005": "9.1.a", "2009": "9.1.b.1", "2018": "9.1.2.1", "2023": "9.1.2.1"}


@pytest.mark.law("draw-offer", "claim-is-offer")
@pytest.mark.parametrize(
    "edition_id", EDITIONS, ids=lambda edition_id: f"{edition_id} {OFFER_ARTICLES[edition_id]}"
)
def test_a_wrong_claim_leaves_the_opponents_offer_as_it_was_and_offers_besides(
    edition_id: str, play: Play
) -> None:
    offer = OfferDraw(by=BLACK, at_ms=2_500)
    claim = ClaimDraw(by=WHITE, at_ms=3_000, kind="repetition")
    game = play(table(edition_id), (*moves("e2e4", "e7e5"), offer, claim))

    assert isinstance(decide(game, AcceptDraw(by=WHITE, at_ms=4_000)), tuple)
    assert isinstance(decide(game, AcceptDraw(by=BLACK, at_ms=4_000)), tuple)
    declined = followed(game, decide(game, DeclineDraw(by=WHITE, at_ms=4_000)))
    assert isinstance(decide(declined, AcceptDraw(by=WHITE, at_ms=5_000)), OwnDrawOffer)
    assert isinstance(decide(declined, AcceptDraw(by=BLACK, at_ms=5_000)), tuple)


@pytest.mark.law("draw-offer")
def test_moving_after_a_wrong_claim_passes_over_the_opponents_offer_only(play: Play) -> None:
    offer = OfferDraw(by=BLACK, at_ms=2_500)
    claim = ClaimDraw(by=WHITE, at_ms=3_000, kind="repetition")
    game = play(TABLE, (*moves("e2e4", "e7e5"), offer, claim))

    ruling = decide(game, AnnounceMove(by=WHITE, at_ms=4_000, uci="g1f3"))

    assert isinstance(ruling, tuple)
    assert ruling[0] == DrawDeclined(white=True, by="move", at_ms=4_000)
    game = followed(game, ruling)
    assert isinstance(decide(game, AcceptDraw(by=BLACK, at_ms=5_000)), tuple)


FIFTY = "4k3/8/8/8/8/8/4R3/4K3 {} - - {} 90"


@pytest.mark.law("fifty-intended", "fifty-appeared", "may-be-fifty")
@pytest.mark.parametrize(
    ("halfmoves", "uci", "is_right"),
    [
        (100, None, True),
        (99, None, False),
        (99, "e1d1", True),
        (98, "e1d1", False),
        (99, "e2e7", True),
    ],
)
def test_fifty_moves_are_counted_exactly(
    halfmoves: int, uci: str | None, is_right: bool, play: Play
) -> None:
    fen = f"3k4/8/8/8/8/8/4R3/4K3 w - - {halfmoves} 90"
    game = play(table(fen=fen), ())

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=1_000, kind="fifty", uci=uci))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], ClaimUpheld) == is_right


def test_a_pawn_move_makes_no_fifty(play: Play) -> None:
    game = play(table(fen="3k4/8/8/8/8/8/4P3/4K3 w - - 99 90"), ())

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=1_000, kind="fifty", uci="e2e3"))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], ClaimRejected)


@pytest.mark.parametrize(
    ("left_s", "deducted_s"),
    [
        (900, 180),
        (361, 180),
        (300, 150),
        (121, 60.5),
        (120, 60),
        (90, 30),
        (60, 0),
        (59, 0),
        (10, 0),
    ],
)
def test_a_wrong_claim_costs_the_claimant_in_2005(
    left_s: int, deducted_s: float, play: Play
) -> None:
    game = play(table("2005", "90+0"), ())
    at_ms = 5_400_000 - left_s * 1_000

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=at_ms, kind="repetition"))

    assert isinstance(ruling, tuple)
    taken = [event.ms for event in ruling if isinstance(event, TimeDeducted)]
    assert taken == ([int(deducted_s * 1_000)] if deducted_s else [])


@pytest.mark.parametrize(
    ("edition_id", "control", "bonus_s"),
    [
        ("2005", "90+0", 180),
        ("2005", "30+0", 180),
        ("2005", "5+0", 180),
        ("2009", "90+0", 180),
        ("2009", "30+0", 180),
        ("2009", "5+0", 180),
        ("2018", "90+0", 120),
        ("2018", "30+0", 120),
        ("2018", "5+0", 60),
        ("2023", "90+0", 120),
        ("2023", "30+0", 60),
        ("2023", "5+0", 60),
    ],
)
def test_a_wrong_claim_gives_the_opponent_time(
    edition_id: str, control: str, bonus_s: int, play: Play
) -> None:
    game = play(table(edition_id, control), ())

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=1_000, kind="repetition"))

    assert isinstance(ruling, tuple)
    added = [(event.white, event.ms) for event in ruling if isinstance(event, TimeAdded)]
    assert added == [(False, bonus_s * 1_000)]
    assert ClocksStarted not in {type(event) for event in ruling}


@pytest.mark.law("claim-is-offer")
def test_a_rejected_claim_is_an_offer(play: Play) -> None:
    game = play(TABLE, moves("e2e4", "e7e5"))
    claimed = ClaimDraw(by=WHITE, at_ms=3_000, kind="repetition")

    game = followed(game, decide(game, claimed))

    accepted = decide(game, AcceptDraw(by=BLACK, at_ms=4_000))
    assert isinstance(accepted, tuple)
    assert isinstance(accepted[-1], GameEnded)


@pytest.mark.law("claim-wrong")
def test_the_move_of_a_rejected_claim_must_be_made(play: Play) -> None:
    game = play(TABLE, ())
    claimed = ClaimDraw(by=WHITE, at_ms=1_000, kind="repetition", uci="g1f3")

    game = followed(game, decide(game, claimed))

    other = decide(game, AnnounceMove(by=WHITE, at_ms=2_000, uci="e2e4"))
    assert other == TooLateToCorrect(because=edition("2009").cite(Topic.WRONG_CLAIM))
    pressed = decide(game, PressClock(by=WHITE, at_ms=2_000))
    assert isinstance(pressed, tuple)
    assert isinstance(pressed[0], MoveCompleted)
    assert pressed[0].uci == "g1f3"


@pytest.mark.law("claim-wrong", "time-lost")
@pytest.mark.parametrize("edition_id", EDITIONS, ids=lambda edition_id: f"{edition_id} 9.5, 6.9")
@pytest.mark.parametrize("is_made", [False, True])
def test_a_mate_that_a_rejected_claim_binds_to_does_not_end_the_game_until_it_is_made(
    is_made: bool, edition_id: str, play: Play
) -> None:
    at = table(edition_id, "90+0", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
    at = replace(at, customs=Customs(charge_until="press"))
    claimed = ClaimDraw(by=WHITE, at_ms=1_000, kind="repetition", uci="a1a8")
    made = (ExecuteMove(by=WHITE, at_ms=2_000),) if is_made else ()

    game = play(at, (claimed, *made))

    if not game.is_over:
        game = followed(game, decide(game, PassTime(by=WHITE, at_ms=5_400_000)))
    assert isinstance(game.phase, Over)
    reason = EndReason.CHECKMATE if is_made else EndReason.FLAG_FALL
    assert game.phase.reason is reason


@pytest.mark.law("fivefold")
@pytest.mark.parametrize(
    ("edition_id", "is_drawn"), list(zip(EDITIONS, (False, False, True, True), strict=True))
)
def test_a_fifth_appearance_ends_the_game_where_the_edition_says_so(
    edition_id: str, is_drawn: bool, play: Play
) -> None:
    game = play(table(edition_id), moves(*DANCE * 3, *DANCE[:3]))

    ruling = _moved(game, BLACK, "f6g8", 17_000)

    assert isinstance(ruling[-1], GameEnded) == is_drawn
    if is_drawn:
        assert _reason(ruling) is EndReason.FIVEFOLD


@pytest.mark.law("seventy-five")
@pytest.mark.parametrize(
    ("edition_id", "halfmoves", "is_drawn"),
    [("2009", 149, False), ("2018", 148, False), ("2018", 149, True), ("2023", 149, True)],
)
def test_seventy_five_moves_end_the_game_where_the_edition_says_so(
    edition_id: str, halfmoves: int, is_drawn: bool, play: Play
) -> None:
    fen = f"3k4/8/8/8/8/8/4R3/4K3 w - - {halfmoves} 90"
    game = play(table(edition_id, fen=fen), ())

    ruling = _moved(game, WHITE, "e1f1", 1_000)

    assert isinstance(ruling[-1], GameEnded) == is_drawn


def test_mate_on_the_seventy_fifth_move_stands(play: Play) -> None:
    game = play(table("2018", fen="7k/8/6K1/8/8/8/8/R7 w - - 149 90"), ())

    ruling = _moved(game, WHITE, "a1a8", 1_000)

    assert _reason(ruling) is EndReason.CHECKMATE


def _moved(game: Game, by: Role, uci: str, at_ms: int) -> tuple[Event, ...]:
    """What the press brings about behind this announcement."""
    game = followed(game, decide(game, AnnounceMove(by=by, at_ms=at_ms, uci=uci)))
    ruling = decide(game, PressClock(by=by, at_ms=at_ms))
    assert isinstance(ruling, tuple), ruling
    return ruling


def _reason(ruling: tuple[Event, ...]) -> EndReason | None:
    last = ruling[-1]
    return last.reason if isinstance(last, GameEnded) else None


CLAIM_ARTICLES = {"2005": "9.5", "2009": "9.5", "2018": "9.5.1", "2023": "9.5.1"}


@pytest.mark.law("stop-for-arbiter", "claim-binding", "claim-wrong")
@pytest.mark.parametrize(
    "edition_id", EDITIONS, ids=lambda edition_id: f"{edition_id} {CLAIM_ARTICLES[edition_id]}"
)
@pytest.mark.parametrize("why", ["claim", "arbiter"])
def test_a_claimant_may_stop_the_clocks_first_and_after_a_wrong_claim_they_run_on(
    why: StopReason, edition_id: str, play: Play
) -> None:
    stopped = StopClocks(by=WHITE, at_ms=1_000, why=why)
    game = play(Table(control=CONTROL, edition=edition_id), (stopped,))

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=9_000, kind="fifty"))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], ClaimRejected)
    assert ruling[-1] == ClocksStarted(at_ms=9_000)
    other = decide(game, ClaimDraw(by=BLACK, at_ms=9_000, kind="fifty"))
    assert isinstance(other, NotYourMove)


@pytest.mark.law("claim-binding", "assistant-claims")
def test_2009_9_5_an_assistant_may_have_stopped_the_clocks_for_the_claim(play: Play) -> None:
    blind = Seat(is_blind=True, has_assistant=True)
    stopped = StopClocks(by=Role.ASSISTANT_WHITE, at_ms=1_000)
    game = play(Table(control=CONTROL, white=blind), (stopped,))

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=9_000, kind="fifty"))

    assert isinstance(ruling, tuple)
    assert isinstance(ruling[0], ClaimRejected)


@pytest.mark.law("restart")
@pytest.mark.parametrize(
    ("by", "why"), [(BLACK, "arbiter"), (Role.ARBITER, "arbiter"), (WHITE, "displaced-pieces")]
)
def test_2009_6_12_c_no_claim_starts_clocks_that_stand_for_something_else(
    by: Role, why: StopReason, play: Play
) -> None:
    game = play(TABLE, (StopClocks(by=by, at_ms=1_000, why=why),))

    ruling = decide(game, ClaimDraw(by=WHITE, at_ms=9_000, kind="fifty"))

    assert isinstance(ruling, tuple), "a claim is heard, whatever the clocks stand for"
    assert isinstance(ruling[0], ClaimRejected)
    assert followed(game, ruling).phase == game.phase
    assert not followed(game, ruling).clock.is_running
