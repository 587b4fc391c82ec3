"""What the opponent's hands have done is objected to by voice, line, key and button."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from tests.german import CONTINUE, GERMAN, NO, PRESS, YES, german, in_words, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.scripted_game import ScriptedGame
from tests.stage.usual import BLIND, BY_COMMAND
from voice_chess.game.draws import ClaimRejected
from voice_chess.game.objections import ObjectionRaised, ObjectionRejected, ObjectionUpheld
from voice_chess.game.phases import InPlay
from voice_chess.game.table import Occasion, Role
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.expectation import Expectation
from voice_chess.session.dialogue.open_question import question_to_go_on
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.channels import Channels, channels
from voice_chess.speech.commands import COMMANDS
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.understanding.interpret import CommandMeaning
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_words

LED = replace(BLIND, occasion=Occasion(has_arbiter=True))
MADE = ("e4", PRESS, "d5", PRESS)
"""Black's move is not what a touched e7, or a pawn let go on e5, asked for."""
TOUCHED, LET_GO = says("object-to-touch"), says("object-to-release")
EIGHT = ("e7", "f7", "g7", "h7", "a7", "b7", "c7", "e8")
Place = Callable[[TableSettings], ScriptedGame]


def around_table(settings: TableSettings) -> ScriptedGame:
    return AroundTable(LED, settings=settings)


def apart(settings: TableSettings) -> ScriptedGame:
    return Apart(LED, settings=settings)


def objection(name: str, language: Language) -> Channels:
    """To one square, or from where to where."""
    first, *_ = (row for row in channels(language) if row.command == name)
    return first


def raised(stage: ScriptedGame) -> list[tuple[tuple[str, ...], str | None]]:
    return [(event.touched, event.released) for event in stage.of(ObjectionRaised)]


@pytest.mark.parametrize("place", [around_table, apart])
@pytest.mark.parametrize("channel", ["spoken", "typed", "key"])
@pytest.mark.parametrize(
    ("name", "found"), [("object-to-touch", (("e7",), None)), ("object-to-release", ((), "e7e5"))]
)
@pytest.mark.parametrize("language_id", known_languages())
def test_it_is_raised_in_every_language_once_it_is_confirmed(
    language_id: str,
    name: str,
    found: tuple[tuple[str, ...], str | None],
    channel: str,
    place: Place,
) -> None:
    language = load_language(language_id)
    stage = place(TableSettings(language=language, press="command"))
    press, yes = language.say("press"), language.say("yes")
    line = getattr(objection(name, language), channel)
    said = [Utterance(each.lower()) if channel == "spoken" else each for each in (line, yes)]

    stage.play("e4", press, "d5", press, *said)

    assert raised(stage) == [found]


@pytest.mark.parametrize("language_id", known_languages())
def test_what_people_call_it_is_understood_in_writing(language_id: str) -> None:
    language = load_language(language_id)
    press, yes = language.say("press"), language.say("yes")
    for called in language.typed["object-to-release"]:
        stage = apart(TableSettings(language=language, press="command"))
        stage.play("e4", press, "d5", press, f"{called} e7e5", yes)

        assert raised(stage) == [((), "e7e5")], called


@pytest.mark.parametrize("place", [around_table, apart])
def test_what_is_objected_to_is_told_before_the_clocks_stop(place: Place) -> None:
    touched, let_go = f"{TOUCHED} e7, f7", f"{LET_GO} e7 {says('to')} e5"
    stage = place(BY_COMMAND)
    stage.play(*MADE, touched, NO, let_go, NO)

    assert raised(stage) == []
    assert stage.game.clock.is_running
    assert stage.answer_to(touched) == [
        german("confirm:object-to-touch", squares=in_words("e7, f7"))
    ]
    assert stage.answer_to(let_go) == [
        german("confirm:object-to-release", squares=in_words("e7, e5"))
    ]


def test_up_to_eight_squares_are_named_in_their_order() -> None:
    stage = Apart(LED, settings=BY_COMMAND)
    stage.play(*MADE, f"{TOUCHED} {', '.join(EIGHT)}", YES)

    assert raised(stage) == [(EIGHT, None)]


