"""What is made from the code is as the code is now."""

import pytest

from tests.docs.generated import DOES, MADE, ORDERED, SUBJECTS, page
from voice_chess.docs.topics import topic
from voice_chess.speech.commands import COMMAND_TABLE
from voice_chess.speech.orders import ORDER_TABLE


@pytest.mark.parametrize("name", MADE)
def test_a_page_that_is_made_is_not_stale(name: str) -> None:
    stale = [line for line in page(name).splitlines() if line not in topic(name).text.splitlines()]

    assert not stale, "python -m tests.docs.generated writes these lines"
    assert topic(name).text == page(name)


def test_every_command_is_described_and_nothing_else_is() -> None:
    assert list(DOES) == [command.name for command in COMMAND_TABLE]
    assert next(iter(SUBJECTS)) == COMMAND_TABLE[0].name
    assert list(ORDERED) == [order.name for order in ORDER_TABLE]
