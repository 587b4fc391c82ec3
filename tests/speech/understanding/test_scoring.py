"""Hypotheses with scores become probabilities, and probabilities a verdict."""

import math
import random
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.understanding.confidence import LENGTHS
from voice_chess.speech.understanding.grammar import phrases_for
from voice_chess.speech.understanding.hypothesis import (
    Confidence,
    Exact,
    Heard,
    Hypothesis,
    Kind,
    Length,
)
from voice_chess.speech.understanding.interpret import (
    CommandMeaning,
    Meaning,
    MoveMeaning,
    interpret,
)
from voice_chess.speech.understanding.scoring import (
    CAREFUL,
    FAST,
    NORMAL,
    Accepted,
    Belief,
    NothingFits,
    Unclear,
    judge,
    weigh_by,
)

GERMAN = load_language("de")
KNIGHTS = Position.from_fen("4k3/8/8/8/8/8/3N4/1N2K1N1 w - - 0 1")
PHRASES = tuple(" ".join(phrase) for phrase in phrases_for(KNIGHTS, GERMAN, COMMANDS))
UNKNOWN = "[unk]"
TINY = 1e-9


def heard(*alternatives: tuple[str, float]) -> Heard:
    return Heard(
        hypotheses=tuple(
            Hypothesis(words=tuple(text.split()), log_likelihood=score)
            for text, score in alternatives
        ),
        started_ms=0,
        ended_ms=1_000,
    )


def weigh(found: Heard, commands: AbstractSet[str] = COMMANDS) -> tuple[Belief, ...]:
    """The beliefs of a German listener at `KNIGHTS`."""
    return weigh_by(found, GERMAN, lambda tokens: interpret(tokens, KNIGHTS, commands))


def beliefs(*alternatives: tuple[str, float]) -> tuple[Belief, ...]:
    return weigh(heard(*alternatives))


def probabilities(*alternatives: tuple[str, float]) -> dict[Meaning, float]:
    return {belief.meaning: belief.probability for belief in beliefs(*alternatives)}


def move(uci: str) -> MoveMeaning:
    return MoveMeaning(uci=uci)


texts = st.one_of(
    st.sampled_from(PHRASES),
    st.lists(
        st.sampled_from(["springer", "felix", "drei", "hektor", "remis", "äh", UNKNOWN, "blumen"]),
        max_size=5,
    ).map(" ".join),
    st.tuples(st.sampled_from(PHRASES), st.sampled_from(PHRASES)).map(" ".join),
)
utterances = st.lists(st.tuples(texts, st.floats(-900, 900)), min_size=1, max_size=8)


@given(utterances)
def test_probabilities_are_shares_of_one(alternatives: list[tuple[str, float]]) -> None:
    found = beliefs(*alternatives)

    assert all(0 <= belief.probability <= 1 + TINY for belief in found)
    assert sum(belief.probability for belief in found) <= 1 + TINY
    assert len({belief.meaning for belief in found}) == len(found)


@given(utterances)
def test_the_most_probable_comes_first(alternatives: list[tuple[str, float]]) -> None:
    assert all(a.probability >= b.probability for a, b in pairwise(beliefs(*alternatives)))


@given(utterances, st.randoms())
def test_the_order_of_the_alternatives_and_their_level_do_not_matter(
    alternatives: list[tuple[str, float]], chance: random.Random
) -> None:
    shuffled = [(text, score + 100.0) for text, score in alternatives]
    chance.shuffle(shuffled)

    assert probabilities(*shuffled) == pytest.approx(probabilities(*alternatives), abs=TINY)


@given(utterances, st.data())
def test_unknown_speech_around_words_makes_no_move_more_probable(
    alternatives: list[tuple[str, float]], data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(alternatives) - 1))
    before, after = data.draw(st.sampled_from([(1, 0), (0, 1), (2, 1)]))
    text, score = alternatives[at]
    stranger = " ".join([UNKNOWN] * before + [text] + [UNKNOWN] * after)

    changed = probabilities(*alternatives[:at], (stranger, score), *alternatives[at + 1 :])

    usual = probabilities(*alternatives)
    assert all(share <= usual.get(meaning, 0) + TINY for meaning, share in changed.items())


