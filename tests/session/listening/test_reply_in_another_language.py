"""At a table of two languages, who is not on move replies in their own language, and is heard."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from tests import english
from tests.german import GERMAN, NO, YES, by_ear, in_words, says
from tests.stage.around_table import AroundTable
from tests.stage.by_sound import Said, SoundTable, Turns
from tests.stage.script import Act, Utterance
from tests.stage.usual import BLIND, BY_COMMAND, IN_GERMAN
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.adapters.sound_record.audio_archive import AudioArchive
from voice_chess.by_color import SIDES, ByColor
from voice_chess.compose.table_hearing import TableEars
from voice_chess.decoding.grammar import Grammar
from voice_chess.game.agreements import (
    RematchProposed,
    TakebackAccepted,
    TakebackDeclined,
)
from voice_chess.game.base import EventBase
from voice_chess.game.draws import DrawAccepted, DrawDeclined
from voice_chess.game.game_end import Resigned
from voice_chess.game.moves import MoveAnnounced, SlipCorrected
from voice_chess.game.table import Customs, Occasion, Table
from voice_chess.languages.language import Language, load_language, spoken_languages
from voice_chess.session.evidence import AnswerSpoken
from voice_chess.session.table_settings import SpokenTo, TableSettings
from voice_chess.settings import Settings
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis

ENGLISH, CZECH = english.ENGLISH, load_language("cs")
OTHERS = [language for language in map(load_language, spoken_languages()) if language is not GERMAN]
TABLE = replace(BLIND, customs=Customs(takebacks=True), occasion=Occasion(has_rematches=True))
MODELS = Settings.from_environment().models
VOICES = {GERMAN.id: "de+announcer"}
"""The plain German voice is not understood well enough."""
by_sound = pytest.mark.skipif(
    not all(model_of(language, MODELS).is_dir() for language in (GERMAN, *OTHERS)),
    reason=f"no acoustic models of all languages in {MODELS}",
)
each_other = pytest.mark.parametrize("other", OTHERS, ids=lambda language: language.id)


def of_two(white: Language, black: Language, settings: TableSettings = IN_GERMAN) -> TableSettings:
    spoken = ByColor(white=SpokenTo(language=white), black=SpokenTo(language=black))
    return replace(settings, language=white, spoken_to=spoken)


@dataclass(kw_only=True)
class TwoLanguages(SoundTable):
    """A table where everything is spoken, each player's words in their own language."""

    spoken_by: ByColor[Language]

    def __post_init__(self) -> None:
        super().__post_init__()
        self.settings = of_two(self.spoken_by.white, self.spoken_by.black)

    def is_heard(self, words: str) -> bool:
        return bool(words)

    def hold(self, turns: Sequence[Said]) -> None:
        ears = TableEars(None, None, self.folder, self.table, lambda *_: None)
        hearing = ears.hearing(self.settings)
        with closing(AudioArchive(self.folder / "sound")) as record:
            self.run(
                Turns(self, turns),
                hearing.recognizer,
                record=record,
                attend=hearing.attend,
                again=hearing.again,
            )


def held(
    folder: Path, white: Language, black: Language, *said: tuple[str, str], table: Table = TABLE
) -> TwoLanguages:
    """Hold a session; commands are said in their speaker's language, "=" stands before words."""
    spoken_by = ByColor(white=white, black=black)
    voices = {
        side: VOICES.get(language.id, language.id)
        for side, language in zip(("white", "black"), spoken_by, strict=True)
    }
    around = TwoLanguages(
        table,
        folder=folder,
        model=load_model(model_of(white, MODELS)),
        voices=voices,
        spoken_by=spoken_by,
    )
    turns = []
    for side, name in said:
        language = spoken_by.of(white=side == "white")
        words = name[1:] if name.startswith("=") else language.say(name)
        turns.append(Said(by=side, words=words.lower()))
    around.hold(turns)
    return around


OFFERED = ("white", "=remi")
"""A draw offer as the German voice must be given it to say "Remis"."""


@by_sound
@pytest.mark.model
@each_other
@pytest.mark.parametrize(
    ("reply", "event"),
    [("accept", DrawAccepted), ("yes", DrawAccepted), ("decline", DrawDeclined)],
)
def test_an_offer_made_before_the_move_is_answered_in_the_language_of_who_is_asked(
    reply: str, event: type[EventBase], other: Language, tmp_path: Path
) -> None:
    confirmed = () if event is DrawDeclined else (("black", "yes"),)
    table = held(tmp_path, GERMAN, other, OFFERED, ("black", reply), *confirmed)

    assert len(table.of(event)) == 1
    asked = [each.text for each in table.seen if isinstance(each, AnswerSpoken)]
    assert (phrase("confirm:accept", other).text in asked) == bool(confirmed)


@by_sound
@pytest.mark.model
@each_other
def test_the_player_on_move_still_announces_in_their_own(other: Language, tmp_path: Path) -> None:
    table = held(tmp_path, GERMAN, other, OFFERED, ("white", f"={in_words('Pe4')}"))

    assert [one.uci for one in table.of(MoveAnnounced)] == ["e2e4"]
    assert not [*table.of(DrawAccepted), *table.of(DrawDeclined)]


