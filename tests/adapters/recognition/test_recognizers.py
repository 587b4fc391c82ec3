"""What every recogniser promises, kept by Vosk and by the exact one on sound made by eSpeak NG."""

import itertools
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tests.benchmarks.speech import HARD_SOUNDS
from voice_chess.adapters.recognition.exact_recognizer import ExactModel
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.adapters.recognition.vosk_recognizer import VoskModel
from voice_chess.adapters.synthesis.espeak import Delivery, sound_of
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.interpretation import is_vague_beginning
from voice_chess.session.dialogue.open_question import BEGINNING
from voice_chess.session.listening.one_recording import listen
from voice_chess.session.listening.recognizer_model import MeasuredRecognizer, RecognizerModel
from voice_chess.session.listening.recorded_game import transcribed
from voice_chess.session.ports import DECODERS, Decoder, RecognizerLost
from voice_chess.settings import Settings
from voice_chess.sound.endpointer import Endpointing
from voice_chess.sound.noise_mixing import Disturbance, hum
from voice_chess.sound.resampler import as_int16
from voice_chess.speech.commands import UNASKED
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis
from voice_chess.speech.understanding.interpret import CommandMeaning, MoveMeaning
from voice_chess.speech.understanding.scoring import NORMAL, Accepted, Belief, weigh_by, weights

MODEL = Settings.from_environment().models / "fide-de"
KNIGHT, CASTLING, PAWN = "springer felix drei", "kurze rochade", "eva vier"
PHRASES = (KNIGHT, "dame felix drei", "läufer gustav fünf", CASTLING, PAWN, "hektor acht", "remis")
GRAMMAR = Grammar(phrases=PHRASES)
IN_BETWEEN = "damfer felix drei"
"""Neither this phrase nor that."""

RATE = 16_000

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(not MODEL.is_dir(), reason=f"no model in {MODEL}"),
]


@pytest.fixture(scope="module", params=DECODERS)
def model(request: pytest.FixtureRequest) -> RecognizerModel:
    return load_model(MODEL, request.param)


@pytest.fixture
def recognizer(model: RecognizerModel) -> MeasuredRecognizer:
    made = model.recognizer()
    made.expect(GRAMMAR)
    return made


@cache
def said(text: str) -> bytes:
    """As a voice of eSpeak NG says it, without silence around."""
    sound = sound_of(text, Delivery(voice="de", words_per_minute=150))
    loud = np.flatnonzero(np.abs(sound) > 0.02)
    return as_int16(0.5 * sound[loud[0] : loud[-1]])


