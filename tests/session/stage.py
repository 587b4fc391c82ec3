"""Plays a conversation from a script: ports in memory, time from what is heard and said."""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.session.table_stage import TableStage
from voice_chess.adapters.simulation.memory import (
    MemoryMicrophone,
    MemoryRecognizer,
    ScriptedTalk,
)
from voice_chess.adapters.simulation.simulated_time import (
    RecordedInbox,
)
from voice_chess.by_color import ByColor, both
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.table import Customs, Seat, Setup, Table
from voice_chess.languages.language import load_language
from voice_chess.laws.position import ORDINARY_START
from voice_chess.session.dialogue.clock_announcements import USUAL_WARNINGS_MS
from voice_chess.session.evidence import AnswerSpoken, UtteranceHeard
from voice_chess.session.games.game_session import GameSession
from voice_chess.session.ports import Recognizer
from voice_chess.session.table_settings import ClockSpeech, Room, SpokenTo, TableSettings
from voice_chess.session.voice_preferences import VoiceName
from voice_chess.speech.understanding.hypothesis import Hypothesis

SCRIPTS = Path(__file__).parent / "scripts"
WARNED = ClockSpeech(warned_at_ms=USUAL_WARNINGS_MS, counts=True)
OPENING = 3
"""At a table in memory two customs of the house are told first, then that the game begins."""


@dataclass
class Stage(TableStage):
    """A table at which a script is played."""

    script: dict[str, Any]
    voices: ByColor[VoiceName] = field(default_factory=lambda: both("standard"))
    recognizer: Recognizer = field(init=False)
    microphone: MemoryMicrophone = field(init=False)

    def __post_init__(self) -> None:
        turns = self.script["turn"]
        self.recognizer = MemoryRecognizer([_hypotheses(turn) for turn in turns])
        self.microphone = MemoryMicrophone(
            [ScriptedTalk(after_ms=turn.get("after_ms", 2_600), lasts_ms=1_600) for turn in turns]
        )

    @property
    def table(self) -> Table:
        seat = Seat(is_blind=self.script.get("blind", False))
        return Table(
            white=seat,
            black=seat,
            control=TimeControl.parsed(self.script.get("time", "15+10")),
            edition=self.script.get("edition", "2009"),
            setup=Setup(fen=self.script.get("fen", ORDINARY_START)),
            customs=Customs(
                must_repeat=self.script.get("must_repeat", False),
                flag_mode=self.script.get("flags", "automatic"),
            ),
        )

    def session(self) -> GameSession:
        settings = TableSettings(
            language=load_language("de"),
            press=self.script.get("press", "auto"),
            spoken_to=self.voices.map(lambda voice: SpokenTo(voice=voice)),
            room=Room(
                hears_itself=not self.script.get("headphones", False),
                tells_duplex=self.script.get("tells_duplex", False),
                signals=frozenset(self.script.get("sounds", ())),
            ),
            clock_speech=WARNED if self.script.get("warns") else ClockSpeech(),
        )
        return self.with_ear(self.recognizer, settings)

    def play(self) -> GameSession:
        session = self.session()
        session.run(self.table, RecordedInbox(self.microphone, self.time))
        return session

    def answers(self) -> list[list[str]]:
        """What was said at the opening, then after each utterance."""
        said: list[list[str]] = [[]]
        for seen in self.seen:
            if isinstance(seen, UtteranceHeard):
                said.append([])
            if isinstance(seen, AnswerSpoken):
                said[-1].append(seen.text)
        return said


def _hypotheses(turn: dict[str, Any]) -> tuple[Hypothesis, ...]:
    """The words that are heard, surely; or alternatives with their log likelihoods."""
    heard = turn["heard"]
    alternatives = {heard: 0.0} if isinstance(heard, str) else heard
    return tuple(
        Hypothesis(words=tuple(words.split()), log_likelihood=score)
        for words, score in alternatives.items()
    )


def staged(name: str) -> Stage:
    """The stage for the script of that name."""
    return Stage(tomllib.loads((SCRIPTS / f"{name}.toml").read_text("utf-8")))
