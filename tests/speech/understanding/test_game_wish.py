"""One sentence begins a game against the computer, in every language, typed or said."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial
from itertools import permutations

import pytest

from tests.own_process import afresh
from voice_chess import speak
from voice_chess.adapters.recognition.model_registry import model_of
from voice_chess.adapters.recognition.recognizer_models import load_model
from voice_chess.adapters.recognition.recognizer_pool import RecognizerPool
from voice_chess.by_color import SIDES, Side
from voice_chess.decoding.grammar import Grammar
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.settings import Settings
from voice_chess.speech.understanding.confidence import UNFITTED
from voice_chess.speech.understanding.game_wish import (
    ANSWER_KEYS,
    LEVEL_NAMES,
    GameWish,
    LevelName,
    answered,
    choice_grammar,
    chosen,
    typed_wishes,
    wish_grammar,
    wish_words,
    wishes,
)
from voice_chess.speech.understanding.hypothesis import Exact, Heard, Hypothesis, Kind
from voice_chess.speech.understanding.wish_decision import (
    SURE_PER_WORD,
    Decision,
    Denied,
    Doubtful,
    NoWish,
    Wished,
    decided,
    is_whole,
)

MODELS = Settings.from_environment().models
LANGUAGES = [load_language(language_id) for language_id in known_languages()]
HEARD = [language for language in LANGUAGES if (MODELS / f"fide-{language.id[:2]}").is_dir()]
GERMAN = load_language("de")
FIVE_THREE = GameWish(time="5+3")


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.id)
def test_all_that_an_ear_listens_for_means_one_game(language: Language) -> None:
    grammar = wish_grammar(language)
    spoken = [
        *grammar.phrases,
        *(said for longer in grammar.longer for said in ways(longer, grammar)),
    ]

    unclear = [said for said in spoken if len(wishes(said.split(), language)) != 1]

    assert unclear == []


def ways(phrase: str, grammar: Grammar, most: int = 3) -> Iterator[str]:
    """It with the first few and the last of what a rule at its end holds."""
    said, _, name = phrase.rpartition(" ")
    if name not in grammar.rules:
        yield phrase
        return
    rule = grammar.rules[name]
    for rest in dict.fromkeys((*rule[:most], *rule[-most:])):
        yield from ways(f"{said} {rest}", grammar, most)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.id)
@pytest.mark.parametrize("order", list(permutations(("level", "time", "colour"))), ids="-".join)
def test_its_parts_come_in_any_order(order: tuple[str, ...], language: Language) -> None:
    """Typed and said."""
    numbers = language.sound.numbers.simple
    parts = {
        "level": language.wish["level:easy"][0],
        "time": f"{numbers[5]} {language.wish['plus'][0]} {numbers[3]}",
        "colour": language.wish["black"][0],
    }
    said = " ".join([language.wish["computer"][0], *(parts[part] for part in order)])
    grammar = wish_grammar(language)

    assert typed_wishes(said, language) == (GameWish(time="5+3", colour="black", level="easy"),)
    assert is_listened_for(said, (*grammar.phrases, *grammar.longer), grammar)


def is_listened_for(said: str, phrases: Sequence[str], grammar: Grammar) -> bool:
    for phrase in phrases:
        before, _, name = phrase.rpartition(" ")
        start = f"{before} ".lstrip()
        if phrase == said:
            return True
        rest = grammar.rules.get(name, ()) if said.startswith(start) else ()
        if is_listened_for(said.removeprefix(start), rest, grammar):
            return True
    return False


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
        (
            "Spiel gegen den Computer, leicht, fünf plus drei",
            GameWish(time="5+3", level="easy"),
        ),
        ("5+3 mit Weiß, schwer", GameWish(time="5+3", colour="white", level="hard")),
        ("so stark wie möglich", GameWish(level="strongest")),
    ],
)
def test_a_line_is_understood_as_people_type_it(text: str, wish: GameWish) -> None:
    assert typed_wishes(text, GERMAN) == (wish,)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.id)
@pytest.mark.parametrize("level", [None, *LEVEL_NAMES])
@pytest.mark.parametrize("colour", [None, *SIDES])
def test_what_is_read_back_is_what_would_be_understood(
    language: Language, level: LevelName | None, colour: Side | None
) -> None:
    wish = GameWish(time="25+10", colour=colour, level=level)

    assert typed_wishes(wish_words(wish, language), language) == (wish,)


@pytest.mark.parametrize(
    "text", ["", "guten Tag", "fünf", "plus drei", "e4", "9999+3", "spiel gegen den computer ¹"]
)
def test_a_line_that_begins_no_game_means_nothing(text: str) -> None:
    assert typed_wishes(text, GERMAN) == ()


def heard(*hypotheses: tuple[str, float, Kind], words: float = 0.0, sounds: float = 0.0) -> Heard:
    """Of an exact recogniser, with what any other words or sounds would have explained."""
    exact = Exact(
        confidence=UNFITTED,
        beginning=0.0,
        elsewhere=0.0,
        words=words,
        sounds=sounds,
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


@pytest.mark.parametrize("added", ["leicht", "mit weiß", "mit weiß leicht"])
def test_a_level_or_colour_that_is_no_likelier_than_none_was_noise(added: str) -> None:
    near = heard((f"{FIVE} {added}", 502.0, "whole"), (FIVE, 500.0, "whole"))
    far = heard((f"{FIVE} {added}", 502.0, "whole"), (FIVE, 480.0, "whole"))

    assert decided(near, GERMAN) == Wished(wish=FIVE_THREE)
    assert decided(far, GERMAN) != Wished(wish=FIVE_THREE)


def test_two_colours_that_sound_alike_are_asked_about() -> None:
    said = heard((f"{FIVE} mit weiß", 502.0, "whole"), (f"{FIVE} mit schwarz", 500.0, "whole"))

    assert isinstance(decided(said, GERMAN), Doubtful)


def test_one_that_sounds_explain_nearly_as_well_is_asked_about_and_begins_with_a_yes() -> None:
    said = heard((FIVE, 500.0, "whole"), sounds=501.0 - 5 * SURE_PER_WORD)

    assert decided(said, GERMAN) == Doubtful(wishes=(FIVE_THREE,))
    assert decided(heard(("ja", 90.0, "whole")), GERMAN, (FIVE_THREE,)) == Wished(wish=FIVE_THREE)
    assert decided(heard(("nein", 90.0, "whole")), GERMAN, (FIVE_THREE,)) == Denied()
    assert decided(heard((FIFTEEN, 90.0, "whole")), GERMAN, (FIVE_THREE,)) == Wished(
        wish=GameWish(time="15+10")
    )


def test_one_whose_unlearnt_words_cost_much_is_wished_where_sounds_explain_it_far_worse() -> None:
    said = heard((FIVE, 500.0, "whole"), words=700.0, sounds=499.0 - 5 * SURE_PER_WORD)

    assert decided(said, GERMAN) == Wished(wish=FIVE_THREE)


def test_a_yes_without_a_question_or_among_talk_begins_nothing() -> None:
    strange = heard(("ja", 90.0, "whole"), sounds=91.0)

    assert isinstance(decided(heard(("ja", 90.0, "whole")), GERMAN), NoWish)
    assert isinstance(decided(strange, GERMAN, (FIVE_THREE,)), NoWish)


EASY = GameWish(time="15+10", colour="black", level="easy")
AMONG = (FIVE_THREE, EASY, GameWish(time="5+3", colour="white"))


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.id)
def test_one_of_several_is_chosen_by_its_place_in_every_word_for_it(language: Language) -> None:
    for number, wish in enumerate(AMONG, start=1):
        words = language.wish[f"choice:{number}"]
        for line in (str(number), f"{number}.", f",{number}", *words):
            assert chosen(line.capitalize(), language, AMONG) == wish
            assert chosen(line, language, AMONG[:1]) == (wish if number == 1 else None)


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ("15+10", EASY),
        ("schwarz", EASY),
        ("leicht", EASY),
        ("neue partie fünfzehn plus zehn", EASY),
        ("mit weiß", AMONG[2]),
        ("fünf plus drei mit weiß", AMONG[2]),
        ("fünf plus drei", None),
        ("neue partie", None),
        ("zehn plus fünf", None),
        ("guten tag", None),
        ("vier", None),
        ("", None),
    ],
)
def test_one_of_several_is_chosen_by_what_only_it_has(line: str, wish: GameWish | None) -> None:
    assert chosen(line, GERMAN, AMONG) == wish


@pytest.mark.parametrize(
    ("said", "decision"),
    [
        ("das zweite", Wished(wish=EASY)),
        ("fünfzehn plus zehn", Wished(wish=EASY)),
        ("mit schwarz", Wished(wish=EASY)),
        ("nein", Denied()),
        ("neue partie drei plus zwei", Wished(wish=GameWish(time="3+2"))),
        ("ja", NoWish(words=("ja",))),
    ],
)
def test_one_of_several_is_chosen_by_voice(said: str, decision: Decision) -> None:
    assert decided(heard((said, 90.0, "whole")), GERMAN, AMONG) == decision


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.id)
def test_all_that_an_ear_listens_for_while_several_are_asked_about_is_an_answer(
    language: Language,
) -> None:
    known = {*wish_grammar(language).phrases}
    answers = [said for said in choice_grammar(language, AMONG).phrases if said not in known]
    found = [decided(heard((said, 90.0, "whole")), language, AMONG) for said in answers]
    unclear = {said for said, each in zip(answers, found, strict=True) if isinstance(each, NoWish)}
    shared = {"5+3"}

    assert len(answers) > len(AMONG)
    assert all(typed_wishes(said, language)[0].time in shared for said in unclear)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda each: each.id)
def test_it_is_answered_by_every_word_for_yes_and_no_and_by_their_keys(language: Language) -> None:
    for name, is_yes in (("yes", True), ("no", False)):
        for line in (*language.words[name], ANSWER_KEYS[name]):
            assert answered(f"{line.capitalize()}.", language) is is_yes

    assert answered("5+3", language) is None


def test_two_ways_to_say_the_same_are_one() -> None:
    said = heard((FIVE, 500.0, "whole"), ("neue partie fünf und drei", 499.0, "whole"))

    assert decided(said, GERMAN) == Wished(wish=FIVE_THREE)


@pytest.mark.parametrize(
    "said",
    [
        heard((FIVE, 100.0, "whole"), sounds=101.0),
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
def ears() -> RecognizerPool:
    return RecognizerPool(MODELS)


def said_first(words: str, language_id: str) -> bytes:
    """As a voice says it that has said nothing before, which is alike each time.

    eSpeak NG goes on in its noise from whatever the process has said, and Czech is heard narrowly.
    """
    with ProcessPoolExecutor(max_workers=1, mp_context=afresh()) as pool:
        return pool.submit(partial(speak, words, language_id, is_marked=False)).result().samples


@pytest.mark.model
@pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)
def test_every_word_is_heard_or_spelt_in_phones_of_the_model(language: Language) -> None:
    model = load_model(model_of(language, MODELS))
    at_the_door = model.with_words(language.phones)
    grammar = choice_grammar(language, AMONG)
    forms = [form for forms in grammar.rules.values() for form in forms]
    # Places are called by their numbers, which the question asks for, wherever the ear is unsure.
    places = {form for at in (1, 2, 3) for form in language.wish[f"choice:{at}"][1:]}
    heard = [said for said in (*grammar.phrases, *forms) if said not in places]
    words = {word for said in heard for word in said.split()} - grammar.rules.keys()

    assert [word for word in sorted(words) if not at_the_door.knows(word)] == []
    assert [word for word in sorted(language.phones) if model.knows(word)] == []


@pytest.mark.model
@pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)
@pytest.mark.parametrize(
    ("colour", "level"),
    [
        ("white", None),
        *(pytest.param(None, level, marks=pytest.mark.slow) for level in (None, "easy")),
    ],
)
def test_the_ear_at_the_door_hears_what_a_voice_says(
    language: Language, colour: Side | None, level: LevelName | None
) -> None:
    head, plus = language.wish["computer"][0], language.wish["plus"][0]
    five, three = language.sound.numbers.simple[5], language.sound.numbers.simple[3]
    behind = language.wish[colour][0] if colour else ""
    before = f", {language.wish[f'level:{level}'][0]}" if level else ""
    ear = ears().beside_games(language.id)
    ear.expect(wish_grammar(language), lambda found: is_whole(found, language))
    silence = bytes(32_000)
    sound = said_first(f"{head}{before}, {five} {plus} {three} {behind}", language.id)

    found = ear.hear(silence + sound + silence) or ear.flush()

    assert found is not None
    decision = decided(found, language)
    assert likeliest(decision) == GameWish(time="5+3", colour=colour, level=level)
    assert isinstance(decision, Wished)


@pytest.mark.parametrize(("lasted_ms", "is_begun"), [(390, True), (300, False)])
def test_a_level_shorter_than_a_word_is_asked_about_with_the_game_without_it(
    lasted_ms: int, *, is_begun: bool
) -> None:
    said = ["spiele", "gegen", "den", "computer", "anfänger", "fünf", "plus", "drei"]
    lasting = tuple(lasted_ms if word == "anfänger" else 300 for word in said)
    clear = heard((" ".join(said), 100.0, "whole"))
    (one,) = clear.hypotheses
    measured = replace(clear, hypotheses=(replace(one, lasted_ms=lasting),))
    beginner = GameWish(time="5+3", level="beginner")

    assert decided(clear, GERMAN) == Wished(wish=beginner)
    expected = Wished(wish=beginner) if is_begun else Doubtful(wishes=(beginner, FIVE_THREE))
    assert decided(measured, GERMAN) == expected


def likeliest(decision: Decision) -> GameWish | None:
    """The game that begins, or that is asked about first."""
    match decision:
        case Wished(wish=wish) | Doubtful(wishes=(wish, *_)):
            return wish
        case _:
            return None


@pytest.mark.model
@pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)
@pytest.mark.parametrize("place", [1, 2, 3])
def test_the_ear_at_the_door_hears_which_one_is_chosen(language: Language, place: int) -> None:
    ear = ears().beside_games(language.id)
    ear.expect(choice_grammar(language, AMONG), lambda found: is_whole(found, language))
    silence = bytes(32_000)
    sound = said_first(language.wish[f"choice:{place}"][0], language.id)

    found = ear.hear(silence + sound + silence) or ear.flush()

    assert found is not None
    assert decided(found, language, AMONG) == Wished(wish=AMONG[place - 1])


@pytest.mark.model
@pytest.mark.parametrize("said", ["Springer Felix drei.", "Wie spät ist es denn heute?", "Remis"])
def test_talk_at_the_door_begins_no_game(said: str) -> None:
    ear = ears().beside_games("de")
    ear.expect(wish_grammar(GERMAN))
    silence = bytes(32_000)
    sound = speak(said, "de", is_marked=False).samples

    found = ear.hear(silence + sound + silence) or ear.flush()

    assert found is None or isinstance(decided(found, GERMAN), NoWish)
