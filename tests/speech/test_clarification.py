"""Asking what was meant, and understanding the answer."""

import pytest

from voice_chess.languages.language import Language, load_language, spoken_languages
from voice_chess.laws.position import Position
from voice_chess.speech.clarification import Question, answer_phrases, answered, ask, asked_in
from voice_chess.speech.understanding.features import telling_feature
from voice_chess.speech.understanding.interpret import (
    CommandMeaning,
    Meaning,
    MoveMeaning,
    interpret,
    legal_facts,
)
from voice_chess.speech.understanding.parse import parse

GERMAN = load_language("de")
LANGUAGES = [load_language(name) for name in spoken_languages()]
KNIGHTS = "4k3/8/8/8/8/8/3N4/1N2K1N1 w - - 0 1"
ROOKS = "R7/4k3/8/8/8/8/8/R3K3 w - - 0 1"
CROSSED_ROOKS = "6k1/8/4R3/8/8/8/8/R5K1 w - - 0 1"
QUEENS = "8/2k5/8/8/Q2Q4/6K1/8/7Q w - - 0 1"
PROMOTION = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
CASTLING = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
START = Position.start().fen


def moves(*ucis: str) -> tuple[Meaning, ...]:
    return tuple(MoveMeaning(uci=uci) for uci in ucis)


def question(fen: str, *ucis: str) -> Question:
    return ask(moves(*ucis), Position.from_fen(fen))


def asked_about(*candidates: Meaning, language: Language) -> str:
    return (
        asked_in(language, ask(candidates, Position.start()), Position.start())
        .text.strip("?")
        .replace(":", "")
        .lower()
    )


def answer(fen: str, ucis: str, words: str) -> tuple[Meaning, ...]:
    tokens = parse(words.split(), GERMAN)
    return answered(question(fen, *ucis.split()), tokens, Position.from_fen(fen))


@pytest.mark.parametrize(
    ("fen", "ucis", "text"),
    [
        (KNIGHTS, "g1f3 d2f3", "Springer Gustav oder David?"),
        (ROOKS, "a1a4 a8a4", "Turm eins oder acht?"),
        (QUEENS, "a4d1 d4d1", "Dame Anna oder David?"),
        (START, "g1f3 g1h3", "Springer nach Felix oder Hektor?"),
        (START, "e2e3 e2e4", "Bauer nach drei oder vier?"),
        (START, "g1f3 f2f3", "Springer oder Bauer?"),
        (PROMOTION, "a7a8q a7a8r a7a8b a7a8n", "Welche Figur: Dame, Turm, Läufer oder Springer?"),
        (CASTLING, "e1g1 e1c1", "Kurz oder lang?"),
        (CASTLING, "e1g1 e1f1", "Kurze Rochade oder König Felix eins?"),
        (START, "g1f3", "Springer Felix drei?"),
    ],
)
def test_the_question_is_as_short_as_it_can_be(fen: str, ucis: str, text: str) -> None:
    asked = question(fen, *ucis.split())

    assert asked_in(GERMAN, asked, Position.from_fen(fen)).text == text


@pytest.mark.parametrize(
    ("fen", "ucis", "words", "uci"),
    [
        (KNIGHTS, "g1f3 d2f3", "Gustav", "g1f3"),
        (KNIGHTS, "g1f3 d2f3", "d", "d2f3"),
        (KNIGHTS, "g1f3 d2f3", "zwei", "d2f3"),
        (KNIGHTS, "g1f3 d2f3", "zwo", "d2f3"),
        (KNIGHTS, "g1f3 d2f3", "David zwei", "d2f3"),
        (KNIGHTS, "g1f3 d2f3", "Springer Gustav", "g1f3"),
        (KNIGHTS, "g1f3 d2f3", "Springer Gustav eins Felix drei", "g1f3"),
        (KNIGHTS, "g1f3 d2f3", "nein Springer Gustav", "g1f3"),
        (CROSSED_ROOKS, "a1e1 e6e1", "Eva", "e6e1"),
        (CROSSED_ROOKS, "a1e1 e6e1", "eins", "a1e1"),
        (START, "g1f3 f2f3", "Bauer", "f2f3"),
        (START, "e2e3 e2e4", "vier", "e2e4"),
        (PROMOTION, "a7a8q a7a8r a7a8b a7a8n", "Turm", "a7a8r"),
        (PROMOTION, "a7a8q a7a8r", "Anna acht Dame", "a7a8q"),
        (CASTLING, "e1g1 e1c1", "kurz", "e1g1"),
        (CASTLING, "e1g1 e1c1", "lange Rochade", "e1c1"),
        (START, "g1f3", "ja", "g1f3"),
        (START, "g1f3", "nein Springer Hektor drei", "g1h3"),
        (START, "g1f3 g1h3", "Eva vier", "e2e4"),
    ],
)
def test_any_sufficient_answer_is_understood(fen: str, ucis: str, words: str, uci: str) -> None:
    assert answer(fen, ucis, words) == moves(uci)


