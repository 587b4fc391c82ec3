"""What stands on an envelope, and how the move in it is read."""

from dataclasses import replace

import pytest

from tests.arbiter.asked import followed
from tests.german import GERMAN, PRESS, YES, german, in_words, says
from tests.stage.apart import Apart
from tests.stage.scripted_game import GAME
from tests.stage.usual import BLIND, PLAYERS
from voice_chess.arbiter.decide import decide
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import AskToSeal, MoveSealed, SealMove
from voice_chess.game.clocks import AddTime, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.moves import AnnounceMove, PressClock
from voice_chess.game.phases import Adjourned
from voice_chess.game.setup import StartGame
from voice_chess.game.state import Game
from voice_chess.game.table import Role, Seat, Setup, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.dialogue.sealing import fields_of, read_sealed
from voice_chess.session.listening.inputs import Entrusted
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.generation.sentence import phrase

WHITE, BLACK, ARBITER = Role.WHITE, Role.BLACK, Role.ARBITER
MINUTE_MS = 60_000
CONTROL = TimeControl.parsed("90+30")
ASSISTED = replace(BLIND, white=Seat(is_blind=True, has_assistant=True))
HELPER = Role.ASSISTANT_WHITE
TO_MATE = "7k/8/6K1/8/8/8/8/R7 w - - 0 1"


def after(game: Game, *commands: Command) -> Game:
    for command in commands:
        ruling = decide(game, command)
        assert isinstance(ruling, tuple), f"{command}: {ruling}"
        game = followed(game, ruling)
    return game


@pytest.mark.law("envelope-times")
def test_on_it_stands_the_time_used_whatever_the_arbiter_gave_and_took() -> None:
    at_ms = 15 * MINUTE_MS
    game = after(
        Game.at(Table(control=CONTROL)),
        StartGame(by=WHITE, at_ms=0),
        AnnounceMove(by=WHITE, at_ms=10 * MINUTE_MS, uci="e2e4"),
        PressClock(by=WHITE, at_ms=10 * MINUTE_MS),
        AddTime(by=ARBITER, at_ms=10 * MINUTE_MS, white=True, ms=3 * MINUTE_MS),
        AddTime(by=ARBITER, at_ms=10 * MINUTE_MS, white=False, ms=-20 * MINUTE_MS),
        AskToSeal(by=ARBITER, at_ms=at_ms, resumption="morgen"),
        SealMove(by=BLACK, at_ms=at_ms, text="e5"),
        StopClocks(by=BLACK, at_ms=at_ms),
    )

    assert isinstance(game.phase, Adjourned)
    fields = fields_of(game.phase.envelope, game, GERMAN)
    told = {field.label: field.printed for field in fields}
    assert told[GERMAN.sheet["used_white"]] == "0:10:00"
    assert told[GERMAN.sheet["used_black"]] == "0:05:00"


@pytest.mark.law("sealed-ambiguous", "sealed-meaningless")
@pytest.mark.parametrize(
    ("written", "uci"),
    [
        ("Ta8#", "a1a8"),
        ("Ta8", "a1a8"),
        ("Ta1xa8", "a1a8"),
        ("Ta7+", "a1a7"),
        ("Kf7+", "g6f7"),
        (in_words("Ra8"), "a1a8"),
        ("Sa8", None),
        ("a8", None),
        ("T", None),
    ],
)
def test_signs_that_are_wrong_leave_no_doubt_which_move_is_meant(
    written: str, uci: str | None
) -> None:
    game = Game.at(Table(control=CONTROL, setup=Setup(fen=TO_MATE)))

    assert read_sealed(game, written, GERMAN) == uci


@pytest.mark.parametrize("language_id", known_languages())
def test_a_sealed_move_can_be_named_in_two_steps(language_id: str) -> None:
    language = load_language(language_id)
    apart = Apart(BLIND, people=PLAYERS, settings=TableSettings(language=language))
    for role in PLAYERS:
        apart.attends(Entrusted, role, passphrase=role)
    apart.types(language.say("adjourn"))
    apart.types(language.say("yes"))
    apart.fetch()

    apart.types(language.say("seal"))
    (asked,) = apart.told()
    apart.types("e4")

    start = language.displayed(language.say("seal"))
    assert asked == phrase("ask:rest", language, start=start).text
    assert len(apart.of(MoveSealed)) == 1


def test_the_words_for_a_sealed_move_alone_do_not_close_the_envelope() -> None:
    apart = Apart(BLIND, people=PLAYERS)
    for role in PLAYERS:
        apart.attends(Entrusted, role, passphrase=role)
    for line in (says("adjourn"), YES, says("seal e4"), says("seal"), "d4"):
        apart.types(line)

    assert len(apart.of(MoveSealed)) == 2
    assert not isinstance(apart.game.phase, Adjourned)
    apart.types(PRESS)
    assert isinstance(apart.game.phase, Adjourned)


@pytest.mark.parametrize("given", [(), (WHITE,)])
def test_who_adjourns_at_a_seat_is_told_where_passphrases_are_given(
    given: tuple[Role, ...],
) -> None:
    apart = Apart(BLIND, people=PLAYERS)
    for role in given:
        apart.attends(Entrusted, role, passphrase=role)
    apart.fetch()

    apart.types(says("adjourn"))

    assert apart.told() == [german("envelope:wanted")]


def test_a_player_whose_assistant_seals_for_them_hears_which_move_was_understood() -> None:
    apart = Apart(ASSISTED)
    for role in PLAYERS:
        apart.attends(Entrusted, role, passphrase=role)
    apart.types(says("adjourn"))
    apart.types(YES)
    apart.fetch()

    apart.types(says("seal e4"), by=HELPER)

    read_back = german("EnvelopeOpened", move=in_words("P, e4").replace(",", ""))
    replies = apart.replies()
    assert {reply.listener for reply in replies} == {WHITE, HELPER}
    assert {reply.text for reply in replies} == {read_back}
    apart.types(says("repeat"), by=WHITE)
    assert apart.told() == [read_back]
    assert "e4" not in repr(apart.journal.evidence(GAME))


def test_an_assistant_is_not_told_which_move_their_player_seals() -> None:
    apart = Apart(ASSISTED)
    for role in PLAYERS:
        apart.attends(Entrusted, role, passphrase=role)
    for line in (says("adjourn"), YES):
        apart.types(line)
    apart.fetch()

    apart.types(says("seal e4"))

    assert [reply.listener for reply in apart.replies()] == [WHITE]
