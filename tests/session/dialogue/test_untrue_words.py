"""Words that need not be said must be true: who says one that is not hears which."""

from dataclasses import replace

import pytest

from tests.german import german, in_words, says
from tests.session.dialogue.test_corrected_refusals import PLACES, Place
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.usual import BLIND, BY_COMMAND
from tests.wording import Wording
from voice_chess.game.table import Customs, Setup
from voice_chess.languages.language import known_languages

PASSED = "4k3/8/8/3pP3/8/8/8/4K1N1 w - d6 0 1"


def told(place: Place, *lines: str, fen: str | None = None) -> list[str]:
    """What was said about the last line; no move may have been announced by it."""
    table = BLIND if fen is None else replace(BLIND, setup=Setup(fen=fen))
    stage = place(table, BY_COMMAND)
    stage.play(*lines)
    assert stage.game.turn.announcement is None
    return stage.answers[-1][1]


@PLACES
@pytest.mark.parametrize(
    ("line", "name", "move"),
    [
        (says("piece:N f3 check"), "check", "Nf3"),
        (says("piece:N f3 mate"), "mate", "Nf3"),
        (says("piece:N takes f3"), "capture", "Nf3"),
        (says("piece:N f3 en-passant"), "passing", "Nf3"),
        (says("piece:P takes e6"), "capture", "Pe6"),
    ],
)
def test_the_word_that_is_not_true_is_named_with_the_move(
    place: Place, line: str, name: str, move: str
) -> None:
    wrong = german(f"writing:{name}", move=in_words(move))

    assert told(place, line, fen=PASSED) == [wrong]


@PLACES
def test_why_then_means_this_word_and_not_what_was_refused_before_it(place: Place) -> None:
    wrong = german("writing:check", move=in_words("Nf3"))

    assert told(place, "Dh5", says("piece:N f3 check"), says("why")) == [wrong]


@PLACES
def test_the_move_can_be_corrected_at_once(place: Place) -> None:
    stage = place(BLIND, BY_COMMAND)

    stage.play(says("piece:N f3 check"), says("correction piece:N f3"))

    assert stage.game.turn.announcement is not None
    assert stage.game.turn.announcement.uci == "g1f3"


@PLACES
def test_a_correction_with_a_word_that_is_not_true_is_told_so(place: Place) -> None:
    stage = place(BLIND, BY_COMMAND)

    stage.play("e4", says("correction piece:N f3 check"))

    assert stage.answers[-1][1] == [german("writing:check", move=in_words("Nf3"))]


@pytest.mark.parametrize("language_id", known_languages())
def test_it_is_told_in_every_language(language_id: str) -> None:
    wording = Wording(language_id)
    table = AroundTable(BLIND, settings=replace(BY_COMMAND, language=wording.language))

    table.play(Utterance(f"{wording.by_ear('Nf3')} {wording.by_ear('mate')}"))

    wrong = wording.sentence("writing:mate", move=wording.in_words("Nf3"))
    assert table.answers[-1][1] == [wrong]


@PLACES
@pytest.mark.parametrize("line", ["ist d5 gefährdet", "kann ich d5 schlagen", "oder d5"])
def test_the_last_move_among_other_typed_words_is_not_left_without_a_reply(
    place: Place, line: str
) -> None:
    stage = place(BLIND, BY_COMMAND)

    stage.play("e4", says("press"), "d5", says("press"), line)

    assert stage.game.turn.announcement is None
    assert stage.answers[-1][1] == [german("NotUnderstood")]


def test_a_repetition_that_is_due_and_hardly_heard_is_asked_for_again() -> None:
    table = AroundTable(replace(BLIND, customs=Customs(must_repeat=True)), settings=BY_COMMAND)
    either = {in_words("e4").lower(): 0.0, in_words("e3").lower(): -0.5}

    table.play("e4", says("press"), Utterance(either))

    assert not table.game.turn.is_repeated
    assert german("NotUnderstood") in table.answers[-1][1]
