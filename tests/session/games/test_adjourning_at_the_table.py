"""A game adjourned and taken up again at one machine, in words alone (journey seven)."""

import json
from dataclasses import replace

import pytest

from tests.german import (
    CLOCK,
    CONTINUE,
    GERMAN,
    NO,
    PRESS,
    YES,
    by_ear,
    either,
    german,
    in_words,
    says,
)
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.scripted_game import GAME
from tests.stage.usual import BLIND
from tests.stage.written import Conversation, held
from voice_chess.adapters.simulation.memory_storage import MemoryEnvelopes
from voice_chess.game.adjournment import EnvelopeOpened, GameAdjourned, GameResumed, MoveSealed
from voice_chess.game.game_end import GameEnded
from voice_chess.game.phases import Adjourned, InPlay, Resuming, Sealing
from voice_chess.game.table import Occasion
from voice_chess.laws.topics import Topic
from voice_chess.session.evidence import UtteranceHeard
from voice_chess.speech.generation.announce import cite

WITH_ARBITER = replace(BLIND, occasion=Occasion(has_arbiter=True))
ADJOURNED = ("e4", PRESS, "e5", PRESS, says("adjourn"), YES, says("seal Sf3"), PRESS)


def adjourned(*lines: str) -> AroundTable:
    table = AroundTable()
    table.play(*(lines or ADJOURNED))
    return table


def resumed(before: AroundTable, *lines: str) -> AroundTable:
    """The same game on another day."""
    table = AroundTable(journal=before.journal, envelopes=before.envelopes)
    table.time.passed(86_400_000)
    table.play(*lines)
    return table


def test_a_session_ends_with_the_sealed_move() -> None:
    table = adjourned(*ADJOURNED, "e4")

    (closed,) = table.of(GameAdjourned)
    assert closed.envelope.sealed_by_white
    assert closed.envelope.move_number == 2
    assert len(table.answers) == 1 + len(ADJOURNED)


def test_a_sealed_move_is_not_read_aloud() -> None:
    table = adjourned()

    assert table.answers[-2] == ("", [german("MoveSealed", "white")])
    assert table.answers[-1] == ("", [german("GameAdjourned")])
    assert not any("Felix" in text for text in table.said)


TWO_KNIGHTS = ("e4", PRESS, "e5", PRESS, "Sf3", PRESS, "Sc6", PRESS, "d4", PRESS, "d6", PRESS)


TO_SEAL = (*TWO_KNIGHTS, says("adjourn"), YES)


def test_a_claim_whose_move_is_not_clear_asks_for_the_move() -> None:
    table = AroundTable()
    table.play(*TWO_KNIGHTS, says("claim Sd2"))

    asked = german("ask:which", start=in_words("N"), choices=either(in_words("f"), in_words("b")))
    assert table.said[-1] == asked


def test_a_claim_whose_move_is_not_legal_tells_why() -> None:
    table = AroundTable()
    table.play(*TWO_KNIGHTS, says("claim Sg6"))

    assert table.said[-1].endswith(GERMAN.phrase("CannotMoveThatWay"))


@pytest.mark.parametrize("line", ["Sg6", says("seal Sg6"), says("seal 0-0"), says("seal a8")])
def test_a_sealed_move_that_is_not_legal_is_refused_without_a_word_about_it(line: str) -> None:
    table = AroundTable()
    table.play(*TO_SEAL, line, says("why"))

    cited = cite(table.game.edition.cite(Topic.SEALED_MOVE_BAD), GERMAN).text
    illegal = german("envelope:illegal")
    assert table.said[-3:] == [illegal, illegal, cited]
    assert table.of(MoveSealed) == []


@pytest.mark.parametrize(
    "line", [says("seal Sd2"), f"{says('seal')} {in_words('N')}", in_words("N"), "Sxc3", "Sc9"]
)
def test_a_typed_move_for_the_envelope_that_is_not_clear_is_not_asked_about_aloud(
    line: str,
) -> None:
    table = AroundTable()
    table.play(*TO_SEAL, line)

    assert table.said[-1] == german("envelope:unclear")
    table.play("Sbd2")
    assert len(table.of(MoveSealed)) == 1


