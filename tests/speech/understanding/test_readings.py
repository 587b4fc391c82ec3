"""What an exact recogniser heard, as readings that a game is made of."""

import pytest

from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.speech.transcription.possible_game import HeardLine
from voice_chess.speech.transcription.search import extended
from voice_chess.speech.understanding.confidence import LENGTHS
from voice_chess.speech.understanding.hypothesis import Confidence, Exact, Heard, Hypothesis, Kind
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.readings import Readings, readings

GERMAN = load_language("de")
PAWN = "bauer nach cesar vier"
OTHER = "bauer nach eva vier"


def exactly(*ways: tuple[str, float, Kind], constant: float = 4.0) -> Readings:
    """Words with their natural-log scores and kinds; the larger the constant, the surer."""
    confidence = Confidence(
        scale=0.1,
        prices={"stranger": 6.0, "sound": 0.5, "elsewhere": 3.0},
        sureness={each: {"constant": constant, "margin": 0.5} for each in LENGTHS},
    )
    exact = Exact(
        confidence=confidence,
        beginning=0.0,
        elsewhere=0.0,
        words=0.0,
        sounds=0.0,
        frames=60,
        above_room_db=30.0,
    )
    hypotheses = tuple(
        Hypothesis(words=tuple(text.split()), log_likelihood=score, kind=kind)
        for text, score, kind in ways
    )
    return readings(Heard(hypotheses=hypotheses, started_ms=0, ended_ms=1_000, exact=exact), GERMAN)


def weight_of(text: str, found: Readings) -> float:
    return sum(way.weight for way in found.ways if way.tokens == parse(text.split(), GERMAN))


@pytest.mark.parametrize("constant", [-6.0, 0.0, 6.0])
def test_readings_and_the_belief_in_talk_sum_to_one(constant: float) -> None:
    found = exactly(
        (PAWN, 0.0, "whole"), (OTHER, -20.0, "whole"), (PAWN, 5.0, "stranger"), constant=constant
    )

    assert sum(way.weight for way in found.ways) + found.stranger == pytest.approx(1.0)
    assert found.stranger >= 0.0


def test_what_makes_the_likeliest_words_unsure_is_belief_in_talk() -> None:
    ways: tuple[tuple[str, float, Kind], ...] = ((PAWN, 0.0, "whole"), (OTHER, -20.0, "whole"))
    sure, unsure = exactly(*ways, constant=6.0), exactly(*ways, constant=-6.0)

    assert weight_of(PAWN, sure) > 0.8
    assert weight_of(PAWN, unsure) < 0.1
    assert unsure.stranger > 0.9
    assert weight_of(OTHER, unsure) < weight_of(PAWN, unsure)


def test_sounds_that_are_no_words_are_talk() -> None:
    found = exactly((PAWN, -300.0, "whole"), ("[unk] [unk]", 0.0, "sound"))

    assert found.stranger > 0.99


def test_an_announcement_that_talk_runs_into_is_made_where_the_game_goes_on_from_it() -> None:
    found = exactly(
        ("turm david fünf", -300.0, "elsewhere"),
        ("wo letzter auf weg david sieben david fünf", 0.0, "stranger"),
    )
    after = exactly(("eva schlägt david fünf", 0.0, "whole"))
    lines: tuple[HeardLine, ...] = (HeardLine(position=Position.start().played("e2e4")),)
    for number, heard in enumerate((found, after)):
        lines = extended(lines, heard, number)

    assert lines[0].moves == ("e2e4", "d7d5", "e4d5")


def test_words_in_any_order_without_an_announcement_are_talk() -> None:
    found = exactly(
        ("turm david fünf", -300.0, "elsewhere"), ("wo letzter auf weg kann", 0.0, "stranger")
    )
    lines = extended((HeardLine(position=Position.start().played("e2e4")),), found, 0)

    assert lines[0].moves == ("e2e4",)
    assert not any(way.is_ours for way in found.ways if way.weight > 0.5)