@pytest.mark.parametrize("place", [around_table, apart])
@pytest.mark.parametrize("is_said", [False, True])
@pytest.mark.parametrize("language_id", known_languages())
def test_the_words_alone_are_kept_and_the_squares_asked_for(
    language_id: str, place: Place, *, is_said: bool
) -> None:
    language = load_language(language_id)
    stage = place(TableSettings(language=language, press="command"))
    press, yes = language.say("press"), language.say("yes")
    half, rest = language.say("object-to-touch"), " ".join(typed_words("e7 f7", language))
    said = [Utterance(each) if is_said else each for each in (half, rest, yes)]

    stage.play("e4", press, "d5", press, *said)

    asked = phrase("ask:rest", language, start=language.displayed(half)).text
    assert asked in [text for _, told in stage.answers for text in told]
    assert raised(stage) == [(("e7", "f7"), None)]
    assert stage.of(ClaimRejected) == []


def test_one_square_of_two_is_half_of_it() -> None:
    stage = Apart(LED, settings=BY_COMMAND)
    stage.play(*MADE, f"{LET_GO} e7", "e5", YES)

    assert raised(stage) == [((), "e7e5")]


@pytest.mark.parametrize("language_id", known_languages())
def test_so_many_squares_are_listened_for_as_there_may_be(language_id: str) -> None:
    """Where they are waited for, and some of them in one with the words."""
    language = load_language(language_id)
    expected = Expectation(position=Position.start(), commands=COMMANDS)
    words = tuple(language.say("object-to-touch").split())
    going_on = replace(expected, asked=question_to_go_on(words, expected.position))

    def most(expected: Expectation, words: str) -> int:
        grammar = expected.grammar(language)
        names = [each.rpartition(" ")[2] for each in grammar.longer if each.startswith(words)]
        return max(_length(name, grammar.rules) for name in names if name in grammar.rules)

    assert most(expected, " ".join(words)) == 3
    assert most(going_on, "<") == len(EIGHT)


def _length(rule: str, rules: Mapping[str, tuple[str, ...]]) -> int:
    """How many squares a rule leads to."""
    following = rules[rule][0].rpartition(" ")[2]
    return 1 + (_length(following, rules) if following in rules else 0)


def test_a_word_between_two_squares_is_no_square() -> None:
    words = f"{LET_GO} {in_words('e7')} {says('to')} {in_words('e5')}".lower().split()
    expected = Expectation(position=Position.start(), commands=COMMANDS)

    assert expected.meanings(parse(words, GERMAN)) == (
        CommandMeaning(name="object-to-release", args=("e7e5",)),
    )


def test_a_button_asks_before_it_objects() -> None:
    seats = Apart(LED, settings=BY_COMMAND)
    seats.play(*MADE, lambda: seats.wants("object-to-touch", "e7f7"))
    assert raised(seats) == []

    seats.play(lambda: seats.wants("yes"))
    assert raised(seats) == [(("e7", "f7"), None)]


def test_the_arbiter_rules_on_it_in_a_word() -> None:
    table = AroundTable(LED, settings=BY_COMMAND)
    table.play(*MADE, f"{TOUCHED} e7", YES, says("arbiter: ruling yes"))

    (upheld,) = table.of(ObjectionUpheld)
    assert upheld.white
    assert table.game.position.moves == ("e2e4",)


def test_whoever_is_not_on_move_says_their_side_at_one_table() -> None:
    table = AroundTable(LED, settings=BY_COMMAND)
    table.play("e4", PRESS, "d5", f"{says('white')}: {TOUCHED} e7", f"{says('white')}: {YES}")

    assert raised(table) == [(("e7",), None)]
    assert table.of(ObjectionRaised)[0].white


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"{TOUCHED} d7", "NothingToObjectTo"),
        (f"{LET_GO} d7d5", "NothingToObjectTo"),
        (f"{LET_GO} e7e4", "NothingToObjectTo"),
    ],
)
def test_what_was_played_rightly_is_told_at_once(line: str, why: str) -> None:
    seats = Apart(LED, settings=BY_COMMAND)
    seats.play(*MADE)
    seats.fetch()
    seats.types(line, Role.WHITE)

    assert seats.told(Role.WHITE) == [german(why)]


