"""A reply to a draw offer and a move in one breath: a no plays the move, a yes is asked about."""

from collections.abc import Callable

import pytest

from tests.stage.around_table import AroundTable
from tests.stage.script import Act, Utterance
from tests.wording import Wording
from voice_chess.game.draws import DrawDeclined
from voice_chess.languages.language import known_languages
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.commands import KEY_SIGN

PRESS = f"{KEY_SIGN}p"
OFFERED = ("e2e4", f"{KEY_SIGN}q", PRESS)
"""White moves, offers a draw and presses the clock."""
GERMAN = Wording("de")
D5, PRESSES = GERMAN.in_words("d5"), GERMAN.says("press")

every_language = pytest.mark.parametrize("language_id", known_languages())
Way = Callable[[str], Act]


def spoken(line: str) -> Act:
    return Utterance(line.lower())


in_both_ways = pytest.mark.parametrize("act", [spoken, str], ids=["spoken", "typed"])


def at_table(wording: Wording, *script: Act) -> AroundTable:
    table = AroundTable(settings=TableSettings(language=wording.language, press="command"))
    table.play(*OFFERED, *script)
    return table


def is_declined(table: AroundTable) -> bool:
    return any(isinstance(each, DrawDeclined) for each in table.seen)


def is_undecided(table: AroundTable) -> bool:
    return table.game.is_in_play and table.game.turn.announcement is None and not is_declined(table)


def has_played_on(table: AroundTable) -> bool:
    return table.game.position.moves == ("e2e4", "d7d5") and is_declined(table)


@every_language
@pytest.mark.parametrize("yes", ["yes", "accept"])
def test_a_yes_and_a_move_are_asked_about_and_neither_is_done(language_id: str, yes: str) -> None:
    wording = Wording(language_id)
    table = at_table(wording, f"{wording.says(yes)}, d5")
    choices = wording.either(wording.in_words("d5"), wording.language.written("accept"))

    assert table.answers[-1][1] == [wording.sentence("ask", choices=choices)]
    assert is_undecided(table)


@every_language
@pytest.mark.parametrize("no", ["no", "decline"])
def test_a_no_and_a_move_play_the_move_which_declines_the_offer(language_id: str, no: str) -> None:
    wording = Wording(language_id)

    assert has_played_on(at_table(wording, f"{wording.says(no)}, d5", PRESS))


@in_both_ways
def test_the_move_answers_the_question(act: Way) -> None:
    assert has_played_on(at_table(GERMAN, act(f"{GERMAN.says('yes')} {D5}"), act(D5), act(PRESSES)))


@in_both_ways
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_yes_or_a_no_to_the_question_decides_nothing(act: Way, answer: str) -> None:
    table = at_table(GERMAN, act(f"{GERMAN.says('yes')} {D5}"), act(GERMAN.says(answer)))

    assert is_undecided(table)


@in_both_ways
def test_the_draw_is_accepted_only_once_that_is_confirmed(act: Way) -> None:
    both, accept = act(f"{GERMAN.says('yes')} {D5}"), act(GERMAN.says("accept"))
    asked = at_table(GERMAN, both, accept)
    agreed = at_table(GERMAN, both, accept, act(GERMAN.says("yes")))

    assert asked.answers[-1][1] == [GERMAN.sentence("confirm:accept")]
    assert is_undecided(asked)
    assert agreed.game.is_over


@in_both_ways
def test_why_the_move_behind_a_reply_is_not_legal_is_told(act: Way) -> None:
    table = at_table(GERMAN, act(f"{GERMAN.says('yes')} {GERMAN.in_words('Nd5')}"))
    (told,) = table.answers[-1][1]

    assert told.startswith(GERMAN.in_words("Nd5"))
    assert is_undecided(table)


@in_both_ways
def test_before_the_press_a_no_and_another_move_correct_the_own_one(act: Way) -> None:
    table = AroundTable(settings=TableSettings(language=GERMAN.language, press="command"))
    table.play(*OFFERED[:2], act(f"{GERMAN.says('no')} {GERMAN.in_words('d4')}"), act(PRESSES))

    assert table.game.position.moves == ("d2d4",)
