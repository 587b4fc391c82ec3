"""A role before the words tells whose they are, and an arbiter has words of their own."""

from dataclasses import replace

import pytest

from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import AskToSeal, Resume
from voice_chess.game.clocks import AddTime, SetClocks, StartClocks, StopClocks
from voice_chess.game.commands import Command
from voice_chess.game.game_end import EndGame, RuleOnMatingChance
from voice_chess.game.information import Inform
from voice_chess.game.irregularities import GoBack, ReportFault
from voice_chess.game.objections import RuleOnObjection
from voice_chess.game.penalties import Warn
from voice_chess.game.quickplay import RuleOnIncrement, RuleOnQuickplay
from voice_chess.game.results import EndReason, Result
from voice_chess.game.setup import StartGame
from voice_chess.game.state import AwaitingRuling, Game, InPlay, Objecting, Phase
from voice_chess.game.table import Role, Setup, Table
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.session.dialogue.arbiter_commands import FORMS, arbiters_command, arbiters_meaning
from voice_chess.session.dialogue.roles import addressed, meanings_of, said_by, typed_role, whose
from voice_chess.speech.understanding.meaning import CommandMeaning, Meaning, MoveMeaning
from voice_chess.speech.understanding.parse import Tokens, parse
from voice_chess.speech.understanding.typed import typed_words

GERMAN = load_language("de")
BY, AT = Role.ARBITER, 7
PHASES: dict[str, Phase] = {
    "play": InPlay(),
    "put off": InPlay(postponed_for_white=True),
    "quickplay": AwaitingRuling(
        question="quickplay", white=True, reason=EndReason.QUICKPLAY_FINISH
    ),
    "mating chance": AwaitingRuling(
        question="mating-chance", white=True, reason=EndReason.FLAG_FALL
    ),
    "increment": AwaitingRuling(
        question="increment", white=True, reason=EndReason.QUICKPLAY_FINISH
    ),
    "objection": Objecting(white=True, touched=("e2",), released=None, play=InPlay()),
}


def tokens_of(text: str, language: Language = GERMAN) -> Tokens:
    return parse(typed_words(text, language), language)


def game_in(phase: str, fen: str | None = None) -> Game:
    setup = Setup() if fen is None else Setup(fen=fen)
    table = Table(control=TimeControl.parsed("15+10"), setup=setup)
    game = Game.at(table)
    return replace(game, phase=PHASES[phase]) if phase in PHASES else game


@pytest.mark.parametrize(
    ("text", "role", "rest"),
    [
        ("Schiedsrichter: Verwarnung weiß", Role.ARBITER, "Verwarnung weiß"),
        ("Schwarz: Sf6", Role.BLACK, "Sf6"),
        ("weiß: remis", Role.WHITE, "remis"),
        ("Assistent Schwarz: Uhr", Role.ASSISTANT_BLACK, "Uhr"),
        ("G:e5", None, "G:e5"),
        ("Springer f3", None, "Springer f3"),
        ("Schwarz:", None, "Schwarz:"),
        ("@b Sf6", Role.BLACK, "Sf6"),
        ("@a Verwarnung weiß", Role.ARBITER, "Verwarnung weiß"),
        ("@W e4", Role.ASSISTANT_WHITE, "e4"),
        ("@x e4", None, "@x e4"),
        (": remis", None, ": remis"),
    ],
)
def test_a_typed_line_may_begin_with_a_role(text: str, role: Role | None, rest: str) -> None:
    assert typed_role(text, GERMAN) == (role, rest)


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Schiedsrichter Verwarnung schwarz", Role.ARBITER),
        ("Schiedsrichter", None),
        ("Schwarz remis", Role.BLACK),
        ("Assistent Weiß Zeit", Role.ASSISTANT_WHITE),
        ("Assistent Zeit", None),
        ("remis schwarz", None),
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

    assert meanings_of(tokens_of("Schwarz remis"), understood) == (
        said_by(Role.BLACK, CommandMeaning(name="offer-draw")),
    )
    assert meanings_of(tokens_of("remis"), understood) == ()


