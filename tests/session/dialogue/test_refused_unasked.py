"""What a role may not do is refused at once, and not asked about first."""

import pytest

from tests.session.apart import Apart
from voice_chess.arbiter.rules import RULES
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import StopClocks
from voice_chess.game.draws import AcceptDraw
from voice_chess.game.setup import ArrangeGame, StartGame
from voice_chess.game.table import Occasion, Role, Table
from voice_chess.languages.language import known_languages, load_language
from voice_chess.session.dialogue.requests import ASKS
from voice_chess.session.dialogue.seat_voice import Sitter
from voice_chess.session.games.attending import attend
from voice_chess.session.listening.inputs import Typed, Wanted
from voice_chess.session.outputs import Reply
from voice_chess.session.table_settings import TableSettings
from voice_chess.session.voice_preferences import VoicePreferences
from voice_chess.speech.understanding.meaning import CommandMeaning

GRAVE = {
    "resign": ASKS["resign"],
    "accept": AcceptDraw,
    "increment": ASKS["increment"],
    "arbiter": StopClocks,
    "adjourn": ASKS["adjourn"],
}
OUTSIDERS = [
    (role, name)
    for name, kind in GRAVE.items()
    for role in Role
    if role not in {*RULES[kind].roles, Role.ARBITER}
]
"""The arbiter has orders of their own in the same words."""


def begun(language_id: str = "de") -> Apart:
    """A game on White's first move, with somebody at each seat."""
    apart = Apart()
    table = Table(control=TimeControl.parsed("90"), occasion=Occasion(has_arbiter=True))
    apart.game.ask(ArrangeGame(by=Role.ARBITER, at_ms=0, table=table))
    apart.game.ask(StartGame(by=Role.ARBITER, at_ms=0))
    language = load_language(language_id)
    for role in Role:
        settings, preferences = (
            TableSettings(language=language),
            VoicePreferences(language=language),
        )
        apart.seat(Sitter(listener=role, role=role, settings=settings, preferences=preferences))
    apart.fetch()
    return apart


def kinds_of_replies(apart: Apart, role: Role) -> set[str]:
    return {
        output.kind
        for output in apart.fetch()
        if isinstance(output, Reply) and output.listener == role
    }


@pytest.mark.parametrize(("role", "name"), OUTSIDERS)
def test_a_button_that_is_not_for_this_role_asks_nothing(role: Role, name: str) -> None:
    apart = begun()

    outcome = attend(
        apart.game, Wanted(listener=role, at_ms=1_000, command=CommandMeaning(name=name))
    )

    assert outcome == "refused"
    assert kinds_of_replies(apart, role) == {"refusal"}


@pytest.mark.parametrize("language_id", known_languages())
def test_a_spectator_who_types_that_they_resign_is_not_asked_whether_they_mean_it(
    language_id: str,
) -> None:
    apart = begun(language_id)
    words = load_language(language_id).say("resign")

    outcome = attend(apart.game, Typed(listener=Role.SPECTATOR, at_ms=1_000, text=words))

    assert outcome == "refused"
    assert kinds_of_replies(apart, Role.SPECTATOR) == {"refusal"}


def test_a_player_who_resigns_is_still_asked() -> None:
    apart = begun()

    attend(apart.game, Wanted(listener="white", at_ms=1_000, command=CommandMeaning(name="resign")))

    assert kinds_of_replies(apart, Role.WHITE) == {"question"}


def test_a_draw_that_nobody_offered_is_not_asked_about() -> None:
    apart = begun()
    accept = CommandMeaning(name="accept")

    outcome = attend(apart.game, Wanted(listener="white", at_ms=1_000, command=accept))

    assert outcome == "refused"
    assert kinds_of_replies(apart, Role.WHITE) == {"refusal"}


@pytest.mark.parametrize(
    ("order", "is_grave"),
    [
        (("annul",), True),
        (("ruling", "offer-draw"), True),
        (("stop",), False),
        (("start",), False),
    ],
)
def test_what_an_arbiter_orders_gravely_is_asked_about_once(
    order: tuple[str, ...], *, is_grave: bool
) -> None:
    name, *args = order
    meaning = CommandMeaning(name=name, args=tuple(args))

    assert begun().game.participant(Role.ARBITER).talk.confirms(meaning, 0) is is_grave


@pytest.mark.parametrize("name", ["resign", "arbiter"])
def test_whoever_may_is_asked_first_also_where_no_move_can_be_sealed(name: str) -> None:
    apart = begun()
    before = apart.game.game

    attend(apart.game, Wanted(listener=Role.WHITE, at_ms=1_000, command=CommandMeaning(name=name)))

    assert apart.game.envelopes is None
    assert apart.game.game == before
    assert kinds_of_replies(apart, Role.WHITE) == {"question"}