@given(utterances, st.floats(-900, 900))
def test_hearing_only_unknown_speech_as_well_makes_nothing_more_probable(
    alternatives: list[tuple[str, float]], score: float
) -> None:
    changed = probabilities(*alternatives, (UNKNOWN, score))

    usual = probabilities(*alternatives)
    assert all(share <= usual[meaning] + TINY for meaning, share in changed.items())


def test_what_two_moves_can_be_is_shared_between_them() -> None:
    found = probabilities(("springer felix drei", 0.0))

    assert found == {move("g1f3"): pytest.approx(0.5), move("d2f3"): pytest.approx(0.5)}


def test_evidence_for_the_same_move_adds_up() -> None:
    alone = probabilities(("springer gustav felix drei", 0.0), ("springer david felix drei", 0.0))
    found = probabilities(
        ("springer gustav felix drei", 0.0),
        ("gustav eins felix drei", 0.0),
        ("springer david felix drei", 0.0),
    )

    assert alone[move("g1f3")] == pytest.approx(1 / 2)
    assert found[move("g1f3")] == pytest.approx(2 / 3)


def test_a_belief_carries_the_best_words_for_it() -> None:
    found = beliefs(("gustav eins felix drei", -3.0), ("springer gustav felix drei", -1.0))

    assert found[0].words == ("springer", "gustav", "felix", "drei")


def test_commands_and_moves_are_weighed_together() -> None:
    found = probabilities(("remis", 0.0), ("springer gustav felix drei", 0.0))

    assert found[CommandMeaning(name="offer-draw")] == pytest.approx(0.5)


def test_a_command_that_is_not_allowed_now_is_no_meaning() -> None:
    assert weigh(heard(("remis", 0.0)), frozenset()) == ()


def test_who_heard_nothing_believes_nothing() -> None:
    assert beliefs() == ()
    assert isinstance(judge((), heard()), NothingFits)


def test_one_clear_meaning_is_accepted() -> None:
    found = beliefs(("springer gustav felix drei", 0.0), ("springer bella cesar drei", -40.0))
    verdict = judge(found, heard())

    assert isinstance(verdict, Accepted)
    assert verdict.belief.meaning == move("g1f3")


def test_two_close_meanings_are_asked_about() -> None:
    found = beliefs(("springer gustav felix drei", 0.0), ("springer bella cesar drei", -1.0))
    verdict = judge(found, heard())

    assert isinstance(verdict, Unclear)
    assert [b.meaning for b in verdict.beliefs] == [move("g1f3"), move("b1c3")]


def test_words_that_fit_nothing_are_told_back() -> None:
    utterance = heard(("dame hektor acht", -5.0), ("turm hektor acht", -7.0))
    verdict = judge(weigh(utterance), utterance)

    assert verdict == NothingFits(words=("dame", "hektor", "acht"))


@given(utterances)
def test_the_more_careful_the_less_is_accepted(alternatives: list[tuple[str, float]]) -> None:
    utterance = heard(*alternatives)
    found = weigh(utterance)
    verdicts = [judge(found, utterance, caution) for caution in (CAREFUL, NORMAL, FAST)]
    accepted = [isinstance(verdict, Accepted) for verdict in verdicts]

    assert accepted == sorted(accepted)


@given(utterances, st.floats(0.01, 0.99), st.floats(0.5, 0.99))
def test_a_verdict_keeps_to_its_thresholds(
    alternatives: list[tuple[str, float]], ask_at: float, accept_at: float
) -> None:
    utterance = heard(*alternatives)
    found = weigh(utterance)
    caution = replace(NORMAL, ask_at=min(ask_at, accept_at), accept_at=accept_at)

    match judge(found, utterance, caution):
        case Accepted(belief=belief):
            assert belief == found[0]
            assert belief.probability >= accept_at
        case Unclear(beliefs=asked):
            assert asked[0].probability < accept_at
            assert asked == tuple(b for b in found if b.probability >= caution.ask_at)
        case NothingFits():
            assert all(b.probability < caution.ask_at for b in found)


