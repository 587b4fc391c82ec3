"""Sound that a network or a machine has kept back, or that is dated too early."""

from dataclasses import replace

import pytest

from tests.german import by_ear, german
from tests.stage.apart import Apart
from tests.stage.script import Utterance
from tests.stage.usual import BY_COMMAND, IN_GERMAN, PLAYERS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.table import Role, Setup, Table
from voice_chess.session.listening.inputs import Spoke
from voice_chess.speech.understanding.hypothesis import Heard

WHITE, BLACK = Role.WHITE, Role.BLACK
LASTS_MS = 900


@pytest.fixture
def apart() -> Apart:
    """White is to move again, five seconds after Black has."""
    apart = Apart(Table(control=TimeControl.parsed("15+10")), settings=BY_COMMAND)
    for uci, by in (("e2e4", WHITE), ("e7e5", BLACK)):
        apart.wait(10_000)
        apart.moves(uci, by=by)
        apart.wants("press", by=by)
    apart.wait(5_000)
    apart.fetch()
    return apart


def hears(apart: Apart, words: str, ended_ms: int) -> None:
    """From White, as of then."""
    expected = apart.live.participant(WHITE).talk.expected
    said = Utterance(words.lower())
    heard = Heard(hypotheses=said.hypotheses, started_ms=ended_ms - LASTS_MS, ended_ms=ended_ms)
    apart.attends(Spoke, WHITE, heard=heard, expected=expected)


def moves(apart: Apart) -> list[str]:
    """Return the moves of the game, the announced one included."""
    said = apart.game.turn.announcement
    return [*apart.game.position.moves, *([] if said is None else [said.uci])]


@pytest.mark.parametrize("late_ms", [0, 7_000])
def test_an_offer_behind_the_move_is_heard_however_early_both_are_dated(
    apart: Apart, late_ms: int
) -> None:
    now_ms = apart.time.now_ms()
    hears(apart, by_ear("Nf3"), now_ms - late_ms)
    hears(apart, "ich biete remis", now_ms - late_ms + 1_500)

    assert apart.game.turn.announcement is not None
    assert apart.game.turn.offer_by_white


def test_what_was_said_before_a_move_by_hand_corrects_nothing_of_it(apart: Apart) -> None:
    now_ms = apart.time.now_ms()
    apart.moves("g1f3", by=WHITE)
    hears(apart, by_ear("Nc3"), now_ms - 1_000)

    assert apart.game.turn.announcement is not None
    assert apart.game.turn.announcement.uci == "g1f3"


def test_what_was_said_before_a_spoken_move_corrects_nothing_of_it(apart: Apart) -> None:
    """By the same microphone nothing comes before its time; by an assistant's it may."""
    now_ms = apart.time.now_ms()
    hears(apart, by_ear("Nf3"), now_ms)
    hears(apart, "nein " + by_ear("Nc3"), now_ms - 2_000)

    assert apart.game.turn.announcement is not None
    assert apart.game.turn.announcement.uci == "g1f3"


@pytest.fixture
def ahead() -> Apart:
    """White, who may give moves ahead, has just moved by hand, and Black thinks."""
    premoves = replace(IN_GERMAN, premoves=True)
    table = Table(control=TimeControl.parsed("15+10"))
    apart = Apart(table, people=PLAYERS, settings=premoves)
    apart.wait(10_000)
    apart.moves("g1f3", by=WHITE)
    apart.fetch()
    return apart


def is_heard_late(ahead: Apart, words: str) -> None:
    """White said this before their move by hand, and it is heard once Black has replied."""
    said_ms = ahead.time.now_ms() - 1_000
    ahead.wait(5_000)
    ahead.moves("e7e5", by=BLACK)
    ahead.fetch()
    hears(ahead, words, said_ms)


def test_what_was_said_before_a_move_by_hand_is_no_premove(ahead: Apart) -> None:
    hears(ahead, by_ear("Nc3"), ahead.time.now_ms() - 1_000)
    ahead.wait(5_000)
    ahead.moves("e7e5", by=BLACK)

    assert moves(ahead) == ["g1f3", "e7e5"]


def test_what_was_said_before_a_move_by_hand_is_asked_about_in_the_next_turn(ahead: Apart) -> None:
    """It may be late, or dated too early."""
    is_heard_late(ahead, by_ear("Nc3"))

    assert moves(ahead) == ["g1f3", "e7e5"]
    assert ahead.told(WHITE) == ["Springer Cesar drei?"]
    ahead.types("ja", WHITE)
    assert moves(ahead) == ["g1f3", "e7e5", "b1c3"]


def test_a_question_asked_before_a_move_by_hand_is_answered_in_the_next_turn(ahead: Apart) -> None:
    is_heard_late(ahead, by_ear("whose-turn"))

    assert ahead.told(WHITE) == [german("whose-turn", "white")]


def test_a_premove_that_was_said_after_the_move_by_hand_is_played(ahead: Apart) -> None:
    ahead.wait(2_000)
    hears(ahead, by_ear("Nc3"), ahead.time.now_ms())
    ahead.moves("e7e5", by=BLACK)

    assert moves(ahead) == ["g1f3", "e7e5", "b1c3"]


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        ("4k3/8/1n3n2/6B1/8/8/7P/4K3 w - - 0 1", by_ear("Nd7")),
        ("4k3/8/5n2/6B1/8/8/7P/4K3 w - - 0 1", by_ear("N")),
    ],
    ids=["two knights", "half a move"],
)
def test_nobody_is_asked_about_a_knight_that_was_taken_while_they_spoke(
    fen: str, words: str
) -> None:
    table = Table(control=TimeControl.parsed("15+10"), setup=Setup(fen=fen))
    ahead = replace(IN_GERMAN, premoves=True)
    apart = Apart(table, people=PLAYERS, settings=ahead)
    began_ms, expected = apart.time.now_ms(), apart.live.participant(BLACK).talk.expected
    apart.wait(LASTS_MS)
    apart.moves("g5f6", by=WHITE)
    apart.fetch()
    said = Utterance(words.lower())
    heard = Heard(hypotheses=said.hypotheses, started_ms=began_ms, ended_ms=apart.time.now_ms())
    apart.attends(Spoke, BLACK, heard=heard, expected=expected)

    told = german("NotUnderstood:heard", words=words.lower())
    assert [(reply.listener, reply.text) for reply in apart.replies()] == [(BLACK, told)]
    assert not apart.live.participant(BLACK).is_asked
