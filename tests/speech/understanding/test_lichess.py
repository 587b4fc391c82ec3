"""Commands of Lichess' box mean here what they mean there; no language has them otherwise."""

import pytest

from voice_chess.languages.language import known_languages, load_language
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.understanding.interpret import CommandMeaning
from voice_chess.speech.understanding.lichess import (
    LICHESS_TABLE,
    ON_THE_PAGE,
    Viewpoint,
    lichess_command,
)
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_words

WHITE = Viewpoint(is_white=True, is_offered=False)
BLACK = Viewpoint(is_white=False, is_offered=False)
NOBODY = Viewpoint(is_white=None, is_offered=False)
EXAMPLES = [example for row in LICHESS_TABLE for example in row.examples]


@pytest.mark.parametrize(
    ("line", "asking", "name", "args"),
    [
        ("c", WHITE, "clock", ()),
        ("/clock", WHITE, "clock", ()),
        ("last", BLACK, "last-move", ()),
        ("p N", WHITE, "where-is-own", ("N",)),
        ("p N", BLACK, "where-is-their", ("N",)),
        ("p n", BLACK, "where-is-own", ("N",)),
        ("p n", NOBODY, "where-is-their", ("N",)),
        ("p A", WHITE, "position", ()),
        ("s e", WHITE, "scan-file", ("e",)),
        ("s 4", WHITE, "scan-rank", ("4",)),
        ("  s   e4 ", WHITE, "what-is-on", ("e4",)),
        ("draw", WHITE, "offer-draw", ()),
        ("draw", Viewpoint(is_white=True, is_offered=True), "accept", ()),
        ("takeback", WHITE, "propose-takeback", ()),
        ("resign", WHITE, "resign", ()),
    ],
)
def test_a_command_of_lichess_means_ours(
    line: str, asking: Viewpoint, name: str, args: tuple[str, ...]
) -> None:
    assert lichess_command(line, asking) == CommandMeaning(name=name, args=args)


@pytest.mark.parametrize("line", ["e4", "Nf3", "p", "p e4", "s e9", "clock 5", "drawn", "c4", ""])
def test_nothing_else_is_one(line: str) -> None:
    assert lichess_command(line, WHITE) is None


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_one_of_our_commands(example: str) -> None:
    meant = lichess_command(example, WHITE)

    assert meant is not None
    assert meant.name in COMMANDS


@pytest.mark.parametrize("language_id", known_languages())
def test_no_language_says_something_else_in_these_words(language_id: str) -> None:
    """A single letter may be a file; a whole command it is in no language."""
    language = load_language(language_id)
    lines = [*EXAMPLES, *(line for lines in ON_THE_PAGE for line in lines.split(", "))]
    for line in lines:
        tokens = parse(typed_words(line, language), language)
        own = COMMANDS.intersection(tokens)
        meant = lichess_command(line, WHITE)

        assert own <= ({meant.name} if meant else set()), f"{line} is {own} in {language_id}"
