"""At the table a game is gone through by words that are heard, and told aloud."""

from collections.abc import Callable, Iterable, Iterator

from tests.review.games import SCHOLARS_EVALUATIONS, SCHOLARS_MATE, game_of, thought
from voice_chess.adapters.simulation.memory import MemoryRecognizer, MemorySpeaker
from voice_chess.adapters.simulation.simulated_time import SimulatedTime
from voice_chess.languages.language import load_language
from voice_chess.laws.position import Position
from voice_chess.review.evaluation import Evaluation
from voice_chess.review.walk import Walk
from voice_chess.session.dialogue.voice import Voice
from voice_chess.session.listening.inputs import RoomInput, Sound, TimePassed, Typed
from voice_chess.session.ports import OpponentLost
from voice_chess.session.review.analysis import Analysis
from voice_chess.session.review.review_talk import ReviewEar, ReviewTalk
from voice_chess.session.table_settings import Room
from voice_chess.speech.understanding.hypothesis import Hypothesis

GAME = game_of(SCHOLARS_MATE)
NOISE, SILENCE = b"\x10\x20" * 1_600, bytes(3_200)
HOUR_MS = 3_600_000


class Entries:
    """`Inbox` of these entries."""

    def __init__(self, entries: Iterable[RoomInput]) -> None:
        self._entries = entries

    def entries(self) -> Iterator[RoomInput]:
        yield from self._entries


def said(count: int) -> list[RoomInput]:
    """So many utterances, long after all that the program has said."""
    one = (NOISE, *(SILENCE,) * 15)
    return [Sound(samples=samples, ended_ms=HOUR_MS + at) for at, samples in enumerate(one * count)]


def judged(state: str = "done") -> Analysis:
    analysis = Analysis(game=GAME, evaluations=list(SCHOLARS_EVALUATIONS))
    analysis.state = "done" if state == "done" else "running"
    return analysis


def talked(
    entries: Iterable[RoomInput],
    *lines: str,
    analysis: Analysis | None = None,
    judges: Callable[[Position], Evaluation] | None = None,
) -> tuple[list[str], MemoryRecognizer]:
    """All that was said, and the ear that heard these lines."""
    recognizer = MemoryRecognizer(
        [(Hypothesis(words=tuple(line.split()), log_likelihood=0.0),) for line in lines]
    )
    told: list[str] = []
    voice = Voice(
        MemorySpeaker(ms_a_letter=0),
        SimulatedTime(),
        lambda spoken: told.append(spoken.text),
        Room(),
    )
    walk = Walk(game=GAME, language=load_language("de"), has_engine=analysis is not None)
    ear = ReviewEar(recognizer=recognizer, knows=lambda word: word != "bewertung")
    talk = ReviewTalk(walk, analysis, ear, voice, judges)
    talk.run(Entries(entries), 0)
    return told, recognizer


def test_words_that_are_heard_lead_through_the_game() -> None:
    told, _ = talked(said(3), "weiter", "fehler", "zug eins", analysis=judged())

    assert [text for text in told if text[:1].isdigit()] == [
        "1, Weiß: Bauer Eva vier.",
        "3, Weiß: Dame Hektor fünf.",
        "1, Weiß: Bauer Eva vier.",
    ]


def test_the_game_is_summed_up_first() -> None:
    told, _ = talked((), analysis=judged())

    assert told[0] == "Ida gegen Uwe: Weiß gewinnt."
    assert told[-1].endswith("Schwarz: grobe Fehler 1, Fehler 0, Ungenauigkeiten 0.")


def test_enter_leads_on() -> None:
    told, _ = talked([Typed(text="", at_ms=0), Typed(text="", at_ms=1)])

    assert "1, Schwarz: Bauer Eva fünf." in told


def test_the_ear_waits_for_no_word_that_its_model_does_not_know() -> None:
    _, recognizer = talked((), analysis=judged())

    assert "zug drei schwarz" in recognizer.expected[-1]
    assert "fehler" in recognizer.expected[-1]
    assert "bewertung" not in recognizer.expected[-1]


def test_it_is_not_told_to_say_what_the_ear_does_not_know() -> None:
    told, _ = talked([Typed(text="hilfe", at_ms=0)], analysis=judged())
    (help_text,) = (text for text in told if text.startswith("Sagen Sie:"))

    assert "bester Zug" in help_text
    assert "bewertung" not in help_text.lower()


def test_without_an_engine_help_names_nothing_that_needs_one() -> None:
    told, _ = talked([Typed(text="hilfe", at_ms=0)])
    (help_text,) = (text for text in told if text.startswith("Sagen Sie:"))

    assert "Stellung" in help_text
    assert "Fehler" not in help_text


def test_that_the_engine_is_done_is_told_once() -> None:
    analysis = judged("running")

    def entries() -> Iterator[RoomInput]:
        yield TimePassed()
        analysis.state = "done"
        yield from (TimePassed(), TimePassed())

    told, _ = talked(entries(), analysis=analysis)

    assert told.count("Die Engine hat die ganze Partie durchgesehen.") == 1


def test_what_the_program_says_itself_leads_nowhere() -> None:
    early = [Sound(samples=samples, ended_ms=0) for samples in (NOISE, *(SILENCE,) * 15)]
    told, _ = talked(early, "weiter")

    assert not [text for text in told if text[:1].isdigit()]


def test_a_move_that_is_heard_is_tried_on_the_board_and_taken_back() -> None:
    lines = ("zug eins schwarz", "springer felix drei", "was steht auf felix drei", "zurück")
    told, recognizer = talked(said(4), *lines, analysis=judged())

    assert told[-6:-4] == ["Springer Felix drei.", "So würde auch die Engine spielen."]
    assert told[-4] == "Felix drei: Springer Weiß."
    assert told[-3] == "1, Schwarz: Bauer Eva fünf."
    assert "springer felix drei" in recognizer.expected[-1]


def test_the_engine_looks_behind_a_move_that_is_tried() -> None:
    asked: list[Position] = []

    def judges(position: Position) -> Evaluation:
        asked.append(position)
        return thought(-180, "d7d5")

    lines = [Typed(text=text, at_ms=HOUR_MS) for text in ("f3", "wer gewinnt", "zurück")]
    told, _ = talked(lines, analysis=judged(), judges=judges)
    said = " ".join(told)

    assert "Bauer Felix drei. Die Engine würde anders spielen. Grober Fehler." in said
    assert said.count("Schwarz steht um 1,8 Bauern besser.") >= 1
    assert "Am besten ist Bauer David fünf." in said
    assert [position.moves for position in asked] == [("f2f3",)]


def test_an_engine_that_is_gone_leaves_the_move_as_it_is() -> None:
    def judges(_: Position) -> Evaluation:
        message = "It is gone."
        raise OpponentLost(message)

    told, _ = talked(
        [Typed(text=text, at_ms=HOUR_MS) for text in ("f3", "wer gewinnt")], judges=judges
    )

    assert told[-2].startswith("Bauer Felix drei.")
    assert told[-1] == load_language("de").review["no-engine"]