def test_the_answer_to_which_spoken_move_is_meant_seals_that_move() -> None:
    before = AroundTable()
    spoken = [by_ear(words) for words in ("seal Nd2", "b", "press")]
    before.play(*TO_SEAL, *map(Utterance, spoken))
    table = resumed(before, says("open-envelope"))

    assert table.game.position.moves[-1] == "b1d2"


def test_a_sealed_move_stands_nowhere_in_the_journal() -> None:
    table = adjourned()
    kept = repr((table.journal.read(GAME), table.journal.evidence(GAME)))

    assert "e2e4" in kept
    assert says("adjourn") in kept
    assert not any(word in kept for word in ("g1f3", "Sf3"))


def test_a_sealed_move_that_was_spoken_is_kept_in_no_evidence_and_no_sound() -> None:
    table = held("a_move_is_sealed")
    heard = [one for one in table.seen if isinstance(one, UtteranceHeard)]
    evidence = repr(table.journal.evidence(GAME))

    assert len(Conversation("a_move_is_sealed").script) == 6
    assert [len(one.readings) for one in heard] == [1, 1, 1, 1, 0, 0]
    assert by_ear("e") in evidence
    assert by_ear("f") not in evidence
    assert isinstance(table.game.phase, Adjourned)
    assert [kept.uci for kept in table.record.kept] == ["e2e4"]


def test_closing_the_envelope_is_told_once() -> None:
    table = adjourned()

    assert table.said[-2:] == [german("MoveSealed", "white"), german("GameAdjourned")]


def test_what_stands_on_the_envelope_is_bound_to_the_move() -> None:
    before = adjourned()
    (closed,) = before.of(GameAdjourned)
    assert isinstance(before.envelopes, MemoryEnvelopes)
    _, face = before.envelopes.drawer[-1]
    on_it = json.loads(face)

    assert on_it["left_ms"] == list(closed.envelope.left_ms)
    assert on_it["game"] == GAME
    assert on_it["text"] == ""


def test_whoever_resumes_is_told_the_word_that_opens_the_envelope() -> None:
    table = resumed(adjourned())
    again = resumed(table)
    how = german("resumed:wait", command=says("open-envelope"))

    assert table.said == [german("GameResumed"), how]
    assert again.said == [how]


def test_an_envelope_that_was_changed_stays_shut_and_nobody_loses() -> None:
    before = adjourned()
    assert isinstance(before.envelopes, MemoryEnvelopes)
    move, _ = before.envelopes.drawer[-1]
    before.envelopes.drawer[-1] = (move, b"another face")
    table = resumed(before, says("black: open-envelope"))

    assert table.said[-1] == german("envelope:shut")
    assert table.of(GameEnded) == []


def test_without_passphrases_no_move_is_sealed_and_play_goes_on() -> None:
    table = AroundTable(envelopes=None)
    session = table.play("e4", PRESS, says("adjourn"), "e5")

    assert table.answer_to(says("adjourn")) == [german("envelope:none")]
    assert session.game.turn.announcement is not None


def test_without_passphrases_an_envelope_stays_shut() -> None:
    before = adjourned()
    before.envelopes = None
    table = resumed(before, says("black: open-envelope"))

    assert table.said[-1] == german("envelope:keyless")
    assert isinstance(table.game.phase, Resuming)


def test_a_sealed_move_may_be_changed_until_the_clock_is_stopped() -> None:
    lines = [*ADJOURNED[:-1], says("seal Sc3"), PRESS]
    table = adjourned(*lines)

    sealed = [event.text for event in table.of(MoveSealed)]

    assert len(sealed) == len(set(sealed)) == 2
    again = resumed(table, says("black: open-envelope"))
    assert again.game.position.moves[-1] == "b1c3"


def test_the_game_goes_on_with_the_sealed_move_and_its_clocks() -> None:
    before = adjourned()
    left = before.game.phase
    assert isinstance(left, Adjourned)
    table = resumed(before, says("black: open-envelope"), "Sc6")

    assert [type(event) for event in (*table.of(GameResumed), *table.of(EnvelopeOpened))] == [
        GameResumed,
        EnvelopeOpened,
    ]
    assert german("EnvelopeOpened", move=in_words("Nf3")) in table.said
    game = table.game
    assert game.position.moves == ("e2e4", "e7e5", "g1f3")
    assert game.turn.announcement is not None
    assert isinstance(game.phase, InPlay)
    assert game.clock.left_ms(white=True, at_ms=0) == left.envelope.left_ms[0] + 10_000


