"""Half a command is kept: what follows is asked for, and read as its rest."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.german import NO, german, says
from tests.session.dialogue.test_every_channel import apart, around_table, tried_by
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.scripted_game import GAME, ScriptedGame
from tests.stage.usual import IN_GERMAN
from voice_chess.game.draws import DrawOffered
from voice_chess.game.moves import MoveAnnounced
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.session.dialogue.expectation import HALF, Expectation
from voice_chess.session.dialogue.interpretation import Understood, Unheeded, interpret
from voice_chess.session.dialogue.open_question import question_to_go_on
from voice_chess.session.dialogue.typed_moves import as_heard
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.commands import COMMANDS, REPEAT_ALONE
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.understanding.interpret import CommandMeaning, whose
from voice_chess.speech.understanding.scoring import NORMAL
from voice_chess.speech.understanding.typed import typed_words

PLACES = [around_table, apart]


def asked(half: str, language: Language) -> str:
    return phrase("ask:rest", language, start=language.displayed(half)).text


def in_halves(line: str, language: Language) -> list[tuple[str, str]]:
    """Each way to say it in two."""
    words = typed_words(line, language)
    return [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]


def heard_as(line: str, expected: Expectation, language: Language) -> object:
    return interpret(as_heard(line, 0, language), expected, language, NORMAL, is_typed=True).outcome


@pytest.mark.parametrize("language_id", known_languages())
def test_every_command_can_be_given_in_two_halves_wherever_it_is_cut(language_id: str) -> None:
    language = load_language(language_id)
    expected = Expectation(position=Position.start(), commands=COMMANDS)
    lost = []
    for row in tried_by("typed", language_id):
        whole = heard_as(row.typed, expected, language)
        for half, rest in in_halves(row.typed, language):
            first = heard_as(half, expected, language)
            match first:
                case Understood(meaning=CommandMeaning(name=name, args=words)) if name == HALF:
                    going_on = replace(expected, asked=question_to_go_on(words, expected.position))
                    if heard_as(rest, going_on, language) != whole:
                        lost.append((half, rest))
                case Understood():
                    # It means something by itself: a clock, a number fewer.
                    continue
                case _:
                    lost.append((half, rest))
    assert lost == []


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("language_id", known_languages())
@pytest.mark.parametrize("is_said", [False, True])
def test_the_square_that_follows_belongs_to_the_question_and_no_later_one(
    place: Callable[[TableSettings], ScriptedGame], language_id: str, *, is_said: bool
) -> None:
    language = load_language(language_id)
    stage = place(TableSettings(language=language, press="command"))
    half, square = language.say("what-is-on"), " ".join(typed_words("e2", language))
    lines = (half, square, " ".join(typed_words("e4", language)))
    stage.play(*(Utterance(each) if is_said else each for each in lines))

    told = [text for _, said in stage.answers for text in said]
    announced = [one for one in stage.journal.read(GAME) if isinstance(one, MoveAnnounced)]
    assert asked(half, language) in told
    assert [one.uci for one in announced] == ["e2e4"]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("is_said", [False, True])
def test_a_draw_is_offered_in_two_halves(
    place: Callable[[TableSettings], ScriptedGame], *, is_said: bool
) -> None:
    stage = place(TableSettings(language=IN_GERMAN.language, press="command"))
    lines = ("ich biete", "remis")
    stage.play("e4", *(Utterance(each) if is_said else each for each in lines))

    assert asked("ich biete", IN_GERMAN.language) in [t for _, said in stage.answers for t in said]
    assert any(isinstance(event, DrawOffered) for event in stage.journal.read(GAME))


@pytest.mark.parametrize("half", ["mogliche", "moegliche", "MÖGLICHE"])
def test_half_a_command_may_be_typed_without_marks(half: str) -> None:
    table = AroundTable(settings=IN_GERMAN)
    table.play(half, "züge e2")

    ((_, asked_then), (_, told)) = table.answers[1:]
    assert asked_then == [asked("mögliche", IN_GERMAN.language)]
    assert told != [german("NotUnderstood")]


def test_whatever_else_is_said_then_is_taken_for_itself() -> None:
    table = AroundTable(settings=IN_GERMAN)
    table.play("ich biete", "e4")

    assert scoresheet_of(table.journal.read(GAME)).moves == ("e2e4",)


def test_a_no_lets_it_be() -> None:
    table = AroundTable(settings=IN_GERMAN)
    table.play("ich biete", NO, "e4")

    assert table.answer_to(NO) == [german("Cancelled")]
    assert scoresheet_of(table.journal.read(GAME)).moves == ("e2e4",)


def test_what_is_not_gone_on_with_is_forgotten() -> None:
    table = AroundTable(settings=IN_GERMAN)
    table.play("was steht auf", 60_000, "e4")

    assert scoresheet_of(table.journal.read(GAME)).moves == ("e2e4",)


@pytest.mark.parametrize("words", ["ich", "was", "noch"])
def test_one_word_of_anybodys_talk_is_left_alone(words: str) -> None:
    expected = Expectation(position=Position.start(), commands=COMMANDS)
    language = IN_GERMAN.language

    assert heard_as(words, expected, language) == Understood(
        meaning=CommandMeaning(name=HALF, args=(words,)), is_clear=True
    )
    said = interpret(as_heard(words, 0, language), expected, language, NORMAL)
    assert isinstance(said.outcome, Unheeded)


@pytest.mark.parametrize(
    ("half", "rest"),
    [
        (says("arbiter add-time"), says("white rank:2 minutes")),
        (says("arbiter clock white"), says("number:9 minutes black rank:8")),
        (says("black") + " ich biete", "remis"),
    ],
)
def test_a_role_is_kept_with_the_half_behind_it(half: str, rest: str) -> None:
    language = IN_GERMAN.language
    expected = Expectation(position=Position.start(), commands=COMMANDS, has_roles=True)
    begun = heard_as(half, expected, language)
    assert isinstance(begun, Understood)
    role, meaning = whose(begun.meaning)
    match meaning:
        case CommandMeaning(name=name, args=words) if name == HALF:
            going_on = replace(expected, asked=question_to_go_on(words, expected.position))
            whole = heard_as(f"{half} {rest}", expected, language)
            assert heard_as(rest, going_on, language) == whole
            assert isinstance(whole, Understood)
            assert whose(whole.meaning)[0] is role
        case other:
            pytest.fail(str(other))


@pytest.mark.parametrize("language_id", known_languages())
def test_a_bare_what_repeats_the_last_words_though_it_begins_other_questions(
    language_id: str,
) -> None:
    language = load_language(language_id)
    bare = dict(language.typed)[REPEAT_ALONE]
    table = AroundTable(settings=TableSettings(language=language, press="command"))
    table.play("e2e4", *(f"{word}?" for word in bare))
    (_, told), *repeated = table.answers[1:]

    assert [said for _, said in repeated] == [told] * len(bare)
