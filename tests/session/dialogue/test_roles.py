"""A role before the words tells whose they are, and an arbiter has words of their own."""

from dataclasses import replace

import pytest

from tests.german import CLOCK, CONTINUE, GERMAN, YES, says
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import AskToSeal, Resume
from voice_chess.game.clocks import AddTime, SetClocks, StartClocks, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.game_end import EndGame, RuleOnMatingChance
from voice_chess.game.information import Inform
from voice_chess.game.irregularities import GoBack, ReportFault
from voice_chess.game.objections import RuleOnObjection
from voice_chess.game.penalties import Warn
from voice_chess.game.phases import AwaitingRuling, InPlay, Objecting, Phase
from voice_chess.game.quickplay import RuleOnIncrement, RuleOnQuickplay
from voice_chess.game.results import EndReason, Result
from voice_chess.game.setup import StartGame
from voice_chess.game.state import Game
from voice_chess.game.table import Role, Setup, Table
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.session.dialogue.arbiter_commands import arbiters_command, arbiters_meaning
from voice_chess.session.dialogue.roles import addressed, meanings_of, typed_role
from voice_chess.speech.orders import FORMS
from voice_chess.speech.understanding.interpret import (
    CommandMeaning,
    Meaning,
    MoveMeaning,
    said_by,
    whose,
)
from voice_chess.speech.understanding.parse import Tokens, parse
from voice_chess.speech.understanding.typed import typed_words

BY, AT = Role.ARBITER, 7
PHASES: dict[str, Phase] = {
    "play": InPlay(),
    "put off": InPlay(),
    "quickplay": AwaitingRuling(
        question="quickplay", white=True, reason=EndReason.QUICKPLAY_FINISH
    ),
    "mating chance": AwaitingRuling(
        question="mating-chance", white=True, reason=EndReason.FLAG_FALL
    ),
    "increment": AwaitingRuling(
        question="increment", white=True, reason=EndReason.QUICKPLAY_FINISH
    ),
    "objection": Objecting(white=True, touched=("e2",), released=None),
}


def tokens_of(text: str, language: Language = GERMAN) -> Tokens:
    return parse(typed_words(text, language), language)


def game_in(phase: str, fen: str | None = None) -> Game:
    setup = Setup() if fen is None else Setup(fen=fen)
    table = Table(control=TimeControl.parsed("15+10"), setup=setup)
    game = Game.at(table)
    postponed = (True,) if phase == "put off" else ()
    return replace(game, phase=PHASES.get(phase, game.phase), postponed=postponed)


@pytest.mark.parametrize(
    ("text", "role", "rest"),
    [
        (says("arbiter: warn white"), Role.ARBITER, says("warn white")),
        (says("black: Sf6"), Role.BLACK, "Sf6"),
        (says("white: offer-draw").lower(), Role.WHITE, says("offer-draw").lower()),
        (says("assistant black: clock"), Role.ASSISTANT_BLACK, CLOCK),
        ("G:e5", None, "G:e5"),
        (says("piece:N f3"), None, says("piece:N f3")),
        (says("black:"), None, says("black:")),
        ("@b Sf6", Role.BLACK, "Sf6"),
        (f"@a {says('warn white')}", Role.ARBITER, says("warn white")),
        ("@W e4", Role.ASSISTANT_WHITE, "e4"),
        ("@x e4", None, "@x e4"),
        (f": {says('offer-draw')}", None, f": {says('offer-draw')}"),
    ],
)
def test_a_typed_line_may_begin_with_a_role(text: str, role: Role | None, rest: str) -> None:
    assert typed_role(text, GERMAN) == (role, rest)


@pytest.mark.parametrize(
    ("text", "role"),
    [
        (says("arbiter warn black"), Role.ARBITER),
        (says("arbiter"), None),
        (says("black offer-draw"), Role.BLACK),
        (says("assistant white clock"), Role.ASSISTANT_WHITE),
        (says("assistant clock"), None),
        (says("offer-draw black"), None),
    ],
)
def test_a_spoken_role_stands_before_something(text: str, role: Role | None) -> None:
    found = addressed(tokens_of(text))

    assert (found and found[0]) == role


