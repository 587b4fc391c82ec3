"""Questions that name a side or the opponent, as people type and say them in every language."""

import pytest

from tests.speech.understanding.test_interpret import START
from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.understanding.grammar import phrases_for
from voice_chess.speech.understanding.interpret import CommandMeaning, Meaning, interpret
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_words

ASKED: dict[str, dict[str, tuple[str, ...]]] = {
    "de": {
        "Wo steht die schwarze Dame?": ("where-is-own", "black", "Q"),
        "wo stehen die weissen Springer": ("where-is-own", "white", "N"),
        "wo stehen die weißen Bauern": ("where-is-own", "white", "P"),
        "wo stehen meine Bauern": ("where-is-own", "P"),
        "wo stehen Ihre Türme": ("where-is-their", "R"),
        "wo ist die Dame von Schwarz": ("where-is-own", "black", "Q"),
        "wo ist die Dame des Gegners": ("where-is-their", "Q"),
        "wie viel Zeit hat Schwarz": ("clock", "black"),
        "Zeit Schwarz": ("clock", "black"),
        "steht der schwarze König im Schach": ("in-check", "black"),
        "was hat Weiß gezogen": ("last-move", "white"),
        "wie viele Bauern hat Schwarz": ("material", "black"),
        "wo stehen die schwarzen Figuren": ("position", "black"),
        "welche Figur steht auf e vier": ("what-is-on", "e4"),
    },
    "en": {
        "Where is the black queen?": ("where-is-own", "black", "Q"),
        "where are White's rooks": ("where-is-own", "white", "R"),
        "where are my pawns": ("where-is-own", "P"),
        "where is the queen of my opponent": ("where-is-their", "Q"),
        "how much time does Black have": ("clock", "black"),
        "Black\u2019s time": ("clock", "black"),
        "is White in check": ("in-check", "white"),
        "what did Black play": ("last-move", "black"),
        "where are the white pieces": ("position", "white"),
        "who stands on e4": ("what-is-on", "e4"),
    },
    "pl": {
        "gdzie jest czarny hetman": ("where-is-own", "black", "Q"),
        "gdzie stoją białe pionki": ("where-is-own", "white", "P"),
        "gdzie jest hetman białych": ("where-is-own", "white", "Q"),
        "gdzie są twoje wieże": ("where-is-their", "R"),
        "ile czasu mają czarne": ("clock", "black"),
        "czy biały król jest w szachu": ("in-check", "white"),
        "co zagrały białe": ("last-move", "white"),
        "kto stoi na e4": ("what-is-on", "e4"),
    },
    "cs": {
        "kde je černá dáma": ("where-is-own", "black", "Q"),
        "kde jsou bílí jezdci": ("where-is-own", "white", "N"),
        "kde jsou vaši střelci": ("where-is-their", "B"),
        "kolik času má bílý": ("clock", "white"),
        "je černý král v šachu": ("in-check", "black"),
        "co zahrál černý": ("last-move", "black"),
        "kdo stojí na e4": ("what-is-on", "e4"),
    },
    "sr": {
        "gde je crna dama": ("where-is-own", "black", "Q"),
        "gde je bela dama": ("where-is-own", "white", "Q"),
        "gde su beli skakači": ("where-is-own", "white", "N"),
        "gde je dama protivnika": ("where-is-their", "Q"),
        "koliko vremena ima crni": ("clock", "black"),
        "da li je beli u šahu": ("in-check", "white"),
        "šta je odigrao crni": ("last-move", "black"),
        "ko stoji na e4": ("what-is-on", "e4"),
    },
    "sr-cyrl": {"где је бела дама": ("where-is-own", "white", "Q")},
    "it": {
        "dov'è la donna nera": ("where-is-own", "black", "Q"),
        "dove sono i cavalli bianchi": ("where-is-own", "white", "N"),
        "dove sono le tue torri": ("where-is-their", "R"),
        "quanto tempo ha il nero": ("clock", "black"),
        "il nero \u00e8 sotto scacco": ("in-check", "black"),
        "cosa ha giocato il bianco": ("last-move", "white"),
        "chi c'è in e4": ("what-is-on", "e4"),
    },
}


def meant(question: str, language_id: str) -> tuple[Meaning, ...]:
    language = load_language(language_id)
    tokens = parse(typed_words(question, language), language)
    return interpret(tokens, Position.from_fen(START), COMMANDS)


@pytest.mark.parametrize(
    ("language_id", "question", "name", "args"),
    [
        pytest.param(language_id, question, name, args, id=f"{language_id}-{question}")
        for language_id, asked in ASKED.items()
        for question, (name, *args) in asked.items()
    ],
)
def test_it_is_understood_as_typed(
    language_id: str, question: str, name: str, args: list[str]
) -> None:
    assert meant(question, language_id) == (CommandMeaning(name=name, args=tuple(args)),)


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("side", ["white", "black"])
def test_it_can_be_said(language_id: str, side: str) -> None:
    language = load_language(language_id)
    said = phrases_for(None, language, COMMANDS)
    clock, *queen = language.say("clock"), language.say(side), language.say("piece:Q")
    where = [language.say("where-is"), *queen]

    assert tuple(f"{clock} {language.say(side)}".split()) in said
    assert tuple(" ".join(where).split()) in said


@pytest.mark.parametrize("language_id", known_languages())
def test_all_that_can_be_said_about_a_side_has_one_meaning(language_id: str) -> None:
    language = load_language(language_id)
    sides = {form for side in ("white", "black") for form in language.words[side]}
    said = [
        phrase
        for phrase in phrases_for(None, language, frozenset({"clock", "where-is-own", "position"}))
        if sides & {*phrase}
    ]
    found = {phrase: interpret(parse(phrase, language), None, COMMANDS) for phrase in said}

    assert said
    assert [phrase for phrase, meanings in found.items() if len(meanings) != 1] == []
