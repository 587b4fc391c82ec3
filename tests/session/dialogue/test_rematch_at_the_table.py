"""Another game at one computer: both are asked, both must want it, and nobody waits for ever."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.german import GERMAN, NO, YES, german, says
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.ports import ScriptedOpponent
from tests.stage.usual import BLIND, BY_COMMAND, PLAYERS
from voice_chess.adapters.simulation.simulated_time import ScriptedInbox
from voice_chess.by_color import ByColor
from voice_chess.game.agreements import RematchAccepted, RematchDeclined, RematchProposed
from voice_chess.game.game_end import Resign
from voice_chess.game.table import Occasion, Role
from voice_chess.languages.language import load_language, spoken_languages
from voice_chess.session.dialogue.encore import WAITS_MS, Encore
from voice_chess.session.dialogue.replies import BothPlayers, Replies
from voice_chess.session.ledger import Ledger
from voice_chess.session.listening.inputs import LastingInbox, TimePassed, Typed
from voice_chess.session.lobby.rematch import is_agreed
from voice_chess.session.table_settings import Room, SpokenTo, TableSettings
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.commands import LEAVE
from voice_chess.speech.generation.sentence import phrase

AMONG_FRIENDS = replace(BLIND, occasion=Occasion(has_rematches=True))
NATO = SpokenTo(style="nato", words_per_minute=100, voice="deep", behind_ms=1_000)
SHORT = SpokenTo(style="short", words_per_minute=200, voice="high")
RESIGNED = (says("resign"), YES)
ASKED = german("rematch", command=says("rematch"))


def table(**around: Any) -> AroundTable:
    return AroundTable(AMONG_FRIENDS, **around)


@pytest.mark.parametrize("asks", [says("rematch"), GERMAN.typed["rematch"][0], ",G", YES])
@pytest.mark.parametrize("agrees", [says("accept"), says("black: accept"), YES])
def test_another_game_is_asked_for_by_one_and_granted_by_the_other(asks: str, agrees: str) -> None:
    played = table()
    session = played.play(*RESIGNED, asks, agrees, says("white: rematch"))

    assert played.answer_to(YES if asks == agrees == YES else agrees)[-1:] == [
        german("RematchAccepted")
    ]
    assert is_agreed(session.game)
    (asked,) = played.of(RematchProposed)
    assert asked.white


def test_that_it_can_be_asked_for_is_told_once() -> None:
    played = table(pause_ms=3_000)
    played.play(*RESIGNED, says("last-move"), says("last-move"))

    assert played.said.count(ASKED) == 1


@pytest.mark.parametrize("language", spoken_languages())
def test_it_is_told_in_words_that_are_understood(language: str) -> None:
    known = load_language(language)
    played = table(settings=replace(BY_COMMAND, language=known))
    session = played.play(known.say("resign"), known.say("yes"), known.say("rematch"))
    asked = phrase("rematch", known, command=known.written("rematch"))

    assert asked.text in played.said
    assert session.game.proposed == "rematch"


@pytest.mark.parametrize("language", spoken_languages())
def test_at_seats_both_players_are_told_it_alone_in_a_word_that_they_can_type(
    language: str,
) -> None:
    known = load_language(language)
    everybody = [role for role in Role if role is not Role.ARBITER]
    settings = replace(BY_COMMAND, language=known)
    apart = Apart(AMONG_FRIENDS, people=everybody, settings=settings)
    apart.types(known.say("resign"), Role.WHITE)
    apart.types(known.say("yes"), Role.WHITE)
    named = known.written("rematch")
    asked = phrase("rematch", known, command=named).text
    to_whom = [reply.listener for reply in apart.replies() if reply.text == asked]
    apart.types(named, Role.BLACK)

    assert sorted(to_whom) == sorted(PLAYERS)
    assert apart.game.proposed == "rematch"


def test_at_seats_it_is_not_told_where_there_can_be_none() -> None:
    apart = Apart(BLIND, people=PLAYERS, settings=BY_COMMAND)
    apart.types(says("resign"), Role.WHITE)
    apart.types(YES, Role.WHITE)

    assert apart.game.is_over
    assert ASKED not in apart.told()


def test_nobody_answers_their_own_wish() -> None:
    played = table()
    session = played.play(*RESIGNED, says("black: rematch"), says("black: accept"))

    assert not is_agreed(session.game)
    assert [name for name, _ in played.refusals] == ["OwnProposal"]


@pytest.mark.parametrize("declines", [says("decline"), NO, says("black: decline")])
def test_who_declines_it_ends_the_sitting(declines: str) -> None:
    played = table()
    played.play(*RESIGNED, says("rematch"), declines, says("last-move"))

    assert len(played.of(RematchDeclined)) == 1
    assert played.answers[-1] == (declines, [german("RematchDeclined", "black")])


@pytest.mark.parametrize("ends", [NO, "", GERMAN.typed[LEAVE][0]])
def test_no_or_enter_alone_or_leaving_ends_it_where_nobody_has_asked(ends: str) -> None:
    played = table()
    played.play(*RESIGNED, ends, says("last-move"))

    assert says("last-move") not in [line for line, _ in played.answers]


def test_who_says_nothing_is_waited_for_no_longer_than_a_minute() -> None:
    played = table()
    played.play(says("last-move"))
    told: list[int] = []
    replies = SimpleNamespace(
        silent_since_ms=0, tell=lambda _make: told.append(played.time.now_ms())
    )
    ledger = Ledger(played.journal, "game")
    encore = Encore(ledger, cast("Replies", replies))
    ledger.ask(Resign(by=Role.WHITE, at_ms=played.time.now_ms()))
    over_ms = played.time.now_ms()
    waited = []
    for after_ms in (0, WAITS_MS - 1, WAITS_MS):
        encore.look(over_ms + after_ms)
        waited.append(encore.is_awaited)

    assert waited == [True, True, False]
    assert told == [over_ms]


def test_each_word_begins_the_minute_anew() -> None:
    played = table()
    played.play(says("last-move"))
    replies = SimpleNamespace(silent_since_ms=0, tell=lambda _make: None)
    ledger = Ledger(played.journal, "game")
    encore = Encore(ledger, cast("Replies", replies))
    ledger.ask(Resign(by=Role.WHITE, at_ms=played.time.now_ms()))
    spoke_ms = replies.silent_since_ms = played.time.now_ms() + 50_000
    encore.look(spoke_ms + WAITS_MS - 1)

    assert encore.is_awaited


def test_where_games_are_arranged_by_others_the_program_ends_with_the_game() -> None:
    for settled in (BLIND, replace(BLIND, occasion=Occasion(has_rematches=True, has_arbiter=True))):
        played = AroundTable(settled)
        played.play(*RESIGNED, says("rematch"))

        assert ASKED not in played.said
        assert [line for line, _ in played.answers][-1] == YES


def test_an_engine_always_wants_another() -> None:
    played = table(opponent=ScriptedOpponent([]))
    session = played.play(*RESIGNED, says("rematch"))

    assert is_agreed(session.game)
    assert len(played.of(RematchAccepted)) == 1


def test_a_game_that_is_over_when_it_is_opened_is_not_followed_by_another() -> None:
    played = table()
    played.play(*RESIGNED)
    again = replace(played, seen=[])
    again.play(says("rematch"))

    assert again.answers == [("", [])]


def test_the_house_is_turned_round_with_its_players() -> None:
    settings = TableSettings(
        language=load_language("de"),
        spoken_to=ByColor(white=NATO, black=SHORT),
        room=Room(tells_duplex=True),
    )
    turned = settings.with_colours_swapped()

    assert turned.spoken_to == ByColor(white=SHORT, black=NATO)
    assert not turned.room.tells_duplex


def test_what_players_have_wished_goes_with_them() -> None:
    plain = VoicePreferences(language=load_language("de"))
    listeners = BothPlayers(plain)
    listeners.change("white", replace(plain, words_per_minute=400))
    swapped = listeners.with_colours_swapped()

    assert swapped.preferences_of("black").words_per_minute == 400
    assert swapped.preferences_of("white") == plain


def test_the_next_game_goes_on_with_what_has_not_come_to_the_first() -> None:
    played = AroundTable()
    inbox = LastingInbox(ScriptedInbox(["one", "two"], played.time))
    first = next(entry for entry in inbox.entries() if isinstance(entry, Typed))
    rest = [entry for entry in inbox.entries() if not isinstance(entry, TimePassed)]

    assert first.text == "one"
    assert [entry.text for entry in rest if isinstance(entry, Typed)] == ["two"]