@pytest.mark.parametrize(
    "meaning",
    [MoveMeaning(uci="e2e4"), CommandMeaning(name="claim", args=("fifty", "e2e4"))],
)
def test_a_meaning_keeps_whose_it_is(meaning: Meaning) -> None:
    assert whose(said_by(Role.BLACK, meaning)) == (Role.BLACK, meaning)
    assert whose(meaning) == (None, meaning)


def test_what_follows_a_players_role_is_understood_as_ever() -> None:
    def understood(tokens: Tokens) -> tuple[Meaning, ...]:
        assert tokens == ("offer-draw",)
        return (CommandMeaning(name="offer-draw"),)

    assert meanings_of(tokens_of(says("black offer-draw")), understood) == (
        said_by(Role.BLACK, CommandMeaning(name="offer-draw")),
    )
    assert meanings_of(tokens_of(says("offer-draw")), understood) == ()


CASES: list[tuple[str, str, Command]] = [
    (says("warn black"), "play", Warn(by=BY, at_ms=AT, white=False)),
    (
        says("add-time white rank:2 minutes"),
        "play",
        AddTime(by=BY, at_ms=AT, white=True, ms=120_000),
    ),
    (says("add-time black 15"), "play", AddTime(by=BY, at_ms=AT, white=False, ms=900_000)),
    (
        says("add-time white 2:30"),
        "play",
        AddTime(by=BY, at_ms=AT, white=True, ms=150_000),
    ),
    (
        says("deduct-time black 0:45"),
        "play",
        AddTime(by=BY, at_ms=AT, white=False, ms=-45_000),
    ),
    (
        says("clock black 1:05:00 white 59:30"),
        "play",
        SetClocks(by=BY, at_ms=AT, white_ms=3_570_000, black_ms=3_900_000),
    ),
    (
        says("deduct-time black 1 minutes"),
        "play",
        AddTime(by=BY, at_ms=AT, white=False, ms=-60_000),
    ),
    (
        says("clock white 10 minutes black number:12 minutes"),
        "play",
        SetClocks(by=BY, at_ms=AT, white_ms=600_000, black_ms=720_000),
    ),
    (says("go-back 3"), "play", GoBack(by=BY, at_ms=AT, moves_kept=4)),
    (says("go-back 3 black"), "play", GoBack(by=BY, at_ms=AT, moves_kept=5)),
    (
        says("ruling white"),
        "play",
        EndGame(by=BY, at_ms=AT, result=Result.WHITE_WINS, reason=EndReason.ARBITER),
    ),
    (
        says("ruling offer-draw"),
        "play",
        EndGame(by=BY, at_ms=AT, result=Result.DRAW, reason=EndReason.ARBITER),
    ),
    (says("ruling offer-draw"), "quickplay", RuleOnQuickplay(by=BY, at_ms=AT, outcome="draw")),
    (says("ruling decline"), "quickplay", RuleOnQuickplay(by=BY, at_ms=AT, outcome="reject")),
    (says("ruling continue"), "quickplay", RuleOnQuickplay(by=BY, at_ms=AT, outcome="postpone")),
    (says("ruling continue"), "play", RuleOnQuickplay(by=BY, at_ms=AT, outcome="postpone")),
    (says("ruling offer-draw"), "put off", RuleOnQuickplay(by=BY, at_ms=AT, outcome="draw")),
    (
        says("ruling both-lose"),
        "put off",
        EndGame(by=BY, at_ms=AT, result=Result.BOTH_LOSE, reason=EndReason.ARBITER),
    ),
    (says("ruling decline"), "put off", RuleOnQuickplay(by=BY, at_ms=AT, outcome="reject")),
    (
        says("ruling white"),
        "put off",
        EndGame(by=BY, at_ms=AT, result=Result.WHITE_WINS, reason=EndReason.ARBITER),
    ),
    (says("ruling yes"), "mating chance", RuleOnMatingChance(by=BY, at_ms=AT, can_mate=True)),
    (says("ruling no"), "mating chance", RuleOnMatingChance(by=BY, at_ms=AT, can_mate=False)),
    (says("ruling yes"), "objection", RuleOnObjection(by=BY, at_ms=AT, is_upheld=True)),
    (says("ruling yes"), "increment", RuleOnIncrement(by=BY, at_ms=AT, is_granted=True)),
    (says("ruling decline"), "increment", RuleOnIncrement(by=BY, at_ms=AT, is_granted=False)),
    (says("see-score"), "play", Inform(by=BY, at_ms=AT, about="score")),
    (says("start"), "arranged", StartGame(by=BY, at_ms=AT)),
    (says("start"), "play", StartClocks(by=BY, at_ms=AT)),
    (CONTINUE, "play", StartClocks(by=BY, at_ms=AT)),
    (says("stop"), "play", StopClocks(by=BY, at_ms=AT)),
    (says("adjourn"), "play", AskToSeal(by=BY, at_ms=AT, resumption="")),
    (says("resume"), "play", Resume(by=BY, at_ms=AT)),
    (says("resume white"), "play", Resume(by=BY, at_ms=AT, black_here=False)),
    (says("resume black"), "play", Resume(by=BY, at_ms=AT, white_here=False)),
    (says("resume black white"), "play", Resume(by=BY, at_ms=AT)),
    (says("swap-colours"), "play", ReportFault(by=BY, at_ms=AT, fault="reversed-colours")),
    (
        says("annul"),
        "play",
        EndGame(by=BY, at_ms=AT, result=Result.VOID, reason=EndReason.WRONG_START),
    ),
]


