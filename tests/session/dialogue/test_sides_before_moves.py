"""A move is said with its own side: before it, or behind the piece as in Italian."""

from collections.abc import Callable
from itertools import product

import pytest

from tests.german import says
from tests.speech.understanding.test_game_wish import HEARD, ears, said_first
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.ports import ScriptedOpponent
from tests.stage.usual import BLIND, PLAYERS
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer
from voice_chess.decoding.grammar import Grammar
from voice_chess.game.moves import MoveAnnounced
from voice_chess.game.refusals import NotYourMove
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.interpretation import Understood, interpret
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.commands import UNASKED, commands_when
from voice_chess.speech.understanding.hypothesis import Heard
from voice_chess.speech.understanding.interpret import MoveMeaning
from voice_chess.speech.understanding.scoring import NORMAL

WHITE, BLACK = PLAYERS
SILENCE = bytes(32_000)
ORDERS = (("{side}", "piece:N"), ("piece:N", "{side}"))
MOVE = MoveMeaning(uci="g1f3")
COMMANDS = UNASKED - commands_when("comparing", "hands")
AT = {
    "seat": Expectation(position=Position.start(), commands=COMMANDS, own_side=WHITE),
    "engine": Expectation(
        position=Position.start(), commands=COMMANDS, has_roles=True, own_side=WHITE
    ),
    "table": Expectation(
        position=Position.start(), commands=COMMANDS, has_roles=True, hears_sides=True
    ),
}
every_language = pytest.mark.parametrize("language_id", known_languages())
every_order = pytest.mark.parametrize("order", ORDERS, ids=["before", "behind the piece"])


def in_words(side: str, order: tuple[str, ...], language: Language) -> str:
    tokens = (*(each.format(side=side) for each in order), "file:f", "rank:3")
    return " ".join(map(language.say, tokens))


@every_language
@every_order
def test_at_a_seat_it_is_the_same_move(language_id: str, order: tuple[str, ...]) -> None:
    language = load_language(language_id)
    apart = Apart(BLIND, people=PLAYERS, settings=TableSettings(language=language))

    apart.types(in_words("white", order, language), WHITE)

    assert [event.uci for event in apart.of(MoveAnnounced)] == ["g1f3"]


@every_language
@every_order
def test_at_a_seat_the_other_sides_name_moves_nothing(
    language_id: str, order: tuple[str, ...]
) -> None:
    language = load_language(language_id)
    apart = Apart(BLIND, people=PLAYERS, settings=TableSettings(language=language))

    apart.play(in_words("black", order, language))

    assert not apart.of(MoveAnnounced)
    assert apart.answers[-1][1]


@every_language
def test_at_a_table_the_other_player_is_told_that_it_is_not_their_move(language_id: str) -> None:
    language = load_language(language_id)
    table = AroundTable(settings=TableSettings(language=language))

    table.play(in_words("black", ORDERS[0], language))

    assert not table.of(MoveAnnounced)
    assert [name for name, _ in table.refusals] == [NotYourMove.__name__]


@pytest.mark.model
@pytest.mark.parametrize("language", HEARD, ids=lambda each: each.id)
@pytest.mark.parametrize(
    ("where", "side", "order"),
    [
        ("seat", "white", ORDERS[0]),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in product(("seat", "engine", "table"), ("white", "black"), ORDERS)
            if each != ("seat", "white", ORDERS[0])
        ),
    ],
)
def test_an_ear_hears_whose_move_it_is(
    language: Language, where: str, side: str, order: tuple[str, ...]
) -> None:
    expected = AT[where]
    ear = ears().model(language.id).recognizer()
    ear.expect(expected.grammar(language))
    sound = SILENCE + said_first(in_words(side, order, language), language.id) + SILENCE
    found = ear.hear(sound) or ear.flush()
    assert found is not None
    outcome = interpret(found, expected, language, NORMAL).outcome

    meant = outcome.meaning if isinstance(outcome, Understood) else None
    if side == "white":
        own = expected.meanings(("white", "piece:N", "file:f", "rank:3"))
        assert meant in (MOVE, *own)
    else:
        assert meant != MOVE


class AskedEar(MemoryRecognizer):
    """`Recognizer` that keeps what it was to listen for with rules."""

    longer: tuple[str, ...] = ()

    def expect(self, grammar: Grammar, is_complete: Callable[[Heard], bool] | None = None) -> None:
        super().expect(grammar, is_complete)
        self.longer = grammar.longer


@pytest.mark.parametrize("side", ["white", "black"])
def test_against_an_engine_both_sides_names_are_heard(side: str) -> None:
    opponent = ScriptedOpponent(["e7e5"])
    table = AroundTable(opponent=opponent, absent=BLACK, ear=AskedEar)
    table.play(says("clock"))

    assert isinstance(table.recognizer, AskedEar)
    assert f"{says(side).lower()} <move>" in table.recognizer.longer
