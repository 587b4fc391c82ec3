"""What a role may not do is refused at once, and not asked about first."""

import pytest

from tests.german import GERMAN, PRESS, german, says
from tests.stage.apart import Apart
from voice_chess.arbiter.rules import RULES
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.clocks import StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.draws import AcceptDraw
from voice_chess.game.game_end import EndGame
from voice_chess.game.penalties import Expel
from voice_chess.game.results import EndReason, Result
from voice_chess.game.table import Occasion, Role, Table
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.session.dialogue.requests import ASKS
from voice_chess.session.listening.inputs import Decided
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.understanding.interpret import CommandMeaning

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


def begun(language: Language = GERMAN) -> Apart:
    """A game on White's first move, with somebody at each seat."""
    table = Table(control=TimeControl.parsed("90"), occasion=Occasion(has_arbiter=True))
    return Apart(table, settings=TableSettings(language=language))


def kinds_of_replies(apart: Apart, role: Role) -> set[str]:
    return {reply.kind for reply in apart.replies() if reply.listener == role}


@pytest.mark.parametrize(("role", "name"), OUTSIDERS)
def test_a_button_that_is_not_for_this_role_asks_nothing(role: Role, name: str) -> None:
    apart = begun()

    outcome = apart.wants(name, by=role)

    assert outcome == "refused"
    assert kinds_of_replies(apart, role) == {"refusal"}


@pytest.mark.parametrize("language_id", known_languages())
def test_a_spectator_who_types_that_they_resign_is_not_asked_whether_they_mean_it(
    language_id: str,
) -> None:
    language = load_language(language_id)
    apart = begun(language)

    outcome = apart.types(language.say("resign"), Role.SPECTATOR)

    assert outcome == "refused"
    assert kinds_of_replies(apart, Role.SPECTATOR) == {"refusal"}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("correction", "NotYourRole"),
        ("take-back", "NotYourRole"),
        ("adjourn", "NotYourRole:arbiter"),
    ],
)
@pytest.mark.parametrize("is_announced", [False, True], ids=["pressed", "announced"])
def test_who_only_watches_is_told_that_it_is_not_theirs(
    name: str, told: str, *, is_announced: bool
) -> None:
    apart = begun()
    apart.types("e4")
    if not is_announced:
        apart.types(PRESS)
    apart.fetch()

    assert apart.types(says(name), Role.SPECTATOR) == "refused"
    assert apart.told(Role.SPECTATOR) == [german(told)]


@pytest.mark.parametrize("name", ["take-back", "correction", "propose-takeback"])
def test_an_arbiter_who_wants_to_undo_something_is_told_how(name: str) -> None:
    apart = begun()
    apart.types("e4")
    apart.types(PRESS)
    apart.fetch()

    assert apart.types(says(name), Role.ARBITER) == "refused"
    assert apart.told(Role.ARBITER) == [german("NotYourRole:rulings")]


def test_a_player_who_resigns_is_still_asked() -> None:
    apart = begun()

    apart.wants("resign")

    assert kinds_of_replies(apart, Role.WHITE) == {"question"}


def test_a_draw_that_nobody_offered_is_not_asked_about() -> None:
    apart = begun()

    outcome = apart.wants("accept")

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

    assert begun().live.participant(Role.ARBITER).talk.confirms(meaning, 0) is is_grave


@pytest.mark.parametrize(
    "order",
    [
        Expel(by=Role.ARBITER, at_ms=0, white=True),
        EndGame(by=Role.ARBITER, at_ms=0, result=Result.DRAW, reason=EndReason.PENALTY),
    ],
    ids=lambda order: type(order).__name__,
)
def test_an_arbiters_button_asks_before_what_is_grave_as_their_words_do(order: Command) -> None:
    apart = begun()
    happened = len(apart.live.ledger.history)

    apart.attends(Decided, Role.ARBITER, command=order)

    assert len(apart.live.ledger.history) == happened
    assert kinds_of_replies(apart, Role.ARBITER) == {"question"}
    apart.wants("yes", by=Role.ARBITER)
    assert len(apart.live.ledger.history) == happened + 1


@pytest.mark.parametrize("name", ["resign", "arbiter"])
def test_whoever_may_is_asked_first_also_where_no_move_can_be_sealed(name: str) -> None:
    apart = begun()
    before = apart.game

    apart.wants(name)

    assert apart.live.envelopes is None
    assert apart.game == before
    assert kinds_of_replies(apart, Role.WHITE) == {"question"}
