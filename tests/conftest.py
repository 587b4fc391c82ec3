"""Lets tests be chosen by edition and article: `pytest -k "2005:9"` runs what shows Article 9."""

import pytest

from voice_chess.laws.clauses import clauses


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give each test the numbers of the clauses it shows as words to be chosen by."""
    numbers = {clause.name: clause.numbers for clause in clauses()}
    for item in items:
        for mark in item.iter_markers("law"):
            for name in mark.args:
                words = (f"{edition}:{number}" for edition, number in numbers.get(name, ()))
                item.extra_keyword_matches.update(words)
