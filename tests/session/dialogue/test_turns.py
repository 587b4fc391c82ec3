"""The session follows the table of turns, whatever is said."""

from dataclasses import replace

import pytest

from tests.german import CLOCK, CONTINUE, NO, YES, by_ear, german, in_words, says
from tests.stage.around_table import AroundTable
from tests.stage.script import Act, Utterance
from tests.stage.usual import BY_COMMAND, IN_GERMAN
from voice_chess.adapters.audio_io.earcons import SCORES
from voice_chess.session.ports import MicrophoneLost
from voice_chess.session.table_settings import ALL_SIGNALS, SIGNALS, Room, TableSettings
from voice_chess.speech.dialogue import DialogueState


def turns(*script: Act, settings: TableSettings = BY_COMMAND) -> list[DialogueState]:
    """Where the talk stood, one state after the other."""
    table = AroundTable(settings=settings)
    table.play(*script)
    return table.turns


def test_a_move_that_is_heard_is_answered_and_the_program_listens_again() -> None:
    assert turns(Utterance(in_words("e4")), settings=IN_GERMAN) == [
        DialogueState.LISTENING,
        DialogueState.HEARD,
        DialogueState.LISTENING,
    ]


@pytest.mark.parametrize(
    ("lines", "states"),
    [
        (
            (in_words("N"), "f3"),
            [DialogueState.LISTENING, DialogueState.ASKING, DialogueState.LISTENING],
        ),
        ((in_words("N"), CLOCK), [DialogueState.LISTENING, DialogueState.ASKING]),
        (
            (says("resign"), NO),
            [DialogueState.LISTENING, DialogueState.CONFIRMING, DialogueState.LISTENING],
        ),
        (
            (says("resign"), CLOCK, "e4"),
            [DialogueState.LISTENING, DialogueState.CONFIRMING, DialogueState.LISTENING],
        ),
        (
            ("e4", NO, "d4"),
            [DialogueState.LISTENING, DialogueState.ASKING, DialogueState.LISTENING],
        ),
        (
            (says("arbiter"), YES, CLOCK, CONTINUE),
            [
                DialogueState.LISTENING,
                DialogueState.CONFIRMING,
                DialogueState.WAITING,
                DialogueState.LISTENING,
            ],
        ),
    ],
)
def test_questions_and_stopped_clocks_are_states_of_the_talk(
    lines: tuple[str, ...], states: list[DialogueState]
) -> None:
    assert turns(*lines) == states


def test_who_does_not_confirm_is_asked_no_more() -> None:
    assert turns(says("resign"), 12_000) == [
        DialogueState.LISTENING,
        DialogueState.CONFIRMING,
        DialogueState.LISTENING,
    ]


def test_a_lost_device_leaves_the_talk_waiting() -> None:
    def pulled_out() -> None:
        raise MicrophoneLost

    table = AroundTable()
    with pytest.raises(MicrophoneLost):
        table.play(Utterance(in_words("N")), 4_000, pulled_out)

    assert table.session.turn is DialogueState.WAITING


@pytest.mark.parametrize(
    ("room", "told"),
    [
        (Room(tells_duplex=True), german("duplex:half")),
        (Room(tells_duplex=True, takes_itself_away=True), german("duplex:soon")),
        (Room(tells_duplex=True, hears_itself=False), german("duplex:full")),
    ],
)
def test_whether_a_player_may_interrupt_is_said_at_the_start(room: Room, told: str) -> None:
    table = AroundTable(settings=replace(IN_GERMAN, room=room))
    table.play()

    assert table.speaker.said[0] == told


def test_noise_that_means_nothing_changes_nothing() -> None:
    assert turns(Utterance("[unk]")) == [
        DialogueState.LISTENING,
        DialogueState.HEARD,
        DialogueState.LISTENING,
    ]


@pytest.mark.parametrize("words", ["[unk]", f"[unk] {by_ear('3')} [unk]"])
def test_noise_and_talk_get_a_faint_sound_and_no_word(words: str) -> None:
    signals = Room(signals=frozenset(("unheeded", "unclear")))
    table = AroundTable(settings=replace(IN_GERMAN, room=signals))
    table.play(Utterance(words))

    assert table.speaker.signals == ["unheeded"]
    assert table.speaker.said[-1] == german("GameStarted", "white")


def test_sounds_are_all_or_few_or_none() -> None:
    assert SIGNALS["all"] == ALL_SIGNALS == set(SCORES)
    assert {"unclear", "refused", "your-turn"} < SIGNALS["few"] < SIGNALS["all"]
    assert not SIGNALS["none"]
