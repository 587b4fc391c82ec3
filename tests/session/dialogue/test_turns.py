"""The session follows the table of turns, whatever is said."""

from collections.abc import Iterator

import pytest

from tests.german import CLOCK, CONTINUE, NO, YES, by_ear, german, in_words, says
from tests.session.stage import Stage
from voice_chess.adapters.audio_io.earcons import SCORES
from voice_chess.adapters.simulation.memory import MemoryMicrophone, MemoryRecognizer, ScriptedTalk
from voice_chess.adapters.simulation.simulated_time import RecordedInbox, ScriptedInbox
from voice_chess.session.games.game_session import GameSession
from voice_chess.session.listening.inputs import Inbox, RoomInput
from voice_chess.session.ports import MicrophoneLost
from voice_chess.session.table_settings import ALL_SIGNALS, SIGNALS
from voice_chess.speech.dialogue import DialogueState
from voice_chess.speech.understanding.hypothesis import Hypothesis


class Observed:
    """`Inbox` that notes where the talk stands before each entry."""

    def __init__(self, inbox: Inbox) -> None:
        self.session: GameSession | None = None
        self.turns: list[DialogueState] = []
        self._inbox = inbox

    def entries(self) -> Iterator[RoomInput]:
        for entry in self._inbox.entries():
            self._note()
            yield entry
        self._note()

    def _note(self) -> None:
        assert self.session is not None
        if self.turns[-1:] != [self.session.turn]:
            self.turns.append(self.session.turn)


def observed(stage: Stage, inbox: Inbox) -> list[DialogueState]:
    watched = Observed(inbox)
    watched.session = stage.session()
    watched.session.run(stage.table, watched)
    return watched.turns


def typed(*lines: str) -> list[DialogueState]:
    stage = Stage({"turn": [], "press": "command"})
    return observed(stage, ScriptedInbox(lines, stage.time))


def test_a_move_that_is_heard_is_answered_and_the_program_listens_again() -> None:
    stage = Stage({"turn": [{"heard": in_words("e4")}]})

    assert observed(stage, RecordedInbox(stage.microphone, stage.time)) == [
        DialogueState.LISTENING,
        DialogueState.HEARD,
        DialogueState.LISTENING,
    ]


@pytest.mark.parametrize(
    ("lines", "turns"),
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
    lines: tuple[str, ...], turns: list[DialogueState]
) -> None:
    assert typed(*lines) == turns


def test_who_does_not_confirm_is_asked_no_more() -> None:
    stage = Stage({"turn": []})
    inbox = ScriptedInbox((says("resign"),), stage.time, pause_ms=12_000)

    assert observed(stage, inbox) == [
        DialogueState.LISTENING,
        DialogueState.CONFIRMING,
        DialogueState.LISTENING,
    ]


def test_a_lost_device_leaves_the_talk_waiting() -> None:
    class PulledOut(MemoryMicrophone):
        def blocks(self) -> Iterator[bytes]:
            yield from super().blocks()
            raise MicrophoneLost

    stage = Stage({"turn": [{"heard": in_words("N")}]})
    stage.microphone = PulledOut([ScriptedTalk(after_ms=2_000, lasts_ms=1_000)])
    session = stage.session()
    with pytest.raises(MicrophoneLost):
        session.run(stage.table, RecordedInbox(stage.microphone, stage.time))

    assert session.turn is DialogueState.WAITING


@pytest.mark.parametrize(
    ("headphones", "told"),
    [
        (False, german("duplex:half")),
        (True, german("duplex:full")),
    ],
)
def test_whether_a_player_may_interrupt_is_said_at_the_start(headphones: bool, told: str) -> None:
    stage = Stage({"turn": [], "headphones": headphones, "tells_duplex": True})
    stage.play()

    assert stage.speaker.said[0] == told


def test_noise_that_means_nothing_changes_nothing() -> None:
    stage = Stage({"turn": [{"heard": "[unk]"}]})
    stage.recognizer = MemoryRecognizer([(Hypothesis(words=("[unk]",), log_likelihood=0.0),)])

    assert observed(stage, RecordedInbox(stage.microphone, stage.time)) == [
        DialogueState.LISTENING,
        DialogueState.HEARD,
        DialogueState.LISTENING,
    ]


@pytest.mark.parametrize("words", ["[unk]", f"[unk] {by_ear('3')} [unk]"])
def test_noise_and_talk_get_a_faint_sound_and_no_word(words: str) -> None:
    stage = Stage({"turn": [{"heard": words}], "sounds": ["unheeded", "unclear"]})
    stage.play()

    assert stage.speaker.signals == ["unheeded"]
    assert stage.speaker.said[-1] == german("GameStarted", "white")


def test_sounds_are_all_or_few_or_none() -> None:
    assert SIGNALS["all"] == ALL_SIGNALS == set(SCORES)
    assert {"unclear", "refused", "your-turn"} < SIGNALS["few"] < SIGNALS["all"]
    assert not SIGNALS["none"]