@pytest.mark.law("objection-lost")
@pytest.mark.parametrize("line", [f"{TOUCHED} e7", f"{LET_GO} e7e5"])
def test_2009_4_7_who_has_moved_since_has_lost_the_right(line: str) -> None:
    seats = Apart(LED, settings=BY_COMMAND)
    seats.play(*MADE, "Sf3")
    seats.fetch()
    seats.types(line, Role.WHITE)

    assert seats.told(Role.WHITE) == [german("ObjectionLost")]


@pytest.mark.parametrize("role", [Role.SPECTATOR, Role.ARBITER])
def test_nobody_else_objects(role: Role) -> None:
    seats = Apart(LED, settings=BY_COMMAND)
    seats.play(*MADE)
    seats.types(f"{TOUCHED} e7", role)

    assert raised(seats) == []


REPORTED = {"2005:F.2.9.e": "2005", "2009:E.2.9.e": "2009"}


@pytest.mark.law("assistant-claims", "blind-touch")
@pytest.mark.parametrize("edition_id", REPORTED.values(), ids=REPORTED)
@pytest.mark.parametrize("by", [Role.WHITE, Role.ASSISTANT_WHITE])
def test_a_touch_reported_of_the_opponent_is_an_objection(by: Role, edition_id: str) -> None:
    helped = replace(LED.white, is_blind=True, has_assistant=True)
    hands = replace(LED.customs, execution="reported")
    seats = Apart(
        replace(LED, edition=edition_id, white=helped, customs=hands), settings=BY_COMMAND
    )
    seats.play("e4", says("executed"), PRESS)
    seats.play(lambda: seats.types(f"{says('touched')} b8", by), lambda: seats.types(YES, by))

    assert raised(seats) == [(("b8",), None)]
    ruled = says("ruling yes")
    seats.play(lambda: seats.types(ruled, Role.ARBITER), lambda: seats.types("e5", Role.BLACK))
    assert seats.game.turn.touched == ("b8",)
    assert seats.game.turn.announcement is None


@pytest.mark.law("blind-touch")
def test_a_typed_touch_is_understood_where_an_announcement_is_the_move() -> None:
    seats = Apart(LED, settings=BY_COMMAND)
    seats.play("e4", PRESS)
    seats.play(
        lambda: seats.types(f"{says('touched')} g8", Role.WHITE),
        lambda: seats.types(YES, Role.WHITE),
    )
    assert raised(seats) == [(("g8",), None)]

    seats.play(lambda: seats.types(says("ruling no"), Role.ARBITER))
    seats.play(lambda: seats.types(f"{says('touched')} g8", Role.BLACK))
    assert seats.game.turn.touched == ("g8",)


@pytest.mark.law("assistant-claims")
@pytest.mark.parametrize("square", ["e4", "e5"])
def test_a_touch_of_no_piece_of_the_opponents_is_none(square: str) -> None:
    hands = replace(LED.customs, execution="reported")
    seats = Apart(replace(LED, customs=hands), settings=BY_COMMAND)
    seats.play("e4", says("executed"), PRESS)
    seats.fetch()
    seats.types(f"{says('touched')} {square}", Role.WHITE)

    assert seats.told(Role.WHITE)[-1] == german("NotYourMove")
    assert raised(seats) == []


@pytest.mark.law("touch-own")
@pytest.mark.parametrize("place", [AroundTable, Apart])
def test_2009_4_3_without_an_arbiter_who_has_objected_takes_it_back_and_play_goes_on(
    place: type[AroundTable | Apart],
) -> None:
    stage, lines = place(BLIND, settings=BY_COMMAND), (f"{TOUCHED} d7", YES, CONTINUE)
    if isinstance(stage, Apart):
        stage.play("e4", PRESS)
        for line in lines:
            stage.types(line, Role.WHITE)
    else:
        stage.play("e4", PRESS, *(f"{says('white')}: {line}" for line in lines))

    (rejected,) = stage.of(ObjectionRejected)
    assert rejected.is_withdrawn
    assert isinstance(stage.game.phase, InPlay)
    assert stage.game.clock.is_running