@pytest.mark.parametrize("words", ["also", "äh und", "und also", "äh also bitte"])
def test_fillers_cost_nothing(words: str) -> None:
    plain = heard(("springer gustav eins felix drei", -20.0))
    filled = heard((f"{words} springer gustav eins felix drei", -20.0))

    with_fillers, without = (weigh(h)[0] for h in (filled, plain))

    assert with_fillers.meaning == without.meaning
    assert with_fillers.probability == without.probability


def exactly(
    *alternatives: tuple[str, float, Kind], above_room_db: float = 30.0, **numbers: float
) -> Heard:
    """As a recogniser tells it that scores everything; `numbers` weigh its signs."""
    confidence = Confidence(
        scale=0.1,
        prices={"beginning": 1.0, "elsewhere": 3.0, "stranger": 5.0},
        sureness=dict.fromkeys(LENGTHS, numbers or {"margin": 1.0}),
    )
    hypotheses = tuple(
        Hypothesis(words=tuple(text.split()), log_likelihood=score, kind=kind)
        for text, score, kind in alternatives
    )
    exact = Exact(
        confidence=confidence,
        beginning=0.0,
        elsewhere=100.0,
        words=90.0,
        sounds=10.0,
        frames=60,
        above_room_db=above_room_db,
    )
    return replace(heard(("", 0.0)), hypotheses=hypotheses, exact=exact)


def likeliest(found: Heard) -> Belief:
    return weigh(found)[0]


LEGAL = "springer gustav eins felix drei"
ONE_LETTER, TWO_LETTERS = "springer f drei", "g eins f drei"
RIVALS: list[tuple[str, Kind]] = [
    ("springer gustav eins felix", "beginning"),
    ("springer gustav eins felix vier", "elsewhere"),
    (LEGAL, "stranger"),
]


@pytest.mark.parametrize(("words", "kind"), RIVALS)
def test_the_likelier_a_rival_the_less_sure_is_what_may_be_said(words: str, kind: Kind) -> None:
    shares = [
        likeliest(exactly((LEGAL, 100.0, "whole"), (words, score, kind))).probability
        for score in (20.0, 100.0, 180.0)
    ]

    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.99
    assert shares[-1] < 0.1


def test_what_a_model_has_learnt_of_itself_counts_for_the_best_meaning_alone() -> None:
    other = "springer david zwei felix drei"
    ways: list[tuple[str, float, Kind]] = [(LEGAL, 100.0, "whole"), (other, 70.0, "whole")]

    doubting = weigh(exactly(*ways, letters=0.0))

    assert [belief.meaning for belief in doubting] == [move("g1f3"), move("d2f3")]
    assert doubting[0].probability == pytest.approx(0.5)
    assert doubting[1].probability < 0.1


def test_words_that_two_knights_fit_are_surer_of_neither() -> None:
    heard_once = exactly(("springer felix drei", 100.0, "whole"), constant=6.0)
    found = weigh(heard_once)

    assert {belief.meaning for belief in found[:2]} == {move("g1f3"), move("d2f3")}
    assert found[0].probability == pytest.approx(found[1].probability)
    assert sum(belief.probability for belief in found[:2]) == pytest.approx(1.0, abs=0.01)


def test_two_moves_that_explain_a_sound_as_well_share_their_probability() -> None:
    other = "springer david zwei felix drei"
    close, clear = (
        likeliest(exactly((LEGAL, 100.0, "whole"), (other, score, "whole"), constant=6.0))
        for score in (95.0, 70.0)
    )

    assert close.probability < NORMAL.accept_exact_at < 0.99 < clear.probability


LETTERS = ("g eins f drei", "d zwei f drei")
NAMES = (LEGAL, "springer david zwei felix drei")