@by_sound
@pytest.mark.model
def test_so_is_a_takeback_that_the_player_on_move_proposes(tmp_path: Path) -> None:
    moves = (("white", f"={in_words('Pe4')}"), ("black", f"={english.in_words('Pe5')}"))
    asked = (*moves, ("white", "propose-takeback"))
    granted = held(tmp_path / "yes", GERMAN, ENGLISH, *asked, ("black", "yes"))
    denied = held(tmp_path / "no", GERMAN, ENGLISH, *asked, ("black", "no"))

    assert [one.white for one in granted.of(TakebackAccepted)] == [False]
    assert [one.white for one in denied.of(TakebackDeclined)] == [False]


@dataclass
class SecondEar:
    """Hears the same words in every utterance, in whatever language."""

    words: str
    asked: list[tuple[str, str]] = field(default_factory=list)
    """Of which side, and in which language, it heard something."""

    def __call__(self, white: bool, language: Language, grammar: Grammar) -> Heard:
        assert grammar.phrases
        self.asked.append((SIDES[0] if white else SIDES[1], language.id))
        hypothesis = Hypothesis(words=tuple(self.words.split()), log_likelihood=0.0)
        return Heard(hypotheses=(hypothesis,), started_ms=0, ended_ms=1)


def in_memory(script: Sequence[Act], again: str, black: Language = CZECH) -> AroundTable:
    """Play where the second ear hears these words."""
    settings = of_two(GERMAN, black, BY_COMMAND)
    table = AroundTable(TABLE, settings=settings, again=SecondEar(again))
    table.play(*script)
    return table


def asked(table: AroundTable) -> list[tuple[str, str]]:
    assert isinstance(table.again, SecondEar)
    return table.again.asked


STRANGE = Utterance("[unk] [unk]")
OFFER = says("offer-draw")
CZECH_YES, CZECH_NO = CZECH.say("yes"), CZECH.say("no")


@pytest.mark.parametrize(
    "script",
    [
        [STRANGE],
        ["e4", STRANGE],
        [says("black: offer-draw"), STRANGE],
        [OFFER, says("resign"), STRANGE],
    ],
    ids=["at first", "after a move", "offered to the one on move", "asked the one on move"],
)
def test_where_only_the_player_on_move_is_asked_they_alone_are_heard(script: list[Act]) -> None:
    assert asked(in_memory(script, CZECH_YES)) == []


def test_where_both_speak_one_language_it_is_heard_once() -> None:
    assert asked(in_memory([OFFER, STRANGE], YES, black=GERMAN)) == []


def test_a_question_to_who_is_not_on_move_is_answered_in_their_language() -> None:
    table = in_memory([says("black: resign"), STRANGE], CZECH_YES)

    assert asked(table) == [("black", "cs")]
    assert [one.white for one in table.of(Resigned)] == [False]


def test_what_is_clear_in_the_language_of_the_player_on_move_is_theirs() -> None:
    table = in_memory([OFFER, Utterance(by_ear("Pe4"))], CZECH_YES)

    assert [one.uci for one in table.of(MoveAnnounced)] == ["e2e4"]
    assert asked(table) == [("black", "cs")]


def test_so_is_a_no_that_takes_back_their_announcement() -> None:
    table = in_memory(["e4", OFFER, Utterance(NO), Utterance(by_ear("Pd4"))], CZECH_NO)

    assert [one.to_uci for one in table.of(SlipCorrected)] == ["d2d4"]
    assert table.of(DrawDeclined) == []


@pytest.mark.parametrize("first", [NO, YES])
def test_any_other_reply_is_rather_that_of_who_is_asked(first: str) -> None:
    declined = in_memory([OFFER, Utterance(first)], CZECH_NO)

    assert [one.white for one in declined.of(DrawDeclined)] == [False]


@pytest.mark.parametrize("words", ["own-clock", "resign", "piece:N"])
def test_nothing_but_a_reply_is_taken_for_the_other_players(words: str) -> None:
    table = in_memory([OFFER, STRANGE], CZECH.say(words))

    assert asked(table) == [("black", "cs")]
    assert table.answer_to("[unk] [unk]") == []


def test_after_the_game_either_player_wants_another_one_in_their_language() -> None:
    table = in_memory([says("resign"), YES, STRANGE], CZECH.say("rematch"))

    assert [one.white for one in table.of(RematchProposed)] == [False]


@pytest.mark.parametrize(("name", "event"), [("accept", DrawAccepted), ("decline", DrawDeclined)])
def test_a_line_is_read_in_the_language_of_either_player(
    name: str, event: type[DrawAccepted] | type[DrawDeclined]
) -> None:
    """The language of the table is a third one."""
    settings = replace(of_two(GERMAN, CZECH, BY_COMMAND), language=ENGLISH)
    table = AroundTable(TABLE, settings=settings)
    table.play(OFFER, CZECH.say(name), CZECH_YES)

    assert [one.white for one in table.of(event)] == [False]
