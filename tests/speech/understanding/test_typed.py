"""What players type."""

import pytest

from voice_chess.languages.language import known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.speech.commands import CLAIMS, COMMANDS, MORE_WORDS
from voice_chess.speech.understanding.interpret import MoveMeaning, interpret, moves_meant
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_readings, typed_words

GERMAN, ENGLISH = load_language("de"), load_language("en")
PLAYED = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Sf3", "springer felix drei"),
        ("sf3", "springer felix drei"),
        ("was sf3", "was sf 3"),
        ("exd", "e schlägt d"),
        ("Sgf3", "springer gustav felix drei"),
        ("S1xf3+", "springer eins schlägt felix drei schach"),
        ("e4", "eva vier"),
        ("exd6e.p.", "eva schlägt david sechs en passant"),
        ("e2-e4", "eva zwei eva vier"),
        ("e2e4", "eva zwei eva vier"),
        ("a8D#", "anna acht dame matt"),
        ("a8=S", "anna acht springer"),
        ("0-0", "kurze rochade"),
        ("O-O-O+", "lange rochade schach"),
        ("Springer Felix drei", "springer felix drei"),
        ("Springer f 3", "springer f 3"),
        ("Springer f3!", "springer felix drei"),
        ("exd6 e.p.", "eva schlägt david sechs en passant"),
        ("Sf3 (=)", "springer felix drei remis"),
        ("was steht auf e4", "was steht auf eva vier"),
        ("j'adoube", "j'adoube"),
        ("", ""),
    ],
)
def test_notation_becomes_words(text: str, words: str) -> None:
    assert " ".join(typed_words(text, GERMAN)) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Bxc3", "bishop takes cesar three"),
        ("bxc3", "bella takes cesar three"),
        ("Nf3", "knight felix three"),
    ],
)
def test_case_tells_a_piece_from_a_file(text: str, words: str) -> None:
    assert " ".join(typed_words(text, ENGLISH)) == words


@pytest.mark.parametrize("language_id", known_languages())
def test_every_move_can_be_typed_as_on_the_scoresheet(language_id: str) -> None:
    language = load_language(language_id)
    letters = str.maketrans(dict(language.orthography.letters))
    position = Position.from_fen(PLAYED)

    for uci in position.legal_moves:
        written = position.san(uci).translate(letters)
        tokens = parse(typed_words(written, language), language)

        assert moves_meant(tokens, position) == (MoveMeaning(uci=uci),)


@pytest.mark.parametrize("language_id", known_languages())
def test_every_move_can_be_typed_as_two_squares(language_id: str) -> None:
    language = load_language(language_id)
    position = Position.from_fen(PLAYED)

    for uci in position.legal_moves:
        tokens = parse(typed_words(uci, language), language)

        assert moves_meant(tokens, position) == (MoveMeaning(uci=uci),)


@pytest.mark.parametrize("name", known_languages())
def test_a_pasted_game_has_few_readings_although_its_letters_mean_several_pieces(name: str) -> None:
    language = load_language(name)
    letter = next(each for each, meant in language.orthography.understood.items() if meant[1:])
    assert len(typed_readings(f"{letter}e4 {letter}d5", language)) == 4
    assert len(typed_readings(f"{letter}e4 " * 18, language)) < 100


@pytest.mark.parametrize(
    ("language_id", "line", "tokens"),
    [
        ("cs", "dál", ("continue",)),
        ("cs", "pokračujte", ("continue",)),
        ("cs", "varování bílý", ("warn", "white")),
        ("cs", "napomínám černého", ("warn", "black")),
        ("de", "ich verwarne weiß", ("warn", "white")),
        ("en", "warn black", ("warn", "black")),
        ("en", "play on", ("continue",)),
        ("it", "ammonizione al bianco", ("warn", "white")),
        ("pl", "proszę grać dalej", ("continue",)),
        ("pl", "ostrzeżenie dla białego", ("warn", "white")),
        ("sr", "nastavite", ("continue",)),
        ("sr", "opominjem crnog", ("warn", "black")),
    ],
)
def test_an_arbiter_types_an_order_as_people_say_it(
    language_id: str, line: str, tokens: tuple[str, ...]
) -> None:
    language = load_language(language_id)

    assert parse(typed_words(line, language), language) == tokens


