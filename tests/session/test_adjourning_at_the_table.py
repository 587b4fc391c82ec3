"""A game adjourned and taken up again at one machine, in words alone (journey seven)."""

from dataclasses import replace

from tests.session.typed_table import BLIND, GAME, TypedTable
from voice_chess.adapters.memory import MemoryJournal
from voice_chess.game.events import GameEnded
from voice_chess.game.evolve import replay
from voice_chess.game.state import Adjourned, InPlay, Sealing
from voice_chess.game.suspense_events import EnvelopeOpened, GameAdjourned, GameResumed, MoveSealed
from voice_chess.game.table import Occasion

WITH_ARBITER = replace(BLIND, occasion=Occasion(has_arbiter=True))
ADJOURNED = ("e4", "gedrückt", "e5", "gedrückt", "Abbruch", "ja", "Abgabezug Sf3", "gedrückt")


def adjourned(*lines: str) -> TypedTable:
    table = TypedTable()
    table.play(*(lines or ADJOURNED))
    return table


def resumed(journal: MemoryJournal, *lines: str) -> TypedTable:
    """The same game on another day."""
    table = TypedTable(journal=journal)
    table.time.passed(86_400_000)
    table.play(*lines)
    return table


def test_a_session_ends_with_the_sealed_move() -> None:
    table = adjourned(*ADJOURNED, "e4")

    (closed,) = table.of(GameAdjourned)
    assert isinstance(closed, GameAdjourned)
    assert closed.envelope.sealed_by_white
    assert closed.envelope.move_number == 2
    assert table.answers[-1][0] == "gedrückt"


def test_a_sealed_move_is_not_read_aloud() -> None:
    table = adjourned()

    assert table.answer_to("Abgabezug Sf3") == ["Abgabezug von Weiß."]
    assert not any("Felix" in text for text in table.said)


def test_a_sealed_move_may_be_changed_until_the_clock_is_stopped() -> None:
    lines = [*ADJOURNED[:-1], "Abgabezug Sc3", "gedrückt"]
    table = adjourned(*lines)

    assert [event.text for event in table.of(MoveSealed) if isinstance(event, MoveSealed)] == [
        "g1f3",
        "b1c3",
    ]
    again = resumed(table.journal, "Schwarz: Umschlag öffnen")
    assert replay(again.journal.read(GAME)).position.moves[-1] == "b1c3"


def test_the_game_goes_on_with_the_sealed_move_and_its_clocks() -> None:
    before = adjourned()
    left = replay(before.journal.read(GAME)).phase
    assert isinstance(left, Adjourned)
    table = resumed(before.journal, "Schwarz: Umschlag öffnen", "Sc6")

    game = replay(table.journal.read(GAME))
    assert [type(event) for event in (*table.of(GameResumed), *table.of(EnvelopeOpened))] == [
        GameResumed,
        EnvelopeOpened,
    ]
    assert game.position.moves == ("e2e4", "e7e5", "g1f3")
    assert game.turn.announcement is not None
    assert isinstance(game.phase, InPlay)
    assert game.clock.left_ms(white=True, at_ms=0) == left.envelope.left_ms[0] + 10_000


def test_without_an_envelope_opened_nobody_moves() -> None:
    table = resumed(adjourned().journal, "d4")

    assert [name for name, _ in table.refusals] == ["GameIsAdjourned"]


def test_with_an_arbiter_only_he_adjourns_and_opens() -> None:
    table = TypedTable(table=WITH_ARBITER)
    table.play("Abbruch", "ja", "Schiedsrichter: Abbruch", "Abgabezug e4", "gedrückt")
    assert [name for name, _ in table.refusals] == ["NotYourRole"]

    again = TypedTable(table=WITH_ARBITER, journal=table.journal)
    again.play("Schwarz: Umschlag öffnen", "Schiedsrichter: Umschlag öffnen")
    assert [name for name, _ in again.refusals] == ["NotYourRole"]
    assert replay(again.journal.read(GAME)).position.moves == ("e2e4",)


def test_who_changes_his_mind_goes_on() -> None:
    table = TypedTable()
    session = table.play("Abbruch", "nein", "e4")

    assert not isinstance(session.game.phase, Sealing)
    assert session.game.turn.announcement is not None
    assert table.of(GameEnded) == []


def test_an_announced_move_is_the_sealed_one() -> None:
    table = adjourned("e4", "Abbruch", "ja", "gedrückt")
    again = resumed(table.journal, "Schwarz: Umschlag öffnen")

    assert replay(again.journal.read(GAME)).position.moves == ("e2e4",)