def silence(ms: int) -> bytes:
    return bytes(2 * ms * RATE // 1000)


def room(ms: int, rms: float = 20.0) -> bytes:
    chance = np.random.default_rng(ms)
    return np.round(rms * chance.standard_normal(ms * RATE // 1000)).astype("<i2").tobytes()


def ms_of(sound: bytes) -> int:
    return len(sound) // 2 * 1000 // RATE


def heard_in(recognizer: MeasuredRecognizer, sound: bytes, block: int = 1_280) -> list[Heard]:
    found = [recognizer.hear(sound[n : n + block]) for n in range(0, len(sound), block)]
    return [heard for heard in (*found, recognizer.flush()) if heard is not None]


def words(heard: Heard) -> str:
    return " ".join(word for word in heard.hypotheses[0].words if word != "[unk]")


@pytest.mark.parametrize("text", [KNIGHT, CASTLING])
def test_hears_what_was_said_and_when(recognizer: MeasuredRecognizer, text: str) -> None:
    sound = room(900) + said(text) + room(1_500)

    (heard,) = heard_in(recognizer, sound)

    assert words(heard) == text
    assert heard.started_ms <= 900
    assert heard.ended_ms == pytest.approx(900 + ms_of(said(text)), abs=120)


def test_gives_alternatives_best_first(recognizer: MeasuredRecognizer) -> None:
    sound = room(900) + said(IN_BETWEEN) + room(1_500)

    (heard,) = heard_in(recognizer, sound)

    scores = weights(heard, NORMAL)
    assert len(scores) > 1
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("gain", [0.05, 0.3, 1.9])
def test_the_talkers_level_does_not_matter(recognizer: MeasuredRecognizer, gain: float) -> None:
    other = (np.frombuffer(said(KNIGHT), "<i2") * gain).astype("<i2").tobytes()
    (usual,) = heard_in(recognizer, room(900, 5) + said(KNIGHT) + room(1_500, 5))

    (heard,) = heard_in(recognizer, room(900, 5) + other + room(1_500, 5))

    assert words(heard) == KNIGHT
    assert heard.level_dbfs - usual.level_dbfs == pytest.approx(20 * np.log10(gain), abs=1)


@pytest.mark.parametrize("block", [2, 333, 640, 4_096, 1_000_000])
def test_the_size_of_the_blocks_changes_nothing(model: RecognizerModel, block: int) -> None:
    sound = room(700) + said(PAWN) + room(1_500)
    usual, other = model.recognizer(), model.recognizer()
    usual.expect(GRAMMAR)
    other.expect(GRAMMAR)

    assert heard_in(other, sound, block) == heard_in(usual, sound)


@pytest.mark.parametrize(("loud", "soft"), [("hektor", "acht"), ("läufer gustav", "fünf")])
def test_in_a_hiss_silence_begins_where_the_search_hears_the_last_word_end(
    loud: str, soft: str
) -> None:
    """By level alone the soft word would end too early."""
    last = np.round(0.25 * np.frombuffer(said(soft), "<i2")).astype("<i2").tobytes()
    spoken = silence(2_500) + said(loud) + silence(100) + last
    samples = np.frombuffer(spoken + silence(2_000), "<i2")
    hiss = 400 * np.random.default_rng(7).standard_normal(len(samples))
    sound = np.round(samples + hiss).clip(-32_768, 32_767).astype("<i2").tobytes()
    recognizer = load_model(MODEL, "exact").recognizer()
    recognizer.expect(GRAMMAR, lambda _: False)

    blocks = (sound[n : n + 640] for n in range(0, len(sound), 640))
    taken = next(n for n, block in enumerate(blocks, 1) if recognizer.hear(block))

    given_up_ms = Endpointing().give_up_in_noise * 20
    assert -60 <= taken * 20 - ms_of(spoken) - given_up_ms <= 160


def test_two_announcements_in_one_block_are_two_utterances(
    recognizer: MeasuredRecognizer,
) -> None:
    sound = room(700) + said(PAWN) + room(1_300) + said(CASTLING) + room(1_300)

    heard = [recognizer.hear(sound), recognizer.hear(b""), recognizer.flush()]

    assert [h and words(h) for h in heard] == [PAWN, CASTLING, None]


def test_an_utterance_whose_end_keeps_moving_is_not_decoded_without_end(
    model: RecognizerModel,
) -> None:
    """Pauses long enough to be an end, and nothing complete before any of them."""
    ear = model.recognizer()
    ear.expect(GRAMMAR, lambda _: False)
    sound = room(900) + 8 * (said("anna") + room(620)) + room(1_500)

    heard = heard_in(ear, sound)
    frames = sum(one.ended_ms - one.started_ms for one in heard) // 20

    assert heard
    assert frames < ear.decoded_frames < (Endpointing().tried + 3) * frames


@pytest.mark.parametrize("sound", [silence(3_000), room(5_000, 300)], ids=["silence", "noise"])
def test_silence_and_steady_noise_are_no_utterance(
    recognizer: MeasuredRecognizer, sound: bytes
) -> None:
    assert heard_in(recognizer, sound) == []


def test_noise_that_begins_suddenly_has_no_words(recognizer: MeasuredRecognizer) -> None:
    for heard in heard_in(recognizer, silence(2_000) + room(3_000, 600) + silence(1_500)):
        assert words(heard) == ""


def test_is_hearing_while_somebody_speaks(recognizer: MeasuredRecognizer) -> None:
    states = []
    for part in (room(900), said(KNIGHT), room(1_500)):
        recognizer.hear(part)
        states.append(recognizer.is_hearing)

    assert states == [False, True, False]


def test_what_was_said_so_far_can_be_shown(recognizer: MeasuredRecognizer) -> None:
    shown: list[str] = []
    sound = room(900) + said(KNIGHT)
    for at in range(0, len(sound), 6_400):
        recognizer.hear(sound[at : at + 6_400])
        partial = recognizer.partial()
        shown += [words(partial)] if partial else []

    assert len(shown) > 3
    assert shown[-1] == KNIGHT
    assert any(KNIGHT.startswith(text) and text != KNIGHT for text in shown)


def test_looking_at_what_was_said_so_far_changes_nothing(recognizer: MeasuredRecognizer) -> None:
    sound = room(900) + said(KNIGHT) + room(1_500)
    found = []
    for at in range(0, len(sound), 640):
        found.append(recognizer.hear(sound[at : at + 640]))
        recognizer.partial()

    assert [words(heard) for heard in found if heard] == [KNIGHT]
    assert recognizer.partial() is None


def test_the_end_of_sound_ends_an_utterance(recognizer: MeasuredRecognizer) -> None:
    assert recognizer.hear(room(900) + said(KNIGHT)) is None

    heard = recognizer.flush()

    assert heard is not None
    assert words(heard) == KNIGHT
    assert recognizer.flush() is None


def test_what_was_reset_is_forgotten_and_its_time_has_passed(
    recognizer: MeasuredRecognizer,
) -> None:
    first = room(900) + said(CASTLING) + b"\1\0" * 77
    recognizer.hear(first)
    recognizer.reset()

    (heard,) = heard_in(recognizer, room(1_000) + said(KNIGHT) + room(1_500))

    assert words(heard) == KNIGHT
    expected = ms_of(first) + 1_000 + ms_of(said(KNIGHT))
    assert heard.ended_ms == pytest.approx(expected, abs=120)


def test_an_announcement_cut_in_two_by_the_longest_utterance_is_no_shorter_one(
    model: RecognizerModel,
) -> None:
    recognizer = model.recognizer(Endpointing(longest=100))
    recognizer.expect(GRAMMAR)
    talk_ms = 2_000 - 300 - ms_of(said("springer"))
    talk = said(CASTLING)[: talk_ms * RATE // 1_000 * 2]
    sound = room(900) + talk + room(talk_ms - ms_of(talk), 900) + said("springer")

    cut, rest = heard_in(recognizer, sound + said(PAWN) + room(1_500))

    assert words(rest) == PAWN
    assert rest.is_torn
    assert not cut.is_torn


def test_who_was_speaking_already_when_it_listened_again_may_have_said_more(
    recognizer: MeasuredRecognizer,
) -> None:
    recognizer.hear(room(900))
    recognizer.reset()
    (torn,) = heard_in(recognizer, said("hektor acht") + room(1_500))
    recognizer.reset()
    (whole,) = heard_in(recognizer, room(200) + said("hektor acht") + room(1_500))

    assert words(torn) == words(whole) == "hektor acht"
    assert torn.is_torn
    assert not whole.is_torn


def test_a_complete_utterance_ends_sooner(model: RecognizerModel) -> None:
    sound = room(900) + said(KNIGHT) + room(1_500)

    def ends_after(is_complete: Callable[[Heard], bool]) -> int:
        recognizer = model.recognizer()
        recognizer.expect(GRAMMAR, is_complete)
        for at in range(0, len(sound), 640):
            heard = recognizer.hear(sound[at : at + 640])
            if heard is not None:
                return at // 32 - heard.ended_ms
        return 10_000

    assert ends_after(lambda _: True) <= 480
    assert 700 <= ends_after(lambda _: False) <= 900


@pytest.fixture(scope="module")
def exact() -> RecognizerModel:
    return load_model(MODEL, "exact")


def end_after_ms(model: RecognizerModel, grammar: Grammar, sound: bytes) -> int:
    """How long it takes from the end of speech until an utterance is over."""
    recognizer = model.recognizer()
    recognizer.expect(grammar)
    for at in range(0, len(sound), 640):
        heard = recognizer.hear(sound[at : at + 640])
        if heard is not None:
            return (at + 640) // 32 - heard.ended_ms
    return 10_000


def test_what_nothing_can_go_on_from_is_over_at_once(exact: RecognizerModel) -> None:
    sound = room(900, 5) + said(KNIGHT) + room(2_500, 5)
    going_on = Grammar(phrases=(*PHRASES, f"{KNIGHT} schach"))

    assert end_after_ms(exact, GRAMMAR, sound) <= 220
    assert 400 <= end_after_ms(exact, going_on, sound) <= 480


def test_a_square_alone_is_waited_for_somewhat_longer(exact: RecognizerModel) -> None:
    sound = room(900, 5) + said(PAWN) + room(2_500, 5)
    an_origin = replace(GRAMMAR, origins=frozenset({PAWN}))

    at_once, later = (end_after_ms(exact, grammar, sound) for grammar in (GRAMMAR, an_origin))

    assert later - at_once == 60


def test_a_square_alone_is_not_the_first_half_of_an_illegal_move(exact: RecognizerModel) -> None:
    """White's pawn can go to e4, but nothing stands there that goes on to e6."""
    sound = room(900, 5) + said(PAWN) + room(210, 5) + said("eva sechs") + room(1_500, 5)
    here = Expectation(position=Position.start(), commands=UNASKED).grammar(load_language("de"))
    recognizer = exact.recognizer()
    recognizer.expect(here)

    (heard,) = heard_in(recognizer, sound, 640)

    assert words(heard) == f"{PAWN} eva sechs"
    assert heard.hypotheses[0].kind == "elsewhere"


def test_what_was_only_begun_is_waited_for(exact: RecognizerModel) -> None:
    sound = room(900, 5) + said("springer") + room(2_500, 5)

    assert end_after_ms(exact, GRAMMAR, sound) >= 1_200


@pytest.mark.parametrize("pause_ms", [300, 800, 1_100, 1_700, 2_500])
def test_what_was_begun_is_never_forgotten_for_the_rest(
    exact: RecognizerModel, pause_ms: int
) -> None:
    recognizer = exact.recognizer()
    recognizer.expect(Grammar(phrases=(KNIGHT, "felix drei", "felix vier")))
    sound = room(900, 5) + said("springer") + room(pause_ms, 5) + said("felix drei")

    *begun, heard = heard_in(recognizer, sound + room(1_500, 5))

    assert words(heard) == KNIGHT
    assert heard.hypotheses[0].kind == "whole"
    assert all(each.is_begun and words(each) == "springer" for each in begun)


REPEAT = "wiederholen"
REPLIES = Grammar(phrases=(*PHRASES, "felix drei", "felix vier", "felix", REPEAT), goes_on=True)
"""What can be said where a question for the rest of "springer" is open."""


def replied(model: RecognizerModel, begun: str, reply: str, asked: Grammar = REPLIES) -> Heard:
    """What is heard behind a beginning and a question that the program asks aloud."""
    recognizer = model.recognizer()
    recognizer.expect(GRAMMAR)
    first = recognizer.hear(room(900, 5) + said(begun) + room(1_500, 5))
    assert first is not None
    recognizer.hear(b"")
    recognizer.expect(asked)
    recognizer.reset()
    (heard,) = heard_in(recognizer, room(400, 5) + said(reply) + room(1_500, 5))
    return heard


def test_the_rest_that_is_asked_for_is_heard_behind_what_was_begun(exact: RecognizerModel) -> None:
    heard = replied(exact, "springer", "felix drei")

    assert words(heard) == KNIGHT
    assert heard.is_continued
    assert heard.ended_ms - heard.started_ms < ms_of(said("felix drei")) + 800, "by itself"


@pytest.mark.parametrize("reply", [REPEAT, CASTLING])
def test_what_is_no_rest_is_heard_by_itself(exact: RecognizerModel, reply: str) -> None:
    heard = replied(exact, "springer", reply)

    assert words(heard) == reply
    assert not heard.is_continued


def test_what_was_begun_is_forgotten_where_its_rest_is_not_asked_for(
    exact: RecognizerModel,
) -> None:
    heard = replied(exact, "springer", "felix drei", replace(REPLIES, goes_on=False))

    assert words(heard) == "felix drei"
    assert not heard.is_continued


def test_what_was_begun_can_be_begun_anew(exact: RecognizerModel) -> None:
    begun_anew = replied(exact, "springer", "dame")

    assert words(begun_anew) == "dame"
    assert begun_anew.is_begun
    assert not begun_anew.is_continued


@cache
def said_by_a_neighbour(text: str) -> bytes:
    sound = sound_of(text, Delivery(voice="de+f2", words_per_minute=150))
    loud = np.flatnonzero(np.abs(sound) > 0.02)
    return as_int16(0.3 * sound[loud[0] : loud[-1]])


NEIGHBOURS = ("dame david vier", "wie geht es dir heute")


@pytest.mark.parametrize("between", NEIGHBOURS)
def test_what_a_neighbour_says_between_takes_nothing_from_what_was_begun(
    exact: RecognizerModel, between: str
) -> None:
    recognizer = exact.recognizer()
    recognizer.expect(Grammar(phrases=(KNIGHT, "felix drei", "felix vier")))
    before = room(900, 5) + said("springer") + room(1_700, 5)
    sound = before + said_by_a_neighbour(between) + room(1_500, 5) + said("felix drei")

    begun, neighbours, heard = heard_in(recognizer, sound + room(1_500, 5))

    assert begun.is_begun
    assert neighbours.is_rest_awaited
    assert neighbours.hypotheses[0].kind in {"stranger", "elsewhere"}
    assert words(heard) == KNIGHT
    assert heard.hypotheses[0].kind == "whole"


@pytest.mark.parametrize("between", NEIGHBOURS)
def test_a_tape_keeps_what_was_begun_though_a_neighbour_speaks_between(
    exact: RecognizerModel, between: str
) -> None:
    pause = room(1_800, 5)
    before = room(900, 5) + said("eva vier") + pause + said("eva fünf") + pause + said("springer")
    sound = before + pause + said_by_a_neighbour(between) + pause + said("felix drei") + pause

    blocks = (sound[at : at + 1_280] for at in range(0, len(sound), 1_280))
    tape = transcribed(exact.recognizer(), blocks, load_language("de"), Position.start())

    assert tape.transcript.game.moves == ("e2e4", "e7e5", "g1f3")


@pytest.mark.parametrize("pause_ms", [1_400, 2_500])
def test_a_tape_keeps_what_was_begun_whatever_game_it_may_be(
    exact: RecognizerModel, pause_ms: int
) -> None:
    pause = room(1_800, 5)
    before = room(900, 5) + said("eva vier") + pause + said("eva fünf") + pause
    sound = before + said("springer") + room(pause_ms, 5) + said("felix drei") + pause

    blocks = (sound[at : at + 1_280] for at in range(0, len(sound), 1_280))
    tape = transcribed(exact.recognizer(), blocks, load_language("de"), Position.start())

    assert tape.transcript.game.moves == ("e2e4", "e7e5", "g1f3")


def test_what_was_begun_long_ago_is_over(exact: RecognizerModel) -> None:
    recognizer = exact.recognizer()
    recognizer.expect(Grammar(phrases=(KNIGHT, "felix drei")))
    sound = room(900, 5) + said("springer") + room(8_000, 5) + said("felix drei")

    begun, heard = heard_in(recognizer, sound + room(1_500, 5))

    assert begun.is_begun
    assert words(heard) == "felix drei"


@pytest.mark.parametrize(("share", "kind"), [(1.0, "elsewhere"), (0.22, "whole")])
def test_what_is_said_far_off_behind_an_announcement_is_none_of_it(
    exact: RecognizerModel, share: float, kind: str
) -> None:
    """As at the next board, 13 dB below."""
    recognizer = exact.recognizer()
    grammar = Grammar(phrases=(KNIGHT,), elsewhere=(f"{KNIGHT} gustav vier",))
    recognizer.expect(grammar, lambda _: False)
    other = np.frombuffer(said("gustav vier"), "<i2") * share

    (heard,) = heard_in(
        recognizer, room(900) + said(KNIGHT) + other.astype("<i2").tobytes() + room(1_500)
    )

    assert heard.hypotheses[0].kind == kind


def understood_at_the_start(model: RecognizerModel, text: str) -> tuple[Heard, tuple[Belief, ...]]:
    """What is heard on the first move, nothing being asked, and what it may mean."""
    expectation = Expectation(position=Position.start(), commands=UNASKED)
    recognizer, language = model.recognizer(), load_language("de")
    recognizer.expect(expectation.grammar(language))
    (heard,) = heard_in(recognizer, room(900, 5) + said(text) + room(2_500, 5))
    return heard, weigh_by(heard, language, expectation.meanings)


def resembling(model: RecognizerModel, text: str) -> tuple[Hypothesis, ...]:
    """What resembles the best legal move on the first move, where something illegal leads it."""
    heard, _ = understood_at_the_start(model, text)
    assert heard.exact is not None
    return heard.exact.exchanged


@pytest.mark.parametrize("text", ["springer", "gustav eins", "eva"])
def test_the_first_step_alone_is_likelier_than_any_command_around_it(
    exact: RecognizerModel, text: str
) -> None:
    """A short word finds room in any silence: "weiß, springer", "feld gustav eins"."""
    heard, (first, *_) = understood_at_the_start(exact, text)

    assert isinstance(first.meaning, CommandMeaning)
    assert first.meaning.name == BEGINNING
    assert not is_vague_beginning((first,), heard)


@pytest.mark.parametrize("text", ["entscheidung remis", "korrektur", "ich meinte läufer"])
def test_what_nobody_may_say_now_is_not_forced_into_other_words(
    exact: RecognizerModel, text: str
) -> None:
    heard, beliefs = understood_at_the_start(exact, text)

    # "Entscheidung" also begins an appeal; nothing is done for a beginning.
    assert heard.hypotheses[0].kind in {"stranger", "beginning"}
    assert heard.hypotheses[0].words[0] == text.split(maxsplit=1)[0]
    # Where more than this were likely, it would be taken for one of them, or asked about.
    assert sum(belief.probability for belief in beliefs) < 0.5


@pytest.mark.parametrize("text", ["springer eva drei", "springer e drei"])
def test_an_illegal_announcement_is_found_among_what_resembles_the_best_legal_one(
    exact: RecognizerModel, text: str
) -> None:
    assert " ".join(resembling(exact, text)[0].words) == text


@pytest.mark.parametrize("text", ["springer cesar drei", "e vier"])
def test_beside_a_clear_legal_announcement_nothing_else_is_scored(
    exact: RecognizerModel, text: str
) -> None:
    assert resembling(exact, text) == ()


def test_a_move_is_as_sure_over_the_hum_of_the_mains_as_without_it(exact: RecognizerModel) -> None:
    """A hum is like the voicing of a "b", and made "e vier" doubtful."""
    still = room(900, 5) + said("e vier") + room(2_500, 5)
    humming = Disturbance(name="hum", snr_db=12.0, noise=hum).on(
        np.frombuffer(still, "<i2").astype(np.float32), np.random.default_rng(1), "nobody"
    )
    expectation = Expectation(position=Position.start(), commands=UNASKED)
    recognizer, language = exact.recognizer(), load_language("de")
    recognizer.expect(expectation.grammar(language))

    (heard,) = heard_in(recognizer, humming.astype("<i2").tobytes())

    first, *_ = weigh_by(heard, language, expectation.meanings)
    assert " ".join(first.words) == "e vier"
    assert first.probability >= NORMAL.accept_exact_at


@pytest.mark.parametrize("text", ["sieben", "sieben sieben", "zwei vier", "sieben acht sieben"])
def test_numbers_alone_are_no_announcement(exact: RecognizerModel, text: str) -> None:
    """Some talkers' "sieben sieben" sounds much like "c sieben d sieben"."""
    heard, beliefs = understood_at_the_start(exact, text)

    assert heard.hypotheses[0].kind == "numbers"
    assert " ".join(heard.hypotheses[0].words) == text
    assert sum(belief.probability for belief in beliefs) < 0.5


def test_while_somebody_counts_a_letter_before_a_number_is_doubted(
    exact: RecognizerModel,
) -> None:
    expectation = Expectation(position=Position.start(), commands=UNASKED)
    language = load_language("de")

    def probability(ms_between: int) -> float:
        recognizer = exact.recognizer()
        recognizer.expect(expectation.grammar(language))
        counted, announced = said("sieben"), said("d vier")
        sound = room(900) + counted + room(ms_between) + announced + room(1_500)
        *_, heard = heard_in(recognizer, sound)
        beliefs = weigh_by(heard, language, expectation.meanings)
        return {belief.meaning: belief.probability for belief in beliefs}[MoveMeaning(uci="d2d4")]

    assert probability(ms_between=5_000) > NORMAL.accept_exact_at > probability(ms_between=1_500)


def test_what_was_begun_before_a_new_grammar_or_a_reset_is_over(exact: RecognizerModel) -> None:
    both = Grammar(phrases=(KNIGHT, "felix drei"))
    for forget in ("grammar", "reset"):
        recognizer = exact.recognizer()
        recognizer.expect(Grammar(phrases=(KNIGHT, "remis")) if forget == "grammar" else both)
        assert heard_in_blocks(recognizer, room(900, 5) + said("springer") + room(1_700, 5))

        if forget == "reset":
            recognizer.reset()
        recognizer.expect(both)

        (heard,) = heard_in(recognizer, said("felix drei") + room(1_500, 5))
        assert words(heard) == "felix drei"


def heard_in_blocks(recognizer: MeasuredRecognizer, sound: bytes) -> list[Heard]:
    found = [recognizer.hear(sound[n : n + 1_280]) for n in range(0, len(sound), 1_280)]
    return [heard for heard in found if heard is not None]


@pytest.mark.parametrize(
    ("text", "args"),
    [
        ("züge sagen geschrieben zwei", ("san", "reader")),
        ("züge sagen kurz drei", ("short", "braille")),
    ],
)
def test_the_number_of_what_reads_moves_is_heard_behind_their_style(
    exact: RecognizerModel, text: str, args: tuple[str, str]
) -> None:
    _, (first, *_) = understood_at_the_start(exact, text)

    assert first.meaning == CommandMeaning(name="style", args=args)


def test_two_steps_are_one_announcement_where_nobody_asks_between(exact: RecognizerModel) -> None:
    position = Position.start()
    sound = room(900, 5) + said("springer") + room(1_800, 5) + said("felix drei") + room(1_500, 5)
    blocks = [sound[at : at + 1_280] for at in range(0, len(sound), 1_280)]
    expectation = Expectation(position=position, commands=frozenset())

    listened = listen(exact.recognizer(), blocks, expectation, load_language("de"), NORMAL)

    assert isinstance(listened.verdict, Accepted)
    assert listened.verdict.belief.meaning == MoveMeaning(uci="g1f3")


def test_a_grammar_set_while_somebody_speaks_does_no_harm_and_counts(
    model: RecognizerModel,
) -> None:
    recognizer = model.recognizer()
    recognizer.expect(Grammar(phrases=("hektor acht",)))
    sound = room(900) + said(KNIGHT)
    half = len(sound) // 1_280 * 640
    assert recognizer.hear(sound[:half]) is None
    assert recognizer.is_hearing

    recognizer.expect(GRAMMAR)

    (heard,) = heard_in(recognizer, sound[half:] + room(1_500))
    assert words(heard) == KNIGHT


def test_speakers_on_one_model_have_grammars_of_their_own(model: RecognizerModel) -> None:
    one, other = model.recognizer(), model.recognizer()
    one.expect(Grammar(phrases=(KNIGHT, CASTLING)))
    other.expect(Grammar(phrases=("dame", "turm")))
    sound = room(900) + said(KNIGHT) + room(1_500)
    found: dict[str, list[Heard]] = {"one": [], "other": []}

    for at in range(0, len(sound), 1_280):
        for name, recognizer in (("one", one), ("other", other)):
            heard = recognizer.hear(sound[at : at + 1_280])
            found[name] += [heard] if heard else []

    assert [words(h) for h in found["one"]] == [KNIGHT]
    expected = [h for heard in found["other"] for h in heard.hypotheses if h.kind == "whole"]
    assert {word for hypothesis in expected for word in hypothesis.words} <= {
        "dame",
        "turm",
        "[unk]",
    }


ODD_GRAMMARS: dict[str, Sequence[str]] = {
    "empty": [],
    "unknown words": ["völlig unbekannt", "wörter"],
    "quotes and breaks": ['"', "\\", "springer\nfelix", "\t", "]", '",["'],
    "empty phrase": [""],
    "long phrase": [" ".join(["anna"] * 3_000)],
    "many phrases": [" ".join(p) for p in itertools.product(["anna", "bella", "eins"], repeat=7)],
    "not of this plane": ["\U0001f409", "žluťoučký kůň"],
}
SURVIVES = """
import ast, sys
import numpy as np
from pathlib import Path
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.decoding.grammar import Grammar
talk = np.random.default_rng(1).standard_normal(24_000) * 3_000
sound = np.concatenate([np.zeros(16_000), talk, np.zeros(16_000)]).astype("<i2").tobytes()
model = load_model(Path(sys.argv[1]), sys.argv[2])
for name, phrases in ast.literal_eval(sys.stdin.read()).items():
    print(name, end=": ", flush=True)
    recognizer = model.recognizer()
    found = []
    for at in range(0, len(sound), 2560):
        recognizer.expect(Grammar(phrases=tuple(phrases)))
        found.append(recognizer.hear(sound[at : at + 2560]))
        recognizer.expect(Grammar(phrases=("springer felix drei",)))
    found += [recognizer.flush()]
    print("heard" if any(heard is not None for heard in found) else "nothing")
"""


@pytest.mark.parametrize("decoder", DECODERS)
def test_no_grammar_at_no_time_ends_the_process(decoder: Decoder) -> None:
    told = subprocess.run(
        [sys.executable, "-c", SURVIVES, str(MODEL), decoder],
        input=repr(ODD_GRAMMARS),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )

    assert told.stdout.splitlines() == [f"{name}: heard" for name in ODD_GRAMMARS], told.stderr
    assert told.returncode == 0, told.stderr


def test_a_model_of_ours_is_heard_exactly_unless_vosk_is_asked_for() -> None:
    assert isinstance(load_model(MODEL), ExactModel)
    assert isinstance(load_model(MODEL, "vosk"), VoskModel)


def test_a_model_of_others_is_heard_by_vosk(tmp_path: Path) -> None:
    theirs = tmp_path / "theirs"
    shutil.copytree(MODEL, theirs, ignore=shutil.ignore_patterns("states.txt", "checksums.json"))

    assert isinstance(load_model(theirs), VoskModel)


def test_a_model_of_others_is_not_heard_exactly(tmp_path: Path) -> None:
    with pytest.raises(RecognizerLost, match="only Vosk can hear by it"):
        load_model(tmp_path, "exact")


def test_a_missing_model_is_one_clear_sentence() -> None:
    with pytest.raises(RecognizerLost, match="no model folder"):
        load_model(MODEL / "nowhere")


def test_one_announcement_after_the_other_is_heard(recognizer: MeasuredRecognizer) -> None:
    assert len(heard_in(recognizer, (room(900) + said(KNIGHT) + room(900)) * 5)) == 5


@pytest.mark.parametrize("name", HARD_SOUNDS)
def test_no_sound_takes_long_to_make_nothing_of(recognizer: MeasuredRecognizer, name: str) -> None:
    loud = np.round(6_000 * HARD_SOUNDS[name]).astype("<i2").tobytes()
    speech = (said(KNIGHT) + room(500)) * 4

    runs_away = 30 * effort(recognizer, silence(1_000) + speech + silence(1_500))
    assert effort(recognizer, silence(1_000) + loud + silence(1_500)) < runs_away


def effort(recognizer: MeasuredRecognizer, sound: bytes) -> float:
    """Time of the processor for each byte heard."""
    begun = time.process_time()
    heard_in(recognizer, sound)
    return (time.process_time() - begun) / len(sound)
