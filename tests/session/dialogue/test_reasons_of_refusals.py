"""At a table, the reason of a refusal is told to whoever was refused, and to the arbiter."""

import pytest

from tests.german import GERMAN, german, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.usual import BLIND, BY_COMMAND
from voice_chess.game.table import Role
from voice_chess.laws.edition import edition
from voice_chess.laws.topics import Topic
from voice_chess.session.evidence import AnswerSpoken
from voice_chess.speech.generation.announce import cite

PRESS = says("press")
WHY = says("why")


def told_at_last(*lines: str) -> list[str]:
    """What was told in reply to the last line."""
    table = AroundTable(settings=BY_COMMAND)
    table.play(*lines[:-1])
    before = len(told(table))
    table = AroundTable(settings=BY_COMMAND)
    table.play(*lines)
    return told(table)[before:]


def told(table: AroundTable) -> list[str]:
    return [seen.text for seen in table.seen if isinstance(seen, AnswerSpoken)]


def test_the_opponent_has_no_use_for_a_reason_once_the_game_has_gone_on() -> None:
    assert told_at_last("Dh5", "e4", PRESS, WHY) == [german("why:none")]


@pytest.mark.parametrize(
    "lines",
    [
        ("Dh5", WHY),
        ("Dh5", f"{says('black')}: {WHY}"),
        ("Dh5", "e4", WHY),
        ("Dh5", "e4", PRESS, f"{says('white')}: {WHY}"),
        ("Dh5", "e4", PRESS, f"{says('arbiter')}: {WHY}"),
    ],
    ids=["own", "same-position", "announced", "own-later", "arbiter"],
)
def test_whoever_was_refused_and_the_arbiter_are_told_the_reason(lines: tuple[str, ...]) -> None:
    first, *_ = told_at_last(*lines)

    assert "Hektor fünf" in first


def test_after_both_were_refused_each_is_told_their_own_reason() -> None:
    refused = ("Dh5", "e4", PRESS, "Ta6", "e5", PRESS)
    white, *_ = told_at_last(*refused, WHY)
    black, *_ = told_at_last(*refused, f"{says('black')}: {WHY}")

    assert "Hektor fünf" in white
    assert "Anna sechs" in black


def test_2009_3_8_why_no_castling_is_legal_cites_the_article_on_castling() -> None:
    why = " ".join(told_at_last("0-0", WHY))

    because = edition("2009").cite(Topic.CASTLING)
    assert because.article == "3.8"
    assert cite(because, GERMAN).text in why


def unclear() -> str:
    return german("why:unclear", command=GERMAN.written("help"))


@pytest.mark.parametrize("refused", [(), ("Dh5",)], ids=["never-refused", "refused-before"])
def test_the_reason_is_about_words_that_were_not_understood_last(refused: tuple[str, ...]) -> None:
    assert told_at_last(*refused, "qwertz", WHY) == [unclear()]


def test_a_yes_to_nothing_is_what_the_reason_is_about() -> None:
    assert told_at_last("Dh5", says("yes"), WHY) == [german("NothingAsked")]


def test_once_something_else_was_understood_the_reason_is_that_of_the_refusal_again() -> None:
    first, *_ = told_at_last("Dh5", "qwertz", says("clock"), WHY)

    assert "Hektor fünf" in first


def test_at_a_seat_the_words_that_were_heard_but_not_understood_are_told() -> None:
    seats = Apart(BLIND, settings=BY_COMMAND)
    knight, three = GERMAN.say("piece:N"), GERMAN.say("rank:3")
    mumbled = f"{knight} {knight} {three} {three}"
    seats.play("Dh5", Utterance(mumbled), WHY)

    _, told = seats.answers[-1]
    assert told == [german("NotUnderstood:heard", words=mumbled.lower()), unclear()]


@pytest.mark.parametrize("refused", [(), ("Dh5",)], ids=["never-refused", "refused-before"])
def test_the_reason_names_words_that_got_a_faint_sound_before_the_refusal(
    refused: tuple[str, ...],
) -> None:
    table = AroundTable(settings=BY_COMMAND)
    table.play(*refused, Utterance("[unk] drei [unk]"), Utterance(WHY.lower()))

    _, (first, *others) = table.answers[-1]
    assert first == unclear()
    assert [part for part in others[:1] if "Hektor fünf" in part] == others[:1]
    assert bool(others) == bool(refused)


@pytest.mark.parametrize(
    ("style", "moves"),
    [("anna", "Eva drei, Eva vier"), ("letters", "E drei, e vier"), ("long", "Eva drei, Eva vier")],
)
def test_what_could_be_played_instead_is_told_with_the_files_of_the_listeners_style(
    style: str, moves: str
) -> None:
    *_, last = told_at_last(says(f"style:{style}"), "e2e5", WHY)

    assert last == f"{moves}."


@pytest.mark.parametrize("move", ["e4", "Dh5", "e2e5"])
def test_once_the_game_is_over_no_move_is_told_what_is_illegal_about_it(move: str) -> None:
    seats = Apart(BLIND, settings=BY_COMMAND)
    seats.play(says("resign"), says("yes"))
    seats.fetch()
    seats.types(move, Role.WHITE)

    assert seats.told(Role.WHITE) == [german("GameIsOver")]
