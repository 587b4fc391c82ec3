"""The grammar of the moment."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.speech.commands import COMMANDS, MORE_WORDS
from voice_chess.speech.understanding.any_announcement import origins
from voice_chess.speech.understanding.grammar import phrases_for, spoken_numbers
from voice_chess.speech.understanding.interpret import CommandMeaning, MoveMeaning, interpret
from voice_chess.speech.understanding.parse import Tokens, parse
from voice_chess.speech.understanding.position_free_grammar import whole_move_language

GERMAN = load_language("de")
SPECIAL = {
    "castling": "r2k4/8/8/8/8/8/8/R3K2R w KQ - 0 1",
    "promotion with capture": "1n2k3/P1P5/8/8/8/8/8/4K3 w - - 0 1",
    "en passant two ways": "4k3/8/8/8/2pPp3/8/8/4K3 b - d3 0 1",
    "three queens that reach one square": "8/2k5/8/8/Q2Q4/8/8/4K2Q w - - 0 1",
    "mate in one": "6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
    "forty-eight moves": "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
}


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A position of a random game, or one of the special ones a few moves later."""
    fen = draw(st.sampled_from([Position.start().fen, *SPECIAL.values()]))
    position = Position.from_fen(fen)
    for choice in draw(st.lists(st.integers(0, 217), max_size=40)):
        if position.legal_moves:
            moves = position.legal_moves
            position = position.played(moves[choice % len(moves)])
    return position


@pytest.mark.parametrize("language_id", known_languages())
@settings(max_examples=25)
@given(position=positions())
def test_every_legal_move_can_be_said_so_that_nothing_else_is_understood(
    language_id: str, position: Position
) -> None:
    language = load_language(language_id)

    understood = {
        interpret(parse(phrase, language), position, COMMANDS)
        for phrase in phrases_for(position, language)
    }

    assert {(MoveMeaning(uci=uci),) for uci in position.legal_moves} <= understood


@pytest.mark.parametrize("language_id", known_languages())
@settings(max_examples=25)
@given(position=positions())
def test_a_phrase_of_several_meanings_names_one_piece_and_one_target(
    language_id: str, position: Position
) -> None:
    language = load_language(language_id)

    for phrase in phrases_for(position, language):
        meanings = interpret(parse(phrase, language), position, COMMANDS)
        moves = [meaning.uci for meaning in meanings if isinstance(meaning, MoveMeaning)]
        facts = [position.facts(uci) for uci in moves]

        assert len(moves) == len(meanings) > 0
        assert len({(move.piece, move.to_square, move.promotion) for move in facts}) == 1


@pytest.mark.parametrize("language_id", known_languages())
@settings(max_examples=15)
@given(position=positions())
def test_the_whole_language_has_every_pair_of_words_of_every_announcement(
    language_id: str, position: Position
) -> None:
    language = load_language(language_id)
    whole = whole_move_language(language)
    pairs = {pair for phrase in whole for pair in pairwise(phrase)}

    for phrase in phrases_for(position, language):
        assert set(pairwise(phrase)) <= pairs


@pytest.mark.parametrize("language_id", known_languages())
def test_every_command_phrase_is_understood_as_one_command(language_id: str) -> None:
    language = load_language(language_id)

    for command in sorted(COMMANDS):
        for phrase in phrases_for(None, language, {command}):
            meanings = interpret(parse(phrase, language), None, COMMANDS)

            assert len(meanings) == 1
            assert isinstance(meanings[0], CommandMeaning)
            assert MORE_WORDS.get(meanings[0].name, meanings[0].name) == command


@pytest.mark.parametrize("language_id", known_languages())
def test_every_command_can_be_said(language_id: str) -> None:
    language = load_language(language_id)

    assert [name for name in COMMANDS if not phrases_for(None, language, {name})] == []


@pytest.mark.parametrize(
    "words",
    [
        "springer felix drei",
        "springer gustav eins felix drei",
        "gustav eins felix drei",
        "springer f drei",
        "springer g eins f drei",
        "springer nach felix drei",
        "eva vier",
        "eva zwo eva vier",
        "bauer eva zwei eva vier",
    ],
)
def test_the_opening_can_be_announced_as_people_do(words: str) -> None:
    assert tuple(words.split()) in phrases_for(Position.start(), GERMAN)


@pytest.mark.parametrize(
    ("fen", "words"),
    [
        (SPECIAL["castling"], "kurze rochade"),
        (SPECIAL["castling"], "rochade lang schach"),
        (SPECIAL["castling"], "turm anna eins schlägt anna acht"),
        (SPECIAL["promotion with capture"], "anna schlägt bella acht dame"),
        (SPECIAL["promotion with capture"], "cesar acht wird turm"),
        (SPECIAL["en passant two ways"], "eva schlägt david drei"),
        (SPECIAL["en passant two ways"], "eva david drei en passant"),
        (SPECIAL["mate in one"], "turm anna eins anna acht matt"),
    ],
)
def test_special_moves_can_be_announced_as_people_do(fen: str, words: str) -> None:
    assert tuple(words.split()) in phrases_for(Position.from_fen(fen), GERMAN)


def test_nothing_is_listened_for_when_nothing_is_allowed() -> None:
    assert phrases_for(None, GERMAN) == ()


def test_only_allowed_commands_are_listened_for() -> None:
    phrases = phrases_for(None, GERMAN, {"yes", "no"})

    assert ("ja",) in phrases
    assert ("remis",) not in phrases


def test_only_numbers_without_a_word_in_every_language_come_digit_by_digit_too() -> None:
    digits = [phrase for phrase in spoken_numbers(GERMAN, 14) if len(phrase) > 1]

    assert digits == [("eins", "drei"), ("eins", "vier")]


@pytest.mark.parametrize("language_id", known_languages())
def test_every_square_behind_any_piece_or_none_may_be_the_one_that_a_move_starts_from(
    language_id: str,
) -> None:
    language = load_language(language_id)
    board = Position.from_fen("4k3/8/8/8/8/8/8/R3K2R w - - 0 1")
    to_squares = {
        " ".join(phrase)
        for phrase in phrases_for(board, language)
        if _kinds(parse(phrase, language)) == ["piece", "file", "rank"]
    }

    found = origins(language)

    assert to_squares
    assert to_squares <= found
    assert all(_kinds(parse(phrase.split(), language))[-2:] == ["file", "rank"] for phrase in found)


def _kinds(tokens: Tokens) -> list[str]:
    return [token.partition(":")[0] for token in tokens]
