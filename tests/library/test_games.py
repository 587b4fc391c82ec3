"""Games for other programs: the Laws decide, a journal replays them, mistakes are told."""

from collections.abc import Callable
from typing import Any, cast

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_chess import ArgumentError, Game, JournalError, Ruling, known_editions, known_languages
from voice_chess.library.games import Act, Who

MATE = ("f2f3", "e7e5", "g2g4", "d8h4")
Play = Callable[[Game], Ruling]


def move(uci: str) -> chess.Move:
    return chess.Move.from_uci(uci)


def after(*ucis: str, game: Game | None = None) -> Game:
    """A move a second, from the first second on."""
    game = game or Game.started("2023", "15+10")
    begin = len(game.board.move_stack) + 1
    for at_s, uci in enumerate(ucis, begin):
        game = game.play(move(uci), at_ms=1_000 * at_s).game
    return game


@pytest.mark.parametrize("edition", known_editions())
def test_mate_ends_a_game_under_every_edition(edition: str) -> None:
    game = after(*MATE, game=Game.started(edition, "15+10"))

    assert (game.is_over, game.result, game.reason) == (True, "0-1", "checkmate")
    assert game.board.is_checkmate()
    assert f'[LawsOfChess "{edition}"]' in game.pgn


def test_an_increment_is_added_and_thinking_is_paid() -> None:
    game = after("e2e4")

    assert game.left_ms("white", 1_000) == 15 * 60_000 - 1_000 + 10_000
    assert game.left_ms("black", 4_000) == 15 * 60_000 - 3_000


def test_a_flag_falls_at_its_own_time() -> None:
    game = after("e2e4", game=Game.started("2023", "5"))
    falls_at_ms = game.flag_falls_at_ms
    assert falls_at_ms is not None

    early = game.decide("pass-time", by="arbiter", at_ms=falls_at_ms - 1)
    late = game.play(move("e7e5"), at_ms=falls_at_ms + 5_000)

    assert not early.game.is_over
    assert late.in_words("en") == ("Flag fall, Black.", "White wins: flag fall.")
    assert late.game.reason == "flag-fall"


@pytest.mark.parametrize("language", known_languages())
def test_a_refusal_changes_nothing_and_is_told_with_its_article(language: str) -> None:
    game = after("e2e4")

    ruling = game.play(move("e7e4"), at_ms=2_000)

    assert ruling.is_refused
    assert ruling.game == game
    assert ruling.events == ()
    assert len(ruling.in_words(language)) == len(("why not", "article"))


def test_an_illegal_move_costs_what_the_edition_says() -> None:
    game = Game.started("2023", "90", has_arbiter=True, counts_illegal_moves=True)

    ruling = game.play(move("e2e5"), at_ms=1_000)

    assert not ruling.is_refused
    assert any('"illegal-move-completed/1"' in line for line in ruling.events)
    assert ruling.game.left_ms("black", 1_000) == 92 * 60_000


def test_castling_may_be_given_as_king_takes_rook() -> None:
    game = after("e2e4", "e7e5", "g1f3", "g8f6", "f1e2", "f8e7")

    assert after("e1h1", game=game).board.king(chess.WHITE) == chess.G1


def test_a_draw_is_offered_and_accepted() -> None:
    game = after("e2e4", "e7e5")
    offered = game.decide("offer-draw", by="white", at_ms=2_500)

    accepted = offered.game.decide("accept-draw", by="black", at_ms=3_000)

    assert (accepted.game.result, accepted.game.reason) == ("1/2-1/2", "agreement")


def test_a_claim_may_name_the_move_that_is_to_be_made() -> None:
    back_and_forth = ("g1f3", "g8f6", "f3g1", "f6g8") * 2
    game = after(*back_and_forth[:-1])

    ruling = game.decide("claim-repetition", by="black", at_ms=9_000, move=move("f6g8"))

    assert (ruling.game.result, ruling.game.reason) == ("1/2-1/2", "repetition")


def test_a_journal_makes_the_same_game_again() -> None:
    game = after(*MATE)

    again = Game.replayed(game.journal)

    assert again == game
    assert (again.result, again.pgn, again.board) == (game.result, game.pgn, game.board)


@pytest.mark.parametrize("journal", [None, 7, "one text", b"bytes"])
def test_what_is_no_lines_is_told_as_no_journal(journal: Any) -> None:
    with pytest.raises(ArgumentError, match=r"The journal must be lines, one for each event: "):
        Game.replayed(journal)


def test_a_replayed_game_goes_on() -> None:
    game = Game.replayed(after(*MATE[:-1]).journal)

    assert game.play(move(MATE[-1]), at_ms=4_000).game.is_over


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: Game.started("1999", "5"), "Unknown edition"),
        (lambda: Game.started("2023", "soon"), "Not a time control"),
        (lambda: Game.started("2023", "5", board=chess.Board("8/8/8/8/8/8/8/8 w - - 0 1")), "Not"),
        (lambda: Game.started("2023", "5", board=after(*MATE).board), "over already"),
        (lambda: after().decide("announce", by="white", at_ms=1), "needs a move"),
        (lambda: after().decide("press", by="white", at_ms=1, move=move("e2e4")), "takes no move"),
        (lambda: after().decide(cast(Act, "jump"), by="white", at_ms=1), "There is no act 'jump'"),
        (
            lambda: after().decide("press", by=cast(Who, "nobody"), at_ms=1),
            "There is no participant",
        ),
        (lambda: after("e2e4").play(move("e7e5"), at_ms=999), "time does not go back"),
        (lambda: after(*MATE).play(move("e2e4"), at_ms=9_000).in_words("xx"), "no language"),
    ],
)
def test_an_argument_that_can_not_be_is_told_in_one_sentence(
    wrong: Callable[[], object], told: str
) -> None:
    with pytest.raises(ArgumentError, match=told) as raised:
        wrong()

    assert str(raised.value).endswith(".")


@given(st.lists(st.sampled_from(("", "[]", '{"event": "x/1"}', *after(*MATE).journal))))
def test_any_lines_are_a_game_or_a_journal_error(lines: list[str]) -> None:
    try:
        game = Game.replayed([after().journal[0], *lines])
    except JournalError:
        return

    assert game.journal[1:] == tuple(lines)
    assert len(game.board.move_stack) <= len(lines)
