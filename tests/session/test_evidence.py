"""What was heard and said is kept beside the game: words, probabilities, verdicts, the sound."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from tests.faulty_journal import FaultyJournal
from tests.german import NUMBERS, by_ear, german
from tests.stage.apart import Apart
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.scripted_game import GAME, begun
from tests.stage.usual import BLIND, PLAYERS
from tests.stage.written import Conversation, held
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.game.table import Role
from voice_chess.languages.language import load_language
from voice_chess.session.evidence import (
    AnswerSpoken,
    CommandRefused,
    Evidence,
    LineTyped,
    NotedReading,
    SoundSpan,
    UtteranceHeard,
)
from voice_chess.session.games.arrears import RETRY_MS
from voice_chess.session.games.running import RunningGame, attend
from voice_chess.session.listening.inputs import TimePassed, Typed
from voice_chess.session.ports import Conflict, JournalLost
from voice_chess.session.table_settings import TableSettings
from voice_chess.speech.understanding.hypothesis import Heard

ENGLISH = TableSettings(language=load_language("en"))


@dataclass
class Slow(MemoryRecognizer):
    """On a slow machine."""

    time: SimulatedTime = field(kw_only=True)

    def hear(self, samples: bytes) -> Heard | None:
        heard = super().hear(samples)
        if heard is not None:
            self.time.passed(700)
        return heard


def test_every_utterance_is_kept_with_all_that_was_thought_of_it() -> None:
    table = held("doubtful_hearing")
    heard = [item for item in table.journal.evidence(GAME) if isinstance(item, UtteranceHeard)]
    asked = heard[2]

    assert len(heard) == len(Conversation("doubtful_hearing").script)
    assert [item.verdict for item in heard[:4]] == ["ignore", "ignore", "ask", "accept"]
    assert [found.words for found in asked.alternatives] == [
        tuple(by_ear("e4").split()),
        tuple(by_ear("e3").split()),
    ]
    assert [found.meaning for found in asked.readings] == ["e2e4", "e2e3"]
    assert asked.readings[0].probability > asked.readings[1].probability > 0.3
    assert heard[3].readings == (NotedReading(meaning="e2e4", probability=1.0),)


def test_every_utterance_can_be_found_in_the_sound_record() -> None:
    table = held("a_quick_reply")
    spans = [
        item.sound for item in table.journal.evidence(GAME) if isinstance(item, UtteranceHeard)
    ]

    assert spans == [
        SoundSpan(began_ms=2_600, ended_ms=4_200),
        SoundSpan(began_ms=5_000, ended_ms=6_600),
        SoundSpan(began_ms=7_400, ended_ms=9_000),
    ]


def test_the_sound_of_a_move_is_kept_under_its_number() -> None:
    table = held("a_quick_reply")

    assert [(kept.ply, kept.san, kept.started_ms) for kept in table.record.kept] == [
        (1, "e4", 2_600),
        (2, "e5", 5_000),
        (3, "Nf3", 7_400),
    ]


def test_on_a_slow_machine_a_move_lies_where_it_was_said_too() -> None:
    time = SimulatedTime()
    table = AroundTable(time=time, ear=lambda said: Slow(said, time=time))
    table.play(Utterance(by_ear("e4")))

    assert [(kept.started_ms, kept.ended_ms) for kept in table.record.kept] == [(2_600, 4_200)]


def test_answers_and_refusals_are_kept() -> None:
    table = held("draw_declined")
    evidence = table.journal.evidence(GAME)
    refused = [item for item in evidence if isinstance(item, CommandRefused)]
    spoken = [item for item in evidence if isinstance(item, AnswerSpoken)]

    assert [(item.command, item.refusal) for item in refused] == [
        ("OfferDraw", "DrawAlreadyOffered")
    ]
    assert [item.text for item in spoken] == table.said
    assert all(item.lasted_ms > 0 for item in spoken)


def test_a_private_answer_is_marked_with_whom_it_was_for() -> None:
    table = held("questions")
    spoken = {
        item.text: item.to
        for item in table.journal.evidence(GAME)
        if isinstance(item, AnswerSpoken)
    }

    assert spoken[german("move-number", number=NUMBERS[1])] == "black"
    assert spoken[german("last-move:none")] == "white"
    assert spoken[german("GameStarted", "white")] == "both"


class CountingJournal(FaultyJournal):
    """Counts its transactions."""

    writes = 0

    def before(self, events: Sequence[object], after: int) -> None:
        self.writes += 1

    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        self.writes += game_id == GAME
        super().note(game_id, evidence)


def test_evidence_in_a_step_is_written_with_its_events_or_at_its_end() -> None:
    journal = CountingJournal()
    begun(journal, BLIND)
    apart = Apart(people=PLAYERS, settings=ENGLISH, journal=journal)
    writes = [journal.writes]
    for line in ("e4", "nonsense", "e5"):
        with apart.live.ledger.together():
            apart.types(line)
        writes.append(journal.writes)
    typed = [item.text for item in journal.evidence(GAME) if isinstance(item, LineTyped)]

    assert [after - before for before, after in pairwise(writes)] == [1, 1, 1]
    assert typed == ["e4", "nonsense", "e5"]
    assert apart.game.position.moves == ("e2e4", "e7e5")


def test_evidence_of_a_step_that_could_not_be_written_is_written_later() -> None:
    journal = FullAtFirst()
    begun(journal, BLIND)
    apart = Apart(people=PLAYERS, settings=ENGLISH, journal=journal)
    journal.is_full = True
    with pytest.raises(JournalLost), apart.live.ledger.together():
        apart.types("e4")
    kept = journal.evidence(GAME)
    journal.is_full = False
    apart.live.ledger.catch_up()

    assert kept == ()
    assert [item.text for item in journal.evidence(GAME) if isinstance(item, LineTyped)] == ["e4"]
    assert apart.game.position.moves == ()


class FullAtFirst(FaultyJournal):
    """There is no room as long as `is_full`; nobody tries twice at once."""

    is_full = False

    def before(self, events: Sequence[object], after: int) -> None:
        if self.is_full:
            message = "There is no room."
            raise JournalLost(message)

    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        assert not self.is_full
        super().note(game_id, evidence)


class AnswerLost(FaultyJournal):
    """While it `is_away` nobody can use it; what is being written when it goes is written."""

    goes = False
    is_away = False

    def before(self, events: Sequence[object], after: int) -> None:
        self.check()

    def behind(self) -> None:
        self.is_away |= self.goes
        self.check()

    def note(self, game_id: str, evidence: Sequence[Evidence]) -> None:
        self.check()
        super().note(game_id, evidence)
        self.behind()

    def check(self) -> None:
        if self.is_away:
            message = "The database is away."
            raise JournalLost(message)


def typed_in(journal: FaultyJournal) -> list[str]:
    return [item.text for item in journal.evidence(GAME) if isinstance(item, LineTyped)]


def test_evidence_is_neither_lost_nor_doubled_if_a_write_that_seemed_to_fail_was_done() -> None:
    journal, time = AnswerLost(), SimulatedTime()
    begun(journal, BLIND)
    running = RunningGame(
        lambda: Apart(people=PLAYERS, settings=ENGLISH, journal=journal, time=time).live,
        lambda _: None,
        outlives_conflicts=True,
    )

    def attended(entry: Typed | TimePassed) -> None:
        with running.live.ledger.together():
            attend(running.live, entry)

    journal.goes = True
    for text in ("e4", "nonsense"):
        typed = Typed(listener=Role.WHITE, at_ms=time.now_ms(), text=text)
        with suppress(JournalLost):
            running.step(attended, typed)
    journal.goes = journal.is_away = False
    time.passed(RETRY_MS)
    with pytest.raises(Conflict):
        running.step(attended, TimePassed())

    assert typed_in(journal) == ["e4", "nonsense"]
    assert running.live.ledger.game.position.moves == ("e2e4",)
    assert not running.live.is_in_arrears


def test_evidence_alone_is_not_doubled_if_a_write_that_seemed_to_fail_was_done() -> None:
    journal = AnswerLost()
    ledger = begun(journal, BLIND)
    journal.goes = True
    ledger.note(LineTyped(at_ms=0, text="nonsense"))
    journal.goes = journal.is_away = False
    ledger.catch_up()

    assert typed_in(journal) == ["nonsense"]
