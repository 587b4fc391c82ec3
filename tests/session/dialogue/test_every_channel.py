"""Every command in every language, by text, key, voice and button, at a seat and at a table.

The words that lead to the moment at which a command makes sense are taken from the language, too:
nothing here names one, so that a further language is tried without a word of code.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from tests.session.dialogue.test_moves_in_words_at_a_seat import TABLE
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.scripted_game import GAME, ScriptedGame
from tests.stage.usual import PLAYERS
from voice_chess.clock.time_control import TimeControl
from voice_chess.game.adjournment import Resume
from voice_chess.game.table import Customs, Occasion, Role, Table
from voice_chess.languages.language import Language, known_languages, load_language
from voice_chess.laws.position import Position
from voice_chess.session.dialogue.typed_moves import as_heard, as_words
from voice_chess.session.evidence import UtteranceHeard
from voice_chess.session.listening.inputs import Entrusted
from voice_chess.session.outputs import Reply, Sounded
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.channels import Channels, channels
from voice_chess.speech.commands import COMMAND_TABLE, COMMANDS, When
from voice_chess.speech.generation.sentence import phrase
from voice_chess.speech.understanding.interpret import CommandMeaning, interpret
from voice_chess.speech.understanding.parse import parse
from voice_chess.speech.understanding.typed import typed_words

TIMES = {command.name: command.when for command in COMMAND_TABLE}
REPORTED = replace(
    TABLE,
    customs=Customs(execution="reported", takebacks=True, recording="reported"),
    white=replace(TABLE.white, score_medium="paper"),
    occasion=Occasion(has_rematches=True),
)
UNSUPERVISED = Table(
    control=TimeControl.parsed("5+0"),
    edition="2009",
    customs=Customs(illegal_policy="count"),
    occasion=Occasion(has_arbiter=True, games_per_arbiter=20),
)
"""A table at which illegal moves can come to stand."""
TABLES: Mapping[When, Table] = {"illegal": UNSUPERVISED}
"""Where it is not the usual one that leads to a moment."""
MOVE, REPLY, OTHER = "e4", "e5", "d4"
BEFORE: Mapping[When, tuple[str, ...]] = {
    "always": (MOVE, "executed", "press", REPLY, "executed", "press"),
    "announced": (MOVE,),
    "offered": (MOVE, "offer-draw", "executed", "press"),
    "stopped": ("arbiter", "yes"),
    "asked": ("resign",),
    "sealing": ("adjourn", "yes"),
    "resuming": ("adjourn", "yes", "seal", MOVE, "press"),
    "boards": (MOVE,),
    "hands": (MOVE,),
    "comparing": ("board-differs", "white", "white", "no", "no"),
    "over": ("resign", "yes"),
    "takebacks": (MOVE, "executed", "press"),
    "illegal": ("e2e5", "press"),
    "writing": (MOVE, "executed", "press"),
}
"""The names of the commands, and the moves, that lead there."""
FIRST_QUESTION = ("board-differs",)
"""Which pieces are marked is asked first; what stands on a square, later."""


def lines_before(row: Channels) -> tuple[str, ...]:
    is_of_set = row.command in ("white", "black", "none") and len(row.typed.split()) == 1
    return FIRST_QUESTION if is_of_set else BEFORE[TIMES[row.command]]


Place = Callable[..., ScriptedGame]
"""For settings, and for a table that is not the usual one."""


def around_table(settings: TableSettings, table: Table = REPORTED) -> ScriptedGame:
    return AroundTable(table, settings=settings)


def apart(settings: TableSettings, table: Table = REPORTED) -> Apart:
    """Envelopes can be closed there, too."""
    seats = Apart(table, settings=settings)
    entrust(seats)
    return seats


def entrust(seats: Apart) -> None:
    """Let both players give their passphrases for the envelope."""
    for role in PLAYERS:
        seats.attends(Entrusted, role, passphrase=role)
    seats.fetch()


def in_words(lines: tuple[str, ...], language: Language) -> tuple[str, ...]:
    return tuple(language.words[line][0] if line in language.words else line for line in lines)


def is_said(row: Channels, language: Language) -> str:
    """With another move than the one that has been made."""
    example, other = (" ".join(typed_words(move, language)) for move in (MOVE, OTHER))
    return row.spoken.replace(example, other)


def resume(stage: ScriptedGame) -> None:
    """Let the adjourned game be resumed; a table does so when its program is started again."""
    if isinstance(stage, Apart):
        stage.live.ask(Resume(by=Role.WHITE, at_ms=stage.time.now_ms()))
        entrust(stage)


def lead_to(row: Channels, stage: ScriptedGame, language: Language) -> tuple[str, ...]:
    """Return the lines that lead to the moment for it; play those that the game must end with."""
    before = in_words(lines_before(row), language)
    if TIMES[row.command] != "resuming":
        return before
    stage.play(*before)
    resume(stage)
    return ()


def is_understood(stage: ScriptedGame, row: Channels, channel: str, language: Language) -> bool:
    """What is asked may be refused, but not taken for something else."""
    said = is_said(row, language).lower() if channel == "spoken" else ""
    line = getattr(row, channel).replace(MOVE, OTHER)
    before = lead_to(row, stage, language)
    stage.play(*before, Utterance(said) if said else line)
    _, told = stage.answers[-1]
    heard = [one for one in stage.journal.evidence(GAME) if isinstance(one, UtteranceHeard)]
    is_meant = not said or heard[-1].verdict in ("accept", "ask")
    nothing = phrase("NotUnderstood", language).text.rstrip(".")
    return is_meant and not any(text.startswith(nothing) for text in told)


ROWS = {name: tuple(channels(load_language(name))) for name in known_languages()}


def tried_by(channel: str, language_id: str) -> list[Channels]:
    """All that can be asked for so."""
    rows = ROWS[language_id]
    return [row for row in rows if getattr(row, channel)]


def fast_in(*few: str) -> pytest.MarkDecorator:
    """All languages, and slowly those that are not among the few."""
    return pytest.mark.parametrize(
        "language_id",
        [
            pytest.param(name, marks=[] if name in few else pytest.mark.slow)
            for name in known_languages()
        ],
    )


def lost(place: Place, channel: str, language_id: str) -> list[str]:
    """What is not understood there."""
    language = load_language(language_id)
    settings = TableSettings(language=language, press="command")
    return [
        row.typed
        for row in tried_by(channel, language_id)
        if not is_understood(
            place(settings, TABLES.get(TIMES[row.command], REPORTED)), row, channel, language
        )
    ]


@fast_in("de", "it")
@pytest.mark.parametrize("channel", ["typed", "key", "spoken"])
def test_every_command_is_understood_at_a_seat(language_id: str, channel: str) -> None:
    assert lost(apart, channel, language_id) == []


@fast_in("de")
@pytest.mark.parametrize("channel", ["typed", "key", "spoken"])
def test_every_command_is_understood_at_a_table(language_id: str, channel: str) -> None:
    assert lost(around_table, channel, language_id) == []


def button_of(row: Channels, language: Language) -> CommandMeaning:
    """Return what the page's control for this command asks for, with the other move."""
    typed = as_heard(as_words(row.typed, language), 0, language).hypotheses[0]
    (meaning,) = interpret(parse(typed.words, language), Position.start(), COMMANDS)
    assert isinstance(meaning, CommandMeaning)
    file, other = MOVE[0], OTHER[0]
    args = (arg.replace(MOVE, OTHER).replace(f"{file}2", f"{other}2") for arg in meaning.args)
    return CommandMeaning(name=row.command, args=tuple(args))


def told(stage: Apart) -> list[str]:
    """What the game puts out; a button makes no sound of its own."""
    return [
        output.text if isinstance(output, Reply) else repr(output)
        for output in stage.fetch()
        if not isinstance(output, Sounded)
    ]


def differing(language_id: str) -> list[str]:
    """What a button does otherwise than the same command as it is typed at that moment."""
    language, found = load_language(language_id), []
    settings = TableSettings(language=language, press="command")
    for row in ROWS[language_id]:
        seats = [apart(settings, TABLES.get(TIMES[row.command], REPORTED)) for _ in range(2)]
        for stage in seats:
            stage.play(*lead_to(row, stage, language))
            stage.fetch()
        typed, pressed = seats
        typed.types(row.typed.replace(MOVE, OTHER))
        button = button_of(row, language)
        pressed.wants(button.name, *button.args)
        if told(typed) != told(pressed):
            found.append(row.typed)
    return found


@fast_in("de", "it")
def test_every_command_does_by_its_button_what_it_does_when_it_is_typed(language_id: str) -> None:
    assert differing(language_id) == []


def test_all_moments_are_tried() -> None:
    assert {command.when for command in COMMAND_TABLE} == BEFORE.keys()