CASES: list[tuple[str, str, Command]] = [
    ("Verwarnung schwarz", "play", Warn(by=BY, at_ms=AT, white=False)),
    ("Gutschrift weiß zwei Minuten", "play", AddTime(by=BY, at_ms=AT, white=True, ms=120_000)),
    ("Gutschrift schwarz 15", "play", AddTime(by=BY, at_ms=AT, white=False, ms=900_000)),
    ("Abzug schwarz 1 Minute", "play", AddTime(by=BY, at_ms=AT, white=False, ms=-60_000)),
    (
        "Uhr weiß 10 Minuten schwarz zwölf Minuten",
        "play",
        SetClocks(by=BY, at_ms=AT, white_ms=600_000, black_ms=720_000),
    ),
    ("zurück auf Zug 3", "play", GoBack(by=BY, at_ms=AT, moves_kept=4)),
    ("zurück auf Zug 3 schwarz", "play", GoBack(by=BY, at_ms=AT, moves_kept=5)),
    (
        "Entscheidung weiß",
        "play",
        EndGame(by=BY, at_ms=AT, result=Result.WHITE_WINS, reason=EndReason.ARBITER),
    ),
    (
        "Entscheidung remis",
        "play",
        EndGame(by=BY, at_ms=AT, result=Result.DRAW, reason=EndReason.ARBITER),
    ),
    ("Entscheidung remis", "quickplay", RuleOnQuickplay(by=BY, at_ms=AT, outcome="draw")),
    ("Entscheidung abgelehnt", "quickplay", RuleOnQuickplay(by=BY, at_ms=AT, outcome="reject")),
    ("Entscheidung weiter", "quickplay", RuleOnQuickplay(by=BY, at_ms=AT, outcome="postpone")),
    ("Entscheidung remis", "put off", RuleOnQuickplay(by=BY, at_ms=AT, outcome="draw")),
    ("Entscheidung abgelehnt", "put off", RuleOnQuickplay(by=BY, at_ms=AT, outcome="reject")),
    (
        "Entscheidung weiß",
        "put off",
        EndGame(by=BY, at_ms=AT, result=Result.WHITE_WINS, reason=EndReason.ARBITER),
    ),
    ("Entscheidung ja", "mating chance", RuleOnMatingChance(by=BY, at_ms=AT, can_mate=True)),
    ("Entscheidung nein", "mating chance", RuleOnMatingChance(by=BY, at_ms=AT, can_mate=False)),
    ("Entscheidung ja", "objection", RuleOnObjection(by=BY, at_ms=AT, is_upheld=True)),
    ("Entscheidung ja", "increment", RuleOnIncrement(by=BY, at_ms=AT, is_granted=True)),
    ("Entscheidung abgelehnt", "increment", RuleOnIncrement(by=BY, at_ms=AT, is_granted=False)),
    ("Züge Schiedsrichter", "play", Inform(by=BY, at_ms=AT, about="score")),
    ("Start", "arranged", StartGame(by=BY, at_ms=AT)),
    ("Start", "play", StartClocks(by=BY, at_ms=AT)),
    ("weiter", "play", StartClocks(by=BY, at_ms=AT)),
    ("Halt", "play", StopClocks(by=BY, at_ms=AT)),
    ("Abbruch", "play", AskToSeal(by=BY, at_ms=AT, resumption="")),
    ("Wiederaufnahme", "play", Resume(by=BY, at_ms=AT)),
    ("Farben tauschen", "play", ReportFault(by=BY, at_ms=AT, fault="reversed-colours")),
    (
        "annullieren",
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
        "Verwarnung",
        "Gutschrift zwei Minuten",
        "Abzug schwarz",
        "Entscheidung",
        "Springer f3",
        "zurück auf Zug weiß",
        "Uhr",
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
        ("Uhr weiß 10 weiß 12", "play"),
        ("Entscheidung ja", "play"),
        ("Entscheidung weiß", "quickplay"),
        ("Entscheidung remis", "mating chance"),
        ("Entscheidung remis", "increment"),
        ("ja", "play"),
    ],
)
def test_an_order_that_answers_nothing_is_no_command(text: str, phase: str) -> None:
    meaning = arbiters_meaning(tokens_of(text))

    assert meaning is not None
    assert arbiters_command(meaning, game_in(phase), AT) is None


def test_moves_are_counted_from_where_the_game_began() -> None:
    meaning = arbiters_meaning(tokens_of("zurück auf Zug 10 schwarz"))
    game = game_in("play", "4k3/8/8/8/8/8/8/4K2R b K - 0 10")

    assert meaning is not None
    assert arbiters_command(meaning, game, AT) == GoBack(by=BY, at_ms=AT, moves_kept=0)


@pytest.mark.parametrize("language", known_languages())
def test_every_language_has_the_arbiters_words(language: str) -> None:
    found = load_language(language)

    for head in FORMS:
        for form in found.words[head]:
            assert parse(form.split(), found)[0] == head