@pytest.mark.parametrize(
    ("words", "ahead", "above_room_db", "shared"),
    [
        pytest.param(LETTERS, 14.0, 10.0, True, id="letters in noise"),
        pytest.param(NAMES, 14.0, 10.0, False, id="names in noise"),
        pytest.param(LETTERS, 14.0, 40.0, False, id="letters in a quiet room"),
        pytest.param(LETTERS, 8.0, 40.0, True, id="letters hardly apart"),
        pytest.param(NAMES, 10.0, 40.0, True, id="names in a quiet room"),
    ],
)
def test_letters_must_be_clearer_of_each_other_than_names_where_it_is_noisy(
    words: tuple[str, str], ahead: float, above_room_db: float, shared: bool
) -> None:
    """In noise "d" and "g" are a rhyme, and the wrong one may be a little ahead."""
    best, other = words
    ways: list[tuple[str, float, Kind]] = [(best, 100.0, "whole"), (other, 100 - ahead, "whole")]

    found = likeliest(exactly(*ways, above_room_db=above_room_db, constant=6.0)).probability

    alone = likeliest(exactly(ways[0], above_room_db=above_room_db, constant=6.0)).probability
    share = 1 / (1 + math.exp(-0.1 * ahead)) if shared else 1.0
    assert found == pytest.approx(alone * share, abs=0.001)


@pytest.mark.parametrize(
    ("words", "ahead", "shared"),
    [
        pytest.param(TWO_LETTERS, 20.0, True, id="two letters hardly ahead"),
        pytest.param(TWO_LETTERS, 30.0, False, id="two letters clearly ahead"),
        pytest.param(ONE_LETTER, 20.0, False, id="one letter"),
        pytest.param(ONE_LETTER, -9.0, False, id="one letter hardly behind numbers"),
        pytest.param(ONE_LETTER, -12.0, True, id="one letter clearly behind numbers"),
        pytest.param(LEGAL, 20.0, False, id="names"),
    ],
)
def test_letters_must_be_clearer_than_numbers_alone(words: str, ahead: float, shared: bool) -> None:
    """Somebody's "sechs sieben" may sound like "c sechs b sieben", and "acht" like "a acht"."""
    ways: list[tuple[str, float, Kind]] = [
        (words, 100.0, "whole"),
        ("eins drei", 100 - ahead, "numbers"),
    ]

    found = likeliest(exactly(*ways, constant=6.0)).probability

    alone = likeliest(exactly(ways[0], constant=6.0)).probability
    share = 1 / (1 + math.exp(-0.1 * ahead)) if shared else 1.0
    assert found == pytest.approx(alone * share, abs=0.001)


@pytest.mark.parametrize(
    ("words", "lasted_ms", "ahead", "above_room_db", "is_doubted"),
    [
        pytest.param(ONE_LETTER, (300, 600, 450), 30.0, 30.0, True, id="long"),
        pytest.param(ONE_LETTER, (300, 450, 600), 30.0, 30.0, False, id="short"),
        pytest.param(ONE_LETTER, (300, 600, 450), 36.0, 30.0, False, id="far ahead"),
        pytest.param(ONE_LETTER, (300, 600, 450), 30.0, 20.0, False, id="in noise"),
        pytest.param(TWO_LETTERS, (600, 450, 200, 500), 30.0, 30.0, True, id="first of two"),
        pytest.param(TWO_LETTERS, (200, 500, 600, 450), 30.0, 30.0, True, id="second of two"),
        pytest.param(LEGAL, (300, 600, 450, 600, 450), 30.0, 30.0, False, id="names"),
    ],
)
def test_a_letter_as_long_as_its_number_is_hardly_one(
    words: str, lasted_ms: tuple[int, ...], ahead: float, above_room_db: float, is_doubted: bool
) -> None:
    """The hiss at the beginning of a "sechs" may sound like a "c"."""
    numbers: tuple[str, float, Kind] = ("eins drei", 100 - ahead, "numbers")
    found = exactly((words, 100.0, "whole"), numbers, above_room_db=above_room_db, constant=6.0)
    best, other = found.hypotheses

    lasting = replace(found, hypotheses=(replace(best, lasted_ms=lasted_ms), other))

    share = likeliest(lasting).probability / likeliest(found).probability
    assert share == pytest.approx(
        1 / (1 + math.exp(4.5 - 0.1 * ahead)) if is_doubted else 1.0, 1e-3
    )