@pytest.mark.parametrize(
    ("text", "phase", "command"),
    CASES,
    ids=[f"{case[0]}, {case[1]}" for case in CASES],
)
def test_an_arbiters_words_are_a_command(text: str, phase: str, command: Command) -> None:
    meaning = arbiters_meaning(tokens_of(text))

    assert meaning is not None
    assert arbiters_command(meaning, game_in(phase), AT) == command


@pytest.mark.parametrize(
    "text",
    [
        says("warn"),
        says("add-time rank:2 minutes"),
        says("deduct-time black"),
        says("ruling"),
        says("piece:N f3"),
        says("go-back white"),
        says("go-back 2:30"),
        says("add-time white 2:30 minutes"),
        says("add-time white 3 2:30"),
        says("add-time white 2:3"),
        says("add-time white 2:75"),
        CLOCK,
    ],
)
def test_half_an_order_of_the_arbiter_is_none(text: str) -> None:
    assert arbiters_meaning(tokens_of(text)) is None


def test_an_arbiter_who_asks_for_the_clocks_sets_none() -> None:
    question = CommandMeaning(name="clock")

    assert arbiters_command(question, game_in("play"), AT) is None


@pytest.mark.parametrize(
    ("text", "phase"),
    [
        (says("clock white 10 white 12"), "play"),
        (says("ruling white"), "increment"),
        (says("ruling offer-draw"), "mating chance"),
        (says("ruling offer-draw"), "increment"),
        (YES, "play"),
    ],
)
def test_an_order_that_answers_nothing_is_no_command(text: str, phase: str) -> None:
    meaning = arbiters_meaning(tokens_of(text))

    assert meaning is not None
    assert arbiters_command(meaning, game_in(phase), AT) is None


def test_moves_are_counted_from_where_the_game_began() -> None:
    meaning = arbiters_meaning(tokens_of(says("go-back 10 black")))
    game = game_in("play", "4k3/8/8/8/8/8/8/4K2R b K - 0 10")

    assert meaning is not None
    assert arbiters_command(meaning, game, AT) == GoBack(by=BY, at_ms=AT, moves_kept=0)


@pytest.mark.parametrize("language", known_languages())
def test_every_language_has_the_arbiters_words(language: str) -> None:
    found = load_language(language)

    for head in FORMS:
        for form in found.spoken_forms(head):
            assert parse(form.split(), found)[0] == head
