"""The words of the Laws for announcements, typed as each document spells them."""

import pytest

from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_words

FILES = {
    "2005 F.2.1 Czech": "Anna Bella Cesar David Eva Felix Gustav Hector",
    "2009 E.2.1 Serbian": "Anna Bella Cesar David Eva Felix Gustav Hector",
}
RANKS = {
    "2005 F.2.1 Czech": "eins zwei drei vier fuenf sechs sieben acht",
    "2005 F.2.1 Polish": "eins zwei drei vier fünf sechs sieben acht",
}
PIECES = {
    "2005 F.2.1 Czech": "Koening Dame Turm Laeufer Springer Bauer",
    "2005 F.2.1 Polish": "König Dame Turm Läufer Springer Bauer",
    "2005 F.2.1 Serbian": "Koenig Dame Turm Laeuffer Springer Bauer",
    "2009 E.2.1 Serbian": "Koenig Dame Turm Laeufer Springer Bauer",
}
LANGUAGES = [pytest.param(load_language(name), id=name) for name in known_languages()]
POLISH = load_language("pl")
CYRILLIC = load_language("sr-cyrl")


def tokens(text: str, language: Language) -> tuple[str, ...]:
    return parse(typed_words(text, language), language)


def by_name(texts: dict[str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("text", texts.values(), ids=texts)


@pytest.mark.law("blind-announcement")
@pytest.mark.parametrize("language", LANGUAGES)
@by_name(FILES)
def test_the_names_of_the_files_are_understood(text: str, language: Language) -> None:
    assert tokens(text, language) == tuple(f"file:{file}" for file in "abcdefgh")


@pytest.mark.law("blind-announcement")
@pytest.mark.parametrize("language", LANGUAGES)
@by_name(RANKS)
def test_the_german_numbers_are_understood(text: str, language: Language) -> None:
    assert tokens(text, language) == tuple(f"rank:{rank}" for rank in range(1, 9))


@pytest.mark.law("blind-announcement")
@pytest.mark.parametrize("language", LANGUAGES)
@by_name(PIECES)
def test_the_german_names_of_the_pieces_are_understood(text: str, language: Language) -> None:
    assert tokens(text, language) == tuple(f"piece:{piece}" for piece in "KQRBNP")


@pytest.mark.law("blind-announcement")
@pytest.mark.parametrize("language", LANGUAGES)
def test_2009_e_2_1_the_german_words_for_castling_are_understood(language: Language) -> None:
    assert tokens("Lange Rochade", language) == ("castle:long",)
    assert tokens("Kurze Rochade", language) == ("castle:short",)


@pytest.mark.law("blind-announcement")
def test_2005_f_2_1_in_polish_the_names_and_the_english_words_are_understood() -> None:
    files = "Anna Bella Cesar Dawid Ewa Feliks Gustaw Hektor"
    ranks = "one two three four five six seven eight"

    assert tokens(files, POLISH) == tuple(f"file:{file}" for file in "abcdefgh")
    assert tokens(ranks, POLISH) == tuple(f"rank:{rank}" for rank in range(1, 9))
    assert tokens("King Queen Rook Bishop Knight Pawn", POLISH) == tuple(
        f"piece:{piece}" for piece in "KQRBNP"
    )
    assert tokens("long castling", POLISH) == ("castle:long",)
    assert tokens("short castling", POLISH) == ("castle:short",)
    assert tokens("I adjust", POLISH) == ("adjust",)


@pytest.mark.law("blind-announcement")
def test_2009_e_2_1_in_cyrillic_letters_the_german_words_are_understood() -> None:
    """As the Cyrillic document spells them: the w of zwei stayed as it was."""
    ranks = "еинс зwеи дреи виер фуенф сецхс сиебен ацхт"

    assert tokens(ranks, CYRILLIC) == tuple(f"rank:{rank}" for rank in range(1, 9))
    assert tokens("Коениг Даме Турм Лаеуфер Спрингер Бауер", CYRILLIC) == tuple(
        f"piece:{piece}" for piece in "KQRBNP"
    )
    assert tokens("Ланге Роцхаде", CYRILLIC) == ("castle:long",)
    assert tokens("Курзе Роцхаде", CYRILLIC) == ("castle:short",)


@pytest.mark.law("adjust")
@pytest.mark.parametrize("said", ["ž adub", "ž'adub", "popravljam", "j'adoube"])
@pytest.mark.parametrize("language_id", ["sr", "sr-cyrl"])
def test_2009_4_2_in_serbian_adjusting_is_said_as_in_the_laws(said: str, language_id: str) -> None:
    assert tokens(said, load_language(language_id)) == ("adjust",)