@pytest.mark.parametrize(
    ("words", "illegal", "ahead", "above_room_db", "doubted_from"),
    [
        pytest.param(TWO_LETTERS, "d eins f drei", 2.0, 40.0, None, id="letters hardly behind"),
        pytest.param(TWO_LETTERS, "d eins e drei", 5.0, 40.0, 3.0, id="letters in a still room"),
        pytest.param(TWO_LETTERS, "d eins f drei", 14.0, 30.0, None, id="letters in noise"),
        pytest.param(TWO_LETTERS, "d eins e drei", 18.0, 30.0, 16.0, id="far behind in noise"),
        pytest.param(LEGAL, "turm gustav eins felix drei", 11.0, 40.0, None, id="hardly behind"),
        pytest.param(LEGAL, "turm gustav eins felix drei", 14.0, 40.0, 12.0, id="another piece"),
        pytest.param(LEGAL, "springer bella eins felix drei", 14.0, 40.0, 12.0, id="another name"),
        pytest.param(LEGAL, "turm gustav eins felix drei", 18.0, 30.0, None, id="piece in noise"),
        pytest.param(LEGAL, "turm gustav eins felix drei", 22.0, 30.0, 20.0, id="far behind"),
        pytest.param(LEGAL, "turm bella eins felix drei", 38.0, 40.0, None, id="two words"),
        pytest.param(LEGAL, "springer david zwei felix drei", 38.0, 40.0, None, id="legal, too"),
        pytest.param("remis", "f drei", 38.0, 40.0, None, id="no move"),
    ],
)
def test_a_move_clearly_behind_one_that_is_illegal_is_not_taken_for_what_was_said(
    words: str, illegal: str, ahead: float, above_room_db: float, doubted_from: float | None
) -> None:
    """Whoever announces an impossible "d eins f drei" did not mean the possible "g eins f drei"."""
    found = exactly((words, 100.0, "whole"), above_room_db=above_room_db, constant=6.0)
    resembling = Hypothesis(
        words=tuple(illegal.split()), log_likelihood=100 + ahead, kind="elsewhere"
    )
    assert found.exact is not None
    beside = replace(found, exact=replace(found.exact, exchanged=(resembling,)))

    share = 1.0 if doubted_from is None else 1 / (1 + math.exp(0.1 * (ahead - doubted_from)))
    assert likeliest(beside).probability == pytest.approx(
        likeliest(found).probability * share, abs=0.002
    )


def test_a_move_beside_another_and_behind_an_illegal_one_is_doubted_as_behind_the_worse() -> None:
    """Doubted for both reasons, it would be objected to instead of asked about."""
    illegal = Hypothesis(words=("d", "eins", "f", "drei"), log_likelihood=109.0, kind="elsewhere")

    def found(*ways: tuple[str, float, Kind], behind: tuple[Hypothesis, ...] = ()) -> float:
        said = exactly((TWO_LETTERS, 100.0, "whole"), *ways, above_room_db=40.0, constant=6.0)
        assert said.exact is not None
        return likeliest(replace(said, exact=replace(said.exact, exchanged=behind))).probability

    beside_another = found(("d zwei f drei", 98.0, "whole"))
    behind_illegal = found(behind=(illegal,))
    both = found(("d zwei f drei", 98.0, "whole"), behind=(illegal,))

    assert behind_illegal < beside_another < NORMAL.accept_exact_at
    assert both == pytest.approx(behind_illegal, abs=0.01)