@pytest.mark.parametrize(
    ("language_id", "line"),
    [
        ("cs", "zopakujte"),
        ("de", "wiederhole"),
        ("it", "ripeti"),
        ("pl", "powtórz"),
        ("sr", "ponovi"),
    ],
)
def test_who_asks_for_it_again_types_the_verb_as_people_say_it(language_id: str, line: str) -> None:
    language = load_language(language_id)

    assert parse(typed_words(line, language), language) == ("repeat",)


@pytest.mark.parametrize(
    ("language_id", "line", "uci"),
    [
        ("cs", "jezdcem na f3", "g1f3"),
        ("cs", "kone\u030cm na f3", "g1f3"),
        ("cs", "pesakem e4", "e2e4"),
        ("pl", "skoczkiem na f3", "g1f3"),
        ("pl", "koń f3", "g1f3"),
        ("pl", "kon f3", "g1f3"),
        ("pl", "pionkiem na e4", "e2e4"),
        ("sr", "skakacem na f3", "g1f3"),
        ("sr", "konjem f3", "g1f3"),
        ("sr-cyrl", "коњем на f3", "g1f3"),
        ("sr-cyrl", "пешаком на е4", "e2e4"),
    ],
)
def test_a_piece_that_a_move_is_made_with_is_typed_as_people_say_it(
    language_id: str, line: str, uci: str
) -> None:
    """In the instrumental, "with the knight to f3", and by the piece's everyday name."""
    language = load_language(language_id)

    tokens = parse(typed_words(line, language), language)

    assert moves_meant(tokens, Position.start()) == (MoveMeaning(uci=uci),)


@pytest.mark.parametrize(
    ("language_id", "line", "piece"),
    [
        ("cs", "střelcem", "B"),
        ("cs", "vezi", "R"),
        ("pl", "damą", "Q"),
        ("pl", "królowa", "Q"),
        ("pl", "laufer", "B"),
        ("sr", "kraljicom", "Q"),
        ("sr", "laufer", "B"),
        ("sr", "topom", "R"),
    ],
)
def test_a_piece_has_its_everyday_names_too(language_id: str, line: str, piece: str) -> None:
    language = load_language(language_id)

    assert parse(typed_words(line, language), language) == (f"piece:{piece}",)


@pytest.mark.parametrize(
    ("language_id", "line", "token"),
    [
        ("cs", "opakuj", "repeat"),
        ("cs", "remis", "offer-draw"),
        ("cs", "přijímám remízu", "accept"),
        ("cs", "souhlasím", "accept"),
        ("cs", "nesouhlasim", "decline"),
        ("cs", "kolik času mám", "own-clock"),
        ("cs", "vzdát se", "resign"),
        ("it", "accetto la patta", "accept"),
        ("it", "rifiuto la patta", "decline"),
        ("pl", "zgadzam sie", "accept"),
        ("pl", "nie zgadzam się", "decline"),
        ("pl", "ile czasu mam", "own-clock"),
        ("pl", "kto ma ruch", "whose-turn"),
        ("sr", "slazem se", "accept"),
        ("sr", "ne slažem se", "decline"),
        ("sr", "koliko vremena imam", "own-clock"),
        ("sr", "čiji je potez", "whose-turn"),
        ("sr-cyrl", "слажем се", "accept"),
    ],
)
def test_draws_and_questions_are_typed_as_people_say_them(
    language_id: str, line: str, token: str
) -> None:
    language = load_language(language_id)

    assert parse(typed_words(line, language), language) == (token,)


@pytest.mark.parametrize("language_id", known_languages())
def test_the_name_of_a_button_is_typed_for_its_command(language_id: str) -> None:
    language = load_language(language_id)
    buttons = {
        key.removeprefix("do:"): name
        for key, name in language.interface.items()
        if key.startswith("do:") and "{" not in name
    }
    kinds = {f"claim:{kind}" for kind in CLAIMS}
    named = {token: buttons[token] for token in {*COMMANDS, *kinds} if token in buttons}

    read = {token: parse(typed_words(name, language), language) for token, name in named.items()}

    meant = {
        token: tuple(MORE_WORDS.get(each, each) for each in found) for token, found in read.items()
    }
    assert len(read) > 20
    assert meant == {token: (token,) for token in named}
    assert all(interpret(tokens, None, COMMANDS) for tokens in read.values())
