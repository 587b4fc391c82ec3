"""A PGN file does not tell its encoding; its words do, as far as they can."""

import pytest

from voice_chess.records.pgn_letters import decoded

CZECH = '[White "Dvořák, Jiří"]\n[Black "Novotný, Tomáš"]\n\n1. e4 {věc Čechů} *\n'
POLISH = '[White "Wiśniewski, Łukasz"]\n[Black "Żak, Stępień"]\n\n1. e4 e5 *\n'
GERMAN = '[White "Müller, Jörg"]\n[Black "Straße"]\n\n1. e4 {schön – „gut“} 1/2-1/2\n'
FRENCH = '[White "Lefèvre, Hélène"]\n[Black "Benoît, François"]\n\n1. e4 {dès lors, forçant} *\n'
NORDIC = '[White "Sørensen, Åge"]\n[Black "Ødegård, Bjørn"]\n\n1. e4 *\n'
SERBIAN = '[White "Петровић, Ђорђе"]\n[Black "Николић"]\n\n1. e4 *\n'


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (CZECH, "cp1250"),
        (CZECH, "iso8859_2"),
        (POLISH, "cp1250"),
        (POLISH, "iso8859_2"),
        (GERMAN, "cp1252"),
        (GERMAN, "cp1250"),
        (FRENCH, "cp1252"),
        (NORDIC, "cp1252"),
        (SERBIAN, "cp1251"),
    ],
)
def test_a_file_is_read_in_the_encoding_of_its_country(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize("text", [CZECH, POLISH, FRENCH, NORDIC, SERBIAN])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_is_never_guessed_at(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding)) == text


def test_of_a_word_that_could_be_either_it_is_western() -> None:
    assert decoded(b'[White "R\xf8mer"]') == '[White "Rømer"]'


def test_a_byte_that_is_no_letter_anywhere_costs_no_game() -> None:
    assert decoded(b'[White "A\x81\x98"]').startswith('[White "A')
