"""What one channel can do, all can: every command by voice, by typed text and by key."""

import pytest

from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.typed_moves import as_heard, as_move, as_words
from voice_chess.speech.channels import Channels, channels
from voice_chess.speech.commands import COMMAND_TABLE, COMMANDS, KEYS, NUMBERED
from voice_chess.speech.generation.styles import CHANNELS, STYLES
from voice_chess.speech.understanding.grammar import phrases_for
from voice_chess.speech.understanding.interpret import (
    CommandMeaning,
    Meaning,
    MoveMeaning,
    interpret,
    moves_meant,
)
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_words

START = Position.start()
EVERY = [
    (load_language(name), row)
    for name in known_languages()
    for row in channels(load_language(name))
]
ROWS = [pytest.param(*each, id=f"{each[0].id}-{each[1].typed}") for each in EVERY]
ALSO_TYPED = [
    pytest.param(*each, id=f"{each[0].id}-{each[1].typed}") for each in EVERY if each[1].also_typed
]


def meant(words: tuple[str, ...], language: Language) -> tuple[Meaning, ...]:
    return interpret(parse(words, language), START, COMMANDS)


def meant_by_typing(line: str, language: Language) -> tuple[Meaning, ...]:
    assert as_move(line, START, language) is None
    (typed,) = as_heard(as_words(line, language), 0, language).hypotheses
    return meant(typed.words, language)


@pytest.mark.parametrize(("language", "row"), ROWS)
def test_a_command_is_the_same_by_voice_by_typed_text_and_by_key(
    language: Language, row: Channels
) -> None:
    typed = meant_by_typing(row.typed, language)
    (meaning,) = typed

    assert isinstance(meaning, CommandMeaning)
    assert meaning.name == row.command
    assert meant_by_typing(row.key, language) == typed
    assert not row.spoken or meant(tuple(row.spoken.split()), language) == typed


@pytest.mark.parametrize(("language", "row"), ROWS)
def test_other_words_for_it_mean_it_too(language: Language, row: Channels) -> None:
    for words in row.also:
        assert parse(words.split(), language) == (row.command,)


@pytest.mark.parametrize(("language", "row"), ALSO_TYPED)
def test_every_form_for_writing_alone_means_its_command(language: Language, row: Channels) -> None:
    argument = row.typed.removeprefix(language.words[row.command][0])
    found = {form: meant_by_typing(f"{form}{argument}", language) for form in row.also_typed}

    assert found == dict.fromkeys(row.also_typed, meant_by_typing(row.typed, language))


@pytest.mark.parametrize("language_id", known_languages())
def test_forms_for_writing_alone_are_there_for_much_that_is_asked(language_id: str) -> None:
    language = load_language(language_id)

    assert {"repeat", "help", "last-move", "own-clock", "what-is-on", "position"} <= {
        *language.typed
    }


@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("side", ["short", "long"])
def test_castling_can_be_typed_in_other_words(language_id: str, side: str) -> None:
    language = load_language(language_id)
    position = Position.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    uci = "e1g1" if side == "short" else "e1c1"
    forms = language.typed.get(f"castle:{side}", ())
    found = [moves_meant(parse(form.split(), language), position) for form in forms]

    assert found == [(MoveMeaning(uci=uci),)] * len(forms)


@pytest.mark.parametrize(
    ("language_id", "line"),
    [
        ("sr", "mala rošada"),
        ("sr", "rosada kratka"),
        ("sr-cyrl", "мала рошада"),
        ("sr", "kratka rohada"),
        ("cs", "malá rocháda"),
        ("cs", "rochada kratka"),
    ],
)
def test_another_spelling_of_castling_means_it_too(language_id: str, line: str) -> None:
    language = load_language(language_id)
    position = Position.from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")

    assert moves_meant(parse(typed_words(line, language), language), position) == (
        MoveMeaning(uci="e1g1"),
    )


@pytest.mark.parametrize(
    ("language_id", "line"),
    [
        ("de", "Springer von g1 nach f3"),
        ("de", "von g1 nach f3"),
        ("en", "knight from g1 to f3"),
        ("pl", "skoczek z g1 na f3"),
        ("cs", "jezdec z g1 na f3"),
        ("sr", "skakač sa g1 na f3"),
        ("it", "cavallo da g1 in f3"),
    ],
)
def test_a_move_can_be_typed_from_one_square_to_the_other(language_id: str, line: str) -> None:
    language = load_language(language_id)
    tokens = parse(typed_words(line, language), language)

    assert moves_meant(tokens, START) == (MoveMeaning(uci="g1f3"),)


@pytest.mark.parametrize("language_id", known_languages())
def test_no_command_lacks_a_channel(language_id: str) -> None:
    rows = tuple(channels(load_language(language_id)))

    assert {row.command for row in rows if row.spoken} == COMMANDS
    assert all(row.typed and row.key for row in rows)


@pytest.mark.parametrize("language_id", known_languages())
def test_only_the_next_style_of_a_screen_reader_or_braille_line_is_typed_and_not_said(
    language_id: str,
) -> None:
    language = load_language(language_id)
    unsaid = [row for row in channels(language) if not row.spoken]
    found = [meant_by_typing(row.typed, language) for row in unsaid]

    assert found == [(CommandMeaning(name="style", args=(name,)),) for name in CHANNELS]


@pytest.mark.parametrize("language_id", known_languages())
def test_any_style_of_any_channel_is_said_by_its_number(language_id: str) -> None:
    language = load_language(language_id)
    listened_for = phrases_for(START, language, COMMANDS)
    said = [
        (*language.words[f"style:{style}"][0].split(), *language.say(f"rank:{number}").split())
        for style in STYLES
        for number in NUMBERED
    ]

    assert set(said) <= set(listened_for)
    assert [meant(words, language) for words in said] == [
        (CommandMeaning(name="style", args=(style, name)),) for style in STYLES for name in CHANNELS
    ]


def test_no_key_calls_two_commands() -> None:
    assert len(KEYS) == len(COMMAND_TABLE)


def test_a_key_that_nobody_has_stays_what_was_typed() -> None:
    assert as_words(",;", load_language("de")) == ",;"
