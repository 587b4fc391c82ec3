"""Questions in writing about a file, a rank or a square, which may stand before the rest."""

import pytest

from tests.session.dialogue.test_questions_as_asked import understood
from voice_chess.languages.language import load_language
from voice_chess.speech.understanding.interpret import CommandMeaning

FILE = CommandMeaning(name="scan-file", args=("e",))
RANK = CommandMeaning(name="scan-rank", args=("2",))
MOVES = CommandMeaning(name="legal-moves", args=("N",))
MOVES_FROM = CommandMeaning(name="legal-moves", args=("g1",))
ATTACKERS = CommandMeaning(name="attackers", args=("e5",))
DEFENDERS = CommandMeaning(name="defenders", args=("e4",))
ASKED = {
    "de": {
        "e-Linie": FILE,
        "was steht auf der e-Linie": FILE,
        "zweite Reihe": RANK,
        "2. Reihe": RANK,
        "was steht auf der zweiten Reihe": RANK,
        "welche Züge hat mein Springer": MOVES,
        "welche Züge hat der Springer auf g1": MOVES_FROM,
        "ist e5 angegriffen": ATTACKERS,
        "ist mein Bauer auf e4 gedeckt": DEFENDERS,
    },
    "en": {
        "the e file": FILE,
        "what is on the e file": FILE,
        "second rank": RANK,
        "2nd rank": RANK,
        "what's on the second rank": RANK,
        "which moves has my knight": MOVES,
        "which moves does my knight have": MOVES,
        "where can my knight move": MOVES,
        "where can my knight go": MOVES,
        "what moves does the knight on g1 have": MOVES_FROM,
        "is e5 attacked": ATTACKERS,
        "is my pawn on e4 protected": DEFENDERS,
    },
    "cs": {
        "e sloupec": FILE,
        "co je na sloupci e": FILE,
        "druhá řada": RANK,
        "co je na druhé řadě": RANK,
        "jaké tahy má můj jezdec": MOVES,
        "jaké tahy má jezdec na g1": MOVES_FROM,
        "je e5 napadené": ATTACKERS,
        "je můj pěšec na e4 krytý": DEFENDERS,
    },
    "pl": {
        "na linii e": FILE,
        "co jest na linii e": FILE,
        "drugi rząd": RANK,
        "co jest na drugiej linii": RANK,
        "jakie ruchy ma mój skoczek": MOVES,
        "jakie ruchy ma skoczek na g1": MOVES_FROM,
        "czy e5 jest atakowane": ATTACKERS,
        "czy mój pionek na e4 jest broniony": DEFENDERS,
    },
    "sr": {
        "e linija": FILE,
        "šta stoji na e liniji": FILE,
        "drugi red": RANK,
        "šta je u drugom redu": RANK,
        "koje poteze ima moj skakač": MOVES,
        "koje poteze ima skakač na g1": MOVES_FROM,
        "da li je e5 napadnuto": ATTACKERS,
        "da li je moj pešak na e4 branjen": DEFENDERS,
    },
    "it": {
        "cosa c'è sulla colonna e": FILE,
        "seconda traversa": RANK,
        "cosa c'è sulla seconda traversa": RANK,
        "quali mosse ha il mio cavallo": MOVES,
        "quali mosse ha il cavallo in g1": MOVES_FROM,
        "e5 è attaccato": ATTACKERS,
        "il mio pedone in e4 è difeso": DEFENDERS,
    },
}


@pytest.mark.parametrize("language_id", ASKED)
def test_a_line_or_a_square_is_asked_about_in_whatever_order(language_id: str) -> None:
    language, asked = load_language(language_id), ASKED[language_id]

    assert {line: understood(line, language) for line in asked} == asked