def test_without_an_envelope_opened_nobody_moves() -> None:
    table = resumed(adjourned(), "d4")

    assert [name for name, _ in table.refusals] == ["GameIsAdjourned"]


def test_with_an_arbiter_nobody_else_adjourns_or_opens() -> None:
    table = AroundTable(WITH_ARBITER)
    table.play(says("adjourn"), YES, says("arbiter: adjourn"), says("seal e4"), PRESS)
    assert [name for name, _ in table.refusals] == ["NotYourRole"]

    again = AroundTable(WITH_ARBITER, journal=table.journal, envelopes=table.envelopes)
    again.play(says("black: open-envelope"), says("arbiter: open-envelope"))
    assert [name for name, _ in again.refusals] == ["NotYourRole"]
    assert again.game.position.moves == ("e2e4",)


def test_who_changes_their_mind_goes_on() -> None:
    table = AroundTable()
    session = table.play(says("adjourn"), NO, "e4")

    assert not isinstance(session.game.phase, Sealing)
    assert session.game.turn.announcement is not None
    assert table.of(GameEnded) == []


def test_an_announced_move_is_the_sealed_one() -> None:
    table = adjourned("e4", says("adjourn"), YES, PRESS)
    again = resumed(table, says("black: open-envelope"))

    assert again.game.position.moves == ("e2e4",)


def test_sealing_that_was_broken_off_waits_for_a_word_and_goes_on_with_the_clocks_of_then() -> None:
    before = adjourned("e4", PRESS, "e5", PRESS, says("adjourn"), YES)
    waiting = resumed(before, CLOCK)
    table = resumed(before, CONTINUE, says("seal Sf3"), PRESS)
    (closed,) = table.of(GameAdjourned)

    assert german("resumed:wait", command=CONTINUE) in waiting.said
    assert german("ClocksStarted") in table.said
    assert BLIND.control.periods[0].base_ms - closed.envelope.left_ms[0] < 60_000


def test_enter_alone_closes_the_envelope_and_no_earlier() -> None:
    table = AroundTable()
    session = table.play("e4", "", says("adjourn"), YES, "", says("seal e5"), "")

    assert isinstance(session.game.phase, Adjourned)
    assert len(table.of(GameAdjourned)) == 1


def test_who_comes_back_while_a_move_is_sealed_is_told_so() -> None:
    before = AroundTable()
    before.play("e4", PRESS, says("adjourn"), YES)
    asked = AroundTable(journal=before.journal, time=before.time)
    asked.play(CONTINUE, says("seal e5"))
    sealed = AroundTable(journal=before.journal, time=before.time)
    sealed.play(CONTINUE)

    assert german("SealingAsked", "black") in asked.said
    assert german("MoveSealed", "black") in sealed.said


@pytest.mark.law("sealed-meaningless")
def test_a_sealed_move_that_cannot_be_read_is_told_and_decides_nothing() -> None:
    before = adjourned()
    assert isinstance(before.envelopes, MemoryEnvelopes)
    _, face = before.envelopes.drawer[-1]
    before.envelopes.drawer[-1] = ("Sg1-z9", face)
    table = resumed(before, says("black: open-envelope"))

    assert table.said[-1] == german("envelope:unread", words="Sg1-z9")
    assert table.of(GameEnded) == []


@pytest.mark.law("sealing")
@pytest.mark.parametrize("edition_id", ["2005", "2009"], ids=["2005 A.1.a", "2009 G.1.a"])
def test_a_move_that_is_made_already_is_told_to_be_the_sealed_one_and_asked_for_no_more(
    edition_id: str,
) -> None:
    made, asked = AroundTable(replace(BLIND, edition=edition_id)), AroundTable()
    made.play("e4", says("adjourn"), YES)
    asked.play("e4", PRESS, says("adjourn"), YES)

    back = AroundTable(journal=made.journal, time=made.time)
    back.play(CONTINUE)

    assert german("MoveSealed:made", "white") in made.said
    assert german("MoveSealed:made", "white") in back.said
    assert german("SealingAsked", "white") not in made.said
    assert german("SealingAsked", "black") in asked.said
