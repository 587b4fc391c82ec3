"""What is wrong with a report is told in every language, in one sentence with line and field."""

from typing import get_args

import pytest

from tests.event.reports import FOUR, report
from voice_chess.event.boards import Breach
from voice_chess.event.crosscheck import crosscheck
from voice_chess.event.report_faults import BadEvent, Fault, ReportPlaceName
from voice_chess.event.trf import read_trf
from voice_chess.languages.language import known_languages, load_language


@pytest.mark.parametrize("language", known_languages())
def test_every_fault_and_every_place_has_its_words(language: str) -> None:
    words = load_language(language).interface
    keys = [f"event-report:{fault}" for fault in Fault]
    keys += [f"event-report-place:{name}" for name in get_args(ReportPlaceName)]
    keys += [f"event-violation:{breach}" for breach in Breach]

    assert [key for key in keys if key not in words] == []


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("001    2", "001    x", "Zeile 3, Startnummer (Spalten 5 bis 8): „x“ ist keine Zahl."),
        ("w 1", "w x", "Zeile 2, Runde 1, Ergebnis: „x“ ist kein Ergebnis."),
        ("w 1", "w =", "Zeile 2, Runde 1, Ergebnis: 1 hat „=“ und 3 (Zeile 4) hat „0“, "),
        ("XXR 3", "152 X", "Zeile 1, Anfangsfarbe (Spalte 5): „X“ ist weder W noch B."),
    ],
)
def test_a_fault_is_told_in_a_language_with_line_and_field(old: str, new: str, told: str) -> None:
    wrong = report(FOUR, "XXR 3").replace(old, new, 1)

    with pytest.raises(BadEvent) as refused:
        crosscheck(read_trf(wrong))

    assert refused.value.fault.told(load_language("de")).startswith(told)