@pytest.mark.parametrize(
    ("fen", "ucis", "words"),
    [
        (KNIGHTS, "g1f3 d2f3", "Felix"),
        (KNIGHTS, "g1f3 d2f3", "Springer"),
        (KNIGHTS, "g1f3 d2f3", "ja"),
        (KNIGHTS, "g1f3 d2f3", "Hektor"),
        (START, "g1f3", "Uhr"),
    ],
)
def test_what_tells_nothing_is_no_answer(fen: str, ucis: str, words: str) -> None:
    assert answer(fen, ucis, words) == ()


def test_an_answer_can_leave_some_of_several() -> None:
    assert answer(QUEENS, "a4d1 d4d1 h1d1", "vier") == moves("a4d1", "d4d1")


def test_a_bare_no_is_a_no() -> None:
    assert answer(START, "g1f3", "nein") == (CommandMeaning(name="no"),)


def test_a_command_and_a_move_are_asked_by_their_names() -> None:
    candidates = (CommandMeaning(name="offer-draw"), MoveMeaning(uci="e2e4"))
    asked = ask(candidates, Position.start())

    assert asked_in(GERMAN, asked, Position.start()).text == "Remis oder Eva vier?"
    assert answered(asked, ("offer-draw",), Position.start()) == candidates[:1]


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.id)
@pytest.mark.parametrize(
    "shape",
    [
        ("what-is-on", ("c6",), ("h6",)),
        ("go-to-move", ("1",), ("1", "black")),
        ("scan-file", ("a",), ("e",)),
        ("scan-rank", ("4",), ("5",)),
        ("where-is-own", ("N",), ("B",)),
        ("where-is-own", ("white", "N"), ("black", "Q")),
        ("clock", ("white",), ("black",)),
        ("claim", ("fifty",), ("repetition", "e2e4")),
        ("language", ("de",), ("pl",)),
        ("style", ("short",), ("short", "reader")),
        ("style", ("braille",), ("long",)),
    ],
    ids=lambda shape: f"{shape[0]}-{shape[1][0]}",
)
def test_a_choice_among_commands_is_answered_in_its_own_words(
    shape: tuple[str, tuple[str, ...], tuple[str, ...]], language: Language
) -> None:
    name, *several = shape
    position = Position.start()
    candidates = tuple(CommandMeaning(name=name, args=args) for args in several)
    named = [asked_about(one, language=language) for one in candidates]
    meant = [interpret(parse(words.split(), language), position, {name}) for words in named]

    assert meant == [(one,) for one in candidates]
    assert all(words in asked_about(*candidates, language=language) for words in named)


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.id)
def test_of_a_ruling_the_result_is_named(language: Language) -> None:
    results = ("white", "black", "offer-draw", "both-lose")
    rulings = [CommandMeaning(name="ruling", args=(result,)) for result in results]

    named = [asked_about(one, language=language) for one in rulings]

    assert named == [f"{language.say('ruling')} {language.say(result)}" for result in results]


@pytest.mark.parametrize("fen", [KNIGHTS, ROOKS, QUEENS, PROMOTION, CASTLING, START])
def test_every_pair_of_moves_can_be_told_apart_by_the_answer_asked_for(fen: str) -> None:
    position = Position.from_fen(fen)
    facts = legal_facts(position)

    for one in facts:
        for other in facts:
            if one is other:
                continue
            asked = ask(moves(one.uci, other.uci), position)
            for words in asked_in(GERMAN, asked, position).text.rstrip("?").split(" oder "):
                last = words.split(": ")[-1].split()
                understood = answered(asked, parse(last, GERMAN), position)

                assert understood in (moves(one.uci), moves(other.uci))


def test_the_whole_moves_are_asked_for_when_no_single_feature_tells() -> None:
    facts = legal_facts(Position.from_fen(CASTLING))
    mixed = tuple(move for move in facts if move.uci in {"e1g1", "e1f1"})

    assert telling_feature(mixed) is None


def test_answers_are_listened_for_by_name_and_letter_and_as_whole_moves() -> None:
    position = Position.from_fen(KNIGHTS)
    phrases = answer_phrases(question(KNIGHTS, "g1f3", "d2f3"), position, GERMAN)

    assert {("gustav",), ("g",), ("zwo",), ("ja",), ("nein",)} <= set(phrases)
    assert ("springer", "gustav", "eins", "felix", "drei") in phrases
    assert ("felix",) not in phrases


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.id)
def test_the_commands_that_were_asked_about_are_listened_for_and_no_others(
    language: Language,
) -> None:
    position = Position.start()
    candidates = (
        CommandMeaning(name="resign"),
        CommandMeaning(name="claim", args=("fifty",)),
        *moves("e2e4"),
    )
    phrases = answer_phrases(ask(candidates, position), position, language)
    tokens = [parse(phrase, language) for phrase in phrases]

    assert ("resign",) in tokens
    assert {interpret(each, position, {"claim"}) for each in tokens if "claim" in each} == {
        candidates[1:2]
    }
    assert not [each for each in tokens if "offer-draw" in each]
