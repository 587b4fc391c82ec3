"""One sentence begins a game against the computer, in every language, typed or said."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from typing import Literal

import pytest

from voice_chess import speak
from voice_chess.adapters.recognition.recognizer_pool import SharedEars
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.settings import Settings
from voice_chess.speech.understanding.confidence import UNFITTED
from voice_chess.speech.understanding.game_wish import (
    BEHIND_A_WORD,
    Doubtful,
    GameWish,
    NoWish,
    Wished,
    decided,
    is_whole,
    typed_wishes,
    wish_grammar,
    wishes,
)
from voice_chess.speech.understanding.hypothesis import Exact, Heard, Hypothesis, Kind

MODELS = Settings.from_environment().models
LANGUAGES = [load_language(language_id) for language_id in known_languages()]
HEARD = [language for language in LANGUAGES if (MODELS / f"fide-{language.id[:2]}").is_dir()]
GERMAN = load_language("de")
FIVE_THREE = GameWish(time="5+3")


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.id)
def test_all_that_an_ear_listens_for_means_one_game(language: Language) -> None:
    grammar = wish_grammar(language)
    colours = [form for forms in grammar.rules.values() for form in forms]
    spoken = [
        *grammar.phrases,
        *(f"{said.rpartition(' ')[0]} {colours[0]}" for said in grammar.longer),
    ]

    unclear = [said for said in spoken if len(wishes(said.split(), language)) != 1]

    assert unclear == []


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.id)
def test_the_example_on_the_front_page_is_understood(language: Language) -> None:
    example = language.interface["wish-how"].partition(":")[2]

    assert typed_wishes(example, language) == (GameWish(time="5+3", colour="white"),)


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("Spiele gegen den Computer", GameWish()),
        ("Spiele gegen den Computer, fünf plus drei!", FIVE_THREE),
        ("neue Partie 5+3", FIVE_THREE),
        ("5 + 3", FIVE_THREE),
        ("fünf und drei", FIVE_THREE),
        ("neue Partie: 5 Minuten plus 3 Sekunden", FIVE_THREE),
        ("fünf Minuten mit Schwarz", GameWish(time="5+0", colour="black")),
        ("neue Partie mit Weiß", GameWish(colour="white")),
        ("fünfundzwanzig plus zehn", GameWish(time="25+10")),
        ("neue Partie 7+4", GameWish(time="7+4")),
    ],
)
def test_a_line_is_understood_as_people_type_it(text: str, wish: GameWish) -> None:
    assert typed_wishes(text, GERMAN) == (wish,)


@pytest.mark.parametrize("text", ["", "guten Tag", "fünf", "plus drei", "e4", "9999+3"])
def test_a_line_that_begins_no_game_means_nothing(text: str) -> None:
    assert typed_wishes(text, GERMAN) == ()


def heard(*hypotheses: tuple[str, float, Kind], words: float = 0.0) -> Heard:
    """Of an exact recogniser, with what any other words would have explained."""
    exact = Exact(
        confidence=UNFITTED,
        beginning=0.0,
        elsewhere=0.0,
        words=words,
        sounds=0.0,
        frames=100,
        above_room_db=30.0,
    )
    found = [
        Hypothesis(words=tuple(said.split()), log_likelihood=score, kind=kind)
        for said, score, kind in hypotheses
    ]
    return Heard(hypotheses=tuple(found), started_ms=0, ended_ms=2_000, exact=exact)


FIVE = "neue partie fünf plus drei"
FIFTEEN = "neue partie fünfzehn plus zehn"


def test_what_is_clear_is_wished() -> None:
    said = heard((FIVE, 500.0, "whole"), (FIFTEEN, 480.0, "whole"))

    assert decided(said, GERMAN) == Wished(wish=FIVE_THREE)


def test_two_games_that_sound_alike_are_asked_about() -> None:
    said = heard((FIFTEEN, 500.0, "whole"), (FIVE, 495.0, "whole"))

    assert decided(said, GERMAN) == Doubtful(wishes=(GameWish(time="15+10"), FIVE_THREE))


def test_two_ways_to_say_the_same_are_one() -> None:
    said = heard((FIVE, 500.0, "whole"), ("neue partie fünf und drei", 499.0, "whole"))

    assert decided(said, GERMAN) == Wished(wish=FIVE_THREE)


@pytest.mark.parametrize(
    "said",
    [
        heard((FIVE, 100.0, "whole"), words=101.0 + 5 * BEHIND_A_WORD),
        heard(("wie spät ist es", 100.0, "stranger")),
        heard((FIVE, 100.0, "beginning")),
        heard(),
    ],
    ids=["strange", "talk", "begun", "nothing"],
)
def test_what_was_meant_for_nobody_begins_nothing(said: Heard) -> None:
    assert isinstance(decided(said, GERMAN), NoWish)


def test_who_has_not_told_how_long_may_go_on() -> None:
    assert not is_whole(heard(("neue partie", 100.0, "whole")), GERMAN)
    assert is_whole(heard((FIVE, 100.0, "whole")), GERMAN)


@cache
def ears() -> SharedEars:
    return SharedEars(MODELS)


def said_first(words: str, language_id: str) -> bytes:
    """As a voice says it that has said nothing before, which is alike each time.

    eSpeak NG goes on in its noise from whatever the process has said, and Czech is heard narrowly.
    """
    afresh = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(max_workers=1, mp_context=afresh) as pool:
        return pool.submit(partial(speak, words, language_id, is_marked=False)).result().samples


@pytest.mark.model
@pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)
def test_every_word_is_heard_or_spelt_in_phones_of_the_model(language: Language) -> None:
    model = ears().model(language.id)
    at_the_door = model.with_words(language.phones)
    grammar = wish_grammar(language)
    forms = [form for forms in grammar.rules.values() for form in forms]
    words = {word for said in (*grammar.phrases, *forms) for word in said.split()}

    assert [word for word in sorted(words) if not at_the_door.knows(word)] == []
    assert [word for word in sorted(language.phones) if model.knows(word)] == []


@pytest.mark.model
@pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)
@pytest.mark.parametrize("colour", [None, "white"])
def test_the_ear_at_the_door_hears_what_a_voice_says(
    language: Language, colour: Literal["white"] | None
) -> None:
    head, plus = language.wish["computer"][0], language.wish["plus"][0]
    five, three = language.sound.numbers.simple[5], language.sound.numbers.simple[3]
    behind = language.wish[colour][0] if colour else ""
    ear = ears().at_the_door(language.id)
    ear.expect(wish_grammar(language), lambda found: is_whole(found, language))
    silence = bytes(32_000)
    sound = said_first(f"{head}, {five} {plus} {three} {behind}", language.id)

    found = ear.hear(silence + sound + silence) or ear.flush()

    assert found is not None
    assert decided(found, language) == Wished(wish=GameWish(time="5+3", colour=colour))


@pytest.mark.model
@pytest.mark.parametrize("said", ["Springer Felix drei.", "Wie spät ist es denn heute?", "Remis"])
def test_talk_at_the_door_begins_no_game(said: str) -> None:
    ear = ears().at_the_door("de")
    ear.expect(wish_grammar(GERMAN))
    silence = bytes(32_000)
    sound = speak(said, "de", is_marked=False).samples

    found = ear.hear(silence + sound + silence) or ear.flush()

    assert found is None or isinstance(decided(found, GERMAN), NoWish)
