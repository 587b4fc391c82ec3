"""Whatever stands in a list: it is taken as a whole, or refused in one sentence with its place."""

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.event.organised import organised
from tests.event.reports import FOUR, report
from tests.mutations import mutated
from voice_chess.event.commands import EnterPlayers, NewEntrant
from voice_chess.event.entry_lists import read_list
from voice_chess.event.refusals import Refusal
from voice_chess.languages.language import known_languages, load_language

GOOD = (
    "number;name;rating;language;blind;assistant;sex;title;federation;fide-number;birth\n"
    "11;Nowak, Anna;1850;pl;yes;no;w;WFM;POL;1120034;1990/05/31\n"
    "12;Bert Meier;1790;de;;;m;;GER;;1984\n"
    '13;"Cleo; Schmidt";;en;0;1;;;;;\n'
)
HEADED = "Nr.;Nachname;Vorname;Verein;DWZ;blind\n21;Nowak;Anna;SK;1850;ja\n22;Meier;;;;nein\n"
LISTS = (
    GOOD,
    HEADED,
    GOOD.replace(";", "\t"),
    GOOD.replace(",", "").replace(";", ","),
    report(FOUR),
)
LANGUAGES = tuple(map(load_language, known_languages()))
SENTENCE = re.compile(r"[^\n]*\S[^\n]*")


@settings(max_examples=400)
@given(st.sampled_from(LISTS).flatmap(mutated))
@example(f'"{GOOD}').via("a heading over several lines")
def test_a_list_is_taken_as_a_whole_or_refused_with_its_place(text: str) -> None:
    event = organised(4)
    before = event.history
    found = read_list(text, LANGUAGES, "en")
    if isinstance(found, Refusal):
        assert_told(found)
        return
    entries = tuple(
        NewEntrant(person=person, place=f"place-{line}", number=number, line=line)
        for number, person, line in found
    )

    ruling = event.do(EnterPlayers(at_ms=1, entries=entries))

    if isinstance(ruling, Refusal):
        assert_told(ruling)
        assert event.history is before
    else:
        assert len(event.now.competitors) == 4 + len(entries)


def assert_told(refusal: Refusal) -> None:
    """In one line of the page's language, with line and field where there are any."""
    words = refusal.told(load_language("en"))
    assert SENTENCE.fullmatch(words), words
    if refusal.line is not None:
        assert words.startswith((f"Line {refusal.line}, ", f"Line {refusal.line}: "))
