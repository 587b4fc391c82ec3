"""Whatever is said, in whatever order: the session goes on, and its journal is its game."""

import random
from dataclasses import dataclass, replace

import pytest

from tests.german import GERMAN
from tests.stage.around_table import AroundTable
from tests.stage.script import Utterance
from tests.stage.scripted_game import GAME
from tests.stage.usual import BLIND, IN_GERMAN
from voice_chess.adapters.simulation.memory_sound import MemoryRecognizer
from voice_chess.clock.chess_clock import ChessClock
from voice_chess.game.evolve import replay
from voice_chess.game.table import Customs
from voice_chess.records.score_keeping import scoresheet_of
from voice_chess.session.evidence import UtteranceHeard
from voice_chess.speech.understanding.hypothesis import Heard, Hypothesis

FORMS = sorted({form for forms in GERMAN.words.values() for form in forms})


@dataclass
class TalkativeRecognizer(MemoryRecognizer):
    """Hears something at random, mostly what may be said at the moment."""

    chance: random.Random | None = None

    def flush(self) -> Heard | None:
        if self._began_ms is not None:
            self._words.append(self.anything())
        return super().flush()

    def anything(self) -> tuple[Hypothesis, ...]:
        assert self.chance is not None
        count = self.chance.choice((1, 1, 1, 2, 3))
        return tuple(
            Hypothesis(words=self.words(self.chance), log_likelihood=-1.5 * number)
            for number in range(count)
        )

    def words(self, chance: random.Random) -> tuple[str, ...]:
        if chance.random() < 0.9:
            # The answers to a question come first, then the moves, then the commands.
            phrases = self.expected[-1]
            place = chance.random() ** chance.choice((1, 3, 3))
            return tuple(phrases[int(len(phrases) * place)].split())
        return tuple(" ".join(chance.choices([*FORMS, "[unk]"], k=3)).split())


def talk(seed: int, utterances: int) -> AroundTable:
    chance = random.Random(seed)
    script = [
        Utterance("", after_ms=chance.choice((800, 800, 2_600, 12_000))) for _ in range(utterances)
    ]
    table = AroundTable(
        replace(BLIND, customs=Customs(must_repeat=seed % 5 == 0)),
        settings=IN_GERMAN,
        ear=lambda _: TalkativeRecognizer((), chance=chance),
    )
    table.play(*script)
    return table


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(4, 12))]
)
def test_the_journal_is_the_game(seed: int) -> None:
    table = talk(seed, 60)
    events = table.journal.read(GAME)
    heard = [item for item in table.journal.evidence(GAME) if isinstance(item, UtteranceHeard)]
    game = replay(events)
    times = [event.at_ms for event in events]

    assert scoresheet_of(events).moves == game.position.moves
    assert times == sorted(times)
    assert heard
    assert all(is_sane(game.clock, white=white) for white in (True, False))


def is_sane(clock: ChessClock, *, white: bool) -> bool:
    return 0 <= clock.sides.of(white=white).left_ms <= 3_600_000