@pytest.mark.parametrize(
    ("ahead", "above_room_db", "doubted_from"),
    [
        pytest.param(28.0, 40.0, None, id="near"),
        pytest.param(38.0, 40.0, 35.0, id="far behind"),
        pytest.param(38.0, 30.0, None, id="far behind in noise"),
    ],
)
def test_any_other_illegal_announcement_must_be_far_ahead_in_a_still_room(
    ahead: float, above_room_db: float, doubted_from: float | None
) -> None:
    ways: list[tuple[str, float, Kind]] = [
        (ONE_LETTER, 100.0, "whole"),
        ("springer a f drei", 100 + ahead, "elsewhere"),
    ]

    found = likeliest(exactly(*ways, above_room_db=above_room_db, constant=6.0)).probability

    alone = likeliest(exactly(ways[0], above_room_db=above_room_db, constant=6.0)).probability
    share = 1.0 if doubted_from is None else 1 / (1 + math.exp(0.1 * (ahead - doubted_from)))
    assert found == pytest.approx(alone * share, abs=0.002)


def test_what_only_a_word_hardly_heard_tells_from_others_is_asked_about() -> None:
    hardly, clearly = (
        weigh(
            exactly((LEGAL, 100.0, "whole"), ("springer felix drei", score, "whole"), constant=6.0),
        )
        for score in (85.0, 70.0)
    )

    assert hardly[0].meaning == clearly[0].meaning == move("g1f3")
    assert hardly[0].probability < NORMAL.accept_exact_at < clearly[0].probability


def test_what_is_illegal_here_is_no_beginning_of_another_move() -> None:
    illegal = ("springer gustav eins felix vier", 180.0)
    found = exactly((*illegal, "elsewhere"), ("springer gustav", 100.0, "beginning"), constant=2.0)

    assert isinstance(judge(weigh(found), found), NothingFits)


def test_an_answer_is_heard_beside_a_first_word_that_nothing_followed() -> None:
    ways: list[tuple[str, float, Kind]] = [("nein", 90.0, "whole"), ("mein", 105.0, "beginning")]

    assert likeliest(exactly(*ways)).probability > 0.7


def test_what_was_scored_exactly_has_thresholds_of_its_own() -> None:
    found = exactly((LEGAL, 100.0, "whole"))
    caution = replace(NORMAL, accept_at=0.999_999_9, accept_exact_at=0.5)

    assert isinstance(judge(weigh(found), found, caution), Accepted)
    strict = replace(caution, accept_at=0.5, accept_exact_at=1.0)
    assert isinstance(judge(weigh(found), found, strict), Unclear)


@pytest.mark.parametrize(
    ("words", "kind", "length"),
    [
        ("gustav eins", "beginning", "begun"),
        ("remis", "seldom", "short"),
        ("kurze rochade", "whole", "short"),
        (LEGAL, "whole", "long"),
    ],
)
def test_what_is_begun_short_or_long_has_numbers_of_its_own(
    words: str, kind: Kind, length: Length
) -> None:
    found = exactly((words, 100.0, kind))
    assert found.exact is not None
    sureness = {each: {"constant": 3.0 if each == length else -3.0} for each in LENGTHS}
    confidence = replace(found.exact.confidence, sureness=sureness)
    found = replace(found, exact=replace(found.exact, confidence=confidence))

    (belief,) = weigh_by(found, GERMAN, lambda _: (CommandMeaning(name="anything"),))

    assert belief.probability > 0.9


def test_the_margin_and_every_other_feature_move_the_probability() -> None:
    ways: list[tuple[str, float, Kind]] = [(LEGAL, 100.0, "whole"), ("remis", 60.0, "whole")]
    usual = likeliest(exactly(*ways, letters=0.0)).probability

    for name in ("margin", "words", "words a frame", "sounds a frame", "above the room", "whole"):
        assert likeliest(exactly(*ways, **{name: 0.5})).probability > usual
        assert likeliest(exactly(*ways, **{name: -0.5})).probability < usual


def test_a_whole_announcement_of_no_legal_move_speaks_against_the_legal_one_beside_it() -> None:
    legal, illegal = "springer gustav eins felix drei", "springer gustav eins felix vier"
    nonsense = "springer gustav felix vier drei"

    shares = [
        probabilities((legal, -20.0), (other, -16.0))[move("g1f3")] for other in (nonsense, illegal)
    ]

    assert shares[0] > NORMAL.accept_at > shares[1]
